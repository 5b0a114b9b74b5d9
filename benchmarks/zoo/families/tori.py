"""Several circles, or hyperbolas, that turn on their own or in step."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import conjugate, each, generic, rotations
from benchmarks.zoo.samples import box, normal

torus = partial(Case, family="tori")

SKEW = generic(31, 4)


def radii(x: Tensor) -> Tensor:
    """The squared radius in each plane."""
    return x.square().unflatten(1, (-1, 2)).sum(2)


def two(x: Tensor) -> Tensor:
    r, s = radii(x).T
    return (torch.log1p(r) + torch.sqrt(1 + s) + 0.1 * r * s)[:, None]


def three(x: Tensor) -> Tensor:
    r, s, t = radii(x).T
    return torch.stack([torch.log1p(r) * torch.sqrt(1 + s), torch.exp(-t / 3) + s / 3], dim=1)


def resonance(x: Tensor) -> Tensor:
    """|z|², |w|² and Re(z² w̄): w turns twice as fast as z."""
    a, b, c, d = x.T
    r, s = radii(x).T
    locked = (a**2 - b**2) * c + 2 * a * b * d
    return (torch.log1p(r) + 0.3 * s + 0.4 * locked)[:, None]


def turning(first: float, second: float) -> np.ndarray:
    J = rotations(2)[0]
    return np.kron(np.diag([first, 0.0]), J) + np.kron(np.diag([0.0, second]), J)


CASES = [
    torus(
        name="torus-two",
        spec="x[4] -> 1",
        sample=normal(4),
        function=two,
        true=each([turning(1, 0), turning(0, 1)], "x"),
    ),
    torus(
        name="torus-three",
        spec="x[6] -> 2",
        sample=normal(6),
        function=three,
        true=each([A for k in (0, 2, 4) for A in rotations(6, (k, k + 1))], "x"),
    ),
    torus(
        name="torus-resonance",
        spec="x[4] -> 1",
        sample=box(4),
        function=resonance,
        true=each([turning(1, 2)], "x"),
    ),
    torus(
        name="torus-skew",
        spec="x[4] -> 2",
        sample=normal(4),
        function=lambda x: radii(x @ torch.from_numpy(SKEW).T),
        true=each(conjugate(np.linalg.inv(SKEW), [turning(1, 0), turning(0, 1)]), "x"),
    ),
    torus(
        name="torus-hyperbolas",
        spec="x[4] -> 2",
        sample=box(4),
        function=lambda x: torch.stack([x[:, 0] * x[:, 1], x[:, 2] * x[:, 3]], dim=1),
        true=each([np.diag([1.0, -1.0, 0.0, 0.0]), np.diag([0.0, 0.0, 1.0, -1.0])], "x"),
    ),
    torus(
        name="torus-product",
        spec="x[3] -> 1",
        sample=box(3, 0.5, 2.0),
        function=lambda x: x.prod(dim=1, keepdim=True),
        true=each([np.diag([1.0, -1.0, 0.0]), np.diag([0.0, 1.0, -1.0])], "x"),
    ),
]
