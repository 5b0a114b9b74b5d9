"""Linear and quadratic invariants of an algebra.

A linear function ⟨w, x⟩ is invariant if Aᵀw = 0 for every generator A, a quadratic one xᵀQx if
AᵀQ + QA = 0: both are null spaces of small matrices. Rotations preserve the squared length, Lorentz
transformations the Minkowski square, and with several vectors also all their products. Affine
maps are linear on (x, 1), so that distances of points come out as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra import ranks
from liesd.algebra.fields.acting import augment
from liesd.spec import Action, Theta

Array = NDArray[np.float64]


class Invariants:
    """x (N, n) -> the linear and quadratic invariants of matrices A (n, n).

    >>> rotation = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    >>> found = Invariants(3, [rotation])
    >>> found.count  # z, x² + y² and z²
    3
    """

    @classmethod
    def of(cls, action: Action, generators: Sequence[Theta]) -> Invariants:
        """The invariants of fields on a space; refuses what is neither linear nor affine."""
        if action.blocks() is not None:
            return cls(action.dim, [action.matrix(one) for one in generators])
        return AffineInvariants(action, generators)

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


class AffineInvariants(Invariants):
    """x (N, n) -> the linear and quadratic invariants of affine fields.

    >>> from liesd.spec import Affine, Vector
    >>> turn = {"x": np.array([[0.0, -1.0], [1.0, 0.0]]), "shift(x)": np.array([0.0, -2.0])}
    >>> found = AffineInvariants(Affine(Vector("x", 2)), [turn])
    >>> values = found([[3.0, 0.0], [2.0, 1.0], [4.0, 0.0]])  # the distance from (2, 0)
    >>> bool(np.allclose(values[0], values[1])), bool(np.allclose(values[0], values[2]))
    (True, False)
    """

    def __init__(self, action: Action, generators: Sequence[Theta]) -> None:
        n = action.dim
        super().__init__(n + 1, [augment(action, one) for one in generators])
        constant = np.zeros(n + 1)
        constant[n] = 1.0
        lower = [np.outer(w, constant) for w in (*self.linear.T, constant)]
        known = np.array([(one + one.T).ravel() for one in lower])
        basis = np.linalg.svd(known)[2][: np.linalg.matrix_rank(known)]
        flat = self.quadratic.reshape(len(self.quadratic), -1)
        rest = flat - flat @ basis.T @ basis
        left, values, right = np.linalg.svd(rest, full_matrices=False)
        self.quadratic = right[values > 0.5].reshape(-1, n + 1, n + 1)
        without = self.linear - np.outer(constant, constant @ self.linear)
        left, values, _ = np.linalg.svd(without, full_matrices=False)
        self.linear = left[:, values > 0.5]

    def __call__(self, x: ArrayLike) -> Array:
        points = np.asarray(x, dtype=np.float64)
        return super().__call__(np.concatenate([points, np.ones_like(points[:, :1])], axis=1))


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
