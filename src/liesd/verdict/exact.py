"""How many of the directions are symmetries, and how sure we are.

Inventing a symmetry is the worst error, calling an approximate one exact comes next. So the answer
is a number *and* a verdict: SURE, or UNSURE with the reason and what would settle it. There are two
questions, because there are two kinds of functions:

* A function that is given is what it is. Its symmetries are exact up to rounding or they are none.
* A function that was learned stands for a law that nobody has seen. How it is
  judged by replicas of the fit: :mod:`liesd.verdict.learned`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from liesd.verdict.estimates import Array, Estimates

EXACT = 1e-6  # the largest defect of an exact function that may be rounding
ROUNDING = 1e-8  # the largest one that surely is: scales go down to the root of the precision
TINY = 1e-3  # one that the bias of a good fit can explain
GAP = 4.0  # how far refuted directions must stand from accepted ones
NEARLY = 0.2  # the largest defect of a broken symmetry that is worth a word,
APART = 5.0  # ... if others stand so far from it


class Verdict(enum.Enum):
    """Can the number of symmetries be relied on?"""

    SURE = "sure"
    UNSURE = "unsure"


class Candidate(NamedTuple):
    """A number of symmetries and how far it parts the directions: the larger the clearer."""

    dimension: int
    score: float


@dataclass(frozen=True)
class Decision:
    """The number of symmetries, with what speaks for and against it."""

    dimension: int
    verdict: Verdict
    reason: str
    advice: str
    candidates: tuple[Candidate, ...]
    approximate: int
    """How many of the refuted directions are symmetries that are only weakly broken."""
    within: float
    """The law is symmetric to within this relative defect, never more."""


def decide_exact(estimates: Estimates, floor: float) -> Decision:
    """For a function that is what it is: symmetries have no defect but rounding."""
    defects = estimates.defect
    bar = max(EXACT, 10 * floor)
    dimension = int(np.sum(defects <= bar))
    last = float(defects[:dimension].max(initial=0.0))
    first = float(defects[dimension:].min(initial=np.inf))
    surely = last <= max(ROUNDING, 10 * floor / 3)
    clear = first >= 3 * bar and surely
    if clear:
        reason = "rounding and everything else are far apart"
        advice = ""
    else:
        reason = f"a defect of {first if surely else last:.1e} may be rounding or not"
        advice = "evaluate f in float64, or give tolerance=" if floor > EXACT else "give tolerance="
    return Decision(
        dimension,
        Verdict.SURE if clear else Verdict.UNSURE,
        reason,
        advice,
        candidates_of(np.maximum(defects, floor), defects, floor),
        weakly_broken(defects, dimension),
        last,
    )


def decide_within(estimates: Estimates, tolerance: float) -> Decision:
    """All symmetries up to a defect that the user finds small enough."""
    dimension = int(np.sum(estimates.law <= tolerance))
    accepted, refuted = estimates.high[:dimension], estimates.low[dimension:]
    clear = bool((accepted <= tolerance).all() and (refuted >= tolerance).all())
    return Decision(
        dimension,
        Verdict.SURE if clear else Verdict.UNSURE,
        f"counted are defects up to {tolerance:.1%}"
        + ("" if clear else ", and some may lie on either side of it"),
        "" if clear else "more data or a better fit, or another tolerance",
        candidates_of(estimates.high, estimates.law, typical(estimates.noise)),
        0,
        float(accepted.max(initial=0.0)),
    )


def doubted(decision: Decision, reason: str, advice: str) -> Decision:
    """The same, but not sure for one more reason."""
    before = [decision.reason] if decision.verdict is Verdict.UNSURE else []
    return replace(
        decision,
        verdict=Verdict.UNSURE,
        reason="; ".join([*before, reason]),
        advice="; ".join(filter(None, [decision.advice, advice])),
    )


def candidates_of(
    upper: Array, law: Array, noise: float, most: int | None = None
) -> tuple[Candidate, ...]:
    """Every number of symmetries, up to ``most``, by how far it parts the directions, best first.

    No symmetry at all is held against the noise, and all directions against a defect of one.
    """
    scores = []
    for dimension in range((len(law) if most is None else most) + 1):
        below = float(upper[:dimension].max()) if dimension else max(0.6 * noise, TINY / 10)
        above = float(law[dimension:].min()) if dimension < len(law) else 1.0
        scores.append(Candidate(dimension, min(above, 1.0) / max(below, 1e-300)))
    return tuple(sorted(scores, key=lambda candidate: -candidate.score))


def typical(noise: Array) -> float:
    return float(np.median(noise)) if len(noise) else 0.0


def weakly_broken(defects: Array, dimension: int) -> int:
    """How many refuted directions are small and stand clear of the others."""
    refuted = defects[dimension:]
    clear = (refuted[:-1] <= NEARLY) & (refuted[1:] >= APART * refuted[:-1])
    return int(np.flatnonzero(clear)[0]) + 1 if clear.any() else 0
