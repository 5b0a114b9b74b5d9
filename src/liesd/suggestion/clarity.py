"""Is an answer clear enough to suggest from? And if not: why, and what to do about it."""

from __future__ import annotations

from typing import Any

from liesd.discovery.result import Discovery
from liesd.learning.words import tell_error
from liesd.sources.fitted import Fitted
from liesd.suggestion import limits
from liesd.verdict.doubts import Doubt
from liesd.verdict.learned import is_asymmetric
from liesd.verdict.rule import RULE, Verdict

ELSE = "leave out columns that do not matter, or name a spec yourself"


def is_clear(found: Discovery) -> bool:
    """True if an answer is SURE, or if it separates well, and nothing speaks against it.

    A suggestion is no verdict. A part of the data where nothing is known of the law makes an answer
    UNSURE, but hides no structure: what is accepted elsewhere stands far apart from what is not.
    Nor does a symmetry that is broken by a trifle, if held-out values show that it is.
    """
    if found.verdict is Verdict.SURE:
        return True
    within, known = found.decision.within, found.next_best
    apart = known is None or known.low >= limits.LIMITS.clear_ratio * within
    small = found.dimension > 0 and within <= limits.LIMITS.clear_within
    doubts = set(found.decision.doubts)
    if Doubt.UNCONFIRMED.name in doubts and _is_broken(found):
        doubts.remove(Doubt.UNCONFIRMED.name)
    return small and apart and limits.LIMITS.bearable.issuperset(doubts)


def find_number(found: Discovery) -> tuple[int, float] | None:
    """Find a number of symmetries that stands out of an unclear answer, and their relative error.

    All defects beyond it have to be those of the law, as the verdict asks it of refuted directions,
    and larger than whatever the others may be, which replicas do not agree on.
    """
    transcript = found.transcript
    if transcript is None or transcript.error is None:
        return None
    measured = transcript.directions
    law, noise = measured.law_defect, measured.noise
    lasting = (law >= RULE.lasting * noise) & (law >= RULE.missed * transcript.error)
    broken = lasting | (law >= RULE.clear * noise)
    number = int(broken.argmax()) if len(broken) else 0
    seen = (law >= RULE.lasting * noise) & (law >= RULE.slight)
    if number == 0 or seen[:number].any() or not broken[number:].all():
        return None
    within, above = measured[:number].largest, float(measured.low[number:].min())
    if above < limits.LIMITS.supposed_ratio * within:
        return None
    return number, within / above


def _is_broken(found: Discovery) -> bool:
    """True if held-out values are asymmetric along each refuted direction they were asked about.

    If the law were symmetric, the asymmetry of a fit would be its own error, at the samples and
    where they are moved to. The verdict wants an asymmetry that matters, however exact the fit is;
    here it has to be beyond chance, many times that error, and as large as derivatives foretell.
    """
    transcript = found.transcript
    if transcript is None or transcript.error is None:
        return False
    dimension, upper = found.decision.dimension, transcript.directions.high
    broken = []
    for k in range(dimension, len(upper)):
        answer = transcript.answers.get(f"heldout: {','.join(map(str, [*range(dimension), k]))}")
        if answer is None:
            continue
        size = float(answer.law_defect.max())
        least = max(limits.LIMITS.broken_errors * transcript.error, RULE.follows_least * upper[k])
        foretold = least <= size <= RULE.follows_most * upper[k]
        broken.append(foretold and is_asymmetric(RULE, answer))
    return bool(broken) and all(broken)


def say_poor(error: float) -> str:
    """Say that nothing can be read off a fit with this held-out error."""
    return (
        f"the fit is too poor to suggest a spec (its held-out error is {tell_error(error)}): give "
        f"more samples or less noise, {ELSE}"
    )


def say_unclear(found: Discovery, model: Any) -> str:
    """Say why the answer to a spec is not clear, and what would make it so."""
    return say_doubt(
        f"it is not clear which symmetries {found.spec} has: {found.reason}", model, found.advice
    )


def say_doubt(why: str, model: Any, advice: str = "") -> str:
    """Say why nothing is suggested from a fit that is good enough, and what to do."""
    good = ""
    if isinstance(model, Fitted) and model.task == "regression":
        good = f" (the held-out error of the fit is {tell_error(model.heldout_error)})"
    helps = f"what may help: {advice}; or" if advice else "give more samples,"
    return f"{why}{good}; {helps} check which columns are the outputs, {ELSE}"
