"""Jets of noisy fields: one smooth fit per trajectory, and its derivatives.

A field is a sum of products of waves along periodic axes and Chebyshev polynomials along others,
in pieces of the first axis. How many of each is chosen by generalised cross-validation: bases are
orthonormal and nested, so that every cut-off costs a cumulative sum.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.polynomial import chebyshev

from liesd.differential import limits
from liesd.differential.fields import Array, Fields, Trajectory
from liesd.differential.jets.derivatives import Index
from liesd.errors import DataError
from liesd.spec.polynomial import list_powers


class Basis(NamedTuple):
    """Orthonormal functions on the points of an axis, the smoothest first."""

    tables: list[Array]
    """Their derivatives of each order, (points, functions)."""
    sizes: Index
    """How many functions each cut-off keeps."""


class Fit(NamedTuple):
    """A field on a piece of its grid as a sum of products of functions of each axis."""

    numbers: Array
    bases: list[Basis]
    risk: float
    """The generalised cross-validation error, summed over the points."""
    noise: float
    """What the sum leaves of the field, squared and summed over the points."""

    def derive(self, power: tuple[int, ...], places: list[Index]) -> Array:
        """A derivative at places of each axis."""
        out = self.numbers
        for axis, (basis, order) in enumerate(zip(self.bases, power, strict=True)):
            table = basis.tables[order][places[axis], : self.numbers.shape[axis]]
            out = np.moveaxis(np.tensordot(table, out, axes=(1, axis)), 0, axis)
        return out


def smooth_trajectory(
    data: Fields, one: Trajectory, order: int, count: int, rng: np.random.Generator
) -> tuple[Array, float]:
    """Jets of one trajectory at random points, and the relative noise that the fit leaves."""
    pieces = _choose_pieces(data, one, order)
    each = -(-count // len(pieces))
    powers, jets, noise = list_powers(len(data.axes), order), [], 0.0
    for axes, fits in pieces:
        inner = [
            np.arange(len(points)) if name in data.periodic else _find_inside(len(points))
            for name, points in zip(data.axes, axes, strict=True)
        ]
        shape = tuple(map(len, inner))
        kept = rng.permutation(int(np.prod(shape)))[:each]
        grid = np.meshgrid(*(p[k] for p, k in zip(axes, inner, strict=True)), indexing="ij")
        columns = [part.ravel()[kept] for part in grid]
        for fit in fits:
            columns += [fit.derive(power, inner).ravel()[kept] for power in powers]
        jets.append(np.stack(columns, axis=1))
        noise += sum(fit.noise for fit in fits)
    spread = one.values.reshape(len(one.values), -1).var(axis=1).mean() * one.values.size
    return np.concatenate(jets), float(np.sqrt(noise / spread)) if spread > 0 else 0.0


Piece = tuple[tuple[Array, ...], list[Fit]]


def _choose_pieces(data: Fields, one: Trajectory, order: int) -> list[Piece]:
    """Cut the first axis into the number of pieces with the least risk."""
    best: tuple[float, list[Piece]] | None = None
    numbers = (1,) if data.axes[0] in data.periodic else limits.LIMITS.pieces
    for number in numbers:
        cuts = np.linspace(0, len(one.axes[0]), number + 1).round().astype(int)
        if best is not None and np.diff(cuts).min() < limits.LIMITS.piece_points:
            break
        found: list[Piece] = []
        for low, high in pairwise(cuts):
            axes = (one.axes[0][low:high], *one.axes[1:])
            bases = [
                build_basis(points, name in data.periodic, order)
                for name, points in zip(data.axes, axes, strict=True)
            ]
            found.append((axes, [fit_field(field[low:high], bases) for field in one.values]))
        risk = sum(fit.risk for _, fits in found for fit in fits)
        if best is None or risk < limits.LIMITS.piece_gain * best[0]:
            best = (risk, found)
    assert best is not None
    return best[1]


def fit_field(values: Array, bases: list[Basis]) -> Fit:
    """Fit a field on a grid by as many functions of each axis as cross-validation takes."""
    numbers = values
    for axis, basis in enumerate(bases):
        numbers = np.moveaxis(np.tensordot(basis.tables[0].T, numbers, axes=(1, axis)), 0, axis)
    explained = numbers**2
    for axis, basis in enumerate(bases):
        explained = np.take(np.cumsum(explained, axis=axis), basis.sizes - 1, axis=axis)
    total = float(np.sum(values**2))
    used = np.ones(())
    for basis in bases:
        used = np.multiply.outer(used, basis.sizes)
    share = used / values.size
    left = np.maximum(total - explained, limits.LIMITS.rounding**2 * total)
    allowed = share <= limits.LIMITS.most_share
    risk = np.where(allowed, left / (1 - np.where(allowed, share, 0.0)) ** 2, np.inf)
    room = 1 + limits.LIMITS.risk_noises * np.sqrt(2 / values.size)
    simple = np.where(risk <= room * risk.min(), used, np.inf)
    best = np.unravel_index(int(np.argmin(simple)), simple.shape)
    kept = tuple(slice(0, int(basis.sizes[k])) for basis, k in zip(bases, best, strict=True))
    return Fit(numbers[kept], bases, float(risk[best]), float(left[best]))


def build_basis(points: Array, periodic: bool, order: int) -> Basis:
    """Waves on a periodic axis, polynomials elsewhere, with derivatives up to an order."""
    return _build_waves(points, order) if periodic else _build_polynomials(points, order)


def _build_waves(points: Array, order: int) -> Basis:
    count = len(points)
    most = max(1, (count - 1) // 2)
    turn = 2 * np.pi / (count * (points[1] - points[0]))
    k = np.arange(1, most + 1)
    phase = np.multiply.outer(points - points[0], turn * k)
    tables = []
    for n in range(order + 1):
        size = np.sqrt(2 / count) * (turn * k) ** n
        pair = [size * np.cos(phase + (n + part) * np.pi / 2) for part in (0, 1)]
        level = np.full((count, 1), (n == 0) / np.sqrt(count))
        tables.append(np.concatenate([level, np.stack(pair, axis=2).reshape(count, -1)], axis=1))
    return Basis(tables, 1 + 2 * np.arange(most + 1))


def _build_polynomials(points: Array, order: int) -> Basis:
    count = len(points)
    most = min(limits.LIMITS.most_polynomials, count // 3)
    if most < order + 2:
        raise DataError(f"an axis of {count} points is too short for a smooth fit")
    low, high = float(points[0]), float(points[-1])
    table = chebyshev.chebvander((2 * points - low - high) / (high - low), most - 1)
    _, triangle = np.linalg.qr(table)
    change = np.linalg.inv(triangle)
    tables: list[Array] = []
    derived: Array = np.eye(most)
    for n in range(order + 1):
        tables.append(table[:, : len(derived)] @ derived @ change * (2 / (high - low)) ** n)
        derived = np.asarray(chebyshev.chebder(derived), dtype=np.float64)
    return Basis(tables, np.arange(1, most + 1))


def _find_inside(count: int) -> Index:
    """The points that are not near an end, where derivatives of a fit are poor."""
    edge = max(1, int(limits.LIMITS.edge * count))
    return np.arange(edge, count - edge)
