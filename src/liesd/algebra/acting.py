"""What an algebra does on representations: group elements on data, and maps that commute with it.

A representation falls into blocks, words of leaves (:meth:`liesd.spec.compose.Rep.words`); a group element
acts on every axis of a block by the matrix of that leaf, so nothing dense is ever built.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import scipy.linalg
from numpy.typing import NDArray

from liesd.algebra.intertwine import intertwiners, invariant_forms
from liesd.algebra.ranks import Judge
from liesd.algebra.units import Balanced
from liesd.spec.compose import Rep, Scalar, Vector, Word
from liesd.spec.spec import Spec

Array = NDArray[np.float64]


def parse_rep(spec: Spec, text: str | Rep) -> Rep:
    """A representation from text; sizes of the spec's unknowns need not be repeated."""
    if isinstance(text, Rep):
        return text
    sizes = "+".join(f"{name}[{shape[0]}]" for name, shape in spec.unknowns.items())
    return Spec.parse(f"{sizes} -> {text}").output


def word_rep(word: Word) -> Rep:
    """The representation on one block."""
    rep: Rep = Scalar(1)
    for leaf in word:
        factor: Rep = Vector(leaf.name, leaf.size)
        rep = rep * (factor.T if leaf.dual else factor)
    return rep


def dense(spec: Spec, rows: Array, rep: Rep) -> Array:
    """The matrices (k, dim, dim) of rows θ on a representation."""
    matrices = [rep.matrix(spec.unpack(row)) for row in rows]
    return np.array(matrices).reshape(len(rows), rep.dim, rep.dim)


def equivariant_maps(
    spec: Spec, balanced: Balanced, source: Rep, target: Rep, judge: Judge
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
    spec: Spec, balanced: Balanced, rep: Rep, judge: Judge, antisymmetric: bool = False
) -> Array:
    """The invariant forms (r, dim, dim) in the given units."""
    found = invariant_forms(dense(spec, balanced.rows, rep), judge)[int(antisymmetric)]
    units = balanced.on(rep)
    return found / units[:, None] / units


def group_matrices(spec: Spec, thetas: Array) -> dict[str, Array]:
    """exp of the matrix of each unknown, for rows θ (N, p)."""
    return {
        name: np.asarray(scipy.linalg.expm(thetas[:, spec.slices[name]].reshape(-1, n, n)))
        for name, (n, _) in spec.unknowns.items()
    }


def act(rep: Rep, group: Mapping[str, Array], x: Array) -> Array:
    """Each sample x (N, dim) moved by its own group element."""
    out = np.array(x, dtype=np.float64)
    for word, index in rep.words().items():
        block = out[:, index]  # (N, blocks, *sizes)
        for axis, leaf in enumerate(word):
            g = group[leaf.name]
            if leaf.dual:
                g = np.asarray(np.linalg.inv(g).transpose(0, 2, 1), dtype=np.float64)
            moved = np.moveaxis(block, axis + 2, -1)
            shape = moved.shape
            flat = moved.reshape(len(x), -1, leaf.size) @ g.transpose(0, 2, 1)
            block = np.moveaxis(flat.reshape(shape), -1, axis + 2)
        out[:, index] = block
    return out
