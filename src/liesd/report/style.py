"""Sizes and limits of figures and pages, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """Sizes of figures, and amounts to draw."""

    column_width: float = 3.3
    """Width of a figure in inches: one column of a paper."""
    font_size: float = 7.0
    """Size of small text in points."""
    lowest_defect: float = 1e-17
    """Defect below which nothing is drawn: it would be rounding."""
    shown_generators: int = 9
    """Generators in one figure, by default."""
    table_rows: int = 200
    """Rows of the table of directions, at most."""
    channel_points: int = 72
    """Points of a channel that are drawn at once."""
    plane_motion: float = 0.9
    """Part of the motion that a plane of two coordinates must show to be preferred."""
    idle_motion: float = 1e-3
    """Weight of the spread of points in the choice of a plane for a motion along a line."""
    field_arrows: int = 13
    """Arrows along each axis in a picture of a field."""
    oblique_size: int = 4
    """Coordinates up to which an oblique direction can be named."""
    told_generators: int = 16
    """Generators that the answer lists in words, at most."""
    exact_within: float = 1e-9
    """Defect up to which a symmetry is told to be exact."""
    notebook_generators: int = 6
    """Generators that a notebook shows."""
    notebook_size: int = 12
    """Size up to which a notebook draws a matrix."""


STYLE = Style()
"""Read as ``style.STYLE``, so that a test can replace it."""
