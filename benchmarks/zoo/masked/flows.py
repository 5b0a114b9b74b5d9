"""Short-time flows of differential equations, with and without symmetry."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.flows import newton
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

motion = partial(Case, family="flows")


def chemostat(x: Tensor) -> Tensor:
    """Sugar and the yeast that lives on it, in a tank through which fresh sugar flows."""
    sugar, yeast = x.T
    growth = sugar / (0.5 + sugar)
    return torch.stack([0.6 * (1.5 - sugar) - growth * yeast, (growth - 0.6) * yeast], dim=1)


def chua(x: Tensor) -> Tensor:
    """Two voltages and a current of a chaotic circuit, in units of size 1."""
    a, b, c = x.T
    return torch.stack([1.5 * (b + 0.4 * a - a**3 / 6), a - b + c, -1.8 * b], dim=1)


def spring_pendulum(q: Tensor) -> Tensor:
    """A weight on a spring that has a length of its own."""
    down = torch.tensor([0.0, -0.8], dtype=q.dtype)
    return -q * (1 - 0.9 / torch.sqrt(0.3 + squares(q))) + down


def spherical_pendulum(q: Tensor) -> Tensor:
    """A weight on a rod that gives a little, free to swing all round."""
    down = torch.tensor([0.0, 0.0, -1.0], dtype=q.dtype)
    return q * (1 - squares(q)) / (1 + squares(q) / 4) + down


def starlings(x: Tensor) -> Tensor:
    """Two birds that take on each other's velocity, the less the further they are apart."""
    q, v, r, w = x.split(2, dim=1)
    match = (w - v) / (1 + squares(r - q)) ** 0.5
    return torch.cat([v, match, w, -match / 2], dim=1)


def pursuit(x: Tensor) -> Tensor:
    """A dog that runs towards its master, who walks in a circle."""
    dog, master = x.split(2, dim=1)
    way = master - dog
    circle = torch.stack([-master[:, 1], master[:, 0]], dim=1)
    return torch.cat([1.5 * way / torch.sqrt(0.5 + squares(way)), circle], dim=1)


CASES = [
    motion(
        name="flow-chemostat",
        spec="s[1]+y[1] -> s+y",
        sample=box(2, 0.2, 2.0),
        function=flow(chemostat, 0.6),
        true=[],
    ),
    motion(
        name="flow-chua",
        spec="x[3] -> x",
        sample=normal(3),
        function=flow(chua, 0.4),
        true=[],
    ),
    motion(
        name="flow-spring-pendulum-short",
        spec="q[2]+p[2] -> q+p",
        sample=normal(4),
        function=flow(newton(spring_pendulum), 0.05, 1),
        true=[],
    ),
    motion(
        name="flow-spherical-pendulum",
        spec="q[3]+p[3] -> q+p",
        sample=normal(6, 0.8),
        function=flow(newton(spherical_pendulum), 0.5),
        true=each(rotations(3, (0, 1)), "q", "p"),
    ),
    motion(
        name="flow-starlings",
        spec="2*(q[2]+v[2]) -> 2*(q+v)",
        sample=normal(8),
        function=flow(starlings, 0.6),
        true=each(rotations(2), "q", "v"),
    ),
    motion(
        name="flow-pursuit",
        spec="2*x[2] -> 2*x",
        sample=normal(4),
        function=flow(pursuit, 0.5),
        true=each(rotations(2), "x"),
    ),
]
