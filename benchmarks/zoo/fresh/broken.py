"""Symmetries that are broken by 1 %, 5 % and 20 %."""

from __future__ import annotations

import torch
from torch import Tensor

from benchmarks.zoo.families.broken import broken
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.fresh.flows import foucault
from benchmarks.zoo.matrices import each, rotations, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow


def grain(x: Tensor) -> Tensor:
    a, b, c, d = x.T
    return (torch.sin(a + b * c) + torch.cos(2 * d) * b)[:, None]


def pull(x: Tensor) -> Tensor:
    """a (a·b) − b."""
    a, b = x.split(2, dim=1)
    return a * (a * b).sum(1, keepdim=True) - b


def push(x: Tensor) -> Tensor:
    a, b, c, d = x.T
    return torch.stack([torch.sin(c) + 0.5, a * b - torch.cos(d)], dim=1)


def wind(x: Tensor) -> Tensor:
    """A push in one direction that is stronger on one side."""
    push = torch.stack([torch.atan(x[:, 0]) + 0.5, 0.2 * x[:, 1] ** 2], dim=1)
    return torch.cat([0.3 * push, push], dim=1)


def area(x: Tensor) -> Tensor:
    a, b, c, d = x.T
    w = a * d - b * c
    return (w + w**2 / 4)[:, None]


CASES = [
    *broken(
        "grain",
        lambda x: torch.atan(squares(x) / 4),
        grain,
        normal(4),
        (0.01, 0.2),
        spec="x[4] -> 1",
        true=[],
        approximate=each(rotations(4), "x"),
    ),
    *broken(
        "axis",
        lambda x: 1 / (1 + squares(x) / 2),
        lambda x: torch.tanh(x[:, 2:]),
        normal(3),
        (0.05,),
        spec="x[3] -> 1",
        true=each(rotations(3, (0, 1)), "x"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "x"),
    ),
    *broken(
        "pull",
        pull,
        push,
        box(4),
        (0.05,),
        spec="2*x[2] -> x",
        true=[],
        approximate=each(rotations(2), "x"),
    ),
    *broken(
        "weights",
        lambda x: x[:, :1] ** 2 * x[:, 1:] + x[:, 1:] ** 2 / 2,
        lambda x: torch.sin(3 * x[:, :1]) + torch.cos(2 * x[:, 1:]),
        box(2, 0.5, 2.0),
        (0.01,),
        spec="a[1]+b[1] -> s[1]",
        true=[],
        approximate=[weights(a=1, b=2, s=4)],
    ),
    *broken(
        "foucault",
        flow(foucault, 0.6),
        wind,
        normal(4),
        (0.2,),
        spec="q[2]+v[2] -> q+v",
        true=[],
        approximate=each(rotations(2), "q", "v"),
    ),
    *broken(
        "area",
        area,
        lambda x: torch.sin(x[:, :1]) + x[:, 1:2] * x[:, 3:] + x[:, 2:3] ** 2 / 2,
        box(4),
        (0.05,),
        spec="2*x[2] -> 1",
        true=[],
        approximate=each(traceless(2), "x"),
    ),
]
