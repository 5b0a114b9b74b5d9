"""Measure the directions of a discovery, so that the rule can decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from liesd.progress import Reporter, read_progress
from liesd.verdict.caveats import count_enough, find_cuts, find_faint
from liesd.verdict.estimates import Measurement
from liesd.verdict.instruments import INSTRUMENTS, OWN, Instrument, Subject, find_place
from liesd.verdict.transcript import FUNCTION, LAW, Transcript

FIRST = {"function": ("rounding",), "model": ("groups", "rounding")}
"""What measures the directions for each question, if it applies; replicas do for a law."""


VALUES = ("replicas", "heldout", "rim")
"""What compares a fit with data that it was not fitted to."""


class Shown(NamedTuple):
    """An instrument at work, as a stage that is shown."""

    instrument: Instrument
    progress: Reporter

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        """Measure the directions with these indices."""
        with self.progress.stage(f"verdict: {self.instrument.name}"):
            return self.instrument.measure(directions)


def examine(
    subject: Subject, about: str, tolerance: float | None = None, evidence: bool = True
) -> Transcript:
    """Start a transcript that measures on request; without ``evidence`` no replicas."""
    problem, fit = subject.problem, subject.fit
    progress = read_progress(problem.batches.progress)
    instruments = {
        name: Shown(kind(subject), progress)
        for name, kind in INSTRUMENTS.items()
        if kind.applies(subject)
    }
    if not evidence:
        instruments = {k: v for k, v in instruments.items() if k not in VALUES}
    order = FIRST.get(about, ("replicas", "groups", "rounding"))
    first = next(name for name in order if name in instruments)
    measured = instruments[first].measure(range(len(subject.defects)))
    assert measured is not None
    is_judged = about == LAW and first == "replicas" and "rim" in instruments
    return Transcript(
        kind=about,
        directions=measured,
        floor=problem.source.floor,
        error=subject.error,
        has_classes=fit is not None and fit.has_classes,
        tolerance=tolerance,
        is_evaluable=problem.source.is_evaluable,
        samples=problem.count,
        better=count_enough(problem, subject.outputs),
        cuts=find_cuts(problem, subject.outputs),
        faint=() if about == FUNCTION else find_faint(subject.outputs, problem.frame.faint),
        replicated=about == LAW and first == "replicas",
        disjoint=fit is None or fit.disjoint,
        effort="normal" if fit is None else str(fit.report.get("effort", "normal")),
        place=find_place(subject) if is_judged else "",
        instruments=instruments,
        available=tuple(instruments),
        signs=dict(problem.source.signs),
        extra=tuple(name for name in instruments if name not in OWN),
    )
