"""A generator that was found."""

from __future__ import annotations

from dataclasses import dataclass

from liesd.algebra.element import Element


@dataclass(frozen=True, eq=False, repr=False)
class Generator(Element):
    """One infinitesimal symmetry: ``g["x"]`` is its matrix for the unknown x."""

    defect: float
    """‖Cθ‖ relative to what a random direction gives: 0 is exact, about 1 is no symmetry."""

    def _title(self) -> str:
        return f"generator with defect {self.defect:.1e}"

    def __repr__(self) -> str:
        return f"<Generator of {self.spec}, defect {self.defect:.1e}>"
