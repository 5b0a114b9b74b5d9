"""Channels that share an unknown or have one each, scalars, duals, tensors."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner

channel = partial(Case, family="channels")


def docking(x: Tensor) -> Tensor:
    """How well a capsule is in place, from where it is off and how it is tilted."""
    off, tilt = x.split([3, 2], dim=1)
    return torch.exp(-squares(off) / 5) / (1 + squares(tilt) / 2) + 0.2 * torch.log1p(squares(tilt))


def loudspeakers(x: Tensor) -> Tensor:
    """What is heard of two loudspeakers at two places, and with two levels."""
    a, b, s, t = x.split([2, 2, 1, 1], dim=1)
    return torch.exp(s / 2) / (1 + squares(a)) + torch.exp(t / 2) / (1 + squares(b) / 2)


def sides(x: Tensor) -> Tensor:
    """On which sides of a plane, given by its slope and its offset, two points are."""
    a, b, slope, offset = x.split([3, 3, 3, 1], dim=1)
    u, v = inner(slope, a) - offset, inner(slope, b) - offset
    return torch.cat([torch.atan(u), u * v / 3], dim=1)


def layer(x: Tensor) -> Tensor:
    """What two neurons with weights M make of an input, each with an eye on the other."""
    y = torch.einsum("bij,bj->bi", x[:, :4].reshape(-1, 2, 2), x[:, 4:])
    return y / torch.sqrt(1 + squares(y))


CASES = [
    channel(
        name="channels-docking",
        spec="x[3]+y[2] -> 1",
        sample=normal(5),
        function=docking,
        true=each(rotations(3), "x") + each(rotations(2), "y"),
    ),
    channel(
        name="channels-loudspeakers",
        spec="2*x[2]+2 -> 1",
        sample=normal(6),
        function=loudspeakers,
        true=each(rotations(2), "x"),
    ),
    channel(
        name="channels-sides",
        spec="2*x[3]+x.T+1 -> s[1]+1",
        sample=normal(10),
        function=sides,
        true=each(everything(3), "x"),
    ),
    channel(
        name="channels-layer",
        spec="x[2]*y[2]+y.T -> x",
        sample=normal(6),
        function=layer,
        true=each(rotations(2), "x") + each(everything(2), "y"),
    ),
]
