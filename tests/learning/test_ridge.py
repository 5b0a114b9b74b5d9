"""Ridge regression with columns that are free of charge, and the choice of a setting."""

from __future__ import annotations

from typing import NamedTuple

import pytest
import torch

from liesd.learning.kernel.ridge import Ridges, choose_smoothest, climb


def problem(dependent: bool, rows: int = 200) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    free = torch.randn(rows, 4, generator=generator, dtype=torch.float64)
    if dependent:
        free[:, 3] = free[:, 0] - 2 * free[:, 1]
    other = torch.randn(rows, 6, generator=generator, dtype=torch.float64)
    y = torch.randn(rows, 2, generator=generator, dtype=torch.float64)
    return free, other, y


@pytest.mark.parametrize("dependent", [False, True])
@pytest.mark.parametrize("ridge", [1e-8, 0.1, 1e6])
def test_only_what_is_not_free_is_shrunk(dependent: bool, ridge: float) -> None:
    free, other, y = problem(dependent)
    R = torch.linalg.qr(torch.cat([free, other, y], dim=1)).R
    solved = Ridges(R, free.shape[1], y.shape[1])
    weights = solved.solve(ridge)
    # The plain way: the penalty as rows of its own, and least squares.
    λ = ridge * solved.size
    F = torch.cat([free, other], dim=1)
    penalty = torch.cat([torch.zeros(6, 4), λ * torch.eye(6)], dim=1).double()
    rows, targets = torch.cat([F, penalty]), torch.cat([y, torch.zeros(6, 2).double()])
    plain = torch.linalg.lstsq(rows, targets, driver="gelsd").solution
    torch.testing.assert_close(F @ weights, F @ plain, atol=1e-8, rtol=1e-8)


def test_fewer_rows_than_columns() -> None:
    free, other, y = problem(dependent=False, rows=7)
    R = torch.linalg.qr(torch.cat([free, other, y], dim=1)).R
    weights = Ridges(R, 4, 2).solve(1e-9)
    torch.testing.assert_close(torch.cat([free, other], 1) @ weights, y, atol=1e-6, rtol=1e-6)


def test_free_columns_that_explain_everything() -> None:
    free, other, y = problem(dependent=False, rows=4)
    R = torch.linalg.qr(torch.cat([free, other, y], dim=1)).R
    weights = Ridges(R, 4, 2).solve(1e-3)
    torch.testing.assert_close(free @ weights[:4] + other @ weights[4:], y)


def test_spread_has_the_covariance_of_the_solution() -> None:
    free, other, y = problem(dependent=False)
    F = torch.cat([free, other], dim=1)
    solved = Ridges(torch.linalg.qr(torch.cat([F, y], dim=1)).R, 4, 2)
    factor = solved.draw_weights(0.3, torch.eye(10, dtype=torch.float64))
    gram = F.T @ F
    gram[4:, 4:] += (0.3 * solved.size) ** 2 * torch.eye(6, dtype=torch.float64)
    torch.testing.assert_close(factor @ factor.T, torch.linalg.inv(gram))


def errors(*sizes: float, common: float = 0.0) -> torch.Tensor:
    """Squared errors of settings that share some noise."""
    generator = torch.Generator().manual_seed(1)
    noise = common * torch.randn(4000, 1, generator=generator, dtype=torch.float64)
    own = torch.randn(4000, len(sizes), generator=generator, dtype=torch.float64)
    return (noise + own * torch.tensor(sizes)).square()


def test_the_smoothest_of_equals_is_taken() -> None:
    squares = errors(1.0, 0.1)
    assert choose_smoothest(squares) == 1
    alike = squares[:, 1:] * torch.tensor([1.0, 0.999, 1.001])
    assert choose_smoothest(torch.cat([squares[:, :1], alike], dim=1)) in (1, 2)
    assert choose_smoothest(alike[:, :1].expand(-1, 3)) == 0


def test_differences_far_below_the_noise_are_seen() -> None:
    assert choose_smoothest(errors(0.2, 0.02, common=1.0)) == 1
    assert choose_smoothest(errors(0.0, 0.0, common=1.0)) == 0


def test_a_few_samples_on_the_rim_do_not_rule() -> None:
    squares = errors(1.0, 0.1)
    squares[:20, 1] = 1e6
    assert choose_smoothest(squares) == 1


class Tried(NamedTuple):
    squares: torch.Tensor


@pytest.mark.parametrize("best", range(9))
def test_a_climb_ends_at_the_best_setting(best: int) -> None:
    sizes = [1.0 + abs(k - best) for k in range(9)]
    squares = errors(*sizes)
    tried = {4: Tried(squares[:, 4])}
    for step in (2, 1):
        place = climb(tried, lambda k: Tried(squares[:, k]), 9, (-step, step))
    assert place == best
    assert len(tried) < 9
