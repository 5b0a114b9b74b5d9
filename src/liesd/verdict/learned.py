"""Decide how many symmetries a law has that is known only by fits to samples of it.

Each defect that replicas of the fit share is compared with their noise
(:mod:`liesd.verdict.estimates`). Unless its defect is negligible, each accepted direction is then
checked against function values, which are learned better than derivatives: by held-out samples
(:mod:`liesd.verdict.instruments.heldout`) and by finite steps
(:mod:`liesd.verdict.instruments.steps`).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.learning.words import tell_error
from liesd.verdict import limits
from liesd.verdict.doubts import Caveat, Doubt, Raised, join_remedies
from liesd.verdict.estimates import Array, Measurement
from liesd.verdict.rule import (
    Decision,
    Rule,
    Verdict,
    conclude,
    count_weakly_broken,
    find_typical_noise,
    rank_candidates,
)
from liesd.verdict.transcript import Transcript

Marks = NDArray[np.bool_]


def decide_one_fit(rule: Rule, transcript: Transcript) -> Decision:
    """Decide for one fit of which only the error is known, which bounds the error of defects."""
    error = transcript.error or 0.0
    defect, low, high = (getattr(transcript.directions, name) for name in ("defect", "low", "high"))
    noise = np.full_like(defect, error)
    law = np.sqrt(np.maximum(defect**2 - noise**2, 0.0))
    known = Measurement(defect, law, low, high, noise)
    alone = replace(transcript, directions=known, has_classes=False)
    decision = decide_law(rule, alone, with_values=False)
    least = limits.LIMITS.enough_for_replicas
    if transcript.samples >= least:
        more = "effort='normal'" if transcript.effort == "quick" else "replicas=4"
        remedy = f"learn again with {more}"
    else:
        remedy = f"give at least {least:,} samples, so that several fits can be compared"
    doubt = Doubt.ONE_FIT.raised(error=error, remedy=remedy)
    sure = decision.verdict is Verdict.SURE
    return replace(
        decision,
        verdict=Verdict.UNSURE,
        reason=doubt.reason if sure else f"{decision.reason}; {doubt.reason}",
        advice=join_remedies([doubt]),
        doubts=(*decision.doubts, doubt.doubt.name),
    )


def decide_law(rule: Rule, transcript: Transcript, with_values: bool = True) -> Decision:
    """Decide for the law behind a fit: compare what its replicas share with their noise.

    Held-out samples and finite steps see smaller defects than derivatives do: they may settle or
    raise a doubt.
    """
    measured = transcript.directions
    error = 0.0 if transcript.error is None else transcript.error
    law, noise = measured.law_defect, np.maximum(measured.noise, limits.LIMITS.noiseless)
    upper, shared = measured.high, law / noise
    # Replicas saw a part of the data each, the function itself all of it.
    lasting = (shared >= rule.lasting) & (measured.defect >= rule.stays * law)
    # The part of the law that no fit has got can leave a defect that lasts.
    lasting &= law >= rule.missed * error
    # What replicas agree on, beyond all that the fit has missed, is no bias of it.
    tiny = mark_tiny(rule, upper, shared) & ((shared <= rule.bias) | (law <= rule.missed * error))
    may = tiny | ((shared <= rule.clear) & (upper <= rule.nearly))
    most, least = (int(np.logical_and.accumulate(part).sum()) for part in (may, tiny))
    bias = rule.tiny / 10
    if transcript.error is not None:
        bias = min(bias, max(rule.bias_per_error * error, limits.LIMITS.noiseless))
    bias = max(bias, min(rule.bias_of_error * error, rule.slight))
    below, level = np.maximum(upper, bias), find_typical_noise(noise)
    candidates = rank_candidates(rule, below, law, level, most)
    best = candidates[0]
    if best.score < rule.gap:  # nothing stands out: count only what is beyond doubt
        best = next(one for one in candidates if one.dimension == least)
    unclear = tiny | ((shared < rule.clear) & ~lasting)
    if not transcript.disjoint:  # replicas share the noise of their samples
        unclear |= law < rule.missed * error
    small = upper <= np.where(unclear, rule.nearly, rule.close)
    refutation = _check_refuted(rule, transcript, best.dimension, small, error, with_values)
    if refutation.dimension > best.dimension:
        every = rank_candidates(rule, below, law, level)
        best = next(one for one in every if one.dimension == refutation.dimension)
        candidates = (best, *(one for one in candidates if one.dimension != best.dimension))
    accepted, refuted = slice(0, best.dimension), slice(best.dimension, None)
    still = bool((unclear & ~refutation.broken)[refuted].any())
    doubts = doubt_number(rule, error, still, best.score)
    if (refutation.unconfirmed & ~unclear)[refuted].any():
        doubts.append(Doubt.UNCONFIRMED.raised())
    slight = doubt_accepted(rule, measured[accepted])
    within, how = measured[accepted].largest, "replicas of the fit agree"
    if not (doubts or tiny[accepted].all()):
        checked = _check_accepted(rule, transcript, measured[accepted], slight, with_values)
        if slight and not checked.doubts:
            within, how = checked.within, checked.how
        slight = checked.doubts
    explained = f"{how} on what is a symmetry and what is not ({_tell_error(error)})"
    doubted, caveats = _judge_rim(rule, transcript, best.dimension, with_values)
    if doubted:
        within = measured[accepted].largest
    decision = conclude(
        best.dimension,
        doubts + slight + doubted,
        explained,
        candidates,
        count_weakly_broken(rule, law, best.dimension),
        within,
    )
    excluded = _name_shared(transcript, measured[accepted], decision)
    return replace(decision, caveats=excluded + caveats)


def is_asymmetric(rule: Rule, measured: Measurement) -> bool:
    """True if a measurement is significantly above zero."""
    return bool((measured.square >= rule.significant * measured.standard_error).any())


def is_fault_of_fit(rule: Rule, asymmetry: Measurement) -> bool:
    """True if held-out values do not follow the asymmetry of the fit: the law has none such."""
    return bool((asymmetry.high <= rule.followed * asymmetry.defect).all())


def doubt_number(rule: Rule, error: float, unclear: bool, score: float) -> list[Raised]:
    """Collect the doubts about any number of symmetries."""
    doubts = []
    if not error <= rule.weak:
        doubts.append(Doubt.WEAK_FIT.raised(error=error))
    if unclear:
        doubts.append(Doubt.UNCLEAR.raised())
    if score < rule.gap:
        doubts.append(Doubt.NO_GAP.raised())
    return doubts


def doubt_accepted(rule: Rule, accepted: Measurement, classes: bool = False) -> list[Raised]:
    """Collect the doubts about accepted directions: noise that could hide much, a small defect."""
    upper, closest = accepted.high, accepted.largest
    doubts = []
    if closest > (rule.close_classes if classes else rule.close):
        doubts.append(Doubt.LOOSE.raised(size=closest))
    if (_see_defect(rule, accepted, classes) & (upper > rule.slight)).any():
        doubts.append(Doubt.SHARED.raised())
    return doubts


def mark_tiny(rule: Rule, upper: Array, shared: Array) -> Marks:
    """Mark the directions whose defect the bias of a good fit can explain."""
    nothing = (upper <= rule.nothing) & (shared <= rule.certain)
    return nothing | ((upper <= rule.tiny) & (shared <= rule.bias))


def _tell_error(error: float) -> str:
    return f"held-out error: {tell_error(error)} of the spread of the outputs"


def _name_shared(
    transcript: Transcript, accepted: Measurement, decision: Decision
) -> tuple[str, ...]:
    """Say so where the interval of an accepted direction excludes zero, and why it is accepted."""
    excluded = accepted.low > transcript.floor
    if decision.verdict is not Verdict.SURE or not excluded.any():
        return ()
    count, low = int(excluded.sum()), float(accepted.low[excluded].max())
    which = "interval of one symmetry excludes"
    if count > 1:
        which = f"intervals of {count} symmetries exclude"
    why = (
        "held-out values show that it is a fault of the fit"
        if decision.within < accepted.largest
        else "so small a defect may be a bias of the fit"
    )
    return (f"the 95 % {which} zero (a defect of at least {low:.1e}): {why}",)


def _judge_rim(
    rule: Rule, transcript: Transcript, dimension: int, with_values: bool
) -> tuple[list[Raised], tuple[str, ...]]:
    """Judge accepted directions where the fit is poor and the equations hardly count.

    A fit that explains values there and yet is asymmetric shows that the law is, and the defect
    of the law can be many times larger. What it leaves unexplained there with the symmetries
    imposed may hide an asymmetry, unless imposing them predicts held-out values better, beyond
    chance. Much of it is a doubt, little a caveat.
    """
    if not (transcript.place and dimension and with_values):
        return [], ()
    rim = transcript.ask("rim", range(dimension))
    if rim is None:
        return [], ()
    error = float(rim.defect[0])
    facts = {"share": rim.share, "place": transcript.place, "error": error}
    grown = float(rim.square[0])
    own = float(rim.bias.max(initial=0.0))
    if rule.missed * own > rule.close and own > rule.own_rim * error:
        return [Doubt.BROKEN_RIM.raised(**facts, size=own)], ()
    hidden = max(math.sqrt(max(error**2 + min(grown, 0.0), grown, 0.0)), own)
    if hidden > rule.hidden_rim and float(rim.high[0]) > 0:
        return [Doubt.RIM.raised(**facts)], ()
    return [], (Caveat.RIM.say(**facts),) if error > rule.unbiased else ()


class _Refutation(NamedTuple):
    """The result of checking refuted directions against held-out samples."""

    dimension: int
    """The number of symmetries, with those whose defect turned out to be bias of the learner."""
    broken: Marks
    unconfirmed: Marks


def _check_refuted(
    rule: Rule,
    transcript: Transcript,
    dimension: int,
    small: Marks,
    error: float,
    with_values: bool,
) -> _Refutation:
    """Ask held-out samples about refuted directions with defects that a biased fit could make.

    Each is tried together with what is accepted. Where moved samples arrive at bad places, an
    asymmetry much larger than the defect means nothing. One that is larger than the error of the
    fit at the same samples is beyond doubt.
    """
    measured = transcript.directions
    upper, seen = measured.high, _see_defect(rule, measured)
    broken, unconfirmed = np.zeros((2, len(upper)), dtype=bool)
    doubtful = [k for k in np.flatnonzero(small).tolist() if k >= dimension]
    for k in doubtful[: rule.asked] if with_values else ():
        asymmetry = transcript.ask("heldout", [*range(dimension), k])
        least, most = rule.follows_least * upper[k], rule.follows_most * upper[k]
        if asymmetry is None or (size := float(asymmetry.law_defect.max())) > most:
            continue
        if is_asymmetric(rule, asymmetry) and size > max(rule.slight, least):
            left = float(asymmetry.bias.max(initial=0.0)) or error
            broken[k] = seen[k] and size > left
        elif (
            k == dimension
            and asymmetry.largest <= rule.unbiased
            and upper[k] <= rule.close
            and is_fault_of_fit(rule, asymmetry)
        ):
            dimension += 1
        else:
            unconfirmed[k] = True
    return _Refutation(dimension, broken, unconfirmed)


class _Checked(NamedTuple):
    """The doubts that remain about accepted directions, and what settled the others."""

    doubts: list[Raised]
    within: float = 0.0
    how: str = ""


def _check_accepted(
    rule: Rule,
    transcript: Transcript,
    accepted: Measurement,
    slight: list[Raised],
    with_values: bool,
) -> _Checked:
    """Check accepted directions against values: by held-out samples, then by finite steps.

    Moved samples may arrive where the fit is poor, so that an asymmetry above the bound of the
    derivatives is not one of the law.
    """
    if not with_values:
        return _Checked(slight)
    dimension = len(accepted.law_defect)
    room = accepted.largest
    asymmetry = transcript.ask("heldout", range(dimension))
    even, confirmed = False, _Checked(slight)
    is_shared = any(one.doubt is Doubt.SHARED for one in slight)
    if asymmetry is not None:
        most, size = asymmetry.largest, float(asymmetry.law_defect.max())
        even = most <= rule.slight
        within = min(asymmetry.largest_defect, room)
        confirmed = _Checked([], within, "held-out samples and replicas of the fit agree")
        if most <= rule.unbiased and (not is_shared or is_fault_of_fit(rule, asymmetry)):
            return confirmed
        broken = rule.slight < size <= room
        if is_asymmetric(rule, asymmetry) and (broken or (slight and not even)):
            return _Checked([Doubt.ASYMMETRIC.raised(size=most)])
    finite = transcript.ask("steps", range(dimension))
    if finite is not None and _show_defect(rule, finite):
        return _Checked([Doubt.SHARED.raised()])
    if even and not is_shared:
        return confirmed
    if finite is not None and finite.largest <= rule.slight:
        how = "by finite steps, replicas of the fit agree"
        return _Checked([], min(finite.largest, room), how)
    return _Checked(slight)


def _show_defect(rule: Rule, finite: Measurement) -> bool:
    """True if finite steps show a defect that replicas agree on."""
    upper, noise = finite.high, np.maximum(finite.noise, limits.LIMITS.noiseless)
    clear = (finite.law_defect >= rule.clear * noise) & (upper > rule.tiny)
    seen = _see_defect(rule, finite) & (upper > rule.slight)
    return bool((clear | seen).any())


def _see_defect(rule: Rule, measured: Measurement, classes: bool = False) -> Marks:
    """Mark the directions in which replicas see a defect of the law."""
    shared = measured.law_defect / np.maximum(measured.noise, limits.LIMITS.noiseless)
    if classes:
        return np.asarray(shared > rule.clear)
    # Less is enough where they agree on it.
    return (shared > rule.common) | ((shared > 1) & measured.excludes_zero(rule.agreed))
