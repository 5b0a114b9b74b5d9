"""A readable basis by degree: translations first, then what is linear, then what is curved.

The fields of degree at most d are a subspace, whatever the origin and the units are. Each level is
taken with the least part in the levels below, so that a rotation about any point is one about the
origin where all translations are symmetries as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from liesd.algebra.fields.census import order_kind
from liesd.algebra.ranks import RankDecider
from liesd.algebra.readable import find_sparse_rotation, measure_typical
from liesd.spec import Array, Chart, Spec
from liesd.spec.action import find_owner


class Graded(NamedTuple):
    """A basis by levels."""

    rows: Array
    """θ in the given units."""
    levels: Array
    """The degree of each row."""


def grade_rows(spec: Spec, rows: Array, balanced: Array, decider: RankDecider) -> Graded:
    """Find the sparsest basis of each level.

    ``balanced`` are the same rows, orthonormal and in units in which sizes can be compared.
    """
    degrees = spec.degrees
    found: list[Array] = []
    levels: list[float] = []
    taken = np.zeros((len(rows), 0))
    for degree in np.unique(degrees):
        above = balanced[:, degrees > degree]
        inside = np.eye(len(rows))
        if above.shape[1]:
            inside = decider.kernel(above.T, f"the fields of degree {degree:g}")
        fresh = inside - taken @ (taken.T @ inside)
        left = np.linalg.svd(fresh, full_matrices=False)[0]
        new = left[:, : max(inside.shape[1] - taken.shape[1], 0)]
        taken = np.concatenate([taken, new], axis=1)
        if new.shape[1]:
            level = _leave_out(new.T @ rows, found)
            found += list(_make_sparse(level, degrees == degree))
            levels += [float(degree)] * new.shape[1]
    return Graded(np.array(found).reshape(-1, spec.size), np.array(levels))


def sort_rows(spec: Spec, graded: Graded, words: Sequence[str]) -> Graded:
    """Sort rows by degree, then by kind, then by axes; matrices by their words."""
    places = np.argmax(np.abs(graded.rows) > 0.5, axis=1) * (not spec.is_linear)
    keys = [
        (level, kind, place, text)
        for level, (kind, text), place in zip(
            graded.levels, map(order_kind, words), places, strict=True
        )
    ]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return Graded(graded.rows[order], graded.levels[order])


def clear_noise(spec: Spec, graded: Graded, charts: Mapping[str, Chart], noise: float) -> Array:
    """The rows without what noise leaves: above their own degree, or too small where points are."""
    if spec.is_linear:
        return graded.rows
    sizes = np.ones(spec.size)
    for name, place in spec.slices.items():
        if chart := charts.get(find_owner(name)):
            reach = float(np.linalg.norm(chart.centre)) + max(chart.scale)
            sizes[place] = reach ** spec.degrees[place]
    here = np.abs(graded.rows) * sizes
    large = here > noise * here.max(axis=1, keepdims=True, initial=0.0)
    return np.where(large & (spec.degrees <= graded.levels[:, None]), graded.rows, 0.0)


def _leave_out(rows: Array, lower: list[Array]) -> Array:
    if not lower:
        return rows
    basis = np.linalg.qr(np.array(lower).T)[0]
    return np.asarray(rows - (rows @ basis) @ basis.T)


def _make_sparse(rows: Array, leading: Array) -> Array:
    """Rotate rows so that their leading part is sparsest, with large entries of about 1."""
    left, sizes, right = np.linalg.svd(rows[:, leading], full_matrices=False)
    whiten = left / np.maximum(sizes, 1e-300) @ left.T
    turned = find_sparse_rotation(left @ right) @ whiten @ rows
    return np.array([row / measure_typical(row[leading]) for row in turned])
