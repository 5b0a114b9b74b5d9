"""Channels that share an unknown or have one each, scalars, duals, tensors."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner

channel = partial(Case, family="channels")


def radar(x: Tensor) -> Tensor:
    """What comes back to a radar with a power, from a target at a place and of a size."""
    place, power, size = x.split([3, 1, 1], dim=1)
    return power * size / (1 + squares(place) / 2) ** 2


def targets(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([rng.standard_normal((count, 3)), rng.uniform(0.5, 2.0, (count, 2))])


def faraday(x: Tensor) -> Tensor:
    """Light in a glass, which turns by as much as there is magnetic field along its way."""
    field, way, light = x.split([3, 3, 2], dim=1)
    angle = inner(field, way)[:, 0] / 2
    cos, sin = torch.cos(angle), torch.sin(angle)
    a, b = light.T
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=1)


def hot_sheet(x: Tensor) -> Tensor:
    """The stress in a sheet from its strain and temperature, which softens it."""
    e, T = x[:, :4], x[:, 4:]
    one = torch.eye(2, dtype=x.dtype).flatten()
    trace = e[:, :1] + e[:, 3:]
    return (1 - torch.tanh(T) / 3) * (2 * e + trace * one / 2) - T * one


def sheets(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 2×2 matrices, three of four directions, and a number."""
    a, b, c, T = rng.standard_normal((count, 4)).T
    return np.column_stack([a, b, b, c, T])


def budget(x: Tensor) -> Tensor:
    """What three goods at their prices leave of an income, and how much of it they take."""
    goods, prices, income = x.split([3, 3, 1], dim=1)
    spent = inner(goods, prices)
    return torch.cat([income - spent, torch.tanh(spent / (1 + income**2))], dim=1)


CASES = [
    channel(
        name="channels-radar",
        spec="x[3]+p[1]+s[1] -> r[1]",
        sample=targets,
        function=radar,
        true=[*each(rotations(3), "x"), weights(p=1, r=1), weights(s=1, r=1)],
    ),
    channel(
        name="channels-faraday",
        spec="2*x[3]+y[2] -> y",
        sample=normal(8),
        function=faraday,
        true=each(rotations(3), "x") + each([*rotations(2), np.eye(2)], "y"),
    ),
    channel(
        name="channels-hot-sheet",
        spec="x[2]*x+1 -> x*x",
        sample=sheets,
        function=hot_sheet,
        true=each(rotations(2), "x"),
    ),
    channel(
        name="channels-budget",
        spec="x[3]+x.T+m[1] -> r[1]+s[1]",
        sample=box(7),
        function=budget,
        true=each(everything(3), "x"),
    ),
]
