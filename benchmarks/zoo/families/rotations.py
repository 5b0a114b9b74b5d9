"""Rotations of space: so(2) to so(5), and their other representations."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import conjugate, each, generic, rotations
from benchmarks.zoo.samples import normal
from benchmarks.zoo.smooth import squares

rotation = partial(Case, family="rotations")

ROUND = generic(21, 3)  # in these coordinates an ellipsoid is a sphere

# An orthonormal basis of the traceless symmetric 3×3 matrices, (5, 3, 3).
_s = np.sqrt(0.5)
SPIN_TWO = np.array(
    [
        [[0, _s, 0], [_s, 0, 0], [0, 0, 0]],
        [[0, 0, _s], [0, 0, 0], [_s, 0, 0]],
        [[0, 0, 0], [0, 0, _s], [0, _s, 0]],
        [[_s, 0, 0], [0, -_s, 0], [0, 0, 0]],
        [[-1 / 6**0.5, 0, 0], [0, -1 / 6**0.5, 0], [0, 0, 2 / 6**0.5]],
    ]
)


def on_spin_two(A: Array) -> Array:
    """A rotation of space as it acts on the five numbers of a traceless symmetric matrix."""
    return np.einsum("aij,bij->ab", SPIN_TWO, A @ SPIN_TWO + SPIN_TWO @ A.T)


def spin_two(x: Tensor) -> Tensor:
    """tr S² and tr S³ of the traceless symmetric matrix S with five numbers x."""
    S = torch.einsum("ba,aij->bij", x, torch.from_numpy(SPIN_TWO))
    return torch.stack(
        [torch.einsum("bij,bji->b", S, S), torch.einsum("bij,bjk,bki->b", S, S, S)], dim=1
    )


def cloud(x: Tensor) -> Tensor:
    """The energy of four points in the plane, two of them heavier, that attract each other."""
    points, mass = x.reshape(-1, 4, 2), torch.tensor([1.0, 1.0, 2.0, 2.0], dtype=x.dtype)
    energy = 0.1 * (mass * squares(points)[..., 0]).sum(1)
    for i in range(4):
        for j in range(i):
            distance = torch.sqrt(1 + squares(points[:, i] - points[:, j])[:, 0])
            energy = energy - mass[i] * mass[j] / distance
    return energy[:, None]


def hermitian(x: Tensor) -> Tensor:
    """⟨z, w⟩ of two vectors of two complex numbers (Re, Re, Im, Im)."""
    (a, b), (c, d) = x[:, :4].split(2, dim=1), x[:, 4:].split(2, dim=1)
    return torch.stack([(a * c + b * d).sum(1), (a * d - b * c).sum(1)], dim=1)


def unitary() -> list[Array]:
    """u(2) as real matrices: X + iY with X antisymmetric and Y symmetric."""
    J, symmetric = rotations(2)[0], [np.diag([1.0, 0.0]), np.diag([0.0, 1.0]), 1 - np.eye(2)]
    return [np.kron(np.eye(2), J), *(np.kron(J, Y) for Y in symmetric)]


CASES = [
    rotation(
        name="so2-bell",
        spec="x[2] -> 1",
        sample=normal(2),
        function=lambda x: torch.exp(-squares(x) / 2),
        true=each(rotations(2), "x"),
    ),
    rotation(
        name="so3-length",
        spec="x[3] -> 1",
        sample=normal(3),
        function=lambda x: torch.sqrt(1 + squares(x)),
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so4-logarithm",
        spec="x[4] -> 1",
        sample=normal(4),
        function=lambda x: torch.log1p(squares(x)),
        true=each(rotations(4), "x"),
    ),
    rotation(
        name="so5-bell",
        spec="x[5] -> 1",
        sample=normal(5),
        function=lambda x: torch.exp(-squares(x) / 8),
        true=each(rotations(5), "x"),
    ),
    rotation(
        name="so3-ellipsoid",
        spec="x[3] -> 1",
        sample=normal(3),
        function=lambda x: torch.sqrt(1 + squares(x @ torch.from_numpy(ROUND).T)),
        true=each(conjugate(np.linalg.inv(ROUND), rotations(3)), "x"),
    ),
    rotation(
        name="so3-spin-two",
        spec="x[5] -> 2",
        sample=normal(5),
        function=spin_two,
        true=each([on_spin_two(A) for A in rotations(3)], "x"),
    ),
    rotation(
        name="so2-cloud",
        spec="4*x[2] -> 1",
        sample=normal(8),
        function=cloud,
        true=each(rotations(2), "x"),
    ),
    rotation(
        name="u2-hermitian",
        spec="2*x[4] -> 2",
        sample=normal(8),
        function=hermitian,
        true=each(unitary(), "x"),
    ),
]
