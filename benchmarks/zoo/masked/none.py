"""No symmetry at all, whatever the spec allows."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.masked.maps import resonances
from benchmarks.zoo.samples import box, normal

none = partial(Case, family="none", true=[])


def tyre(x: Tensor) -> Tensor:
    """How hard a tyre pulls sideways, from its slip and its load, by Pacejka's formula."""
    slip, load = x.T
    z = 1.6 * slip
    bent = z - 0.4 * (z - torch.atan(z))
    return (load * (1.2 - 0.25 * load) * torch.sin(1.5 * torch.atan(bent)) + 0.1 * load)[:, None]


def tyres(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([-2.0, 0.4], [2.0, 2.5], (count, 2))


def sea_sound(x: Tensor) -> Tensor:
    """The speed of sound in the sea above 1450 m/s: tens of degrees and of g/kg, kilometres."""
    T, salt, depth = x.T
    salt = salt - 3.5
    warm = 4.59 * T - 0.53 * T**2 + 0.024 * T**3
    return (warm + 1.34 * salt - 0.1 * T * salt + 1.63 * depth + 0.02 * depth**2)[:, None]


def seas(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([0.0, 2.0, 0.0], [3.0, 4.0, 3.0], (count, 3))


def styblinski_tang(x: Tensor) -> Tensor:
    """A landscape with two valleys along each axis, by which optimisers are tried."""
    return (x**4 - 3 * x**2 + x).sum(1, keepdim=True) / 2


def bicycle(x: Tensor) -> Tensor:
    """Where a bicycle gets along its bend, from how far it rolls and how it is steered."""
    way, steering = x.T
    bend = torch.tan(steering)
    return torch.stack([torch.sin(way * bend) / bend, (1 - torch.cos(way * bend)) / bend], dim=1)


CASES = [
    none(name="none-tyre", spec="s[1]+l[1] -> f[1]", sample=tyres, function=tyre),
    none(name="none-sea-sound", spec="t[1]+s[1]+d[1] -> c[1]", sample=seas, function=sea_sound),
    none(
        name="none-styblinski-tang",
        spec="x[5] -> 1",
        sample=box(5),
        function=styblinski_tang,
    ),
    none(
        name="none-bicycle",
        spec="w[1]+s[1] -> p[2]",
        sample=box(2, 0.3, 1.2),
        function=bicycle,
    ),
    none(
        name="none-resonances-covector",
        spec="x[3] -> x.T",
        sample=normal(3),
        function=resonances(501, 3, 3),
    ),
    none(
        name="none-resonances-shared",
        spec="2*x[2]+2 -> x+1",
        sample=normal(6),
        function=resonances(502, 6, 3),
    ),
]
