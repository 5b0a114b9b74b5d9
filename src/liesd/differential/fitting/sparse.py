"""Polynomials with as few terms as explain the left sides about as well."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from scipy.linalg import lstsq, qr

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import add_features, format_term
from liesd.differential.fitting.form import Summand
from liesd.differential.fitting.model import Polynomial
from liesd.spec.polynomial import list_powers, substitute

Score = Callable[[list[int]], tuple[float, Array]]
"""The error of some terms, and their numbers."""


def find_summands(model: Polynomial, z: Array, y: Array) -> list[list[Summand]]:
    """The polynomials with as few terms as explain the left sides about as well.

    ``z`` and ``y`` are arguments and left sides.
    """
    names = model.equation.arguments
    powers = list_powers(len(names) + len(model.features), model.degree)
    centre, scale = model.centre.numpy(), model.scale.numpy()
    change = substitute(powers, -centre / scale, 1 / scale)[np.ix_(model.kept, model.kept)]
    numbers = change.T @ model.coefficients.numpy()  # over monomials of the arguments
    every = add_features(torch.from_numpy(np.ascontiguousarray(z)), model.features).numpy()
    shown = [powers[k] for k in model.kept]
    features = np.stack([np.prod(every ** np.array(power), axis=1) for power in shown], axis=1)
    texts = [format_term(names, model.features, power) for power in shown]
    sides = []
    for k in range(len(model.equation.left)):
        kept, refined = _select(features, y[:, k], numbers[:, k])
        sides.append([Summand(float(refined[j]), model.kept[j], shown[j], texts[j]) for j in kept])
    return sides


def _select(features: Array, y: Array, numbers: Array) -> tuple[list[int], Array]:
    """Leave out terms while the error hardly grows.

    They are collected first, each because it explains most of what the earlier ones leave; of these
    those are left out that matter least. Where many are needed, the smallest of all are left out.
    """
    lengths = np.sqrt(np.mean(features**2, axis=0))
    sizes = np.abs(numbers) * lengths
    units = np.where(lengths > 0, lengths, 1.0)
    spread = max(float(y.std()), np.finfo(float).tiny)
    count = np.sqrt(len(y))
    whole = float(np.sqrt(np.mean((features @ numbers - y) ** 2))) / spread
    allowed = max(limits.LIMITS.sparse * whole, limits.LIMITS.shown)
    kept = [int(k) for k in np.argsort(-sizes) if sizes[k] > whole / 10 * sizes.max()]
    triangle = qr(np.column_stack([features[:, kept] / units[kept], y]), mode="r")[0]
    columns = dict(zip(kept, triangle[:, :-1].T, strict=True))

    def score(chosen: list[int]) -> tuple[float, Array]:
        out, rest = np.zeros(len(numbers)), triangle[:, -1]
        if chosen:
            A = np.stack([columns[k] for k in chosen], axis=1)
            made = lstsq(A, rest, cond=limits.LIMITS.rank, lapack_driver="gelsy")[0]
            out[chosen], rest = made / units[chosen], A @ made - rest
        return float(np.linalg.norm(rest)) / (count * spread), out

    best = score(kept)
    if best[0] > allowed or len(kept) > limits.LIMITS.most_selected:
        return [k for k in range(len(numbers)) if sizes[k] > 0], numbers
    close = limits.LIMITS.sparse * whole
    few = collect(columns, np.asarray(triangle[:, -1], dtype=np.float64), close * count * spread)
    for most in (close, allowed):
        few = leave_out(few, score, most)
    if score(few)[0] <= allowed:
        return sorted(few), score(few)[1]
    for k in sorted(kept, key=lambda one: sizes[one]):
        fewer = [one for one in kept if one != k]
        tried = score(fewer)
        if tried[0] <= allowed:
            kept, best = fewer, tried
    return sorted(kept), best[1]


def leave_out(terms: list[int], score: Score, most: float) -> list[int]:
    """Leave out the term that matters least, again and again, up to an error."""
    while terms:
        tried = [[one for one in terms if one != k] for k in terms]
        errors = [score(fewer)[0] for fewer in tried]
        best = int(np.argmin(errors))
        if errors[best] > most:
            break
        terms = tried[best]
    return terms


def collect(columns: dict[int, Array], y: Array, least: float) -> list[int]:
    """Take the terms one after the other that explain most of what is left, down to a size."""
    names = list(columns)
    A = np.stack([*columns.values()], axis=1) if names else np.zeros((len(y), 0))
    rest, sizes = y, np.linalg.norm(A, axis=0)
    found: list[int] = []
    while len(found) < min(limits.LIMITS.most_collected, len(names)):
        lengths = np.linalg.norm(A, axis=0)
        seen = lengths > limits.LIMITS.rank**0.5 * sizes
        gains = np.where(seen, np.abs(rest @ A) / np.where(seen, lengths, 1.0), -1.0)
        best = int(np.argmax(gains))
        if not gains[best] > 0:
            break
        found.append(names[best])
        unit = A[:, best] / lengths[best]
        rest = rest - unit * float(unit @ rest)
        A = A - np.outer(unit, unit @ A)
        if float(np.linalg.norm(rest)) <= least:
            break
    return found
