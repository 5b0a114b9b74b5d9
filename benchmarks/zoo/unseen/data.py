"""Data that is not a round cloud: subspaces, a half-space, a needle, heavy tails."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, generic, rotations
from benchmarks.zoo.samples import half_space, normal, through
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow
from benchmarks.zoo.unseen.maps import dipole_field

data = partial(Case, family="data")

OPPOSITE = np.kron(np.array([[1.0], [-1.0]]), np.eye(3))
ACROSS = np.linalg.qr(generic(361, 3, 2))[0]
NEEDLE = np.linalg.qr(generic(362, 3))[0] * np.array([1.6, 0.5, 0.16])


def decay(x: Tensor) -> Tensor:
    """The energy of two particles of different masses into which one at rest falls apart."""
    p, q = x.split(3, dim=1)
    return torch.sqrt(1 + squares(p)) + torch.sqrt(4 + squares(q))


def saturation(x: Tensor) -> Tensor:
    """How a wave of light moves the charges of a glass, less and less as it gets stronger."""
    return x / (1 + squares(x) / 2)


def trade(x: Tensor) -> Tensor:
    """What two economies trade, which the smaller one limits."""
    a, b = x.T
    return (a * b / (a + b))[:, None]


def medicine(x: Tensor) -> Tensor:
    """A medicine in blood and tissue, which the liver breaks down at a limited rate."""
    blood, tissue = x.T
    passed = 0.8 * blood - 0.5 * tissue
    return torch.stack([-1.2 * blood / (0.6 + blood) - passed, passed], dim=1)


CASES = [
    data(
        name="data-subspace-decay",
        spec="2*x[3] -> 1",
        sample=through(OPPOSITE, normal(3)),
        function=decay,
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-subspace-transverse",
        spec="x[3] -> x",
        sample=through(ACROSS, normal(2)),
        function=saturation,
        true=each([ACROSS @ A @ ACROSS.T for A in rotations(2)], "x"),
        unseen=3,
    ),
    data(
        name="data-half-space-dipole",
        spec="2*x[3] -> x",
        sample=half_space(6),
        function=dipole_field,
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-needle",
        spec="x[3] -> 1",
        sample=through(NEEDLE, normal(3)),
        function=lambda x: torch.exp(-squares(x) / 3),
        true=each(rotations(3), "x"),
    ),
    data(
        name="data-pareto-trade",
        spec="a[1]+b[1] -> t[1]",
        sample=lambda rng, count: 0.5 * (1 + rng.pareto(3.0, (count, 2))),
        function=trade,
        true=[weights(a=1, b=1, t=1)],
    ),
    data(
        name="data-exponential-none",
        spec="b[1]+t[1] -> b+t",
        sample=lambda rng, count: rng.exponential(1.0, (count, 2)),
        function=flow(medicine, 0.6),
        true=[],
    ),
]
