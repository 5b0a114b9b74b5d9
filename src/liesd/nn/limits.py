"""Limits of equivariant layers, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes beyond which maps are left out, and errors up to which points have a centre."""

    product_numbers: int = 500
    """Entries of a product map, at most: a larger one takes too long to find."""
    still_noises: float = 10.0
    """Size of the matrix of a translation, at most, in units of the noise."""
    still_size: float = 1e-6
    """Noise, at least, that is expected there."""
    centre_error: float = 0.02
    """Relative error up to which symmetries have a centre in common."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
