"""An algebra on representations: its matrices, and the maps that commute with it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.algebra.fields.acting import augment
from liesd.algebra.intertwine import find_intertwiners, find_invariant_forms
from liesd.algebra.ranks import RankDecider
from liesd.algebra.units import Balanced
from liesd.spec import Action, Spec

Array = NDArray[np.float64]


def parse_rep(spec: Spec, text: str | Action) -> Action:
    """Parse a representation; sizes of the spec's unknowns need not be repeated."""
    if isinstance(text, Action):
        return text
    sizes = str(spec).replace(" -> ", "+")
    return Spec.parse(f"{sizes} -> {text}", spec.dictionary).output


def build_matrices(spec: Spec, rows: Array, rep: Action) -> Array:
    """Build the matrices (k, dim, dim) of rows θ on a representation.

    Affine maps have them on (x, 1): (k, dim + 1, dim + 1).
    """
    linear = rep.blocks() is not None
    size = rep.dim + (not linear)
    thetas = (spec.unpack(row) for row in rows)
    matrices = [rep.matrix(theta) if linear else augment(rep, theta) for theta in thetas]
    return np.array(matrices).reshape(len(rows), size, size)


def find_equivariant_maps(
    spec: Spec, balanced: Balanced, source: Action, target: Action, decider: RankDecider
) -> Array:
    """Find orthonormal maps (r, target, source) that commute with the algebra, in given units."""
    A, B = (build_matrices(spec, balanced.rows, rep) for rep in (source, target))
    maps = find_intertwiners(A, B, decider, "the equivariant maps")
    if not balanced.changed or not len(maps):
        return maps
    maps = maps * balanced.on(target)[:, None] / balanced.on(source)
    rows = maps.reshape(len(maps), -1)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return np.linalg.qr(rows.T)[0].T.reshape(maps.shape)


def find_forms(
    spec: Spec, balanced: Balanced, rep: Action, decider: RankDecider, antisymmetric: bool = False
) -> Array:
    """Find the invariant forms (r, dim, dim) in the given units."""
    found = find_invariant_forms(build_matrices(spec, balanced.rows, rep), decider)[
        int(antisymmetric)
    ]
    units = balanced.on(rep)
    return found / units[:, None] / units
