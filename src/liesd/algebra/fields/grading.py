"""A readable basis by degree: translations first, then what is linear, then what is curved.

The fields of degree at most d are a subspace, whatever the origin and the units are. Each level is
taken with the least part in the levels below, so that a rotation about any point is one about the
origin where all translations are symmetries as well; or one about the centre of the data, where the
origin is so far away that the noise of the translations would drown the rotation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.algebra import ranks
from liesd.algebra.fields.census import order_kind
from liesd.algebra.fields.formulas import find_sign
from liesd.algebra.ranks import RankDecider
from liesd.algebra.readable import find_sparse_rotation, measure_typical
from liesd.algebra.units import Balanced
from liesd.spec import Array, Chart, Spec


class Graded(NamedTuple):
    """A basis by levels."""

    rows: Array
    """θ in the given units."""
    levels: Array
    """The degree of each row."""


def find_homes(charts: Mapping[str, Chart], noise: float) -> dict[str, Chart]:
    """Find the point about which fields are stated, and how far from it points were.

    It is the origin, or else the centre of the data if the way to the origin amplifies the noise.
    """
    homes = {}
    for name, (centre, scale) in charts.items():
        far = float(np.abs(centre).max()) / float(np.mean(scale))
        exact = noise * far <= ranks.TOLERANCES.exact_noise
        near = exact or far <= ranks.TOLERANCES.origin_reach
        home = np.zeros(len(centre)) if near else np.array(centre)
        reach = float(np.linalg.norm(home - centre)) + max(scale)
        homes[name] = Chart(tuple(map(float, home)), (reach,) * len(centre))
    return homes


def grade_rows(
    spec: Spec, balanced: Balanced, homes: Mapping[str, Chart], decider: RankDecider, noise: float
) -> Graded:
    """Find the sparsest basis of each level.

    A part above the level is left out if it is within the ``noise``, which is told where the points
    are: from the origin, it would look like a shift.
    """
    degrees, rows, home = spec.degrees, balanced.rows, spec.with_charts(homes)
    found: list[Array] = []
    levels: list[float] = []
    taken = np.zeros((len(rows), 0))
    for degree in np.unique(degrees):
        above = rows[:, degrees > degree]
        inside = np.eye(len(rows))
        if above.shape[1]:
            inside = decider.kernel(above.T, f"the fields of degree {degree:g}")
        fresh = inside - taken @ (taken.T @ inside)
        left = np.linalg.svd(fresh, full_matrices=False)[0]
        new = left[:, : max(inside.shape[1] - taken.shape[1], 0)]
        taken = np.concatenate([taken, new], axis=1)
        if new.shape[1]:
            lower = np.array(found).reshape(-1, spec.size)
            level = _clear_above(new.T @ rows, degrees > degree, noise)
            level = _leave_out(home.to_charts(balanced.back(level)), home.to_charts(lower))
            found += list(_make_sparse(home.from_charts(level), degrees == degree))
            levels += [float(degree)] * new.shape[1]
    return Graded(np.array(found).reshape(-1, spec.size), np.array(levels))


def sort_rows(spec: Spec, graded: Graded, words: Sequence[str]) -> Graded:
    """Sort rows by degree, then by kind, then by axes; matrices by their words.

    Each field gets the sign of the motion that its words tell of.
    """
    places = np.argmax(np.abs(graded.rows) > 0.5, axis=1) * (not spec.is_linear)
    keys = [
        (level, kind, place, text)
        for level, (kind, text), place in zip(
            graded.levels, map(order_kind, words), places, strict=True
        )
    ]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    rows = graded.rows[order]
    if not spec.is_linear:
        signs = [find_sign(spec, spec.unpack(row)) for row in rows]
        rows = rows * np.reshape(signs, (-1, 1))
    return Graded(rows, graded.levels[order])


def clear_noise(spec: Spec, graded: Graded, homes: Mapping[str, Chart], noise: float) -> Array:
    """The rows without what noise leaves: above their own degree, or too small where points are."""
    if spec.is_linear:
        return graded.rows
    home = spec.with_charts(homes)
    here = home.to_charts(graded.rows)
    large = np.abs(here) > noise * np.abs(here).max(axis=1, keepdims=True, initial=0.0)
    shown = large & (spec.degrees <= graded.levels[:, None])
    return home.from_charts(np.where(shown, here, 0.0))


def _clear_above(rows: Array, above: NDArray[np.bool_], noise: float) -> Array:
    """Rows without their part above a level, if it is within the noise."""
    sizes = np.linalg.norm(rows[:, above], axis=1, keepdims=True)
    within = sizes <= ranks.TOLERANCES.closed * noise
    return np.where(within & above, 0.0, rows)


def _leave_out(rows: Array, lower: Array) -> Array:
    if not len(lower):
        return rows
    basis = np.linalg.qr(lower.T)[0]
    return np.asarray(rows - (rows @ basis) @ basis.T)


def _make_sparse(rows: Array, leading: Array) -> Array:
    """Rotate rows so that their leading part is sparsest, with large entries of about 1."""
    left, sizes, right = np.linalg.svd(rows[:, leading], full_matrices=False)
    whiten = left / np.maximum(sizes, 1e-300) @ left.T
    turned = find_sparse_rotation(left @ right) @ whiten @ rows
    return np.array([row / measure_typical(row[leading]) for row in turned])
