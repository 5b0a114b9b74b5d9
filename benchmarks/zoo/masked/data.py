"""Data that is not a round cloud: subspaces, one side, a sector, peaks, heavy tails."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.masked.maps import resonances
from benchmarks.zoo.matrices import each, generic, rotations
from benchmarks.zoo.samples import half_space, normal, student, through, wedge
from benchmarks.zoo.smooth import squares

data = partial(Case, family="data")

# Contrasts of four shares: orthonormal, and each of them without a sum.
CONTRASTS = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])[1:].T / 2
SHEET = np.linalg.qr(generic(551, 3, 2))[0]


def neighbours(x: Tensor) -> Tensor:
    """What two shops of a town lose by being near each other, and away from its centre."""
    a, b = x.split(2, dim=1)
    return 2 / torch.sqrt(1 + squares(a - b)) + 0.4 * torch.log1p(squares(a))


def hedge(x: Tensor) -> Tensor:
    """The risk of three prices, of which two are held against each other."""
    a, b, c = x.T
    held, rest = torch.sqrt(1 + (a - 2 * b) ** 2), torch.sqrt(2 + c**2 + a**2 / 2)
    return (held + rest + torch.atan(c + b / 2) + torch.sin(b) / 2)[:, None]


CASES = [
    data(
        name="data-subspace-contrasts",
        spec="x[4] -> 1",
        sample=through(CONTRASTS, normal(3)),
        function=lambda x: torch.atan(squares(x) / 2),
        true=each([CONTRASTS @ A @ CONTRASTS.T for A in rotations(3)], "x"),
        unseen=7,
    ),
    data(
        name="data-sheet-none",
        spec="x[3] -> 1",
        sample=through(SHEET, normal(2)),
        function=resonances(552, 3, 1),
        true=[],
        unseen=5,
    ),
    data(
        name="data-half-space-glow",
        spec="x[3] -> 1",
        sample=half_space(3),
        function=lambda x: 1 / (1 + squares(x) / 2),
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-sector-sonar",
        spec="x[2] -> x",
        sample=wedge(0.3, -0.8),
        function=lambda x: x * torch.exp(-squares(x) / 6),
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-laplace-neighbours",
        spec="2*x[2] -> 1",
        sample=lambda rng, count: rng.laplace(0.0, 0.8, (count, 4)),
        function=neighbours,
        true=each(rotations(2), "x"),
    ),
    data(
        name="data-tails-hedge-none",
        spec="x[3] -> 1",
        sample=student(3, 3.0),
        function=hedge,
        true=[],
    ),
]
