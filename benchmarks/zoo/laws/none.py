"""No symmetry at all, whatever the spec allows."""

from __future__ import annotations

import torch
from torch import Tensor

from benchmarks.zoo.family import Family
from benchmarks.zoo.maps import bumps, experts, layers, resonances, ridges, smooth_map, soft_maxima
from benchmarks.zoo.samples import beside, box, normal, ranges

law = Family(__name__)


@law("none-formula", "x[3] -> 1", normal(3))
def formula(x: Tensor) -> Tensor:
    """A formula without any structure."""
    a, b, c = x.T
    return (torch.sin(a) + b**2 * c + torch.exp(c / 2) + a * b)[:, None]


law.add("none-two-outputs", "x[3] -> y[2]", normal(3), smooth_map(1, 3, 2))
law.add("none-vector", "x[3] -> x", normal(3), smooth_map(2, 3, 3))
law.add("none-covector", "x[3] -> x.T", normal(3), smooth_map(3, 3, 3))
law.add("none-shared-in-and-out", "3*x[2] -> x+1", normal(6), smooth_map(5, 6, 3))
law.add("none-channels", "a[2]+b[3] -> c[2]", normal(5), smooth_map(6, 5, 2))
law.add("none-matrix-in", "a[2]*b[2] -> 1", normal(4), smooth_map(7, 4, 1), gauge=1)
law.add("none-matrix-out", "x[3] -> a[2]*b[2]", normal(3), smooth_map(8, 3, 4), gauge=1)
law.add("none-matrix-and-dual", "x[2]*x+x.T -> x*x.T", normal(6), smooth_map(9, 6, 4))
law.add("none-eight", "x[8] -> 1", normal(8), smooth_map(10, 8, 1))


@law("none-cube", "s[1] -> s", normal(1))
def cube(x: Tensor) -> Tensor:
    """An odd polynomial, which no scaling commutes with."""
    return x + 0.3 * x**3


@law("none-gas", "t[1]+v[1] -> p[1]", box(2, 1.0, 3.0))
def van_der_waals(x: Tensor) -> Tensor:
    """The pressure of a gas from its temperature and volume: p = T/(V − b) − a/V²."""
    T, V = x.T
    return (T / (V - 0.3) - 1.0 / V**2)[:, None]


@law("none-egg-tray", "x[2] -> 1", box(2))
def egg_tray(x: Tensor) -> Tensor:
    """Waves along one axis, and along the other the faster the further out."""
    a, b = x.T
    return (torch.cos(1.3 * a) + torch.sin(a * b) + 0.5 * b)[:, None]


@law("none-reaction", "t[1]+c[1]+p[1] -> r[1]+h[1]", box(3, 0.5, 2.0))
def reaction(x: Tensor) -> Tensor:
    """A rate by Arrhenius's law with saturation, and a heat, from T, c and p."""
    T, c, p = x.T
    rate = torch.exp(-1 / T) * c / (1 + c) + 0.2 * p
    return torch.stack([rate, T**2 + c * p - 1], dim=1)


law.add("none-bumps", "x[4] -> y[3]", box(4), bumps(101, 4, 3))
law.add("none-ridges", "x[6] -> 2", normal(6), ridges(102, 6, 2))
law.add("none-vectors-and-dual", "2*x[2]+x.T -> x+x.T", normal(6), ridges(103, 6, 4))
law.add("none-matrix-and-covector", "x[2]*y[3]+y.T -> x", normal(9), bumps(104, 9, 2))


@law("none-morse", "r[1] -> v[1]", box(1, 0.5, 3.0))
def morse(r: Tensor) -> Tensor:
    """The energy of a chemical bond by its length, by Morse's formula."""
    return (1 - torch.exp(1 - r)) ** 2


@law("none-butler-volmer", "e[1]+t[1]+c[1] -> j[1]", ranges((-1.0, 1.0), (0.6, 1.4), (0.3, 2.0)))
def butler_volmer(x: Tensor) -> Tensor:
    """The current through an electrode from voltage, temperature and concentration."""
    voltage, T, c = x.T
    return (c * torch.exp(voltage / T) - torch.exp(-voltage / T) + 0.3 * voltage)[:, None]


@law("none-himmelblau", "x[2] -> 1", box(2))
def himmelblau(x: Tensor) -> Tensor:
    """A landscape with four valleys, by which optimisers are tried."""
    a, b = x.T
    return ((a**2 + b - 1) ** 2 + (a + b**2 - 0.6) ** 2)[:, None]


@law("none-flory-huggins", "c[1]+t[1] -> g[1]", beside(box(1, 0.1, 0.9), box(1, 0.5, 1.5)))
def flory_huggins(x: Tensor) -> Tensor:
    """The free energy of mixing a polymer and a solvent, from its share and temperature."""
    c, T = x.T
    entropy = c * torch.log(c) / 4 + (1 - c) * torch.log(1 - c)
    return (T * entropy + 1.5 * c * (1 - c))[:, None]


@law("none-robot-arm", "q[3] -> y[2]", box(3))
def arm(x: Tensor) -> Tensor:
    """Where the hand of a robot with three joints is."""
    angles = x.cumsum(dim=1)
    lengths = torch.tensor([1.0, 0.8, 0.5], dtype=x.dtype)
    return torch.stack([torch.cos(angles) @ lengths, torch.sin(angles) @ lengths], dim=1)


law.add("none-layers", "x[5] -> y[2]", normal(5), layers(201, 5, 2))
law.add("none-seven", "x[7] -> 1", normal(7), layers(202, 7, 1))
law.add("none-matrix-to-vector", "a[2]*b[3] -> a", box(6), layers(203, 6, 2))
law.add("none-two-vectors-covector", "2*x[3] -> x.T", normal(6), layers(204, 6, 3))


