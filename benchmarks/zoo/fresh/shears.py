"""Shears and what they generate."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import each, unit
from benchmarks.zoo.samples import box, normal

shear = partial(Case, family="shears")

STEP = unit(3, 0, 1) + unit(3, 1, 2)


def events(x: Tensor) -> Tensor:
    """Two events (t, q), (u, r): their times, and tr − uq, which no boost q -> q + vt changes."""
    t, q, u, r = x.T
    return torch.stack([torch.sin(t) + 0.3 * u**2, torch.tanh((t * r - u * q) / 2)], dim=1)


def last_two(x: Tensor) -> Tensor:
    c, d = x[:, 2], x[:, 3]
    return torch.stack([torch.sin(c) + c * d / 2, torch.exp(d / 2) - c**2 / 3], dim=1)


def chain(x: Tensor) -> Tensor:
    """g(c) x + h(c) N x + k(c) N² x for x = (a, b, c) and N x = (b, c, 0)."""
    a, b, c = x.T
    g, h, k = 1 + 0.3 * torch.sin(c), c / 2, torch.cos(c)
    return torch.stack([g * a + h * b + k * c, g * b + h * c, g * c], dim=1)


CASES = [
    shear(
        name="shear-galilei",
        spec="2*x[2] -> 2",
        sample=box(4),
        function=events,
        true=each([unit(2, 1, 0)], "x"),
    ),
    shear(
        name="shear-affine-four",
        spec="x[4] -> 2",
        sample=normal(4),
        function=last_two,
        true=each([unit(4, i, j) for i in (0, 1) for j in range(4)], "x"),
    ),
    shear(
        name="shear-chain",
        spec="x[3] -> x",
        sample=normal(3),
        function=chain,
        true=each([STEP, STEP @ STEP], "x"),
    ),
]
