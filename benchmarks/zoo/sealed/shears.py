"""Shears and what they generate: changes of frame, light, areas in the plane, derivatives."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.indefinite import SPACETIME, form
from benchmarks.zoo.families.volumes import determinant
from benchmarks.zoo.matrices import each, pseudo_rotations, unit
from benchmarks.zoo.samples import box, normal

shear = partial(Case, family="shears")

SLANT = unit(2, 1, 0)


def internal_energy(x: Tensor) -> Tensor:
    """Two functions of mass and internal energy, from mass, momentum and energy."""
    mass, p, energy = x.T
    inner = energy - p**2 / (2 * mass)
    return torch.stack([torch.sin(mass) + 0.3 * mass**2, torch.tanh(inner / 2)], dim=1)


def lumps(rng: np.random.Generator, count: int) -> Array:
    return np.column_stack([rng.uniform(0.5, 2.0, count), rng.standard_normal((count, 2))])


def with_light(p: Tensor) -> Tensor:
    """A momentum against a ray of light along the third axis, and its mass."""
    ray = p[:, :1] - p[:, 3:]
    return torch.cat([torch.sin(ray) + ray**2 / 4, torch.tanh(form(p, SPACETIME) / 3)], dim=1)


def little_group() -> list[Array]:
    """What keeps t − z and the metric: a rotation about z, and two boosts with a rotation."""
    null = [
        pseudo_rotations(SPACETIME, (0, k))[0] - pseudo_rotations(SPACETIME, (k, 3))[0]
        for k in (1, 2)
    ]
    return [*null, *pseudo_rotations(SPACETIME, (1, 2))]


def triangle(x: Tensor) -> Tensor:
    """Three points of the plane in homogeneous coordinates (x, y, w): each w, and the area."""
    return torch.cat([x[:, 2::3], determinant(x)], dim=1)


def corners(rng: np.random.Generator, count: int) -> Array:
    x = rng.standard_normal((count, 9))
    x[:, 2::3] = rng.uniform(0.5, 1.5, (count, 3))
    return x


def dual_product(x: Tensor) -> Tensor:
    """(a + bε)(c + dε) with ε² = 0, as in automatic differentiation."""
    a, b, c, d = x.T
    return torch.stack([a * c, a * d + b * c], dim=1)


CASES = [
    shear(
        name="shear-internal-energy",
        spec="x[3] -> 2",
        sample=lumps,
        function=internal_energy,
        true=each([unit(3, 1, 0) + unit(3, 2, 1)], "x"),
    ),
    shear(
        name="shear-little-group",
        spec="p[4] -> 2",
        sample=normal(4),
        function=with_light,
        true=each(little_group(), "p"),
    ),
    shear(
        name="shear-equiaffine",
        spec="3*x[3] -> 4",
        sample=corners,
        function=triangle,
        true=each(
            [
                *(unit(3, i, j) for i, j in ((0, 1), (1, 0), (0, 2), (1, 2))),
                np.diag([1.0, -1.0, 0.0]),
            ],
            "x",
        ),
    ),
    shear(
        name="shear-dual-numbers",
        spec="x[2]+y[2] -> z[2]",
        sample=box(4),
        function=dual_product,
        true=[
            *each([np.eye(2), SLANT], "x", "z"),
            *each([np.eye(2), SLANT], "y", "z"),
            *each([unit(2, 1, 1)], "x", "y", "z"),
        ],
    ),
]
