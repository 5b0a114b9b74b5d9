"""Reduce rows to R, and R to singular values and directions. Knows matrices, not their meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.linalg import eigh_tridiagonal, lapack
from torch import Tensor

from liesd.numerics import limits


class StreamingQR:
    """The triangular factor R of all rows seen so far: RᵀR = CᵀC, without squaring C.

    Memory is a few times p², whatever the number of rows. Two factors merge into the factor of the
    joined rows, which is all that out-of-core data and many machines need.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._pending: list[Tensor] = []
        self._count = 0
        self._limit = (
            limits.LIMITS.wide_rows
            if size >= limits.LIMITS.wide_columns
            else max(4 * size, 1 << 14)
        )

    def add(self, rows: Tensor) -> None:
        """Take more rows, of shape (any, p), in float64."""
        self._pending.append(rows)
        self._count += len(rows)
        if self._count >= self._limit:
            self._reduce()

    def merge(self, other: StreamingQR) -> None:
        """Take in the rows of another factor."""
        other._reduce()
        for rows in other._pending:
            self.add(rows)

    def __getstate__(self) -> dict[str, Any]:
        self._reduce()  # what travels is the factor, not the rows
        return vars(self)

    @property
    def R(self) -> Tensor:
        """The factor, with at most p rows."""
        self._reduce()
        if not self._pending:
            return torch.zeros((0, self.size), dtype=torch.float64)
        return self._pending[0].cpu()

    def _reduce(self) -> None:
        if len(self._pending) > 1 or self._count > self.size:
            wide = self.size >= limits.LIMITS.wide_columns and self._pending[0].device.type == "cpu"
            self._pending = [(_update if wide else _stack)(self._pending)]
            self._count = len(self._pending[0])


def _stack(parts: list[Tensor]) -> Tensor:
    return torch.linalg.qr(torch.cat(parts), mode="r").R


def _is_triangle(matrix: Tensor) -> bool:
    square = matrix.shape[0] == matrix.shape[1]
    return square and not any(matrix[k + 1 :, k].any() for k in range(len(matrix)))


def _update(parts: list[Tensor]) -> Tensor:
    """Append rows below R and update it in place, skipping its zeros.

    Half the operations and a quarter of the memory of a QR of everything stacked.
    """
    first, *rest = parts
    size = first.shape[1]
    if _is_triangle(first):
        triangle, rows = first.numpy(), rest
    else:
        triangle, rows = np.zeros((size, size), order="F"), parts
    if not triangle.flags.f_contiguous:
        triangle = np.asfortranarray(triangle)
    joined = rows[0] if len(rows) == 1 else torch.cat(rows)
    below = np.array(joined.numpy(), order="F")  # a copy of our own
    result = lapack.dtpqrt(
        0, min(size, limits.LIMITS.panel), triangle, below, overwrite_a=1, overwrite_b=1
    )
    return torch.from_numpy(result[0])


@dataclass(frozen=True, eq=False)
class Solution:
    """Directions in order of rising ``values`` = ‖Rθ‖/‖Lθ‖, and the hidden ones."""

    values: Tensor  # ascending, one per visible direction
    directions: Tensor  # columns: visible directions
    hidden: Tensor  # orthonormal columns: the null space of the action on the data
    hidden_values: Tensor
    rest: Tensor  # ascending: larger values, whose directions are not worth their memory

    @property
    def visible(self) -> int:
        """The number of visible directions."""
        return len(self.values) + len(self.rest)

    @property
    def largest(self) -> float:
        """The largest of all values."""
        return float(max([*self.values[-1:], *self.rest[-1:]], default=0.0))


def solve_action(R: Tensor, L: Tensor, action: Tensor) -> Solution:
    """Extremise ‖Rθ‖/‖Lθ‖ over the directions that ``action`` does not send to zero.

    Columns are normalised first, so that the result does not depend on the units of the unknowns.
    """
    size = torch.linalg.norm(action, dim=0)
    size = torch.where(size > 0, size, 1.0)
    if not L.any():  # the zero function: nothing is large, so the action itself is the scale
        L = action
    seen, hidden = split_null_space(action / size, limits.LIMITS.rank)
    return _extremise(R, L, size, seen if hidden.shape[1] else None, hidden)


def split_null_space(matrix: Tensor, rank: float) -> tuple[Tensor, Tensor]:
    """Split the space of columns: orthonormal bases of what the matrix sees, and of the rest.

    A singular value counts if it is above ``rank`` times the largest. The inverse of a triangle
    bounds the least one from below, at a twentieth of the cost of all of them.
    """
    columns = matrix.shape[1]
    triangle = torch.linalg.qr(matrix, mode="r").R
    if len(triangle) == columns and bool((triangle.diagonal() != 0).all()):
        unit = torch.eye(columns, dtype=matrix.dtype)
        inverse = torch.linalg.solve_triangular(triangle, unit, upper=True)
        if float(torch.linalg.norm(inverse) * torch.linalg.norm(triangle)) * rank < 1:
            return unit, unit[:, :0]
    values, basis = right_svd(triangle)
    count = int((values > rank * values[:1]).sum())
    return basis[:, :count], basis[:, count:]


