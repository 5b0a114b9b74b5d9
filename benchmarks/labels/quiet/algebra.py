"""Helpers shared by the laws: a soft limit for logits, and bases of common matrix algebras."""

import numpy as np

from benchmarks.labels.law import Array

TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


def soft(values: Array, limit: float = 9.0) -> Array:
    """Limit values smoothly to the interval from -limit to limit."""
    return limit * np.tanh(values / limit)


def dot(first: Array, second: Array) -> Array:
    """Return the scalar product of the rows of two arrays."""
    return np.einsum("ij,ij->i", first, second)


def area(first: Array, second: Array) -> Array:
    """Return the oriented area spanned by the rows of two arrays of planar vectors."""
    return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]


def unit(size: int, row: int, column: int) -> Array:
    """Return the square matrix with a single one."""
    matrix = np.zeros((size, size))
    matrix[row, column] = 1.0
    return matrix


def isometries(form: Array) -> tuple[Array, ...]:
    """Return a basis of the matrices that preserve a non-degenerate quadratic form."""
    size = len(form)
    inverse = np.linalg.inv(form)
    return tuple(
        inverse @ (unit(size, j, i) - unit(size, i, j))
        for i in range(size)
        for j in range(i + 1, size)
    )


def turn_about(axis: Array) -> Array:
    """Return the generator of rotations of space about an axis."""
    x, y, z = axis
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def blind_to(directions: Array) -> tuple[Array, ...]:
    """Return a basis of the matrices that leave the given linear combinations unchanged."""
    rows, size = directions.shape
    kept = np.linalg.svd(directions)[2][rows:]
    return tuple(np.outer(vector, axis) for vector in kept for axis in np.eye(size))
