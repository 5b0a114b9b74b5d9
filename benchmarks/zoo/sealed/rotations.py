"""Rotations: of forces between atoms, of dipoles, of liquid crystals, of seven dimensions."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import conjugate, each, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

rotation = partial(Case, family="rotations")

ELLIPSE = np.array([[1.4, 0.5], [0.0, 0.7]])  # in these coordinates an ellipse is a circle


def yukawa(x: Tensor) -> Tensor:
    """A screened charge, softened at the centre."""
    r = torch.sqrt(0.3 + squares(x))
    return torch.exp(-r) / r


def three_atoms(x: Tensor) -> Tensor:
    """Three atoms that attract each other in pairs, and repel each other by threes."""
    a, b, c = x.split(3, dim=1)
    sides = b - a, c - b, a - c
    lengths = [torch.sqrt(1 + squares(side)) for side in sides]
    pairs = sum(1 / r**2 for r in lengths)
    cosines = torch.ones_like(lengths[0])
    for k in range(3):
        inner = (sides[k] * sides[k - 1]).sum(1, keepdim=True)
        cosines = cosines * inner / (lengths[k] * lengths[k - 1])
    return 3 * (1 - 3 * cosines) / (lengths[0] * lengths[1] * lengths[2]) - pairs


def dipoles(x: Tensor) -> Tensor:
    """The energy of two dipoles m and n at a distance r, softened."""
    r, m, n = x.split(2, dim=1)
    size = 1 + squares(r)
    along = (m * r).sum(1, keepdim=True) * (n * r).sum(1, keepdim=True)
    return (m * n).sum(1, keepdim=True) / size**1.5 - 3 * along / size**2.5


def order(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 3×3 matrices without trace: five of nine directions."""
    Q = rng.uniform(-1, 1, (count, 3, 3))
    Q = (Q + Q.transpose(0, 2, 1)) / 2
    Q -= np.trace(Q, axis1=1, axis2=2)[:, None, None] * np.eye(3) / 3
    return Q.reshape(count, 9)


def landau_de_gennes(x: Tensor) -> Tensor:
    """The free energy of a liquid crystal with order Q."""
    Q = x.reshape(-1, 3, 3)
    second = squares(x)[:, 0]
    third = torch.einsum("bij,bjk,bki->b", Q, Q, Q)
    return (-second / 2 - third + second**2 / 4)[:, None]


CASES = [
    rotation(
        name="so2-beam-ellipse",
        spec="x[2] -> 1",
        sample=normal(2),
        function=lambda x: torch.exp(-squares(x @ torch.from_numpy(ELLIPSE).T) / 2),
        true=each(conjugate(np.linalg.inv(ELLIPSE), rotations(2)), "x"),
    ),
    rotation(
        name="so2-dipoles",
        spec="3*x[2] -> 1",
        sample=box(6),
        function=dipoles,
        true=each(rotations(2), "x"),
    ),
    rotation(
        name="so3-yukawa",
        spec="x[3] -> 1",
        sample=normal(3),
        function=yukawa,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so3-three-atoms",
        spec="3*x[3] -> 1",
        sample=normal(9),
        function=three_atoms,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so3-liquid-crystal",
        spec="x[3]*x -> 1",
        sample=order,
        function=landau_de_gennes,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so7-soft-ramp",
        spec="x[7] -> 1",
        sample=normal(7),
        function=lambda x: torch.nn.functional.softplus(squares(x) / 3 - 2),
        true=each(rotations(7), "x"),
    ),
]
