"""Data on a subspace."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Matrices
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import inner, squares
from benchmarks.zoo.laws.data.regions import arctangent, spiral
from benchmarks.zoo.laws.rotations import length
from benchmarks.zoo.maps import layers, resonances, smooth_map
from benchmarks.zoo.matrices import J, each, everything, generic, rotations
from benchmarks.zoo.samples import normal, through

law = Family(__name__)


def within(P: Array, matrices: Iterable[Array]) -> list[Array]:
    """Matrices of a subspace, which has the orthonormal basis P, in all of space."""
    return [P @ A @ P.T for A in matrices]


TILTED = np.linalg.qr(generic(51, 4, 3))[0]
law.add(
    "data-subspace-tilted",
    "x[4] -> 1",
    through(TILTED, normal(3)),
    length,
    true=each(within(TILTED, rotations(3)), "x"),
    unseen=7,
)

SLICE = np.linalg.qr(generic(52, 4, 2))[0]
law.add(
    "data-subspace-none", "x[4] -> 1", through(SLICE, normal(2)), smooth_map(54, 4, 1), unseen=12
)

SHARED = np.kron(np.eye(2), np.linalg.qr(generic(53, 3, 2))[0])


@law(
    "data-subspace-shared",
    "2*x[3] -> 2",
    through(SHARED, normal(4)),
    true=each(within(SHARED[:3, :2], rotations(2)), "x"),
    unseen=5,
)
def products(x: Tensor) -> Tensor:
    """a·b and |a|² + 2|b|² of two vectors."""
    a, b = x.split(3, dim=1)
    return torch.cat([inner(a, b), squares(a) + 2 * squares(b)], dim=1)


def second_moment_truth() -> list[Matrices]:
    """A on points, with A ⊗ 1 + 1 ⊗ A on their second moment."""
    one = np.eye(2)
    return [{"x": A, "y": np.kron(A, one) + np.kron(one, A)} for A in everything(2)]


@law("data-subspace-outputs", "2*x[2] -> y[4]", normal(4), true=second_moment_truth(), unseen=4)
def second_moment(x: Tensor) -> Tensor:
    """Σ xxᵀ of two points of the plane: a symmetric matrix, three of four directions."""
    points = x.reshape(-1, 2, 2)
    return torch.einsum("bki,bkj->bij", points, points).flatten(1)


SPIRAL_PLANE = np.linalg.qr(generic(151, 4, 2))[0]


@law(
    "data-subspace-spiral",
    "x[4] -> x",
    through(SPIRAL_PLANE, normal(2)),
    true=each(within(SPIRAL_PLANE, rotations(2)), "x"),
    unseen=8,
)
def inner_spiral(x: Tensor) -> Tensor:
    """The spiral in a plane of four dimensions."""
    plane = torch.from_numpy(SPIRAL_PLANE)
    return spiral(x @ plane) @ plane.T


ZERO_SUM = np.linalg.svd(np.ones((1, 3)))[2][1:].T  # (3, 2), orthonormal


@law(
    "data-subspace-deviator",
    "x[3] -> 1",
    through(ZERO_SUM, normal(2)),
    true=each(within(ZERO_SUM, rotations(2)), "x"),
    unseen=5,
)
def subspace_deviator(x: Tensor) -> Tensor:
    """The size of a deviation whose parts add up to zero."""
    return torch.sqrt(0.5 + 1.5 * squares(x))


@law(
    "data-subspace-collision",
    "3*x[2] -> 1",
    through(np.kron(ZERO_SUM, np.eye(2)), normal(4)),
    true=each(rotations(2), "x"),
)
def collision(x: Tensor) -> Tensor:
    """The energy of three particles of different masses."""
    momenta, mass = x.reshape(-1, 3, 2), torch.tensor([0.5, 1.0, 2.0], dtype=x.dtype)
    return torch.sqrt(mass**2 + squares(momenta)[:, :, 0]).sum(1, keepdim=True)


HYPERPLANE = np.linalg.qr(generic(251, 4, 3))[0]
law.add(
    "data-hyperplane-none", "x[4] -> 2", through(HYPERPLANE, normal(3)), layers(252, 4, 2), unseen=7
)

OPPOSITE = np.kron(np.array([[1.0], [-1.0]]), np.eye(3))


@law(
    "data-subspace-decay", "2*x[3] -> 1", through(OPPOSITE, normal(3)), true=each(rotations(3), "x")
)
def decay(x: Tensor) -> Tensor:
    """The energy of two particles of different masses into which one at rest falls apart."""
    p, q = x.split(3, dim=1)
    return torch.sqrt(1 + squares(p)) + torch.sqrt(4 + squares(q))


ACROSS = np.linalg.qr(generic(361, 3, 2))[0]


@law(
    "data-subspace-transverse",
    "x[3] -> x",
    through(ACROSS, normal(2)),
    true=each(within(ACROSS, rotations(2)), "x"),
    unseen=3,
)
def saturation(x: Tensor) -> Tensor:
    """How a wave of light moves the charges of a glass, less and less as it gets stronger."""
    return x / (1 + squares(x) / 2)


CIRCULAR = np.vstack([np.eye(2), 1.3 * J])  # places, and velocities of one turn


@law(
    "data-subspace-circular",
    "2*x[2] -> 1",
    through(CIRCULAR, normal(2)),
    true=each(rotations(2), "x"),
    unseen=2,
)
def stone(x: Tensor) -> Tensor:
    """The energy of a stone on a turning disc with a dip in the middle."""
    place, velocity = x.split(2, dim=1)
    return squares(velocity) / 4 - 2 / torch.sqrt(1 + squares(place))


# Contrasts of four shares: orthonormal, and each of them without a sum.
CONTRASTS = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])[1:].T / 2
law.add(
    "data-subspace-contrasts",
    "x[4] -> 1",
    through(CONTRASTS, normal(3)),
    arctangent,
    true=each(within(CONTRASTS, rotations(3)), "x"),
    unseen=7,
)

SHEET = np.linalg.qr(generic(551, 3, 2))[0]
law.add("data-sheet-none", "x[3] -> 1", through(SHEET, normal(2)), resonances(552, 3, 1), unseen=5)
