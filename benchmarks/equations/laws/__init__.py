"""Differential equations with known point symmetries; see README.md."""

from .base import Law
from .broken import BROKEN
from .evolution import EVOLUTION
from .odes import ODES

LAWS: tuple[Law, ...] = ODES + EVOLUTION + BROKEN

__all__ = ["LAWS", "Law"]
