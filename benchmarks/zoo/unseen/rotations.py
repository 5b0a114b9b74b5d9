"""Rotations: of fields, rings, magnets, stresses, portfolios, and of eight dimensions."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.volumes import determinant
from benchmarks.zoo.matrices import conjugate, each, generic, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner, stresses, von_mises

rotation = partial(Case, family="rotations")

AXES = np.linalg.qr(generic(321, 3))[0]
WHITEN = generic(322, 4)  # in these coordinates the risks are equal and independent


def mexican_hat(x: Tensor) -> Tensor:
    """The energy of a field of two parts that is not zero in the vacuum."""
    return squares(x) ** 2 / 4 - squares(x)


def ring(x: Tensor) -> Tensor:
    """The potential of a charged ring about the third of some tilted axes, softened."""
    z = x @ torch.from_numpy(AXES)
    out = torch.sqrt(0.2 + squares(z[:, :2])) - 1
    return 1 / torch.sqrt(0.4 + out**2 + z[:, 2:] ** 2)


def trimer(x: Tensor) -> Tensor:
    """Three spins: their exchange energy, and how they wind round each other."""
    a, b, c = x.split(3, dim=1)
    exchange = inner(a, b) + inner(b, c) / 2 + inner(c, a) / 4
    return torch.cat([exchange, torch.tanh(determinant(x) / 2)], dim=1)


def yield_and_pressure(x: Tensor) -> Tensor:
    return torch.cat([von_mises(x), torch.tanh(x[:, ::4].mean(1, keepdim=True))], dim=1)


def eight(x: Tensor) -> Tensor:
    """An energy that stiffens outwards."""
    size = squares(x) / 8
    return size + size**2 / 4


CASES = [
    rotation(
        name="so2-mexican-hat",
        spec="x[2] -> 1",
        sample=box(2),
        function=mexican_hat,
        true=each(rotations(2), "x"),
    ),
    rotation(
        name="so2-ring",
        spec="x[3] -> 1",
        sample=normal(3),
        function=ring,
        true=each(conjugate(AXES, rotations(3, (0, 1))), "x"),
    ),
    rotation(
        name="so3-trimer",
        spec="3*x[3] -> 2",
        sample=normal(9),
        function=trimer,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so3-von-mises",
        spec="x[3]*x -> 2",
        sample=stresses,
        function=yield_and_pressure,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so4-mahalanobis",
        spec="x[4] -> 1",
        sample=normal(4),
        function=lambda x: torch.sqrt(1 + squares(x @ torch.from_numpy(WHITEN).T)) ** -1,
        true=each(conjugate(np.linalg.inv(WHITEN), rotations(4)), "x"),
    ),
    rotation(
        name="so8-stiffening",
        spec="x[8] -> 1",
        sample=normal(8),
        function=eight,
        true=each(rotations(8), "x"),
    ),
]
