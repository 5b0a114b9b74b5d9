"""The rule: all numbers that decide, and the decision that they lead to.

Inventing a symmetry is the worst error, calling an approximate one exact comes next. So the answer
is a number *and* a verdict: SURE, or UNSURE with the reason and what would settle it. Everything
that decides is a field of :class:`Rule`; deciding is a pure function of a rule and a transcript
(:func:`liesd.verdict.decide.decide`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from liesd.verdict.doubts import Raised, join_reasons, join_remedies
from liesd.verdict.estimates import Array


class Verdict(enum.Enum):
    """Can the number of symmetries be relied on?"""

    SURE = "sure"
    UNSURE = "unsure"


class Candidate(NamedTuple):
    """A number of symmetries, and the gap that it leaves between directions."""

    dimension: int
    score: float


@dataclass(frozen=True)
class Decision:
    """The number of symmetries, with the reasons for and against it."""

    dimension: int
    verdict: Verdict
    reason: str
    advice: str
    candidates: tuple[Candidate, ...]
    approximate: int
    """The number of refuted directions that are weakly broken symmetries."""
    within: float
    """The law is symmetric to within this relative defect, never more."""
    doubts: tuple[str, ...] = ()
    """The names of all doubts (:class:`liesd.verdict.doubts.Doubt`)."""
    exact: int = 0
    """The number of symmetries that are exact, up to rounding; they come first."""
    caveats: tuple[str, ...] = ()
    """What the decision does not speak of."""


@dataclass(frozen=True)
class Rule:
    """All numbers that decide. Defects are relative to what a random direction gives."""

    exact: float = 1e-6
    """The largest defect of an exact function that may be rounding."""
    rounding: float = 1e-8
    """The largest defect that surely is rounding: scales go down to the root of the precision."""
    apart: float = 3.0
    """How many times above the largest rounding the first refuted direction must stand."""
    differing: float = 0.005
    """The part of the samples at which a finite step may disagree: at a border of the data."""
    jumping: float = 0.0
    """The part of finite steps over which f may change by more than its derivatives say."""
    none_seen: float = 3.0
    """What is seen in none of N tries has a share below this over N, at 95 % confidence."""
    closes: float = 1e-3
    """The part of brackets outside the span of what is accepted that may be rounding..."""
    closed: float = 3.0
    """... and the same in units of the error of the accepted directions."""
    unlike: float = 0.2
    """The error of given derivatives that values of neighbouring samples must show, at least..."""
    unlike_rough: float = 0.35
    """... and where derivatives change much from one sample to the next..."""
    rough_given: float = 0.3
    """... by this part of their size."""
    gap: float = 4.0
    """How far refuted directions must stand from accepted ones."""
    nearly: float = 0.2
    """The largest defect of a broken symmetry that is reported..."""
    clear_of_rest: float = 5.0
    """... if the others stand so far from it."""
    tiny: float = 1e-3
    """A defect that the bias of a good fit can explain."""
    bias_per_error: float = 1e3
    """The largest defect that the bias of a fit can explain, in units of its held-out error, where
    that is less than a tenth of the above."""
    nothing: float = 1e-5
    """A defect of a learned function that cannot be told from zero."""
    close: float = 0.02
    """The largest defect up to which a law may surely count as symmetric."""
    close_jets: float = 2e-5
    """The same for an equation: truncated series are near symmetries, with defects of 1e-4."""
    close_classes: float = 0.1
    """The same where only class labels are known, which are mostly noise."""
    resolution: float = 0.33
    """What replicas share of labels is known up to this part of their squared noise."""
    even_classes: float = 0.05
    """The largest asymmetry of held-out labels that confirms symmetries..."""
    slight_classes: float = 0.04
    """... and the largest one that may be significant: less is no asymmetry of a law."""
    imposed_even: float = 0.15
    """The largest asymmetry that symmetries may hide which a network is made to have, and the
    largest defect that it may keep in them..."""
    imposed_slight: float = 0.12
    """... the least that one more must show..."""
    imposed_gap: float = 3.0
    """... and how many times as much of its square as they may hide."""
    slight: float = 0.002
    """A defect up to which a law counts as symmetric, even if replicas share it."""
    unbiased: float = 0.001
    """An asymmetry of held-out values that outweighs whatever replicas share."""
    followed: float = 0.85
    """The part of the fit's asymmetry that held-out values may follow, at most, where they show
    that it is a fault of the fit; they follow all of an asymmetry of the law."""
    common: float = 2.0
    """What replicas may share in an accepted direction, in units of their noise."""
    agreed: float = 0.99
    """Confidence with which replicas must exclude zero where they share less than that."""
    clear: float = 5.0
    """What replicas must share in a refuted direction, in units of their noise."""
    lasting: float = 3.0
    """The same where more data leaves the defect as it is, which bias would not..."""
    missed: float = 6.0
    """... and it is so many times larger than what the fit leaves unexplained."""
    stays: float = 0.9
    """The part of a defect that must be left with more data for it to be lasting."""
    bias: float = 30.0
    """What bias may make replicas share where it is tiny, in units of their noise..."""
    certain: float = 1e4
    """... and where it is nothing at all."""
    stands_clear: float = 3.0
    """How many times smaller than all others the defects of a trained model's symmetries are."""
    outdoes: float = 1.5
    """How many times wider this gap must be than any other that is wide enough."""
    distant: float = 0.1
    """What the smallest defect of a trained model is compared with if it has no symmetry."""
    beyond: float = 2.0
    """How many times the defect of derivatives, or the tolerance, finite steps may show."""
    smoother: float = 0.1
    """Defect of a rough function over finite steps, relative to that of derivatives, at most."""
    rough: float = 0.5
    """The largest defect of a trained model that may be the roughness of its derivatives."""
    follows_least: float = 0.15
    """The asymmetry of values that a defect of derivatives leaves, at least..."""
    follows_most: float = 3.0
    """... and at most, in units of that defect."""
    asked: int = 8
    """Refuted directions that held-out samples are asked about, at most."""
    unresolved: float = 1e-4
    """The part of fields in the upper third of their spectrum beyond which nothing is sure."""
    coarse: float = 1e-4
    """The difference of derivatives by differences of two accuracies beyond which nothing is."""
    noise: float = 1e-5
    """The relative noise of fields beyond which nothing is."""
    scheme: float = 10.0
    """How many times better a difference scheme than derivatives may explain an equation."""
    unexplained: float = 0.01
    """The part of the left side of an equation that may be unexplained, at most."""
    few: float = 30.0
    """How many times larger the error on held-out trajectories may be than on others."""
    unheld: float = 0.5
    """A figure of one, where no trajectory could be held out, is more."""
    weak: float = 0.3
    """A held-out error beyond which nothing is sure."""
    significant: float = 3.0
    """How many standard errors above zero an asymmetry of values is seen."""
    no_symmetry: float = 0.6
    """What the smallest defect is compared with if there is no symmetry, in units of the noise."""


