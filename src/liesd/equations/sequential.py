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
from typing import NamedTuple

import torch
from torch import Tensor

from liesd.checks import real
from liesd.equations.problem import Pass
from liesd.equations.reductions import Reduced
from liesd.equations.scale import factor
from liesd.numerics.moments import Space
from liesd.numerics.nullspace import LARGE, Solution, solve, solve_seen
from liesd.spec.gauge import find_gauge
from liesd.verdict.exact import GAP

SETTLED = 0.05
CALM = 2  # so many draws in a row must change nothing
FIRST = 2048  # the first draw
ROOM = 4  # ... or so many times what the unknowns need at least


class Answer(NamedTuple):
    """What some samples say: ‖Rθ‖ against ‖Lθ‖, and the directions that extremise it."""

    R: Tensor
    L: Tensor
    solution: Solution


class Solver:
    """What a state says, in the units that were asked for."""

    def __init__(self, work: Pass, balanced: bool) -> None:
        self.work, self.balanced = work, balanced

    def __call__(self, state: Reduced) -> Answer:
        spec, R = self.work.spec, state.qr.R
        L = factor(spec, state.scale.terms()) * math.sqrt(state.outputs.total)
        outputs = Space(spec.output, state.outputs.mean)
        filled = self.work.inputs.projector is None and outputs.rank == spec.output.dim
        if spec.size > LARGE and self.balanced and filled and L.any():
            return Answer(R, L, solve_seen(R, L, find_gauge(spec)))
        action = factor(spec, state.scale.action(outputs))
        scale = L if self.balanced else torch.eye(spec.size, dtype=L.dtype)
        return Answer(R, L, solve(R, scale, action))


def settled(work: Pass, solver: Solver, tolerance: float) -> Reduced:
    """The state of as many samples as it takes; the pass keeps to these samples afterwards."""
    real("settle", tolerance, "a relative error between 0 and 1", 0.0, 1.0, closed=False)
    needed = math.ceil(work.spec.size / work.spec.output.dim)
    size = min(work.count, max(FIRST, ROOM * needed))
    state, calm = work.equations(0, size), 0
    while size < work.count and calm < CALM:
        stop = min(2 * size, work.count)
        fresh = work.equations(size, stop)
        halves = solver(state), solver(fresh)
        state.merge(fresh)
        size = stop
        still = change(solver(state), *halves, 1e2 * work.eps) <= tolerance
        calm = calm + 1 if still else 0
    work.keep(size)
    return state


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
    if not len(gaps) or gaps.max() < GAP:
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
