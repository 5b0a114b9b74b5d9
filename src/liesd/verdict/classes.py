"""Decide how many symmetries a law of class labels has.

Labels are mostly noise. A network is held back from fitting them, and replicas, which saw a part
of them each, share that bias and are noisy besides: more is allowed for both than where values are
known. Where derivatives leave the number open, held-out labels decide: by what it costs a network
to have so many symmetries (:mod:`liesd.verdict.instruments.imposed`), or, where no samples are kept
to train one, by the average of the fit over its symmetries.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from liesd.verdict import limits
from liesd.verdict.doubts import Doubt, Raised
from liesd.verdict.estimates import Array, Measurement, find_reach
from liesd.verdict.learned import (
    doubt_accepted,
    doubt_number,
    is_asymmetric,
    mark_tiny,
)
from liesd.verdict.models import count_clear
from liesd.verdict.rule import (
    Candidate,
    Decision,
    Rule,
    Verdict,
    add_doubt,
    conclude,
    count_weakly_broken,
    find_typical_noise,
    rank_candidates,
)
from liesd.verdict.transcript import Transcript


def decide_classes(rule: Rule, transcript: Transcript) -> Decision:
    """Decide, and doubt a number if what comes next is not far from what labels can hide.

    A law of labels is symmetric to within ``even_classes`` at best. A defect just above it is no
    gap, however symmetric the fit may look: the law may be broken by as little itself.
    """
    decision = _decide_number(rule, transcript)
    beyond = transcript.directions.defect[decision.dimension :]
    is_close = bool((beyond < rule.stands_clear * rule.even_classes).any())
    if decision.verdict is Verdict.SURE and decision.dimension and is_close:
        return add_doubt(decision, Doubt.NO_GAP.raised())
    return decision


def _decide_number(rule: Rule, transcript: Transcript) -> Decision:
    """Decide by what replicas share; where that is open, by held-out labels.

    The fit has seen all labels, a replica only a part of them. Noise only adds to a defect, so the
    defects of the fit bound those of the law from above, and a gap between them is one of the law
    if replicas and held-out labels see the defects behind it.
    """
    replicas = _decide_by_replicas(rule, transcript)
    if replicas.verdict is Verdict.SURE:
        return _contradict(rule, transcript, replicas)
    defect, noise = transcript.directions.defect, transcript.directions.noise
    counted = count_clear(rule, Measurement(defect, defect, defect, defect, noise), 0)
    first = counted.candidates[0].dimension
    imposed = _impose(rule, transcript, first)
    if imposed is not None:
        return _conclude_imposed(rule, transcript, imposed, counted.candidates)
    for dimension in dict.fromkeys((first, replicas.dimension)):
        clear = counted.is_clear and dimension == first
        if (clear or dimension == 0) and _is_confirmed(rule, transcript, dimension):
            return _confirm(rule, transcript, dimension, counted.candidates)
    return replicas


class _Imposed(NamedTuple):
    """How many symmetries held-out labels allow, and what they say of one more."""

    dimension: int
    within: float
    """The largest asymmetry that may be hidden in them."""
    doubts: list[Raised]


def _impose(rule: Rule, transcript: Transcript, first: int) -> _Imposed | None:
    """Find the largest number of symmetries that costs a network nothing; None if none is trained.

    The search starts at the number that stands out in the fit, and goes up or down from there.
    """
    most = len(transcript.directions.defect)
    if not most or transcript.ask("imposed", range(max(first, 1))) is None:
        return None
    costs = _Costs(rule, transcript)
    dimension = first
    while not costs.is_even(dimension):
        dimension -= 1
    while dimension < most and costs.is_even(dimension + 1) and not costs.rises(dimension + 1):
        dimension += 1
    doubts = []
    if dimension < most and not costs.rises(dimension + 1):
        doubts.append(Doubt.UNCLEAR.raised())
    within = max(costs.bound(dimension) ** 0.5, rule.even_classes)
    return _Imposed(dimension, within, doubts)


class _Costs:
    """What symmetries cost that a network is made to have, as squared asymmetries."""

    def __init__(self, rule: Rule, transcript: Transcript) -> None:
        self.rule, self.transcript = rule, transcript
        measured = transcript.directions
        noise = np.maximum(measured.noise, limits.LIMITS.noiseless)
        self.shared = measured.law_defect / noise

    def is_even(self, count: int) -> bool:
        """True if nothing speaks against so many symmetries, and little can be hidden in them."""
        square, error, left = self._measure(count)
        least = _find_least(self.rule, self.transcript, count)
        is_seen = square >= max(least * error, self.rule.slight_classes**2)
        is_small = max(self.bound(count), left**2) <= self.rule.imposed_even**2
        return not count or (is_small and not is_seen and not self._is_shared(count))

    def _is_shared(self, count: int) -> bool:
        """True if replicas share a defect in the first directions that costs cannot outweigh."""
        measured = self.transcript.directions[:count]
        large = measured.law_defect > self.rule.imposed_even
        excluded = measured.low > self.transcript.floor
        is_certain = bool((self.shared[:count] > self.rule.lasting).any())
        return (
            bool((large & excluded).any())
            or is_certain
            or _stays(self.rule, self.transcript.directions, count)
        )

    def rises(self, count: int) -> bool:
        """True if the last symmetry costs clearly more than those before it may hide.

        Where the fit itself is nearly symmetric, the cost is that of training, not of the law.
        """
        square, error, _ = self._measure(count)
        if self.transcript.directions.defect[count - 1] < self.rule.close_classes:
            return False
        before = self.rule.imposed_gap * self.bound(count - 1)
        return square >= max(before, self.rule.imposed_slight**2, self.rule.significant * error)

    def bound(self, count: int) -> float:
        """The largest squared asymmetry that so many symmetries may hide."""
        square, error, _ = self._measure(count)
        return max(square, 0.0) + find_reach(limits.LIMITS.confidence, np.inf) * error

    def _measure(self, count: int) -> tuple[float, float, float]:
        """The squared asymmetry, its standard error, and the defect that training has left."""
        answer = self.transcript.ask("imposed", range(count)) if count else None
        if answer is None:
            return 0.0, 0.0, 0.0
        return float(answer.square[0]), float(answer.standard_error[0]), float(answer.defect[0])


def _find_least(rule: Rule, transcript: Transcript, count: int) -> float:
    """The standard errors from which an asymmetry of the first directions counts.

    Where replicas exclude zero as well, less is enough: either may be chance, but hardly both.
    """
    excluded = transcript.directions.low[:count] > transcript.floor
    if excluded.any():
        return find_reach(limits.LIMITS.confidence, np.inf)
    return rule.significant


def _is_seen(rule: Rule, transcript: Transcript, asymmetry: Measurement, count: int) -> bool:
    """True if held-out labels see an asymmetry of the first directions."""
    least = _find_least(rule, transcript, count)
    return bool((asymmetry.square >= least * asymmetry.standard_error).any())


def _conclude_imposed(
    rule: Rule, transcript: Transcript, imposed: _Imposed, candidates: tuple[Candidate, ...]
) -> Decision:
    error = 0.0 if transcript.error is None else transcript.error
    chosen = [one for one in candidates if one.dimension == imposed.dimension]
    others = [one for one in candidates if one.dimension != imposed.dimension]
    return conclude(
        imposed.dimension,
        doubt_number(rule, error, unclear=False, score=np.inf) + imposed.doubts,
        _explain_imposed(imposed.dimension, len(transcript.directions.defect), error),
        (*chosen, *others),
        count_weakly_broken(rule, transcript.directions.law_defect, imposed.dimension),
        imposed.within if imposed.dimension else 0.0,
    )


def _explain_imposed(dimension: int, most: int, error: float) -> str:
    if dimension == most:
        how = "a network that has every symmetry predicts held-out labels as well as a free one"
    elif dimension:
        how = (
            f"a network made to have {dimension} predicts held-out labels as well as a free one, "
            "and with one more clearly worse"
        )
    else:
        how = "a network made to have one predicts held-out labels clearly worse than a free one"
    return f"{how} ({100 * error:.2g} % of them are predicted wrong)"


def _decide_by_replicas(rule: Rule, transcript: Transcript) -> Decision:
    """Compare what replicas of the fit share with their noise."""
    measured = transcript.directions
    error = 0.0 if transcript.error is None else transcript.error
    law, noise = measured.law_defect, np.maximum(measured.noise, limits.LIMITS.noiseless)
    upper, shared = _bound_defects(rule, measured), law / noise
    tiny = mark_tiny(rule, upper, shared)
    may = tiny | ((shared <= rule.clear) & (upper <= rule.nearly))
    most, least = (int(np.logical_and.accumulate(part).sum()) for part in (may, tiny))
    below, level = np.maximum(upper, rule.tiny / 10), find_typical_noise(noise)
    candidates = rank_candidates(rule, below, law, level, most)
    best = candidates[0]
    if best.score < rule.gap:  # nothing stands out: count only what is beyond doubt
        best = next(one for one in candidates if one.dimension == least)
    accepted, refuted = slice(0, best.dimension), slice(best.dimension, None)
    lasting = (shared >= rule.lasting) & (measured.defect >= rule.stays * law)
    unclear = tiny | ((shared < rule.clear) & ~lasting)
    doubts = doubt_number(rule, error, bool(unclear[refuted].any()), best.score)
    doubts += doubt_accepted(rule, replace(measured, high=upper)[accepted], classes=True)
    if not doubts and _stays(rule, measured, best.dimension):
        doubts.append(Doubt.SHARED.raised())
    return conclude(
        best.dimension,
        doubts,
        _explain("replicas of the fit agree", error),
        candidates,
        count_weakly_broken(rule, law, best.dimension),
        max(float(upper[accepted].max()), rule.even_classes) if best.dimension else 0.0,
    )


def _stays(rule: Rule, measured: Measurement, count: int) -> bool:
    """True if a defect of the fit to all labels is larger than the noise of a part of them allows.

    Noise shrinks with more labels, to about half of that of a replica; a defect of the law stays.
    Far below the next defect it is one of the fit, or so small that ``within`` tells enough.
    """
    accepted, beyond = measured.defect[:count], measured.defect[count:]
    noise = np.maximum(measured.noise[:count], limits.LIMITS.noiseless)
    staying = accepted[accepted > rule.common * noise]
    return bool((staying * rule.stays_clear > beyond.min(initial=np.inf)).any())


def _bound_defects(rule: Rule, measured: Measurement) -> Array:
    """Bound each defect from above, as far as replicas can tell.

    Replicas of labels are so noisy that an interval of 95 % would leave nothing to compare: what
    they share is bounded by one standard error, and held-out labels have the last word.
    """
    return np.asarray(np.sqrt(measured.law_defect**2 + rule.resolution * measured.noise**2))


def _confirm(
    rule: Rule, transcript: Transcript, dimension: int, candidates: tuple[Candidate, ...]
) -> Decision:
    """The decision that held-out labels lead to; a fit that is weak stays so."""
    error = 0.0 if transcript.error is None else transcript.error
    defects = transcript.directions.defect
    return conclude(
        dimension,
        doubt_number(rule, error, unclear=False, score=np.inf),
        _explain("held-out labels and the gap of the fit agree", error),
        candidates,
        count_weakly_broken(rule, transcript.directions.law_defect, dimension),
        max(float(defects[:dimension].max()), rule.even_classes) if dimension else 0.0,
    )


def _explain(how: str, error: float) -> str:
    return (
        f"{how} on what is a symmetry and what is not ({100 * error:.2g} % of held-out "
        "labels are predicted wrong)"
    )


def _is_confirmed(rule: Rule, transcript: Transcript, dimension: int) -> bool:
    """True if held-out labels are symmetric in what is accepted, and not in what comes next.

    Replicas must see what is refuted too.
    """
    measured = transcript.directions
    noise = np.maximum(measured.noise, limits.LIMITS.noiseless)
    shared = measured.law_defect / noise
    even = 0.0
    if dimension:
        inside = transcript.ask("heldout", range(dimension))
        if inside is None or _stays(rule, measured, dimension):
            return False
        even = inside.largest
        bar = (
            rule.slight_classes
            if _is_seen(rule, transcript, inside, dimension)
            else rule.even_classes
        )
        if even > bar:
            return False
    if dimension == len(shared):
        return True
    beyond = transcript.ask("heldout", range(dimension + 1))
    if beyond is None or not is_asymmetric(rule, beyond):
        return False
    least = rule.common if dimension else rule.lasting
    size = float(beyond.law_defect.max())
    return size > max(even, rule.slight_classes) and bool((shared[dimension:] >= least).all())


def _contradict(rule: Rule, transcript: Transcript, decision: Decision) -> Decision:
    """Doubt accepted directions in which held-out labels are asymmetric.

    Moved samples may arrive where the fit is poor: an asymmetry far above what derivatives leave
    room for is not one of the law.
    """
    dimension = decision.dimension
    inside = transcript.ask("heldout", range(dimension)) if dimension else None
    if inside is None or not _is_seen(rule, transcript, inside, dimension):
        return decision
    size, most = float(inside.law_defect.max()), inside.largest
    room = float(_bound_defects(rule, transcript.directions[:dimension]).max())
    if most <= rule.slight_classes or size > rule.follows_most * room:
        return decision
    return add_doubt(decision, Doubt.ASYMMETRIC.raised(size=most))
