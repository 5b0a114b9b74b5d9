"""Mass, transverse momentum and direction of jets, from their constituents (E, px, py, pz).

Every function takes constituents of shape (..., n, 4), in any float type and padded with zeros,
and works in float64.

>>> import numpy as np
>>> photons = np.array([[5.0, 3.0, 0.0, 4.0], [5.0, -3.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]])
>>> mass(photons).item(), multiplicity(photons).item()
(6.0, 2)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def momentum(p: NDArray[Any]) -> Floats:
    """The four-momentum of the whole jet, of shape (..., 4)."""
    total: Floats = p.sum(axis=-2, dtype=np.float64)
    return total


def mass(p: NDArray[Any]) -> Floats:
    """The invariant mass: the root of (E − |p|)(E + |p|), which rounding cannot make imaginary."""
    total = momentum(p)
    size = np.sqrt(np.square(total[..., 1:]).sum(axis=-1))
    energy = total[..., 0]
    return np.asarray(np.sqrt(np.maximum((energy - size) * (energy + size), 0.0)))


def pt(p: NDArray[Any]) -> Floats:
    """The momentum transverse to the beam."""
    total = momentum(p)
    return np.asarray(np.hypot(total[..., 1], total[..., 2]))


def eta(p: NDArray[Any]) -> Floats:
    """The pseudorapidity, by arsinh(pz / pT), which is accurate in all directions."""
    total = momentum(p)
    transverse = np.hypot(total[..., 1], total[..., 2])
    return np.asarray(np.arcsinh(total[..., 3] / np.maximum(transverse, 1e-30)))


def multiplicity(p: NDArray[Any]) -> NDArray[np.int64]:
    """The number of constituents, which have energy."""
    return np.asarray(np.count_nonzero(p[..., 0], axis=-1))
