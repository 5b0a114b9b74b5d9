"""Fields on grids, and curves: what somebody measured or simulated of a differential equation.

>>> import numpy as np
>>> t, x = np.linspace(0, 1, 11), np.linspace(0, 1, 16, endpoint=False)
>>> u = np.sin(2 * np.pi * (x - t[:, None])) * np.ones((5, 1, 1))
>>> Fields(u=u, t=t, x=x, periodic="x")
<Fields u(t, x): 5 trajectories on 11 × 16 points, periodic in x>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from itertools import pairwise
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.data.arrays import make_array
from liesd.differential import limits
from liesd.differential.arrays import read_arrays, read_dataset
from liesd.errors import DataError

Array = NDArray[np.float64]


class Trajectory(NamedTuple):
    """One solution: the points of each axis, and the values of all fields there."""

    axes: tuple[Array, ...]
    values: Array
    """(fields, *points of each axis)."""


class Fields:
    """Several trajectories of one or more fields, each on a grid of axes.

    Parameters
    ----------
    arrays
        By name. One-dimensional arrays are axes, in the order in which the axes of the others come;
        the others are fields of shape (trajectories, *axes), or (*axes) for a single trajectory.
        For curves on grids of their own, the field and its axis are both of shape (curves, points),
        or both lists of one-dimensional arrays.
    periodic
        The name of the axis, or the names of the axes, that are periodic: the point after the last
        one would be the first one again.
    axes
        The names of the axes, where it is not clear which arrays they are.
    """

    def __init__(
        self,
        *,
        periodic: str | Iterable[str] = (),
        axes: str | Iterable[str] | None = None,
        **arrays: Any,
    ) -> None:
        named = None if axes is None else (axes,) if isinstance(axes, str) else tuple(axes)
        if not arrays:
            raise DataError("give fields and axes by name, as in Fields(u=U, t=t, x=x)")
        read = {name: _read(name, value) for name, value in arrays.items()}
        self.axes = _find_axes(read, named)
        self.names = tuple(name for name in read if name not in self.axes)
        if not self.names:
            raise DataError(
                f"{', '.join(read)} are axes only: give a field on them as well, of shape "
                f"(trajectories, {', '.join(f'len({name})' for name in self.axes)})"
            )
        if len(self.axes) > limits.LIMITS.most_axes:
            raise DataError(
                f"{len(self.axes)} axes ({', '.join(self.axes)}) are more than time and three of "
                "space"
            )
        self.periodic = frozenset((periodic,) if isinstance(periodic, str) else periodic)
        for name in self.periodic:
            if name not in self.axes:
                raise DataError(
                    f"periodic={name!r} is no axis: the axes are {', '.join(self.axes)}"
                )
        self.trajectories = _stack(read, self.axes, self.names)
        for number, one in enumerate(self.trajectories):
            self._check(one, number)

    def _check(self, one: Trajectory, number: int) -> None:
        for name, points in zip(self.axes, one.axes, strict=True):
            _check_axis(name, points, name in self.periodic)
        for name, values in zip(self.names, one.values, strict=True):
            if not np.isfinite(values).all():
                place = tuple(int(k[0]) for k in np.nonzero(~np.isfinite(values)))
                raise DataError(
                    f"{name} holds a number that is not finite, in trajectory {number} at {place}: "
                    "leave such trajectories out, or fill the gap"
                )

    @classmethod
    def open(
        cls,
        path: str | PathLike[str],
        *,
        periodic: str | Iterable[str] = (),
        axes: str | Iterable[str] | None = None,
        names: Iterable[str] | None = None,
    ) -> Fields:
        """Read fields and axes from a file of named arrays: HDF5, Zarr or ``.npz``.

        ``names`` are the arrays to read; all of them if not given. Axes are taken with ``t``
        first and the others by the alphabet, unless ``axes`` names them in their order.
        """
        return cls(periodic=periodic, axes=axes, **read_arrays(path, axes, names))

    @classmethod
    def from_xarray(
        cls,
        dataset: Any,
        *,
        trajectory: str | None = None,
        periodic: str | Iterable[str] = (),
        names: Iterable[str] | None = None,
    ) -> Fields:
        """Read a Dataset or DataArray of xarray: its dimensions are the axes.

        ``trajectory`` is the dimension that counts trajectories; by default the one without
        coordinates, if there is a single one. The other dimensions need coordinates.
        """
        return cls(**read_dataset(dataset, trajectory, names), periodic=periodic)

    def __len__(self) -> int:
        return len(self.trajectories)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of axes and fields: the coordinates of a point of a graph."""
        return (*self.axes, *self.names)

    def take(self, numbers: Iterable[int]) -> Fields:
        """Some of the trajectories."""
        return self._with([self.trajectories[k] for k in numbers])

    def join(self, others: Iterable[Fields]) -> Fields:
        """These trajectories and those of others."""
        return self._with([one for part in (self, *others) for one in part.trajectories])

    def _with(self, trajectories: list[Trajectory]) -> Fields:
        made = copy(self)
        made.trajectories = tuple(trajectories)
        return made

    def points(self) -> Array:
        """All points of all graphs, (N, axes + fields)."""
        parts = []
        for one in self.trajectories:
            grid = np.meshgrid(*one.axes, indexing="ij")
            parts.append(np.stack([part.ravel() for part in (*grid, *one.values)], axis=1))
        return np.concatenate(parts)

    def __repr__(self) -> str:
        shapes = {one.values.shape[1:] for one in self.trajectories}
        size = " × ".join(map(str, next(iter(shapes)))) if len(shapes) == 1 else "their own"
        noun = "trajectory" if len(self) == 1 else "trajectories"
        where = f" on {size} points"
        along = f", periodic in {', '.join(sorted(self.periodic))}" if self.periodic else ""
        return f"<Fields {', '.join(self.names)}({', '.join(self.axes)}): {len(self)} {noun}{where}{along}>"  # noqa: E501


