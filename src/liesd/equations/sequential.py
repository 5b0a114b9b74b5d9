"""Sequential sampling, ``samples="auto"``: as many samples as needed, not more.

Samples come in random order, and each draw is as large as all before it, so that the two halves
are independent. The difference between their answers is about twice the error of both together, so
it bounds that error with room to spare; so does twice the difference between both and one of them.
The answer has settled when neither difference exceeds the tolerance, for any defect and for the
null space, in two draws in a row: two halves may agree by chance.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from liesd.equations import limits
from liesd.equations.problem import Problem
from liesd.equations.reductions import Reduced
from liesd.equations.solve import Answer, Solver
from liesd.errors import check_real


def settle(problem: Problem, solver: Solver, tolerance: float) -> tuple[Problem, Reduced]:
    """Reduce samples until the answer settles; return the problem with these samples only, too."""
    check_real("settle", tolerance, "a relative error between 0 and 1", 0.0, 1.0, closed=False)
    needed = math.ceil(problem.spec.size / problem.spec.output.dim)
    size = min(
        problem.count, max(limits.LIMITS.first_draw, limits.LIMITS.first_draw_factor * needed)
    )
    state, calm = problem.equations(0, size), 0
    while size < problem.count and calm < limits.LIMITS.settled_draws:
        stop = min(2 * size, problem.count)
        fresh = problem.equations(size, stop)
        halves = solver(state), solver(fresh)
        state.merge(fresh)
        size = stop
        still = estimate_change(solver(state), *halves, 1e2 * problem.eps) <= tolerance
        calm = calm + 1 if still else 0
    return problem.keep(size), state


def estimate_change(both: Answer, one: Answer, other: Answer, floor: float) -> float:
    """Bound the relative error of an answer by its two halves; ``floor`` is rounding."""
    count = len(both.solution.values)
    if not count == len(one.solution.values) == len(other.solution.values):
        return math.inf  # they do not even see the same directions
    unit = _find_unit(both)
    values = both.solution.values / unit
    first, second = (half.solution.values / _find_unit(half) for half in (one, other))
    size = values.clamp_min(floor)
    differences = (first - second, 2 * (first - values), 2 * (second - values))
    spectrum = max(float(((d.abs() - floor).clamp_min(0) / size).max()) for d in differences)
    return max(spectrum, _measure_turn(both, one, other, size))


def _measure_turn(both: Answer, one: Answer, other: Answer, size: Tensor) -> float:
    """Measure the sine of the angle between the null spaces of the halves, if they have any."""
    gaps = size[1:] / size[:-1]
    if not len(gaps) or gaps.max() < limits.LIMITS.null_space_gap:
        return 0.0
    apart = int(gaps.argmax()) + 1
    left, right = (
        _orthonormalize(both.L, half.solution.directions[:, :apart]) for half in (one, other)
    )
    return float(torch.linalg.matrix_norm(right - left @ (left.T @ right), 2))


def _find_unit(answer: Answer) -> float:
    """Find the unit: balanced defects are relative, the paper's rows give sums over samples."""
    return max(answer.solution.largest, 1.0)


def _orthonormalize(L: Tensor, directions: Tensor) -> Tensor:
    """Make columns orthonormal in the metric of the defect's scale, which has no units."""
    return torch.linalg.qr(L @ directions).Q
