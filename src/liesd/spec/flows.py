"""Finite motion along a field for which no closed form is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from liesd.spec import limits

Array = NDArray[np.float64]


def integrate(field: Callable[[Array], Array], t: float, x: Array) -> Array:
    """Move samples (N, n) along x' = field(x) for a time t.

    A field that is not linear may carry a sample to infinity in finite time. Such a sample is
    stopped far away, so that the others arrive, and its coordinates are infinite.
    """
    start = np.asarray(x, dtype=np.float64)
    if t == 0 or start.size == 0:
        return start.copy()
    bound = limits.LIMITS.flow_reach * (1.0 + np.abs(start).max(axis=1))

    def slope(_: float, flat: Array) -> Array:
        points = flat.reshape(start.shape)
        with np.errstate(over="ignore", invalid="ignore"):
            distance = np.abs(points).max(axis=1) / bound
            moved = field(points) / (1.0 + distance**4)[:, None]
        return np.where(distance[:, None] < 1e3, moved, 0.0).ravel()

    found = solve_ivp(
        slope,
        (0.0, t),
        start.ravel(),
        "DOP853",
        rtol=limits.LIMITS.flow_relative,
        atol=limits.LIMITS.flow_absolute,
    )
    moved = np.asarray(found.y[:, -1]).reshape(start.shape)
    if not found.success:
        return np.full(start.shape, np.inf)
    gone = ~(np.abs(moved).max(axis=1) < 0.1 * bound)
    return np.where(gone[:, None], np.inf, moved)
