"""How many symmetries a law has that is known only by fits to samples of it.

Each defect is judged by what replicas of the fit have in common, against their noise
(:mod:`liesd.verdict.estimates`). Then values are asked, which are learned better than derivatives: held-out
samples (:mod:`liesd.verdict.instruments.heldout`) and finite steps (:mod:`liesd.verdict.instruments.steps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.verdict.estimates import Array, Asymmetry, Estimates
from liesd.verdict.exact import (
    GAP,
    NEARLY,
    TINY,
    Decision,
    Verdict,
    candidates_of,
    typical,
    weakly_broken,
)

NOTHING = 1e-5  # a defect of a learned function that is zero for all we can tell
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
WEAK = 0.3  # a held-out error beyond which nothing is sure
RESOLUTION = 0.33  # what replicas share is known up to this part of their squared noise

Doubt = tuple[str, tuple[str, ...]]  # the reason, and what may settle it
SEEN: Doubt = (
    "all replicas see a small defect in an accepted direction: it may be broken weakly, or the "
    "learner is biased",
    ("another learner", "tolerance= to count it"),
)
UNCONFIRMED: Doubt = (
    "held-out samples do not confirm the small defect of a refuted direction: the learner may be "
    "biased",
    ("more data", "another learner", "tolerance= to count it"),
)
Values = Callable[[Sequence[int]], Asymmetry | None]


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


def decide_learned(
    estimates: Estimates,
    error: float,
    classes: bool,
    steps: Callable[[int], Estimates | None] | None = None,
    values: Values | None = None,
) -> Decision:
    """For a function that was learned: by what its replicas share, against their noise.

    ``values`` say what held-out samples know of some directions (:mod:`liesd.verdict.instruments.heldout`), and
    ``steps`` what finite steps along so many leave (:mod:`liesd.verdict.instruments.steps`). Both see smaller
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
    candidates = candidates_of(np.maximum(upper, TINY / 10), law, typical(noise), most)
    best = candidates[0]
    if best.score < GAP:  # nothing stands out: count only what is beyond doubt
        best = next(one for one in candidates if one.dimension == least)
    unclear = tiny | ((shared < CLEAR) & ~lasting)
    small = upper <= np.where(unclear, NEARLY, CLOSE)
    asked = _confirmed(estimates, best.dimension, small, error, values)
    if asked.dimension > best.dimension:
        every = candidates_of(np.maximum(upper, TINY / 10), law, typical(noise))
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
        _one_of(dict.fromkeys(option for _, advice in doubts for option in advice)),
        candidates,
        weakly_broken(law, best.dimension),
        within,
    )


def _one_of(options: Iterable[str]) -> str:
    *others, last = list(options) or [""]
    return f"{', '.join(others)} or {last}" if others else last


def _upper(estimates: Estimates) -> Array:
    """How large a defect may be for all that replicas can tell."""
    return np.asarray(np.sqrt(estimates.law**2 + RESOLUTION * estimates.noise**2))


def _doubts(error: float, unclear: bool, score: float) -> list[Doubt]:
    """What speaks against any number of symmetries."""
    doubts: list[Doubt] = []
    if not error <= WEAK:
        doubts.append(
            (
                f"the fit is weak: its held-out error is {error:.0%}",
                ("more data", "another learner", "longer training"),
            )
        )
    if unclear:
        doubts.append(
            (
                "a refuted direction does not stand clear of the noise",
                ("more data", "a better fit"),
            )
        )
    if score < GAP:
        doubts.append(
            (
                "no number of symmetries stands out",
                ("more data", "a better fit", "a tighter spec"),
            )
        )
    return doubts


def _slight(accepted: Estimates, close: float, classes: bool) -> list[Doubt]:
    """What speaks against accepted directions: noise that could hide much, or a small defect."""
    upper = _upper(accepted)
    closest = float(upper.max(initial=0.0))
    doubts: list[Doubt] = []
    if closest > close:
        doubts.append(
            (
                f"the accepted directions are symmetric to within {closest:.1%} only",
                ("more data", "a better fit"),
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
        ("a better fit", "tolerance= to count it"),
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
