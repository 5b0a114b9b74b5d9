"""Broken symmetries of flows: kicks that know the axes, and that grow outwards."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.family import Family, Pair
from benchmarks.zoo.forms import squares
from benchmarks.zoo.laws.broken import STRAINS, TILTS, UPRIGHT
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.motion import euler, flow, foucault, kepler, newton, springs, trap
from benchmarks.zoo.samples import normal

law = Family(__name__)


@law.broken("flow", "q[2]+p[2] -> q+p", normal(4), approximate=each(rotations(2), "q", "p"))
def tide(x: Tensor) -> Pair:
    """A planet, and a kick that knows where north is."""
    kick = torch.stack([torch.sin(x[:, 0]), -0.5 * x[:, 1]], dim=1)
    return flow(newton(kepler), 0.5)(x), torch.cat([0.2 * kick, kick], dim=1)


@law.broken(
    "foucault", "q[2]+v[2] -> q+v", normal(4), by=0.2, approximate=each(rotations(2), "q", "v")
)
def wind(x: Tensor) -> Pair:
    """A push in one direction that is stronger on one side."""
    push = torch.stack([torch.atan(x[:, 0]) + 0.5, 0.2 * x[:, 1] ** 2], dim=1)
    return flow(foucault, 0.6)(x), torch.cat([0.3 * push, push], dim=1)


@law.broken(
    "weight",
    "q[3]+p[3] -> q+p",
    normal(6, 0.8),
    by=0.05,
    true=each(UPRIGHT, "q", "p"),
    approximate=each(TILTS, "q", "p"),
)
def weight(x: Tensor) -> Pair:
    """A force along the third axis, which depends on the height alone."""
    force = torch.zeros_like(x[:, :3]) + torch.tensor([0.0, 0.0, 1.0], dtype=x.dtype)
    kick = force * (torch.tanh(x[:, 2:3]) - 0.5)
    return flow(trap, 0.5)(x), torch.cat([0.2 * kick, kick], dim=1)


@law.broken(
    "top",
    "w[3] -> w",
    normal(3),
    by=0.01,
    approximate=each([*UPRIGHT, np.diag([1.0, 1.0, 0.0])], "w"),
)
def top(w: Tensor) -> Pair:
    """What a body does whose moments of inertia all differ."""
    x, y, z = w.T
    uneven = torch.stack([y * z, 0.6 * z * x, -0.8 * x * y], dim=1)
    return flow(euler(1.0, 1.0, 2.0), 0.8)(w), uneven


@law.broken(
    "oblate",
    "q[3]+p[3] -> q+p",
    normal(6),
    by=0.01,
    true=each(UPRIGHT, "q", "p"),
    approximate=each(TILTS, "q", "p"),
)
def oblate(x: Tensor) -> Pair:
    """A kick by a planet that is flat at its poles."""
    q = x[:, :3]
    size, height = 0.5 + squares(q), q[:, 2:]
    up = torch.tensor([0.0, 0.0, 1.0], dtype=x.dtype)
    kick = (q * (5 * height**2 / size - 1) - 2 * height * up) / size**1.5
    return flow(newton(kepler), 0.5)(x), torch.cat([0.2 * kick, kick], dim=1)


@law.broken(
    "stiffening",
    "q[2]+p[2] -> q+p",
    normal(4),
    by=0.2,
    true=each(rotations(2), "q", "p"),
    approximate=each([np.eye(2), *STRAINS], "q", "p"),
)
def stiffening(x: Tensor) -> Pair:
    """A kick by springs that get stiffer outwards."""
    q = x[:, :2]
    kick = -q * squares(q) / (1 + squares(q) / 4)
    return flow(newton(springs(np.eye(2))), 0.7)(x), torch.cat([0.3 * kick, kick], dim=1)


def spiral(q: Tensor) -> Tensor:
    """The pull of a galaxy on a star in its plane."""
    return -1.5 * q / (0.6 + squares(q))


@law.broken("bar", "q[2]+p[2] -> q+p", normal(4), by=0.01, approximate=each(rotations(2), "q", "p"))
def bar(x: Tensor) -> Pair:
    """A kick by the bar in the middle of a galaxy, which lies along one axis."""
    q = x[:, :2]
    kick = q * torch.tensor([-0.4, 1.0], dtype=x.dtype) / (1 + squares(q) / 2)
    return flow(newton(spiral), 0.5)(x), torch.cat([0.25 * kick, kick], dim=1)


def spinning(x: Tensor) -> Tensor:
    """A gyroscope that turns the faster the further it is out, and slows down."""
    turned = torch.stack([-x[:, 1], x[:, 0]], dim=1)
    return turned * (1 + squares(x) / 5) - 0.3 * x


@law.broken("breeze", "x[2] -> x", normal(2), by=0.2, approximate=each(rotations(2), "x"))
def breeze(x: Tensor) -> Pair:
    """A push towards one side, and less of it on the other."""
    push = torch.tensor([1.0, 0.4], dtype=x.dtype)
    return flow(spinning, 0.6)(x), torch.sigmoid(x[:, :1]) * push
