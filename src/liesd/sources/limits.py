"""Numbers that decide how functions are tried and trusted, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes of trials, and the precision of given derivatives."""

    given_error: float = 1e-7
    """Relative error of given derivatives, which may have been taken by finite differences."""
    spread_samples: int = 4096
    """Samples on which several models are compared, where nothing else tells their error."""
    unit_samples: int = 1024
    """Samples from which the units of inputs and outputs are taken: only their size matters."""
    tried_samples: int = 32
    """Samples on which a function is tried before the long computation."""
    quoted_characters: int = 200
    """Characters of a foreign message that are quoted."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
