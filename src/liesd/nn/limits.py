"""Limits of equivariant layers, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What is left out because it would take too long."""

    product_numbers: int = 500
    """Entries of a product map, at most: a larger one takes too long to find."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
