"""Whole-number exponents of scalings.

Scalings commute, so that any combination of them is as good as another. A textbook writes those
with small whole exponents that move few quantities: F ∝ q, F ∝ r⁻². The space of exponents is
brought to echelon form; where its entries are simple fractions, small combinations of its rows are
tried in turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.algebra import ranks

Array = NDArray[np.float64]


class _Combination(NamedTuple):
    """A row of whole exponents, as a combination of the echelon form."""

    cost: tuple[float, ...]
    whole: tuple[int, ...]
    mix: tuple[float, ...]


def find_whole_rows(weights: Array, is_input: NDArray[np.bool_], noise: float) -> Array | None:
    """Find the mixes (s, s) of rows of weights that have small whole exponents.

    ``weights`` (s, k) are the exponents of k quantities under s independent scalings, of which
    ``is_input`` says which are inputs. None if there are no simple ratios.
    """
    count = len(weights)
    near = max(ranks.TOLERANCES.whole_rounding, ranks.TOLERANCES.whole_noises * noise)
    if near > ranks.TOLERANCES.whole_distance:
        return None
    pivots = _choose_pivots(weights)
    inverse = np.linalg.inv(weights[:, pivots])
    echelon = inverse @ weights
    simple = [[_find_fraction(value, near) for value in row] for row in echelon]
    if any(value is None for row in simple for value in row):
        return None
    exact = np.array(simple, dtype=object)
    tried = sorted(
        (_combine(np.array(mix, dtype=object), exact, is_input) for mix in _list_mixes(count)),
        key=lambda one: one.cost,
    )
    chosen: list[_Combination] = []
    for one in tried:
        rows = np.array([other.whole for other in (*chosen, one)], dtype=float)
        if np.linalg.matrix_rank(rows) == len(rows):
            chosen.append(one)
        if len(chosen) == count:
            break
    return np.asarray(np.array([one.mix for one in chosen]) @ inverse)


def _choose_pivots(weights: Array) -> list[int]:
    """Columns that make the rows independent, the largest remainders first."""
    left = weights.copy()
    pivots: list[int] = []
    for _ in range(len(weights)):
        sizes = np.sum(left**2, axis=0)
        best = int(np.flatnonzero(sizes > 0.5 * sizes.max())[0])
        pivots.append(best)
        along = left[:, best] / np.linalg.norm(left[:, best])
        left = left - np.outer(along, along @ left)
    return pivots


def _find_fraction(value: float, near: float) -> Fraction | None:
    """The simplest fraction near a value; None if there is none."""
    for denominator in range(1, ranks.TOLERANCES.most_denominator + 1):
        numerator = round(value * denominator)
        if abs(value - numerator / denominator) <= near * max(1.0, abs(value)):
            return Fraction(numerator, denominator)
    return None


def _list_mixes(count: int) -> Iterator[tuple[int, ...]]:
    """Small whole combinations of rows, up to sign."""
    most = ranks.TOLERANCES.most_mix
    if (2 * most + 1) ** count <= ranks.TOLERANCES.most_mixes:
        for mix in product(range(-most, most + 1), repeat=count):
            if next((value for value in mix if value), 0) > 0:
                yield mix
        return
    for first in range(count):
        yield tuple(int(k == first) for k in range(count))
        for second in range(first):
            for factor in (*range(-most, 0), *range(1, most + 1)):
                yield tuple(factor if k == second else int(k == first) for k in range(count))


def _combine(
    mix: NDArray[np.object_], exact: NDArray[np.object_], is_input: NDArray[np.bool_]
) -> _Combination:
    values = mix @ exact
    scale = Fraction(math.lcm(*(value.denominator for value in values)))
    scale /= math.gcd(*(int(value * scale) for value in values)) or 1
    whole = [int(value * scale) for value in values]
    if next((value for value in whole if value), 0) < 0:
        whole, scale = [-value for value in whole], -scale
    moved = np.array(whole) != 0
    cost = (
        float(np.sum(moved & is_input)),
        float(np.sum(moved)),
        float(sum(map(abs, whole))),
        float(sum(value < 0 for value in whole)),
    )
    return _Combination(cost, tuple(whole), tuple(float(value * scale) for value in mix))
