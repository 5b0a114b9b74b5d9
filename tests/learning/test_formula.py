"""Derivatives of kernels by formula, and laws that need no kernel at all."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.equations.problem import make_batches
from liesd.learning import learn
from liesd.learning.kernel.model import KernelModel
from liesd.sources.base import Request, open_source
from liesd.sources.fitted import linearize_by_formula


def samples(count: int = 900) -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(0).standard_normal((count, 4))
    return x, np.stack([np.sin(x[:, 0]) * x[:, 1] + x[:, 2] ** 2, np.exp(-(x[:, 3] ** 2))], axis=1)


@pytest.mark.parametrize("products", [False, True])
def test_the_formula_gives_what_backward_passes_give(products: bool) -> None:
    x, y = samples()
    model = learn(x, y, learner="kernel", centres=60, products=products, replicas=0)
    points = torch.from_numpy(x[:100]).requires_grad_(True)
    out = model(points)
    known = linearize_by_formula(model, points.detach())
    assert known is not None
    torch.testing.assert_close(known[0], out.detach(), rtol=0, atol=1e-12)
    for k in range(2):
        (slope,) = torch.autograd.grad(out[:, k].sum(), points, retain_graph=True)
        torch.testing.assert_close(known[1][:, k], slope, rtol=1e-6, atol=1e-7)


def test_a_method_of_the_same_name_is_left_alone() -> None:
    class Theirs(torch.nn.Module):
        def linearize(self, x: torch.Tensor) -> None:
            raise AssertionError("this means something else")

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return (x**2).sum(dim=1, keepdim=True)

    found = liesd.discover(Theirs(), np.random.default_rng(0).normal(size=(50, 2)), "x[2] -> 1")
    assert found.dimension == 1


@pytest.mark.parametrize("products", [False, True])
def test_a_law_that_is_linear_in_inputs_and_products_needs_no_kernel(products: bool) -> None:
    rng = np.random.default_rng(1)
    x = rng.standard_normal((2000, 3))
    y = np.cross(x, np.array([1.0, 2.0, 3.0])) if not products else (x**2).sum(axis=1)
    model = learn(x, y, "x[3] -> x" if not products else "x[3] -> 1", "kernel")
    assert isinstance(model, KernelModel)
    assert (len(model.centres), model.products) == (0, products)
    assert model.heldout_error < 1e-12
    assert [len(replica.centres) for replica in model.replicas] == [0] * 4
    assert "up to rounding" in model.report["why"]
    found = liesd.discover(model, x, "x[3] -> 1") if products else None
    assert found is None or (found.dimension, found.verdict.name) == (3, "SURE")


def test_a_model_weighs_each_sample_once() -> None:
    x, y = samples()
    model = learn(x, y, learner="kernel", centres=60, replicas=0)
    source = open_source(
        Request(model, liesd.data.samples.open_samples(x), liesd.Spec.parse("x[4] -> 2"))
    )
    batches = make_batches(source, batch_size=200)
    first = [weight for _, weight in batches.samples()]
    again = [weight for *_, weight in batches.triples()]
    assert batches.known.values is not None
    assert not batches.known.values[: len(x)].isnan().any()
    for one, other in zip(first, again, strict=True):
        assert torch.equal(one, other)
    shuffled = batches.shuffled(0)
    x0, weight = next(iter(shuffled.samples()))
    torch.testing.assert_close(weight, torch.from_numpy(model.sample_weight(x0.numpy())))
    later = batches.part(400, 900)
    assert torch.equal(next(iter(later.samples()))[1], first[2])
