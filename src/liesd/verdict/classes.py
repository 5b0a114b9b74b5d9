"""Decide how many symmetries a law of class labels has.

Labels are mostly noise. A network is held back from fitting them, and replicas, which saw a part
of them each, share that bias and are noisy besides: more is allowed for both than where values are
known. Held-out labels average their noise out, and confirm what derivatives leave open.
"""

from __future__ import annotations

import numpy as np

from liesd.verdict import limits
from liesd.verdict.doubts import Doubt
from liesd.verdict.estimates import Measurement
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
    """Decide by what replicas share, or by the gap of the whole fit if held-out labels confirm it.

    The fit has seen all labels, a replica only a part of them. Noise only adds to a defect, so the
    defects of the fit bound those of the law from above, and a gap between them is one of the law
    if replicas and held-out labels see the defects behind it.
    """
    replicas = _decide_by_replicas(rule, transcript)
    if replicas.verdict is Verdict.SURE:
        return _contradict(rule, transcript, replicas)
    defect, noise = transcript.directions.defect, transcript.directions.noise
    counted = count_clear(rule, Measurement(defect, defect, defect, defect, noise), 0)
    for dimension in dict.fromkeys((counted.candidates[0].dimension, replicas.dimension)):
        clear = counted.is_clear and dimension == counted.candidates[0].dimension
        if (clear or dimension == 0) and _is_confirmed(rule, transcript, dimension):
            return _confirm(rule, transcript, dimension, counted.candidates)
    return replicas


def _decide_by_replicas(rule: Rule, transcript: Transcript) -> Decision:
    """Compare what replicas of the fit share with their noise."""
    measured = transcript.directions
    error = 0.0 if transcript.error is None else transcript.error
    law, noise = measured.law_defect, np.maximum(measured.noise, limits.LIMITS.noiseless)
    upper, shared = measured.high, law / noise
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
    doubts += doubt_accepted(rule, measured[accepted], classes=True)
    return conclude(
        best.dimension,
        doubts,
        _explain("replicas of the fit agree", error),
        candidates,
        count_weakly_broken(rule, law, best.dimension),
        measured[accepted].largest,
    )


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
        float(defects[:dimension].max(initial=0.0)),
    )


def _explain(how: str, error: float) -> str:
    return (
        f"{how} on what is a symmetry and what is not ({error:.1%} of held-out labels are "
        "predicted wrong)"
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
        if inside is None:
            return False
        even = inside.largest
        bar = rule.slight_classes if is_asymmetric(rule, inside) else rule.even_classes
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
    if inside is None or not is_asymmetric(rule, inside):
        return decision
    size, most = float(inside.law_defect.max()), inside.largest
    room = transcript.directions[:dimension].largest
    if most <= rule.slight_classes or size > rule.follows_most * room:
        return decision
    return add_doubt(decision, Doubt.ASYMMETRIC.raised(size=most))
