"""Short-time flows of differential equations, with and without symmetry.

The functions of this file are the right-hand sides; states are (q, p) where there are momenta.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

motion = partial(Case, family="flows")

RING = np.array([[2.0, -1.0, -1.0], [-1.0, 2.0, -1.0], [-1.0, -1.0, 2.0]])
PAIR = ("q", "p")
BODIES = ("q1", "p1", "q2", "p2")


def newton(force: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    """q' = p, p' = force(q)."""

    def field(x: Tensor) -> Tensor:
        q, p = x.chunk(2, dim=1)
        return torch.cat([p, force(q)], dim=1)

    return field


def springs(K: np.ndarray) -> Callable[[Tensor], Tensor]:
    matrix = torch.from_numpy(K)
    return lambda q: -q @ matrix.T


def kepler(q: Tensor) -> Tensor:
    """Gravity, softened at the centre."""
    return -q / (0.5 + squares(q)) ** 1.5


def henon_heiles(q: Tensor) -> Tensor:
    """A star in a galaxy; its potential has a symmetry of order three, which is no flow."""
    a, b = q.T
    return torch.stack([-a - 2 * a * b, -b - a**2 + b**2], dim=1)


def molecule(x: Tensor) -> Tensor:
    """Two equal atoms in a trap, with a bond between them."""
    q1, p1, q2, p2 = x.split(2, dim=1)
    pull = (q2 - q1) * (1 + 0.3 * squares(q2 - q1))
    return torch.cat([p1, -q1 + pull / 2, p2, -q2 - pull / 2], dim=1)


def two_bodies(x: Tensor) -> Tensor:
    """A light body and a heavy one."""
    q1, p1, q2, p2 = x.split(2, dim=1)
    force = kepler(q1 - q2)
    return torch.cat([p1, force, p2 / 3, -force], dim=1)


def magnetic(x: Tensor) -> Tensor:
    """A charge in a uniform magnetic field and a trap that stiffens outwards."""
    q, v = x.split(3, dim=1)
    turn = torch.stack([v[:, 1], -v[:, 0], torch.zeros_like(v[:, 0])], dim=1)
    return torch.cat([v, turn - q * (1 + 0.3 * squares(q))], dim=1)


def euler(a: float, b: float, c: float) -> Callable[[Tensor], Tensor]:
    """The angular velocity of a free rigid body with these moments of inertia."""

    def field(w: Tensor) -> Tensor:
        x, y, z = w.T
        return torch.stack([(b - c) / a * y * z, (c - a) / b * z * x, (a - b) / c * x * y], dim=1)

    return field


def lotka_volterra(x: Tensor) -> Tensor:
    prey, hunters = x.T
    return torch.stack([prey * (1 - 0.5 * hunters), hunters * (-0.7 + 0.6 * prey)], dim=1)


def sharing(x: Tensor) -> Tensor:
    """Growth at rates that only depend on who has which share."""
    share = x / x.sum(1, keepdim=True)
    return x * torch.stack([share[:, 1] - 0.3, 0.8 * share[:, 0] ** 2], dim=1)


def hopf(x: Tensor) -> Tensor:
    """A spiral towards a circle."""
    turned = torch.stack([-x[:, 1], x[:, 0]], dim=1)
    return x * (1 - squares(x)) + 2 * turned


CASES = [
    motion(
        name="flow-harmonic",
        spec="q[2]+p[2] -> q+p",
        sample=normal(4),
        function=flow(newton(springs(np.eye(2))), 0.7),
        true=each(everything(2), *PAIR),
    ),
    motion(
        name="flow-ring",
        spec="q[3]+p[3] -> q+p",
        sample=normal(6),
        function=flow(newton(springs(RING + 0.5 * np.eye(3))), 0.6),
        true=each(
            [np.ones((3, 3)), *(RING @ A @ RING for A in everything(3)[:2] + everything(3)[3:5])],
            *PAIR,
        ),
    ),
    motion(
        name="flow-kepler",
        spec="q[2]+p[2] -> q+p",
        sample=normal(4),
        function=flow(newton(kepler), 0.5),
        true=each(rotations(2), *PAIR),
    ),
    motion(
        name="flow-kepler-short",
        spec="q[2]+p[2] -> q+p",
        sample=normal(4),
        function=flow(newton(kepler), 0.02, 1),
        true=each(rotations(2), *PAIR),
    ),
    motion(
        name="flow-two-bodies",
        spec="q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2",
        sample=normal(8),
        function=flow(two_bodies, 0.5),
        true=each(rotations(2), *BODIES),
    ),
    motion(
        name="flow-molecule",
        spec="2*(q[2]+p[2]) -> 2*(q+p)",
        sample=normal(8, 0.8),
        function=flow(molecule, 0.5),
        true=each(rotations(2), *PAIR),
    ),
    motion(
        name="flow-magnetic",
        spec="q[3]+v[3] -> q+v",
        sample=normal(6, 0.8),
        function=flow(magnetic, 0.6),
        true=each(rotations(3, (0, 1)), "q", "v"),
    ),
    motion(
        name="flow-rigid-body",
        spec="w[3] -> w",
        sample=normal(3),
        function=flow(euler(1.0, 2.0, 3.0), 0.6),
        true=[],
    ),
    motion(
        name="flow-hopf",
        spec="x[2] -> x",
        sample=normal(2, 0.8),
        function=flow(hopf, 0.3),
        true=each(rotations(2), "x"),
    ),
    motion(
        name="flow-sharing",
        spec="x[2] -> x",
        sample=box(2, 0.3, 2.0),
        function=flow(sharing, 1.0),
        true=each([np.eye(2)], "x"),
    ),
    motion(
        name="flow-pendulum",
        spec="q[1]+p[1] -> q+p",
        sample=normal(2, 1.2),
        function=flow(newton(lambda q: -torch.sin(q)), 0.6),
        true=[],
    ),
    motion(
        name="flow-henon-heiles-short",
        spec="q[2]+p[2] -> q+p",
        sample=normal(4, 0.6),
        function=flow(newton(henon_heiles), 0.02, 1),
        true=[],
    ),
    motion(
        name="flow-lotka-volterra",
        spec="x[1]+y[1] -> x+y",
        sample=box(2, 0.3, 3.0),
        function=flow(lotka_volterra, 0.5),
        true=[],
    ),
]
