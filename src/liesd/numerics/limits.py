"""Tolerances and sizes of the linear algebra, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Thresholds for zero, and sizes from which on a faster method is used."""

    rank: float = 1e-7
    """Relative singular value below which a direction of an action counts as zero."""
    span: float = 1e-4
    """Relative size below which a direction counts as never visited by the data."""
    rounding: float = 1e-13
    """Relative size below which a coordinate is zero up to rounding."""
    wide_columns: int = 512
    """Columns from which on a triangular factor is updated in place, which halves the
    operations."""
    wide_rows: int = 2048
    """Rows by which a wide factor is updated at a time."""
    panel: int = 64
    """Columns per panel of that update: the block size of LAPACK's ``dtpqrt``."""
    large: int = 2048
    """Unknowns from which on only the directions of the small end are computed: all of them would
    take too long."""
    kept: int = 1000
    """Directions of the small end that are computed at least."""
    small_end: float = 1e-3
    """Part of the largest singular value below which every direction is computed."""
    constant: float = 1e-9
    """Spread of a number, relative to its size, below which it is constant."""
    relation: float = 1e-6
    """Distance from a surface, in units of the spread of samples, at which they lie on it."""
    relation_slope: float = 1e-4
    """Relative slope below which a polynomial is no equation of a surface."""
    relation_degree: int = 4
    """Degree, at most, of the equations of a surface."""
    relation_terms: int = 200
    """Monomials, at most, among which such equations are looked for."""
    relation_samples: int = 3
    """Samples per monomial, at least, since fewer satisfy some equation by chance."""
    few_values: int = 12
    """Different values of a number up to which it lies on no surface, except a constant."""
    relation_tail: float = 8.0
    """Distance from the median, in units of the usual one, beyond which a sample is far out."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
