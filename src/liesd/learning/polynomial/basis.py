"""Products of orthogonal polynomials, one per direction of the inputs.

    Φ_α(x) = Π_i p_{α_i}(z_i)

Each p_k has degree k and is orthonormal over the samples in its own coordinate. So every number is
of order one, whatever the units, and least squares loses few digits. The derivative of a
polynomial is one of lower degree: values and Jacobians are products of one table of Φ with numbers
that are computed once.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.numerics.limits import LIMITS as NUMERICS

Powers = NDArray[np.int64]
"""The exponents of terms, (terms, directions)."""


class Recurrence(NamedTuple):
    """z p_k = b_k p_{k+1} + a_k p_k + b_{k−1} p_{k−1} for each direction, from p_0 = 1."""

    a: Tensor
    """(degrees, directions)."""
    b: Tensor
    """The same; zero from the degree on for which a coordinate has too few values."""

    def cut(self, degree: int) -> Recurrence:
        """The polynomials up to a degree."""
        return Recurrence(self.a[:degree], self.b[:degree])

    def tabulate(self, z: Tensor) -> Tensor:
        """The values of all polynomials at coordinates (N, r), as (degrees + 1, r, N)."""
        columns = z.T
        table = [torch.ones_like(columns)]
        for k in range(self.a.shape[0]):
            following = (columns - self.a[k, :, None]) * table[k]
            if k:
                following = following - self.b[k - 1, :, None] * table[k - 1]
            table.append(following / _avoid_zero(self.b[k, :, None]))
        return torch.stack(table)

    def differentiate(self) -> Tensor:
        """The coefficients of p_k' in p_0, p_1, ..., as (r, degrees + 1, degrees + 1)."""
        count, r = self.a.shape
        a, b = self.a.T, self.b.T
        found = self.a.new_zeros(r, count + 1, count + 1)
        for k in range(count):
            here, times = found[:, k], torch.zeros_like(found[:, k])  # p_k', z p_k'
            times[:, :count] += a * here[:, :count]
            times[:, 1:] += b * here[:, :count]
            times[:, : count - 1] += b[:, : count - 1] * here[:, 1:count]
            following = times - a[:, k, None] * here
            following[:, k] += 1.0
            if k:
                following -= b[:, k - 1, None] * found[:, k - 1]
            found[:, k + 1] = following / _avoid_zero(b[:, k, None])
        return found

    def count_degrees(self) -> list[int]:
        """The largest degree for each direction."""
        return [int(one) for one in (self.b > 0).sum(dim=0)]


def find_recurrence(z: Tensor, degree: int, distinct: float) -> Recurrence:
    """The polynomials that are orthonormal over samples z (N, r), up to a degree.

    A coordinate has too few values for one whose part that is new is below ``distinct``.
    """
    before, here = torch.zeros_like(z), torch.ones_like(z)
    a, b, last = [], [], torch.zeros_like(z[0])
    live = torch.ones_like(z[0], dtype=torch.bool)
    for _ in range(degree):
        a.append((z * here.square()).mean(dim=0))
        rest = (z - a[-1]) * here - last * before
        size = rest.square().mean(dim=0).sqrt()
        live = live & (size > distinct)
        last = torch.where(live, size, 0.0)
        b.append(last)
        before, here = here, rest / _avoid_zero(last)
    return Recurrence(torch.stack(a), torch.stack(b))


def _avoid_zero(size: Tensor) -> Tensor:
    """Infinity in place of zero, so that what is divided by it vanishes."""
    return torch.where(size > 0, size, torch.inf)


def whiten(u: Tensor) -> tuple[Tensor, Tensor]:
    """The mean of samples (N, n), and directions (n, r) along which they spread by one."""
    mean = u.mean(dim=0)
    rest = u - mean
    values, vectors = torch.linalg.eigh(rest.T @ rest / len(rest))
    kept = values > NUMERICS.span**2 * values[-1]
    return mean, vectors[:, kept] / values[kept].sqrt()


class Layer(NamedTuple):
    """Terms with equally many directions in them: each is an earlier term times one polynomial."""

    terms: Tensor
    parents: Tensor
    factors: Tensor
    """Places in the table of polynomials."""


