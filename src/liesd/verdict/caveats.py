"""What the equations cannot tell of data and function: facts for the transcript."""

from __future__ import annotations

import math

from liesd.equations.problem import Problem
from liesd.numerics.space import Space

ENOUGH_TIMES = 10  # samples for each that a spec needs at least, with which few are no question


def find_cuts(problem: Problem, outputs: Space) -> tuple[tuple[str, float], ...]:
    """What spreads so little in some directions that these were left out, and how little."""
    spaces = ((problem.frame.inputs, "x"), (outputs, "f(x)"))
    return tuple((name, cut) for space, name in spaces if (cut := space.cut(problem.eps)))


def find_faint(outputs: Space, faint: float) -> tuple[int, ...]:
    """Outputs of a learned function that drown in the error of others."""
    power = outputs.moment.diagonal()
    small = (power.sqrt() <= faint * outputs.scales) & (power > 0)
    return tuple(int(k) for k in small.nonzero()[:, 0]) if faint else ()


def count_enough(problem: Problem, outputs: Space) -> int:
    """With so many samples, too few of them are no question."""
    return ENOUGH_TIMES * math.ceil(problem.spec.size / max(outputs.rank, 1))
