"""What commutes with linear and affine maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Matrices
from benchmarks.zoo.family import Family
from benchmarks.zoo.maps import apply
from benchmarks.zoo.matrices import (
    J,
    conjugate,
    each,
    everything,
    generic,
    rotations,
    unit,
    weights,
)
from benchmarks.zoo.samples import box, normal, stresses

law = Family(__name__)


def killing(vector: Array) -> list[Array]:
    """The matrices A with A vector = 0."""
    normals = np.linalg.svd(vector[None])[2][1:]
    return [np.outer(e, u) for e in np.eye(len(vector)) for u in normals]


def along(vector: Array) -> list[Matrices]:
    """What moves x along a vector, as much as one likes."""
    return each([np.outer(vector, e) for e in np.eye(len(vector))], "x")


def pushed(
    M: Array, matrices: Iterable[Array], inverse: Callable[[Array], Array] = np.linalg.inv
) -> list[Matrices]:
    """A on inputs, with M A M⁻¹ on outputs."""
    return [{"x": A, "y": M @ A @ inverse(M)} for A in matrices]


def lifted(M: Array, matrices: Iterable[Array]) -> list[Matrices]:
    """B on outputs, with M⁺ B M on inputs."""
    return [{"x": np.linalg.pinv(M) @ B @ M, "y": B} for B in matrices]


SQUARE = generic(11, 3)
law.add(
    "linear-square", "x[3] -> y[3]", normal(3), apply(SQUARE), true=pushed(SQUARE, everything(3))
)

SHIFT = np.array([1.0, -0.5, 2.0])
law.add(
    "linear-affine",
    "x[3] -> y[3]",
    normal(3),
    apply(SQUARE, SHIFT),
    true=pushed(SQUARE, killing(np.linalg.solve(SQUARE, SHIFT))),
)

BASIS = generic(12, 4)  # the coordinates of which a map keeps the first two


def down_truth() -> list[dict[str, Array]]:
    """What keeps the kernel of a map from 4 numbers to 2."""
    kept = [A for A in everything(4) if not A[:2, 2:].any()]
    back = conjugate(np.linalg.inv(BASIS), kept)
    return [{"x": X, "y": A[:2, :2]} for X, A in zip(back, kept, strict=True)]


law.add("linear-down", "x[4] -> y[2]", normal(4), apply(BASIS[:2]), true=down_truth())

UP = generic(13, 4, 2)
law.add(
    "linear-up",
    "x[2] -> y[4]",
    normal(2),
    apply(UP),
    true=pushed(UP, everything(2), np.linalg.pinv),
    unseen=8,
)


def matrices_truth() -> list[dict[str, Array]]:
    """The symmetries of the first two columns of a 2×3 matrix, modulo gauge."""
    left = [{"a": A, "c": A} for A in everything(2)]
    kept = [B for B in everything(3) if not B[:2, 2].any()]
    right = [{"b": B, "d": B[:2, :2]} for B in kept]
    return left + right[:-1]  # gauge makes one scaling of rows out of one of columns


@law("linear-matrices", "a[2]*b[3] -> c[2]*d[2]", normal(6), true=matrices_truth(), gauge=2)
def matrices(x: Tensor) -> Tensor:
    """The first two columns of a 2×3 matrix."""
    return x.reshape(-1, 2, 3)[:, :, :2].flatten(1)


ALONG, ACROSS = np.array([0.6, -1.1]), np.array([1.0, 0.5, -0.7])


def onto_a_line_truth() -> list[Matrices]:
    """What moves x along the planes on which ACROSS is constant, and the scaling."""
    inside = np.linalg.svd(ACROSS[None])[2][1:]
    still: list[Matrices] = [{"x": np.outer(u, e)} for u in inside for e in np.eye(3)]
    return [*still, {"x": np.eye(3), "y": np.eye(2)}]


law.add(
    "linear-onto-a-line",
    "x[3] -> y[2]",
    box(3),
    apply(np.outer(ALONG, ACROSS)),
    true=onto_a_line_truth(),
    unseen=2,
)

THERE, BACK = generic(112, 2), generic(113, 2)


def exchange_truth() -> list[Matrices]:
    """What commutes with the way there and back again."""
    kept = [np.eye(2), THERE @ BACK]
    return [{"x": np.linalg.inv(THERE) @ Y @ THERE, "y": Y} for Y in kept]


@law("linear-exchange", "x[2]+y[2] -> y+x", normal(4), true=exchange_truth())
def exchange(x: Tensor) -> Tensor:
    """Two vectors that change places, each through a matrix of its own."""
    return torch.cat([apply(THERE)(x[:, :2]), apply(BACK)(x[:, 2:])], dim=1)


METRIC = generic(111, 3) @ generic(111, 3).T
law.add(
    "linear-metric",
    "x[3] -> x.T",
    normal(3),
    apply(METRIC),
    true=each([np.linalg.inv(METRIC) @ A for A in rotations(3)], "x"),
)

ATOMS = np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]])
law.add(
    "linear-stoichiometry",
    "a[1]+b[1]+c[1] -> s[1]+t[1]",
    box(3, 0.2, 2.0),
    apply(ATOMS),
    true=[weights(a=1, b=1, s=1), weights(c=1, t=1)],
)

FORM = generic(211, 4) @ np.kron(J, np.eye(2)) @ generic(211, 4).T


def symmetric(n: int) -> list[Array]:
    """A basis of the symmetric matrices."""
    return [unit(n, i, j) + unit(n, j, i) for i in range(n) for j in range(i, n)]


law.add(
    "linear-two-form",
    "x[4] -> x.T",
    normal(4),
    apply(FORM),
    true=each([np.linalg.inv(FORM) @ S for S in symmetric(4)], "x"),
)

EIGENVECTORS = generic(213, 4)


def commutant() -> list[Array]:
    """All of the plane of the double eigenvalue, and a scaling of each of the other lines."""
    plane = [unit(4, i, j) for i in (0, 1) for j in (0, 1)]
    return conjugate(EIGENVECTORS, [*plane, unit(4, 2, 2), unit(4, 3, 3)])


MODES = EIGENVECTORS @ np.diag([1.0, 1.0, 2.0, -0.5]) @ np.linalg.inv(EIGENVECTORS)
law.add(
    "linear-double-eigenvalue", "x[4] -> x", normal(4), apply(MODES), true=each(commutant(), "x")
)

DOWN, OFFSET = generic(212, 2, 3), np.array([0.8, -1.3])
law.add(
    "linear-affine-down",
    "x[3] -> y[2]",
    normal(3),
    apply(DOWN, OFFSET),
    true=lifted(DOWN, killing(OFFSET)) + along(np.linalg.svd(DOWN)[2][2]),
)

NEEDS = np.array(
    [
        [0.10, 0.25, 0.00, 0.15, 0.05],
        [0.20, 0.05, 0.30, 0.00, 0.10],
        [0.00, 0.15, 0.20, 0.10, 0.00],
        [0.30, 0.00, 0.05, 0.15, 0.20],
        [0.05, 0.10, 0.10, 0.25, 0.30],
    ]
)
ECONOMY = np.linalg.inv(np.eye(5) - NEEDS)
law.add(
    "linear-leontief",
    "x[5] -> x",
    box(5, 0.2, 2.0),
    apply(ECONOMY),
    true=each([np.linalg.matrix_power(NEEDS, k) for k in range(5)], "x"),
)

GAP = np.array([[1.0, 0.8], [0.0, 1.0]])
UPRIGHT, SIDEWAYS = (GAP @ np.array([[1.0, 0.0], [-1 / f, 1.0]]) for f in (1.1, 1.7))


@law(
    "linear-cavity",
    "x[2]+y[2] -> x+y",
    normal(4),
    true=each([np.eye(2), UPRIGHT], "x") + each([np.eye(2), SIDEWAYS], "y"),
)
def cavity(x: Tensor) -> Tensor:
    """A ray after one round trip through a laser cavity, in its two planes."""
    return torch.cat([apply(UPRIGHT)(x[:, :2]), apply(SIDEWAYS)(x[:, 2:])], dim=1)


WINTER = np.array([1.0, 0.5, 0.7])  # what the outside adds to each way of cooling
ROOMS = generic(311, 3)


def cooling_truth() -> list[Matrices]:
    """What mixes the two equal ways of cooling, and leaves what the outside adds."""
    across = np.array([-WINTER[1], WINTER[0], 0.0])
    return each(conjugate(ROOMS, [np.outer(e, across) for e in np.eye(3)[:2]]), "x")


COOLING = ROOMS @ np.diag([0.8, 0.8, 0.5]) @ np.linalg.inv(ROOMS)
law.add(
    "linear-cooling", "x[3] -> x", normal(3), apply(COOLING, ROOMS @ WINTER), true=cooling_truth()
)


@law("linear-hooke", "x[3]*x -> x*x", stresses, true=each([*rotations(3), np.eye(3)], "x"))
def hooke(x: Tensor) -> Tensor:
    """The stress of an isotropic solid from its strain."""
    e = x.reshape(-1, 3, 3)
    trace = e.diagonal(dim1=1, dim2=2).sum(1)[:, None, None]
    return (0.6 * trace * torch.eye(3, dtype=x.dtype) + e).flatten(1)


EYE = np.abs(generic(312, 3, 4))
law.add(
    "linear-tristimulus",
    "x[4] -> y[3]",
    box(4, 0.0, 2.0),
    apply(EYE),
    true=lifted(EYE, everything(3)) + along(np.linalg.svd(EYE)[2][3]),
)

CLARKE = np.array([[1.0, -0.5, -0.5], [0.0, 0.75**0.5, -(0.75**0.5)]]) * 2 / 3
law.add(
    "linear-clarke",
    "x[3] -> y[2]",
    normal(3),
    apply(CLARKE),
    true=lifted(CLARKE, everything(2)) + along(np.ones(3)),
)

DELAY = np.kron(np.cos(0.7) * np.eye(2) + np.sin(0.7) * J, np.eye(2))
law.add(
    "linear-delay",
    "x[4] -> x",
    box(4),
    apply(DELAY),
    true=each([np.kron(part, A) for part in (np.eye(2), J) for A in everything(2)], "x"),
)

ANTENNAS = np.array([[np.cos(k * np.pi / 3), np.sin(k * np.pi / 3)] for k in range(3)])
law.add(
    "linear-antennas",
    "x[2] -> y[3]",
    normal(2),
    apply(ANTENNAS),
    true=pushed(ANTENNAS, everything(2), np.linalg.pinv),
    unseen=3,
)

CAMERA, CORNER = np.array([[1.2, 0.3], [-0.4, 0.9]]), np.array([0.8, -0.5])
law.add(
    "linear-pixels",
    "x[2] -> y[2]",
    box(2),
    apply(CAMERA, CORNER),
    true=pushed(CAMERA, killing(np.linalg.solve(CAMERA, CORNER))),
)
