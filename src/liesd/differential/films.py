"""A solution that moves along a symmetry, as lines to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from liesd.differential import limits
from liesd.differential.fields import Array, Fields
from liesd.discovery.orbits import Film


class Named(Protocol):
    """What has named coordinates, some of them axes."""

    @property
    def coordinates(self) -> tuple[str, ...]: ...

    @property
    def variables(self) -> int: ...


def take_lines(data: Fields) -> list[list[list[float]]]:
    """Lines of the first solution along its last axis: (lines, points, coordinates).

    They are at a few points of the first axis, and in the middle of all others; a curve is one.
    """
    one = data.trajectories[0]
    middle = [len(points) // 2 for points in one.axes]
    across = _thin(len(one.axes[-1]), limits.LIMITS.film_points)
    starts = [0] if len(one.axes) == 1 else _thin(len(one.axes[0]), limits.LIMITS.film_lines)
    lines = []
    for start in starts:
        where = [start, *middle[1:-1]] if len(one.axes) > 1 else []
        fixed = [one.axes[axis][place] for axis, place in enumerate(where)]
        columns = [np.full(len(across), value) for value in fixed]
        columns.append(one.axes[-1][across])
        columns += [field[(*where, across)] for field in one.values]
        lines.append([[float(f"{v:.7g}") for v in row] for row in np.stack(columns, axis=1)])
    return lines


def _thin(count: int, most: int) -> list[int]:
    places = np.linspace(0, count - 1, min(count, most)).round()
    return [int(place) for place in places]


def make_film(
    lines: Array,
    flow: Callable[[Array, float], Array],
    at: Callable[[Array], Array],
    named: Named,
) -> Film:
    """Move lines of a solution there and back along a symmetry."""
    flat = lines.reshape(-1, lines.shape[2])
    spread = np.ptp(flat, axis=0)
    rate = np.sqrt(np.mean(at(flat) ** 2, axis=0)) / np.where(spread > 0, spread, 1.0)
    reach = limits.LIMITS.film_reach / max(float(rate.max()), np.finfo(float).tiny)
    steps = np.linspace(-reach, reach, limits.LIMITS.film_steps)
    moved = np.stack([flow(flat, float(t)) for t in steps]).reshape(len(steps), *lines.shape)
    moved[np.abs(moved) <= limits.LIMITS.flow_even * spread] = 0.0  # rounding
    across, up = named.variables - 1, named.variables
    labels = (named.coordinates[across], named.coordinates[up])
    name = named.coordinates[0] if named.variables > 1 else ""
    return Film(steps, moved[..., [across, up]], moved[..., 0].mean(axis=2), labels, name)
