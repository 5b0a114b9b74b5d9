"""What a discovery found: :class:`Discovery` and its :class:`Generator` objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from liesd.dimension import Candidate, Decision, Verdict
from liesd.evidence import Evidence
from liesd.spec import Spec

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class Generator(Mapping[str, NDArray[np.float64]]):
    """One infinitesimal symmetry: ``g["x"]`` is its matrix for the unknown x."""

    spec: Spec
    theta: NDArray[np.float64]
    defect: float
    """‖Cθ‖ relative to what a random direction gives: 0 is exact, about 1 is no symmetry."""

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self._matrices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spec.unknowns)

    def __len__(self) -> int:
        return len(self.spec.unknowns)

    @cached_property
    def _matrices(self) -> dict[str, NDArray[np.float64]]:
        return self.spec.unpack(self.theta)

    @property
    def input(self) -> NDArray[np.float64]:
        """The dense matrix on all inputs, dρ_X."""
        return self.spec.input.matrix(self)

    @property
    def output(self) -> NDArray[np.float64]:
        """The dense matrix on all outputs, dρ_Y."""
        return self.spec.output.matrix(self)

    def __str__(self) -> str:
        lines = [f"generator with defect {self.defect:.1e}"]
        for name, matrix in self.items():
            block = np.array2string(matrix, precision=3, suppress_small=True)
            lines.append(f"  {name} = " + block.replace("\n", "\n" + " " * (len(name) + 5)))
        return "\n".join(lines)

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
    remarks: tuple[str, ...] = ()
    """What else should be known, for instance of symmetries that the data can hardly tell apart."""

    @property
    def dimension(self) -> int:
        """How many genuine symmetries there are."""
        return len(self.generators)

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
                    f"the rest with a defect of at most {worst:.1%}: broken, weakly."
                )
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
        """Draw the defect of every direction; see :mod:`liesd.plots` for more pictures."""
        from liesd.plots import spectrum

        return spectrum(self, ax)

    def save(self, path: str | Path) -> None:
        """Write everything to one file, which :func:`liesd.load` reads back."""
        from liesd.storage import save

        save(self, path)


def _count(number: int, one: str, many: str) -> str:
    return f"{'no' if number == 0 else number} {one if number == 1 else many}"
