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
    """The largest defect that certainly is rounding."""
    apart: float = 3.0
    """Least ratio of the first refuted defect to the largest rounding error."""
    differing: float = 0.005
    """Largest share of samples at which a small finite step may disagree with derivatives."""
    unlike_slopes: float = 0.05
    """Largest share of samples at which values may change otherwise than derivatives say; rounding
    does it at some."""
    jumping: float = 0.0
    """Largest share of finite steps over which f may change more than its derivatives say."""
    none_seen: float = 3.0
    """What no one of N tries shows has a share below this number over N, at 95 % confidence."""
    closes: float = 1e-3
    """Largest part of a bracket outside the accepted span that may be rounding."""
    closed: float = 3.0
    """The same in units of the error of the accepted directions."""
    unlike: float = 0.2
    """Least error of given derivatives, compared with values at neighbours, that is a doubt."""
    unlike_rough: float = 0.35
    """The same where derivatives change much from one sample to the next."""
    rough_given: float = 0.3
    """Relative change of derivatives between neighbours that counts as much."""
    gap: float = 4.0
    """Least ratio of refuted to accepted defects."""
    nearly: float = 0.2
    """Largest defect of a broken symmetry that is reported as approximate."""
    clear_of_rest: float = 5.0
    """Least ratio of the next defect to that of an approximate symmetry."""
    tiny: float = 1e-3
    """A defect that the bias of a good fit can explain."""
    bias_per_error: float = 1e3
    """The largest defect that bias can explain, in units of the held-out error, where that is
    less than a tenth of ``tiny``."""
    bias_of_error: float = 0.2
    """The part of the held-out error that any defect may owe to bias, where gaps are measured;
    ``slight`` at most."""
    nothing: float = 1e-5
    """A defect of a learned function that cannot be told from zero."""
    close: float = 0.02
    """Largest defect with which a direction may surely count as a symmetry of a law."""
    close_jets: float = 2e-5
    """The same for an equation, where truncated series come near with defects of 1e-4."""
    close_classes: float = 0.1
    """The same where only class labels are known, which are mostly noise."""
    resolution: float = 0.33
    """Uncertainty of what replicas of labels share, as a part of their squared noise."""
    even_classes: float = 0.05
    """The largest asymmetry of held-out labels that confirms symmetries; a law of labels is never
    said to be symmetric to within less, and the next defect is ``stands_clear`` times as large."""
    stays_clear: float = 10.0
    """Least ratio of the next defect to one that stays with more labels, where it is accepted."""
    slight_classes: float = 0.04
    """The largest asymmetry of held-out labels that is accepted although it is significant."""
    imposed_even: float = 0.15
    """Where a network is made to have symmetries: the largest asymmetry that they may hide, and
    the largest defect that may be left in them."""
    imposed_slight: float = 0.12
    """The least asymmetry that one more imposed symmetry must show."""
    imposed_gap: float = 3.0
    """Least ratio of the squared asymmetry of one more imposed symmetry to what they may hide."""
    slight: float = 0.002
    """A defect up to which a law counts as symmetric, even if replicas share it."""
    unbiased: float = 0.001
    """An asymmetry of held-out values that outweighs whatever replicas share."""
    followed: float = 0.85
    """The largest part of the fit's asymmetry that held-out values may follow if it is an error
    of the fit; they follow all of an asymmetry of the law."""
    common: float = 2.0
    """Largest defect that replicas may share in an accepted direction, in units of their noise."""
    agreed: float = 0.99
    """Confidence with which replicas exclude zero where they share less than ``common``."""
    clear: float = 5.0
    """Least defect that replicas must share in a refuted direction, in units of their noise."""
    lasting: float = 3.0
    """The same where the defect stays with more data, which bias would not."""
    missed: float = 6.0
    """Least ratio of a lasting defect to what the fit leaves unexplained."""
    own_rim: float = 2.0
    """Least ratio of the asymmetry of a fit at the rim of the data to its error there, if it is
    one of the law."""
    hidden_rim: float = 0.01
    """Largest part of all outputs that may be unexplained at the rim of the data; beyond, nothing
    is sure."""
    stays: float = 0.9
    """Least part of a defect that more data must leave for it to be lasting."""
    bias: float = 30.0
    """Largest defect that bias may make replicas share if it is ``tiny``, in units of noise."""
    certain: float = 1e4
    """The same for a defect that is ``nothing``."""
    stands_clear: float = 3.0
    """Least ratio of all other defects of a trained model to those of its symmetries."""
    outdoes: float = 1.5
    """Least ratio of this gap to any other that is wide enough."""
    distant: float = 0.1
    """What the smallest defect of a trained model is compared with if it has no symmetry, and the
    largest one that counts beside exact symmetries."""
    beyond: float = 2.0
    """Largest defect over finite steps, in units of that of derivatives or of the tolerance."""
    smoother: float = 0.1
    """Largest defect of a rough function over finite steps, relative to that of derivatives."""
    rough: float = 0.5
    """The largest defect of a trained model that may be the roughness of its derivatives."""
    follows_least: float = 0.15
    """Least asymmetry of values that confirms a defect of derivatives, in units of it."""
    follows_most: float = 3.0
    """Largest asymmetry of values that says something about a defect, in units of it."""
    asked: int = 8
    """Largest number of refuted directions that are checked against values."""
    unresolved: float = 1e-4
    """Largest part of a field in the upper third of its spectrum; beyond, nothing is sure."""
    coarse: float = 1e-4
    """Largest disagreement of difference schemes of two orders; beyond, nothing is sure."""
    noise: float = 1e-5
    """Largest relative noise of a field; beyond, nothing is sure."""
    scheme: float = 10.0
    """How many times better a difference scheme than derivatives may explain an equation."""
    unexplained: float = 0.01
    """Largest part of the left side of an equation that may be unexplained."""
    few: float = 30.0
    """Largest ratio of the error on held-out trajectories to that on the others."""
    unheld: float = 0.5
    """Limit for a flag that is 1 where no trajectory could be held out."""
    truncated: float = 0.5
    """Limit for the number of symmetries of an equation that hold near the data alone."""
    weak: float = 0.3
    """Largest held-out error; beyond, nothing is sure."""
    significant: float = 3.0
    """Standard errors above zero from which an asymmetry of values counts."""
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
