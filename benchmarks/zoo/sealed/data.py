"""Data that is not a round cloud: subspaces, a cone, orbits, lumps, heavy tails."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, generic, rotations
from benchmarks.zoo.samples import clusters, normal, student, through
from benchmarks.zoo.sealed.maps import layers
from benchmarks.zoo.smooth import squares

data = partial(Case, family="data")

ZERO_SUM = np.linalg.svd(np.ones((1, 3)))[2][1:].T  # (3, 2), orthonormal
HYPERPLANE = np.linalg.qr(generic(251, 4, 3))[0]
AXIS = np.array([0.6, -0.48, 0.64])


def collision(x: Tensor) -> Tensor:
    """The energy of three particles of different masses."""
    momenta, mass = x.reshape(-1, 3, 2), torch.tensor([0.5, 1.0, 2.0], dtype=x.dtype)
    return torch.sqrt(mass**2 + squares(momenta)[:, :, 0]).sum(1, keepdim=True)


def cap(rng: np.random.Generator, count: int) -> Array:
    """At any distance between 1/2 and 2, within about 30° of an axis."""
    across = rng.uniform(-0.35, 0.35, (count, 3))
    x = AXIS + across - (across @ AXIS)[:, None] * AXIS
    r = rng.uniform(0.5, 2.0, (count, 1))
    return r * x / np.linalg.norm(x, axis=1, keepdims=True)


def orbits(rng: np.random.Generator, count: int) -> Array:
    """Places and momenta of planets whose orbits are not far from circles."""
    phi, r = rng.uniform(0, 2 * np.pi, count), rng.uniform(0.7, 1.6, count)
    out = np.stack([np.cos(phi), np.sin(phi)], axis=1)
    along = np.stack([-out[:, 1], out[:, 0]], axis=1) / np.sqrt(r)[:, None]
    return np.hstack([r[:, None] * out, along + 0.25 * rng.standard_normal((count, 2))])


def orbital_energy(x: Tensor) -> Tensor:
    q, p = x.split(2, dim=1)
    return squares(p) / 2 - 1 / torch.sqrt(squares(q))


def hill(x: Tensor) -> Tensor:
    """The rate of an enzyme with two sites, and an inhibitor."""
    a, b = x.T
    return (a**2 / (1 + a**2 + b))[:, None]


def langmuir(x: Tensor) -> Tensor:
    """How much of a surface two of three gases cover; the second one goes in pairs."""
    a, b, c = x.T
    return torch.stack([a / (1 + a + b + c / 2), c**2 / (1 + c**2 + b)], dim=1)


CASES = [
    data(
        name="data-subspace-deviator",
        spec="x[3] -> 1",
        sample=through(ZERO_SUM, normal(2)),
        function=lambda x: torch.sqrt(0.5 + 1.5 * squares(x)),
        true=each([ZERO_SUM @ A @ ZERO_SUM.T for A in rotations(2)], "x"),
        unseen=5,
    ),
    data(
        name="data-subspace-collision",
        spec="3*x[2] -> 1",
        sample=through(np.kron(ZERO_SUM, np.eye(2)), normal(4)),
        function=collision,
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-hyperplane-none",
        spec="x[4] -> 2",
        sample=through(HYPERPLANE, normal(3)),
        function=layers(252, 4, 2),
        true=[],
        unseen=7,
    ),
    data(
        name="data-cap",
        spec="x[3] -> 1",
        sample=cap,
        function=lambda x: torch.atan(squares(x) / 2),
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-orbits",
        spec="q[2]+p[2] -> 1",
        sample=orbits,
        function=orbital_energy,
        true=each(rotations(2), "q") + each(rotations(2), "p"),
    ),
    data(
        name="data-lumps",
        spec="x[2] -> x",
        sample=clusters((1.2, 0.4), (-0.6, 0.9), spread=0.35),
        function=lambda x: x * torch.exp(-squares(x) / 3),
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-student-push",
        spec="x[3] -> x",
        sample=student(3, 3.0),
        function=lambda x: x / (1 + squares(x)) ** 0.25,
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-lognormal-none",
        spec="a[1]+b[1] -> r[1]",
        sample=lambda rng, count: rng.lognormal(0.0, 0.8, (count, 2)),
        function=hill,
        true=[],
    ),
    data(
        name="data-gamma-none",
        spec="x[3] -> 2",
        sample=lambda rng, count: rng.gamma(1.5, 0.8, (count, 3)),
        function=langmuir,
        true=[],
    ),
]
