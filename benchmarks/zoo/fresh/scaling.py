"""Scalings: laws of physics, cones, and a solution that spreads."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, number, rotations
from benchmarks.zoo.samples import box, shell
from benchmarks.zoo.smooth import squares

scaling = partial(Case, family="scaling")


def drag(x: Tensor) -> Tensor:
    """The force on a ball from density, speed, diameter and viscosity."""
    density, speed, size, viscosity = x.T
    return (density * (speed * size) ** 2 + 3 * viscosity * speed * size)[:, None]


def two_laws(x: Tensor) -> Tensor:
    a, b = x.T
    return torch.stack([a**1.5 / b, a * b**2 + a**3 / 2], dim=1)


def heat(x: Tensor) -> Tensor:
    """The temperature at a place of the plane, a time after a spark at the origin."""
    t = x[:, 2:]
    return torch.exp(-squares(x[:, :2]) / (4 * t)) / t


def places_and_times(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([rng.standard_normal((count, 2)), rng.uniform(0.5, 2.0, (count, 1))])


def cone(x: Tensor) -> Tensor:
    """A vector that grows as x does, and a number that knows the direction of x alone."""
    size = squares(x)
    form = x[:, :1] ** 2 + 2 * x[:, 1:2] ** 2 + 0.5 * x[:, 2:] ** 2
    return torch.cat([x * form / size, x[:, :1] * x[:, 1:2] / size], dim=1)


CASES = [
    scaling(
        name="scaling-drag",
        spec="r[1]+v[1]+d[1]+m[1] -> f[1]",
        sample=box(4, 0.5, 2.0),
        function=drag,
        true=[weights(v=1, d=-1), weights(r=1, m=1, f=1), weights(v=1, m=1, f=2)],
    ),
    scaling(
        name="scaling-two-laws",
        spec="a[1]+b[1] -> s[1]+t[1]",
        sample=box(2, 0.5, 2.0),
        function=two_laws,
        true=[weights(a=1, b=1, s=0.5, t=3)],
    ),
    scaling(
        name="scaling-heat",
        spec="x[2]+t[1] -> u[1]",
        sample=places_and_times,
        function=heat,
        true=[
            *each(rotations(2), "x"),
            {"x": np.eye(2), "t": number(2), "u": number(-2)},
        ],
    ),
    scaling(
        name="scaling-cone",
        spec="x[3] -> x+1",
        sample=shell(3, 0.5),
        function=cone,
        true=each([np.eye(3)], "x"),
    ),
]
