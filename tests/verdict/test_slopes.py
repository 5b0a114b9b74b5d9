"""Derivatives inside f that are not those of its values."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

import liesd
from liesd import Verdict
from liesd.verdict import RULE
from tests.verdict.test_jumps import draw, square


class Clipped(torch.autograd.Function):
    """A sum of squares whose gradient is clipped, as in many training loops."""

    @staticmethod
    def forward(ctx, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return square(x)

    @staticmethod
    def backward(ctx, given: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return given[:, None] * (2 * x).clamp(-1, 1)


def clipped(x: Tensor) -> Tensor:
    """It looks like a square to derivatives, and is round."""
    return Clipped.apply(x)


def straight_through(x: Tensor) -> Tensor:
    """Quantised inputs with the gradient of unquantised ones."""
    fine = x + (torch.round(2 * x) / 2 - x).detach()
    return fine[:, 0] ** 3 + fine[:, 1]


@pytest.mark.parametrize("f", [clipped, straight_through])
def test_derivatives_of_another_function_are_doubted(f) -> None:
    found = liesd.discover(lambda x: f(x), draw(), "x[2] -> 1")
    assert found.verdict is Verdict.UNSURE
    assert found.decision.doubts == ("UNLIKE_SLOPES",)
    assert "hand-written gradients" in found.advice


def kinked(x: Tensor) -> Tensor:
    return x[:, 0].abs() + torch.relu(x[:, 1] - 0.3)


def week(x: Tensor) -> Tensor:
    """The third number is a day, which means nothing in between."""
    return square(x[:, :2]) + (x[:, 2] == 6) * 0.6 * x[:, 0] ** 2


def rough(x: Tensor) -> Tensor:
    """Half precision rounds values and derivatives alike."""
    return (x.half() ** 3).sum(dim=1).to(x.dtype) + x[:, 0]


@pytest.mark.parametrize(
    ("f", "spec"), [(kinked, "x[2] -> 1"), (week, "x[2]+1 -> 1"), (rough, "x[2] -> 1")]
)
def test_kinks_indices_and_rounding_are_no_wrong_derivatives(f, spec: str) -> None:
    x = draw(size=2 if spec.startswith("x[2] ->") else 3)
    if x.shape[1] == 3:
        x[:, 2] = (10 * x[:, 2].abs()).floor() % 7
    found = liesd.discover(f, x, spec)
    assert "UNLIKE_SLOPES" not in found.decision.doubts
    (slopes,) = (v for k, v in found.transcript.answers.items() if k.startswith("slopes"))
    assert slopes.share <= RULE.unlike_slopes


def test_a_network_is_not_doubted() -> None:
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 2))
    found = liesd.discover(net, draw(size=3).float(), "x[3] -> y[2]", exact=True)
    assert (found.dimension, found.verdict) == (0, Verdict.SURE)


def positive(x: Tensor) -> Tensor:
    if (x < 0).any():
        raise ValueError("a concentration is negative")
    return x[:, 0] ** 1.5 + 2 * x[:, 1]


def listed(x: Tensor) -> Tensor:
    """It has values on a grid alone."""
    if (x != x.round()).any():
        raise ValueError("no such place")
    return x[:, 0] ** 2 + x[:, 1]


@pytest.mark.parametrize("f", [positive, listed])
def test_f_is_not_asked_outside_its_domain(f) -> None:
    found = liesd.discover(f, draw().abs().mul(3).round(), "x[2] -> 1")
    assert (found.dimension, found.verdict) == (0, Verdict.SURE)
