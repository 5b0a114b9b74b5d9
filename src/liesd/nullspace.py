"""Rows -> R -> singular values and directions. Knows matrices, not what they mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg
import torch
from numpy.typing import NDArray
from torch import Tensor

RANK_TOLERANCE = 1e-7


class StreamingQR:
    """The triangular factor R of all rows seen so far: RᵀR = CᵀC, without squaring C.

    Memory is a few times p², however many rows come. Two factors merge into the factor of the
    joined rows, which is all that out-of-core and many machines need.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._pending: list[Tensor] = []
        self._count = 0
        self._limit = max(4 * size, 1 << 14)

    def add(self, rows: Tensor) -> None:
        """Take more rows, of shape (any, p), in float64."""
        self._pending.append(rows)
        self._count += len(rows)
        if self._count >= self._limit:
            self._reduce()

    def merge(self, other: StreamingQR) -> None:
        """Take in the rows of another factor."""
        self._pending.extend(other._pending)
        self._reduce()

    @property
    def R(self) -> NDArray[np.float64]:
        """The factor, with at most p rows."""
        self._reduce()
        if not self._pending:
            return np.zeros((0, self.size))
        return np.asarray(self._pending[0].cpu().numpy())

    def _reduce(self) -> None:
        if len(self._pending) > 1 or self._count > self.size:
            stacked = torch.cat(self._pending)
            self._pending = [torch.linalg.qr(stacked, mode="r").R]
            self._count = len(self._pending[0])


@dataclass(frozen=True)
class Solution:
    """Directions in order of rising ``values`` = ‖Rθ‖/‖Lθ‖, and those that cannot be seen."""

    values: NDArray[np.float64]  # ascending, one a visible direction
    directions: NDArray[np.float64]  # columns: visible directions
    hidden: NDArray[np.float64]  # orthonormal columns: the null space of the action on the data
    hidden_values: NDArray[np.float64]


def solve(
    R: NDArray[np.float64], L: NDArray[np.float64], action: NDArray[np.float64]
) -> Solution:
    """Extremise ‖Rθ‖/‖Lθ‖ over the directions that ``action`` does not send to zero.

    The result does not depend on the units of the unknowns: columns are brought to one size first.
    """
    size = np.linalg.norm(action, axis=0)
    size = np.where(size > 0, size, 1.0)
    R, L, action = R / size, L / size, action / size
    _, weights, basis = scipy.linalg.svd(_square(action))
    rank = int(np.sum(weights > RANK_TOLERANCE * max(weights[0], 1e-300)))
    seen, hidden = basis[:rank].T, basis[rank:].T
    triangle = np.linalg.qr(L @ seen, mode="r")
    balanced = scipy.linalg.solve_triangular(triangle, (R @ seen).T, trans="T").T
    _, values, rotation = scipy.linalg.svd(_square(balanced))
    directions = seen @ scipy.linalg.solve_triangular(triangle, rotation.T)
    order = slice(None, None, -1)
    hidden_basis = np.linalg.qr(hidden / size[:, None])[0]
    unit = np.median(np.abs(np.diag(triangle))) if rank else 1.0
    return Solution(
        values=values[order],
        directions=directions[:, order] / size[:, None],
        hidden=hidden_basis,
        hidden_values=np.linalg.norm(R @ hidden, axis=0) / unit,
    )


def _square(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """A square matrix with the same singular values and right singular vectors."""
    rows, columns = matrix.shape
    if rows > columns:
        return np.asarray(np.linalg.qr(matrix, mode="r"))
    return np.vstack([matrix, np.zeros((columns - rows, columns))])
