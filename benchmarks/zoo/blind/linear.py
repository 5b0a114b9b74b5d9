"""All that the spec allows, or much of it: constants, currents, light, work."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case, Matrices
from benchmarks.zoo.families.linear import apply, constant
from benchmarks.zoo.matrices import each, everything, rotations, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.unseen.maps import inner

linear = partial(Case, family="linear")

CLARKE = np.array([[1.0, -0.5, -0.5], [0.0, 0.75**0.5, -(0.75**0.5)]]) * 2 / 3
J = rotations(2)[0]
DELAY = np.kron(np.cos(0.7) * np.eye(2) + np.sin(0.7) * J, np.eye(2))


def clarke_truth() -> list[Matrices]:
    """All of the two outputs, lifted; and what adds the same to all three phases."""
    lift = np.linalg.pinv(CLARKE)
    lifted: list[Matrices] = [{"x": lift @ B @ CLARKE, "y": B} for B in everything(2)]
    return [*lifted, *each([np.outer(np.ones(3), e) for e in np.eye(3)], "x")]


def settling(x: Tensor) -> Tensor:
    """Three errors of a control loop some time later, and the two values that it keeps."""
    return torch.cat([0.6 * x, constant(0.4, -1.1)(x)], dim=1)


def virtual_work(x: Tensor) -> Tensor:
    """What two forces do along two displacements, and one along the other's, bounded."""
    a, b, force, other = x.split(2, dim=1)
    crossed = torch.tanh(inner(a, other))
    return torch.cat([inner(a, force) + inner(b, other) / 2, crossed], dim=1)


CASES = [
    linear(
        name="all-constant-matrix",
        spec="a[2]*b[2] -> 1",
        sample=normal(4),
        function=constant(1.7),
        true=each(everything(2), "a") + each(traceless(2), "b"),
        gauge=1,
    ),
    linear(
        name="all-but-set-points",
        spec="x[3] -> x+y[2]",
        sample=normal(3),
        function=settling,
        true=each(everything(3), "x"),
        unseen=2,
    ),
    linear(
        name="all-virtual-work",
        spec="2*x[2]+2*x.T -> s[1]+1",
        sample=normal(8),
        function=virtual_work,
        true=each(everything(2), "x"),
    ),
    linear(
        name="linear-clarke",
        spec="x[3] -> y[2]",
        sample=normal(3),
        function=apply(CLARKE),
        true=clarke_truth(),
    ),
    linear(
        name="linear-delay",
        spec="x[4] -> x",
        sample=box(4),
        function=apply(DELAY),
        true=each([np.kron(part, A) for part in (np.eye(2), J) for A in everything(2)], "x"),
    ),
]
