"""Shears and what they generate: nilpotent and affine algebras in a linear guise."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, rotations, unit
from benchmarks.zoo.samples import box, normal

shear = partial(Case, family="shears")


def wave(h: Tensor) -> Tensor:
    return torch.sin(h) + 0.3 * h**2


def jordan(x: Tensor) -> Tensor:
    a, b, c = x.T
    return (torch.sin(c) + (b**2 - 2 * a * c) / 2 + 0.2 * c**2)[:, None]


def commuting(x: Tensor) -> Tensor:
    """(a h(b) + g(b), b h(b)), which commutes with a -> a + εb."""
    a, b = x.T
    h = 1 + 0.5 * torch.sin(b)
    return torch.stack([a * h + 0.3 * b**2, b * h], dim=1)


def flags(x: Tensor) -> Tensor:
    """The last minors of three vectors, which all unipotent upper triangular matrices keep."""
    a, b, c = x.split(3, dim=1)
    minor = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    volume = (a * torch.linalg.cross(b, c)).sum(1)
    return torch.stack([a[:, 2], b[:, 2], minor, volume], dim=1)


def distance(x: Tensor) -> Tensor:
    """Two points of the plane in homogeneous coordinates (x, y, w): both w, and |w'x − wx'|²."""
    a, b = x[:, :3], x[:, 3:]
    step = b[:, 2:] * a[:, :2] - a[:, 2:] * b[:, :2]
    return torch.stack([a[:, 2], b[:, 2], step.square().sum(1)], dim=1)


def homogeneous(rng: np.random.Generator, count: int) -> Array:
    x = rng.standard_normal((count, 6))
    x[:, 2::3] = rng.uniform(0.5, 1.5, (count, 2))
    return x


CASES = [
    shear(
        name="shear-affine-plane",
        spec="x[3] -> 1",
        sample=normal(3),
        function=lambda x: wave(x[:, 2:]),
        true=each([unit(3, i, j) for i in (0, 1) for j in (0, 1, 2)], "x"),
    ),
    shear(
        name="shear-jordan",
        spec="x[3] -> 1",
        sample=box(3),
        function=jordan,
        true=each([unit(3, 0, 1) + unit(3, 1, 2)], "x"),
    ),
    shear(
        name="shear-commuting",
        spec="x[2] -> x",
        sample=normal(2),
        function=commuting,
        true=each([unit(2, 0, 1)], "x"),
    ),
    shear(
        name="shear-free-particle",
        spec="x[2] -> x",
        sample=normal(2),
        function=lambda x: torch.stack([x[:, 0] + 0.5 * x[:, 1], x[:, 1]], dim=1),
        true=each([np.eye(2), unit(2, 0, 1)], "x"),
    ),
    shear(
        name="shear-heisenberg",
        spec="3*x[3] -> 4",
        sample=box(9),
        function=flags,
        true=each([unit(3, 0, 1), unit(3, 0, 2), unit(3, 1, 2)], "x"),
    ),
    shear(
        name="shear-euclid",
        spec="2*x[3] -> 3",
        sample=homogeneous,
        function=distance,
        true=each([unit(3, 0, 2), unit(3, 1, 2), *rotations(3, (0, 1))], "x"),
    ),
]
