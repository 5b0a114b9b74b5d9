"""Bases of well-known matrix algebras."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np


def unit(n: int, i: int, j: int) -> np.ndarray:
    matrix = np.zeros((n, n))
    matrix[i, j] = 1.0
    return matrix


def all_of(n: int) -> list[np.ndarray]:
    return [unit(n, i, j) for i, j in product(range(n), repeat=2)]


def rotations(n: int, axes: tuple[int, ...] | None = None) -> list[np.ndarray]:
    pairs = combinations(range(n) if axes is None else axes, 2)
    return [unit(n, j, i) - unit(n, i, j) for i, j in pairs]


def lorentz() -> list[np.ndarray]:
    boosts = [unit(4, 0, i) + unit(4, i, 0) for i in (1, 2, 3)]
    return rotations(4, (1, 2, 3)) + boosts


def traceless(n: int) -> list[np.ndarray]:
    off = [unit(n, i, j) for i in range(n) for j in range(n) if i != j]
    return off + [unit(n, i, i) - unit(n, i + 1, i + 1) for i in range(n - 1)]


def symplectic() -> list[np.ndarray]:
    """sp(4): ω S with S symmetric."""
    omega = np.kron(np.array([[0.0, 1.0], [-1.0, 0.0]]), np.eye(2))
    return [omega @ (unit(4, i, j) + unit(4, j, i)) for i in range(4) for j in range(i, 4)]
