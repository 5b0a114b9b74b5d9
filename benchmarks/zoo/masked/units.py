"""Units that differ by up to a million or more, between channels and inside one."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.families.units import measured
from benchmarks.zoo.masked.maps import resonances
from benchmarks.zoo.matrices import conjugate, each, rotations
from benchmarks.zoo.samples import normal, through
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

units = partial(Case, family="units")

BUNCH = np.diag([1e-4, 1e-4, 1e3])  # metres across, and volts
CHAMBER = np.diag([1e-3, 1e-3, 1e4, 1e4])  # metres, and metres per second
GAUGES = np.diag([1e6, 1e6, 1.0, 1.0])  # pascal and bar


def wall(x: Tensor) -> Tensor:
    """The watts through a pane: conductivity, square metres, kelvins on both sides, metres."""
    conductivity, area, T, cold, thickness = x.T
    return (conductivity * area * (T - cold) / thickness)[:, None]


def walls(rng: np.random.Generator, count: int) -> Array:
    low, high = [0.5, 1e-4, 400.0, 260.0, 2e-3], [1.5, 4e-4, 600.0, 360.0, 6e-3]
    return rng.uniform(low, high, (count, 5))


def cyclotron(x: Tensor) -> Tensor:
    """A charge in a magnetic field, and in a gas that slows it down more the faster it is."""
    v = x[:, 2:]
    turn = torch.stack([v[:, 1], -v[:, 0]], dim=1)
    return torch.cat([v, 1.3 * turn - 0.4 * v * torch.sqrt(1 + squares(v))], dim=1)


CASES = [
    units(
        name="units-wall",
        spec="k[1]+a[1]+t[1]+c[1]+l[1] -> q[1]",
        sample=walls,
        function=wall,
        true=[
            weights(k=1, q=1),
            weights(a=1, q=1),
            weights(t=1, c=1, q=1),
            weights(l=1, q=-1),
        ],
    ),
    units(
        name="units-bunch",
        spec="x[3] -> 1",
        sample=through(BUNCH, normal(3)),
        function=measured(lambda x: torch.exp(-squares(x) / 4), BUNCH),
        true=each(conjugate(BUNCH, rotations(3)), "x"),
    ),
    units(
        name="units-cyclotron",
        spec="q[2]+v[2] -> q+v",
        sample=through(CHAMBER, normal(4)),
        function=measured(flow(cyclotron, 0.6), CHAMBER, CHAMBER),
        true=each(rotations(2), "q", "v"),
    ),
    units(
        name="units-resonances-none",
        spec="a[2]+b[2] -> 1",
        sample=through(GAUGES, normal(4)),
        function=measured(resonances(561, 4, 1), GAUGES),
        true=[],
    ),
]
