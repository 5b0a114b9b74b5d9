"""Maps between things that transform: balls, robots, charges, statistics, surfaces."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.sealed.volumes import positive
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner, stresses

equivariant = partial(Case, family="equivariant")


def magnus(x: Tensor) -> Tensor:
    """The force of the air on a ball that flies with v and spins with w."""
    v, w = x.split(3, dim=1)
    lift = torch.linalg.cross(w, v) / torch.sqrt(1 + squares(w))
    return lift - 0.4 * v * torch.sqrt(1 + squares(v))


def controller(x: Tensor) -> Tensor:
    """How a robot is pushed that is off by e and moves with v; the pull has a limit."""
    e, v = x.split(2, dim=1)
    return -1.5 * e / torch.sqrt(1 + squares(e)) - 0.7 * v


def quadrupole(x: Tensor) -> Tensor:
    """3xxᵀ − |x|² of a charge at x."""
    dyad = 3 * x[:, :, None] * x[:, None, :]
    return (dyad - squares(x)[:, :, None] * torch.eye(3, dtype=x.dtype)).flatten(1)


def natural_gradient(x: Tensor) -> Tensor:
    """A step Cg along a gradient g with a covariance C, which is never long by C."""
    C, g = x[:, :4].reshape(-1, 2, 2), x[:, 4:]
    step = torch.einsum("bij,bj->bi", C, g)
    return step / torch.sqrt(1 + inner(step, g))


def beliefs(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([positive(2)(rng, count), rng.standard_normal((count, 2))])


def traction(x: Tensor) -> Tensor:
    """The force on a piece of surface in a solid, from the stress and the normal."""
    return torch.einsum("bij,bj->bi", x[:, :9].reshape(-1, 3, 3), x[:, 9:])


def surfaces(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([stresses(rng, count), rng.standard_normal((count, 3))])


CASES = [
    equivariant(
        name="vector-magnus",
        spec="2*x[3] -> x",
        sample=normal(6),
        function=magnus,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="vector-controller",
        spec="2*x[2] -> x",
        sample=box(4),
        function=controller,
        true=each(rotations(2), "x"),
    ),
    equivariant(
        name="tensor-quadrupole",
        spec="x[3] -> x*x",
        sample=normal(3),
        function=quadrupole,
        true=each([*rotations(3), np.eye(3)], "x"),
    ),
    equivariant(
        name="dual-natural-gradient",
        spec="x[2]*x+x.T -> x",
        sample=beliefs,
        function=natural_gradient,
        true=each(everything(2), "x"),
    ),
    equivariant(
        name="tensor-traction",
        spec="x[3]*x+x -> x",
        sample=surfaces,
        function=traction,
        true=each(rotations(3), "x"),
    ),
]
