"""Scalings: radiation, orbits, fields, angles between vectors, production."""

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


def planck(x: Tensor) -> Tensor:
    """The brightness of a black body from frequency and temperature."""
    frequency, T = x.T
    return (frequency**3 / torch.expm1(frequency / T))[:, None]


def period(x: Tensor) -> Tensor:
    """How long two masses at a distance take to go round each other."""
    distance, first, second = x.T
    return (6.28 * torch.sqrt(distance**3 / (first + second)))[:, None]


def cosine(x: Tensor) -> Tensor:
    """The cosine of the angle between two vectors."""
    a, b = x.split(3, dim=1)
    return (a * b).sum(1, keepdim=True) / torch.sqrt(squares(a) * squares(b))


def two_shells(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([shell(3, 0.6)(rng, count) for _ in range(2)])


def production(x: Tensor) -> Tensor:
    """An output from labour, capital and land that can hardly replace each other."""
    share = torch.tensor([0.5, 0.3, 0.2], dtype=x.dtype)
    return 1 / ((1 / x) @ share)[:, None]


CASES = [
    scaling(
        name="scaling-planck",
        spec="n[1]+t[1] -> b[1]",
        sample=box(2, 0.5, 3.0),
        function=planck,
        true=[weights(n=1, t=1, b=3)],
    ),
    scaling(
        name="scaling-period",
        spec="a[1]+m[1]+n[1] -> t[1]",
        sample=box(3, 0.5, 2.0),
        function=period,
        true=[weights(a=1, t=1.5), weights(m=1, n=1, t=-0.5)],
    ),
    scaling(
        name="scaling-coulomb-field",
        spec="x[3] -> y[3]",
        sample=shell(3, 0.5),
        function=lambda x: x / squares(x) ** 1.5,
        true=[*each(rotations(3), "x", "y"), {"x": np.eye(3), "y": -2 * np.eye(3)}],
    ),
    scaling(
        name="scaling-cosine",
        spec="a[3]+b[3] -> 1",
        sample=two_shells,
        function=cosine,
        true=[*each(rotations(3), "a", "b"), {"a": np.eye(3)}, {"b": np.eye(3)}],
    ),
    scaling(
        name="scaling-production",
        spec="x[3] -> s[1]",
        sample=box(3, 0.2, 2.0),
        function=production,
        true=[{"x": np.eye(3), "s": number(1)}],
    ),
]
