"""What keeps areas and volumes: stability, crystals, kicks of a beam."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.volumes import determinant, pairing
from benchmarks.zoo.matrices import each, symplectic, traceless
from benchmarks.zoo.samples import box, normal

volume = partial(Case, family="volumes")


def stability(x: Tensor) -> Tensor:
    """The trace of a linear system's matrix, bounded, and its determinant."""
    a, b, c, d = x.T
    return torch.stack([torch.tanh((a + d) / 2), a * d - b * c], dim=1)


def kick(x: Tensor) -> Tensor:
    """A deviation b of a beam, and more along another one a the more area they span."""
    return x[:, 4:] + x[:, :4] * torch.tanh(pairing(x) / 2)


CASES = [
    volume(
        name="sl2-stability",
        spec="x[2]*x.T -> s[1]+t[1]",
        sample=normal(4),
        function=stability,
        true=each(traceless(2), "x"),
        gauge=1,
    ),
    volume(
        name="sl3-crystal-cell",
        spec="3*x[3] -> 1",
        sample=box(9, -1.2, 1.2),
        function=lambda x: torch.log1p(determinant(x) ** 2),
        true=each(traceless(3), "x"),
    ),
    volume(
        name="sp4-kick",
        spec="2*x[4] -> x",
        sample=normal(8),
        function=kick,
        true=each(symplectic(4), "x"),
    ),
]
