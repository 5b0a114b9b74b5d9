"""Least squares for right sides: sums of given terms, and quotients of two sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from scipy.linalg import lstsq, qr, solve_triangular

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import Feature, add_features, list_kept
from liesd.differential.fitting.model import Explained, Marks, Polynomial, Units, expand
from liesd.differential.grammar import Equation


def find_units(z: Array, features: Sequence[Feature], centred: bool = True) -> Units:
    """Centre and scale of arguments and features; without a centre, terms stay what they are."""
    every = add_features(torch.from_numpy(np.ascontiguousarray(z)), features)
    scale = every.std(dim=0, unbiased=False)
    centre = every.mean(dim=0) if centred else torch.zeros_like(scale)
    return centre, torch.where(scale > 0, scale, 1.0)


def expand_terms(
    z: Array, units: Units, degree: int, features: Sequence[Feature], kept: Sequence[int]
) -> Array:
    """The values of monomials in arguments and features."""
    every = add_features(torch.from_numpy(np.ascontiguousarray(z)), features)
    return expand((every - units[0]) / units[1], degree, kept).numpy()


def solve_sum(A: Array, y: Array) -> Array:
    """Least squares by columns of unit size."""
    sizes = _measure_columns(A)
    found = lstsq(A / sizes, y, cond=limits.LIMITS.rank, lapack_driver="gelsy")[0]
    return np.asarray((found.T / sizes).T)


class Ratio(NamedTuple):
    """Columns A and B of which a quotient A·p / B·q explains a left side y, in compact form.

    What is made small is the size of A·p − y·B·q relative to that of B·q, so that columns that
    nearly depend on each other do no harm. It is linear in p and q.
    """

    sizes: Array
    """Of the columns of A and B, in units of which these are taken below."""
    above: Array
    left: Array
    """Those of y·B; together with the columns of A a triangle."""
    below: Array
    """Those of B, a triangle."""

    @classmethod
    def of(cls, A: Array, B: Array, y: Array, weights: Array) -> Ratio:
        """Reduce columns (N, n), with weights of rows."""
        every = weights[:, None] * np.hstack([A, B])
        sizes = _measure_columns(every)
        above, below = np.split(every / sizes, [A.shape[1]], axis=1)
        triangle = _reduce(np.hstack([above, y[:, None] * below]))
        left = triangle[:, A.shape[1] :]
        return cls(sizes, triangle[:, : A.shape[1]], left, _reduce(below))

    def fit(self, above: Sequence[int], below: Sequence[int]) -> tuple[float, Array]:
        """Fit a quotient of some columns: its error, and the numbers p and q."""
        top, upper = _orthonormalise(self.above[:, above])
        _, lower = _orthonormalise(self.below[:, below])
        if not lower.size:
            return np.inf, np.zeros(len(above) + len(below))
        left = self.left[:, below] @ lower
        rest = left - top @ (top.T @ left)
        rest = rest - top @ (top.T @ rest)
        best = np.linalg.svd(rest, full_matrices=False)[2][-1]
        numbers = np.concatenate([upper @ (top.T @ (left @ best)), lower @ best])
        sizes = self.sizes[[*above, *(self.above.shape[1] + k for k in below)]]
        return float(np.linalg.norm(rest @ best)), numbers / sizes


def weigh_rows(below: Array) -> Array:
    """Weights with which an error is not that times a denominator any more.

    Near a pole they grow no further.
    """
    sizes = np.abs(below)
    least = max(limits.LIMITS.pole * float(sizes.max()), np.finfo(float).tiny)
    return np.asarray(np.median(sizes) / np.maximum(sizes, least))


def solve_quotient(A: Array, B: Array, y: Array) -> tuple[Array, Array]:
    """Fit A·p / B·q to a left side, in a few rounds, as the weights depend on q."""
    weights, first = np.ones(len(y)), A.shape[1]
    numbers = np.zeros(0)
    for _ in range(limits.LIMITS.quotient_rounds):
        ratio = Ratio.of(A, B, y, weights)
        numbers = ratio.fit(range(first), range(B.shape[1]))[1]
        weights = weigh_rows(B @ numbers[first:])
    return numbers[:first], numbers[first:]


def fit_terms(
    equation: Equation,
    z: Array,
    y: Array,
    units: Units,
    degree: int,
    features: Sequence[Feature],
    kept: Sequence[int],
    above: Marks | None = None,
    below: Marks | None = None,
) -> Polynomial:
    """Fit monomials to left sides: all that are kept, or those that each side has.

    ``above`` and ``below`` mark the terms of numerators and denominators, (monomials, equations).
    A side with no other term below than a constant is a sum.
    """
    A = expand_terms(z, units, degree, features, kept)
    if above is None:
        numbers = torch.from_numpy(solve_sum(A, y))
        return Polynomial(equation, degree, *units, numbers, features, kept)
    tops, bottoms = np.zeros(above.shape), np.zeros(above.shape)
    constant = np.array(kept) == 0
    for k, own in enumerate(above.T):
        under = np.zeros_like(own) if below is None else below[:, k]
        if (under & ~constant).any():
            tops[own, k], bottoms[under, k] = solve_quotient(A[:, own], A[:, under], y[:, k])
        else:
            tops[own, k] = solve_sum(A[:, own], y[:, k])
            bottoms[constant, k] = 1.0
    divisors = None if below is None else torch.from_numpy(bottoms)
    return Polynomial(equation, degree, *units, torch.from_numpy(tops), features, kept, divisors)


def refit(model: Explained, z: Array, y: Array) -> Polynomial:
    """Fit the same terms to other jets; where there are none, a plain polynomial."""
    terms = model.terms
    if terms is None:
        units, kept = find_units(z, ()), list_kept(z.shape[1], (), model.degree)
        return fit_terms(model.equation, z, y, units, model.degree, (), kept)
    return fit_terms(model.equation, z, y, *terms)


def _reduce(M: Array) -> Array:
    """The triangle that has the lengths and angles of columns."""
    return np.asarray(qr(M, mode="r")[0][: M.shape[1]], dtype=np.float64)


def _orthonormalise(M: Array) -> tuple[Array, Array]:
    """Orthonormal combinations of columns, and the combinations."""
    Q, R, order = qr(M, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    count = int(np.sum(sizes > limits.LIMITS.rank * sizes.max(initial=0.0)))
    change = np.zeros((M.shape[1], count))
    change[order[:count]] = solve_triangular(R[:count, :count], np.eye(count))
    return np.asarray(Q[:, :count], dtype=np.float64), change


def _measure_columns(A: Array) -> Array:
    sizes = np.sqrt(np.mean(A**2, axis=0))
    return np.where(sizes > 0, sizes, 1.0)


def measure_error(model: Explained, z: Array, y: Array, least: Array) -> float:
    """The unexplained part of the left sides, relative to their spread, or to the least one."""
    with torch.no_grad():
        guess = model.right(torch.from_numpy(np.ascontiguousarray(z))).numpy()
    spread = np.maximum(y.var(axis=0), least**2)
    return float(np.sqrt(np.mean(np.mean((guess - y) ** 2, axis=0) / spread)))
