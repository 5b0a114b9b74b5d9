"""What a discovery found: :class:`Discovery` and its :class:`Generator` objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from liesd.algebra.element import Element
from liesd.discovery.broken import broken
from liesd.discovery.orbits import Orbits, Sample
from liesd.spec import Spec
from liesd.verdict.estimates import Evidence
from liesd.verdict.exact import Candidate, Decision, Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from liesd.algebra import LieAlgebra

NAMED = 40  # the largest algebra that is named unasked: it takes seconds, and soon minutes


@dataclass(frozen=True, eq=False, repr=False)
class Generator(Element):
    """One infinitesimal symmetry: ``g["x"]`` is its matrix for the unknown x."""

    defect: float
    """‖Cθ‖ relative to what a random direction gives: 0 is exact, about 1 is no symmetry."""

    def _title(self) -> str:
        return f"generator with defect {self.defect:.1e}"

    def __repr__(self) -> str:
        return f"<Generator of {self.spec}, defect {self.defect:.1e}>"


@dataclass(frozen=True, eq=False)
class Discovery:
    """The answer to "which continuous symmetries does this function have?"."""

    spec: Spec
    singular_values: NDArray[np.float64]
    """All p of them, descending. Balanced rows: each is the relative defect of its direction."""
    generators: list[Generator]
    """The genuine symmetries, orthonormal as vectors θ."""
    unseen: list[Generator]
    """Directions that act only where the data never goes: the data cannot speak of them."""
    gauge: list[Generator]
    """Directions whose action is zero on inputs and outputs alike."""
    refuted: list[Generator]
    """The directions that are no symmetries, the least broken one first; of many thousand the first
    thousand."""
    decision: Decision
    """Why there are so many, and how sure that is."""
    evidence: list[Evidence]
    """What is known of each direction: generators, refuted, unseen and gauge, in this order."""
    samples: int
    input_rank: int
    """How many directions the inputs span; the Jacobian was projected onto them."""
    output_rank: int
    weights: str
    dtype: str
    """The precision in which the derivatives were taken."""
    settings: dict[str, Any] = field(default_factory=dict)
    """What the discovery was made of: the data, the function, the options, the versions."""
    remarks: tuple[str, ...] = ()
    """What else should be known, for instance of symmetries that the data can hardly tell apart."""
    sample: Sample | Orbits | None = None
    """A few samples, from which :attr:`orbits` are made; the orbits themselves in a file."""

    @property
    def dimension(self) -> int:
        """How many genuine symmetries there are."""
        return len(self.generators)

    @cached_property
    def algebra(self) -> LieAlgebra:
        """The Lie algebra of the generators, modulo gauge and unseen directions."""
        from liesd.algebra import LieAlgebra

        return LieAlgebra.from_discovery(self)

    @cached_property
    def readable(self) -> list[Generator]:
        """The same symmetries in the basis of :attr:`algebra`, where each has words of its own.

        The generators leave residuals that are orthogonal to each other, so squared defects add up.
        """
        thetas = np.array([one.theta for one in self.generators]).reshape(-1, self.spec.size)
        defects = np.array([one.defect for one in self.generators])
        units = [one.theta / np.linalg.norm(one.theta) for one in self.algebra]
        return [
            Generator(self.spec, unit, float(np.linalg.norm(thetas @ unit * defects)))
            for unit in units
        ]

    @property
    def verdict(self) -> Verdict:
        """Whether :attr:`dimension` can be relied on."""
        return self.decision.verdict

    @property
    def reason(self) -> str:
        """Why the verdict is what it is."""
        return self.decision.reason

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

    @cached_property
    def orbits(self) -> Orbits | None:
        """A few samples moved along the generators, and what f gives there; made when asked for."""
        if isinstance(self.sample, Sample):
            return self.sample.orbits(self.readable) if self.generators else None
        return self.sample

    def summary(self) -> str:
        """What was found, in words."""
        spec, p = self.spec, self.spec.size
        lines = [
            f"{spec}: {_count(self.dimension, 'symmetry', 'symmetries')} found among {p} unknown "
            f"numbers, from {self.samples:,} samples."
        ]
        lines.append(f"  {self.verdict.name}: {self.reason}.")
        if self.advice:
            lines.append(f"  What would settle it: {self.advice}.")
        if self.generators:
            which = "it is" if self.dimension == 1 else "they are"
            lines.append(
                f"  On this data {which} exact up to a relative defect of "
                f"{self.decision.within:.1e}."
            )
            algebra = self.algebra if self.dimension <= NAMED else "found.algebra tries to name it"
            lines += [f"  {line}" for line in f"Lie algebra: {algebra}".splitlines()]
        lines += [f"  But {remark}." for remark in self.remarks]
        if self.refuted:
            place = "next best" if self.generators else "best"
            known = self.evidence[self.dimension]
            what = "is no symmetry" if self.verdict is Verdict.SURE else "is not counted"
            lines.append(
                f"  The {place} direction has a defect of {known.law:.1e} and {what} (0 is exact, "
                "about 1 is chance)."
            )
            if nearly := self.decision.approximate:
                worst = max(one.law for one in self.evidence if one.kind == "approximate")
                lines.append(
                    f"  Still, {_count(nearly, 'direction stands', 'directions stand')} clear of "
                    f"the rest with a defect of at most {worst:.1%}:"
                )
                lines += [f"    {line}" for line in broken(self)]
        elif self.generators:
            lines.append("  Every direction that the data can speak of is a symmetry.")
        if self.gauge:
            lines.append(
                f"  Besides, {_count(len(self.gauge), 'direction moves', 'directions move')} "
                "nothing at all (gauge)."
            )
        if self.unseen:
            lines.append(
                f"  Besides, {_count(len(self.unseen), 'direction acts', 'directions act')} only "
                "where the data never goes (unseen): nothing can be said of them."
            )
        for what, rank, rep in (
            ("inputs", self.input_rank, spec.input),
            ("outputs", self.output_rank, spec.output),
        ):
            if rank < rep.dim:
                lines.append(f"  The {what} span only {rank} of {rep.dim} directions.")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<Discovery of {self.spec}: dimension {self.dimension}, {self.verdict.value}>"

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the defect of every direction; see :mod:`liesd.report.plots` for more pictures."""
        from liesd.report.plots import spectrum

        return spectrum(self, ax)

    def report(self, path: str | Path, title: str | None = None) -> Path:
        """Write all of it as one web page that needs nothing else; returns where it is."""
        from liesd.report import write

        return write(self, path, title)

    def _repr_html_(self) -> str:
        from liesd.report.notebook import discovery_html

        return discovery_html(self)

    def save(self, path: str | Path) -> None:
        """Write everything to one file, which :func:`liesd.load` reads back."""
        from liesd.discovery.files import save

        save(self, path)


def _count(number: int, one: str, many: str) -> str:
    return f"{'no' if number == 0 else number} {one if number == 1 else many}"
