"""Rows -> R -> singular values and directions. Knows matrices, not what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
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
            stacked = torch.cat(self._pending)
            self._pending = [torch.linalg.qr(stacked, mode="r").R]
            self._count = len(self._pending[0])


@dataclass(frozen=True, eq=False)
class Solution:
    """Directions in order of rising ``values`` = ‖Rθ‖/‖Lθ‖, and those that cannot be seen."""

    values: Tensor  # ascending, one a visible direction
    directions: Tensor  # columns: visible directions
    hidden: Tensor  # orthonormal columns: the null space of the action on the data
    hidden_values: Tensor


def solve(R: Tensor, L: Tensor, action: Tensor) -> Solution:
    """Extremise ‖Rθ‖/‖Lθ‖ over the directions that ``action`` does not send to zero.

    The result does not depend on the units of the unknowns: columns are brought to one size first.
    """
    size = torch.linalg.norm(action, dim=0)
    size = torch.where(size > 0, size, 1.0)
    R, L, action = R / size, L / size, action / size
    weights, basis = right_svd(action)
    rank = int((weights > RANK_TOLERANCE * weights[0]).sum())
    seen, hidden = basis[:, :rank], basis[:, rank:]
    if not L.any():  # a function that is zero: nothing is large, so the action itself is the scale
        L = action
    triangle = torch.linalg.qr(L @ seen, mode="r").R
    balanced = torch.linalg.solve_triangular(triangle, R @ seen, upper=True, left=False)
    values, rotation = right_svd(balanced)
    directions = seen @ torch.linalg.solve_triangular(triangle, rotation, upper=True)
    unit = triangle.diagonal().abs().max() if rank else 1.0
    return Solution(
        values=values.flip(0),
        directions=directions.flip(1) / size[:, None],
        hidden=torch.linalg.qr(hidden / size[:, None]).Q,
        hidden_values=torch.linalg.norm(R @ hidden, dim=0) / unit,
    )


def right_svd(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """All singular values, descending, and all right singular vectors as columns."""
    rows, columns = matrix.shape
    if rows > columns:
        matrix = torch.linalg.qr(matrix, mode="r").R
    _, values, vectors = torch.linalg.svd(matrix, full_matrices=True)
    missing = values.new_zeros(columns - len(values))
    return torch.cat([values, missing]), vectors.T
