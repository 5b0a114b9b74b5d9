"""How many of the directions are symmetries, and how sure we are.

Inventing a symmetry is the worst error, calling an approximate one exact comes next. So the answer
is a number *and* a verdict: SURE, or UNSURE with the reason and what would settle it. There are two
questions, because there are two kinds of functions:

* A function that is given is what it is. Its symmetries are exact up to rounding or they are none.
* A function that was learned stands for a law that nobody has seen. Each defect is judged by what
  replicas of the fit have in common (:mod:`liesd.evidence`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.evidence import Array, Asymmetry, Estimates

EXACT = 1e-6  # the largest defect of an exact function that may be rounding
ROUNDING = 1e-8  # the largest one that surely is: scales go down to the root of the precision
NOTHING = 1e-5  # a defect of a learned function that is zero for all we can tell
TINY = 1e-3  # one that the bias of a good fit can explain
CLOSE = 0.02  # the largest defect up to which a law may surely count as symmetric
CLOSE_CLASSES = 0.1  # the same where only class labels are known, which are mostly noise
SLIGHT = 0.002  # a defect up to which a law counts as symmetric, even if replicas share it
BIASED = 0.001  # an asymmetry of held-out values that outweighs whatever replicas share
COMMON = 2.0  # what replicas may share in an accepted direction, in units of their noise
AGREED = 2 / 3  # if the 95 % interval keeps so much of what they share, that of 99 % excludes zero
CLEAR = 5.0  # what they must share in a refuted one
LASTING = 3.0  # the same where more data leaves the defect as it is, which bias would not be,
MISSED = 6.0  # ... and it is so many times larger than what the fit leaves unexplained
BIAS = 30.0  # what bias may make them share where it is tiny
CERTAIN = 1e4  # ... and where it is nothing at all
FOLLOWS = (0.15, 3.0)  # the asymmetry of values that a defect of derivatives leaves: from, to
ASKED = 8  # refuted directions that held-out samples are asked about, at most
GAP = 4.0  # how far refuted directions must stand from accepted ones
WEAK = 0.3  # a held-out error beyond which nothing is sure
RESOLUTION = 0.33  # what replicas share is known up to this part of their squared noise
NEARLY = 0.2  # the largest defect of a broken symmetry that is worth a word


Doubt = tuple[str, str]  # the reason, and what to do
SEEN: Doubt = (
    "all replicas see a small defect in an accepted direction: it may be broken weakly, or the "
    "learner is biased",
    "another learner, or tolerance= to count it",
)
UNCONFIRMED: Doubt = (
    "held-out samples do not confirm the small defect of a refuted direction: the learner may be "
    "biased",
    "more data, another learner, or tolerance= to count it",
)
Values = Callable[[Sequence[int]], Asymmetry | None]


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
        _candidates(np.maximum(defects, floor), defects, floor),
        _weakly_broken(defects, dimension),
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
        _candidates(estimates.high, estimates.law, _typical(estimates.noise)),
        0,
        float(accepted.max(initial=0.0)),
    )


def decide_trained(estimates: Estimates, error: float) -> Decision:
    """For a model of which nothing is known but its error, which bounds the error of defects."""
    law = estimates.defect
    noise = np.full_like(law, error)
    known = Estimates(law, np.sqrt(np.maximum(law**2 - noise**2, 0.0)), law, law, noise)
    decision = decide_learned(known, error, classes=False)
    doubt = f"only one fit is known, with an error of {error:.1%}"
    return replace(
        decision,
        verdict=Verdict.UNSURE,
        reason=doubt if decision.verdict is Verdict.SURE else f"{decision.reason}; {doubt}",
        advice="learn with replicas (liesd.learn makes them from 1,000 samples on), or give "
        "tolerance=",
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


def decide_learned(
    estimates: Estimates,
    error: float,
    classes: bool,
    steps: Callable[[int], Estimates | None] | None = None,
    values: Values | None = None,
) -> Decision:
    """For a function that was learned: by what its replicas share, against their noise.

    ``values`` say what held-out samples know of some directions (:mod:`liesd.averaging`), and
    ``steps`` what finite steps along so many leave (:mod:`liesd.stepping`). Both see smaller
    defects than derivatives do: they may settle a doubt, and raise one.

    Where only class labels are known, which are mostly noise, a network is held back from fitting
    them, and replicas share that bias: more is allowed for it there.
    """
    close = CLOSE_CLASSES if classes else CLOSE
    law, noise = estimates.law, np.maximum(estimates.noise, 1e-12)
    upper, shared = _upper(estimates), law / noise
    # Replicas saw a part of the data each, the function itself all of it.
    lasting = (shared >= LASTING) & (estimates.defect >= 0.9 * law)
    if not classes:  # the part of the law that no fit has got can leave a defect that lasts
        lasting &= law >= MISSED * error
    tiny = ((upper <= NOTHING) & (shared <= CERTAIN)) | ((upper <= TINY) & (shared <= BIAS))
    may = tiny | ((shared <= CLEAR) & (upper <= NEARLY))
    most, least = (int(np.logical_and.accumulate(part).sum()) for part in (may, tiny))
    candidates = _candidates(np.maximum(upper, TINY / 10), law, _typical(noise), most)
    best = candidates[0]
    if best.score < GAP:  # nothing stands out: count only what is beyond doubt
        best = next(one for one in candidates if one.dimension == least)
    unclear = tiny | ((shared < CLEAR) & ~lasting)
    small = upper <= np.where(unclear, NEARLY, CLOSE)
    asked = _confirmed(estimates, best.dimension, small, error, values)
    if asked.dimension > best.dimension:
        every = _candidates(np.maximum(upper, TINY / 10), law, _typical(noise))
        best = next(one for one in every if one.dimension == asked.dimension)
        candidates = (best, *(one for one in candidates if one.dimension != best.dimension))
    accepted, refuted = slice(0, best.dimension), slice(best.dimension, None)
    doubts = _doubts(error, bool((unclear & ~asked.broken)[refuted].any()), best.score)
    if (asked.unconfirmed & ~unclear)[refuted].any():
        doubts.append(UNCONFIRMED)
    slight = _slight(estimates[accepted], close, classes)
    within, how = _within(estimates[accepted]), "replicas of the fit agree"
    if not (doubts or classes or tiny[accepted].all()):
        said = _asked(estimates[accepted], slight, values, steps)
        if slight and not said.doubts:
            within, how = said.within, said.how
        slight = said.doubts
    doubts += slight
    return Decision(
        best.dimension,
        Verdict.UNSURE if doubts else Verdict.SURE,
        "; ".join(reason for reason, _ in doubts)
        or f"{how} on what is a symmetry and what is not "
        f"({error:.1%} of the outputs is left unexplained)",
        doubts[0][1] if doubts else "",
        candidates,
        _weakly_broken(law, best.dimension),
        within,
    )


def _upper(estimates: Estimates) -> Array:
    """How large a defect may be for all that replicas can tell."""
    return np.asarray(np.sqrt(estimates.law**2 + RESOLUTION * estimates.noise**2))


def _doubts(error: float, unclear: bool, score: float) -> list[Doubt]:
    """What speaks against any number of symmetries."""
    doubts = []
    if not error <= WEAK:
        doubts.append(
            (
                f"the fit is weak: its held-out error is {error:.0%}",
                "more data, another learner, or longer training",
            )
        )
    if unclear:
        doubts.append(
            ("a refuted direction does not stand clear of the noise", "more data or a better fit")
        )
    if score < GAP:
        doubts.append(
            ("no number of symmetries stands out", "more data, a better fit, or a tighter spec")
        )
    return doubts


def _slight(accepted: Estimates, close: float, classes: bool) -> list[Doubt]:
    """What speaks against accepted directions: noise that could hide much, or a small defect."""
    upper = _upper(accepted)
    closest = float(upper.max(initial=0.0))
    doubts = []
    if closest > close:
        doubts.append(
            (
                f"the accepted directions are symmetric to within {closest:.1%} only",
                "more data or a better fit",
            )
        )
    if (_seen(accepted, classes) & (upper > SLIGHT)).any():
        doubts.append(SEEN)
    return doubts


class _Confirmed(NamedTuple):
    """What held-out samples say of directions that derivatives refute."""

    dimension: int
    """So many are symmetries: what replicas see in the last ones is a bias of the learner."""
    broken: NDArray[np.bool_]
    unconfirmed: NDArray[np.bool_]


def _confirmed(
    estimates: Estimates,
    dimension: int,
    small: NDArray[np.bool_],
    error: float,
    values: Values | None,
) -> _Confirmed:
    """Ask held-out samples about refuted directions with defects that a biased fit could make.

    Each is tried together with what is accepted. Where moved samples arrive at bad places, an
    asymmetry much larger than the defect says nothing. One that is larger than all that the fit
    leaves unexplained is beyond doubt.
    """
    upper, seen = _upper(estimates), _seen(estimates, classes=False)
    broken, unconfirmed = np.zeros((2, len(upper)), dtype=bool)
    doubtful = [k for k in np.flatnonzero(small).tolist() if k >= dimension]
    for k in doubtful[:ASKED]:
        asymmetry = None if values is None else values([*range(dimension), k])
        least, most = (factor * upper[k] for factor in FOLLOWS)
        if asymmetry is None or asymmetry.size > most:
            continue
        if asymmetry.seen and asymmetry.size > max(SLIGHT, least):
            broken[k] = seen[k] and asymmetry.size > error
        elif k == dimension and asymmetry.upper <= BIASED and upper[k] <= CLOSE:
            dimension += 1
        else:
            unconfirmed[k] = True
    return _Confirmed(dimension, broken, unconfirmed)


class _Said(NamedTuple):
    """What is left to doubt of accepted directions, and why it is no more."""

    doubts: list[Doubt]
    within: float = 0.0
    how: str = ""


def _asked(
    accepted: Estimates,
    slight: list[Doubt],
    values: Values | None,
    steps: Callable[[int], Estimates | None] | None,
) -> _Said:
    """Ask values where derivatives leave doubts, or see nothing: held-out samples, then steps.

    Moved samples may arrive where the fit is poor, so that an asymmetry which derivatives leave no
    room for is none of the law.
    """
    dimension, room = len(accepted.law), float(_upper(accepted).max(initial=0.0))
    asymmetry = None if values is None else values(range(dimension))
    even = False
    if asymmetry is not None:
        even = asymmetry.upper <= SLIGHT
        confirmed = _Said([], asymmetry.upper, "held-out samples and replicas of the fit agree")
        if asymmetry.upper <= BIASED:
            return confirmed
        broken = SLIGHT < asymmetry.size <= room
        if asymmetry.seen and (broken or (slight and not even)):
            return _Said([_uneven(asymmetry)])
    finite = None if steps is None else steps(dimension)
    if finite is not None and _shown(finite):
        return _Said([SEEN])
    if even and SEEN not in slight:
        return confirmed
    if finite is not None and _upper(finite).max() <= SLIGHT:
        return _Said([], _within(finite), "by finite steps, replicas of the fit agree")
    return _Said(slight)


def _uneven(asymmetry: Asymmetry) -> Doubt:
    return (
        f"held-out samples show an asymmetry of {asymmetry.upper:.1%} in what is accepted: it may "
        "be broken weakly, or the fit is poor where moved samples arrive",
        "a better fit, or tolerance= to count it",
    )


def _shown(finite: Estimates) -> bool:
    """Whether finite steps show a defect that replicas agree on."""
    upper, noise = _upper(finite), np.maximum(finite.noise, 1e-12)
    clear = (finite.law >= CLEAR * noise) & (upper > TINY)
    return bool((clear | (_seen(finite, classes=False) & (upper > SLIGHT))).any())


def _within(estimates: Estimates) -> float:
    return float(np.maximum(_upper(estimates), estimates.law + estimates.noise).max(initial=0.0))


def _seen(estimates: Estimates, classes: bool) -> NDArray[np.bool_]:
    """Where replicas see a defect of the law."""
    shared = estimates.law / np.maximum(estimates.noise, 1e-12)
    if classes:
        return np.asarray(shared > CLEAR)
    # Less is enough where they agree on it.
    return (shared > COMMON) | ((shared > 1) & (estimates.low > AGREED * estimates.law))


def _candidates(
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


def _typical(noise: Array) -> float:
    return float(np.median(noise)) if len(noise) else 0.0


def _weakly_broken(defects: Array, dimension: int) -> int:
    """How many refuted directions are small and stand clear of the others."""
    refuted = defects[dimension:]
    clear = (refuted[:-1] <= NEARLY) & (refuted[1:] >= CLEAR * refuted[:-1])
    return int(np.flatnonzero(clear)[0]) + 1 if clear.any() else 0
