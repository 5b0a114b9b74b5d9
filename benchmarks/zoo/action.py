"""How the unknowns of a spec act, as dense matrices: a second, independent reading of a spec.

Nothing here comes from the library that the zoo judges. A spec happens to be Python on both sides
of its arrow, so Python's own parser reads it, and Kronecker products do the rest.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import scipy.linalg
from scipy.sparse.csgraph import connected_components

from benchmarks.zoo.case import Array, Matrices


@dataclass(frozen=True, eq=False)
class Action:
    """The action of each of the p unknown numbers: ``inputs`` (p, n, n), ``outputs`` (p, m, m)."""

    sizes: dict[str, int]
    inputs: Array
    outputs: Array

    @property
    def size(self) -> int:
        """p, the number of unknown numbers."""
        return len(self.inputs)

    def columns(self, generators: Iterable[Matrices]) -> Array:
        """Generators as columns (p, k); unknowns that one does not name stay still."""
        columns = [
            np.concatenate(
                [np.ravel(g.get(name, np.zeros((n, n)))) for name, n in self.sizes.items()]
            )
            for g in generators
        ]
        return np.array(columns).reshape(len(columns), self.size).T


def read(spec: str) -> Action:
    """The action that a spec describes.

    >>> read("2*x[3]+1 -> x*x.T").inputs.shape
    (9, 7, 7)
    """
    sizes = {name: int(size) for name, size in re.findall(r"(\w+)\[(\d+)\]", spec)}
    sides = [ast.parse(side.strip(), mode="eval").body for side in spec.split("->")]
    inputs, outputs = [], []
    for name, n in sizes.items():
        for unit in np.eye(n * n).reshape(-1, n, n):
            theta = {other: np.zeros((size, size)) for other, size in sizes.items()} | {name: unit}
            inputs.append(_dense(sides[0], theta))
            outputs.append(_dense(sides[1], theta))
    return Action(sizes, np.array(inputs), np.array(outputs))


def channels(matrices: Array) -> list[Array]:
    """The coordinates that some matrices (p, n, n) mix, block by block."""
    count, label = connected_components(np.abs(matrices).sum(axis=0), directed=False)
    return [np.flatnonzero(label == block) for block in range(count)]


def _dense(node: ast.expr, theta: Matrices) -> Array:
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return scipy.linalg.block_diag(_dense(left, theta), _dense(right, theta))
        case ast.BinOp(left, ast.Mult(), right):
            A, B = _dense(left, theta), _dense(right, theta)
            return np.kron(A, np.eye(len(B))) + np.kron(np.eye(len(A)), B)
        case ast.Constant(value=int(count)):
            return np.zeros((count, count))
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return np.asarray(theta[name])
        case ast.Attribute(value=inner, attr="T"):
            return -_dense(inner, theta).T
    raise ValueError(f"not a spec: {ast.unparse(node)}")
