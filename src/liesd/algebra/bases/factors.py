"""A basis factor by factor: scalings by their exponents, the rest as sparse as can be."""

from __future__ import annotations

from typing import Any

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
    spec = algebra.spec
    rows = [row for factor in _split(algebra) for row in _write_factor(spec, factor, noise)]
    return np.array(rows).reshape(-1, spec.size)


def _split(algebra: Any) -> list[Array]:
    """Orthonormal rows of each factor of a direct sum; of the whole where that is not clear."""
    whole = [algebra.orthonormal]
    if not 2 <= algebra.dimension <= ranks.TOLERANCES.factored or not algebra.is_closed:
        return whole
    if algebra.margin < ranks.TOLERANCES.clear_margin or len(algebra.identity.parts) < 2:
        return whole
    pairs = list(zip(algebra.identity.parts, algebra.ideals, strict=True))
    found = [one.orthonormal for part, one in pairs if part.kind != "abelian"]
    flat = [one.orthonormal for part, one in pairs if part.kind == "abelian"]
    if flat:  # any combination of what commutes with everything is a factor too
        found.append(orthonormalize(np.concatenate(flat), np.zeros((0, algebra.spec.size))))
    return found if sum(map(len, found)) == algebra.dimension else whole


def _write_factor(spec: Spec, rows: Array, noise: float) -> list[Array]:
    """A basis of one factor: its scalings, and the rest."""
    diagonal = _find_diagonal(spec)
    left, sizes, _ = np.linalg.svd(rows[:, ~diagonal], full_matrices=True)
    sizes = np.concatenate([sizes, np.zeros(len(rows))])[: len(rows)]
    least = max(ranks.TOLERANCES.diagonal, ranks.TOLERANCES.entry_noises * noise)
    scales = sizes <= min(least, ranks.TOLERANCES.most_diagonal)
    written = _write_scalings(spec, left[:, scales].T @ rows, diagonal, noise)
    rest = left[:, ~scales].T @ rows
    turned = find_sparse_rotation(rest) @ rest if len(rest) else rest
    return [*(_normalize(spec, row) for row in turned), *written]


def _write_scalings(
    spec: Spec, rows: Array, diagonal: NDArray[np.bool_], noise: float
) -> list[Array]:
    """Scalings with whole exponents where they have such; else as sparse as can be."""
    if not len(rows):
        return []
    columns = np.flatnonzero(diagonal)
    slots = _group_alike(spec, rows, columns, noise)
    weights = np.stack([rows[:, slot].mean(axis=1) for slot in slots], axis=1)
    own = set(spec.input.unknowns)
    inputs = np.array([_find_name(spec, int(slot[0])) in own for slot in slots])
    mixes = find_whole_rows(weights, inputs, noise)
    if mixes is not None:
        return list(mixes @ rows)
    turned = find_sparse_rotation(rows) @ rows
    return [_normalize(spec, row) for row in turned]


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
