"""Units that differ by up to a million, between channels and inside one."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.families.units import measured
from benchmarks.zoo.families.volumes import area
from benchmarks.zoo.matrices import conjugate, each, number, rotations, traceless
from benchmarks.zoo.samples import box, normal, shell, through
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import experts

units = partial(Case, family="units")

EARTH = 3.986e14
MICRONS = np.diag([1e-6, 1e-3])
PLANT = np.diag([1e4, 20.0, 1e-3])
METERS = np.diag([1.0, 1e5])


def coulomb(x: Tensor) -> Tensor:
    """The force in newton between charges in coulomb at a distance in metres."""
    q, p, r = x.T
    return (8.99e9 * q * p / r**2)[:, None]


def charged(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([5e-7, 5e-7, 0.6], [3e-6, 3e-6, 1.8], (count, 3))


def arrhenius(x: Tensor) -> Tensor:
    """A rate per second from a barrier in joule and a temperature in kelvin."""
    barrier, T = x.T
    return (1e6 * torch.exp(-barrier / (8.314 * T)))[:, None]


def barriers(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([8e3, 500.0], [2e4, 1000.0], (count, 2))


def satellite(x: Tensor) -> Tensor:
    """The energy in joule per kilogram from a place in metres and a velocity."""
    place, velocity = x.split(3, dim=1)
    return squares(velocity) / 2 - EARTH / torch.sqrt(squares(place))


def satellites(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([9e6 * shell(3, 0.27)(rng, count), 4e3 * rng.standard_normal((count, 3))])


def flame(x: Tensor) -> Tensor:
    """How fast a flame burns, from the mixture, kelvin and pascal, by Metghalchi and Keck."""
    mixture, T, p = x.T
    rich = mixture - 1
    speed = 34 - 138 * (mixture - 1.08) ** 2
    return (speed * (T / 298) ** (2.18 - 0.8 * rich) * (p / 1e5) ** (0.22 * rich - 0.16))[:, None]


def mixtures(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([0.7, 300.0, 1e5], [1.4, 500.0, 1e6], (count, 3))


def emittance(x: Tensor) -> Tensor:
    w = area(x[:, :2], x[:, 2:])
    return w + w**2 / 4


CASES = [
    units(
        name="units-coulomb",
        spec="q[1]+p[1]+r[1] -> f[1]",
        sample=charged,
        function=coulomb,
        true=[weights(q=1, f=1), weights(p=1, f=1), weights(r=1, f=-2)],
    ),
    units(
        name="units-arrhenius",
        spec="e[1]+t[1] -> k[1]",
        sample=barriers,
        function=arrhenius,
        true=[weights(e=1, t=1)],
    ),
    units(
        name="units-satellite",
        spec="x[3]+v[3] -> e[1]",
        sample=satellites,
        function=satellite,
        true=[
            *each(rotations(3), "x"),
            *each(rotations(3), "v"),
            {"x": -2 * np.eye(3), "v": np.eye(3), "e": number(2)},
        ],
    ),
    units(
        name="units-flame",
        spec="f[1]+t[1]+p[1] -> s[1]",
        sample=mixtures,
        function=flame,
        true=[weights(t=0.22, p=0.8, s=0.22 * 2.18 - 0.8 * 0.16)],
    ),
    units(
        name="units-emittance",
        spec="2*x[2] -> 1",
        sample=through(np.kron(np.eye(2), MICRONS), box(4)),
        function=measured(emittance, np.kron(np.eye(2), MICRONS)),
        true=each(conjugate(MICRONS, traceless(2)), "x"),
    ),
    units(
        name="units-experts-none",
        spec="a[2]+b[1] -> y[2]",
        sample=through(PLANT, normal(3)),
        function=measured(experts(371, 3, 2), PLANT, METERS),
        true=[],
    ),
]
