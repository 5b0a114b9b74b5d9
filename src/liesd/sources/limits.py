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
    least_differences: int = 16
    """Samples on which the steps of differences are tried, at least..."""
    most_differences: int = 1024
    """... and samples times inputs, at most."""
    double_halvings: int = 22
    """How many times the spread of an input is halved in search of a step, in float64..."""
    single_halvings: int = 13
    """... and in float32, where shorter steps are rounding."""
    fine_difference: float = 1e-9
    """Error of a derivative, relative to all of them, that matters to nobody."""
    rough_difference: float = 1e-4
    """Error of derivatives beyond which values are learned instead: a defect of ten times as much
    would count as zero."""
    stepping: float = 0.1
    """Part of the samples at which f slopes over short steps, relative to those at which long ones
    change it, below which it changes by steps, or these are lost in rounding."""
    least_spread: float = 1e-9
    """Spread of an input, relative to its size, below which it never changes."""
    predicted_rows: int = 1 << 16
    """Samples that a black box is given at a time."""
    quoted_characters: int = 200
    """Characters of a foreign message that are quoted."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
