"""The bracket of generators, and the structure constants of the algebra that they span.

A generator is one vector θ, and each action knows its bracket (:meth:`liesd.spec.Spec.bracket`).
Gauge and unseen directions are divided out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.spec import Spec

Array = NDArray[np.float64]


class Closure(NamedTuple):
    """Brackets of orthonormal generators e_i, measured by the algebra itself."""

    constants: Array
    """c[i, j, k] in [e_i, e_j] = scale · Σ_k c[i, j, k] e_k, by least squares."""
    scale: float
    """The largest size of a bracket: the largest operator norm of a generator."""
    residual: float
    """The part of a typical bracket outside the span, relative to the scale."""
    beyond: float = 0.0
    """The part of it that no unknown of the spec can express, as polynomials of higher degree."""


def orthonormalize(thetas: Array, modulo: Array) -> Array:
    """Make the rows of ``thetas`` orthonormal, after projecting out the span of ``modulo``."""
    if len(modulo):
        divided = np.linalg.qr(modulo.T)[0]
        thetas = thetas - (thetas @ divided) @ divided.T
    left, sizes, right = np.linalg.svd(thetas, full_matrices=False)
    if len(sizes) and sizes[-1] <= 1e-10 * sizes[0]:
        return np.zeros((0, thetas.shape[1]))
    # the polar factor: the orthonormal rows that are nearest to the ones given
    return left @ right


def measure_closure(spec: Spec, basis: Array, modulo: Array) -> Closure:
    """Measure structure constants and the closure residual of orthonormal rows."""
    count = len(basis)
    scale = max((_measure_norm(spec, theta) for theta in basis), default=1.0)
    constants = np.zeros((count, count, count))
    total = beyond = 0.0
    divided = np.linalg.qr(modulo.T)[0] if len(modulo) else np.zeros((spec.size, 0))
    for i in range(
        count - 1
    ):  # one row of pairs at a time, so that memory does not grow with their number
        brackets = spec.bracket(basis[i], basis[i + 1 :]) / scale
        brackets = brackets - (brackets @ divided) @ divided.T
        inside = brackets @ basis.T
        constants[i, i + 1 :], constants[i + 1 :, i] = inside, -inside
        total += float(np.sum((brackets - inside @ basis) ** 2))
        beyond += float(np.sum((spec.remainder(basis[i], basis[i + 1 :]) / scale) ** 2))
    pairs = max(count * (count - 1) / 2, 1)
    return Closure(
        constants, scale, float(np.sqrt((total + beyond) / pairs)), float(np.sqrt(beyond / pairs))
    )


def _measure_norm(spec: Spec, theta: Array) -> float:
    return max(float(np.linalg.norm(matrix, 2)) for matrix in spec.unpack(theta).values())