def solve_seen(R: Tensor, L: Tensor, hidden: Tensor) -> Solution:
    """Extremise ‖Rθ‖/‖Lθ‖ where the hidden directions, orthonormal columns, are known."""
    size = torch.linalg.norm(L, dim=0)
    size = torch.where(size > 0, size, 1.0)
    if not hidden.shape[1]:
        return _extremise(R, L, size, None, hidden)
    hidden = torch.linalg.qr(hidden * size[:, None]).Q
    basis = torch.linalg.qr(hidden, mode="complete").Q
    return _extremise(R, L, size, basis[:, hidden.shape[1] :], hidden)


def _extremise(R: Tensor, L: Tensor, size: Tensor, seen: Tensor | None, hidden: Tensor) -> Solution:
    R, L = R / size, L / size
    hidden_values = torch.linalg.norm(R @ hidden, dim=0)
    triangle = L if seen is None else L @ seen
    if not _is_triangle(triangle):
        triangle = torch.linalg.qr(triangle, mode="r").R
    triangle = _make_regular(triangle)
    balanced = torch.linalg.solve_triangular(
        triangle, R if seen is None else R @ seen, upper=True, left=False
    )
    del R, L
    if balanced.shape[1] > limits.LIMITS.large:
        values, rotation = solve_small_end(balanced)
    else:
        values, rotation = right_svd(balanced)
        values, rotation = values.flip(0), rotation.flip(1)
    kept = rotation.shape[1]
    directions = torch.linalg.solve_triangular(triangle, rotation, upper=True)
    unit = triangle.diagonal().abs().max() if len(triangle) else 1.0
    return Solution(
        values=values[:kept],
        directions=(directions if seen is None else seen @ directions) / size[:, None],
        hidden=torch.linalg.qr(hidden / size[:, None]).Q,
        hidden_values=hidden_values / unit,
        rest=values[kept:],
    )


def _make_regular(triangle: Tensor) -> Tensor:
    """Give a direction without scale, as few samples may leave one, the least scale there is."""
    sizes = triangle.diagonal().abs()
    if len(triangle) == triangle.shape[1] and bool((sizes > 0).all()):
        return triangle
    least = torch.finfo(triangle.dtype).eps * torch.linalg.norm(triangle)
    floor = least * torch.eye(triangle.shape[1], dtype=triangle.dtype)
    return torch.linalg.qr(torch.cat([triangle, floor]), mode="r").R


def solve_small_end(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """All singular values, ascending, and the right singular vectors of the smallest ones.

    The eigenvalues of the square take a tenth of the time; on the span of the vectors that are kept
    the matrix itself is then factorised, so that small values keep their digits.
    """
    gram = np.asfortranarray((matrix.T @ matrix).numpy())
    length = int(lapack.dsytrd_lwork(len(gram), lower=1)[0])
    reduced, diagonal, off, tau, _ = lapack.dsytrd(gram, lower=1, lwork=length, overwrite_a=1)
    squares = eigh_tridiagonal(diagonal, off, eigvals_only=True)
    values = torch.from_numpy(np.sqrt(np.maximum(squares, 0.0)))
    kept = int((values < limits.LIMITS.small_end * values[-1]).sum())
    kept = min(len(gram), max(limits.LIMITS.kept, kept + limits.LIMITS.kept // 10))
    _, turned = eigh_tridiagonal(diagonal, off, select="i", select_range=(0, kept - 1))
    vectors = torch.from_numpy(_rotate(reduced, tau, np.asarray(turned, np.float64)))
    small, rotation = right_svd(matrix @ vectors)
    return torch.cat([small.flip(0), values[kept:]]), vectors @ rotation.flip(1)


def _rotate(
    reduced: NDArray[np.float64], tau: NDArray[np.float64], vectors: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return from the coordinates in which a symmetric matrix is tridiagonal."""
    reflectors = np.asfortranarray(reduced[1:, :-1])
    lower = np.asfortranarray(vectors[1:])
    length = int(lapack.dormqr("L", "N", reflectors, tau, lower, -1)[1][0])
    turned = lapack.dormqr("L", "N", reflectors, tau, lower, length, overwrite_c=1)[0]
    return np.concatenate([vectors[:1], turned])


def right_svd(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """All singular values, descending, and all right singular vectors as columns."""
    rows, columns = matrix.shape
    if rows > columns:
        matrix = torch.linalg.qr(matrix, mode="r").R
    _, values, vectors = torch.linalg.svd(matrix, full_matrices=True)
    missing = values.new_zeros(columns - len(values))
    return torch.cat([values, missing]), vectors.T
