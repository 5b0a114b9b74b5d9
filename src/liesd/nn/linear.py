"""A linear layer that commutes with an algebra."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor, nn

from liesd.algebra import LieAlgebra
from liesd.errors import DataError
from liesd.reps import Rep


class EquivariantLinear(nn.Module):
    """``x ↦ W x + b`` with W and b free within what the algebra allows.

    Between two kinds of blocks the algebra leaves a few basic maps; the layer learns how much of
    each goes from every block of the source to every block of the target.

    >>> import torch, liesd
    >>> turn = liesd.LieAlgebra.from_matrices([[[0.0, -1.0], [1.0, 0.0]]])
    >>> layer = liesd.nn.EquivariantLinear(turn, "3*x", "5*x + 2")
    >>> layer(torch.ones(7, 6)).shape
    torch.Size([7, 12])
    """

    def __init__(
        self, algebra: LieAlgebra, source: str | Rep, target: str | Rep, bias: bool = True
    ) -> None:
        super().__init__()
        self.source, self.target = algebra.rep(source), algebra.rep(target)
        self.weights, self.biases = nn.ParameterList(), nn.ParameterList()
        self._blocks: list[tuple[str, str, str]] = []
        outputs = self.target.words()
        for number, (word_t, rows) in enumerate(outputs.items()):
            to = rows.reshape(len(rows), -1)
            sources = [
                (maps, columns.reshape(len(columns), -1))
                for word_s, columns in self.source.words().items()
                if len(maps := algebra.word_maps(word_s, word_t))
            ]
            fan_in = sum(len(maps) * len(columns) for maps, columns in sources)
            for maps, columns in sources:
                free = torch.randn(len(to), len(columns), len(maps))
                free *= math.sqrt(to.shape[1] / fan_in)  # numbers keep their size through a layer
                self._add(maps, to, columns, nn.Parameter(free))
            constants = algebra.word_maps((), word_t) if bias else np.zeros((0, 1, 1))
            if len(constants):
                self.register_buffer(f"constant{number}", _tensor(constants[:, :, 0]))
                self.register_buffer(f"place{number}", torch.as_tensor(to))
                self.biases.append(nn.Parameter(torch.zeros(len(rows), len(constants))))
        self._constants = [name for name, _ in self.named_buffers() if name.startswith("constant")]
        if not self.weights:
            raise DataError(
                f"no linear map from {self.source} to {self.target} commutes with {algebra.name}: "
                "take a smaller algebra (algebra.semisimple, algebra.compact, algebra.select) or "
                "other representations"
            )

    def _add(
        self, maps: np.ndarray, rows: np.ndarray, columns: np.ndarray, weight: nn.Parameter
    ) -> None:
        number = len(self.weights)
        self.weights.append(weight)
        names = (f"maps{number}", f"rows{number}", f"columns{number}")
        self.register_buffer(names[0], _tensor(maps))
        self.register_buffer(names[1], torch.as_tensor(rows))
        self.register_buffer(names[2], torch.as_tensor(columns))
        self._blocks.append(names)

    def weight(self) -> Tensor:
        """The dense matrix W (target, source)."""
        W = self.weights[0].new_zeros(self.target.dim, self.source.dim)
        for free, names in zip(self.weights, self._blocks, strict=True):
            maps, rows, columns = (getattr(self, name) for name in names)
            block = torch.einsum("nmr,rts->ntms", free, maps)
            W[rows[:, :, None, None], columns[None, None]] = block
        return W

    def bias(self) -> Tensor:
        """The vector b: only what does not move is allowed."""
        b = self.weights[0].new_zeros(self.target.dim)
        for free, name in zip(self.biases, self._constants, strict=True):
            b[getattr(self, name.replace("constant", "place"))] = free @ getattr(self, name)
        return b

    def forward(self, x: Tensor) -> Tensor:
        """(..., source) -> (..., target)."""
        return nn.functional.linear(x, self.weight(), self.bias())

    def extra_repr(self) -> str:
        return f"{self.source} -> {self.target}"


def _tensor(array: np.ndarray) -> Tensor:
    return torch.as_tensor(array, dtype=torch.get_default_dtype())
