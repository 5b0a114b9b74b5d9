"""Samples, frames and generators from which the laws are put together."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np
import torch
from numpy.typing import ArrayLike

from benchmarks.curved.blind.law import Generator, Sampler


def boxes(centre: Sequence[float], half: Sequence[float]) -> Sampler:
    """Samples uniform in a box."""

    def sample(rng: np.random.Generator, n: int) -> np.ndarray:
        return np.asarray(centre) + np.asarray(half) * rng.uniform(-1.0, 1.0, (n, len(centre)))

    return sample


class Frame:
    """Coordinates x = origin + units * u; laws are written in u and the data come in x."""

    def __init__(self, origin: Sequence[float], units: Sequence[float]) -> None:
        self.origin = np.asarray(origin, dtype=float)
        self.units = np.asarray(units, dtype=float)
        self.size = len(self.origin)

    def points(self, x: torch.Tensor, copies: int) -> list[torch.Tensor]:
        """The first ``copies`` points of the samples, in u."""
        n = self.size
        origin, units = torch.as_tensor(self.origin), torch.as_tensor(self.units)
        return [(x[:, k * n : (k + 1) * n] - origin) / units for k in range(copies)]

    def vector(self, x: torch.Tensor) -> torch.Tensor:
        """A vector, which has units but no origin, in u."""
        return x / torch.as_tensor(self.units)

    def back(self, u: torch.Tensor) -> torch.Tensor:
        """A vector in u, in the units of x."""
        return u * torch.as_tensor(self.units)

    def place(self, u: torch.Tensor) -> torch.Tensor:
        """A point in u, in x."""
        return torch.as_tensor(self.origin) + u * torch.as_tensor(self.units)

    def around(self, anchors: Sequence[Sequence[float]], half: float | Sequence[float]) -> Sampler:
        """Samples of points, each uniform in a box about its anchor; anchors and sizes in u."""
        centre = np.concatenate([self.origin + self.units * np.asarray(a) for a in anchors])
        width = np.broadcast_to(np.asarray(half, dtype=float), self.size)
        return boxes(centre, np.tile(self.units * width, len(anchors)))

    def affine(self, matrix: ArrayLike, shift: ArrayLike) -> Generator:
        """The field matrix · u + shift, as a generator of x."""
        a = self.units[:, None] * np.asarray(matrix, dtype=float) / self.units
        return {"x": {"A": a, "b": self.units * np.asarray(shift) - a @ self.origin}}

    def linear(self, *matrices: ArrayLike) -> tuple[Generator, ...]:
        """The fields matrix · u."""
        return tuple(self.affine(m, np.zeros(self.size)) for m in matrices)

    def translations(self, *axes: int) -> tuple[Generator, ...]:
        """Translations along the axes, or along all."""
        unit, zero = np.eye(self.size), np.zeros((self.size, self.size))
        return tuple(self.affine(zero, unit[k]) for k in axes or range(self.size))

    def rotations(self) -> tuple[Generator, ...]:
        """All rotations about the origin of u."""
        return self.linear(
            *(turn(self.size, i, j) for i in range(self.size) for j in range(i + 1, self.size))
        )

    def polynomial(
        self, name: str, degree: int, *components: dict[tuple[int, ...], float]
    ) -> Generator:
        """A field of polynomials in u (exponents to coefficients), over the monomials of x."""
        rows = [
            unit * sum(c * self._expand(e, degree) for e, c in part.items())
            for unit, part in zip(self.units, components, strict=True)
        ]
        width = len(exponents(self.size, degree))
        return {name: np.stack([np.broadcast_to(row, width) for row in rows])}

    def _expand(self, powers: tuple[int, ...], degree: int) -> np.ndarray:
        """A monomial of u as coefficients over the monomials of x."""
        table = exponents(self.size, degree)
        where = {e: k for k, e in enumerate(table)}
        unit: np.ndarray = np.eye(self.size, dtype=int)
        found = np.zeros(len(table))
        found[0] = 1.0
        for axis, power in enumerate(powers):
            for _ in range(power):
                product = -found * self.origin[axis]
                for k in np.flatnonzero(found):
                    raised = tuple(int(e) for e in np.asarray(table[k]) + unit[axis])
                    product[where[raised]] += found[k]
                found = product / self.units[axis]
        return found


def exponents(n: int, degree: int) -> list[tuple[int, ...]]:
    """Exponents of the monomials of n variables, by total degree, then lexicographic."""
    return [
        tuple(choice.count(k) for k in range(n))
        for total in range(degree + 1)
        for choice in combinations_with_replacement(range(n), total)
    ]


def turn(n: int, i: int, j: int) -> np.ndarray:
    """The matrix of the rotation from axis i to axis j."""
    matrix = np.zeros((n, n))
    matrix[i, j], matrix[j, i] = -1.0, 1.0
    return matrix


def about(axis: Sequence[float]) -> np.ndarray:
    """The matrix of the rotation about an axis in space."""
    a, b, c = np.asarray(axis) / np.linalg.norm(axis)
    return np.array([[0.0, -c, b], [c, 0.0, -a], [-b, a, 0.0]])


def square(u: torch.Tensor) -> torch.Tensor:
    """The squared length of vectors, as a column."""
    return (u * u).sum(dim=1, keepdim=True)


def dot(u: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """The inner product of vectors, as a column."""
    return (u * v).sum(dim=1, keepdim=True)


def area(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> torch.Tensor:
    """The signed area of triangles in the plane, as a column."""
    p, q = b - a, c - a
    return 0.5 * (p[:, :1] * q[:, 1:] - p[:, 1:] * q[:, :1])


def quarter(u: torch.Tensor) -> torch.Tensor:
    """Vectors of the plane turned by a right angle."""
    return torch.stack([-u[:, 1], u[:, 0]], dim=1)
