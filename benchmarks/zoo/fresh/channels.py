"""Channels that share an unknown or have one each, scalars, duals, tensors."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

channel = partial(Case, family="channels")


def three_kinds(x: Tensor) -> Tensor:
    """A circle in a, a hyperbola in b, and nothing in c."""
    a, b, c = x.split(2, dim=1)
    w = b.prod(dim=1, keepdim=True)
    bent = torch.sin(c[:, :1]) + c[:, 1:] ** 2 / 2 + c[:, :1] * c[:, 1:]
    return torch.cat([torch.log1p(squares(a)) + w / 2, bent + w / 3], dim=1)


def with_a_clock(x: Tensor) -> Tensor:
    """a cos s + b sin s, and a·b + s²/2, for two vectors and a number."""
    a, b, s = x.split([2, 2, 1], dim=1)
    inner = (a * b).sum(1, keepdim=True)
    return torch.cat([a * torch.cos(s) + b * torch.sin(s), inner + s**2 / 2], dim=1)


def crosstalk(x: Tensor) -> Tensor:
    a, b = x.split([3, 2], dim=1)
    return torch.cat([a * torch.exp(-squares(b) / 4), b / (1 + squares(a) / 3)], dim=1)


def gram(x: Tensor) -> Tensor:
    """XXᵀ of a 2×3 matrix."""
    X = x.reshape(-1, 2, 3)
    return (X @ X.mT).flatten(1)


def pairing_and_length(x: Tensor) -> Tensor:
    a, c, b = x.split([2, 2, 3], dim=1)
    return torch.tanh((a * c).sum(1, keepdim=True) / 2) + torch.sqrt(1 + squares(b))


CASES = [
    channel(
        name="channels-three-kinds",
        spec="a[2]+b[2]+c[2] -> 2",
        sample=box(6),
        function=three_kinds,
        true=[*each(rotations(2), "a"), {"b": np.diag([1.0, -1.0])}],
    ),
    channel(
        name="channels-clock",
        spec="2*x[2]+1 -> x+1",
        sample=normal(5),
        function=with_a_clock,
        true=each(rotations(2), "x"),
    ),
    channel(
        name="channels-crosstalk",
        spec="a[3]+b[2] -> a+b",
        sample=normal(5),
        function=crosstalk,
        true=each(rotations(3), "a") + each(rotations(2), "b"),
    ),
    channel(
        name="channels-gram",
        spec="x[2]*y[3] -> x*x",
        sample=normal(6),
        function=gram,
        true=each(everything(2), "x") + each(rotations(3), "y"),
    ),
    channel(
        name="channels-pairing-and-length",
        spec="x[2]+x.T+y[3] -> 1",
        sample=normal(7),
        function=pairing_and_length,
        true=each(everything(2), "x") + each(rotations(3), "y"),
    ),
]
