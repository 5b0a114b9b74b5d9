"""The transcript of a discovery: all measurements that the rule needs to decide.

While a discovery runs, the instruments answer questions, and their answers are recorded;
afterwards the transcript alone answers, so that another rule can be tried without learning or
measuring again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from liesd.verdict.estimates import Measurement

FUNCTION, MODEL, LAW = "function", "model", "law"
EARLY = ("groups", "halves", "heldout", "path", "probe", "replicas", "rounding", "steps")
"""The instruments of transcripts that do not say which they had."""


class UnrecordedError(LookupError):
    """A question that was not asked when the transcript was made."""


class Measures(Protocol):
    """Whatever measures directions; see :class:`liesd.verdict.instruments.Instrument`."""

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        """Measure the directions with these indices."""
        ...


@dataclass(frozen=True)
class Heard:
    """What another fit to the same law says, which was made of other samples."""

    transcript: Transcript
    defect: float
    """The largest defect that the first fit has in what the other one accepts."""


@dataclass
class Transcript:
    """Measurements of one discovery."""

    kind: str
    """The question: what an exact ``function`` has, what a trained ``model`` has, or what the
    ``law`` has that a fit stands for."""
    directions: Measurement
    """Of every visible direction, the least defect first."""
    floor: float
    """The relative size of rounding."""
    error: float | None = None
    """Of a fit on held-out samples."""
    has_classes: bool = False
    """Whether only class labels are known, which are mostly noise."""
    tolerance: float | None = None
    """Up to which defect the user counts a symmetry."""
    is_evaluable: bool = False
    """Whether f can be evaluated at moved samples."""
    samples: int = 0
    better: int = 0
    """The number of samples that is surely enough."""
    cuts: tuple[tuple[str, float], ...] = ()
    """x or f(x) where directions were left out for their tiny spread, and the size of that."""
    faint: tuple[int, ...] = ()
    """Outputs that are smaller than the error of the fit."""
    answers: dict[str, Measurement | None] = field(default_factory=dict)
    """The answers of instruments, by question."""
    instruments: Mapping[str, Measures] | None = field(default=None, repr=False)
    """The instruments that can still answer; None once the discovery is done."""
    replicated: bool = True
    """Whether a law is known by replicas of the fit, or by one fit and its error."""
    disjoint: bool = True
    """Whether replicas were fitted to disjoint samples, so that noise of these is not shared."""
    place: str = ""
    """Where samples lie at which the fit is poor, and which hardly count; "" if nothing is amiss
    there."""
    extra: tuple[str, ...] = ()
    """Instruments besides the library's own, which measure the accepted directions."""
    effort: str = "normal"
    """How much effort was spent on learning."""
    available: tuple[str, ...] = EARLY
    """The instruments that could be asked; others say nothing."""
    witness: Heard | None = None
    """Another fit to the same law, if it was asked."""
    signs: dict[str, float] = field(default_factory=dict)
    """Figures about the data behind the samples, by name, as of fields that jets are taken from."""

    @property
    def is_law(self) -> bool:
        """True if the question is what the law behind a fit has."""
        return self.kind == LAW

    def ask(self, instrument: str, directions: Sequence[int]) -> Measurement | None:
        """Ask an instrument about directions; None if it cannot measure them."""
        question = f"{instrument}: {','.join(map(str, directions))}"
        if question not in self.answers:
            if self.instruments is None and instrument not in self.available:
                return None
            if self.instruments is None:
                raise UnrecordedError(question)
            known = self.instruments.get(instrument)
            self.answers[question] = None if known is None else known.measure(directions)
        return self.answers[question]

    def closed(self) -> Transcript:
        """The same without instruments: it answers only what was asked before."""
        return replace(self, instruments=None)

    def to_plain(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "kind": self.kind,
            "directions": self.directions.to_plain(),
            "floor": self.floor,
            "error": self.error,
            "has_classes": self.has_classes,
            "tolerance": self.tolerance,
            "is_evaluable": self.is_evaluable,
            "samples": self.samples,
            "better": self.better,
            "cuts": [list(cut) for cut in self.cuts],
            "faint": list(self.faint),
            "replicated": self.replicated,
            "disjoint": self.disjoint,
            "place": self.place,
            "effort": self.effort,
            "extra": list(self.extra),
            "available": list(self.available),
            "witness": None
            if self.witness is None
            else [self.witness.transcript.to_plain(), self.witness.defect],
            "signs": self.signs,
            "answers": {
                question: None if one is None else one.to_plain()
                for question, one in self.answers.items()
            },
        }

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> Transcript:
        """Read the values that :meth:`to_plain` gave."""
        heard = values.get("witness")
        return cls(
            **{
                **values,
                "directions": Measurement.from_plain(values["directions"]),
                "cuts": tuple((name, size) for name, size in values["cuts"]),
                "faint": tuple(values["faint"]),
                "extra": tuple(values["extra"]),
                "available": tuple(values.get("available", EARLY)),
                "witness": heard and Heard(cls.from_plain(heard[0]), float(heard[1])),
                "answers": {
                    question: None if one is None else Measurement.from_plain(one)
                    for question, one in values["answers"].items()
                },
            }
        )
