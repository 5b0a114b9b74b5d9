"""Channels that share an unknown or have one each, spectators, scalars, tensors with vectors."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import each, everything, rotations, unit
from benchmarks.zoo.samples import normal
from benchmarks.zoo.smooth import squares

channel = partial(Case, family="channels")


def two_lengths(x: Tensor) -> Tensor:
    a, b = x.split(2, dim=1)
    return torch.log1p(squares(a)) + 0.5 * torch.sqrt(1 + squares(b)) * torch.sqrt(1 + squares(a))


def own(x: Tensor) -> Tensor:
    """c = a exp(−|b|²/3), d = (|a|², |b|²)."""
    a, b = x.split([2, 3], dim=1)
    return torch.cat([a * torch.exp(-squares(b) / 3), squares(a), squares(b)], dim=1)


def bilinear(x: Tensor) -> Tensor:
    """a (b·b') + s a' for two pairs (a, b), (a', b') and a number s."""
    a, b, c, d, s = x.split([3, 2, 3, 2, 1], dim=1)
    return a * (b * d).sum(1, keepdim=True) + s * c


def times_vector(x: Tensor) -> Tensor:
    """Xᵀ v for a 2×2 matrix X and a vector v."""
    X, v = x[:, :4].reshape(-1, 2, 2), x[:, 4:]
    return torch.einsum("bij,bi->bj", X, v)


CASES = [
    channel(
        name="channels-separate",
        spec="a[2]+b[2] -> 1",
        sample=normal(4),
        function=two_lengths,
        true=each(rotations(2), "a") + each(rotations(2), "b"),
    ),
    channel(
        name="channels-shared",
        spec="2*x[2] -> 1",
        sample=normal(4),
        function=two_lengths,
        true=each(rotations(2), "x"),
    ),
    channel(
        name="channels-own",
        spec="a[2]+b[3] -> c[2]+d[2]",
        sample=normal(5),
        function=own,
        true=[
            *each(rotations(2), "a", "c"),
            *each(rotations(3), "b"),
            {"a": np.eye(2), "c": np.eye(2), "d": 2 * unit(2, 0, 0)},
        ],
    ),
    channel(
        name="channels-spectator",
        spec="a[3]+b[2] -> 1",
        sample=normal(5),
        function=lambda x: torch.sqrt(1 + squares(x[:, :3])),
        true=each(rotations(3), "a") + each(everything(2), "b"),
    ),
    channel(
        name="channels-scalars",
        spec="x[3]+2 -> 1",
        sample=normal(5),
        function=lambda x: torch.log1p(squares(x[:, :3])) * (1 + x[:, 3:4] / 2) + x[:, 4:] ** 2 / 2,
        true=each(rotations(3), "x"),
    ),
    channel(
        name="channels-matrix-vector",
        spec="x[2]*y[2]+x -> y",
        sample=normal(6),
        function=times_vector,
        true=each(rotations(2), "x") + each(everything(2), "y"),
    ),
    channel(
        name="channels-matrix-covector",
        spec="x[2]*y[2]+x.T -> y",
        sample=normal(6),
        function=times_vector,
        true=each(everything(2), "x") + each(everything(2), "y"),
    ),
    channel(
        name="channels-nested",
        spec="2*(a[3]+b[2])+1 -> a",
        sample=normal(11),
        function=bilinear,
        true=each(everything(3), "a") + each(rotations(2), "b"),
    ),
]
