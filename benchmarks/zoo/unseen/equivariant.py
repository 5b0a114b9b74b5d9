"""Maps between things that transform: mirrors, forces, flocks, turns, fluids, a pair of duals."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case, Matrices
from benchmarks.zoo.families.scaling import QUATERNIONS
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import normal, shell
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner, lorentz_force

equivariant = partial(Case, family="equivariant")


def mirror(x: Tensor) -> Tensor:
    """A ray after a mirror, from the ray and the mirror's normal, which may have any length."""
    ray, normal = x.split(3, dim=1)
    return ray - 2 * normal * inner(ray, normal) / squares(normal)


def rays(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([rng.standard_normal((count, 3)), shell(3, 0.4)(rng, count)])


def flock(x: Tensor) -> Tensor:
    """How a bird steers: its velocity, where two others are, and how fast these go on average."""
    own, first, second, mean = x.split(2, dim=1)
    keep = [r * (squares(r) - 1) / (1 + squares(r)) ** 1.5 for r in (first, second)]
    return (mean - own) / 2 + own * (1 - squares(own)) / (1 + squares(own)) + keep[0] + keep[1]


def turn(x: Tensor) -> Tensor:
    """q v q̄ of a quaternion q and a vector v."""
    s, u, v = x.split([1, 3, 3], dim=1)
    across = 2 * s * torch.linalg.cross(u, v)
    return (s**2 - squares(u)) * v + 2 * u * inner(u, v) + across


def turn_truth() -> list[Matrices]:
    """q -> p q r⁻¹, v -> r v r⁻¹, and both scalings."""
    truth: list[Matrices] = []
    for k in range(3):
        left, right = QUATERNIONS[:, k + 1, :], QUATERNIONS[:, :, k + 1]
        about = 2 * np.cross(np.eye(3)[k], np.eye(3)).T
        truth += [{"q": left, "w": about}, {"q": -right, "v": about}]
    return [*truth, {"q": np.eye(4), "w": 2 * np.eye(3)}, {"v": np.eye(3), "w": np.eye(3)}]


def carreau(x: Tensor) -> Tensor:
    """The stress in a flow of paint, which thins as it is sheared, from its gradient."""
    L = x.reshape(-1, 2, 2)
    rate = (L + L.mT).flatten(1)
    return rate * (0.2 + 0.8 / torch.sqrt(1 + squares(rate) / 2))


def squeeze(x: Tensor) -> Tensor:
    """Where the energy log cosh(q·p) leads: q grows as p shrinks."""
    q, p = x.split(3, dim=1)
    rate = torch.tanh(inner(q, p)) / 2
    return torch.cat([q * torch.exp(rate), p * torch.exp(-rate)], dim=1)


CASES = [
    equivariant(
        name="vector-mirror",
        spec="2*x[3] -> x",
        sample=rays,
        function=mirror,
        true=each([*rotations(3), np.eye(3)], "x"),
    ),
    equivariant(
        name="vector-lorentz-force",
        spec="3*x[3] -> x",
        sample=normal(9),
        function=lorentz_force,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="vector-flock",
        spec="4*x[2] -> x",
        sample=normal(8),
        function=flock,
        true=each(rotations(2), "x"),
    ),
    equivariant(
        name="vector-quaternion-turn",
        spec="q[4]+v[3] -> w[3]",
        sample=normal(7),
        function=turn,
        true=turn_truth(),
    ),
    equivariant(
        name="tensor-carreau",
        spec="x[2]*x -> x*x",
        sample=normal(4),
        function=carreau,
        true=each(rotations(2), "x"),
    ),
    equivariant(
        name="dual-squeeze",
        spec="x[3]+x.T -> x+x.T",
        sample=normal(6),
        function=squeeze,
        true=each(everything(3), "x"),
    ),
]
