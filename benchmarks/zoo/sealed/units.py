"""Units that differ by a million, between channels and inside one."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.indefinite import SPACE, form
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.families.units import MILLION, THREE, measured
from benchmarks.zoo.matrices import conjugate, each, pseudo_rotations, rotations
from benchmarks.zoo.samples import box, normal, through
from benchmarks.zoo.sealed.flows import trap
from benchmarks.zoo.sealed.maps import layers
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

units = partial(Case, family="units")

GAS = 8.314
SECONDS = np.diag([1e-6, 1.0, 1.0])
PHASE = np.diag([1.0] * 3 + [MILLION] * 3)
TINY = np.diag([1e-6, 1.0, 1.0])


def bottles(rng: np.random.Generator, count: int) -> Array:
    """Temperatures in kelvin and pressures in pascal."""
    return rng.uniform([300.0, 1e6], [600.0, 3e6], (count, 2))


def ideal_gas(x: Tensor) -> Tensor:
    """The volume of a mole in litres."""
    T, p = x.T
    return (1e3 * GAS * T / p)[:, None]


def diode(x: Tensor) -> Tensor:
    """The current in ampere through a diode with a leak, from volts and kelvin."""
    voltage, T = x.T
    return (1e-4 * torch.expm1(voltage / (8.617e-5 * T)) + 5e-3 * voltage)[:, None]


def circuits(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([-0.05, 200.0], [0.05, 500.0], (count, 2))


def potential_and_field(x: Tensor) -> Tensor:
    size = 1 + squares(x) / 2
    return torch.cat([torch.log(size), x / size], dim=1)


CASES = [
    units(
        name="units-ideal-gas",
        spec="t[1]+p[1] -> v[1]",
        sample=bottles,
        function=ideal_gas,
        true=[weights(t=1, v=1), weights(p=1, v=-1)],
    ),
    units(
        name="units-diode-none",
        spec="v[1]+t[1] -> i[1]",
        sample=circuits,
        function=diode,
        true=[],
    ),
    units(
        name="units-interval",
        spec="x[3] -> 1",
        sample=through(SECONDS, box(3)),
        function=measured(lambda x: torch.atan(form(x, SPACE)), SECONDS),
        true=each(conjugate(SECONDS, pseudo_rotations(SPACE)), "x"),
    ),
    units(
        name="units-trap",
        spec="q[3]+v[3] -> q+v",
        sample=through(PHASE, normal(6, 0.8)),
        function=measured(flow(trap, 0.4), PHASE, PHASE),
        true=each(rotations(3), "q", "v"),
    ),
    units(
        name="units-potential-and-field",
        spec="x[2] -> u[1]+e[2]",
        sample=normal(2),
        function=measured(potential_and_field, np.eye(2), TINY),
        true=each(rotations(2), "x", "e"),
    ),
    units(
        name="units-layers-none",
        spec="x[3] -> y[2]",
        sample=through(THREE, normal(3)),
        function=measured(layers(261, 3, 2), THREE, np.eye(2)),
        true=[],
    ),
]
