"""No symmetry at all, whatever the spec allows."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.sealed.maps import layers

none = partial(Case, family="none", true=[])


def butler_volmer(x: Tensor) -> Tensor:
    """The current through an electrode from voltage, temperature and concentration."""
    voltage, T, c = x.T
    return (c * torch.exp(voltage / T) - torch.exp(-voltage / T) + 0.3 * voltage)[:, None]


def himmelblau(x: Tensor) -> Tensor:
    """A landscape with four valleys, by which optimisers are tried."""
    a, b = x.T
    return ((a**2 + b - 1) ** 2 + (a + b**2 - 0.6) ** 2)[:, None]


def flory_huggins(x: Tensor) -> Tensor:
    """The free energy of mixing a polymer and a solvent, from its share and temperature."""
    c, T = x.T
    entropy = c * torch.log(c) / 4 + (1 - c) * torch.log(1 - c)
    return (T * entropy + 1.5 * c * (1 - c))[:, None]


def shares(rng: np.random.Generator, count: int) -> Array:
    return np.column_stack([rng.uniform(0.1, 0.9, count), rng.uniform(0.5, 1.5, count)])


def arm(x: Tensor) -> Tensor:
    """Where the hand of a robot with three joints is."""
    angles = x.cumsum(dim=1)
    lengths = torch.tensor([1.0, 0.8, 0.5], dtype=x.dtype)
    return torch.stack([torch.cos(angles) @ lengths, torch.sin(angles) @ lengths], dim=1)


CASES = [
    none(
        name="none-morse",
        spec="r[1] -> v[1]",
        sample=box(1, 0.5, 3.0),
        function=lambda r: (1 - torch.exp(1 - r)) ** 2,
    ),
    none(
        name="none-butler-volmer",
        spec="e[1]+t[1]+c[1] -> j[1]",
        sample=lambda rng, count: rng.uniform([-1.0, 0.6, 0.3], [1.0, 1.4, 2.0], (count, 3)),
        function=butler_volmer,
    ),
    none(name="none-himmelblau", spec="x[2] -> 1", sample=box(2), function=himmelblau),
    none(
        name="none-flory-huggins",
        spec="c[1]+t[1] -> g[1]",
        sample=shares,
        function=flory_huggins,
    ),
    none(name="none-robot-arm", spec="q[3] -> y[2]", sample=box(3), function=arm),
    none(name="none-layers", spec="x[5] -> y[2]", sample=normal(5), function=layers(201, 5, 2)),
    none(name="none-seven", spec="x[7] -> 1", sample=normal(7), function=layers(202, 7, 1)),
    none(
        name="none-matrix-to-vector",
        spec="a[2]*b[3] -> a",
        sample=box(6),
        function=layers(203, 6, 2),
    ),
    none(
        name="none-two-vectors-covector",
        spec="2*x[3] -> x.T",
        sample=normal(6),
        function=layers(204, 6, 3),
    ),
]
