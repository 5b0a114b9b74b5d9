"""A basis that a person can read: the sparsest rotation of an orthonormal one.

Among orthonormal bases of the same space the one with the largest Σ entry⁴ has the fewest large
entries. Each step of its ascent is a polar decomposition, so the space never changes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
STARTS, STEPS = 12, 300


def sparse_rotation(basis: Array) -> Array:
    """R, orthogonal (k, k), for which the rows of R @ basis are sparsest."""
    rng = np.random.default_rng(0)
    k = len(basis)
    if k < 2:
        return np.eye(k)
    starts = [np.eye(k)] + [
        np.linalg.qr(rng.standard_normal((k, k)))[0] for _ in range(min(STARTS, 3 * k))
    ]
    found = [_ascend(basis, start) for start in starts]
    return max(found, key=lambda R: float(np.sum((R @ basis) ** 4)))


def _ascend(basis: Array, R: Array) -> Array:
    for _ in range(STEPS):
        left, _, right = np.linalg.svd((R @ basis) ** 3 @ basis.T)
        turned = left @ right
        if np.abs(turned - R).max() < 1e-12:
            return turned
        R = turned
    return R


def normalised(rows: Array) -> Array:
    """Each row scaled so that its typical large entry is 1; the last of these is positive.

    The typical one is Σv⁴/Σ|v|³, which noise in the small entries does not reach.
    """
    out = []
    for row in rows:
        size = np.sum(row**4) / max(float(np.sum(np.abs(row) ** 3)), 1e-300)
        scaled = row / max(float(size), 1e-300)
        last = np.flatnonzero(np.abs(scaled) > 0.5)[-1:]
        out.append(-scaled if len(last) and scaled[last[0]] < 0 else scaled)
    return np.array(out).reshape(rows.shape)
