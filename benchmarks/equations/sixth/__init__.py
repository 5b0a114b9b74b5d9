"""Differential equations with known point symmetries, sixth set."""

from benchmarks.equations.laws.base import Law

from .broken import BROKEN
from .evolution import EVOLUTION
from .odes import ODES
from .systems import SYSTEMS

LAWS: tuple[Law, ...] = ODES + EVOLUTION + SYSTEMS + BROKEN

__all__ = ["LAWS"]
