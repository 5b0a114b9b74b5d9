"""Rotations: of fringes, molecules, instantons and images of the brain."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import normal, shell
from benchmarks.zoo.sealed.volumes import positive
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner

rotation = partial(Case, family="rotations")


def newton_rings(x: Tensor) -> Tensor:
    """How bright the fringes between a lens and a plate are, under a beam of light."""
    return (1 + torch.cos(2 * squares(x))) * torch.exp(-squares(x) / 3)


def water(x: Tensor) -> Tensor:
    """The energy of two bonds that are stretched, and of the angle between them."""
    a, b = x.split(3, dim=1)
    r, s = torch.sqrt(squares(a)), torch.sqrt(squares(b))
    stretched = 2 * (r - 1) ** 2 + 2 * (s - 1) ** 2 + (r - 1) * (s - 1) / 2
    return stretched + (inner(a, b) / (r * s) + 0.25) ** 2


def bonds(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([shell(3, 0.4)(rng, count) for _ in range(2)])


def fractional_anisotropy(x: Tensor) -> Tensor:
    """How much water diffuses along the fibres of a tissue rather than across, squared."""
    D = x.reshape(-1, 3, 3)
    mean = D.diagonal(dim1=1, dim2=2).mean(1)[:, None, None]
    rest = (D - mean * torch.eye(3, dtype=x.dtype)).flatten(1)
    return 1.5 * squares(rest) / squares(x)


CASES = [
    rotation(
        name="so2-newton-rings",
        spec="x[2] -> 1",
        sample=normal(2, 0.8),
        function=newton_rings,
        true=each(rotations(2), "x"),
    ),
    rotation(
        name="so3-water",
        spec="2*x[3] -> 1",
        sample=bonds,
        function=water,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so3-fractional-anisotropy",
        spec="x[3]*x -> 1",
        sample=positive(3),
        function=fractional_anisotropy,
        true=each([*rotations(3), np.eye(3)], "x"),
    ),
    rotation(
        name="so4-instanton",
        spec="x[4] -> 1",
        sample=normal(4),
        function=lambda x: 1 / (1 + squares(x) / 4) ** 2,
        true=each(rotations(4), "x"),
    ),
]
