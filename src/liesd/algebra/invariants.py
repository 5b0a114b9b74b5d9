"""Functions that symmetries leave alone: linear and quadratic invariants of an algebra.

A linear function ⟨w, x⟩ stays if Aᵀw = 0 for every generator A, a quadratic one xᵀQx if
AᵀQ + QA = 0: both are null spaces of small matrices. For rotations it is the squared length, for
Lorentz transformations the Minkowski square, for several vectors also all their products.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
SMALL = 1e-2  # what the generators change so little counts as invariant
WIDEST = 40  # inputs beyond which quadratic invariants would take too long


class Invariants:
    """x (N, n) -> the linear and quadratic invariants of matrices A (n, n).

    >>> rotation = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    >>> found = Invariants(3, [rotation])
    >>> found.count  # z, x² + y² and z²
    3
    """

    def __init__(self, size: int, generators: Sequence[Array]) -> None:
        scaled = [A / np.linalg.norm(A) for A in generators if np.linalg.norm(A) > 0]
        self.linear = _null_space([A.T for A in scaled], np.eye(size))
        self.quadratic = np.zeros((0, size, size))
        if size <= WIDEST:
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
            still = _null_space(moved, np.eye(len(rows)))
            self.quadratic = np.einsum("kc,kij->cij", still, basis)

    @property
    def count(self) -> int:
        """How many there are."""
        return self.linear.shape[1] + len(self.quadratic)

    def __call__(self, x: ArrayLike) -> Array:
        """The invariants of each sample, (N, count)."""
        x = np.asarray(x, dtype=np.float64)
        squares = np.einsum("bi,cij,bj->bc", x, self.quadratic, x, optimize=True)
        return np.concatenate([x @ self.linear, squares], axis=1)


def _null_space(matrices: list[Array], everything: Array) -> Array:
    """An orthonormal basis, in columns, of what all matrices send (nearly) to zero.

    In a fixed form, so that the same space gives the same columns whatever rounding does.
    """
    if not matrices:
        return everything
    values, vectors = np.linalg.eigh(np.sum([M.T @ M for M in matrices], axis=0))
    kept = vectors[:, values <= SMALL**2]
    if not kept.shape[1]:
        return kept
    projector = kept @ kept.T
    pivots: list[int] = []
    for _ in range(kept.shape[1]):  # the columns of the projector that say most, one after another
        chosen = projector[:, pivots]
        rest = projector - chosen @ np.linalg.lstsq(chosen, projector, rcond=None)[0]
        pivots.append(int(np.argmax(np.round(np.linalg.norm(rest, axis=0), 6))))
    return np.asarray(np.linalg.qr(projector[:, sorted(pivots)])[0])