RULE = Rule()


def conclude(
    dimension: int,
    doubts: list[Raised],
    reason: str,
    candidates: tuple[Candidate, ...],
    approximate: int,
    within: float,
    exact: int = 0,
) -> Decision:
    """Make a decision: sure for a reason, or unsure because of doubts."""
    return Decision(
        dimension,
        Verdict.UNSURE if doubts else Verdict.SURE,
        join_reasons(doubts) or reason,
        join_remedies(doubts),
        candidates,
        approximate,
        within,
        tuple(one.doubt.name for one in doubts),
        exact,
    )


def add_doubt(decision: Decision, doubt: Raised) -> Decision:
    """Add a doubt to a decision."""
    before = [decision.reason] if decision.verdict is Verdict.UNSURE else []
    return replace(
        decision,
        verdict=Verdict.UNSURE,
        reason="; ".join([*before, doubt.reason]),
        advice="; ".join(filter(None, [decision.advice, join_remedies([doubt])])),
        doubts=(*decision.doubts, doubt.doubt.name),
    )


def rank_candidates(
    rule: Rule, upper: Array, law: Array, noise: float, most: int | None = None
) -> tuple[Candidate, ...]:
    """Rank every number of symmetries, up to ``most``, by the gap that it leaves, best first.

    For no symmetry the gap starts at the noise, for all directions it ends at a defect of one.
    """
    scores = []
    nothing = max(rule.no_symmetry * noise, rule.tiny / 10)
    for dimension in range((len(law) if most is None else most) + 1):
        below = float(upper[:dimension].max()) if dimension else nothing
        above = float(law[dimension:].min()) if dimension < len(law) else 1.0
        scores.append(Candidate(dimension, min(above, 1.0) / max(below, 1e-300)))
    return tuple(sorted(scores, key=lambda candidate: -candidate.score))


def find_typical_noise(noise: Array) -> float:
    """Find the median over directions."""
    return float(np.median(noise)) if len(noise) else 0.0


def count_weakly_broken(rule: Rule, defects: Array, dimension: int) -> int:
    """Count the refuted directions that are small and stand clear of the others."""
    refuted = defects[dimension:]
    apart = refuted[1:] >= rule.clear_of_rest * refuted[:-1]
    clear = (refuted[:-1] <= rule.nearly) & apart
    return int(np.flatnonzero(clear)[0]) + 1 if clear.any() else 0
