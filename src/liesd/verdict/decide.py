"""The decision: a pure function of a rule and a transcript."""

from __future__ import annotations

from dataclasses import replace

from liesd.verdict import limits
from liesd.verdict.classes import decide_classes
from liesd.verdict.doubts import Doubt
from liesd.verdict.exact import decide_exact, decide_within, examine_function
from liesd.verdict.learned import decide_law, decide_one_fit, is_asymmetric
from liesd.verdict.models import decide_model
from liesd.verdict.rule import RULE, Decision, Rule, Verdict, add_doubt
from liesd.verdict.transcript import LAW, MODEL, Transcript

SIGNS = {
    "unresolved": Doubt.UNRESOLVED,
    "coarse": Doubt.COARSE,
    "noise": Doubt.NOISY,
    "scheme": Doubt.SCHEME,
    "unexplained": Doubt.UNEXPLAINED,
    "few": Doubt.FEW_TRAJECTORIES,
    "unheld": Doubt.NONE_HELD_OUT,
    "truncated": Doubt.TRUNCATED,
}
"""The doubts that figures about the data raise, where they exceed the rule's field of that name."""


def decide(transcript: Transcript, rule: Rule = RULE) -> Decision:
    """Decide how many of the directions are symmetries, and how sure that is."""
    decision = _count(transcript, rule)
    if not transcript.is_law:
        decision = examine_function(rule, decision, transcript)
    decision = _check_brackets(rule, decision, transcript)
    if transcript.faint:
        names = ", ".join(map(str, transcript.faint[:5]))
        decision = add_doubt(decision, Doubt.FAINT.raised(outputs=names))
    counted = transcript.signs and transcript.is_law and transcript.tolerance is None
    if counted and decision.within > rule.close_jets:
        decision = add_doubt(decision, Doubt.NEARLY.raised(size=decision.within))
    for sign, kind in SIGNS.items():
        figure = transcript.signs.get(sign, 0.0)
        if figure > getattr(rule, sign):
            decision = add_doubt(decision, kind.raised(size=figure))
    for instrument in transcript.extra:
        answer = transcript.ask(instrument, range(decision.dimension))
        if (
            answer is not None
            and is_asymmetric(rule, answer)
            and answer.law_defect.max() > rule.slight
        ):
            size = float(answer.law_defect.max())
            doubt = Doubt.CONTRADICTED.raised(instrument=instrument, size=size)
            decision = add_doubt(decision, doubt)
    return _hear_witness(rule, decision, transcript)


SETTLED = {"ASYMMETRIC", "LOOSE", "NO_GAP", "ONE_FIT", "SHARED", "UNCLEAR", "UNCONFIRMED"}
"""Doubts about what a fit says of the law; another fit of which it is sure settles them."""


def _hear_witness(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Let another fit settle doubts, if it is sure of the same symmetries by itself."""
    heard = transcript.witness
    if heard is None or not SETTLED.issuperset(decision.doubts):
        return decision
    other = decide(heard.transcript, rule)
    same = other.dimension == decision.dimension and heard.defect <= rule.nearly
    if decision.verdict is Verdict.SURE or other.verdict is Verdict.UNSURE or not same:
        return decision
    return replace(
        decision,
        verdict=Verdict.SURE,
        reason=f"a fit to y is sure of the same symmetries by itself: {other.reason}",
        advice="",
        doubts=(),
        within=max(decision.within, other.within),
    )


def _check_brackets(rule: Rule, decision: Decision, transcript: Transcript) -> Decision:
    """Doubt directions whose brackets leave their span by more than their error explains.

    A direction of defect d is off by about d over the least defect of a refuted direction.
    """
    if decision.verdict is Verdict.UNSURE or decision.dimension < 2:
        return decision
    brackets = transcript.ask("closure", range(decision.dimension))
    if brackets is None:
        return decision
    refuted = transcript.directions.law_defect[decision.dimension :]
    error = decision.within / max(float(refuted.min(initial=1.0)), limits.LIMITS.noiseless)
    size = float(brackets.defect.max())
    if size <= max(rule.closes, rule.closed * error):
        return decision
    return add_doubt(decision, Doubt.NOT_CLOSED.raised(size=size))


def _count(transcript: Transcript, rule: Rule) -> Decision:
    measured = transcript.directions
    if transcript.tolerance is not None:
        floor = 0.0 if transcript.is_law else transcript.floor
        return decide_within(rule, measured, transcript.tolerance, floor)
    if transcript.kind == LAW:
        if not transcript.replicated:
            return decide_one_fit(rule, transcript)
        return (decide_classes if transcript.has_classes else decide_law)(rule, transcript)
    if transcript.kind == MODEL:
        return decide_model(rule, transcript)
    return decide_exact(rule, measured, transcript.floor)