class Slopes(NamedTuple):
    """What each term adds to which other when it is differentiated along one direction."""

    sources: Tensor
    targets: Tensor
    degrees: Tensor
    """Pairs (from, to)."""


class Terms:
    """A set of exponents: with each of them, all lower ones are there."""

    def __init__(self, powers: Powers) -> None:
        self.powers = powers
        self.degree = int(powers.max(initial=0))
        self._places = {tuple(row): k for k, row in enumerate(powers.tolist())}

    def __len__(self) -> int:
        return len(self.powers)

    def evaluate(self, recurrence: Recurrence, z: Tensor) -> Tensor:
        """Φ at coordinates (N, r), as (terms, N)."""
        table = recurrence.cut(self.degree).tabulate(z).flatten(0, 1)
        found = [table[:1]]
        known = table[:1]
        for layer in self._layers:
            parents, factors = (part.to(z.device) for part in (layer.parents, layer.factors))
            found.append(known[parents] * table[factors])
            known = torch.cat(found)
        return known[self._order.to(z.device)]

    def differentiate(self, recurrence: Recurrence, weights: Tensor) -> Tensor:
        """The weights of the derivatives of sums with ``weights`` (terms, k), as (r, terms, k)."""
        table = recurrence.cut(self.degree).differentiate()
        found = weights.new_zeros(len(table), *weights.shape)
        for j, slopes in enumerate(self._slopes):
            sources, targets, degrees = (part.to(weights.device) for part in slopes)
            factors = table[j, degrees[:, 0], degrees[:, 1]]
            found[j].index_add_(0, targets, weights[sources] * factors[:, None])
        return found

    @cached_property
    def _layers(self) -> list[Layer]:
        return self._plan[0]

    @cached_property
    def _order(self) -> Tensor:
        return self._plan[1]

    @cached_property
    def _plan(self) -> tuple[list[Layer], Tensor]:
        """How terms are multiplied out, layer by layer, and where each then is."""
        powers, r = self.powers, self.powers.shape[1]
        depth = (powers > 0).sum(axis=1)
        place = np.zeros(len(powers), dtype=np.int64)
        layers, known = [], 1
        for level in range(1, int(depth.max(initial=0)) + 1):
            terms = np.flatnonzero(depth == level)
            last = r - 1 - (powers[terms, ::-1] > 0).argmax(axis=1)
            without = powers[terms].copy()
            without[np.arange(len(terms)), last] = 0
            parents = place[[self._places[tuple(row)] for row in without.tolist()]]
            factors = powers[terms, last] * r + last
            place[terms] = known + np.arange(len(terms))
            known += len(terms)
            layers.append(Layer(*map(torch.from_numpy, (terms, parents, factors))))
        return layers, torch.from_numpy(place)

    @cached_property
    def _slopes(self) -> list[Slopes]:
        found = []
        for j in range(self.powers.shape[1]):
            rows = []
            for term in np.flatnonzero(self.powers[:, j]):
                row = self.powers[term].tolist()
                power = row[j]
                for lower in range(power):
                    row[j] = lower
                    rows.append((int(term), self._places[tuple(row)], power, lower))
            table = torch.tensor(rows, dtype=torch.int64).reshape(-1, 4)
            found.append(Slopes(table[:, 0], table[:, 1], table[:, 2:]))
        return found


def list_powers(
    costs: Sequence[float], most: Sequence[int], count: int
) -> tuple[Powers, list[float]]:
    """The exponents with the least total cost, at most so many, and what each costs.

    No exponent is larger than ``most`` says for its direction.
    """
    r = len(costs)
    heap: list[tuple[float, tuple[int, ...], int]] = [(0.0, (0,) * r, 0)]
    rows: list[tuple[int, ...]] = []
    totals: list[float] = []
    while heap and len(rows) < count:
        total, row, first = heapq.heappop(heap)
        rows.append(row)
        totals.append(total)
        for j in range(first, r):
            if row[j] < most[j]:
                raised = (*row[:j], row[j] + 1, *row[j + 1 :])
                heapq.heappush(heap, (round(total + costs[j], 9), raised, j))
    return np.array(rows, dtype=np.int64).reshape(-1, r), totals
