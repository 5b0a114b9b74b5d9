"""Several circles or scalings that turn on their own or in step."""

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

J = rotations(2)[0]


def twins(x: Tensor) -> Tensor:
    """The energy of two modes z and w whose photons come in pairs: |z|², |w|² and Re(zw)."""
    a, b, c, d = x.T
    r, s = radii(x).T
    return (torch.sqrt(1 + 2 * r) + torch.log1p(s) + 0.5 * (a * c - b * d))[:, None]


def mixer(x: Tensor) -> Tensor:
    """The difference zw̄ of two radio waves, by a mixer that saturates."""
    a, b, c, d = x.T
    r, s = radii(x).T
    mixed = torch.stack([a * c + b * d, b * c - a * d], dim=1)
    return mixed / torch.sqrt(1 + r / 2 + s)[:, None]


def friction(x: Tensor) -> Tensor:
    """The friction in a pipe from speed, diameter and viscosity, by Reynolds's number."""
    speed, diameter, viscosity = x.T
    return (0.3 + 1 / (1 + speed * diameter / viscosity))[:, None]


CASES = [
    torus(
        name="torus-twins",
        spec="x[4] -> 1",
        sample=normal(4),
        function=twins,
        true=each([turning(1, -1)], "x"),
    ),
    torus(
        name="torus-mixer",
        spec="z[2]+w[2] -> y[2]",
        sample=normal(4),
        function=mixer,
        true=[{"z": J, "y": J}, {"w": J, "y": -J}],
    ),
    torus(
        name="torus-reynolds",
        spec="x[3] -> 1",
        sample=box(3, 0.5, 2.0),
        function=friction,
        true=each([np.diag([1.0, -1.0, 0.0]), np.diag([1.0, 0.0, 1.0])], "x"),
    ),
]
