"""All that the spec allows, or much of it: constants, curves, traces, antennas, cameras."""

from __future__ import annotations

from functools import partial

import numpy as np
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.linear import apply, constant, killing
from benchmarks.zoo.matrices import each, everything, traceless
from benchmarks.zoo.samples import box, normal

linear = partial(Case, family="linear")

CASTELJAU = np.array([[0.7, 0.3, 0.0], [0.0, 0.7, 0.3]])
ANTENNAS = np.array([[np.cos(k * np.pi / 3), np.sin(k * np.pi / 3)] for k in range(3)])
CAMERA, CORNER = np.array([[1.2, 0.3], [-0.4, 0.9]]), np.array([0.8, -0.5])


def trace(x: Tensor) -> Tensor:
    """How fast a linear flow makes volumes grow: the trace of its matrix."""
    return x.reshape(-1, 3, 3).diagonal(dim1=1, dim2=2).sum(1, keepdim=True)


CASES = [
    linear(
        name="all-fixed-rates",
        spec="x[4] -> y[2]",
        sample=normal(4),
        function=constant(1.1, 0.6),
        true=each(everything(4), "x"),
        unseen=2,
    ),
    linear(
        name="all-bezier",
        spec="3*x[2] -> 2*x",
        sample=normal(6),
        function=apply(np.kron(CASTELJAU, np.eye(2))),
        true=each(everything(2), "x"),
    ),
    linear(
        name="all-divergence",
        spec="x[3]*x.T -> 1",
        sample=normal(9),
        function=trace,
        true=each(traceless(3), "x"),
        gauge=1,
    ),
    linear(
        name="linear-antennas",
        spec="x[2] -> y[3]",
        sample=normal(2),
        function=apply(ANTENNAS),
        true=[{"x": A, "y": ANTENNAS @ A @ np.linalg.pinv(ANTENNAS)} for A in everything(2)],
        unseen=3,
    ),
    linear(
        name="linear-pixels",
        spec="x[2] -> y[2]",
        sample=box(2),
        function=apply(CAMERA, CORNER),
        true=[
            {"x": A, "y": CAMERA @ A @ np.linalg.inv(CAMERA)}
            for A in killing(np.linalg.solve(CAMERA, CORNER))
        ],
    ),
]
