"""The paper's two errors of a found algebra whose true one is known.

Columns are basis vectors: the flattened generators, usually each of norm 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.errors import DataError


def space_error(V: ArrayLike, V_true: ArrayLike) -> float:
    """E_space = min_X ‖V X − V*‖² + min_Y ‖V* Y − V‖²: zero when both span the same space.

    >>> space_error([[1.0], [0.0]], [[1.0], [0.0]])
    0.0
    >>> space_error([[1.0], [0.0]], [[0.0], [1.0]])
    2.0
    """
    found, true = _check_columns(V, "V"), _check_columns(V_true, "V_true")
    if len(found) != len(true):
        raise DataError(
            f"V has vectors of length {len(found)} and V_true of length {len(true)}: "
            "both must be written in the same layout, one basis vector per column"
        )
    return _measure_residual(found, true) + _measure_residual(true, found)


def grassmann_distance(V: ArrayLike, V_true: ArrayLike) -> float:
    """√Σθ² over the principal angles θ between two spans; infinite if dimensions differ.

    >>> round(grassmann_distance([[1.0], [0.0]], [[1.0], [1.0]]), 6)  # an angle of 45 degrees
    0.785398
    """
    found, true = _check_columns(V, "V"), _check_columns(V_true, "V_true")
    if found.shape != true.shape:
        return float("inf")
    A, B = np.linalg.qr(found)[0], np.linalg.qr(true)[0]
    cosines = np.clip(np.linalg.svd(A.T @ B, compute_uv=False), -1.0, 1.0)
    rest = np.linalg.svd(B - A @ (A.T @ B), compute_uv=False)[::-1]
    angles = np.where(cosines > 0.7, np.arcsin(np.clip(rest, 0.0, 1.0)), np.arccos(cosines))
    return float(np.sqrt(np.sum(angles**2)))


def orthogonality_error(V: ArrayLike) -> float:
    """E_orth = Σ_{i<j} |⟨v_i, v_j⟩|.

    >>> orthogonality_error([[1.0, 0.0], [0.0, 1.0]])
    0.0
    """
    found = _check_columns(V, "V")
    return float(np.abs(np.triu(found.T @ found, k=1)).sum())


def _measure_residual(basis: NDArray[np.float64], vectors: NDArray[np.float64]) -> float:
    """The squared distance of the vectors from the span of the basis, computed explicitly."""
    left, singular, _ = np.linalg.svd(basis, full_matrices=False)
    if singular.size:
        left = left[:, singular > len(basis) * np.finfo(float).eps * singular[0]]
    return float(np.sum((vectors - left @ (left.T @ vectors)) ** 2))


def _check_columns(V: ArrayLike, name: str) -> NDArray[np.float64]:
    array = np.asarray(V, dtype=np.float64)
    if array.ndim != 2:
        raise DataError(f"{name} must be a matrix with one basis vector per column")
    if not np.isfinite(array).all():
        raise DataError(f"{name} holds a number that is not finite")
    return array
