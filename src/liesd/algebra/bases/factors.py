"""A basis factor by factor: scalings by their exponents, the rest as sparse as can be."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.algebra import ranks
from liesd.algebra.bases.exponents import find_whole_rows
from liesd.algebra.brackets import orthonormalize
from liesd.algebra.readable import find_sparse_rotation, measure_typical
from liesd.spec import Spec

Array = NDArray[np.float64]


def write_basis(algebra: Any, noise: float) -> Array:
    """The rows θ of a readable basis of an algebra of matrices, factor by factor."""
    spec, factors = algebra.spec, _split(algebra)
    rows: list[Array] = []
    central = np.zeros((0, spec.size))
    for factor in reversed(factors):  # what commutes with everything comes first
        turning, scalings = _divide(spec, factor.rows, noise)
        turned = find_sparse_rotation(turning) @ turning if len(turning) else turning
        loose = central if factor.is_loose(scalings) else central[:0]
        written = _write_scalings(spec, scalings, loose, noise)
        if factor.is_central:
            central = np.array(written).reshape(-1, spec.size)
        rows = [*(_normalize(spec, row) for row in turned), *written, *rows]
    return np.array(rows).reshape(-1, spec.size)


class _Factor(NamedTuple):
    """A factor of a direct sum."""

    rows: Array
    """Orthonormal rows of the factor."""
    derived: Array
    """The same of its brackets."""
    is_central: bool = False

    def is_loose(self, scalings: Array) -> bool:
        """True if central scalings may be added: what is left is a factor still.

        Scalings that are brackets, as diag(1, −1) of sl(2) is, stay as they are.
        """
        if not len(scalings):
            return False
        inside = scalings @ self.derived.T @ self.derived
        return float(np.linalg.norm(inside)) <= ranks.TOLERANCES.bracket_share


def _split(algebra: Any) -> list[_Factor]:
    """The factors of a direct sum, the central one last; the whole where that is not clear."""
    nothing = np.zeros((0, algebra.spec.size))
    whole = [_Factor(algebra.orthonormal, nothing)]
    if not 2 <= algebra.dimension <= ranks.TOLERANCES.factored or not algebra.is_closed:
        return whole
    if algebra.margin < ranks.TOLERANCES.clear_margin or len(algebra.identity.parts) < 2:
        return whole
    pairs = list(zip(algebra.identity.parts, algebra.ideals, strict=True))
    found = [
        _Factor(one.orthonormal, one.derived.orthonormal)
        for part, one in pairs
        if part.kind != "abelian"
    ]
    flat = [one.orthonormal for part, one in pairs if part.kind == "abelian"]
    if flat:  # any combination of what commutes with everything is a factor too
        found.append(_Factor(orthonormalize(np.concatenate(flat), nothing), nothing, True))
    return found if sum(len(one.rows) for one in found) == algebra.dimension else whole


def _divide(spec: Spec, rows: Array, noise: float) -> tuple[Array, Array]:
    """Divide the rows of a factor into scalings, which come second, and the rest."""
    diagonal = _find_diagonal(spec)
    left, sizes, _ = np.linalg.svd(rows[:, ~diagonal], full_matrices=True)
    sizes = np.concatenate([sizes, np.zeros(len(rows))])[: len(rows)]
    least = max(ranks.TOLERANCES.diagonal, ranks.TOLERANCES.entry_noises * noise)
    scales = sizes <= min(least, ranks.TOLERANCES.most_diagonal)
    return left[:, ~scales].T @ rows, left[:, scales].T @ rows


def _write_scalings(spec: Spec, rows: Array, central: Array, noise: float) -> list[Array]:
    """Scalings with whole exponents where they have such; else as sparse as can be.

    Multiples of ``central`` ones may be added to them.
    """
    if not len(rows):
        return []
    both = np.concatenate([rows, central])
    slots = _group_alike(spec, both, np.flatnonzero(_find_diagonal(spec)), noise)
    weights = np.stack([both[:, slot].mean(axis=1) for slot in slots], axis=1)
    own = set(spec.input.unknowns)
    inputs = np.array([_find_name(spec, int(slot[0])) in own for slot in slots])
    mixes = find_whole_rows(weights, inputs, noise)
    if mixes is not None:
        return list(_choose_independent(mixes, len(rows)) @ both)
    turned = find_sparse_rotation(rows) @ rows
    return [_normalize(spec, row) for row in turned]


def _choose_independent(mixes: Array, count: int) -> Array:
    """The first rows that are independent in their first ``count`` columns."""
    chosen: list[Array] = []
    for row in mixes:
        tried = np.array([one[:count] for one in (*chosen, row)])
        if np.linalg.matrix_rank(tried, ranks.TOLERANCES.diagonal) == len(tried):
            chosen.append(row)
    return np.array(chosen)


def _normalize(spec: Spec, row: Array) -> Array:
    """Scale a row so that its typical large entry is 1, and positive where the first name moves."""
    size = abs(measure_typical(row))
    for place in spec.slices.values():
        if np.abs(row[place]).max() > 0.5 * size:
            return np.asarray(row / np.copysign(size, measure_typical(row[place])))
    return row / size


def _group_alike(
    spec: Spec, rows: Array, columns: NDArray[np.intp], noise: float
) -> list[NDArray[np.intp]]:
    """Diagonal entries of the same unknown that all scalings move alike."""
    near = max(ranks.TOLERANCES.whole_rounding, ranks.TOLERANCES.whole_noises * noise)
    slots: list[list[int]] = []
    for column in map(int, columns):
        for slot in slots:
            same = _find_name(spec, slot[0]) == _find_name(spec, column)
            if same and np.abs(rows[:, slot[0]] - rows[:, column]).max() <= near:
                slot.append(column)
                break
        else:
            slots.append([column])
    return [np.array(slot) for slot in slots]


def _find_diagonal(spec: Spec) -> NDArray[np.bool_]:
    """Which entries of θ are on the diagonal of their matrix."""
    found = np.zeros(spec.size, dtype=bool)
    for name, (n, _) in spec.unknowns.items():
        found[spec.slices[name]] = np.eye(n, dtype=bool).ravel()
    return found


def _find_name(spec: Spec, place: int) -> str:
    return next(name for name, part in spec.slices.items() if part.start <= place < part.stop)
