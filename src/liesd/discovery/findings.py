"""Everything that a discovery found, as plain fields and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.algebra import LieAlgebra
from liesd.algebra.fields.acting import estimate_charts
from liesd.discovery import limits
from liesd.discovery.generator import Generator
from liesd.discovery.orbits import Film, Orbits, Sample
from liesd.spec import Chart, Spec
from liesd.verdict.estimates import Evidence, Measurement
from liesd.verdict.rule import Candidate, Decision, Verdict
from liesd.verdict.transcript import FUNCTION, Transcript

_PLACE = re.compile("(?<=mostly where )[^,]*")


class Noun(NamedTuple):
    """What is counted."""

    one: str
    many: str
    among: str = ""
    """What it was looked for among, with a space before it."""


@dataclass(frozen=True, eq=False)
class Findings:
    """Everything that was found, and what it rests on."""

    spec: Spec
    singular_values: NDArray[np.float64]
    """All p of them, descending. Balanced rows: each is the relative defect of its direction."""
    generators: list[Generator]
    """The genuine symmetries, orthonormal as vectors θ (in units of the data where the spec is not
    linear); multiples g(x)·ξ of others are not among them."""
    unseen: list[Generator]
    """Directions that act only where the data never goes, so that nothing is known of them."""
    gauge: list[Generator]
    """Directions whose action is zero on inputs and outputs alike."""
    refuted: list[Generator]
    """The directions that are no symmetries, the least broken one first; with many thousand
    unknowns only the first thousand."""
    decision: Decision
    """Why there are so many, and how sure that is."""
    evidence: list[Evidence]
    """What is known of each direction: generators, multiples, refuted, unseen and gauge, in this
    order."""
    samples: int
    input_rank: int
    """The number of directions that the inputs span; the Jacobian was projected onto them."""
    output_rank: int
    weights: str
    dtype: str
    """The precision in which the derivatives were taken."""
    about: str = FUNCTION
    """The question that was answered: about the ``function``, the trained ``model``, or the
    ``law``."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Provenance: the data, the function, the options, the versions."""
    remarks: tuple[str, ...] = ()
    """Further caveats, for instance about symmetries that the data can hardly tell apart."""
    notes: tuple[str, ...] = ()
    """What was assumed, and what the answer rests on."""
    sample: Sample | Orbits | None = None
    """A subsample, from which :attr:`orbits` are made; the orbits themselves in a file."""
    multiples: list[Generator] = field(default_factory=list)
    """Symmetries g(x)·ξ that follow from a generator ξ, where an invariance moves one copy only."""
    transcript: Transcript | None = None
    """Everything that was measured, from which another rule may decide
    (:func:`liesd.verdict.decide`)."""

    @property
    def subject(self) -> str:
        """What the answer is about, as text: the spec as it was asked."""
        asked = self.settings.get("data", {}).get("spec")
        return asked if isinstance(asked, str) else str(self.spec)

    @property
    def tolerance(self) -> float | None:
        """The defect up to which the user counts a symmetry, if one was given."""
        return None if self.transcript is None else self.transcript.tolerance

    @property
    def noun(self) -> Noun:
        """What was looked for and counted."""
        return Noun("symmetry", "symmetries")

    @property
    def extent(self) -> str:
        """How many samples the answer rests on, as text."""
        return f"{self.samples:,} samples"

    @property
    def hints(self) -> tuple[str, ...]:
        """What directions that are nearly symmetries may be."""
        return ()

    @property
    def dimension(self) -> int:
        """The number of genuine symmetries."""
        return len(self.generators)

    @property
    def next_best(self) -> Evidence | None:
        """What is known of the least broken direction that is no symmetry."""
        return self.evidence[self.dimension + len(self.multiples)] if self.refuted else None

    def leaves_open(self, one: Evidence) -> bool:
        """True if this unsure answer does not say whether a direction is a symmetry."""
        is_rest = one.kind in ("approximate", "refuted")
        return self.verdict is Verdict.UNSURE and is_rest and one.low <= 0

    @cached_property
    def algebra(self) -> LieAlgebra:
        """The Lie algebra of the generators, modulo gauge and unseen directions."""
        return LieAlgebra.from_generators(
            self.spec,
            self.generators,
            modulo=[*self.gauge, *self.unseen],
            noise=self._noise,
            charts=self._charts,
        )

    @property
    def _charts(self) -> dict[str, Chart]:
        """Where points were, and how far apart."""
        if self.sample is None or self.spec.is_linear:
            return {}
        return estimate_charts(self.spec, self.sample.x, self.sample.y)

    @property
    def _noise(self) -> float:
        """The relative error of the generators.

        A direction of defect d is off by about d over the least defect of a refuted direction.
        """
        next_best = 1.0 if self.next_best is None else self.next_best.law_defect
        noise = self.decision.within / max(next_best, 1e-300)
        return min(max(noise, limits.LIMITS.generator_noise), 0.5)

    @cached_property
    def readable(self) -> list[Generator]:
        """The same symmetries in the basis of :attr:`algebra`, where each has words.

        The generators leave residuals that are orthogonal to each other, so squared defects add up.
        """
        thetas = np.array([one.theta for one in self.generators]).reshape(-1, self.spec.size)
        defects = np.array([one.defect for one in self.generators])
        rows = [one.theta for one in self.algebra]
        parts = [row @ np.linalg.pinv(thetas) for row in rows]  # far from the origin, rows are long
        shown = rows if self.spec.is_linear else [row / np.linalg.norm(row) for row in rows]
        return [
            Generator(self.spec, row, float(np.linalg.norm(part * defects) / np.linalg.norm(part)))
            for row, part in zip(shown, parts, strict=True)
        ]

    @property
    def words(self) -> tuple[str, ...]:
        """What each generator of :attr:`readable` does."""
        return self.algebra.words

    @property
    def verdict(self) -> Verdict:
        """SURE if :attr:`dimension` can be relied on, else UNSURE."""
        return self.decision.verdict

    @property
    def reason(self) -> str:
        """The reason for the verdict."""
        return self.name_columns(self.decision.reason)

    def name_columns(self, text: str) -> str:
        """Call columns by their names where a text says where samples lie; else by numbers."""
        names = self.settings.get("data", {}).get("columns") or []

        def name(column: re.Match[str]) -> str:
            k = int(column[1])
            fits = len(names) == self.spec.input.dim
            return str(names[k]) if fits else f"column {k} of x"

        return _PLACE.sub(lambda place: re.sub(r"x\[(\d+)\]", name, place[0]), text)

    @property
    def advice(self) -> str:
        """What would make the verdict sure."""
        return self.decision.advice

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Every plausible dimension with its score, the best first."""
        return (
            tuple(c for c in self.decision.candidates if c.score >= 1)
            or (self.decision.candidates[:1])
        )

    @property
    def films(self) -> Sequence[Film]:
        """A solution that moves along each generator, where solutions of an equation move."""
        return ()

    @cached_property
    def orbits(self) -> Orbits | None:
        """Samples moved along the generators, and f there; computed on first access."""
        if self.sample is None or not self.generators:
            return None
        return self.sample.orbits(self.readable)


def collect_evidence(
    measured: Measurement, decision: Decision, minimal: int, unseen: int, gauge: int
) -> list[Evidence]:
    """What is known of each direction, in the order of :attr:`Findings.evidence`."""
    accepted, nearly = decision.dimension, decision.dimension + decision.approximate
    bounds = ((minimal, "genuine"), (accepted, "multiple"), (nearly, "approximate"))
    kinds = [
        next((kind for bound, kind in bounds if k < bound), "refuted")
        for k in range(len(measured.defect))
    ]
    columns = (measured.defect, measured.law_defect, measured.low, measured.high, measured.noise)
    seen = [Evidence(kind, *map(float, row)) for kind, *row in zip(kinds, *columns, strict=True)]
    nothing = (0.0, 0.0, 0.0, float("inf"), float("inf"))
    return [
        *seen,
        *[Evidence("unseen", *nothing)] * unseen,
        *[Evidence("gauge", 0.0, 0.0, 0.0, 0.0, 0.0)] * gauge,
    ]
