"""Data that is not a round cloud: subspaces, half-spaces, wedges, crowds, heavy tails."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, everything, generic, rotations
from benchmarks.zoo.samples import (
    crowded,
    half_space,
    normal,
    student,
    through,
    wedge,
)
from benchmarks.zoo.smooth import smooth_map, squares

data = partial(Case, family="data")

TILTED = np.linalg.qr(generic(51, 4, 3))[0]
PLANE = np.linalg.qr(generic(52, 4, 2))[0]
SHARED = np.kron(np.eye(2), np.linalg.qr(generic(53, 3, 2))[0])


def length(x: Tensor) -> Tensor:
    return torch.sqrt(1 + squares(x))


def logarithm(x: Tensor) -> Tensor:
    return torch.log1p(squares(x))


def products(x: Tensor) -> Tensor:
    """a·b and |a|² + 2|b|² of two vectors."""
    a, b = x.split(3, dim=1)
    return torch.cat([(a * b).sum(1, keepdim=True), squares(a) + 2 * squares(b)], dim=1)


def second_moment(x: Tensor) -> Tensor:
    """Σ xxᵀ of two points of the plane: a symmetric matrix, three of four directions."""
    points = x.reshape(-1, 2, 2)
    return torch.einsum("bki,bkj->bij", points, points).flatten(1)


def second_moment_truth() -> list[dict[str, Array]]:
    one = np.eye(2)
    return [{"x": A, "y": np.kron(A, one) + np.kron(one, A)} for A in everything(2)]


def octant(rng: np.random.Generator, count: int) -> Array:
    """Positive, and crowded near the corner."""
    return np.abs(rng.standard_normal((count, 3))) ** 1.5


def waves(x: Tensor) -> Tensor:
    """No symmetry, and bounded growth."""
    a, b, c = x.T
    y = (
        torch.sqrt(1 + a**2 + 2 * b**2 + 3 * c**2 + a * b)
        + torch.sin(a - c)
        + torch.atan(b + 2 * c)
    )
    return y[:, None]


CASES = [
    data(
        name="data-subspace-tilted",
        spec="x[4] -> 1",
        sample=through(TILTED, normal(3)),
        function=length,
        true=each([TILTED @ A @ TILTED.T for A in rotations(3)], "x"),
        unseen=7,
    ),
    data(
        name="data-subspace-none",
        spec="x[4] -> 1",
        sample=through(PLANE, normal(2)),
        function=smooth_map(54, 4, 1),
        true=[],
        unseen=12,
    ),
    data(
        name="data-subspace-shared",
        spec="2*x[3] -> 2",
        sample=through(SHARED, normal(4)),
        function=products,
        true=each([SHARED[:3, :2] @ A @ SHARED[:3, :2].T for A in rotations(2)], "x"),
        unseen=5,
    ),
    data(
        name="data-subspace-outputs",
        spec="2*x[2] -> y[4]",
        sample=normal(4),
        function=second_moment,
        true=second_moment_truth(),
        unseen=4,
    ),
    data(
        name="data-half-space",
        spec="x[3] -> 1",
        sample=half_space(3),
        function=length,
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-octant",
        spec="x[3] -> 1",
        sample=octant,
        function=logarithm,
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-wedge",
        spec="x[2] -> 1",
        sample=wedge(0.15, 0.4),
        function=logarithm,
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-wedge-none",
        spec="x[2] -> 1",
        sample=wedge(0.15, 0.4),
        function=smooth_map(55, 2, 1),
        true=[],
    ),
    data(
        name="data-crowded",
        spec="x[2] -> x",
        sample=crowded(4.0),
        function=lambda x: x / (1 + squares(x) / 4),
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-crowded-none",
        spec="x[2] -> x",
        sample=crowded(4.0),
        function=smooth_map(56, 2, 2),
        true=[],
    ),
    data(
        name="data-heavy-tails",
        spec="x[3] -> 1",
        sample=student(3, 3.0),
        function=logarithm,
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-heavy-tails-none",
        spec="x[3] -> 1",
        sample=student(3, 3.0),
        function=waves,
        true=[],
    ),
]
