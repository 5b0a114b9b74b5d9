"""Channels that share an unknown or have one each, scalars, duals, tensors."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.volumes import area
from benchmarks.zoo.matrices import each, everything, number, rotations, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

channel = partial(Case, family="channels")


def charges(x: Tensor) -> Tensor:
    """The force between two charges at two places, and its energy."""
    a, b, product = x[:, :3], x[:, 3:6], x[:, 6:7] * x[:, 7:]
    size = 1 + squares(a - b)
    return torch.cat([(a - b) * product / size**1.5, product / torch.sqrt(size)], dim=1)


def gated(x: Tensor) -> Tensor:
    """Three vectors that are let through by three gates, and how much of them is there."""
    vectors, gates = x[:, :6].reshape(-1, 3, 2), torch.sigmoid(x[:, 6:])
    through = (vectors * gates[:, :, None]).sum(1)
    return torch.cat([through, torch.tanh(squares(vectors)[:, :, 0].mean(1, keepdim=True))], dim=1)


def weighted(x: Tensor) -> Tensor:
    """a x |x|², and a² |x|²."""
    a, v = x.split([1, 2], dim=1)
    return torch.cat([a * v * squares(v), a**2 * squares(v)], dim=1)


def areas_and_angles(x: Tensor) -> Tensor:
    """a (c·d) + b, and c / (1 + w²) for the area w of a and b."""
    a, b, c, d = x.split(2, dim=1)
    return torch.cat([a * (c * d).sum(1, keepdim=True) + b, c / (1 + area(a, b) ** 2)], dim=1)


def inverse(x: Tensor) -> Tensor:
    a, b, c, d = x.T
    return torch.stack([d, -b, -c, a], dim=1) / (a * d - b * c)[:, None]


def regular(rng: np.random.Generator, count: int) -> Array:
    """2×2 matrices that are not far from 3/2 of the identity."""
    return 1.5 * np.eye(2).ravel() + rng.uniform(-0.5, 0.5, (count, 4))


def covectors(x: Tensor) -> Tensor:
    """b tanh(a·c) + c/2 for a vector a and two covectors."""
    a, b, c = x.split(3, dim=1)
    return b * torch.tanh((a * c).sum(1, keepdim=True)) + c / 2


CASES = [
    channel(
        name="channels-charges",
        spec="2*x[3]+2 -> x+1",
        sample=normal(8),
        function=charges,
        true=each(rotations(3), "x"),
    ),
    channel(
        name="channels-gated",
        spec="3*x[2]+3 -> x+1",
        sample=normal(9),
        function=gated,
        true=each(rotations(2), "x"),
    ),
    channel(
        name="channels-weighted",
        spec="a[1]+x[2] -> y[2]+s[1]",
        sample=box(3),
        function=weighted,
        true=[
            *each(rotations(2), "x", "y"),
            {"a": number(1), "y": np.eye(2), "s": number(2)},
            {"x": np.eye(2), "y": 3 * np.eye(2), "s": number(2)},
        ],
    ),
    channel(
        name="channels-areas-and-angles",
        spec="2*a[2]+2*b[2] -> a+b",
        sample=normal(8),
        function=areas_and_angles,
        true=each(traceless(2), "a") + each(rotations(2), "b"),
    ),
    channel(
        name="channels-inverse",
        spec="a[2]*b[2] -> b.T*a.T",
        sample=regular,
        function=inverse,
        true=each(everything(2), "a") + each(traceless(2), "b"),
        gauge=1,
    ),
    channel(
        name="channels-covectors",
        spec="x[3]+2*x.T -> x.T",
        sample=normal(9),
        function=covectors,
        true=each(everything(3), "x"),
    ),
]
