"""Units that differ by up to a million or more, between channels and inside one."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.blind.maps import soft_maxima
from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.families.units import measured
from benchmarks.zoo.matrices import conjugate, each, rotations
from benchmarks.zoo.samples import normal, through
from benchmarks.zoo.smooth import squares

units = partial(Case, family="units")

TANK = np.diag([1e3, 1e-3])  # volt and ampere
PRESS = np.diag([1e5, 1e5, 1e-2])  # pascal, pascal and metre


def filament(x: Tensor) -> Tensor:
    """The watts that a wire of some square metres radiates, at kelvins in a room of kelvins."""
    area, T, room = x.T
    return (5.67e-8 * area * (T**4 - room**4))[:, None]


def filaments(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([2e-5, 500.0, 250.0], [9e-5, 900.0, 450.0], (count, 3))


def low_pass(x: Tensor) -> Tensor:
    """What a filter lets through: hertz, ohm and farad."""
    frequency, resistance, capacity = x.T
    return (1 + (6.28 * frequency * resistance * capacity) ** 2).rsqrt()[:, None]


def filters(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([4e5, 1e2, 5e-10], [2e6, 5e2, 2e-9], (count, 3))


def tank(x: Tensor) -> Tensor:
    """Voltage and current of a circuit some time later, that swings slower and fades."""
    a, b = x.T
    size = squares(x)
    angle = 0.9 - size[:, 0] / 6
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([a * cos + b * sin, b * cos - a * sin], dim=1) / (1 + size / 8)


CASES = [
    units(
        name="units-filament",
        spec="a[1]+t[1]+r[1] -> p[1]",
        sample=filaments,
        function=filament,
        true=[weights(a=1, p=1), weights(t=1, r=1, p=4)],
    ),
    units(
        name="units-low-pass",
        spec="f[1]+r[1]+c[1] -> g[1]",
        sample=filters,
        function=low_pass,
        true=[weights(f=1, r=-1), weights(f=1, c=-1)],
    ),
    units(
        name="units-tank-circuit",
        spec="x[2] -> x",
        sample=through(TANK, normal(2)),
        function=measured(tank, TANK, TANK),
        true=each(conjugate(TANK, rotations(2)), "x"),
    ),
    units(
        name="units-soft-maxima-none",
        spec="p[2]+h[1] -> f[1]",
        sample=through(PRESS, normal(3)),
        function=measured(soft_maxima(461, 3, 1), PRESS),
        true=[],
    ),
]
