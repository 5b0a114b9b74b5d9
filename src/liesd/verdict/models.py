"""Decide for a trained model: how many directions stand clear of the rest, and how far.

A trained network has hardly ever an exact symmetry, and nothing is known of the law behind it. So
directions are exact, up to rounding; or they stand clear, with small defects and a gap behind them
that resampling the data leaves open; or they are no symmetries of the model.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from liesd.verdict.doubts import Doubt, Raised
from liesd.verdict.estimates import Array, Measurement
from liesd.verdict.exact import count_exact
from liesd.verdict.rule import Candidate, Decision, Rule, conclude
from liesd.verdict.transcript import Transcript


def decide_model(rule: Rule, transcript: Transcript) -> Decision:
    """Decide by derivatives; where they leave it open, over finite steps.

    Derivatives of a network with kinks are rough, but their errors cancel along a step.
    """
    measured = transcript.directions
    exact = count_exact(rule, measured, transcript.floor)
    best = count_clear(rule, measured, exact)
    how = ""
    if not best.is_clear:
        finite = _follow_steps(rule, transcript, exact)
        smoother = best if finite is None else count_clear(rule, finite, exact)
        if finite is not None and smoother.is_clear:
            measured, best, how = finite, smoother, "over finite steps, "
    dimension = best.candidates[0].dimension if best.stands else exact
    within = float(measured.defect[:dimension].max(initial=0.0))
    doubts = [] if best.is_clear else [_doubt_gap(rule, measured, dimension, exact)]
    return conclude(
        dimension,
        doubts,
        how + _explain(measured, dimension, exact, best.gap),
        best.candidates,
        0,
        within,
        exact,
    )


class Counted(NamedTuple):
    """The numbers of directions that may stand clear, the best first."""

    candidates: tuple[Candidate, ...]
    gap: float
    """Behind the best one, at least, whatever samples are drawn."""
    stands: bool
    """True if the gap of the best one is wide enough."""
    is_clear: bool
    """True if that holds under resampling, and no other number does nearly as well."""


def count_clear(rule: Rule, measured: Measurement, exact: int) -> Counted:
    """Count the directions before the widest gap; exact ones are never counted out.

    A model that was built with exact symmetries has the others broken on purpose, or nearly.
    """
    largest = rule.distant if exact else rule.nearly
    most = exact + int(np.sum(measured.defect[exact:] <= largest))
    plain = _list_gaps(rule, measured.defect, measured.defect, exact, most)
    bounded = _list_gaps(rule, measured.high, measured.low, exact, most)
    order = sorted(range(len(plain)), key=lambda k: -plain[k])
    first, *others = order
    rivals = [plain[k] for k in others if plain[k] >= rule.stands_clear]
    stands = plain[first] >= rule.stands_clear
    is_clear = bounded[first] >= rule.stands_clear and all(
        plain[first] >= rule.outdoes * one for one in rivals
    )
    candidates = tuple(Candidate(exact + k, plain[k]) for k in order)
    return Counted(candidates, bounded[first], stands, is_clear)


def _list_gaps(rule: Rule, upper: Array, lower: Array, exact: int, most: int) -> list[float]:
    """The ratio of the first direction that is left out to the last that is not exact."""
    gaps = []
    for count in range(exact, most + 1):
        below = max(float(upper[exact:count].max(initial=0.0)), rule.distant / 10)
        below = below if count > exact else rule.distant
        above = float(lower[count:].min(initial=1.0))
        gaps.append(above / below)
    return gaps


def _follow_steps(rule: Rule, transcript: Transcript, exact: int) -> Measurement | None:
    """The defects over finite steps, of as many directions as may matter."""
    measured = transcript.directions
    close = int(np.sum(measured.defect[exact:] <= rule.rough))
    stop = min(len(measured.defect), exact + min(close, rule.asked) + 1)
    finite = transcript.ask("path", range(exact, stop)) if stop > exact else None
    if finite is None:
        return None

    def join(name: str) -> Array:
        whole, part = getattr(measured, name), getattr(finite, name)
        return np.concatenate([whole[:exact], np.sort(part), whole[stop:]])

    return Measurement(join("defect"), join("law_defect"), join("low"), join("high"), join("noise"))


def _doubt_gap(rule: Rule, measured: Measurement, dimension: int, exact: int) -> Raised:
    """No number stands clear: name the defects beside the border."""
    border = max(dimension, 1)
    below = float(measured.defect[:border].max(initial=0.0))
    above = float(measured.defect[border:].min(initial=1.0))
    if dimension == exact > 0 and above <= rule.stands_clear * rule.distant:
        return Doubt.BESIDE_EXACT.raised(above=above)
    return Doubt.CONTINUOUS.raised(below=below, above=above)


def _explain(measured: Measurement, dimension: int, exact: int, gap: float) -> str:
    if dimension == len(measured.defect):
        return "every direction that the data can speak of is small"
    above = float(measured.defect[dimension:].min())
    if dimension == exact:
        return f"no other direction comes near: the next one has a defect of {100 * above:.0f} %"
    return (
        f"the next direction has a defect of {100 * above:.0f} %, at least {gap:.1f} times that of "
        f"the {'symmetry' if dimension == 1 else 'symmetries'} in every part of the data"
    )
