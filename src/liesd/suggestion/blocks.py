"""Blocks of columns that move together, and which of them move alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from liesd.suggestion import limits
from liesd.suggestion.space import Space

Array = NDArray[np.float64]


class Block(NamedTuple):
    """Columns in an order, each with a factor, by which it is multiplied."""

    columns: tuple[int, ...]
    factors: tuple[float, ...]


@dataclass(frozen=True)
class Family:
    """Blocks that move alike once their columns are multiplied by their factors."""

    blocks: tuple[Block, ...]
    shifts: str = ""
    """``affine`` or ``shift`` where translations move the blocks as well."""

    @property
    def size(self) -> int:
        """The number of columns of each block."""
        return len(self.blocks[0].columns)


Prefer = Callable[[Sequence[int]], tuple[int, ...]]
"""Sorts columns of a block in the order in which a person would name them."""


def find_components(space: Space) -> list[tuple[int, ...]]:
    """Columns that are connected by some motion; those that do not move are left out."""
    moving = space.moving
    labels = connected_components(moving, directed=False)[1]
    groups = [
        tuple(map(int, np.flatnonzero(labels == k))) for k in range(labels.max(initial=-1) + 1)
    ]
    return [group for group in groups if moving[np.ix_(group, group)].any()]


def find_families(space: Space, groups: Sequence[tuple[int, ...]], prefer: Prefer) -> list[Family]:
    """Match blocks with each other; the first one of a family sets its order and its factors."""
    families: list[list[Block]] = []
    for group in sorted(groups, key=lambda group: (-len(group), group)):
        for family in families:
            if len(family[0].columns) == len(group):
                block = match(space, family[0], group)
                if block is not None:
                    family.append(block)
                    break
        else:
            order = prefer(group)
            families.append([Block(order, balance(space, order))])
    return [Family(tuple(family)) for family in families]


def balance(space: Space, columns: Sequence[int]) -> tuple[float, ...]:
    """Factors in which |A_ab| = |A_ba| as nearly as can be: those of a rotation or a boost."""
    sizes = np.sqrt(space.weights[np.ix_(columns, columns)])
    rows, target = [], []
    for a in range(len(columns)):
        for b in range(a):
            low, high = sorted((sizes[a, b], sizes[b, a]))
            if low > space.least * max(high, float(sizes.max())):
                row = np.zeros(len(columns))
                row[a], row[b] = high, -high
                rows.append(row)
                target.append(high * np.log(sizes[b, a] / sizes[a, b]) / 2)
    if not rows:
        return (1.0,) * len(columns)
    logs = np.linalg.lstsq(np.array(rows), np.array(target), rcond=None)[0]
    return tuple(map(float, np.exp(logs - logs[0])))


def match(space: Space, reference: Block, group: Sequence[int]) -> Block | None:
    """Find the order and the factors in which a group of columns moves as ``reference`` does.

    With y_π(a) = d_a x_a, the matrices B of the group and A of the reference must fulfil
    d_a A_ab = B_π(a)π(b) d_b for every symmetry. Columns are assigned one after another, along
    those that are connected.
    """
    scale = np.array(reference.factors)
    A = _cut(space, reference.columns) * scale[:, None] / scale
    B = _cut(space, group)
    size = np.sqrt(max(float(np.sum(A**2)), 1e-300))
    search = _Search(A / size, B / size, 4 * space.least)
    found = search.run()
    if found is None:
        return None
    places, d = found
    typical = float(np.median(np.abs(d)))
    signs = 1.0 if np.sum(d > 0) >= np.sum(d < 0) else -1.0
    factors = signs * typical / d
    return Block(tuple(group[place] for place in places), tuple(map(float, factors)))


def _cut(space: Space, columns: Sequence[int]) -> Array:
    chosen = list(columns)
    return space.matrices[:, chosen][:, :, chosen]


class _Search:
    """Depth-first search for a monomial matrix between two representations."""

    def __init__(self, A: Array, B: Array, tolerance: float) -> None:
        self.A, self.B, self.tolerance = A, B, max(tolerance, 1e-5)
        self.size = A.shape[1]
        self.order = self._walk()
        self.tries = 0
        self.best: tuple[float, list[int], Array] | None = None

    def _walk(self) -> list[int]:
        """The columns of A so that each is strongly connected with one before it."""
        strength = np.sum(self.A**2, axis=0)
        strength = strength + strength.T
        order = [0]
        while len(order) < self.size:
            rest = [k for k in range(self.size) if k not in order]
            order.append(max(rest, key=lambda k: float(strength[k, order].sum())))
        return order

    def run(self) -> tuple[list[int], Array] | None:
        """The places π and the numbers d with the least error, fewest negative signs first."""
        for first in range(self.size):
            self._extend([first], [1.0])
        if self.best is None:
            return None
        _, places, numbers = self.best
        by_column = np.argsort(self.order)
        return [places[k] for k in by_column], numbers[by_column]

    def _extend(self, places: list[int], numbers: list[float]) -> None:
        self.tries += 1
        error = self._measure(places, numbers)
        if error > self.tolerance or self.tries > limits.LIMITS.most_tries:
            return
        if len(places) == self.size:
            d = np.array(numbers)
            minus = min(np.sum(d < 0), np.sum(d > 0)) + 0.1 * _count_swaps(places)
            cost = float(np.floor(error / self.tolerance * 2) + 1e-2 * minus)
            if self.best is None or cost < self.best[0]:
                self.best = (cost, list(places), d)
            return
        b = self.order[len(places)]
        for place in range(self.size):
            if place in places:
                continue
            number = self._solve(places, numbers, b, place)
            if number is not None:
                self._extend([*places, place], [*numbers, number])

    def _solve(self, places: list[int], numbers: list[float], b: int, place: int) -> float | None:
        """The number of a new column from the columns before it, by least squares."""
        top = bottom = 0.0
        for a, at, d in zip(self.order, places, numbers, strict=False):
            left, right = d * self.A[:, a, b], self.B[:, at, place]
            top, bottom = top + float(left @ right), bottom + float(right @ right)
            left, right = d * self.B[:, place, at], self.A[:, b, a]
            top, bottom = top + float(left @ right), bottom + float(right @ right)
        return top / bottom if bottom > 0 and top != 0 else None

    def _measure(self, places: list[int], numbers: list[float]) -> float:
        chosen = self.order[: len(places)]
        d = np.array(numbers)
        A = self.A[:, chosen][:, :, chosen] * d[:, None] / d
        B = self.B[:, places][:, :, places]
        return float(np.sqrt(np.sum((A - B) ** 2)))


def _count_swaps(places: Sequence[int]) -> int:
    return sum(a > b for k, b in enumerate(places) for a in places[:k])
