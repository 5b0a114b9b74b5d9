"""A discovery knows what it was made of."""

from __future__ import annotations

import numpy as np
import torch

import liesd
from liesd.report import render


def test_a_learned_model_says_how_it_was_learned() -> None:
    x = np.random.default_rng(0).normal(size=(1200, 2))
    model = liesd.learn(x, (x**2).sum(axis=1), learner="kernel", seed=7)
    found = liesd.discover(model, x, "x[2] -> 1", tolerance=0.1)
    function, options = found.settings["function"], found.settings["options"]
    assert function["name"] == "KernelModel"
    assert function["seed"] == 7
    assert function["replicas"] == 4
    assert function["held-out error"] == model.heldout_error
    assert options["tolerance"] == 0.1
    assert found.settings["versions"]["liesd"] == liesd.__version__
    page = render(found)
    assert "<dt>seed</dt><dd>7</dd>" in page
    assert "<dt>tolerance</dt><dd>0.1</dd>" in page


def test_of_any_function_and_data_what_can_be_known() -> None:
    network = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
    batches = [torch.randn(50, 2) for _ in range(4)]
    settings = liesd.discover(network, batches, "x[2] -> 1").settings
    assert settings["function"] == {"name": "Sequential", "parameters": 33}
    assert settings["data"] == {"type": "list"}
    x = np.random.default_rng(0).normal(size=(30, 2))
    given = liesd.discover(
        None, x, "x[2] -> 1", y=x[:, :1], jacobian=np.eye(2)[None, :1].repeat(30, 0)
    )
    assert "given" in given.settings["function"]["name"]
    assert given.settings["data"] == {"type": "ndarray", "shape": "30 × 2", "numbers": "float64"}
