"""No symmetry at all, whatever the spec allows."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import smooth_map

none = partial(Case, family="none", true=[])


def formula(x: Tensor) -> Tensor:
    a, b, c = x.T
    return (torch.sin(a) + b**2 * c + torch.exp(c / 2) + a * b)[:, None]


def van_der_waals(x: Tensor) -> Tensor:
    """The pressure of a gas from its temperature and volume: p = T/(V − b) − a/V²."""
    T, V = x.T
    return (T / (V - 0.3) - 1.0 / V**2)[:, None]


CASES = [
    none(name="none-formula", spec="x[3] -> 1", sample=normal(3), function=formula),
    none(
        name="none-two-outputs",
        spec="x[3] -> y[2]",
        sample=normal(3),
        function=smooth_map(1, 3, 2),
    ),
    none(name="none-vector", spec="x[3] -> x", sample=normal(3), function=smooth_map(2, 3, 3)),
    none(name="none-covector", spec="x[3] -> x.T", sample=normal(3), function=smooth_map(3, 3, 3)),
    none(
        name="none-shared-in-and-out",
        spec="3*x[2] -> x+1",
        sample=normal(6),
        function=smooth_map(5, 6, 3),
    ),
    none(
        name="none-channels",
        spec="a[2]+b[3] -> c[2]",
        sample=normal(5),
        function=smooth_map(6, 5, 2),
    ),
    none(
        name="none-matrix-in",
        spec="a[2]*b[2] -> 1",
        sample=normal(4),
        function=smooth_map(7, 4, 1),
        gauge=1,
    ),
    none(
        name="none-matrix-out",
        spec="x[3] -> a[2]*b[2]",
        sample=normal(3),
        function=smooth_map(8, 3, 4),
        gauge=1,
    ),
    none(
        name="none-matrix-and-dual",
        spec="x[2]*x+x.T -> x*x.T",
        sample=normal(6),
        function=smooth_map(9, 6, 4),
    ),
    none(name="none-eight", spec="x[8] -> 1", sample=normal(8), function=smooth_map(10, 8, 1)),
    none(
        name="none-cube",
        spec="s[1] -> s",
        sample=normal(1),
        function=lambda x: x + 0.3 * x**3,
    ),
    none(
        name="none-gas",
        spec="t[1]+v[1] -> p[1]",
        sample=box(2, 1.0, 3.0),
        function=van_der_waals,
    ),
]
