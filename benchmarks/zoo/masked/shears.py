"""Shears and what they generate: parabolas, wind, uniform motion."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, unit
from benchmarks.zoo.samples import box

shear = partial(Case, family="shears")


def parabola(x: Tensor) -> Tensor:
    """How bent a t² + b t + c is and whether it has zeros, which no shift of t changes."""
    a, b, c = x.T
    return torch.stack([a + a**2 / 4, torch.atan((b**2 - 4 * a * c) / 2)], dim=1)


def wind(x: Tensor) -> Tensor:
    """Where a balloon at some place and height is later: there is more wind higher up."""
    place, height = x.T
    return torch.stack([place + torch.log1p(2 * height), height], dim=1)


def balloons(rng: np.random.Generator, count: int) -> Array:
    return np.column_stack([rng.standard_normal(count), rng.uniform(0.2, 2.0, count)])


def acceleration(x: Tensor) -> Tensor:
    """The acceleration on a line from three times and places."""
    t, q, u, r, v, s = x.T
    return (2 * ((s - r) / (v - u) - (r - q) / (u - t)) / (v - t))[:, None]


def three_events(rng: np.random.Generator, count: int) -> Array:
    times = rng.uniform(0.6, 1.4, (count, 3)).cumsum(axis=1) - 2
    return np.stack([times, rng.standard_normal((count, 3))], axis=2).reshape(count, 6)


CASES = [
    shear(
        name="shear-parabola",
        spec="x[3] -> 2",
        sample=box(3),
        function=parabola,
        true=each([2 * unit(3, 1, 0) + unit(3, 2, 1)], "x"),
    ),
    shear(
        name="shear-wind",
        spec="x[2] -> x",
        sample=balloons,
        function=wind,
        true=each([unit(2, 0, 1)], "x"),
    ),
    shear(
        name="shear-acceleration",
        spec="3*x[2] -> 1",
        sample=three_events,
        function=acceleration,
        true=each([unit(2, 1, 0), np.diag([1.0, 2.0])], "x"),
    ),
]
