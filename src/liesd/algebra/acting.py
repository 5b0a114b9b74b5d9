"""What an algebra does on representations: its matrices, and the maps that commute with it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.algebra.intertwine import intertwiners, invariant_forms
from liesd.algebra.ranks import Judge
from liesd.algebra.units import Balanced
from liesd.spec import Action, Spec

Array = NDArray[np.float64]


def parse_rep(spec: Spec, text: str | Action) -> Action:
    """A representation from text; sizes of the spec's unknowns need not be repeated."""
    if isinstance(text, Action):
        return text
    sizes = "+".join(f"{name}[{shape[0]}]" for name, shape in spec.unknowns.items())
    return Spec.parse(f"{sizes} -> {text}").output


def dense(spec: Spec, rows: Array, rep: Action) -> Array:
    """The matrices (k, dim, dim) of rows θ on a representation."""
    matrices = [rep.matrix(spec.unpack(row)) for row in rows]
    return np.array(matrices).reshape(len(rows), rep.dim, rep.dim)


def equivariant_maps(
    spec: Spec, balanced: Balanced, source: Action, target: Action, judge: Judge
) -> Array:
    """Orthonormal maps (r, target, source) that commute with the algebra, in the given units."""
    A, B = (dense(spec, balanced.rows, rep) for rep in (source, target))
    maps = intertwiners(A, B, judge, "the equivariant maps")
    if not balanced.changed or not len(maps):
        return maps
    maps = maps * balanced.on(target)[:, None] / balanced.on(source)
    rows = maps.reshape(len(maps), -1)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return np.linalg.qr(rows.T)[0].T.reshape(maps.shape)


def forms(
    spec: Spec, balanced: Balanced, rep: Action, judge: Judge, antisymmetric: bool = False
) -> Array:
    """The invariant forms (r, dim, dim) in the given units."""
    found = invariant_forms(dense(spec, balanced.rows, rep), judge)[int(antisymmetric)]
    units = balanced.on(rep)
    return found / units[:, None] / units
