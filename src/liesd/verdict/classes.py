"""Decide how many symmetries a law of class labels has.

Labels are mostly noise. A network is held back from fitting them, and replicas, which saw a part
of them each, share that bias and are noisy besides: more is allowed for both than where values are
known. Held-out labels average their noise out, and confirm what derivatives leave open.
"""

from __future__ import annotations

import numpy as np

from liesd.verdict import limits
from liesd.verdict.doubts import Doubt, Raised
from liesd.verdict.estimates import Array
from liesd.verdict.learned import (
    bound_asymmetry,
    bound_defects,
    bound_within,
    doubt_accepted,
    doubt_number,
    is_asymmetric,
    mark_tiny,
)
from liesd.verdict.rule import (
    Decision,
    Rule,
    conclude,
    count_weakly_broken,
    find_typical_noise,
    rank_candidates,
)
from liesd.verdict.transcript import Transcript


def decide_classes(rule: Rule, transcript: Transcript) -> Decision:
    """Decide by what replicas share, then ask held-out labels about both sides of the border."""
    measured = transcript.directions
    error = 0.0 if transcript.error is None else transcript.error
    law, noise = measured.law_defect, np.maximum(measured.noise, limits.LIMITS.noiseless)
    upper, shared = bound_defects(rule, measured), law / noise
    tiny = mark_tiny(rule, upper, shared)
    may = tiny | ((shared <= rule.clear) & (upper <= rule.nearly))
    most, least = (int(np.logical_and.accumulate(part).sum()) for part in (may, tiny))
    below, level = np.maximum(upper, rule.tiny / 10), find_typical_noise(noise)
    surely = np.sqrt(np.maximum(law**2 - noise**2, 0.0))
    candidates = rank_candidates(rule, below, surely, level, most)
    best = candidates[0]
    if best.score < rule.gap_classes:  # nothing stands out: count only what is beyond doubt
        best = next(one for one in candidates if one.dimension == least)
    accepted, refuted = slice(0, best.dimension), slice(best.dimension, None)
    lasting = (shared >= rule.lasting) & (measured.defect >= rule.stays * law)
    unclear = tiny | ((shared < rule.clear) & ~lasting)
    doubts = doubt_number(rule, error, bool(unclear[refuted].any()), best.score)
    doubts += doubt_accepted(rule, measured[accepted], classes=True)
    within, how = bound_within(rule, measured[accepted]), "replicas of the fit agree"
    if doubts and _is_confirmed(rule, transcript, best.dimension, best.score, shared):
        doubts = [one for one in doubts if one.doubt is Doubt.WEAK_FIT]
        how = "held-out labels and replicas of the fit agree"
    doubts += _contradict(rule, transcript, best.dimension, float(upper[accepted].max(initial=0.0)))
    return conclude(
        best.dimension,
        doubts,
        f"{how} on what is a symmetry and what is not ({error:.1%} of held-out labels are "
        "predicted wrong)",
        candidates,
        count_weakly_broken(rule, law, best.dimension),
        within,
    )


def _is_confirmed(
    rule: Rule, transcript: Transcript, dimension: int, score: float, shared: Array
) -> bool:
    """True if held-out labels are symmetric in what is accepted, and not in what comes next.

    Replicas must see what is refuted too, the more the less held-out labels say.
    """
    if dimension and score < rule.gap_classes:
        return False
    even = 0.0
    if dimension:
        inside = transcript.ask("heldout", range(dimension))
        if inside is None or is_asymmetric(rule, inside):
            return False
        even = bound_asymmetry(rule, inside)
    if even > rule.even_classes:
        return False
    if dimension == len(shared):
        return True
    beyond = transcript.ask("heldout", range(dimension + 1))
    least = max(even, rule.even_classes / 2)
    if beyond is None or not is_asymmetric(rule, beyond):
        return False
    size, seen = float(beyond.law_defect.max()), float(shared[dimension:].min())
    overwhelming = size > rule.overwhelming * least and seen >= rule.common
    return (size > least and seen >= rule.lasting) or overwhelming


def _contradict(rule: Rule, transcript: Transcript, dimension: int, room: float) -> list[Raised]:
    """Doubt accepted directions in which held-out labels are asymmetric.

    Moved samples may arrive where the fit is poor: an asymmetry far above what derivatives leave
    room for is not one of the law.
    """
    inside = transcript.ask("heldout", range(dimension)) if dimension else None
    if inside is None or not is_asymmetric(rule, inside):
        return []
    size = float(inside.law_defect.max())
    if not rule.even_classes / 2 < size <= rule.follows_most * room:
        return []
    return [Doubt.ASYMMETRIC.raised(size=bound_asymmetry(rule, inside))]
