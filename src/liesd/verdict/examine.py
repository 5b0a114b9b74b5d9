"""Measure the directions of a discovery, so that the rule can decide."""

from __future__ import annotations

from liesd.verdict.caveats import count_enough, find_cuts, find_faint
from liesd.verdict.instruments import INSTRUMENTS, OWN, Instrument, Subject
from liesd.verdict.transcript import FUNCTION, LAW, MODEL, Transcript


def examine(subject: Subject, tolerance: float | None, evidence: bool) -> Transcript:
    """Start a transcript that measures on request; without ``evidence`` no replicas."""
    problem = subject.problem
    instruments: dict[str, Instrument] = {
        name: kind(subject) for name, kind in INSTRUMENTS.items() if kind.applies(subject)
    }
    if not evidence:
        instruments = {k: v for k, v in instruments.items() if k not in ("replicas", "heldout")}
    first = next(name for name in ("replicas", "groups", "rounding") if name in instruments)
    kind = {"replicas": LAW, "groups": MODEL, "rounding": FUNCTION}[first]
    measured = instruments[first].measure(range(len(subject.defects)))
    assert measured is not None
    return Transcript(
        kind=kind,
        directions=measured,
        floor=problem.source.floor,
        error=subject.error,
        has_classes=subject.fit is not None and subject.fit.has_classes,
        tolerance=tolerance,
        is_evaluable=problem.source.is_evaluable,
        samples=problem.count,
        better=count_enough(problem, subject.outputs),
        cuts=find_cuts(problem, subject.outputs),
        faint=() if kind == FUNCTION else find_faint(subject.outputs, problem.frame.faint),
        instruments=instruments,
        extra=tuple(name for name in instruments if name not in OWN),
    )
