"""Linear and quadratic invariants of an algebra.

A linear function ⟨w, x⟩ is invariant if Aᵀw = 0 for every generator A, a quadratic one xᵀQx if
AᵀQ + QA = 0: both are null spaces of small matrices. Rotations preserve the squared length, Lorentz
transformations the Minkowski square, and with several vectors also all their products.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra import ranks

Array = NDArray[np.float64]


class Invariants:
    """x (N, n) -> the linear and quadratic invariants of matrices A (n, n).

    >>> rotation = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    >>> found = Invariants(3, [rotation])
    >>> found.count  # z, x² + y² and z²
    3
    """

    def __init__(self, size: int, generators: Sequence[Array]) -> None:
        scaled = [A / np.linalg.norm(A) for A in generators if np.linalg.norm(A) > 0]
        self.linear = _find_null_space([A.T for A in scaled], np.eye(size))
        self.quadratic = np.zeros((0, size, size))
        if size <= ranks.TOLERANCES.quadratic_inputs:
            rows, columns = np.triu_indices(size)
            basis = np.zeros((len(rows), size, size))
            half = np.where(rows == columns, 1.0, np.sqrt(0.5))
            basis[np.arange(len(rows)), rows, columns] = half
            basis[np.arange(len(rows)), columns, rows] = half
            moved = [
                (np.einsum("ji,kjl->kil", A, basis) + np.einsum("kij,jl->kil", basis, A))
                .reshape(len(rows), -1)
                .T
                for A in scaled
            ]
            still = _find_null_space(moved, np.eye(len(rows)))
            self.quadratic = np.einsum("kc,kij->cij", still, basis)

    @property
    def count(self) -> int:
        """The number of invariants."""
        return self.linear.shape[1] + len(self.quadratic)

    def __call__(self, x: ArrayLike) -> Array:
        """The invariants of each sample, (N, count)."""
        x = np.asarray(x, dtype=np.float64)
        squares = np.einsum("bi,cij,bj->bc", x, self.quadratic, x, optimize=True)
        return np.concatenate([x @ self.linear, squares], axis=1)


def _find_null_space(matrices: list[Array], everything: Array) -> Array:
    """Find an orthonormal basis, in columns, of the common (numerical) null space of matrices.

    Its form is fixed, so that the same space gives the same columns up to rounding.
    """
    if not matrices:
        return everything
    values, vectors = np.linalg.eigh(np.sum([M.T @ M for M in matrices], axis=0))
    kept = vectors[:, values <= ranks.TOLERANCES.invariant_change**2]
    if not kept.shape[1]:
        return kept
    projector = kept @ kept.T
    pivots: list[int] = []
    for _ in range(
        kept.shape[1]
    ):  # pivots: the columns of the projector with the largest remainder
        chosen = projector[:, pivots]
        rest = projector - chosen @ np.linalg.lstsq(chosen, projector, rcond=None)[0]
        pivots.append(int(np.argmax(np.round(np.linalg.norm(rest, axis=0), 6))))
    return np.asarray(np.linalg.qr(projector[:, sorted(pivots)])[0])
