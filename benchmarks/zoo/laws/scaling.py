"""Laws that scale: homogeneous functions, powers, products of numbers with several parts."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Matrices
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import inner, squares
from benchmarks.zoo.matrices import (
    QUATERNIONS,
    J,
    each,
    everything,
    generic,
    number,
    rotations,
    weights,
)
from benchmarks.zoo.samples import beside, box, normal, partly_positive, ranges, shell

law = Family(__name__)


@law("scaling-cubic", "x[3] -> s[1]", box(3), true=[{"x": np.eye(3), "s": number(3)}])
def cubic(x: Tensor) -> Tensor:
    """A form of degree three."""
    a, b, c = x.T
    return (a**3 + 2 * b**3 + 3 * c**3 + a * b * c - a**2 * c)[:, None]


FORMS = np.array([generic(k, 3) @ generic(k, 3).T for k in (41, 42, 43)])


@law("scaling-lengths", "x[3] -> x", shell(3, 0.6), true=each([np.eye(3)], "x"))
def lengths(x: Tensor) -> Tensor:
    """The length of x in three different metrics, which grows as x does."""
    return torch.sqrt(torch.einsum("kij,bi,bj->bk", torch.from_numpy(FORMS), x, x))


@law("scaling-ratio", "x[3] -> 1", shell(3, 0.6), true=each([np.eye(3)], "x"))
def ratio(x: Tensor) -> Tensor:
    """The ratio of two metrics."""
    a, b = torch.einsum("kij,bi,bj->kb", torch.from_numpy(FORMS[:2]), x, x)
    return (a / b)[:, None]


@law("scaling-weights", "a[1]+b[1] -> s[1]", box(2), true=[weights(a=3, b=2, s=6)])
def square_and_cube(x: Tensor) -> Tensor:
    """a² + b³, in which a and b scale at different rates."""
    return x[:, :1] ** 2 + x[:, 1:] ** 3


@law(
    "scaling-pendulum",
    "m[1]+l[1]+g[1] -> t[1]",
    box(3, 0.5, 2.0),
    true=[weights(m=1), weights(l=1, t=0.5), weights(g=1, t=-0.5)],
)
def pendulum(x: Tensor) -> Tensor:
    """The period of a pendulum, from its mass, length and gravity."""
    return 6.28 * torch.sqrt(x[:, 1:2] / x[:, 2:])


@law(
    "scaling-complex-product",
    "x[2]+y[2] -> z[2]",
    normal(4),
    true=each([np.eye(2), J], "x", "z") + each([np.eye(2), J], "y", "z"),
)
def complex_product(x: Tensor) -> Tensor:
    """The product of two complex numbers."""
    a, b, c, d = x.T
    return torch.stack([a * c - b * d, a * d + b * c], dim=1)


@law(
    "scaling-complex-square",
    "x[2] -> y[2]",
    normal(2),
    true=[{"x": A, "y": 2 * A} for A in (np.eye(2), J)],
)
def complex_square(x: Tensor) -> Tensor:
    """The square of a complex number."""
    return complex_product(torch.cat([x, x], dim=1))


UNITS = np.eye(4)


def quaternion_truth() -> list[Matrices]:
    """a -> p a q⁻¹, b -> q b r⁻¹, ab -> p ab r⁻¹; p = q = r = a real number moves nothing."""
    left = [np.einsum("kij,i->kj", QUATERNIONS, u) for u in UNITS]
    right = [np.einsum("kij,j->ki", QUATERNIONS, u) for u in UNITS]
    p = [{"a": L, "c": L} for L in left]
    q = [{"a": -R, "b": L} for L, R in zip(left, right, strict=True)]
    r = [{"b": -R, "c": -R} for R in right]
    return [*p, *q, *r[1:]]


@law("scaling-quaternion-product", "a[4]+b[4] -> c[4]", normal(8), true=quaternion_truth())
def quaternion_product(x: Tensor) -> Tensor:
    """The product of two quaternions."""
    T = torch.from_numpy(QUATERNIONS)
    return torch.einsum("kij,bi,bj->bk", T, x[:, :4], x[:, 4:])


@law(
    "scaling-drag",
    "r[1]+v[1]+d[1]+m[1] -> f[1]",
    box(4, 0.5, 2.0),
    true=[weights(v=1, d=-1), weights(r=1, m=1, f=1), weights(v=1, m=1, f=2)],
)
def drag(x: Tensor) -> Tensor:
    """The force on a ball from density, speed, diameter and viscosity."""
    density, speed, size, viscosity = x.T
    return (density * (speed * size) ** 2 + 3 * viscosity * speed * size)[:, None]


@law(
    "scaling-two-laws",
    "a[1]+b[1] -> s[1]+t[1]",
    box(2, 0.5, 2.0),
    true=[weights(a=1, b=1, s=0.5, t=3)],
)
def two_laws(x: Tensor) -> Tensor:
    """Two laws with one scaling in common."""
    a, b = x.T
    return torch.stack([a**1.5 / b, a * b**2 + a**3 / 2], dim=1)


@law(
    "scaling-heat",
    "x[2]+t[1] -> u[1]",
    beside(normal(2), box(1, 0.5, 2.0)),
    true=[*each(rotations(2), "x"), {"x": np.eye(2), "t": number(2), "u": number(-2)}],
)
def heat(x: Tensor) -> Tensor:
    """The temperature at a place of the plane, a time after a spark at the origin."""
    t = x[:, 2:]
    return torch.exp(-squares(x[:, :2]) / (4 * t)) / t


@law("scaling-cone", "x[3] -> x+1", shell(3, 0.5), true=each([np.eye(3)], "x"))
def cone(x: Tensor) -> Tensor:
    """A vector that grows as x does, and a number that knows the direction of x alone."""
    size = squares(x)
    form = x[:, :1] ** 2 + 2 * x[:, 1:2] ** 2 + 0.5 * x[:, 2:] ** 2
    return torch.cat([x * form / size, x[:, :1] * x[:, 1:2] / size], dim=1)


@law("scaling-planck", "n[1]+t[1] -> b[1]", box(2, 0.5, 3.0), true=[weights(n=1, t=1, b=3)])
def planck(x: Tensor) -> Tensor:
    """The brightness of a black body from frequency and temperature."""
    frequency, T = x.T
    return (frequency**3 / torch.expm1(frequency / T))[:, None]


@law(
    "scaling-period",
    "a[1]+m[1]+n[1] -> t[1]",
    box(3, 0.5, 2.0),
    true=[weights(a=1, t=1.5), weights(m=1, n=1, t=-0.5)],
)
def period(x: Tensor) -> Tensor:
    """How long two masses at a distance take to go round each other."""
    distance, first, second = x.T
    return (6.28 * torch.sqrt(distance**3 / (first + second)))[:, None]


@law(
    "scaling-coulomb-field",
    "x[3] -> y[3]",
    shell(3, 0.5),
    true=[*each(rotations(3), "x", "y"), {"x": np.eye(3), "y": -2 * np.eye(3)}],
)
def coulomb_field(x: Tensor) -> Tensor:
    """The electric field of a point charge."""
    return x / squares(x) ** 1.5


@law(
    "scaling-cosine",
    "a[3]+b[3] -> 1",
    beside(shell(3, 0.6), shell(3, 0.6)),
    true=[*each(rotations(3), "a", "b"), {"a": np.eye(3)}, {"b": np.eye(3)}],
)
def cosine(x: Tensor) -> Tensor:
    """The cosine of the angle between two vectors."""
    a, b = x.split(3, dim=1)
    return inner(a, b) / torch.sqrt(squares(a) * squares(b))


@law(
    "scaling-production", "x[3] -> s[1]", box(3, 0.2, 2.0), true=[{"x": np.eye(3), "s": number(1)}]
)
def production(x: Tensor) -> Tensor:
    """An output from labour, capital and land that can hardly replace each other."""
    share = torch.tensor([0.5, 0.3, 0.2], dtype=x.dtype)
    return 1 / ((1 / x) @ share)[:, None]


@law(
    "scaling-option",
    "s[1]+k[1]+v[1]+t[1]+r[1] -> c[1]",
    ranges((0.6, 1.8), (0.6, 1.8), (0.3, 0.9), (0.5, 2.0), (0.05, 0.5)),
    true=[weights(s=1, k=1, c=1), weights(v=1, t=-2, r=2)],
)
def option(x: Tensor) -> Tensor:
    """Black and Scholes: a call from price, strike, volatility, time and interest."""
    price, strike, volatility, time, interest = x.T
    spread = volatility * torch.sqrt(time)
    d = (torch.log(price / strike) + interest * time) / spread + spread / 2
    first, second = (0.5 + torch.erf(z / 2**0.5) / 2 for z in (d, d - spread))
    return (price * first - strike * torch.exp(-interest * time) * second)[:, None]


@law(
    "scaling-thick-lens",
    "r[1]+q[1]+d[1]+n[1] -> f[1]",
    ranges((0.8, 2.0), (0.8, 2.0), (0.2, 1.0), (1.3, 1.9)),
    true=[weights(r=1, q=1, d=1, f=1)],
)
def thick_lens(x: Tensor) -> Tensor:
    """The focal length of a lens from its radii, thickness and index."""
    first, second, thickness, index = x.T
    more = index - 1
    power = more * (first + second - more * thickness / index) / (first * second)
    return (1 / power)[:, None]


@law(
    "scaling-poiseuille",
    "p[1]+r[1]+m[1]+l[1] -> q[1]",
    box(4, 0.7, 1.6),
    true=[weights(p=1, q=1), weights(r=1, q=4), weights(m=1, q=-1), weights(l=1, q=-1)],
)
def poiseuille(x: Tensor) -> Tensor:
    """How much flows through a pipe: pressure, radius, viscosity and length."""
    pressure, radius, viscosity, length = x.T
    return (pressure * radius**4 / (2.5 * viscosity * length))[:, None]


@law(
    "scaling-bernoulli",
    "r[1]+v[1]+g[1]+h[1] -> p[1]",
    box(4, 0.4, 2.0),
    true=[weights(r=1, p=1), weights(v=1, h=2, p=2), weights(g=1, h=-1)],
)
def bernoulli(x: Tensor) -> Tensor:
    """The pressure that stops a stream: density, speed, gravity and depth."""
    density, speed, gravity, depth = x.T
    return (density * (speed**2 / 2 + gravity * depth))[:, None]


@law(
    "scaling-biot-savart",
    "i[3]+r[3] -> b[3]",
    beside(normal(3), shell(3, 0.4)),
    true=[
        *each(rotations(3), "i", "r", "b"),
        {"i": np.eye(3), "b": np.eye(3)},
        {"r": np.eye(3), "b": -2 * np.eye(3)},
    ],
)
def biot_savart(x: Tensor) -> Tensor:
    """The magnetic field of a piece of current at a place."""
    current, r = x.split(3, dim=1)
    return torch.linalg.cross(current, r) / squares(r) ** 1.5


@law(
    "scaling-demand",
    "p[2]+m[1] -> d[2]",
    box(3, 0.4, 2.5),
    true=[{"p": np.eye(2), "d": -np.eye(2)}, {"m": number(1), "d": np.eye(2)}],
)
def demand(x: Tensor) -> Tensor:
    """How much of two goods people with an income buy at some prices."""
    p, q, income = x.T
    level = income / (0.6 / p + 0.4 / q)
    return torch.stack([0.6 * level / p**2, 0.4 * level / q**2], dim=1)


@law(
    "scaling-manning",
    "r[1]+s[1]+n[1] -> v[1]",
    box(3, 0.5, 2.0),
    true=[weights(r=1, v=2 / 3), weights(s=1, v=0.5), weights(n=1, v=-1)],
)
def manning(x: Tensor) -> Tensor:
    """How fast a river flows: its hydraulic radius, slope and roughness."""
    radius, slope, roughness = x.T
    return (radius ** (2 / 3) * torch.sqrt(slope) / roughness)[:, None]


@law("scaling-einstein-heat", "t[1]+h[1] -> c[1]", box(2, 0.4, 2.5), true=[weights(t=1, h=1)])
def einstein_heat(x: Tensor) -> Tensor:
    """The heat capacity of a crystal at a temperature, and with one for its vibrations."""
    T, vibration = x.T
    half = vibration / (2 * T)
    return ((half / torch.sinh(half)) ** 2)[:, None]


@law(
    "scaling-cantilever",
    "f[1]+q[1]+l[1]+s[1] -> d[1]",
    box(4, 0.5, 1.8),
    true=[weights(f=1, q=1, d=1), weights(s=1, d=-1), weights(l=1, q=-1, d=3)],
)
def cantilever(x: Tensor) -> Tensor:
    """How far a beam bends: a load at its end, one along it, its length and stiffness."""
    end, along, length, stiffness = x.T
    return ((end * length**3 / 3 + along * length**4 / 8) / stiffness)[:, None]


@law(
    "scaling-centroid",
    "2*(x[2]+m[1]) -> y[2]",
    partly_positive(6, slice(2, None, 3), 0.4, 2.0),
    true=[*each(everything(2), "x", "y"), {"m": number(1)}],
)
def centroid(x: Tensor) -> Tensor:
    """The centre of two masses."""
    a, m, b, n = x.split([2, 1, 2, 1], dim=1)
    return (m * a + n * b) / (m + n)


@law(
    "scaling-settling",
    "p[1]+w[1]+g[1]+d[1]+m[1] -> v[1]",
    ranges((1.6, 3.0), (0.6, 1.2), (0.5, 1.5), (0.5, 1.5), (0.5, 1.5)),
    true=[weights(p=1, w=1, v=1), weights(g=1, v=1), weights(d=1, v=2), weights(m=1, v=-1)],
)
def settling(x: Tensor) -> Tensor:
    """How fast a grain sinks: densities of grain and water, gravity, diameter, viscosity."""
    grain, water, gravity, diameter, viscosity = x.T
    return ((grain - water) * gravity * diameter**2 / viscosity)[:, None]


MIXED = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0]])


def chromaticity_truth() -> list[Matrices]:
    """What mixes the first two stimuli and keeps the sum of all; and more light."""
    mixed: list[Matrices] = []
    for B in everything(2):
        A = np.zeros((3, 3))
        A[:2, :2] = B
        mixed.append({"x": np.linalg.inv(MIXED) @ A @ MIXED, "y": B})
    return [*mixed, {"x": np.eye(3)}]


@law("scaling-chromaticity", "x[3] -> y[2]", box(3, 0.3, 2.0), true=chromaticity_truth())
def chromaticity(x: Tensor) -> Tensor:
    """The hue and saturation of a light of three stimuli: the shares of the first two."""
    return x[:, :2] / x.sum(1, keepdim=True)


TURNS = [np.eye(2), J]


@law(
    "scaling-phasor",
    "u[2]+z[2] -> i[2]",
    beside(normal(2), shell(2, 0.5)),
    true=each(TURNS, "u", "i") + [{"z": A, "i": -A} for A in TURNS],
)
def phasor(x: Tensor) -> Tensor:
    """An alternating current from voltage and impedance, all of them complex."""
    a, b, c, d = x.T
    return torch.stack([a * c + b * d, b * c - a * d], dim=1) / (c**2 + d**2)[:, None]


@law(
    "scaling-ripples",
    "g[1]+k[1]+t[1]+r[1] -> w[1]",
    box(4, 0.5, 2.0),
    true=[weights(g=1, t=1, w=0.5), weights(t=1, r=1), weights(k=1, t=-2, w=0.5)],
)
def ripples(x: Tensor) -> Tensor:
    """The frequency of waves on water: gravity, wave number, surface tension, density."""
    gravity, wave, tension, density = x.T
    return torch.sqrt(gravity * wave + tension * wave**3 / density)[:, None]
