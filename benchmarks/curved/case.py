"""One exact function with a curved action whose symmetries are known by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

Array = NDArray[np.float64]
Sample = Callable[[np.random.Generator, int], Array]
Function = Callable[[Tensor], Tensor]


@dataclass(frozen=True, eq=False)
class Field:
    """A vector field on one space of points, (N, n) -> (N, n), and its degree."""

    degree: int
    value: Callable[[Array], Array]


@dataclass(frozen=True, eq=False)
class Exact:
    """A function, data, and the fields that it is symmetric under, up to the degree asked for."""

    name: str
    spec: str
    """With ``{d}`` where a degree goes."""
    sample: Sample
    function: Function
    true: list[Field]
    """A basis of the minimal symmetries, as fields on the space x."""
    degrees: tuple[int, ...] = (1,)
    """The degrees that are asked for; a spec without ``{d}`` is asked once."""
    multiples: dict[int, int] = field(default_factory=dict)
    """The number of multiples at each degree, where an invariance moves one copy only."""
    dictionary: Mapping[str, Any] | None = None

    def expect(self, degree: int) -> list[Field]:
        """The symmetries up to a degree."""
        return [one for one in self.true if one.degree <= degree]


def shift(*direction: float) -> Field:
    """A translation."""
    return Field(0, lambda x: np.zeros_like(x) + np.array(direction))


def shifts(n: int) -> list[Field]:
    """All translations."""
    return [shift(*row) for row in np.eye(n)]


def linear(A: Any, centre: Any = 0.0) -> Field:
    """x' = A(x − centre)."""
    matrix = np.array(A, dtype=float)
    return Field(1, lambda x: (x - np.asarray(centre, dtype=float)) @ matrix.T)


def turns(n: int, centre: Any = 0.0) -> list[Field]:
    """All rotations about a point."""
    found = []
    for i in range(n):
        for j in range(i):
            A = np.zeros((n, n))
            A[i, j], A[j, i] = 1.0, -1.0
            found.append(linear(A, centre))
    return found


def growth(n: int, centre: Any = 0.0) -> Field:
    """The scaling about a point."""
    return linear(np.eye(n), centre)


def matrices(n: int, traceless: bool = False) -> list[Field]:
    """All linear fields, or those without divergence."""
    basis = []
    for i in range(n):
        for j in range(n):
            A = np.zeros((n, n))
            A[i, j] = 1.0
            if traceless and i == j:
                A[n - 1, n - 1] -= 1.0
            if A.any():
                basis.append(linear(A))
    return basis


def rigid(n: int) -> list[Field]:
    """Translations and rotations: se(n)."""
    return [*shifts(n), *turns(n)]


def similar(n: int) -> list[Field]:
    """se(n) and the scaling."""
    return [*rigid(n), growth(n)]


def affine(n: int) -> list[Field]:
    """All affine fields."""
    return [*shifts(n), *matrices(n)]


def conformal(n: int) -> list[Field]:
    """Similarities and special conformal maps: 2(a·x)x − |x|²a."""
    special = [
        Field(2, lambda x, a=a: 2 * (x @ a)[:, None] * x - (x**2).sum(1, keepdims=True) * a)
        for a in np.eye(n)
    ]
    return [*similar(n), *special]


def projective(n: int) -> list[Field]:
    """Affine fields and (a·x)x."""
    return [*affine(n), *(Field(2, lambda x, a=a: (x @ a)[:, None] * x) for a in np.eye(n))]


def normal(copies: int, n: int, centre: Any = 0.0, size: float = 1.0) -> Sample:
    """Independent normal points."""

    def draw(rng: np.random.Generator, count: int) -> Array:
        x = size * rng.standard_normal((count, copies, n)) + np.asarray(centre, dtype=float)
        return np.asarray(x.reshape(count, -1))

    return draw


def spread(*centres: Any, size: float = 0.5) -> Sample:
    """Points that are uniform about their own centres, so that none meet."""
    places = np.array(centres, dtype=float)
    places = places[:, None] if places.ndim == 1 else places

    def draw(rng: np.random.Generator, count: int) -> Array:
        x = places + size * rng.uniform(-1, 1, (count, *places.shape))
        return np.asarray(x.reshape(count, -1))

    return draw
