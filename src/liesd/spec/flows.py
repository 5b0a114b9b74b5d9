"""Finite motion along a field for which no closed form is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from liesd.spec import limits

Array = NDArray[np.float64]


def integrate(field: Callable[[Array], Array], t: float, x: Array) -> Array:
    """Move samples (N, n) along x' = field(x) for a time t."""
    start = np.asarray(x, dtype=np.float64)
    if t == 0 or start.size == 0:
        return start.copy()

    def slope(_: float, flat: Array) -> Array:
        return field(flat.reshape(start.shape)).ravel()

    found = solve_ivp(
        slope,
        (0.0, t),
        start.ravel(),
        "DOP853",
        rtol=limits.LIMITS.flow_relative,
        atol=limits.LIMITS.flow_absolute,
    )
    return np.asarray(found.y[:, -1]).reshape(start.shape)
