"""Units of any size: the answer is the same, or the numbers are refused."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

import liesd
from liesd import Verdict
from liesd.errors import DataError

X = torch.randn(400, 4, dtype=torch.float64, generator=torch.manual_seed(0))
SPEC = "a[2]+b[2] -> a+1"
POWERS = st.integers(-450, 450)


def law(x: Tensor) -> Tensor:
    a, b = x[:, :2], x[:, 2:]
    return torch.cat([a * b.square().sum(1, keepdim=True), a.square().sum(1, keepdim=True)], 1)


@settings(max_examples=6, deadline=None)
@given(a=POWERS, b=POWERS, c=POWERS, d=POWERS)
def test_powers_of_two_change_no_digit(a: int, b: int, c: int, d: int) -> None:
    inputs = 2.0 ** torch.tensor([a, a, b, b], dtype=torch.float64)
    outputs = 2.0 ** torch.tensor([c, c, d], dtype=torch.float64)
    base = liesd.discover(law, X, SPEC)
    found = liesd.discover(lambda x: law(x / inputs) * outputs, X * inputs, SPEC)
    assert (found.dimension, found.verdict, found.reason) == (2, Verdict.SURE, base.reason)
    assert np.array_equal(found.singular_values, base.singular_values)
    for one, other in zip(found.generators, base.generators, strict=True):
        assert np.array_equal(one.theta, other.theta)


@pytest.mark.parametrize("size", [1e-200, 1e-100, 1e155, 1e300])
def test_the_unit_of_the_output_does_not_matter(size: float) -> None:
    x = X[:, :2]
    found = liesd.discover(lambda x: size * x.square().sum(1), x, "x[2] -> 1")
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_the_unit_of_the_input_does_not_matter(size: float) -> None:
    x = size * X[:, :2]
    found = liesd.discover(lambda x: (x / size).square().sum(1), x, "x[2] -> 1")
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)
    assert np.allclose(found.sample.x, x[:: -(-len(x) // 48)].numpy(), rtol=1e-15)


@pytest.mark.parametrize("size", [1e-160, 1e160])
def test_given_derivatives_may_have_any_unit(size: float) -> None:
    x = X[:, :2]
    y, J = size * x.square().sum(1), size * 2 * x[:, None, :]
    found = liesd.discover(None, x, "x[2] -> 1", y=y, jacobian=J)
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)
    rotation = {"x": [[0.0, -1.0], [1.0, 0.0]]}
    assert liesd.measure(None, x, "x[2] -> 1", rotation, y=y, jacobian=J) < 1e-14


def test_single_precision_has_less_room() -> None:
    x = X[:, :2].float()
    for size in (1e-20, 1e20):
        found = liesd.discover(lambda x, size=size: size * x.square().sum(1), x, "x[2] -> 1")
        assert (found.dimension, found.verdict) == (1, Verdict.SURE)
    with pytest.raises(DataError, match="no digits left"):
        liesd.discover(lambda x: 1e-34 * x.square().sum(1), x, "x[2] -> 1")


@pytest.mark.parametrize(
    ("inputs", "outputs"), [(1.0, 1e-300), (1e-305, 1.0), (1e200, 1e-150), (1e-200, 1e150)]
)
def test_what_has_no_digits_left_is_refused(inputs: float, outputs: float) -> None:
    x = inputs * X[:, :2]
    y, J = outputs * X[:, :2].square().sum(1), outputs * 2 * X[:, None, :2] / inputs
    with pytest.raises(DataError, match=r"no digits left|NaN or infinity"):
        liesd.discover(None, x, "x[2] -> 1", y=y, jacobian=J)


def test_a_few_samples_far_beyond_all_others_are_refused() -> None:
    x = X[:, :2].repeat(20, 1)
    x[5] = 1e200  # no part of the subsample that units are taken from
    with pytest.raises(DataError, match="squares of x or f\\(x\\) overflow"):
        liesd.discover(lambda x: torch.exp(-x.abs()).sum(1), x, "x[2] -> 1")


def test_paper_weights_keep_the_units_of_the_outputs() -> None:
    f = lambda x: 1000.0 * law(x)
    one, other = (liesd.discover(g, X, SPEC, weights="paper") for g in (law, f))
    assert np.allclose(other.singular_values, 1000 * one.singular_values, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("inputs", "outputs"), [(1e200, 1.0), (1.0, 1e-200)])
def test_learning_refuses_extreme_units(inputs: float, outputs: float) -> None:
    x = X[:, :2].numpy()
    with pytest.raises(DataError, match=r"column 0 of . holds numbers of the size"):
        liesd.learn(inputs * x, outputs * (x**2).sum(axis=1), "x[2] -> 1")


def test_weights_of_samples_may_have_any_unit() -> None:
    f = lambda x: x.square().sum(1)
    weight = np.linspace(0.5, 1.5, len(X))
    one, other = (
        liesd.discover(f, X[:, :2], "x[2] -> 1", sample_weight=size * weight)
        for size in (1.0, 1e308)
    )
    assert np.allclose(one.singular_values, other.singular_values, rtol=1e-12, atol=1e-14)