def _read(name: str, value: Any) -> list[Array] | Array:
    """One array, or a list of arrays of different lengths."""
    if isinstance(value, list | tuple) and len({np.shape(one) for one in value}) > 1:
        return [_read_array(name, one) for one in value]
    return _read_array(name, value)


def _read_array(name: str, value: Any) -> Array:
    made = make_array(value, name)
    if np.iscomplexobj(made):
        raise DataError(
            f"{name} is complex: give its real and imaginary part as two fields, as in "
            "Fields(u=psi.real, v=psi.imag, ...)"
        )
    if made.dtype.kind not in "fiub":
        raise DataError(f"{name} must hold real numbers, not {made.dtype}")
    return np.asarray(made, dtype=np.float64)


def _find_axes(
    read: Mapping[str, list[Array] | Array], named: tuple[str, ...] | None
) -> tuple[str, ...]:
    if named is not None:
        if unknown := [name for name in named if name not in read]:
            raise DataError(f"axes= names {', '.join(unknown)}, which is not given")
        return named
    found = tuple(
        name for name, value in read.items() if isinstance(value, np.ndarray) and value.ndim == 1
    )
    if found:
        return found
    rising = tuple(
        name for name, value in read.items() if all((np.diff(one) > 0).all() for one in value)
    )
    if len(rising) == 1:
        return rising
    raise DataError(
        f"which of {', '.join(read)} are axes? One-dimensional arrays are; for curves on grids of "
        "their own say axes='x'"
    )


