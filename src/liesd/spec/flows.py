"""Finite motion along a field for which no closed form is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from liesd.spec import limits

Array = NDArray[np.float64]
Field = Callable[[Array, NDArray[np.intp]], Array]


def integrate(field: Field, t: float, x: Array) -> Array:
    """Move samples (N, n) along x' = field(x, their numbers) for a time t.

    A field that is not linear may carry a sample to infinity in finite time. Such a sample is left
    behind, so that the others arrive, and its coordinates are infinite.
    """
    moved = np.array(x, dtype=np.float64)
    if t == 0 or moved.size == 0:
        return moved
    alive, now = np.arange(len(moved)), 0.0
    bound = limits.LIMITS.flow_reach * (1.0 + np.abs(moved).max(axis=1))
    while now != t and len(alive):
        found = _follow(field, (now, t), moved[alive], alive, bound[alive])
        now, moved[alive] = found
        if now != t:
            lost = _find_lost(field, t - now, moved, alive, bound)
            moved[alive[lost]] = np.inf
            alive = alive[~lost]
    return moved


def _follow(
    field: Field, span: tuple[float, float], start: Array, alive: NDArray[np.intp], bound: Array
) -> tuple[float, Array]:
    """Follow the field to the end of the span, or until a sample is too far away."""
    from scipy.integrate import solve_ivp  # slow to import, and linear actions need none

    def slope(_: float, flat: Array) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            return field(flat.reshape(start.shape), alive).ravel()

    def room(_: float, flat: Array) -> float:
        return 1.0 - float(np.max(np.abs(flat.reshape(start.shape)).max(axis=1) / bound))

    room.terminal = True  # type: ignore[attr-defined]
    with np.errstate(over="ignore", invalid="ignore"):  # of a step beyond all numbers
        found = solve_ivp(
            slope,
            span,
            start.ravel(),
            "DOP853",
            rtol=limits.LIMITS.flow_relative,
            atol=limits.LIMITS.flow_absolute,
            events=room,
        )
    return float(found.t[-1]), np.asarray(found.y[:, -1]).reshape(start.shape)


def _find_lost(
    field: Field, rest: float, moved: Array, alive: NDArray[np.intp], bound: Array
) -> NDArray[np.bool_]:
    """Find the samples that are far away and fast, and at least the farthest one."""
    distance = np.abs(moved[alive]).max(axis=1) / bound[alive]
    speed = np.abs(field(moved[alive], alive)).max(axis=1) / np.abs(moved[alive]).max(axis=1)
    doomed = (distance > limits.LIMITS.flow_doomed) & (speed * abs(rest) > 1.0)
    return np.asarray(doomed | (distance >= distance.max()) | ~np.isfinite(speed))
