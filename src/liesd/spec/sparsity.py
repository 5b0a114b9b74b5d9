"""The sparsity of the equations: which unknowns occur together in an equation.

Every output gives one equation. Unknowns that move inputs are in all of them; one that moves
outputs only is in the equations of a few. Where such local unknowns fall into blocks that never
meet, as the rows of y do in ``x[3] -> y[100]``, each block has equations of its own, and meets the
others only through shared unknowns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from torch import Tensor

from liesd.spec.action import Action, Index
from liesd.spec.spec import Spec


@dataclass(frozen=True, eq=False)
class Family:
    """Blocks of one shape: k local unknowns in the equations of e outputs each."""

    outputs: Tensor  # (blocks, e)
    columns: Tensor  # (blocks, k): numbers of θ
    place: Tensor  # where a term stands in (blocks, e, k), flat
    source: Tensor  # ... which output it is
    sign: Tensor

    def rows(self, y: Tensor) -> Tensor:
        """The local part of the equations: (b, m) -> (b, blocks, e, k)."""
        blocks, k = self.columns.shape
        out = y.new_zeros((len(y), self.outputs.numel() * k))
        out.index_add_(1, self.place.to(y.device), y[:, self.source] * self.sign.to(y))
        return out.reshape(len(y), blocks, self.outputs.shape[1], k)


@dataclass(frozen=True, eq=False)
class Layout:
    """The first ``shared`` unknowns are in every equation, the others in those of their block."""

    size: int
    shared: int
    families: tuple[Family, ...]
    others: Tensor  # outputs without local unknowns

    @property
    def numbers(self) -> int:
        """The number of entries in the equations of one sample, without known zeros."""
        local = sum(f.outputs.numel() * f.columns.shape[1] for f in self.families)
        outputs = len(self.others) + sum(f.outputs.numel() for f in self.families)
        return outputs * self.shared + local

    @property
    def operations(self) -> float:
        """The floating-point operations that reduce them."""
        outputs = len(self.others) + sum(f.outputs.numel() for f in self.families)
        local = sum(
            f.outputs.numel() * f.columns.shape[1] * (f.columns.shape[1] + 2 * self.shared)
            for f in self.families
        )
        return 2.0 * (outputs * self.shared**2 + local)


@cache
def arrange(spec: Spec) -> Layout:
    """Arrange the equations of a spec into blocks; all unknowns are shared where there are none."""
    m = spec.output.dim
    shared = max((spec.slices[name].stop for name in spec.input.unknowns), default=0)
    terms = [term for term in _list_terms(spec, spec.output) if term[1][0] >= shared]
    whole = Layout(spec.size, spec.size, (), torch.arange(m))
    if not terms:
        return whole
    output, column, source, sign = (np.concatenate(parts) for parts in zip(*terms, strict=True))
    nodes = m + spec.size
    meets = coo_array((np.ones(len(output)), (output, m + column)), shape=(nodes, nodes))
    label = connected_components(meets, directed=False)[1]
    found, block = np.unique(label[output], return_inverse=True)
    if len(found) == 1:
        return whole
    order = np.argsort(block, kind="stable")
    ends = np.cumsum(np.bincount(block))[:-1]
    shapes: dict[tuple[int, int], list[tuple[Index, Index, Index]]] = {}
    for members in np.split(order, ends):
        outputs, columns = np.unique(output[members]), np.unique(column[members])
        shapes.setdefault((len(outputs), len(columns)), []).append((outputs, columns, members))
    families = tuple(
        _build_family(blocks, output, column, source, sign) for blocks in shapes.values()
    )
    others = np.setdiff1d(np.arange(m), output)
    return Layout(spec.size, shared, families, torch.from_numpy(others))


def _build_family(
    blocks: list[tuple[Index, Index, Index]],
    output: Index,
    column: Index,
    source: Index,
    sign: NDArray[np.float64],
) -> Family:
    places = []
    for number, (outputs, columns, members) in enumerate(blocks):
        row = number * len(outputs) + np.searchsorted(outputs, output[members])
        places.append(row * len(columns) + np.searchsorted(columns, column[members]))
    terms = np.concatenate([members for _, _, members in blocks])
    return Family(
        outputs=torch.from_numpy(np.array([outputs for outputs, _, _ in blocks])),
        columns=torch.from_numpy(np.array([columns for _, columns, _ in blocks])),
        place=torch.from_numpy(np.concatenate(places)),
        source=torch.from_numpy(source[terms]),
        sign=torch.from_numpy(sign[terms]),
    )


def _list_terms(
    spec: Spec, action: Action
) -> Iterator[tuple[Index, Index, Index, NDArray[np.float64]]]:
    """List the terms of ρ_θ y: (coordinate, index in θ, coordinate of y, sign), by unknown."""
    for block, index in (action.blocks() or {}).items():
        for axis, leaf in enumerate(block, start=1):
            lines = np.moveaxis(index, axis, -1).reshape(-1, leaf.size)
            numbers = np.arange(leaf.size**2).reshape(leaf.size, leaf.size)
            numbers = (numbers.T if leaf.dual else numbers) + spec.slices[leaf.name].start
            shape = (len(lines), leaf.size, leaf.size)
            yield (
                np.broadcast_to(lines[:, :, None], shape).ravel(),
                np.broadcast_to(numbers, shape).ravel(),
                np.broadcast_to(lines[:, None, :], shape).ravel(),
                np.full(int(np.prod(shape)), -1.0 if leaf.dual else 1.0),
            )
