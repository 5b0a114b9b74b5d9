"""Tolerances of actions, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Precision of flows, shares from which on a matrix has a name, and sizes of specs."""

    flow_relative: float = 1e-11
    """Relative error of an integration along a field, far below the errors of any function."""
    flow_absolute: float = 1e-13
    """Absolute error of an integration along a field."""
    at_rest: float = 1e-9
    """Relative singular value below which an action moves nothing."""
    pure_share: float = 0.97
    """Share of the squared norm of a matrix from which on the rest is not mentioned."""
    most_share: float = 0.75
    """Share of the squared norm from which on a matrix is "mostly" one atom."""
    coordinates: int = 1 << 24
    """Numbers per sample, at most: no machine has memory for the equations of more."""
    text_length: int = 1 << 16
    """Characters of a spec, at most."""
    name_length: int = 200
    """Characters of a name, at most: it must stay readable."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
