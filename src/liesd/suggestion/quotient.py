"""Directions that a function does not depend on: unused columns, and differences of columns.

Where f does not change along v, every matrix v wᵀ is a symmetry, which would connect all columns
with each other. The motions of what is left, the columns up to multiples of v, are what tells.
Columns x_1, ..., x_p that enter by their differences only have v = (1, ..., 1) in suitable units:
they are replaced by x_2 − x_1, ..., x_p − x_1, and the first one joins again at the end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from liesd.suggestion import limits
from liesd.suggestion.blocks import Block, Family, find_components
from liesd.suggestion.names import Hints
from liesd.suggestion.space import Space

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Quotient:
    """The motions of the columns that are left, and what the others were."""

    space: Space
    """On the columns of :attr:`kept`, in units of :attr:`units`."""
    kept: tuple[int, ...]
    unused: tuple[int, ...] = ()
    """Columns that the function does not depend on."""
    chains: tuple[tuple[int, ...], ...] = ()
    """Columns that enter by their differences only; the first of each is not among the kept."""
    units: tuple[float, ...] = ()
    """The factor of every column, by which differences of a chain become plain ones."""

    @property
    def translations(self) -> int:
        """The number of independent translations."""
        return len(self.chains)

    def restore(self, families: Sequence[Family]) -> list[Family] | None:
        """The families of all columns; None where the first columns of chains find no place."""
        named = [self._name(family) for family in families]
        homes = {column: chain for chain in self.chains for column in chain}
        restored: list[Family] = []
        done: set[tuple[int, ...]] = set()
        for family in named:
            touched = {column for block in family.blocks for column in block.columns} & set(homes)
            if not touched:
                restored.append(family)
                continue
            whole = self._complete(family, homes)
            if whole is None:
                return None
            done |= {homes[column] for column in touched}
            restored.append(whole)
        for chain in self.chains:
            if chain not in done:
                blocks = tuple(Block((column,), (self.units[column],)) for column in chain)
                restored.append(Family(blocks, "shift"))
        return restored

    def _name(self, family: Family) -> Family:
        """The family with the numbers and units of the given columns."""
        blocks = []
        for block in family.blocks:
            columns = tuple(self.kept[k] for k in block.columns)
            pairs = zip(block.factors, columns, strict=True)
            blocks.append(Block(columns, tuple(f * self.units[c] for f, c in pairs)))
        return replace(family, blocks=tuple(blocks))

    def _complete(self, family: Family, homes: dict[int, tuple[int, ...]]) -> Family | None:
        """Add the block of first columns to a family whose blocks are differences with it."""
        relative = [
            block for block in family.blocks if all(column in homes for column in block.columns)
        ]
        others = [block for block in family.blocks if block not in relative]
        if any(set(block.columns) & set(homes) for block in others):
            return None
        chains = [homes[column] for column in relative[0].columns]
        if len(set(chains)) < len(chains):
            return None
        ordered = []
        for block in relative:
            places = {homes[column]: k for k, column in enumerate(block.columns)}
            if set(places) != set(chains):
                return None
            if [places[chain] for chain in chains] != list(range(len(chains))):
                return None  # axes are exchanged between the blocks
            factors = np.array([f / self.units[c] for c, f in zip(*block, strict=True)])
            ordered.append(factors)
        if sum(len(chain) - 1 for chain in chains) != sum(len(b.columns) for b in relative):
            return None
        ratios = np.array(ordered)
        ratios /= ratios[:, :1]
        if np.abs(ratios / ratios[0] - 1).max() > 4 * self.space.least:
            return None  # x − x' would not move as x does
        mean = np.sign(ratios[0]) * np.exp(np.mean(np.log(np.abs(ratios)), axis=0))
        rows = [[chain[0] for chain in chains], *(block.columns for block in relative)]
        blocks = tuple(
            Block(
                tuple(row), tuple(float(s * self.units[c]) for s, c in zip(mean, row, strict=True))
            )
            for row in rows
        )
        return Family((*blocks, *others), "affine")


def divide(space: Space, hints: Hints) -> Quotient:
    """Find what the function does not depend on, and the motions of the rest."""
    flat = _find_flat(space)
    every = tuple(range(space.size))
    plain = Quotient(space, every, units=(1.0,) * space.size)
    if not flat.shape[1]:
        return plain
    shares = flat @ flat.T
    linked = np.abs(shares) > max(space.least, 1e-3)
    labels = connected_components(linked, directed=False)[1]
    unused, chains, units = [], [], np.ones(space.size)
    for label in range(labels.max() + 1):
        group = np.flatnonzero(labels == label)
        part = shares[np.ix_(group, group)]
        count = round(float(np.trace(part)))
        if count == 0:
            continue
        if count == len(group):
            unused += list(map(int, group))
        elif count == 1:
            v = np.linalg.eigh(part)[1][:, -1]
            units[group] = v[0] / v
            chains.append(tuple(map(int, group)))
        else:
            return plain  # a function of few combinations of many columns
    scaled = replace(space, matrices=space.matrices * units[:, None] / units)
    left = tuple(map(float, units))
    return max(
        (_reduce(scaled, tuple(unused), tried, left) for tried in _choose_firsts(chains)),
        key=lambda found: (
            len(find_components(found.space)),
            -hints.count_things([chain[0] for chain in found.chains]),
        ),
    )


def _choose_firsts(chains: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The chains with every choice of a first column: those of one point belong together."""
    choices = [chains[0][:1], *chains[1:]] if chains else []
    if math.prod(map(len, choices)) > limits.LIMITS.most_firsts:
        choices = [chain[:1] for chain in chains]
    for firsts in product(*choices):
        pairs = zip(chains, firsts, strict=True)
        yield tuple((first, *(c for c in chain if c != first)) for chain, first in pairs)


def _reduce(
    space: Space,
    unused: tuple[int, ...],
    chains: tuple[tuple[int, ...], ...],
    units: tuple[float, ...],
) -> Quotient:
    """Replace the columns of chains by differences with the first, and drop what is unused."""
    gone = {*unused, *(chain[0] for chain in chains)}
    kept = tuple(k for k in range(space.size) if k not in gone)
    E = np.eye(space.size)
    for chain in chains:
        E[list(chain[1:]), chain[0]] = -1.0
    moved = (E @ space.matrices @ np.linalg.inv(E))[:, kept][:, :, kept]
    left = Space(moved, space.inputs - len(gone), space.noise).with_matrices(moved)
    return Quotient(left, kept, unused, chains, units)


def _find_flat(space: Space) -> Array:
    """Orthonormal columns v with v wᵀ in the space for every w: the function is flat along v."""
    n = space.inputs
    inside = space.matrices[:, :n, :n]
    held = np.einsum("kab,kcb->ac", inside, inside) / n
    values, vectors = np.linalg.eigh(held)
    return vectors[:, values > limits.LIMITS.nothing_left]
