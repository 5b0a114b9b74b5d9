"""Rotations of spaces with a time: so(1,2), so(2,3), and so(1,3) on an electromagnetic field."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.indefinite import form
from benchmarks.zoo.matrices import conjugate, each, generic, pseudo_rotations, rotations
from benchmarks.zoo.samples import box, normal

indefinite = partial(Case, family="indefinite")

SPACE, TWO_TIMES = (1.0, -1.0, -1.0), (1.0, 1.0, -1.0, -1.0, -1.0)
SKEW = generic(131, 3)


def skew_push(x: Tensor) -> Tensor:
    """x / √(1 + Q²) with the form Q of spacetime in skew coordinates."""
    interval = form(x @ torch.from_numpy(SKEW).T, SPACE)
    return x / torch.sqrt(1 + interval**2 / 4)


def field_invariants(x: Tensor) -> Tensor:
    """E² − B² and tanh(E·B)."""
    E, B = x.split(3, dim=1)
    return torch.stack([(E**2 - B**2).sum(1), torch.tanh((E * B).sum(1))], dim=1)


def on_fields() -> list[Array]:
    """Rotations turn E and B alike; boosts mix them: real and imaginary parts of so(3, C)."""
    J = rotations(2)[0]
    return [np.kron(part, A) for part in (np.eye(2), J) for A in rotations(3)]


CASES = [
    indefinite(
        name="so12-skew-push",
        spec="x[3] -> x",
        sample=normal(3),
        function=skew_push,
        true=each(conjugate(np.linalg.inv(SKEW), pseudo_rotations(SPACE)), "x"),
    ),
    indefinite(
        name="so13-fields",
        spec="x[6] -> 2",
        sample=box(6),
        function=field_invariants,
        true=each(on_fields(), "x"),
    ),
    indefinite(
        name="so23-step",
        spec="x[5] -> 1",
        sample=normal(5),
        function=lambda x: torch.tanh(form(x, TWO_TIMES) / 4),
        true=each(pseudo_rotations(TWO_TIMES), "x"),
    ),
]
