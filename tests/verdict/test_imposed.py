"""What it costs a network to have symmetries tells how many a law of labels has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

import liesd
from liesd.discovery import api
from liesd.verdict import RULE, Measurement, Verdict, decide
from tests.verdict.cases import asymmetry, decide_learned, known

RNG = np.random.default_rng(3)
X = RNG.uniform(-2, 2, size=(3000, 2)) + np.array([0.3, -0.2])
ROTATION = torch.tensor([[0.0, -1.0], [1.0, 0.0]], dtype=torch.float64)


def draw(stretch: float) -> Any:
    radius = np.linalg.norm(X * [1.0, stretch], axis=1)
    return (radius - 1.5 + 0.2 * np.random.default_rng(4).logistic(size=len(X)) > 0).astype(int)


@cache
def learn(stretch: float) -> Any:
    small = {"widths": (64, 64), "least_steps": 400, "epochs": 20}
    return liesd.learn(X, draw(stretch), "x[2] -> label", replicas=2, progress=False, labels=small)


def turn(x: Tensor) -> Tensor:
    return (x.double() @ ROTATION.T)[None]


def change_along(model: Any, x: Tensor) -> float:
    """How much a model changes along a rotation, relative to all directions."""
    x = x.double().requires_grad_(True)
    (slope,) = torch.autograd.grad(model(x).sum(), x)
    along = (slope * turn(x.detach())[0]).sum(dim=1)
    return float(along.norm() / (slope.norm(dim=1) * x.detach().norm(dim=1)).norm())


def test_a_network_is_kept_from_changing_along_fields() -> None:
    model = learn(1.6)
    x = model.training_x
    free = model.refit_still(None)
    still = model.refit_still(lambda function: 3 * turn(x))
    assert change_along(still, x[:1000]) < 0.5 * change_along(free, x[:1000])
    again = model.refit_still(lambda function: 3 * turn(x))
    assert torch.equal(still(x.double()), again(x.double()))


def discover(stretch: float, monkeypatch: pytest.MonkeyPatch) -> liesd.Discovery:
    """A discovery in which replicas are never good enough to decide."""
    strict = replace(RULE, close_classes=0.0)
    monkeypatch.setattr(api, "decide", lambda transcript: decide(transcript, strict))
    return liesd.discover(learn(stretch), X, "x[2] -> label", progress=False)


def test_the_cost_of_symmetries_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    round_law = discover(1.0, monkeypatch)
    assert (round_law.dimension, round_law.verdict) == (1, Verdict.SURE)
    assert "made to have 1" in round_law.reason
    matrix = round_law.generators[0]["x"]
    assert abs(matrix[0, 1] + matrix[1, 0]) < 0.15 * np.linalg.norm(matrix)
    costs = {k: v for k, v in round_law.transcript.answers.items() if k.startswith("imposed")}
    one, two = (costs[f"imposed: {n}"] for n in ("0", "0,1"))
    assert one is not None
    assert two is not None
    assert two.square[0] > 5 * abs(one.square[0])


def costing(costs: dict[int, tuple[float, float]], left: float = 0.02) -> Any:
    def answer(directions: Sequence[int]) -> Measurement:
        return replace(asymmetry(*costs[len(directions)]), defect=np.array([left]))

    return answer


NOISY = replace(known([0.15, 0.16, 0.3, 0.35], 0.18), low=np.zeros(4))
"""Replicas that are too noisy to exclude zero."""


@pytest.mark.parametrize(
    ("costs", "dimension", "verdict"),
    [
        ({1: (0.001, 0.002), 2: (0.002, 0.002), 3: (0.1, 0.01)}, 2, Verdict.SURE),
        ({1: (0.04, 0.004), 2: (0.08, 0.004), 3: (0.1, 0.01)}, 0, Verdict.SURE),
        ({1: (0.001, 0.002), 2: (0.01, 0.006), 3: (0.03, 0.007)}, 2, Verdict.UNSURE),
        ({1: (0.001, 0.001), 2: (0.008, 0.002), 3: (0.5, 0.01)}, 1, Verdict.UNSURE),
        (dict.fromkeys(range(1, 5), (0.0, 0.002)), 4, Verdict.SURE),
    ],
    ids=["gap", "none", "weak gap", "weakly broken", "all"],
)
def test_rule(costs: dict[int, tuple[float, float]], dimension: int, verdict: Verdict) -> None:
    decision = decide_learned(NOISY, 0.2, classes=True, imposed=costing(costs))
    assert (decision.dimension, decision.verdict) == (dimension, verdict), decision.reason


def test_symmetries_that_training_did_not_reach_are_not_accepted() -> None:
    costs = dict.fromkeys(range(1, 5), (0.0, 0.002))
    decision = decide_learned(NOISY, 0.2, classes=True, imposed=costing(costs, left=0.3))
    assert (decision.dimension, decision.verdict) == (0, Verdict.UNSURE)


def test_what_replicas_share_is_not_accepted() -> None:
    costs = {1: (0.0, 0.001), 2: (0.0, 0.001), 3: (0.4, 0.01)}
    shared = known([0.08, 0.3, 0.5, 0.6], [0.09, 0.085, 0.1, 0.1])
    decision = decide_learned(shared, 0.2, classes=True, imposed=costing(costs))
    assert (decision.dimension, decision.verdict) == (1, Verdict.UNSURE)


def test_two_instruments_that_exclude_zero_are_not_both_chance() -> None:
    costs = {1: (0.0088, 0.0044), 2: (0.058, 0.008)}
    open_to_zero = replace(known([0.15, 0.35, 0.5, 0.6], 0.08), low=np.array([0.0, 0.2, 0.4, 0.5]))
    decision = decide_learned(open_to_zero, 0.2, classes=True, imposed=costing(costs))
    assert (decision.dimension, decision.verdict) == (1, Verdict.SURE)
    excluded = replace(open_to_zero, low=np.array([0.02, 0.2, 0.4, 0.5]))
    decision = decide_learned(excluded, 0.2, classes=True, imposed=costing(costs))
    assert decision.verdict is Verdict.UNSURE


def test_a_large_defect_that_replicas_agree_on_is_not_outweighed() -> None:
    costs = {1: (-0.005, 0.002), 2: (0.003, 0.0035), 3: (0.112, 0.009)}
    fit = known([0.04, 0.26, 0.5, 0.6], [0.06, 0.14, 0.1, 0.1])
    shared = replace(fit, low=np.array([0.0, 0.06, 0.3, 0.4]))
    decision = decide_learned(shared, 0.12, classes=True, imposed=costing(costs))
    assert (decision.dimension, decision.verdict) == (1, Verdict.UNSURE)
    open_to_zero = replace(fit, low=np.array([0.0, 0.0, 0.3, 0.4]))
    decision = decide_learned(open_to_zero, 0.12, classes=True, imposed=costing(costs))
    assert (decision.dimension, decision.verdict) == (2, Verdict.SURE)
    assert decision.within >= RULE.even_classes


def test_training_samples_travel_with_the_model(tmp_path: Path) -> None:
    model = learn(1.6)
    assert 2000 < len(model.training_x) == len(model.training_y)
    model.save(tmp_path / "m.model")
    loaded = liesd.load_model(tmp_path / "m.model")
    assert torch.equal(loaded.training_x, model.training_x)
    assert torch.equal(loaded.training_y, model.training_y)
    assert not len(model.replicas[0].training_x)


def test_a_defect_that_stays_with_more_labels_is_one_of_the_law() -> None:
    law, noise = np.array([0.03, 0.6, 0.7]), np.array([0.03, 0.04, 0.05])
    every = ((0.04, 0.6, Verdict.SURE), (0.07, 0.6, Verdict.UNSURE), (0.07, 0.8, Verdict.SURE))
    for defect, beyond, verdict in every:  # far from the next one, it may be one of the fit
        fit = np.array([defect, beyond, 0.9])
        measured = Measurement(fit, law, np.maximum(law - noise, 0), law + noise, noise)
        decision = decide_learned(measured, 0.1, classes=True)
        assert (decision.dimension, decision.verdict) == (1, verdict)


def test_a_number_is_sure_only_far_from_what_labels_can_hide() -> None:
    for beyond, verdict in ((0.2, Verdict.SURE), (0.14, Verdict.UNSURE)):
        measured = known([0.001, beyond, 0.9], 0.005)
        decision = decide_learned(measured, 0.1, classes=True)
        assert (decision.dimension, decision.verdict) == (1, verdict)
