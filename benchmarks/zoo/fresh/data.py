"""Data that is not a round cloud: a subspace, a half-plane, a cone, crowds, heavy tails."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.indefinite import SPACETIME, form
from benchmarks.zoo.matrices import each, generic, pseudo_rotations, rotations
from benchmarks.zoo.samples import clusters, half_space, normal, student, through
from benchmarks.zoo.smooth import squares

data = partial(Case, family="data")

PLANE = np.linalg.qr(generic(151, 4, 2))[0]


def spiral(x: Tensor) -> Tensor:
    """Turned by an angle that falls off outwards."""
    a, b = x.T
    angle = 1 / (1 + squares(x)[:, 0] / 2)
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=1)


def inner_spiral(x: Tensor) -> Tensor:
    plane = torch.from_numpy(PLANE)
    return spiral(x @ plane) @ plane.T


def forward(rng: np.random.Generator, count: int) -> Array:
    """Energies and momenta of particles with masses between 1/2 and 3/2."""
    p, mass = rng.standard_normal((count, 3)), rng.uniform(0.5, 1.5, count)
    return np.column_stack([np.sqrt(mass**2 + (p**2).sum(axis=1)), p])


def lognormal(rng: np.random.Generator, count: int) -> Array:
    """Any direction, with a distance that spans orders of magnitude."""
    x = rng.standard_normal((count, 3))
    r = rng.lognormal(0.0, 0.8, (count, 1))
    return r * x / np.linalg.norm(x, axis=1, keepdims=True)


def slopes(x: Tensor) -> Tensor:
    """No symmetry, and bounded growth."""
    a, b = x.T
    return torch.stack(
        [torch.sqrt(1 + a**2 + 3 * b**2) + torch.atan(a - b), torch.sin(a) + torch.atan(2 * b)],
        dim=1,
    )


def hills(x: Tensor) -> Tensor:
    a, b = x.T
    return (torch.exp(-(a**2) / 2) * (1 + b) + torch.sin(2 * b - a))[:, None]


CASES = [
    data(
        name="data-subspace-spiral",
        spec="x[4] -> x",
        sample=through(PLANE, normal(2)),
        function=inner_spiral,
        true=each([PLANE @ A @ PLANE.T for A in rotations(2)], "x"),
        unseen=8,
    ),
    data(
        name="data-half-plane",
        spec="x[2] -> x",
        sample=half_space(2),
        function=spiral,
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-forward-cone",
        spec="p[4] -> 1",
        sample=forward,
        function=lambda p: torch.log1p(form(p, SPACETIME)),
        true=each(pseudo_rotations(SPACETIME), "p"),
    ),
    data(
        name="data-lognormal",
        spec="x[3] -> x",
        sample=lognormal,
        function=lambda x: x / torch.sqrt(1 + squares(x)),
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-student-none",
        spec="x[2] -> y[2]",
        sample=student(2, 2.5),
        function=slopes,
        true=[],
    ),
    data(
        name="data-clusters",
        spec="x[3] -> 1",
        sample=clusters((1.0, 0.5, 0.0), (-0.5, 1.0, 0.7), (0.0, -1.0, 1.0), spread=0.4),
        function=lambda x: 1 / (1 + squares(x) / 2),
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-clusters-none",
        spec="x[2] -> 1",
        sample=clusters((1.0, 0.5), (-1.0, 0.5), (0.3, -1.2), spread=0.4),
        function=hills,
        true=[],
    ),
]
