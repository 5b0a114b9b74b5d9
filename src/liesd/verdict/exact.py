"""Decide for an exact function: symmetries up to rounding, or up to a tolerance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from liesd.verdict.doubts import Doubt
from liesd.verdict.estimates import Measurement
from liesd.verdict.rule import (
    Decision,
    Rule,
    Verdict,
    add_doubt,
    conclude,
    count_weakly_broken,
    find_typical_noise,
    rank_candidates,
)
from liesd.verdict.transcript import MODEL, Transcript


def count_exact(rule: Rule, measured: Measurement, floor: float) -> int:
    """Count the directions whose defect may be rounding."""
    return int(np.sum(measured.defect <= max(rule.exact, 10 * floor)))


def decide_exact(rule: Rule, measured: Measurement, floor: float) -> Decision:
    """Decide for an exact function: its symmetries have no defect but rounding."""
    defects = measured.defect
    bar = max(rule.exact, 10 * floor)
    dimension = count_exact(rule, measured, floor)
    last = float(defects[:dimension].max(initial=0.0))
    first = float(defects[dimension:].min(initial=np.inf))
    surely = last <= max(rule.rounding, 10 * floor / 3)
    doubts = []
    if not (first >= rule.apart * bar and surely):
        coarse = floor > rule.exact
        advice = "evaluate f in float64, or {0}" if coarse else "{0}"
        advice = advice.format("pass tolerance=1e-3 to count defects up to 0.1 %")
        doubts.append(Doubt.ROUNDING.raised(size=first if surely else last, advice=advice))
    return conclude(
        dimension,
        doubts,
        _explain_gap(dimension, first),
        rank_candidates(rule, np.maximum(defects, floor), defects, floor),
        count_weakly_broken(rule, defects, dimension),
        last,
        dimension,
    )


def _explain_gap(dimension: int, first: float) -> str:
    """Explain to somebody who does not know the method why the number is certain."""
    if not np.isfinite(first):
        return "no motion of this form changes the outputs by more than rounding"
    share = "as much as" if first >= 1 else f"{100 * first:.2g} % of what"
    least = f"by at least {share} a random motion changes them"
    if not dimension:
        return f"every motion of this form changes the outputs, {least}"
    these = "it" if dimension == 1 else "them"
    return (
        f"along {these} the outputs change by rounding alone, and along every direction orthogonal "
        f"to {these} {least}"
    )


def decide_within(
    rule: Rule, measured: Measurement, tolerance: float, floor: float = 0.0
) -> Decision:
    """Count all symmetries up to a defect that the user tolerates."""
    dimension = int(np.sum(measured.law_defect <= tolerance))
    accepted, refuted = measured.high[:dimension], measured.low[dimension:]
    clear = bool((accepted <= tolerance).all() and (refuted >= tolerance).all())
    return conclude(
        dimension,
        [] if clear else [Doubt.BORDER.raised(tolerance=tolerance)],
        f"every motion with a defect of at most {100 * tolerance:.2g} % is counted, as asked",
        rank_candidates(
            rule, measured.high, measured.law_defect, find_typical_noise(measured.noise)
        ),
        0,
        float(accepted.max(initial=0.0)),
        min(count_exact(rule, measured, floor), dimension) if floor else 0,
    )


def examine_function(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Add doubts about a function, which the equations do not show.

    These are directions cut from the data, too few samples, parts without derivatives, and
    derivatives that are not its own.
    """
    decision = _examine_accepted(rule, decision, transcript)
    sure = decision.verdict is Verdict.SURE
    return _compare_slopes(rule, decision, transcript) if sure else decision


