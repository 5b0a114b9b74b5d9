"""No symmetry at all, whatever the spec allows."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.unseen.maps import experts

none = partial(Case, family="none", true=[])


def antoine(T: Tensor) -> Tensor:
    """The pressure of a vapour from its temperature."""
    return torch.exp(3 - 4 / (0.8 + T))


def photosynthesis(x: Tensor) -> Tensor:
    """What a leaf gains in light at some temperature, less what it breathes."""
    light, T = x.T
    return (light / (1 + light) * torch.exp(-((T - 1) ** 2)) - 0.1 * 2**T)[:, None]


def camel(x: Tensor) -> Tensor:
    """A landscape with six valleys, by which optimisers are tried."""
    a, b = x.T
    return ((4 - 2.1 * a**2 + a**4 / 3) * a**2 + a * b + 4 * (b**2 - 1) * b**2)[:, None]


def two_links(x: Tensor) -> Tensor:
    """The torques that hold an arm of two links, from its angles and their speeds."""
    a, b, v, w = x.T
    lower, upper, fling = torch.cos(a + b), 1.6 * torch.cos(a), 0.8 * torch.sin(b)
    return torch.stack([upper + lower - fling * (2 * v * w + w**2), lower + fling * v**2], dim=1)


CASES = [
    none(name="none-antoine", spec="t[1] -> p[1]", sample=box(1, 0.2, 3.0), function=antoine),
    none(
        name="none-photosynthesis",
        spec="l[1]+t[1] -> p[1]",
        sample=box(2, 0.2, 2.5),
        function=photosynthesis,
    ),
    none(name="none-camel", spec="x[2] -> 1", sample=box(2, -1.2, 1.2), function=camel),
    none(
        name="none-two-links",
        spec="q[2]+v[2] -> t[2]",
        sample=box(4),
        function=two_links,
    ),
    none(
        name="none-experts-channels",
        spec="2*x[2]+y[3] -> y+2",
        sample=normal(7),
        function=experts(301, 7, 5),
    ),
    none(name="none-ten", spec="x[10] -> 1", sample=normal(10), function=experts(302, 10, 1)),
]
