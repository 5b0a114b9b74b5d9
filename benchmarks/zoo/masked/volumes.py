"""What keeps areas and volumes: pairs of conics, facets, distances between distributions."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, everything, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.sealed.volumes import positive
from benchmarks.zoo.unseen.volumes import on_conics

volume = partial(Case, family="volumes")


def apolar(x: Tensor) -> Tensor:
    """Of two forms a s² + b st + c t²: the discriminant of one, bounded, and that of both."""
    a, b, c, d, e, f = x.T
    return torch.stack([torch.tanh((b**2 - 4 * a * c) / 3), b * e - 2 * (a * f + c * d)], dim=1)


def facet(x: Tensor) -> Tensor:
    """The area of a triangle with three corners, as what it makes of a flow through it."""
    a, b, c = x.split(3, dim=1)
    return torch.linalg.cross(b - a, c - a)


def log_det(C: Tensor) -> Tensor:
    return torch.log(C[:, :1] * C[:, 3:] - C[:, 1:2] * C[:, 2:3])


def bhattacharyya(x: Tensor) -> Tensor:
    """How far apart two Gaussians with a common mean are, from their covariances."""
    C, D = x.split(4, dim=1)
    return log_det((C + D) / 2) - (log_det(C) + log_det(D)) / 2


def covariances(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([positive(2)(rng, count) for _ in range(2)])


CASES = [
    volume(
        name="sl2-apolar",
        spec="2*x[3] -> 2",
        sample=normal(6),
        function=apolar,
        true=each(on_conics(), "x"),
    ),
    volume(
        name="sl3-facet",
        spec="3*x[3] -> x.T",
        sample=box(9),
        function=facet,
        true=each(traceless(3), "x"),
    ),
    volume(
        name="gl2-bhattacharyya",
        spec="2*(x[2]*x) -> d[1]",
        sample=covariances,
        function=bhattacharyya,
        true=each(everything(2), "x"),
    ),
]
