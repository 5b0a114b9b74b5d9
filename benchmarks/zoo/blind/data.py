"""Data that is not a round cloud: a subspace, one side, a core with a halo, heavy tails."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, number, rotations
from benchmarks.zoo.samples import half_space, normal, student, through
from benchmarks.zoo.smooth import squares

data = partial(Case, family="data")

CIRCULAR = np.vstack([np.eye(2), 1.3 * rotations(2)[0]])  # places, and velocities of one turn


def stone(x: Tensor) -> Tensor:
    """The energy of a stone on a turning disc with a dip in the middle."""
    place, velocity = x.split(2, dim=1)
    return squares(velocity) / 4 - 2 / torch.sqrt(1 + squares(place))


def beads(x: Tensor) -> Tensor:
    """The pull on a bead by another one and by a trap."""
    a, b = x.split(2, dim=1)
    gap = b - a
    return gap / torch.sqrt(1 + squares(gap)) - a / torch.sqrt(4 + squares(a))


def turbine(x: Tensor) -> Tensor:
    """The power of a wind turbine: the wind, the density of the air, and the temperature."""
    wind, density, T = x.T
    return (torch.sigmoid(4 * (wind - 1)) * (0.3 + 0.7 * density) - 0.15 * T**2 * wind)[:, None]


def winds(rng: np.random.Generator, count: int) -> Array:
    density = rng.uniform(0.5, 1.5, count)
    return np.column_stack([rng.weibull(2.0, count), density, 0.8 * rng.standard_normal(count)])


def plume(x: Tensor) -> Tensor:
    """How much smoke there is downwind of a chimney, which is neither level nor straight."""
    down, across, height = x.T
    width = 1 + down
    return (torch.exp(-((across - 0.2) ** 2) / width - (height - 0.5) ** 2 / 2) / width)[:, None]


def core_and_halo(rng: np.random.Generator, count: int) -> Array:
    """Most samples near the origin, and some far out."""
    return rng.standard_normal((count, 3)) * np.where(rng.random((count, 1)) < 0.8, 0.4, 2.0)


CASES = [
    data(
        name="data-subspace-circular",
        spec="2*x[2] -> 1",
        sample=through(CIRCULAR, normal(2)),
        function=stone,
        true=each(rotations(2), "x"),
        unseen=2,
    ),
    data(
        name="data-quadrant-impedance",
        spec="x[2] -> z[1]",
        sample=lambda rng, count: 0.1 + rng.gamma(2.0, 0.5, (count, 2)),
        function=lambda x: torch.sqrt(squares(x)),
        true=[*each(rotations(2), "x"), {"x": np.eye(2), "z": number(1)}],
    ),
    data(
        name="data-half-space-plume-none",
        spec="x[3] -> 1",
        sample=half_space(3),
        function=plume,
        true=[],
    ),
    data(
        name="data-student-beads",
        spec="2*x[2] -> x",
        sample=student(4, 3.0),
        function=beads,
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-weibull-none",
        spec="v[1]+r[1]+t[1] -> p[1]",
        sample=winds,
        function=turbine,
        true=[],
    ),
    data(
        name="data-core-and-halo",
        spec="x[3] -> x",
        sample=core_and_halo,
        function=lambda x: x / (1 + squares(x) / 2),
        true=each(rotations(3), "x"),
    ),
]
