"""Rotations of spaces with a time: a vacuum, waves, light that is seen on the move."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.indefinite import PLANE, SPACE, SPACETIME, form, lower
from benchmarks.zoo.fresh.data import forward
from benchmarks.zoo.matrices import each, number, pseudo_rotations
from benchmarks.zoo.samples import normal
from benchmarks.zoo.unseen.maps import inner

indefinite = partial(Case, family="indefinite")


def doppler(x: Tensor) -> Tensor:
    """The frequency of light k as one sees it who has the momentum p."""
    k, p = x.split(4, dim=1)
    return inner(k, lower(p, SPACETIME)) / torch.sqrt(form(p, SPACETIME))


def sightings(rng: np.random.Generator, count: int) -> Array:
    k = rng.standard_normal((count, 3))
    return np.column_stack([np.linalg.norm(k, axis=1), k, forward(rng, count)])


CASES = [
    indefinite(
        name="so11-vacuum",
        spec="x[2] -> 1",
        sample=normal(2),
        function=lambda x: 1 / (1 + (form(x, PLANE) - 0.5) ** 2),
        true=each(pseudo_rotations(PLANE), "x"),
    ),
    indefinite(
        name="so12-wave-vector",
        spec="p[3] -> p.T",
        sample=normal(3),
        function=lambda p: lower(p, SPACE) / (1 + form(p, SPACE) ** 2 / 4),
        true=each(pseudo_rotations(SPACE), "p"),
    ),
    indefinite(
        name="so13-doppler",
        spec="k[4]+p[4] -> w[1]",
        sample=sightings,
        function=doppler,
        true=[
            *each(pseudo_rotations(SPACETIME), "k", "p"),
            {"k": np.eye(4), "w": number(1)},
            {"p": np.eye(4)},
        ],
    ),
]
