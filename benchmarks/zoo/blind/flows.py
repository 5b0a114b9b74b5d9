"""Short-time flows of differential equations, with and without symmetry."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, rotations, unit
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.steps import flow

motion = partial(Case, family="flows")


def selkov(x: Tensor) -> Tensor:
    """Sugar that is split in a cell: what comes of it speeds up its own making."""
    made, fuel = x.T
    rate = (0.2 + made**2) * fuel
    return torch.stack([rate - made, 0.7 - rate], dim=1)


def rossler(x: Tensor) -> Tensor:
    """A spiral that folds back on itself, in units in which everything is of size 1."""
    a, b, c = x.T
    return torch.stack([-b - c, a + 0.3 * b, 0.4 + c * (a - 1.5)], dim=1)


def cart_pole(x: Tensor) -> Tensor:
    """A cart with a pendulum: its place and the angle, and how fast these change."""
    _, angle, speed, turning = x.T
    sin, cos = torch.sin(angle), torch.cos(angle)
    weight, fling = 1 + 0.5 * sin**2, 0.5 * turning**2 * sin
    push = (fling + 0.5 * sin * cos) / weight
    return torch.stack([speed, turning, push, -(fling * cos + 1.5 * sin) / weight], dim=1)


def lagrange_top(x: Tensor) -> Tensor:
    """A heavy round top in its own frame: how it turns, and where up is."""
    w, up = x.split(3, dim=1)
    a, b, c = w.T
    still = torch.zeros_like(a)
    spin = torch.stack([0.4 * b * c, -0.4 * a * c, still], dim=1)
    weight = torch.stack([up[:, 1], -up[:, 0], still], dim=1)
    return torch.cat([spin + weight, torch.linalg.cross(up, w)], dim=1)


def hunters(x: Tensor) -> Tensor:
    """Prey and hunters, who eat by how much prey there is for each of them."""
    prey, hunting = x.T
    eaten = prey * hunting / (prey + hunting)
    return torch.stack([0.8 * prey - 1.5 * eaten, eaten - 0.4 * hunting], dim=1)


def penning(x: Tensor) -> Tensor:
    """An ion in a trap: a magnetic field along the third axis, and an electric saddle."""
    q, v = x.split(3, dim=1)
    field = torch.tensor([0.4, 0.4, -0.8], dtype=x.dtype)
    turn = torch.stack([v[:, 1], -v[:, 0], torch.zeros_like(v[:, 0])], dim=1)
    return torch.cat([v, 1.6 * turn + field * q], dim=1)


CASES = [
    motion(
        name="flow-selkov",
        spec="x[1]+y[1] -> x+y",
        sample=box(2, 0.2, 2.0),
        function=flow(selkov, 0.4),
        true=[],
    ),
    motion(
        name="flow-rossler",
        spec="x[3] -> x",
        sample=normal(3),
        function=flow(rossler, 0.4),
        true=[],
    ),
    motion(
        name="flow-cart-pole-short",
        spec="q[2]+v[2] -> q+v",
        sample=normal(4),
        function=flow(cart_pole, 0.05, 1),
        true=[],
    ),
    motion(
        name="flow-lagrange-top",
        spec="w[3]+g[3] -> w+g",
        sample=normal(6),
        function=flow(lagrange_top, 0.5),
        true=each(rotations(3, (0, 1)), "w", "g"),
    ),
    motion(
        name="flow-hunters",
        spec="x[1]+y[1] -> x+y",
        sample=box(2, 0.3, 2.5),
        function=flow(hunters, 0.6),
        true=[weights(x=1, y=1)],
    ),
    motion(
        name="flow-penning",
        spec="q[3]+v[3] -> q+v",
        sample=normal(6),
        function=flow(penning, 0.6),
        true=each([*rotations(3, (0, 1)), np.diag([1.0, 1.0, 0.0]), unit(3, 2, 2)], "q", "v"),
    ),
]
