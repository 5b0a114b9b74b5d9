"""Caveats of data and function that the equations do not show, for the transcript."""

from __future__ import annotations

import math

from liesd.equations.problem import Problem
from liesd.numerics.space import Space
from liesd.verdict import limits


def find_cuts(problem: Problem, outputs: Space) -> tuple[tuple[str, float], ...]:
    """Find x or f(x) where directions were left out for their tiny spread, and the size of that."""
    frame = problem.frame
    spaces = [(frame.inputs, "x"), (outputs, "f(x)")]
    if frame.features is not frame.inputs:
        spaces.append((frame.features, "functions of x"))
    return tuple((name, cut) for space, name in spaces if (cut := space.cut(problem.eps)))


def find_faint(outputs: Space, faint: float) -> tuple[int, ...]:
    """Find outputs of a learned function that are smaller than the error of others."""
    power = outputs.moment.diagonal()
    small = (power.sqrt() <= faint * outputs.scales) & (power > 0)
    return tuple(int(k) for k in small.nonzero()[:, 0]) if faint else ()


def count_enough(problem: Problem, outputs: Space) -> int:
    """Count the samples that are surely enough."""
    return limits.LIMITS.enough_samples * math.ceil(problem.spec.size / max(outputs.rank, 1))
