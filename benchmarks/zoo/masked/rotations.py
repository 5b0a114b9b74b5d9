"""Rotations: of a vortex, an atom, a chain of bonds, and of five dimensions."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import normal, shell
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner

rotation = partial(Case, family="rotations")


def lamb_oseen(x: Tensor) -> Tensor:
    """How fast a vortex turns that has begun to spread."""
    return -torch.expm1(-squares(x)) / squares(x)


def hydrogen(x: Tensor) -> Tensor:
    """The wave of an electron in the second round state of hydrogen."""
    r = 3 * torch.sqrt(squares(x))
    return (2 - r) * torch.exp(-r / 2)


def torsion(x: Tensor) -> Tensor:
    """The energy of three bonds in a row that are twisted, by the cosine of the angle."""
    a, b, c = x.split(3, dim=1)
    first, second = torch.linalg.cross(a, b), torch.linalg.cross(b, c)
    cosine = inner(first, second) / torch.sqrt((0.2 + squares(first)) * (0.2 + squares(second)))
    return 1 + cosine - 0.7 * cosine**2


def chains(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([shell(3, 0.3)(rng, count) for _ in range(3)])


CASES = [
    rotation(
        name="so2-lamb-oseen",
        spec="x[2] -> 1",
        sample=normal(2),
        function=lamb_oseen,
        true=each(rotations(2), "x"),
    ),
    rotation(
        name="so3-hydrogen",
        spec="x[3] -> 1",
        sample=shell(3, 0.6),
        function=hydrogen,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so3-torsion",
        spec="3*x[3] -> 1",
        sample=chains,
        function=torsion,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so5-plummer",
        spec="x[5] -> 1",
        sample=normal(5),
        function=lambda x: -3 / torch.sqrt(1 + squares(x) / 2),
        true=each(rotations(5), "x"),
    ),
]
