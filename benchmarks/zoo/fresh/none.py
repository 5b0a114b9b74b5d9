"""No symmetry at all, whatever the spec allows."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.fresh.maps import bumps, ridges
from benchmarks.zoo.samples import box, normal

none = partial(Case, family="none", true=[])


def egg_tray(x: Tensor) -> Tensor:
    a, b = x.T
    return (torch.cos(1.3 * a) + torch.sin(a * b) + 0.5 * b)[:, None]


def reaction(x: Tensor) -> Tensor:
    """A rate by Arrhenius's law with saturation, and a heat, from T, c and p."""
    T, c, p = x.T
    rate = torch.exp(-1 / T) * c / (1 + c) + 0.2 * p
    return torch.stack([rate, T**2 + c * p - 1], dim=1)


CASES = [
    none(name="none-egg-tray", spec="x[2] -> 1", sample=box(2), function=egg_tray),
    none(
        name="none-reaction",
        spec="t[1]+c[1]+p[1] -> r[1]+h[1]",
        sample=box(3, 0.5, 2.0),
        function=reaction,
    ),
    none(name="none-bumps", spec="x[4] -> y[3]", sample=box(4), function=bumps(101, 4, 3)),
    none(name="none-ridges", spec="x[6] -> 2", sample=normal(6), function=ridges(102, 6, 2)),
    none(
        name="none-vectors-and-dual",
        spec="2*x[2]+x.T -> x+x.T",
        sample=normal(6),
        function=ridges(103, 6, 4),
    ),
    none(
        name="none-matrix-and-covector",
        spec="x[2]*y[3]+y.T -> x",
        sample=normal(9),
        function=bumps(104, 9, 2),
    ),
]
