"""A second set of laws: geometry, motion, matter and choices, whole, broken and absent."""

from benchmarks.curved.blind.law import Law
from benchmarks.curved.second import choices, geometry, matter, motion

LAWS: tuple[Law, ...] = (
    *geometry.LAWS,
    *motion.LAWS,
    *matter.LAWS,
    *choices.LAWS,
)

__all__ = ["LAWS", "Law"]
