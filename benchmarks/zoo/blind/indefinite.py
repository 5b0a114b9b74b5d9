"""Rotations of spaces with a time: a mass filter, a collision, four-velocities."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.indefinite import PLANE, SPACE, SPACETIME, form, lower
from benchmarks.zoo.fresh.data import forward
from benchmarks.zoo.matrices import each, number, pseudo_rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.unseen.maps import inner

indefinite = partial(Case, family="indefinite")


def scattering(x: Tensor) -> Tensor:
    """How often two particles of a plane scatter, from their momenta."""
    p, q = x.split(3, dim=1)
    return torch.atan(inner(p, lower(q, SPACE))) + torch.tanh(form(p, SPACE) / 3)


CASES = [
    indefinite(
        name="so11-quadrupole",
        spec="x[2] -> u[1]",
        sample=box(2),
        function=lambda x: form(x, PLANE),
        true=[*each(pseudo_rotations(PLANE), "x"), {"x": np.eye(2), "u": number(2)}],
    ),
    indefinite(
        name="so12-scattering",
        spec="2*p[3] -> 1",
        sample=normal(6),
        function=scattering,
        true=each(pseudo_rotations(SPACE), "p"),
    ),
    indefinite(
        name="so13-four-velocity",
        spec="p[4] -> u[4]",
        sample=forward,
        function=lambda p: p / torch.sqrt(form(p, SPACETIME)),
        true=[*each(pseudo_rotations(SPACETIME), "p", "u"), {"p": np.eye(4)}],
    ),
]
