"""Rotations of spaces with a time: so(1,1), so(1,3) on momenta and fields, so(3,3) on screws."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.indefinite import PLANE, SPACETIME, form, lower
from benchmarks.zoo.matrices import each, pseudo_rotations, rotations
from benchmarks.zoo.samples import box, normal

indefinite = partial(Case, family="indefinite")

EXCHANGE = np.kron(1 - np.eye(2), np.eye(3))


def mandelstam(p: Tensor) -> Tensor:
    """(p + q)², (p − k)² and (q − k)² of three momenta, the second one bounded."""
    a, b, c = p.split(4, dim=1)
    s, t, u = (form(k, SPACETIME) / 4 for k in (a + b, a - c, b - c))
    return torch.cat([s, torch.tanh(t), u], dim=1)


def force(x: Tensor) -> Tensor:
    """The force on a charge of velocity u in a field F."""
    F, u = x[:, :16].reshape(-1, 4, 4), x[:, 16:]
    return torch.einsum("bij,bj->bi", F, lower(u, SPACETIME))


def screws(x: Tensor) -> Tensor:
    """The power w of a wrench on a screw, as w + w²/4: a product of their two halves."""
    a, b = x.split(3, dim=1)
    w = (a * b).sum(1, keepdim=True)
    return w + w**2 / 4


CASES = [
    indefinite(
        name="so11-squeeze",
        spec="x[2] -> x",
        sample=normal(2),
        function=lambda x: x * (1 + torch.tanh(form(x, PLANE)) / 2),
        true=each(pseudo_rotations(PLANE), "x"),
    ),
    indefinite(
        name="so13-mandelstam",
        spec="3*p[4] -> 3",
        sample=box(12, -1.2, 1.2),
        function=mandelstam,
        true=each(pseudo_rotations(SPACETIME), "p"),
    ),
    indefinite(
        name="so13-force",
        spec="p[4]*p+p -> p",
        sample=normal(20),
        function=force,
        true=each(pseudo_rotations(SPACETIME), "p"),
    ),
    indefinite(
        name="so33-screws",
        spec="x[6] -> 1",
        sample=normal(6),
        function=screws,
        true=each([EXCHANGE @ A for A in rotations(6)], "x"),
    ),
]
