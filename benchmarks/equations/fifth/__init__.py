"""Differential equations with known point symmetries, fifth set (see README.md)."""

from .broken import BROKEN
from .evolution import EVOLUTION
from .odes import ODES
from .systems import SYSTEMS

LAWS = ODES + EVOLUTION + SYSTEMS + BROKEN

__all__ = ["LAWS"]
