"""Bodies that move: planets, pendulums, tops, charges."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import squares
from benchmarks.zoo.matrices import each, everything, rotations, unit
from benchmarks.zoo.motion import (
    after,
    duffing,
    euler,
    flow,
    foucault,
    kepler,
    newton,
    springs,
    trap,
)
from benchmarks.zoo.samples import box, normal

law = Family(__name__)

law.add(
    "flow-harmonic",
    "q[2]+p[2] -> q+p",
    normal(4),
    flow(newton(springs(np.eye(2))), 0.7),
    true=each(everything(2), "q", "p"),
)

RING = np.array([[2.0, -1.0, -1.0], [-1.0, 2.0, -1.0], [-1.0, -1.0, 2.0]])
law.add(
    "flow-ring",
    "q[3]+p[3] -> q+p",
    normal(6),
    flow(newton(springs(RING + 0.5 * np.eye(3))), 0.6),
    true=each(
        [np.ones((3, 3)), *(RING @ A @ RING for A in everything(3)[:2] + everything(3)[3:5])],
        "q",
        "p",
    ),
)

law.add(
    "flow-kepler",
    "q[2]+p[2] -> q+p",
    normal(4),
    flow(newton(kepler), 0.5),
    true=each(rotations(2), "q", "p"),
)

law.add(
    "flow-kepler-short",
    "q[2]+p[2] -> q+p",
    normal(4),
    flow(newton(kepler), 0.02, 1),
    true=each(rotations(2), "q", "p"),
)


@law(
    "flow-two-bodies",
    "q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2",
    normal(8),
    true=each(rotations(2), "q1", "p1", "q2", "p2"),
)
@after(0.5)
def two_bodies(x: Tensor) -> Tensor:
    """A light body and a heavy one."""
    q1, p1, q2, p2 = x.split(2, dim=1)
    force = kepler(q1 - q2)
    return torch.cat([p1, force, p2 / 3, -force], dim=1)


@law("flow-molecule", "2*(q[2]+p[2]) -> 2*(q+p)", normal(8, 0.8), true=each(rotations(2), "q", "p"))
@after(0.5)
def molecule(x: Tensor) -> Tensor:
    """Two equal atoms in a trap, with a bond between them."""
    q1, p1, q2, p2 = x.split(2, dim=1)
    pull = (q2 - q1) * (1 + 0.3 * squares(q2 - q1))
    return torch.cat([p1, -q1 + pull / 2, p2, -q2 - pull / 2], dim=1)


@law("flow-magnetic", "q[3]+v[3] -> q+v", normal(6, 0.8), true=each(rotations(3, (0, 1)), "q", "v"))
@after(0.6)
def magnetic(x: Tensor) -> Tensor:
    """A charge in a uniform magnetic field and a trap that stiffens outwards."""
    q, v = x.split(3, dim=1)
    turn = torch.stack([v[:, 1], -v[:, 0], torch.zeros_like(v[:, 0])], dim=1)
    return torch.cat([v, turn - q * (1 + 0.3 * squares(q))], dim=1)


law.add("flow-rigid-body", "w[3] -> w", normal(3), flow(euler(1.0, 2.0, 3.0), 0.6))


@law("flow-pendulum", "q[1]+p[1] -> q+p", normal(2, 1.2))
@after(0.6)
@newton
def pendulum(q: Tensor) -> Tensor:
    """A pendulum."""
    return -torch.sin(q)


@law("flow-henon-heiles-short", "q[2]+p[2] -> q+p", normal(4, 0.6))
@after(0.02, 1)
@newton
def henon_heiles(q: Tensor) -> Tensor:
    """A star in a galaxy; its potential has a symmetry of order three, which is no flow."""
    a, b = q.T
    return torch.stack([-a - 2 * a * b, -b - a**2 + b**2], dim=1)


law.add("flow-duffing", "q[1]+p[1] -> q+p", normal(2, 0.8), flow(newton(duffing), 0.7))


@law("flow-quartic-short", "q[2]+p[2] -> q+p", normal(4))
@after(0.03, 1)
@newton
def quartic(q: Tensor) -> Tensor:
    """The force of the potential a⁴/4 + a²b/2 + b²."""
    a, b = q.T
    return torch.stack([-(a**3) - a * b, -(a**2) / 2 - 2 * b], dim=1)


@law("flow-galaxy", "q[3]+p[3] -> q+p", normal(6), true=each(rotations(3), "q", "p"))
@after(0.5)
@newton
def logarithmic(q: Tensor) -> Tensor:
    """The pull of a galaxy with a flat rotation curve."""
    return -2 * q / (1 + squares(q))


law.add(
    "flow-foucault-short",
    "q[2]+v[2] -> q+v",
    box(4),
    flow(foucault, 0.03, 1),
    true=each(rotations(2), "q", "v"),
)


@law("flow-josephson-short", "q[2]+p[2] -> q+p", normal(4))
@after(0.03, 1)
@newton
def josephson(q: Tensor) -> Tensor:
    """The forces on two pendulums, one of them heavier, with a spring between them."""
    a, b = q.T
    return torch.stack([-torch.sin(a) + (b - a) / 2, -2 * torch.sin(b) + (a - b) / 2], dim=1)


law.add(
    "flow-trap",
    "q[3]+p[3] -> q+p",
    normal(6, 0.8),
    flow(trap, 0.5),
    true=each(rotations(3), "q", "p"),
)


@law("flow-double-pendulum-short", "q[2]+v[2] -> q+v", normal(4))
@after(0.05, 1)
def double_pendulum(x: Tensor) -> Tensor:
    """Two equal rods, one hung from the other: their angles, and how fast these change."""
    a, b, v, w = x.T
    gap = a - b
    weight = 3 - torch.cos(2 * gap)
    fling = 2 * torch.sin(gap)
    upper = 3 * torch.sin(a) + torch.sin(a - 2 * b) + fling * (w**2 + v**2 * torch.cos(gap))
    lower = fling * (2 * v**2 + 2 * torch.cos(a) + w**2 * torch.cos(gap))
    return torch.stack([v, w, -upper / weight, lower / weight], dim=1)


law.add(
    "flow-symmetric-top",
    "w[3] -> w",
    normal(3),
    flow(euler(1.0, 1.0, 2.0), 0.8),
    true=each([*rotations(3, (0, 1)), np.diag([1.0, 1.0, 0.0])], "w"),
)


@law("flow-cart-pole-short", "q[2]+v[2] -> q+v", normal(4))
@after(0.05, 1)
def cart_pole(x: Tensor) -> Tensor:
    """A cart with a pendulum: its place and the angle, and how fast these change."""
    _, angle, speed, turning = x.T
    sin, cos = torch.sin(angle), torch.cos(angle)
    weight, fling = 1 + 0.5 * sin**2, 0.5 * turning**2 * sin
    push = (fling + 0.5 * sin * cos) / weight
    return torch.stack([speed, turning, push, -(fling * cos + 1.5 * sin) / weight], dim=1)


@law("flow-lagrange-top", "w[3]+g[3] -> w+g", normal(6), true=each(rotations(3, (0, 1)), "w", "g"))
@after(0.5)
def lagrange_top(x: Tensor) -> Tensor:
    """A heavy round top in its own frame: how it turns, and where up is."""
    w, up = x.split(3, dim=1)
    a, b, c = w.T
    still = torch.zeros_like(a)
    spin = torch.stack([0.4 * b * c, -0.4 * a * c, still], dim=1)
    weight = torch.stack([up[:, 1], -up[:, 0], still], dim=1)
    return torch.cat([spin + weight, torch.linalg.cross(up, w)], dim=1)


@law(
    "flow-penning",
    "q[3]+v[3] -> q+v",
    normal(6),
    true=each([*rotations(3, (0, 1)), np.diag([1.0, 1.0, 0.0]), unit(3, 2, 2)], "q", "v"),
)
@after(0.6)
def penning(x: Tensor) -> Tensor:
    """An ion in a trap: a magnetic field along the third axis, and an electric saddle."""
    q, v = x.split(3, dim=1)
    field = torch.tensor([0.4, 0.4, -0.8], dtype=x.dtype)
    turn = torch.stack([v[:, 1], -v[:, 0], torch.zeros_like(v[:, 0])], dim=1)
    return torch.cat([v, 1.6 * turn + field * q], dim=1)


@law("flow-spring-pendulum-short", "q[2]+p[2] -> q+p", normal(4))
@after(0.05, 1)
@newton
def spring_pendulum(q: Tensor) -> Tensor:
    """A weight on a spring that has a length of its own."""
    down = torch.tensor([0.0, -0.8], dtype=q.dtype)
    return -q * (1 - 0.9 / torch.sqrt(0.3 + squares(q))) + down


@law(
    "flow-spherical-pendulum",
    "q[3]+p[3] -> q+p",
    normal(6, 0.8),
    true=each(rotations(3, (0, 1)), "q", "p"),
)
@after(0.5)
@newton
def spherical_pendulum(q: Tensor) -> Tensor:
    """A weight on a rod that gives a little, free to swing all round."""
    down = torch.tensor([0.0, 0.0, -1.0], dtype=q.dtype)
    return q * (1 - squares(q)) / (1 + squares(q) / 4) + down
