"""A linear layer that commutes with an algebra."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from liesd.algebra import LieAlgebra
from liesd.errors import DataError
from liesd.spec import Action


class EquivariantLinear(nn.Module):
    """``x ↦ W x + b`` with W and b free as far as the algebra allows.

    Between two kinds of blocks the algebra allows a basis of maps; the layer learns their
    coefficients for every pair of source and target blocks.

    >>> import torch, liesd
    >>> turn = liesd.LieAlgebra.from_matrices([[[0.0, -1.0], [1.0, 0.0]]])
    >>> layer = liesd.nn.EquivariantLinear(turn, "3*x", "5*x + 2")
    >>> layer(torch.ones(7, 6)).shape
    torch.Size([7, 12])
    """

    order_in: Tensor | None
    order_out: Tensor | None

    def __init__(
        self, algebra: LieAlgebra, source: str | Action, target: str | Action, bias: bool = True
    ) -> None:
        super().__init__()
        self.source, self.target = algebra.rep(source), algebra.rep(target)
        self.weights, self.biases = nn.ParameterList(), nn.ParameterList()
        self._rows: list[_Row] = []
        columns = {block: len(index) for block, index in self.source.require_blocks().items()}
        for block_t, index in self.target.require_blocks().items():
            row = _Row(len(index), index[0].size)
            maps = {block_s: algebra.block_maps(block_s, block_t) for block_s in columns}
            fan_in = sum(len(maps[block_s]) * count for block_s, count in columns.items())
            for number, (block_s, count) in enumerate(columns.items()):
                if not len(maps[block_s]):
                    row.blocks.append((None, self.source.require_blocks()[block_s].size))
                    continue
                name = f"maps{len(self._rows)}_{number}"
                self.register_buffer(name, make_tensor(maps[block_s]))
                row.blocks.append((name, len(self.weights)))
                free = torch.randn(row.count, count, len(maps[block_s]))
                free *= math.sqrt(
                    row.size / fan_in
                )  # so that values keep their size through a layer
                self.weights.append(nn.Parameter(free))
            constants = algebra.block_maps((), block_t) if bias else np.zeros((0, 1, 1))
            if len(constants):
                row.constant, row.bias = f"constant{len(self._rows)}", len(self.biases)
                self.register_buffer(row.constant, make_tensor(constants[:, :, 0]))
                self.biases.append(nn.Parameter(torch.zeros(row.count, len(constants))))
            self._rows.append(row)
        self.register_buffer("order_in", _find_order(self.source))
        self.register_buffer("order_out", _find_order(self.target))
        if not self.weights:
            raise DataError(
                f"no linear map from {self.source} to {self.target} commutes with {algebra.name}: "
                "take a smaller algebra (algebra.semisimple, algebra.compact, algebra.select) or "
                "other representations"
            )

    def weight(self) -> Tensor:
        """The dense matrix W (target, source)."""
        lines = []
        for row in self._rows:
            parts = []
            for name, number in row.blocks:
                if name is None:
                    parts.append(self.weights[0].new_zeros(row.count * row.size, number))
                else:
                    free, maps = self.weights[number], getattr(self, name)
                    block = torch.einsum("nmr,rts->ntms", free, maps)
                    parts.append(block.flatten(2).flatten(0, 1))
            lines.append(torch.cat(parts, dim=1))
        W = torch.cat(lines)
        W = W if self.order_out is None else W[self.order_out]
        return W if self.order_in is None else W[:, self.order_in]

    def bias(self) -> Tensor:
        """The vector b, which must be invariant."""
        parts = [
            self.weights[0].new_zeros(row.count * row.size)
            if row.constant is None
            else (self.biases[row.bias] @ getattr(self, row.constant)).flatten()
            for row in self._rows
        ]
        b = torch.cat(parts)
        return b if self.order_out is None else b[self.order_out]

    def forward(self, x: Tensor) -> Tensor:
        """(..., source) -> (..., target)."""
        return nn.functional.linear(x, self.weight(), self.bias())

    def extra_repr(self) -> str:
        return f"{self.source} -> {self.target}"


@dataclass
class _Row:
    """The maps into target blocks of one kind, their number and size."""

    count: int
    size: int
    blocks: list[tuple[str | None, int]] = field(default_factory=list)  # maps and weight, or zeros
    constant: str | None = None
    bias: int = 0


def _find_order(rep: Action) -> Tensor | None:
    """Find the place of each coordinate when blocks are sorted by kind; None if they are."""
    places = np.argsort(np.concatenate([index.ravel() for index in rep.require_blocks().values()]))
    return None if (places == np.arange(rep.dim)).all() else torch.from_numpy(places)


def make_tensor(array: np.ndarray) -> Tensor:
    return torch.as_tensor(array, dtype=torch.get_default_dtype())
