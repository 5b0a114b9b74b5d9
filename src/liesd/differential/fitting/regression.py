"""The equation behind jets: polynomials of rising degree, judged by held-out trajectories."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
import torch
from numpy.typing import NDArray

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.model import Polynomial, expand, find_natural, find_places
from liesd.differential.grammar import Equation, Term
from liesd.differential.jets.draw import Jets
from liesd.errors import DataError
from liesd.spec.polynomial import list_powers

Marks = NDArray[np.bool_]


def fit_equation(equation: Equation, jets: Jets, seed: int = 0) -> Polynomial:
    """Fit the right side by polynomials, and the same to disjoint groups of trajectories."""
    z, y = read_sides(equation, jets.values)
    centre, scale = z.mean(axis=0), z.std(axis=0)
    held, groups = split_trajectories(jets, seed)
    train = ~held if (~held).any() else np.ones(len(z), dtype=bool)
    judge = held if held.any() else train
    least = limits.LIMITS.constant * find_natural(equation, jets.values, equation.left)
    best, failed = None, 0
    for degree in range(1, limits.LIMITS.most_degree + 1):
        terms = comb(z.shape[1] + degree, degree)
        fewest = min(part.sum() for part in (train, *groups))
        if best is not None and (
            terms > limits.LIMITS.most_terms or limits.LIMITS.jets_per_term * terms > fewest
        ):
            break
        model = _fit(equation, z[train], y[train], centre, scale, degree)
        error = measure_error(model, z[judge], y[judge], least)
        failed += 1
        if best is None or error < limits.LIMITS.better * best[0]:
            best, failed = (error, degree, model), 0
        if error < limits.LIMITS.perfect or failed > limits.LIMITS.patience:
            break
    assert best is not None
    error, degree, model = best
    model.heldout_error = error
    for group in groups:
        model.replicas.append(_fit(equation, z[group], y[group], centre, scale, degree))
    model.report |= {"terms": len(model.coefficients), "heldout_error": error}
    return model


def measure_scheme(model: Polynomial, jets: Jets, others: list[Array], seed: int = 0) -> float:
    """How many times better differences of plain schemes explain the left sides.

    ``others`` are the same jets with such differences for derivatives.
    """
    held, _ = split_trajectories(jets, seed)
    if not held.any():
        return 0.0
    errors = []
    for values in others:
        z, y = values[:, model.right_places], values[:, model.left_places]
        fitted = _fit(
            model.equation, z[~held], y[~held], z.mean(axis=0), z.std(axis=0), model.degree
        )
        errors.append(measure_error(fitted, z[held], y[held], np.zeros(y.shape[1])))
    return model.heldout_error / max(min(errors), np.finfo(float).eps)


def choose_arguments(asked: Equation, jets: Jets, seed: int = 0) -> Equation:
    """Choose the smallest set of derivatives that explains the left sides.

    Orders rise until held-out trajectories are not explained much better; then every argument is
    left out without which they are explained as well.
    """
    tried: list[tuple[float, Equation]] = []
    for order in range(asked.order + 1):
        one = replace(asked, right=list_arguments(asked, order))
        tried.append((fit_equation(one, jets, seed).heldout_error, one))
    least = min(error for error, _ in tried)
    enough = max(limits.LIMITS.simpler * least, limits.LIMITS.perfect)
    error, best = next(pair for pair in tried if pair[0] <= enough)
    assert best.right is not None
    for term in sorted(best.right, key=lambda one: -one.order):
        rest = tuple(one for one in best.right if one != term)
        if rest:
            fewer = replace(best, right=rest)
            without = fit_equation(fewer, jets, seed).heldout_error
            if without <= max(limits.LIMITS.sparse * error, limits.LIMITS.perfect):
                best = fewer
    return best


def list_arguments(asked: Equation, order: int) -> tuple[Term, ...]:
    """All derivatives up to an order, without the left sides and what follows from them."""
    return tuple(
        Term(field, power)
        for power in list_powers(len(asked.axes), order)
        for field in range(len(asked.fields))
        if not any(
            one.field == field and all(a >= b for a, b in zip(power, one.power, strict=True))
            for one in asked.left
        )
        and all(one.order > 1 or not _shares_axis(power, one.power) for one in asked.left)
    )


def _shares_axis(power: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return any(a and b for a, b in zip(power, other, strict=True))


def read_sides(equation: Equation, jets: Array) -> tuple[Array, Array]:
    """The arguments of F and the left sides."""
    assert equation.right is not None
    z = jets[:, find_places(equation, equation.right)]
    y = jets[:, find_places(equation, equation.left)]
    natural = find_natural(equation, jets, equation.right)
    for name, column, size in zip(equation.arguments, z.T, natural, strict=True):
        if float(np.ptp(column)) <= limits.LIMITS.constant * size:
            raise DataError(
                f"{name} never changes in these data: leave it out of the equation, or give "
                "trajectories in which it does"
            )
    return z, y


def split_trajectories(jets: Jets, seed: int) -> tuple[Marks, list[Marks]]:
    """Held-out trajectories, and disjoint groups of the others."""
    names = np.random.default_rng(seed).permutation(np.unique(jets.trajectory))
    count = int(np.ceil(limits.LIMITS.heldout * len(names))) if len(names) > 2 else 0
    held, rest = names[:count], names[count:]
    parts = min(limits.LIMITS.replicas, len(rest))
    groups = [np.isin(jets.trajectory, rest[k::parts]) for k in range(parts)] if parts > 1 else []
    return np.isin(jets.trajectory, held), groups


def _fit(
    equation: Equation, z: Array, y: Array, centre: Array, scale: Array, degree: int
) -> Polynomial:
    """Least squares, each left side in its own units."""
    c, s = (torch.from_numpy(np.ascontiguousarray(part)) for part in (centre, scale))
    A = expand((torch.from_numpy(np.ascontiguousarray(z)) - c) / s, degree).numpy()
    sizes = np.sqrt(np.mean(A**2, axis=0))
    found = np.linalg.lstsq(A / sizes, y, rcond=limits.LIMITS.rank)[0] / sizes[:, None]
    return Polynomial(equation, degree, c, s, torch.from_numpy(found))


def measure_error(model: Polynomial, z: Array, y: Array, least: Array) -> float:
    """The unexplained part of the left sides, relative to their spread, or to the least one."""
    with torch.no_grad():
        guess = model.right(torch.from_numpy(np.ascontiguousarray(z))).numpy()
    spread = np.maximum(y.var(axis=0), least**2)
    return float(np.sqrt(np.mean(np.mean((guess - y) ** 2, axis=0) / spread)))
