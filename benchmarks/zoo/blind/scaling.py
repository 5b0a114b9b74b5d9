"""Scalings: rivers, crystals, beams, centres of mass."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, everything, number
from benchmarks.zoo.samples import box

scaling = partial(Case, family="scaling")


def manning(x: Tensor) -> Tensor:
    """How fast a river flows: its hydraulic radius, slope and roughness."""
    radius, slope, roughness = x.T
    return (radius ** (2 / 3) * torch.sqrt(slope) / roughness)[:, None]


def einstein_heat(x: Tensor) -> Tensor:
    """The heat capacity of a crystal at a temperature, and with one for its vibrations."""
    T, vibration = x.T
    half = vibration / (2 * T)
    return ((half / torch.sinh(half)) ** 2)[:, None]


def cantilever(x: Tensor) -> Tensor:
    """How far a beam bends: a load at its end, one along it, its length and stiffness."""
    end, along, length, stiffness = x.T
    return ((end * length**3 / 3 + along * length**4 / 8) / stiffness)[:, None]


def centroid(x: Tensor) -> Tensor:
    """The centre of two masses."""
    a, m, b, n = x.split([2, 1, 2, 1], dim=1)
    return (m * a + n * b) / (m + n)


def masses(rng: np.random.Generator, count: int) -> Array:
    x = rng.standard_normal((count, 6))
    x[:, 2::3] = rng.uniform(0.4, 2.0, (count, 2))
    return x


CASES = [
    scaling(
        name="scaling-manning",
        spec="r[1]+s[1]+n[1] -> v[1]",
        sample=box(3, 0.5, 2.0),
        function=manning,
        true=[weights(r=1, v=2 / 3), weights(s=1, v=0.5), weights(n=1, v=-1)],
    ),
    scaling(
        name="scaling-einstein-heat",
        spec="t[1]+h[1] -> c[1]",
        sample=box(2, 0.4, 2.5),
        function=einstein_heat,
        true=[weights(t=1, h=1)],
    ),
    scaling(
        name="scaling-cantilever",
        spec="f[1]+q[1]+l[1]+s[1] -> d[1]",
        sample=box(4, 0.5, 1.8),
        function=cantilever,
        true=[weights(f=1, q=1, d=1), weights(s=1, d=-1), weights(l=1, q=-1, d=3)],
    ),
    scaling(
        name="scaling-centroid",
        spec="2*(x[2]+m[1]) -> y[2]",
        sample=masses,
        function=centroid,
        true=[*each(everything(2), "x", "y"), {"m": number(1)}],
    ),
]
