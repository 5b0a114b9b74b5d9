"""Solutions that move along a symmetry: new solutions, on grids of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from scipy.interpolate import make_interp_spline
from scipy.ndimage import map_coordinates

from liesd.differential import limits
from liesd.differential.fields import Array, Fields, Trajectory
from liesd.errors import DataError

Flow = Callable[[Array, float], Array]
"""Moves points (N, axes + fields) along a field, for a time."""


class Moved(NamedTuple):
    """One trajectory after the motion, and the axes that are periodic still."""

    axes: tuple[Array, ...]
    values: Array
    periodic: frozenset[str]


def move_fields(data: Fields, flow: Flow, time: float, keep: bool = False) -> Fields:
    """Move all trajectories: each becomes another solution.

    Where the motion takes axes to axes, grids move along, unless they are to be kept. Elsewhere the
    new solution is read off at the points of a grid, by splines of fifth order between those of
    the old one.
    """
    moved = [_move(data, one, flow, time, keep) for one in data.trajectories]
    periodic = frozenset.intersection(*(one.periodic for one in moved))
    if len(data.axes) > 1:
        named = dict(zip(data.axes, moved[0].axes, strict=True))
        stacked = {
            name: np.stack([one.values[k] for one in moved]) for k, name in enumerate(data.names)
        }
        return Fields(**named, **stacked, periodic=periodic, axes=data.axes)
    own = {data.axes[0]: [one.axes[0] for one in moved]}
    curves = {name: [one.values[k] for one in moved] for k, name in enumerate(data.names)}
    return Fields(**own, **curves, periodic=periodic, axes=data.axes)


def _move(data: Fields, one: Trajectory, flow: Flow, time: float, keep: bool) -> Moved:
    p = len(data.axes)
    grid = np.stack(np.meshgrid(*one.axes, indexing="ij"), axis=-1)
    points = np.concatenate([grid, np.moveaxis(one.values, 0, -1)], axis=-1)
    flat = points.reshape(-1, points.shape[-1])
    images = flow(flat, time).reshape(points.shape)
    _check_base(data, flat, images[..., :p].reshape(-1, p), flow, time)
    periodic = _find_periodic(data, one, flat, images.reshape(flat.shape), flow, time)
    lines = [None if keep else _find_line(images[..., k], k) for k in range(p)]
    if all(line is not None for line in lines):
        axes = tuple(line for line in lines if line is not None)
        return Moved(axes, np.moveaxis(images[..., p:], -1, 0), periodic)
    targets = tuple(
        points_k
        if keep or name in periodic
        else _find_inside(name, images[..., k], k, len(points_k))
        for k, (name, points_k) in enumerate(zip(data.axes, one.axes, strict=True))
    )
    wanted = np.stack(np.meshgrid(*targets, indexing="ij"), axis=-1).reshape(-1, p)
    level = np.broadcast_to(flat[:, p:].mean(axis=0), (len(wanted), flat.shape[1] - p))
    before = flow(np.concatenate([wanted, level], axis=1), -time)[:, :p]
    if keep:
        _check_kept(data, one, before, periodic)
    read = _interpolate(data, one, before)
    after = flow(np.concatenate([before, read], axis=1), time)[:, p:]
    shape = tuple(map(len, targets))
    return Moved(targets, after.T.reshape(-1, *shape), periodic)


def _check_kept(data: Fields, one: Trajectory, before: Array, periodic: frozenset[str]) -> None:
    """Refuse motions that do not take a grid to itself."""
    for k, (name, axis) in enumerate(zip(data.axes, one.axes, strict=True)):
        room = limits.LIMITS.flow_even * float(np.ptp(axis))
        low, high = float(before[:, k].min()), float(before[:, k].max())
        lost = low < axis[0] - room or high > axis[-1] + room
        if name in data.periodic and name in periodic:
            continue
        if name in data.periodic or lost:
            raise DataError(f"this motion does not keep the points of the axis {name}")


def _find_periodic(
    data: Fields, one: Trajectory, flat: Array, images: Array, flow: Flow, time: float
) -> frozenset[str]:
    """The axes along which moved solutions are periodic."""
    return frozenset(
        name
        for k, name in enumerate(data.axes)
        if name in data.periodic
        and _carries_period(flat, images, k, _find_period(one.axes[k]), flow, time)
    )


def _check_base(data: Fields, flat: Array, base: Array, flow: Flow, time: float) -> None:
    """Refuse motions of axes that depend on fields."""
    p = len(data.axes)
    some = flat[:: max(1, len(flat) // limits.LIMITS.flow_checks)]
    other = some.copy()
    other[:, p:] += flat[:, p:].std(axis=0) + 1e-3
    shift = np.abs(flow(other, time)[:, :p] - flow(some, time)[:, :p]).max(axis=0)
    if (shift > limits.LIMITS.flow_even * (np.ptp(base, axis=0) + np.abs(base).max(axis=0))).any():
        raise DataError(
            "this symmetry moves axes by amounts that depend on the fields, so that a moved graph "
            "need not be that of a function: move data.points() instead"
        )


def _find_period(points: Array) -> float:
    return float(points[1] - points[0]) * len(points)


def _carries_period(
    flat: Array, images: Array, axis: int, period: float, flow: Flow, time: float
) -> bool:
    """True if points a period apart stay apart by one period, the same for all of them."""
    step = max(1, len(flat) // limits.LIMITS.flow_checks)
    other = flat[::step].copy()
    other[:, axis] += period
    gap = flow(other, time) - images[::step]
    spread = np.ptp(flat, axis=0) + period * (np.arange(flat.shape[1]) == axis)
    gap[:, axis] -= gap[:, axis].mean()
    return bool((np.abs(gap) <= limits.LIMITS.flow_even * spread).all())


def _find_line(images: Array, axis: int) -> Array | None:
    """The new points of an axis, where they depend on the old ones alone."""
    rows = np.moveaxis(images, axis, 0).reshape(images.shape[axis], -1)
    line, spread = rows.mean(axis=1), float(np.ptp(rows))
    if (np.ptp(rows, axis=1) > limits.LIMITS.flow_even * spread).any():
        return None
    if not (np.diff(line) > 0).all():
        return None
    even = np.linspace(line[0], line[-1], len(line))
    close = np.abs(line - even).max() <= limits.LIMITS.flow_even * spread
    return even if close else line


def _find_inside(name: str, images: Array, axis: int, count: int) -> Array:
    """Points of an axis that every line along it reaches after the motion."""
    rows = np.moveaxis(images, axis, 0)
    low, high = float(rows.min(axis=0).max()), float(rows.max(axis=0).min())
    if not high > low:
        raise DataError(
            f"after this motion no point of the axis {name} is left on the whole grid: move by less"
        )
    return np.linspace(low, high, count)


def _interpolate(data: Fields, one: Trajectory, points: Array) -> Array:
    """The fields at points between those of the grid, (N, fields)."""
    values, places = one.values, []
    for k, (name, axis) in enumerate(zip(data.axes, one.axes, strict=True)):
        if name in data.periodic:
            finer = limits.LIMITS.flow_finer
            values = _refine(values, k + 1, finer)
            step, edge = (axis[1] - axis[0]) / finer, min(16, values.shape[k + 1])
            places.append((points[:, k] - axis[0]) / step % values.shape[k + 1] + edge)
            values = np.pad(
                values, [(edge, edge) if j == k + 1 else (0, 0) for j in range(values.ndim)], "wrap"
            )
        else:
            rank = make_interp_spline(axis, np.arange(len(axis)), k=5)
            places.append(rank(np.clip(points[:, k], axis[0], axis[-1])))
    return np.stack(
        [map_coordinates(part, places, order=5, mode="nearest") for part in values], axis=1
    )


def _refine(values: Array, axis: int, finer: int) -> Array:
    """The same waves on a finer grid."""
    count = values.shape[axis]
    spectrum = np.fft.rfft(values, axis=axis)
    return np.asarray(np.fft.irfft(spectrum, count * finer, axis=axis) * finer)


def augment(data: Fields, generators: Sequence[Any], count: int, seed: int, size: float) -> Fields:
    """Add trajectories that symmetries make of others, on the same grid."""
    rng = np.random.default_rng(seed)
    points = data.points()
    spread = np.ptp(points, axis=0)
    useful = []
    for one in generators:
        rate = np.sqrt(np.mean(one.at(points) ** 2, axis=0)) / np.where(spread > 0, spread, 1.0)
        pace = size / max(float(rate.max()), np.finfo(float).tiny)
        try:
            one.move_solutions(data.take([0]), limits.LIMITS.flow_trial * pace, keep=True)
        except DataError:
            continue
        useful.append((one, pace))
    if not useful:
        raise DataError(
            "no symmetry takes the grid of these fields to itself: move them one by one, "
            "found.readable[0].move(data, 0.1)"
        )
    made = [data]
    for _ in range(count):
        moved = data.take([int(rng.integers(len(data)))])
        for one, pace in useful:
            with suppress(DataError):  # a motion that goes too far
                moved = one.move_solutions(moved, pace * float(rng.standard_normal()), keep=True)
        made.append(moved)
    return made[0].join(made[1:])
