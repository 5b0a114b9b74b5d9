"""Several circles, or a circle and a hyperbola, that turn on their own or in step."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.tori import radii, turning
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import box, normal

torus = partial(Case, family="tori")

THIRD = np.kron(np.diag([0.0, 0.0, 1.0]), rotations(2)[0])


def two_wheels(x: Tensor) -> Tensor:
    """z -> z / (1 + |w|²/4), w -> w e^{i|z|²/4}."""
    a, b, c, d = x.T
    r, s = radii(x).T
    shrink, cos, sin = 1 / (1 + s / 4), torch.cos(r / 4), torch.sin(r / 4)
    return torch.stack([a * shrink, b * shrink, c * cos - d * sin, c * sin + d * cos], dim=1)


def triad(x: Tensor) -> Tensor:
    """Three waves u, v, w of which two make the third: Re(u v w̄), and the size of each."""
    a, b, c, d, e, f = x.T
    r, s, t = radii(x).T
    locked = (a * c - b * d) * e + (a * d + b * c) * f
    return (torch.log1p(r) + 0.3 * s + torch.sqrt(1 + 2 * t) + 0.5 * locked)[:, None]


def wheel_and_boost(x: Tensor) -> Tensor:
    r, w = x[:, :2].square().sum(1), x[:, 2] * x[:, 3]
    return torch.stack([torch.log1p(r) + w / 2, w * torch.exp(-r / 4)], dim=1)


CASES = [
    torus(
        name="torus-two-wheels",
        spec="x[4] -> x",
        sample=normal(4),
        function=two_wheels,
        true=each([turning(1, 0), turning(0, 1)], "x"),
    ),
    torus(
        name="torus-triad",
        spec="x[6] -> 1",
        sample=box(6, -1.2, 1.2),
        function=triad,
        true=each([rotations(6, (k, k + 1))[0] + THIRD for k in (0, 2)], "x"),
    ),
    torus(
        name="torus-wheel-and-boost",
        spec="x[4] -> 2",
        sample=box(4),
        function=wheel_and_boost,
        true=each([*rotations(4, (0, 1)), np.diag([0.0, 0.0, 1.0, -1.0])], "x"),
    ),
]
