"""No symmetry at all, whatever the spec allows."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.blind.maps import soft_maxima
from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.samples import box, normal

none = partial(Case, family="none", true=[])


def wind_chill(x: Tensor) -> Tensor:
    """How cold it feels, in tens of degrees, at a temperature and a speed of the wind."""
    T, speed = x.T
    blown = speed**0.16
    return (1.3 + 0.62 * T - 1.64 * blown + 0.57 * T * blown)[:, None]


def weather(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([-3.0, 0.5], [1.0, 6.0], (count, 2))


def johnson_cook(x: Tensor) -> Tensor:
    """The strength of a metal at a strain, a rate of it, and a share of the melting point."""
    strain, rate, T = x.T
    return ((0.5 + strain**0.4) * (1 + 0.3 * torch.log(rate)) * (1 - T**1.1))[:, None]


def forging(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([0.1, 0.4, 0.1], [1.5, 5.0, 0.9], (count, 3))


def rosenbrock(x: Tensor) -> Tensor:
    """A bent valley in four dimensions, by which optimisers are tried."""
    here, there = x[:, :-1], x[:, 1:]
    return ((1 - here) ** 2 + (there - here**2) ** 2).sum(1, keepdim=True) / 4


def gimbal(x: Tensor) -> Tensor:
    """Where down is for a camera that is pitched and rolled by two angles."""
    pitch, roll = x.T
    up = torch.cos(pitch)
    return torch.stack([torch.sin(pitch), up * torch.sin(roll), up * torch.cos(roll)], dim=1)


CASES = [
    none(name="none-wind-chill", spec="t[1]+v[1] -> c[1]", sample=weather, function=wind_chill),
    none(
        name="none-johnson-cook",
        spec="e[1]+r[1]+t[1] -> s[1]",
        sample=forging,
        function=johnson_cook,
    ),
    none(name="none-rosenbrock", spec="x[4] -> 1", sample=box(4), function=rosenbrock),
    none(name="none-gimbal", spec="q[2] -> y[3]", sample=box(2), function=gimbal),
    none(
        name="none-soft-maxima",
        spec="x[3] -> x",
        sample=normal(3),
        function=soft_maxima(401, 3, 3),
    ),
    none(
        name="none-soft-maxima-matrix",
        spec="x[2]*y[2]+y.T -> x",
        sample=normal(6),
        function=soft_maxima(402, 6, 2),
    ),
]
