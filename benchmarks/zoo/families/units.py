"""Units that differ by a million, between channels and inside one."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch

from benchmarks.zoo.case import Array, Case, Function
from benchmarks.zoo.families.channels import two_lengths
from benchmarks.zoo.families.flows import kepler, newton
from benchmarks.zoo.matrices import conjugate, each, rotations
from benchmarks.zoo.samples import normal, through
from benchmarks.zoo.smooth import smooth_map, squares
from benchmarks.zoo.steps import flow

units = partial(Case, family="units")

MILLION = 1e6
INSIDE = np.diag([1.0, MILLION])
THREE = np.diag([1e-3, 1.0, 1e3])
SECOND = np.diag([1.0, 1.0, MILLION, MILLION])
BOTH = np.kron(np.eye(2), np.diag([1.0, 1.0, MILLION]))


def measured(f: Function, into: Array, out: Array | None = None) -> Function:
    """The function of data that was z and is given as ``into`` z; outputs likewise."""
    back = torch.from_numpy(np.linalg.inv(into))
    forth = torch.eye(1, dtype=torch.float64) if out is None else torch.from_numpy(out)
    return lambda x: f(x @ back.T) @ forth.T


CASES = [
    units(
        name="units-channels",
        spec="a[2]+b[2] -> 1",
        sample=through(SECOND, normal(4)),
        function=measured(two_lengths, SECOND),
        true=each(rotations(2), "a") + each(rotations(2), "b"),
    ),
    units(
        name="units-channels-none",
        spec="a[2]+b[2] -> 1",
        sample=through(SECOND, normal(4)),
        function=measured(smooth_map(61, 4, 1), SECOND),
        true=[],
    ),
    units(
        name="units-inside",
        spec="x[2] -> 1",
        sample=through(INSIDE, normal(2)),
        function=measured(lambda x: torch.log1p(squares(x)), INSIDE),
        true=each(conjugate(INSIDE, rotations(2)), "x"),
    ),
    units(
        name="units-inside-none",
        spec="x[2] -> 1",
        sample=through(INSIDE, normal(2)),
        function=measured(smooth_map(62, 2, 1), INSIDE),
        true=[],
    ),
    units(
        name="units-inside-three",
        spec="x[3] -> 1",
        sample=through(THREE, normal(3)),
        function=measured(lambda x: torch.sqrt(1 + squares(x)), THREE),
        true=each(conjugate(THREE, rotations(3)), "x"),
    ),
    units(
        name="units-flow",
        spec="q[2]+p[2] -> q+p",
        sample=through(SECOND, normal(4)),
        function=measured(flow(newton(kepler), 0.5), SECOND, SECOND),
        true=each(rotations(2), "q", "p"),
    ),
    units(
        name="units-outputs",
        spec="x[2] -> y[2]",
        sample=normal(2),
        function=measured(lambda x: x * squares(x), np.eye(2), INSIDE),
        true=[
            {"x": rotations(2)[0], "y": conjugate(INSIDE, rotations(2))[0]},
            {"x": np.eye(2), "y": 3 * np.eye(2)},
        ],
    ),
    units(
        name="units-shared",
        spec="2*x[3] -> 1",
        sample=through(BOTH, normal(6)),
        function=measured(lambda x: (x[:, :3] * x[:, 3:]).sum(1, keepdim=True), BOTH),
        true=each(conjugate(BOTH[:3, :3], rotations(3)), "x"),
    ),
]
