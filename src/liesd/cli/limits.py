"""Limits of what the command line waits for and prints, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Times to wait, and amounts to print."""

    scheduler_seconds: int = 10
    """Seconds that a Dask scheduler has to answer."""
    message_length: int = 1000
    """Characters of a message, at most: it must stay one readable line."""
    shown_generators: int = 12
    """Generators up to which their matrices are printed."""
    shown_size: int = 8
    """Size of a matrix up to which it is printed."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
