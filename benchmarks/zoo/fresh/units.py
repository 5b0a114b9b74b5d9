"""Units that differ by a million, between channels and inside one."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.flows import newton
from benchmarks.zoo.families.units import INSIDE, MILLION, measured
from benchmarks.zoo.fresh.flows import duffing
from benchmarks.zoo.fresh.maps import bumps
from benchmarks.zoo.matrices import conjugate, each, pseudo_rotations, rotations
from benchmarks.zoo.samples import box, normal, through
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

units = partial(Case, family="units")

FAR = np.diag([MILLION, MILLION, MILLION, 1.0])
TINY = np.diag([1e-6, 1.0])
SMALL = np.diag([1e-3, 1e3])


def glow(x: Tensor) -> Tensor:
    """What is seen of a lamp at a place and with a power."""
    return (1 + x[:, 3:] ** 2) / (1 + squares(x[:, :3]) / 3) + x[:, 3:]


CASES = [
    units(
        name="units-lamp",
        spec="x[3]+w[1] -> b[1]",
        sample=through(FAR, normal(4)),
        function=measured(glow, FAR, np.diag([1e-3])),
        true=each(rotations(3), "x"),
    ),
    units(
        name="units-inside-boost",
        spec="x[2] -> 1",
        sample=through(SMALL, box(2)),
        function=measured(lambda x: torch.atan(x[:, :1] ** 2 - x[:, 1:] ** 2), SMALL),
        true=each(conjugate(SMALL, pseudo_rotations((1.0, -1.0))), "x"),
    ),
    units(
        name="units-outputs-none",
        spec="x[2] -> y[2]",
        sample=box(2),
        function=measured(bumps(161, 2, 2), np.eye(2), INSIDE),
        true=[],
    ),
    units(
        name="units-duffing-none",
        spec="q[1]+p[1] -> q+p",
        sample=through(TINY, normal(2, 0.8)),
        function=measured(flow(newton(duffing), 0.5), TINY, TINY),
        true=[],
    ),
]
