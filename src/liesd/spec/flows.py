"""Finite motion along a field for which no closed form is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from liesd.spec import limits

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Field = Callable[[Array, Index], Array]


def integrate(field: Field, t: float, x: Array) -> Array:
    """Move samples (N, n) along x' = field(x, their numbers) for a time t.

    By the Runge-Kutta method DOP853 of scipy, with steps of its own for each sample: one that
    goes far does not hold up the others, nor change where they arrive. A field that is not linear
    may carry a sample to infinity in finite time; its coordinates are then infinite.
    """
    moved = np.array(x, dtype=np.float64)
    if t == 0 or moved.size == 0:
        return moved
    bound = limits.LIMITS.flow_reach * (1.0 + np.abs(moved).max(axis=1))
    alive, rest = np.arange(len(moved)), np.full(len(moved), float(t))
    with np.errstate(all="ignore"):  # of a step beyond all numbers
        step = _choose_first(field(moved, alive), moved, t)
        while len(alive):
            h = np.where(np.abs(step) < np.abs(rest[alive]), step, rest[alive])
            arrived, error = _try_step(field, h, moved[alive], alive)
            good = error <= 1.0
            done = alive[good]
            moved[done], rest[done] = arrived[good], rest[done] - h[good]
            lost = np.abs(h) <= limits.LIMITS.flow_least_step * abs(t)
            lost |= good & ~(np.abs(arrived).max(axis=1) <= bound[alive])
            lost &= rest[alive] != 0
            moved[alive[lost]] = np.inf
            factor = np.where(error > 0, limits.LIMITS.flow_safety * error ** (-1 / 8), np.inf)
            factor = np.where(np.isfinite(error), factor, 0.0)
            step = h * np.clip(factor, *limits.LIMITS.flow_factors)
            kept = ~lost & (rest[alive] != 0)
            alive, step = alive[kept], step[kept]
    return moved


def _choose_first(slope: Array, x: Array, t: float) -> Array:
    """A first step in which a sample moves by a small part of its size."""
    speed = np.abs(slope).max(axis=1) / (np.abs(x).max(axis=1) + limits.LIMITS.flow_absolute)
    part = limits.LIMITS.flow_first / (speed * abs(t) + limits.LIMITS.flow_first)
    return np.where(np.isfinite(part), part, limits.LIMITS.flow_first) * t


def _try_step(field: Field, h: Array, x: Array, which: Index) -> tuple[Array, Array]:
    """Where a step leads, and its error relative to the tolerance, for each sample."""
    from scipy.integrate import DOP853  # slow to import, and linear actions need none

    slopes = np.empty((DOP853.n_stages + 1, *x.shape))
    slopes[0] = field(x, which)
    for stage in range(1, DOP853.n_stages):
        combined = np.tensordot(DOP853.A[stage, :stage], slopes[:stage], 1)
        slopes[stage] = field(x + h[:, None] * combined, which)
    arrived = x + h[:, None] * np.tensordot(DOP853.B, slopes[:-1], 1)
    slopes[-1] = field(arrived, which)
    scale = np.maximum(np.abs(x), np.abs(arrived)) * limits.LIMITS.flow_relative
    scale += limits.LIMITS.flow_absolute
    fifth, third = (
        np.sum((np.tensordot(E, slopes, 1) / scale) ** 2, axis=1) for E in (DOP853.E5, DOP853.E3)
    )
    size = np.sqrt((fifth + 0.01 * third) * x.shape[1])
    error = np.where(fifth > 0, np.abs(h) * fifth / np.where(size > 0, size, 1.0), fifth)
    return arrived, np.where(np.isfinite(arrived).all(axis=1), error, np.inf)
