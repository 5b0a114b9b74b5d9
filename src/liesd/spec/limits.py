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
    flow_reach: float = 1e4
    """Growth, relative to a sample's size in its own units, at which it counts as lost."""
    flow_first: float = 0.01
    """Part of its own size by which a sample moves in the first step of an integration."""
    flow_safety: float = 0.9
    """Part of the step that would just meet the tolerance, so that few steps are in vain."""
    flow_factors: tuple[float, float] = (0.2, 10.0)
    """The factors by which a step may shrink or grow."""
    flow_least_step: float = 1e-14
    """Step, relative to the whole time, below which a sample goes nowhere: it counts as lost."""
    bracket_points: int = 60
    """Points at which brackets of given functions are compared with combinations of them."""
    bracket_rounding: float = 1e-9
    """Relative size of the rest of such a bracket that is nothing but rounding."""
    commuting_entries: int = 1024
    """Entries of a map between two channels up to which curved actions are asked whether it
    commutes with them."""
    at_rest: float = 1e-9
    """Relative singular value below which an action moves nothing."""
    as_large: float = 1e-3
    """Relative difference up to which two coefficients count as equally large."""
    pure_share: float = 0.97
    """Share of the squared norm of a matrix from which on the rest is not mentioned."""
    mixed_noises: float = 5.0
    """Symmetric part of a rotation that is no noise, at least, in units of the error."""
    most_share: float = 0.75
    """Share of the squared norm from which on a matrix is "mostly" one atom."""
    coordinates: int = 1 << 24
    """Numbers per sample, at most: no machine has memory for the equations of more."""
    text_length: int = 1 << 16
    """Characters of a spec, at most."""
    name_length: int = 200
    """Characters of a name, at most: it must stay readable."""
    whole_weight: int = 6
    """Weight of a scaling, at most, that is told as a whole number, and denominator of a ratio."""
    whole_share: float = 1e-3
    """Relative distance from a whole number up to which a number is one; from a fraction, times
    the square of its denominator."""
    whole_noises: float = 5.0
    """The same with noise, in units of the error."""
    whole_most: float = 0.1
    """The same, at most, and where the error is not known."""
    formula_terms: int = 8
    """Terms of a formula, at most: of longer ones the largest terms are told."""
    motion_orders: int = 3
    """Powers of ε in a finite motion, at most: longer ones are told to first order."""
    still_share: float = 1e-6
    """Relative size below which a part of a field does not move anything."""
    rest_share: float = 1e-3
    """Size, relative to the field at the scale of the data, from which on a shift or a centre is
    mentioned."""
    least_scale: float = 1e-9
    """Scale of data, at least, where none is known: what is far below is rounding."""
    fixed_rank: float = 1e-2
    """Relative singular value below which a matrix does not fix the centre of an affine map."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