def _examine_accepted(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Add doubts about the symmetries that are accepted."""
    decision = _compare_values(rule, decision, transcript)
    for name, size in transcript.cuts:
        decision = add_doubt(decision, Doubt.CUT.raised(name=name, size=size))
    if decision.approximate and transcript.kind != MODEL and decision.verdict is Verdict.SURE:
        decision = _doubt_rough(rule, decision, transcript)
    if decision.verdict is Verdict.UNSURE or decision.dimension == 0:
        return decision
    if transcript.samples < transcript.better and transcript.tolerance is None:
        half = transcript.ask("halves", range(decision.dimension))
        if half is not None:
            found = count_exact(rule, half, transcript.floor)
            if found > decision.dimension:
                return add_doubt(
                    decision,
                    Doubt.FEW_SAMPLES.raised(
                        samples=transcript.samples, half=found, better=transcript.better
                    ),
                )
    if decision.dimension > decision.exact:
        decision = _compare_steps(rule, decision, transcript)
    return _try_steps(rule, decision, transcript) if decision.exact else decision


def _compare_values(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Doubt given derivatives that are not those of the given values."""
    if transcript.is_evaluable or "neighbours" not in transcript.available:
        return decision
    given = transcript.ask("neighbours", range(decision.dimension))
    if given is not None:
        bars = np.where(given.noise < rule.rough_given, rule.unlike, rule.unlike_rough)
        if (given.low > bars).any():
            worst = int(np.argmax(given.low / bars))
            doubt = Doubt.UNLIKE_VALUES.raised(output=worst, size=float(given.low[worst]))
            return add_doubt(decision, doubt)
    if decision.verdict is Verdict.UNSURE:
        return decision
    if given is not None and (given.high <= rule.unlike_rough).all():
        within = float(given.high.max())
        told = f"and from one sample to the next jacobian= agrees with y to within {within:.2g}"
    else:
        told = (
            "if jacobian= holds the derivatives of y, which these samples are too few, too noisy "
            "or too far apart to tell"
        )
    return replace(decision, reason=f"{decision.reason}, {told}")


def _compare_slopes(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Doubt derivatives of a function that its own values contradict."""
    slopes = transcript.ask("slopes", ()) if transcript.is_evaluable else None
    if slopes is None or slopes.share <= rule.unlike_slopes:
        return decision
    return add_doubt(decision, Doubt.UNLIKE_SLOPES.raised(share=slopes.share))


def _try_steps(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Doubt exact symmetries that finite steps do not bear out; else say what these exclude."""
    jumps = transcript.ask("jumps", range(decision.exact))
    if jumps is not None and jumps.share > rule.jumping:
        size = float(jumps.defect.max())
        return add_doubt(decision, Doubt.JUMPS.raised(share=jumps.share, size=size))
    probe = transcript.ask("probe", range(decision.exact))
    if probe is not None and probe.share > rule.differing:
        return add_doubt(decision, Doubt.BESIDE.raised(share=probe.share))
    if jumps is None or not jumps.count or decision.verdict is Verdict.UNSURE:
        return decision
    share = min(rule.none_seen / jumps.count, 1.0)
    bound = (
        f"{jumps.count:,.0f} random finite steps agree to within {jumps.noise.max():.0e} of the "
        f"size of f (with 95 % confidence, fewer than {100 * share:.2g} % of such steps would not)"
    )
    return replace(decision, reason=f"{decision.reason}, and {bound}")


def _doubt_rough(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Doubt a number from which derivatives exclude a direction that finite steps bear out.

    Tables and piecewise functions have rough derivatives, whose errors cancel along a step.
    """
    nearly = range(decision.dimension, decision.dimension + decision.approximate)
    small = transcript.directions.defect[nearly[-1]] <= rule.close
    finite = transcript.ask("path", nearly) if transcript.is_evaluable and small else None
    if finite is None:
        return decision
    ratio = finite.defect / transcript.directions.defect[list(nearly)]
    if not (ratio <= rule.smoother).any():  # nor where f has no value after a step
        return decision
    worst = int(np.nanargmin(ratio))
    size, derivative = (
        float(finite.defect[worst]),
        float(transcript.directions.defect[nearly[worst]]),
    )
    return add_doubt(decision, Doubt.ROUGH.raised(size=size, derivative=derivative))


def _compare_steps(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Doubt what derivatives say of symmetries that are not exact, if finite steps say more."""
    finite = transcript.ask("path", range(decision.exact, decision.dimension))
    if finite is None:
        return decision
    size, bar = float(finite.defect.max()), max(transcript.tolerance or 0.0, decision.within)
    if size <= rule.beyond * bar:
        return decision
    return add_doubt(decision, Doubt.UNLIKE_DERIVATIVES.raised(size=size, within=decision.within))
