"""Brackets of what was found: evidence where the action is linear, and said so where not."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

import liesd
from liesd import Verdict
from liesd.spec import Spec
from liesd.verdict.instruments.closure import find_weights, measure_brackets


def draw(count: int, size: int) -> Tensor:
    return torch.randn(count, size, dtype=torch.float64, generator=torch.manual_seed(0))


def plane() -> tuple[Tensor, Tensor, Tensor]:
    """Samples of the plane z = 1, on which four directions are symmetries, and no algebra."""
    x = draw(2000, 3)
    x[:, 2] = 1.0
    z = x.clone().requires_grad_(True)
    y = (z[:, 2] - 1) * 2 * z[:, 0] * z[:, 1] + z[:, 0] ** 2
    return x, y.detach(), torch.autograd.grad(y.sum(), z)[0][:, None, :]


def test_directions_that_do_not_close_are_doubted() -> None:
    x, y, J = plane()
    found = liesd.discover(None, x, "x[3] -> 1", y=y, jacobian=J)
    assert found.dimension == 4
    assert not found.algebra.is_closed
    assert found.decision.doubts == ("NOT_CLOSED",)
    assert "brackets of the accepted directions leave their span" in found.reason


@pytest.mark.parametrize("scales", [(1.0, 1.0, 1.0), (1e-4, 1.0, 1e5)])
def test_an_algebra_closes_in_all_units(scales: tuple[float, ...]) -> None:
    units = torch.tensor(scales, dtype=torch.float64)
    x = draw(1000, 3) * units
    found = liesd.discover(lambda x: (x / units).square().sum(dim=1), x, "x[3] -> 1")
    assert found.verdict is Verdict.SURE
    (brackets,) = (v for k, v in found.transcript.answers.items() if k.startswith("closure"))
    assert brackets.defect.max() < 1e-9


def test_unseen_and_gauge_directions_are_divided_out() -> None:
    x = draw(1000, 4)
    x[:, 2:] = 0.0  # x never goes there, so that brackets may
    found = liesd.discover(lambda x: x[:, :2].square().sum(dim=1), x, "a[2]+b[2] -> 1")
    assert found.verdict is Verdict.SURE
    tensor = liesd.discover(lambda x: x.reshape(-1, 2, 2).det(), draw(1000, 4), "a[2]*b[2] -> 1")
    assert tensor.verdict is Verdict.SURE
    assert tensor.gauge


def test_an_answer_does_not_contradict_itself() -> None:
    """Whatever is sure does not say that its dimension may be wrong."""
    x = draw(1000, 3)
    x[:, 2] = x[:, 0] + x[:, 1]
    found = liesd.discover(lambda x: x.square().sum(dim=1), x, "x[3] -> 1")
    assert found.verdict is Verdict.SURE
    assert "may be wrong" not in found.summary()


def test_brackets_are_measured_in_units_of_the_axes() -> None:
    spec = Spec.parse("x[2]+y[2] -> x.T")
    sizes = np.array([1.0, 100.0, 1.0, 1.0])
    weights = find_weights(spec, sizes, 1 / sizes[:2])
    assert np.allclose(weights[:4], [1.0, 100.0, 0.01, 1.0])
    rotation = np.array([0.0, -0.01, 100.0, 0.0, 0, 0, 0, 0])
    scaling = np.array([1.0, 0, 0, 1, 0, 0, 0, 0])
    nothing = np.zeros((0, 8))
    assert measure_brackets(spec, np.stack([rotation, scaling]), nothing, weights) < 1e-15
    shear = np.array([0.0, 0.01, 0, 0, 0, 0, 0, 0])
    assert measure_brackets(spec, np.stack([rotation, shear]), nothing, weights) > 0.3
    # what is divided out may be left for: sl(2) modulo its diagonal part
    modulo = np.array([[1.0, 0, 0, -1, 0, 0, 0, 0]])
    assert measure_brackets(spec, np.stack([rotation, shear]), modulo, weights) < 1e-9
