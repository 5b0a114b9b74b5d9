"""A readable basis: the sparsest rotation of an orthonormal one.

Among orthonormal bases of the same space the one with the largest Σ entry⁴ has the fewest large
entries. Each step of its ascent is a polar decomposition, so the space never changes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.algebra import ranks

Array = NDArray[np.float64]


def find_sparse_rotation(basis: Array) -> Array:
    """Find the orthogonal R (k, k) for which the rows of R @ basis are sparsest."""
    rng = np.random.default_rng(0)
    k = len(basis)
    if k < 2:
        return np.eye(k)
    starts = [np.eye(k)] + [
        np.linalg.qr(rng.standard_normal((k, k)))[0]
        for _ in range(min(ranks.TOLERANCES.sparse_starts, 3 * k))
    ]
    found = [_ascend(basis, start) for start in starts]
    return max(found, key=lambda R: float(np.sum((R @ basis) ** 4)))


def _ascend(basis: Array, R: Array) -> Array:
    for _ in range(ranks.TOLERANCES.sparse_steps):
        left, _, right = np.linalg.svd((R @ basis) ** 3 @ basis.T)
        turned = left @ right
        if np.abs(turned - R).max() < 1e-12:
            return turned
        R = turned
    return R


def normalize_rows(rows: Array) -> Array:
    """Scale each row so that its typical large entry is 1 and the last of these is positive."""
    return np.array([row / measure_typical(row) for row in rows]).reshape(rows.shape)


def measure_typical(row: Array) -> float:
    """The typical size of the large entries of a row, with the sign of the last of these.

    It is Σv⁴/Σ|v|³, which noise in the small entries hardly changes.
    """
    size = float(np.sum(row**4)) / max(float(np.sum(np.abs(row) ** 3)), 1e-300)
    size = max(size, 1e-300)
    last = np.flatnonzero(np.abs(row) > 0.5 * size)[-1:]
    return -size if len(last) and row[last[0]] < 0 else size
