"""What derivatives do not see: jumps and detached parts, and kinks, which are none of these."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

import liesd
from liesd import Verdict

Function = Callable[[Tensor], Tensor]


def square(x: Tensor) -> Tensor:
    return x.square().sum(dim=1)


def draw(count: int = 3000, size: int = 2) -> Tensor:
    return torch.randn(count, size, dtype=torch.float64, generator=torch.manual_seed(0))


UNSEEN: dict[str, Function] = {
    "a jump beyond 2.3 % of the samples": lambda x: square(x) + (x[:, 0] > 2),
    "a jump beyond 0.13 % of the samples": lambda x: square(x) + (x[:, 0] > 3),
    "a tiny jump": lambda x: square(x) + 1e-4 * (x[:, 0] > 1),
    "a detached part": lambda x: square(x) + 0.01 * x[:, 0].detach(),
    "a tiny detached part": lambda x: square(x) + 1e-4 * x[:, 0].detach(),
    "a detached factor": lambda x: square(x) * (1 + 0.01 * torch.sin(x[:, 0]).detach()),
    "rounding": lambda x: square(x) + 0.001 * torch.round(x[:, 0]),
    "floor": lambda x: square(x) + 0.01 * torch.floor(10 * x[:, 1]),
    "a narrow sector": lambda x: square(x) + 0.1 * (torch.atan2(x[:, 1], x[:, 0]) > 3.1),
    "a rare region": lambda x: torch.where(x[:, 1] > 2.5, square(x) + 0.3, square(x)),
    "a cliff that no sample stands on": lambda x: square(x) + torch.sigmoid(1e9 * (x[:, 0] - 2)),
}

SEEN: dict[str, Function] = {
    "a kink": lambda x: (square(x) - 1).abs(),
    "a clamp": lambda x: square(x).clamp(0.5, 2.0),
    "a symmetric jump": lambda x: square(x) + (square(x) > 2),
    "a pole": lambda x: 1 / square(x),
    "a jump where no sample is": lambda x: square(x) + (x[:, 0] > 8),
    "no value where no sample is": lambda x: square(x) + 0 * torch.sqrt(5 - x[:, 0]),
}


@pytest.mark.parametrize("f", UNSEEN.values(), ids=list(UNSEEN))
def test_what_derivatives_do_not_see_is_doubted(f: Function) -> None:
    found = liesd.discover(f, draw(), "x[2] -> 1")
    assert found.verdict is Verdict.UNSURE
    assert found.decision.doubts == ("JUMPS",)


@pytest.mark.parametrize("f", SEEN.values(), ids=list(SEEN))
def test_what_derivatives_see_is_sure(f: Function) -> None:
    found = liesd.discover(f, draw(), "x[2] -> 1")
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)


def test_one_output_of_many_is_enough() -> None:
    def f(x: Tensor) -> Tensor:
        r = square(x)
        return torch.stack([r, r**2, torch.log(1 + r) + 0.1 * (x[:, 1] > 2.5)], dim=1)

    assert liesd.discover(f, draw(), "x[2] -> 3").decision.doubts == ("JUMPS",)


def test_the_answer_states_what_finite_steps_exclude() -> None:
    found = liesd.discover(square, draw(20_000, 3), "x[3] -> 1")
    (steps,) = (one for name, one in found.transcript.answers.items() if name.startswith("jumps"))
    assert steps.share == 0
    assert steps.count >= 6000
    assert "steps agree to within 1e-06 of the size of f" in found.reason
    assert "with 95 % confidence, fewer than 0.04" in found.reason


def test_units_of_the_output_do_not_hide_a_jump() -> None:
    f = lambda x: 1e-9 * (square(x) + (x[:, 0] > 2))
    assert liesd.discover(f, draw(), "x[2] -> 1").decision.doubts == ("JUMPS",)


def test_a_function_may_refuse_what_is_not_data() -> None:
    x = draw().clamp(-2.0, 2.0)

    def f(z: Tensor) -> Tensor:
        if (z.abs() > 2.5).any():
            raise ValueError("not in the table")
        return square(z)

    found = liesd.discover(f, x, "x[2] -> 1")
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)


def test_a_symmetry_that_ends_beside_the_samples_is_doubted() -> None:
    x = draw()
    x[:, 0] = x[:, 0].abs()
    found = liesd.discover(lambda x: square(x) + torch.relu(-x[:, 0]), x, "x[2] -> 1")
    assert found.decision.doubts == ("BESIDE",)


def test_the_doubt_names_share_and_size() -> None:
    found = liesd.discover(UNSEEN["a rare region"], draw(), "x[2] -> 1")
    (steps,) = (one for name, one in found.transcript.answers.items() if name.startswith("jumps"))
    assert 0 < steps.share < 0.05
    assert 0.01 < steps.defect.max() < 0.3
    assert f"{100 * steps.share:.2f} % of the samples" in found.reason


def table(x: Tensor) -> Tensor:
    """Squares from a table with steps of 0.02, and straight lines between them."""
    k = torch.floor(x.detach() / 0.02)
    left, right = (0.02 * k) ** 2, (0.02 * (k + 1)) ** 2
    return torch.lerp(left, right, x / 0.02 - k).sum(dim=1)


def test_a_symmetry_that_only_rough_derivatives_break_is_doubted() -> None:
    found = liesd.discover(table, draw(), "x[2] -> 1")
    assert (found.dimension, found.verdict) == (0, Verdict.UNSURE)
    assert found.decision.doubts == ("ROUGH",)


def test_a_smooth_law_that_is_weakly_broken_is_not_rough() -> None:
    found = liesd.discover(lambda x: square(x) + 0.01 * x[:, 0] ** 3, draw(), "x[2] -> 1")
    assert (found.dimension, found.verdict) == (0, Verdict.SURE)
    assert found.decision.approximate == 1


def test_a_function_without_values_beside_the_data_is_not_rough() -> None:
    def f(x: Tensor) -> Tensor:
        return square(x) + 0.01 * x[:, 0] ** 3 + 0 * torch.sqrt(x[:, 0])

    found = liesd.discover(f, draw().abs(), "x[2] -> 1")
    assert (found.dimension, found.decision.approximate) == (0, 1)
    assert "ROUGH" not in found.decision.doubts
