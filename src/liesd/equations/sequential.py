"""As many samples as needed, not more: ``samples="auto"``.

Samples come in random order, and each draw is as large as all before it, so that the two halves
know nothing of each other. What they say differently is twice the error of both together, so it
bounds that error with room to spare; the same holds for twice what both say differently from one.
When neither exceeds the tolerance for any defect, nor for the space of those directions that stand
apart from the rest, and this twice in a row because two halves may agree by chance, more samples
would not change the answer.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.equations.reductions import Reduced
from liesd.equations.solve import Answer, Solver
from liesd.errors import check_real

SETTLED = 0.05  # relative change that more samples may still make
APART = 4.0  # a gap by which the null space stands apart from the rest
CALM = 2  # so many draws in a row must change nothing
FIRST = 2048  # the first draw
ROOM = 4  # ... or so many times what the unknowns need at least


def settle(problem: Problem, solver: Solver, tolerance: float) -> tuple[Problem, Reduced]:
    """The equations of as many samples as it takes, and the problem with these samples only."""
    check_real("settle", tolerance, "a relative error between 0 and 1", 0.0, 1.0, closed=False)
    needed = math.ceil(problem.spec.size / problem.spec.output.dim)
    size = min(problem.count, max(FIRST, ROOM * needed))
    state, calm = problem.equations(0, size), 0
    while size < problem.count and calm < CALM:
        stop = min(2 * size, problem.count)
        fresh = problem.equations(size, stop)
        halves = solver(state), solver(fresh)
        state.merge(fresh)
        size = stop
        still = change(solver(state), *halves, 1e2 * problem.eps) <= tolerance
        calm = calm + 1 if still else 0
    return problem.keep(size), state


def change(both: Answer, one: Answer, other: Answer, floor: float) -> float:
    """How far off an answer may be, by what its two halves say; ``floor`` is rounding."""
    count = len(both.solution.values)
    if not count == len(one.solution.values) == len(other.solution.values):
        return math.inf  # they do not even see the same directions
    unit = _unit(both)
    values = both.solution.values / unit
    first, second = (half.solution.values / _unit(half) for half in (one, other))
    size = values.clamp_min(floor)
    differences = (first - second, 2 * (first - values), 2 * (second - values))
    spectrum = max(float(((d.abs() - floor).clamp_min(0) / size).max()) for d in differences)
    return max(spectrum, _turn(both, one, other, size))


def _turn(both: Answer, one: Answer, other: Answer, size: Tensor) -> float:
    """The sine of the angle between the null spaces of the halves, where there is one."""
    gaps = size[1:] / size[:-1]
    if not len(gaps) or gaps.max() < APART:
        return 0.0
    apart = int(gaps.argmax()) + 1
    left, right = (_span(both.L, half.solution.directions[:, :apart]) for half in (one, other))
    return float(torch.linalg.matrix_norm(right - left @ (left.T @ right), 2))


def _unit(answer: Answer) -> float:
    """Defects are relative; the plain rows of the paper give sums over samples."""
    return max(answer.solution.largest, 1.0)


def _span(L: Tensor, directions: Tensor) -> Tensor:
    """Orthonormal columns, as the scale of the defect sees them, free of anybody's units."""
    return torch.linalg.qr(L @ directions).Q
