"""Matrices of algebras, invariants and sampling, for laws of class labels."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from benchmarks.labels.law import Array, Symmetry

ETA = np.diag([1.0, -1.0, -1.0, -1.0])
TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


def unit(n: int, i: int, j: int) -> Array:
    """Return the n x n matrix with a one in row i, column j and zeros elsewhere."""
    return np.outer(np.eye(n)[i], np.eye(n)[j])


def turns(n: int) -> list[Array]:
    """Return the rotations of n-dimensional space, one per coordinate plane."""
    return [unit(n, j, i) - unit(n, i, j) for i, j in combinations(range(n), 2)]


def lorentz() -> list[Array]:
    """Return three boosts followed by three rotations; the first coordinate is the energy."""
    return [ETA @ a for a in turns(4)]


def traceless(n: int) -> list[Array]:
    """Return a basis of the volume-preserving maps of n-dimensional space."""
    off = [unit(n, i, j) for i in range(n) for j in range(n) if i != j]
    return off + [unit(n, i, i) - unit(n, n - 1, n - 1) for i in range(n - 1)]


def symplectic() -> list[Array]:
    """Return a basis of the symplectic maps of (q1, q2, p1, p2): the form times a symmetric."""
    form = np.kron(TURN, np.eye(2))
    pairs = [(i, j) for i in range(4) for j in range(i, 4)]
    return [form @ (unit(4, i, j) + unit(4, j, i)) for i, j in pairs]


def alone(name: str, matrices: list[Array]) -> tuple[Symmetry, ...]:
    """Turn matrices into symmetries of a spec that has a single unknown."""
    return tuple({name: a} for a in matrices)


def soft(z: Array, top: float = 11.0) -> Array:
    """Limit z smoothly to the range from -top to top."""
    return top * np.tanh(z / top)


def square(x: Array) -> Array:
    """Return the squared length of each row."""
    return (x * x).sum(axis=1)


def length(x: Array) -> Array:
    """Return the length of each row."""
    return np.sqrt(square(x))


def mass2(p: Array) -> Array:
    """Return the Minkowski square of each four-vector."""
    return np.einsum("ni,ij,nj->n", p, ETA, p)


def away(x: Array, gap: float) -> Array:
    """Push every row outwards by gap, so that no row comes closer than that to the origin."""
    return x * (1.0 + gap / length(x))[:, None]


def with_energy(rng: np.random.Generator, momentum: Array, low: float, high: float) -> Array:
    """Prepend the energy of a particle whose mass is uniform between low and high."""
    mass = rng.uniform(low, high, len(momentum))
    return np.column_stack([np.sqrt(mass**2 + square(momentum)), momentum])
