"""Least squares for right sides: sums of given terms, and quotients of two sums."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from scipy.linalg import lstsq, qr

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


def solve_quotient(A: Array, B: Array, y: Array) -> tuple[Array, Array]:
    """Fit A·p / B·q to a left side: the smallest singular vector of [A, −y·B].

    What this makes small is the error times the denominator, so the rows are divided by the
    denominator that was found before.
    """
    weight, numbers = np.ones(len(y)), np.zeros(0)
    for _ in range(limits.LIMITS.quotient_rounds):
        numbers = find_null(np.hstack([A, -y[:, None] * B]) * weight[:, None])
        below = np.abs(B @ numbers[A.shape[1] :])
        if not below.min() > limits.LIMITS.pole * below.max():
            break
        weight = np.median(below) / below
    return numbers[: A.shape[1]], numbers[A.shape[1] :]


def find_null(M: Array) -> Array:
    """The combination of columns that is smallest, by columns of unit size."""
    sizes = _measure_columns(M)
    triangle = qr(M / sizes, mode="r")[0][: M.shape[1]]
    return np.asarray(np.linalg.svd(triangle)[2][-1] / sizes)


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
    A side without a term below is a sum.
    """
    A = expand_terms(z, units, degree, features, kept)
    if above is None:
        numbers = torch.from_numpy(solve_sum(A, y))
        return Polynomial(equation, degree, *units, numbers, features, kept)
    tops = np.zeros(above.shape)
    bottoms = np.zeros(above.shape)
    for k in range(y.shape[1]):
        own = above[:, k]
        under = np.zeros_like(own) if below is None else below[:, k]
        if under.any():
            tops[own, k], bottoms[under, k] = solve_quotient(A[:, own], A[:, under], y[:, k])
        else:
            tops[own, k] = solve_sum(A[:, own], y[:, k])
            bottoms[:, k] = [place == 0 for place in kept]
    divisors = None if below is None else torch.from_numpy(bottoms)
    return Polynomial(equation, degree, *units, torch.from_numpy(tops), features, kept, divisors)


def refit(model: Explained, z: Array, y: Array) -> Polynomial:
    """Fit the same terms to other jets; where there are none, a plain polynomial."""
    terms = model.terms
    if terms is None:
        units, kept = find_units(z, ()), list_kept(z.shape[1], (), model.degree)
        return fit_terms(model.equation, z, y, units, model.degree, (), kept)
    return fit_terms(model.equation, z, y, *terms)


def _measure_columns(A: Array) -> Array:
    sizes = np.sqrt(np.mean(A**2, axis=0))
    return np.where(sizes > 0, sizes, 1.0)


def measure_error(model: Explained, z: Array, y: Array, least: Array) -> float:
    """The unexplained part of the left sides, relative to their spread, or to the least one."""
    with torch.no_grad():
        guess = model.right(torch.from_numpy(np.ascontiguousarray(z))).numpy()
    spread = np.maximum(y.var(axis=0), least**2)
    return float(np.sqrt(np.mean(np.mean((guess - y) ** 2, axis=0) / spread)))
