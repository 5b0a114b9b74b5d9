"""Laws of physics in the units in which people measure."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import squares
from benchmarks.zoo.matrices import each, number, rotations, weights
from benchmarks.zoo.samples import ranges, shell

law = Family(__name__)

GAS = 8.314  # joule per mole and kelvin


@law(
    "units-ideal-gas",
    "t[1]+p[1] -> v[1]",
    ranges((300.0, 600.0), (1e6, 3e6)),
    true=[weights(t=1, v=1), weights(p=1, v=-1)],
)
def ideal_gas(x: Tensor) -> Tensor:
    """The volume of a mole in litres."""
    T, p = x.T
    return (1e3 * GAS * T / p)[:, None]


@law("units-diode-none", "v[1]+t[1] -> i[1]", ranges((-0.05, 0.05), (200.0, 500.0)))
def diode(x: Tensor) -> Tensor:
    """The current in ampere through a diode with a leak, from volts and kelvin."""
    voltage, T = x.T
    return (1e-4 * torch.expm1(voltage / (8.617e-5 * T)) + 5e-3 * voltage)[:, None]


@law(
    "units-coulomb",
    "q[1]+p[1]+r[1] -> f[1]",
    ranges((5e-7, 3e-6), (5e-7, 3e-6), (0.6, 1.8)),
    true=[weights(q=1, f=1), weights(p=1, f=1), weights(r=1, f=-2)],
)
def coulomb(x: Tensor) -> Tensor:
    """The force in newton between charges in coulomb at a distance in metres."""
    q, p, r = x.T
    return (8.99e9 * q * p / r**2)[:, None]


@law(
    "units-arrhenius",
    "e[1]+t[1] -> k[1]",
    ranges((8e3, 2e4), (500.0, 1000.0)),
    true=[weights(e=1, t=1)],
)
def arrhenius(x: Tensor) -> Tensor:
    """A rate per second from a barrier in joule and a temperature in kelvin."""
    barrier, T = x.T
    return (1e6 * torch.exp(-barrier / (GAS * T)))[:, None]


def satellites(rng: np.random.Generator, count: int) -> Array:
    """Places in metres, and velocities in metres per second."""
    return np.hstack([9e6 * shell(3, 0.27)(rng, count), 4e3 * rng.standard_normal((count, 3))])


EARTH = 3.986e14


@law(
    "units-satellite",
    "x[3]+v[3] -> e[1]",
    satellites,
    true=[
        *each(rotations(3), "x"),
        *each(rotations(3), "v"),
        {"x": -2 * np.eye(3), "v": np.eye(3), "e": number(2)},
    ],
)
def satellite(x: Tensor) -> Tensor:
    """The energy in joule per kilogram from a place in metres and a velocity."""
    place, velocity = x.split(3, dim=1)
    return squares(velocity) / 2 - EARTH / torch.sqrt(squares(place))


@law(
    "units-flame",
    "f[1]+t[1]+p[1] -> s[1]",
    ranges((0.7, 1.4), (300.0, 500.0), (1e5, 1e6)),
    true=[weights(t=0.22, p=0.8, s=0.22 * 2.18 - 0.8 * 0.16)],
)
def flame(x: Tensor) -> Tensor:
    """How fast a flame burns, from the mixture, kelvin and pascal, by Metghalchi and Keck."""
    mixture, T, p = x.T
    rich = mixture - 1
    speed = 34 - 138 * (mixture - 1.08) ** 2
    return (speed * (T / 298) ** (2.18 - 0.8 * rich) * (p / 1e5) ** (0.22 * rich - 0.16))[:, None]


@law(
    "units-filament",
    "a[1]+t[1]+r[1] -> p[1]",
    ranges((2e-5, 9e-5), (500.0, 900.0), (250.0, 450.0)),
    true=[weights(a=1, p=1), weights(t=1, r=1, p=4)],
)
def filament(x: Tensor) -> Tensor:
    """The watts that a wire of some square metres radiates, at kelvins in a room of kelvins."""
    area, T, room = x.T
    return (5.67e-8 * area * (T**4 - room**4))[:, None]


@law(
    "units-low-pass",
    "f[1]+r[1]+c[1] -> g[1]",
    ranges((4e5, 2e6), (1e2, 5e2), (5e-10, 2e-9)),
    true=[weights(f=1, r=-1), weights(f=1, c=-1)],
)
def low_pass(x: Tensor) -> Tensor:
    """What a filter lets through: hertz, ohm and farad."""
    frequency, resistance, capacity = x.T
    return (1 + (6.28 * frequency * resistance * capacity) ** 2).rsqrt()[:, None]


@law(
    "units-wall",
    "k[1]+a[1]+t[1]+c[1]+l[1] -> q[1]",
    ranges((0.5, 1.5), (1e-4, 4e-4), (400.0, 600.0), (260.0, 360.0), (2e-3, 6e-3)),
    true=[weights(k=1, q=1), weights(a=1, q=1), weights(t=1, c=1, q=1), weights(l=1, q=-1)],
)
def wall(x: Tensor) -> Tensor:
    """The watts through a pane: conductivity, square metres, kelvins on both sides, metres."""
    conductivity, area, T, cold, thickness = x.T
    return (conductivity * area * (T - cold) / thickness)[:, None]
