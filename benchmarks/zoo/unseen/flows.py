"""Short-time flows of differential equations, with and without symmetry."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.flows import euler
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

motion = partial(Case, family="flows")

CHARGES = (1.0, 0.6, 1.5)


def van_der_pol(x: Tensor) -> Tensor:
    """A circuit with a valve, which swings by itself."""
    a, b = x.T
    return torch.stack([b, 0.8 * (1 - a**2) * b - a], dim=1)


def double_pendulum(x: Tensor) -> Tensor:
    """Two equal rods, one hung from the other: their angles, and how fast these change."""
    a, b, v, w = x.T
    gap = a - b
    weight = 3 - torch.cos(2 * gap)
    fling = 2 * torch.sin(gap)
    upper = 3 * torch.sin(a) + torch.sin(a - 2 * b) + fling * (w**2 + v**2 * torch.cos(gap))
    lower = fling * (2 * v**2 + 2 * torch.cos(a) + w**2 * torch.cos(gap))
    return torch.stack([v, w, -upper / weight, lower / weight], dim=1)


def easy_axis(m: Tensor) -> Tensor:
    """A magnet that turns about its easy axis and is damped towards it."""
    up = torch.zeros_like(m[:, :2])
    field = torch.cat([up, 1.5 * m[:, 2:] + 0.5], dim=1)
    turn = torch.linalg.cross(m, field)
    return -turn - 0.3 * torch.linalg.cross(m, turn)


def colloids(x: Tensor) -> Tensor:
    """Three charged grains in honey, in a trap and screened from each other."""
    places = x.split(3, dim=1)
    moves = []
    for charge, place in zip(CHARGES, places, strict=True):
        move = -place / 2
        for other_charge, other in zip(CHARGES, places, strict=True):
            gap = place - other
            move = move + charge * other_charge * gap * torch.exp(-squares(gap) / 3)
        moves.append(move)
    return torch.cat(moves, dim=1)


def k_epsilon(x: Tensor) -> Tensor:
    """The energy of a turbulence that decays, and the rate at which it does."""
    k, rate = x.T
    return torch.stack([-rate, -1.9 * rate**2 / k], dim=1)


CASES = [
    motion(
        name="flow-van-der-pol",
        spec="x[2] -> x",
        sample=box(2, -2.0, 2.0),
        function=flow(van_der_pol, 0.4),
        true=[],
    ),
    motion(
        name="flow-double-pendulum-short",
        spec="q[2]+v[2] -> q+v",
        sample=normal(4),
        function=flow(double_pendulum, 0.05, 1),
        true=[],
    ),
    motion(
        name="flow-easy-axis",
        spec="m[3] -> m",
        sample=normal(3),
        function=flow(easy_axis, 0.4),
        true=each(rotations(3, (0, 1)), "m"),
    ),
    motion(
        name="flow-symmetric-top",
        spec="w[3] -> w",
        sample=normal(3),
        function=flow(euler(1.0, 1.0, 2.0), 0.8),
        true=each([*rotations(3, (0, 1)), np.diag([1.0, 1.0, 0.0])], "w"),
    ),
    motion(
        name="flow-colloids",
        spec="3*x[3] -> 3*x",
        sample=normal(9),
        function=flow(colloids, 0.4),
        true=each(rotations(3), "x"),
    ),
    motion(
        name="flow-k-epsilon",
        spec="k[1]+e[1] -> k+e",
        sample=box(2, 0.5, 2.0),
        function=flow(k_epsilon, 0.5),
        true=[weights(k=1, e=1)],
    ),
]