def _stack(
    read: Mapping[str, list[Array] | Array], axes: tuple[str, ...], names: tuple[str, ...]
) -> tuple[Trajectory, ...]:
    if any(np.ndim(one) != 1 for name in axes for one in [read[name]] if len(axes) > 1):
        raise DataError("grids of their own are for curves along a single axis")
    own = read[axes[0]]
    if isinstance(own, list) or own.ndim == 2:
        for name in names:
            shapes = [np.shape(one) for one in read[name]]
            if shapes != [np.shape(one) for one in own]:
                raise DataError(
                    f"{name} and its axis {axes[0]} must have the same points on every curve, got "
                    f"{_show(shapes)} and {_show([np.shape(one) for one in own])}"
                )
        return tuple(
            Trajectory((even_out(axes[0], own[k]),), np.stack([read[name][k] for name in names]))
            for k in range(len(own))
        )
    points = tuple(even_out(name, np.asarray(read[name])) for name in axes)
    wanted = tuple(map(len, points))
    stacked = []
    for name in names:
        value = read[name]
        shape = np.shape(value) if isinstance(value, np.ndarray) else ("different lengths",)
        if shape == wanted:
            value, shape = value[None], (1, *shape)  # type: ignore[call-overload]
        if shape[1:] != wanted:
            raise DataError(
                f"{name} has shape {shape}, but the axes {', '.join(axes)} have "
                f"{', '.join(map(str, wanted))} points: it needs the shape (trajectories, "
                f"{', '.join(map(str, wanted))}), its axes in the order in which they are given"
            )
        stacked.append(np.asarray(value))
    if len({len(one) for one in stacked}) > 1:
        counts = ", ".join(f"{name} {len(one)}" for name, one in zip(names, stacked, strict=True))
        raise DataError(f"all fields need the same trajectories, but these have: {counts}")
    return tuple(
        Trajectory(points, np.stack([one[k] for one in stacked])) for k in range(len(stacked[0]))
    )


def _check_axis(name: str, points: Array, periodic: bool) -> None:
    if not np.isfinite(points).all():
        raise DataError(f"the axis {name} holds a number that is not finite")
    if len(points) < 2 or not (np.diff(points) > 0).all():
        place = next((k for k, (a, b) in enumerate(pairwise(points)) if not b > a), 0)
        raise DataError(
            f"the points of the axis {name} must rise, but point {place + 1} does not: sort them, "
            "and the fields with them"
        )
    if periodic and not is_even(points):
        raise DataError(
            f"the periodic axis {name} needs even steps, but they go from "
            f"{np.diff(points).min():.3g} to {np.diff(points).max():.3g}; leave it out of periodic="
        )


def even_out(name: str, points: Array) -> Array:
    """Points that single precision kept from being even, made even; refuse rounded ones."""
    if len(points) < 3 or not np.isfinite(points).all() or is_even(points):
        return points
    line = np.linspace(points[0], points[-1], len(points))
    off, step = float(np.abs(points - line).max()), float(line[1] - line[0])
    if off <= limits.LIMITS.single * float(np.abs(points).max()):
        return line
    for decimals in range(12):
        unit = 10.0**-decimals
        if off <= unit <= limits.LIMITS.rounded * step:
            rest = np.abs(points / unit - np.round(points / unit)).max()
            if rest < 1e-6:
                raise DataError(
                    f"the points of the axis {name} are rounded to {decimals} decimals: their "
                    f"steps go from {np.diff(points).min():.6g} to {np.diff(points).max():.6g}, "
                    f"and derivatives would be wrong by as much; give {name} with all digits, as "
                    f"in np.linspace({points[0]:g}, {points[-1]:g}, {len(points)})"
                )
    return points


def is_even(points: Array) -> bool:
    """True if all steps of an axis are the same."""
    steps = np.diff(points)
    return bool(np.ptp(steps) <= limits.LIMITS.even * np.abs(steps).max())


def _show(shapes: list[tuple[int, ...]]) -> str:
    lengths = [shape[0] if len(shape) == 1 else shape for shape in shapes[:5]]
    return f"{', '.join(map(str, lengths))}{', ...' if len(shapes) > 5 else ''}"
