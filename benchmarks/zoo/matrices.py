"""Bases of well-known matrix algebras."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

import numpy as np

from benchmarks.zoo.case import Array, Matrices


def each(matrices: Iterable[Array], *names: str) -> list[Matrices]:
    """One generator per matrix, which is the same for all the named unknowns."""
    return [dict.fromkeys(names, A) for A in matrices]


def unit(n: int, i: int, j: int) -> Array:
    """1 in row i and column j."""
    matrix = np.zeros((n, n))
    matrix[i, j] = 1.0
    return matrix


def number(value: float) -> Array:
    """A 1×1 matrix."""
    return np.array([[value]])


def weights(**numbers: float) -> Matrices:
    """How fast each channel of one number grows."""
    return {name: number(value) for name, value in numbers.items()}


def everything(n: int) -> list[Array]:
    """gl(n)."""
    return [unit(n, i, j) for i, j in product(range(n), repeat=2)]


def traceless(n: int) -> list[Array]:
    """sl(n)."""
    off = [unit(n, i, j) for i, j in product(range(n), repeat=2) if i != j]
    return off + [unit(n, i, i) - unit(n, i + 1, i + 1) for i in range(n - 1)]


def rotations(n: int, axes: Iterable[int] | None = None) -> list[Array]:
    """so(n), or the rotations among some axes only."""
    return pseudo_rotations([1.0] * n, axes)


def pseudo_rotations(signs: Iterable[float], axes: Iterable[int] | None = None) -> list[Array]:
    """so(p, q): what keeps Σ signs_i x_i²."""
    s = list(signs)
    n = len(s)
    pairs = combinations(range(n) if axes is None else axes, 2)
    return [unit(n, j, i) * s[i] - unit(n, i, j) * s[j] for i, j in pairs]


J = rotations(2)[0]


def turning(first: float, second: float) -> Array:
    """The rotation of two planes in step, each at its own speed."""
    return np.kron(np.diag([first, 0.0]), J) + np.kron(np.diag([0.0, second]), J)


def planes(n: int) -> list[Array]:
    """The rotations of the planes (0, 1), (2, 3), …, each on its own."""
    return [A for k in range(0, n, 2) for A in rotations(n, (k, k + 1))]


def symplectic(n: int) -> list[Array]:
    """sp(n): what keeps Σ x_i y_{i+n/2} − x_{i+n/2} y_i."""
    omega = np.kron(np.array([[0.0, 1.0], [-1.0, 0.0]]), np.eye(n // 2))
    pairs = [(i, j) for i in range(n) for j in range(i, n)]
    return [omega @ (unit(n, i, j) + unit(n, j, i)) for i, j in pairs]


def conjugate(T: Array, matrices: Iterable[Array]) -> list[Array]:
    """T A T⁻¹: the algebra in the coordinates T x."""
    return [T @ A @ np.linalg.inv(T) for A in matrices]


def generic(seed: int, rows: int, columns: int | None = None) -> Array:
    """A fixed matrix of no particular kind, with singular values between 1/2 and 3/2."""
    columns = rows if columns is None else columns
    U, _, V = np.linalg.svd(np.random.default_rng(seed).standard_normal((rows, columns)))
    k = min(rows, columns)
    return (U[:, :k] * np.linspace(1.5, 0.5, k)) @ V[:k]


def _quaternions() -> Array:
    T = np.zeros((4, 4, 4))
    for i in range(4):
        T[i, 0, i] = T[i, i, 0] = 1.0
    for i, j, k in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        T[0, i, i] = -1.0
        T[k, i, j], T[k, j, i] = 1.0, -1.0
    return T


QUATERNIONS = _quaternions()
"""How quaternions are multiplied: (ab)_k = Σ QUATERNIONS_kij a_i b_j."""
