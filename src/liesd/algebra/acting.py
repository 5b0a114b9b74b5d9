"""An algebra on representations: its matrices, and the maps that commute with it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.algebra.intertwine import find_intertwiners, find_invariant_forms
from liesd.algebra.ranks import RankDecider
from liesd.algebra.units import Balanced
from liesd.spec import Action, Spec

Array = NDArray[np.float64]


def parse_rep(spec: Spec, text: str | Action) -> Action:
    """Parse a representation; sizes of the spec's unknowns need not be repeated."""
    if isinstance(text, Action):
        return text
    sizes = "+".join(f"{name}[{shape[0]}]" for name, shape in spec.unknowns.items())
    return Spec.parse(f"{sizes} -> {text}").output


def build_matrices(spec: Spec, rows: Array, rep: Action) -> Array:
    """Build the matrices (k, dim, dim) of rows θ on a representation."""
    matrices = [rep.matrix(spec.unpack(row)) for row in rows]
    return np.array(matrices).reshape(len(rows), rep.dim, rep.dim)


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
