"""Laws with translations, affine and polynomial symmetries, whole, broken and absent."""

from benchmarks.curved.blind import centres, molecules, projective, shapes, shifts
from benchmarks.curved.blind.law import Law

LAWS: tuple[Law, ...] = (
    *molecules.LAWS,
    *shapes.LAWS,
    *centres.LAWS,
    *shifts.LAWS,
    *projective.LAWS,
)

__all__ = ["LAWS", "Law"]
