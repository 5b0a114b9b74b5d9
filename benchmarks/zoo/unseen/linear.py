"""All that the spec allows, or much of it: constants, economies, cavities, elastic solids."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case, Matrices
from benchmarks.zoo.families.linear import apply, constant
from benchmarks.zoo.matrices import conjugate, each, everything, generic, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.unseen.maps import stresses

linear = partial(Case, family="linear")

NEEDS = np.array(
    [
        [0.10, 0.25, 0.00, 0.15, 0.05],
        [0.20, 0.05, 0.30, 0.00, 0.10],
        [0.00, 0.15, 0.20, 0.10, 0.00],
        [0.30, 0.00, 0.05, 0.15, 0.20],
        [0.05, 0.10, 0.10, 0.25, 0.30],
    ]
)
ECONOMY = np.linalg.inv(np.eye(5) - NEEDS)
GAP = np.array([[1.0, 0.8], [0.0, 1.0]])
UPRIGHT, SIDEWAYS = (GAP @ np.array([[1.0, 0.0], [-1 / f, 1.0]]) for f in (1.1, 1.7))
ROOMS = generic(311, 3)
COOLING = ROOMS @ np.diag([0.8, 0.8, 0.5]) @ np.linalg.inv(ROOMS)
WINTER = np.array([1.0, 0.5, 0.7])  # what the outside adds to each way of cooling
EYE = np.abs(generic(312, 3, 4))


def hooke(x: Tensor) -> Tensor:
    """The stress of an isotropic solid from its strain."""
    e = x.reshape(-1, 3, 3)
    trace = e.diagonal(dim1=1, dim2=2).sum(1)[:, None, None]
    return (0.6 * trace * torch.eye(3, dtype=x.dtype) + e).flatten(1)


def cooling_truth() -> list[Matrices]:
    """What mixes the two equal ways of cooling, and leaves what the outside adds."""
    across = np.array([-WINTER[1], WINTER[0], 0.0])
    return each(conjugate(ROOMS, [np.outer(e, across) for e in np.eye(3)[:2]]), "x")


def tristimulus_truth() -> list[Matrices]:
    """All of the three outputs, lifted; and what moves x along the kernel."""
    kernel, lift = np.linalg.svd(EYE)[2][3], np.linalg.pinv(EYE)
    lifted: list[Matrices] = [{"x": lift @ B @ EYE, "y": B} for B in everything(3)]
    return [*lifted, *each([np.outer(kernel, e) for e in np.eye(4)], "x")]


CASES = [
    linear(
        name="all-constant-two-channels",
        spec="x[2]+y[3] -> z[2]",
        sample=normal(5),
        function=constant(0.3, -1.2),
        true=each(everything(2), "x") + each(everything(3), "y"),
        unseen=2,
    ),
    linear(
        name="linear-leontief",
        spec="x[5] -> x",
        sample=box(5, 0.2, 2.0),
        function=apply(ECONOMY),
        true=each([np.linalg.matrix_power(NEEDS, k) for k in range(5)], "x"),
    ),
    linear(
        name="linear-cavity",
        spec="x[2]+y[2] -> x+y",
        sample=normal(4),
        function=lambda x: torch.cat([apply(UPRIGHT)(x[:, :2]), apply(SIDEWAYS)(x[:, 2:])], dim=1),
        true=each([np.eye(2), UPRIGHT], "x") + each([np.eye(2), SIDEWAYS], "y"),
    ),
    linear(
        name="linear-cooling",
        spec="x[3] -> x",
        sample=normal(3),
        function=apply(COOLING, ROOMS @ WINTER),
        true=cooling_truth(),
    ),
    linear(
        name="linear-hooke",
        spec="x[3]*x -> x*x",
        sample=stresses,
        function=hooke,
        true=each([*rotations(3), np.eye(3)], "x"),
    ),
    linear(
        name="linear-tristimulus",
        spec="x[4] -> y[3]",
        sample=box(4, 0.0, 2.0),
        function=apply(EYE),
        true=tristimulus_truth(),
    ),
]
