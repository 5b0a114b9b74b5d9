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


def overlap(x: Tensor) -> Tensor:
    """How much of a beam gets into a fibre, from a bell and a saturating absorber."""
    r, s = radii(x).T
    return (torch.exp(-r / 4) * (0.5 + s / (1 + s)))[:, None]


def four_waves(x: Tensor) -> Tensor:
    """Two photons of u make one of v and one of w: Re(u² v̄ w̄), and the size of each."""
    a, b, c, d, e, f = x.T
    r, s, t = radii(x).T
    mixed = (a**2 - b**2) * (c * e - d * f) + 2 * a * b * (c * f + d * e)
    return (torch.log1p(r) + 0.3 * s + 0.5 * torch.sqrt(1 + 2 * t) + 0.4 * mixed)[:, None]


def wake(x: Tensor) -> Tensor:
    """How much of a ship's drag goes into waves: speed, gravity, length, by Froude's number."""
    speed, gravity, length = x.T
    froude = speed**2 / (gravity * length)
    return (froude / (1 + froude))[:, None]


CASES = [
    torus(
        name="torus-overlap",
        spec="x[4] -> 1",
        sample=normal(4),
        function=overlap,
        true=each([turning(1, 0), turning(0, 1)], "x"),
    ),
    torus(
        name="torus-four-waves",
        spec="x[6] -> 1",
        sample=box(6, -1.2, 1.2),
        function=four_waves,
        true=each([np.kron(np.diag(speeds), J) for speeds in ([1, 2, 0], [0, 1, -1])], "x"),
    ),
    torus(
        name="torus-froude",
        spec="x[3] -> 1",
        sample=box(3, 0.5, 2.0),
        function=wake,
        true=each([np.diag([1.0, 2.0, 0.0]), np.diag([0.0, 1.0, -1.0])], "x"),
    ),
]
