"""The part of a function that commutes with every choice of the unknowns.

A linear map T with B_θ T = T A_θ for *all* θ (a multiple of the identity in a channel, a mixing of
channels that share an unknown, a trace) adds nothing to the rows C. Left in, it would make every
function that is close to it look symmetric, so the scale of the defect is taken without it.

All such maps are known beforehand: by the first fundamental theorem for the general linear group
they are products of identities that join each upper index of a block with a lower one.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.spec.action import Block
from liesd.spec.spec import Spec


class CommutingMaps:
    """An orthonormal basis of the commuting maps of a spec, block by block."""

    def __init__(self, spec: Spec) -> None:
        self.shape = (spec.output.dim, spec.input.dim)
        self.blocks: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]] = []
        inputs, outputs = spec.input.blocks() or {}, spec.output.blocks() or {}
        for source, columns in inputs.items():
            for target, rows in outputs.items():
                basis = _find_intertwiners(source, target)
                if len(basis):
                    self.blocks.append(
                        (rows.reshape(len(rows), -1), columns.reshape(len(columns), -1), basis)
                    )

    def coefficients(self, J: Tensor) -> Tensor:
        """⟨J, T_k⟩ for every map of the basis: (batch, m, n) -> (batch, k)."""
        parts = [
            torch.einsum("boaid,kad->boik", self._gather(J, rows, columns), J.new_tensor(basis))
            for rows, columns, basis in self.blocks
        ]
        return torch.cat([part.reshape(len(J), -1) for part in parts], dim=1)

    def combine(self, coefficients: Tensor) -> Tensor:
        """Σ_k c_k T_k: (batch, k) -> (batch, m, n)."""
        out = coefficients.new_zeros((len(coefficients), *self.shape))
        start = 0
        for rows, columns, basis in self.blocks:
            end = start + len(rows) * len(columns) * len(basis)
            block = coefficients[:, start:end].reshape(-1, len(rows), len(columns), len(basis))
            maps = torch.einsum("boik,kad->boaid", block, block.new_tensor(basis))
            out[:, rows[:, :, None, None], columns] = maps
            start = end
        return out

    @staticmethod
    def _gather(J: Tensor, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Tensor:
        return J[:, rows[:, :, None, None], columns]

    def __bool__(self) -> bool:
        return bool(self.blocks)


def _find_intertwiners(source: Block, target: Block) -> NDArray[np.float64]:
    """Orthonormal basis, (k, dim target, dim source), of the maps that commute with everything.

    T carries the indices of the target and, lowered, those of the source; every upper index of an
    unknown must meet a lower one of the same unknown.
    """
    leaves = [*target, *(leaf._replace(dual=not leaf.dual) for leaf in source)]
    upper = [axis for axis, leaf in enumerate(leaves) if not leaf.dual]
    lower = [axis for axis, leaf in enumerate(leaves) if leaf.dual]
    shape = (
        int(np.prod([leaf.size for leaf in target], dtype=int)),
        int(np.prod([leaf.size for leaf in source], dtype=int)),
    )
    names = [leaf.name for leaf in leaves]
    if sorted(names[a] for a in upper) != sorted(names[a] for a in lower):
        return np.zeros((0, *shape))
    maps = [
        _build_pairing([leaf.size for leaf in leaves], upper, order).reshape(-1)
        for order in permutations(lower)
        if all(names[a] == names[b] for a, b in zip(upper, order, strict=True))
    ]
    _, singular, basis = np.linalg.svd(np.array(maps), full_matrices=False)
    return np.asarray(basis[singular > 1e-9 * singular[0]].reshape(-1, *shape))


def _build_pairing(
    sizes: list[int], upper: list[int], lower: tuple[int, ...]
) -> NDArray[np.float64]:
    """The tensor of Kronecker deltas that joins upper[i] with lower[i]."""
    grid = np.indices(sizes) if sizes else np.zeros((0,))
    result = np.ones(sizes)
    for a, b in zip(upper, lower, strict=True):
        result = result * (grid[a] == grid[b])
    return result
