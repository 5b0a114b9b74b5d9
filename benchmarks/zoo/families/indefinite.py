"""Rotations of spaces with a time: so(1,1), so(1,2), so(1,3), so(2,2)."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import each, number, pseudo_rotations, traceless
from benchmarks.zoo.samples import box, normal

indefinite = partial(Case, family="indefinite")

PLANE, SPACE, SPACETIME = (1.0, -1.0), (1.0, -1.0, -1.0), (1.0, -1.0, -1.0, -1.0)


def form(x: Tensor, signs: tuple[float, ...]) -> Tensor:
    """Σ signs_i x_i²."""
    return (x.square() * torch.tensor(signs, dtype=x.dtype)).sum(1, keepdim=True)


def lower(x: Tensor, signs: tuple[float, ...]) -> Tensor:
    return x * torch.tensor(signs, dtype=x.dtype)


CASES = [
    indefinite(
        name="so11-step",
        spec="x[2] -> 1",
        sample=normal(2),
        function=lambda x: torch.tanh(form(x, PLANE) / 2),
        true=each(pseudo_rotations(PLANE), "x"),
    ),
    indefinite(
        name="so12-arc",
        spec="x[3] -> 1",
        sample=normal(3),
        function=lambda x: torch.atan(form(x, SPACE) / 2),
        true=each(pseudo_rotations(SPACE), "x"),
    ),
    indefinite(
        name="so13-mass-scaled",
        spec="p[4] -> s[1]",
        sample=normal(4),
        function=lambda p: form(p, SPACETIME),
        true=[*each(pseudo_rotations(SPACETIME), "p"), {"p": np.eye(4), "s": number(2)}],
    ),
    indefinite(
        name="so13-pair",
        spec="2*p[4] -> 1",
        sample=normal(8),
        function=lambda p: form(p[:, :4] + p[:, 4:], SPACETIME),
        true=each(pseudo_rotations(SPACETIME), "p"),
    ),
    indefinite(
        name="so13-gradient",
        spec="p[4] -> p.T",
        sample=box(4),
        function=lambda p: lower(p, SPACETIME) * (1 + form(p, SPACETIME) / 4),
        true=each(pseudo_rotations(SPACETIME), "p"),
    ),
    indefinite(
        name="so22-determinant",
        spec="x[4] -> 1",
        sample=normal(4),
        function=lambda x: (x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2])[:, None],
        true=each(
            [
                *(np.kron(A, np.eye(2)) for A in traceless(2)),
                *(np.kron(np.eye(2), A) for A in traceless(2)),
            ],
            "x",
        ),
    ),
]
