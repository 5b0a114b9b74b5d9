"""Limits of equivariant layers, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes beyond which maps are left out."""

    product_numbers: int = 500
    """Entries of a product map, at most: a larger one takes too long to find."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