@law("none-antoine", "t[1] -> p[1]", box(1, 0.2, 3.0))
def antoine(T: Tensor) -> Tensor:
    """The pressure of a vapour from its temperature."""
    return torch.exp(3 - 4 / (0.8 + T))


@law("none-photosynthesis", "l[1]+t[1] -> p[1]", box(2, 0.2, 2.5))
def photosynthesis(x: Tensor) -> Tensor:
    """What a leaf gains in light at some temperature, less what it breathes."""
    light, T = x.T
    return (light / (1 + light) * torch.exp(-((T - 1) ** 2)) - 0.1 * 2**T)[:, None]


@law("none-camel", "x[2] -> 1", box(2, -1.2, 1.2))
def camel(x: Tensor) -> Tensor:
    """A landscape with six valleys, by which optimisers are tried."""
    a, b = x.T
    return ((4 - 2.1 * a**2 + a**4 / 3) * a**2 + a * b + 4 * (b**2 - 1) * b**2)[:, None]


@law("none-two-links", "q[2]+v[2] -> t[2]", box(4))
def two_links(x: Tensor) -> Tensor:
    """The torques that hold an arm of two links, from its angles and their speeds."""
    a, b, v, w = x.T
    lower, upper, fling = torch.cos(a + b), 1.6 * torch.cos(a), 0.8 * torch.sin(b)
    return torch.stack([upper + lower - fling * (2 * v * w + w**2), lower + fling * v**2], dim=1)


law.add("none-experts-channels", "2*x[2]+y[3] -> y+2", normal(7), experts(301, 7, 5))
law.add("none-ten", "x[10] -> 1", normal(10), experts(302, 10, 1))


@law("none-wind-chill", "t[1]+v[1] -> c[1]", ranges((-3.0, 1.0), (0.5, 6.0)))
def wind_chill(x: Tensor) -> Tensor:
    """How cold it feels, in tens of degrees, at a temperature and a speed of the wind."""
    T, speed = x.T
    blown = speed**0.16
    return (1.3 + 0.62 * T - 1.64 * blown + 0.57 * T * blown)[:, None]


@law("none-johnson-cook", "e[1]+r[1]+t[1] -> s[1]", ranges((0.1, 1.5), (0.4, 5.0), (0.1, 0.9)))
def johnson_cook(x: Tensor) -> Tensor:
    """The strength of a metal at a strain, a rate of it, and a share of the melting point."""
    strain, rate, T = x.T
    return ((0.5 + strain**0.4) * (1 + 0.3 * torch.log(rate)) * (1 - T**1.1))[:, None]


@law("none-rosenbrock", "x[4] -> 1", box(4))
def rosenbrock(x: Tensor) -> Tensor:
    """A bent valley in four dimensions, by which optimisers are tried."""
    here, there = x[:, :-1], x[:, 1:]
    return ((1 - here) ** 2 + (there - here**2) ** 2).sum(1, keepdim=True) / 4


@law("none-gimbal", "q[2] -> y[3]", box(2))
def gimbal(x: Tensor) -> Tensor:
    """Where down is for a camera that is pitched and rolled by two angles."""
    pitch, roll = x.T
    up = torch.cos(pitch)
    return torch.stack([torch.sin(pitch), up * torch.sin(roll), up * torch.cos(roll)], dim=1)


law.add("none-soft-maxima", "x[3] -> x", normal(3), soft_maxima(401, 3, 3))
law.add("none-soft-maxima-matrix", "x[2]*y[2]+y.T -> x", normal(6), soft_maxima(402, 6, 2))


@law("none-tyre", "s[1]+l[1] -> f[1]", ranges((-2.0, 2.0), (0.4, 2.5)))
def tyre(x: Tensor) -> Tensor:
    """How hard a tyre pulls sideways, from its slip and its load, by Pacejka's formula."""
    slip, load = x.T
    z = 1.6 * slip
    bent = z - 0.4 * (z - torch.atan(z))
    return (load * (1.2 - 0.25 * load) * torch.sin(1.5 * torch.atan(bent)) + 0.1 * load)[:, None]


@law("none-sea-sound", "t[1]+s[1]+d[1] -> c[1]", ranges((0.0, 3.0), (2.0, 4.0), (0.0, 3.0)))
def sea_sound(x: Tensor) -> Tensor:
    """The speed of sound in the sea above 1450 m/s: tens of degrees and of g/kg, kilometres."""
    T, salt, depth = x.T
    salt = salt - 3.5
    warm = 4.59 * T - 0.53 * T**2 + 0.024 * T**3
    return (warm + 1.34 * salt - 0.1 * T * salt + 1.63 * depth + 0.02 * depth**2)[:, None]


@law("none-styblinski-tang", "x[5] -> 1", box(5))
def styblinski_tang(x: Tensor) -> Tensor:
    """A landscape with two valleys along each axis, by which optimisers are tried."""
    return (x**4 - 3 * x**2 + x).sum(1, keepdim=True) / 2


@law("none-bicycle", "w[1]+s[1] -> p[2]", box(2, 0.3, 1.2))
def bicycle(x: Tensor) -> Tensor:
    """Where a bicycle gets along its bend, from how far it rolls and how it is steered."""
    way, steering = x.T
    bend = torch.tan(steering)
    return torch.stack([torch.sin(way * bend) / bend, (1 - torch.cos(way * bend)) / bend], dim=1)


law.add("none-resonances-covector", "x[3] -> x.T", normal(3), resonances(501, 3, 3))
law.add("none-resonances-shared", "2*x[2]+2 -> x+1", normal(6), resonances(502, 6, 3))
