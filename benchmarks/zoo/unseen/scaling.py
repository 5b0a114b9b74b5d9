"""Scalings: prices, lenses, pipes, jets, currents, demand."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, number, rotations
from benchmarks.zoo.samples import box, shell
from benchmarks.zoo.smooth import squares

scaling = partial(Case, family="scaling")


def option(x: Tensor) -> Tensor:
    """Black and Scholes: a call from price, strike, volatility, time and interest."""
    price, strike, volatility, time, interest = x.T
    spread = volatility * torch.sqrt(time)
    d = (torch.log(price / strike) + interest * time) / spread + spread / 2
    first, second = (0.5 + torch.erf(z / 2**0.5) / 2 for z in (d, d - spread))
    return (price * first - strike * torch.exp(-interest * time) * second)[:, None]


def markets(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([0.6, 0.6, 0.3, 0.5, 0.05], [1.8, 1.8, 0.9, 2.0, 0.5], (count, 5))


def thick_lens(x: Tensor) -> Tensor:
    """The focal length of a lens from its radii, thickness and index."""
    first, second, thickness, index = x.T
    more = index - 1
    power = more * (first + second - more * thickness / index) / (first * second)
    return (1 / power)[:, None]


def lenses(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform([0.8, 0.8, 0.2, 1.3], [2.0, 2.0, 1.0, 1.9], (count, 4))


def poiseuille(x: Tensor) -> Tensor:
    """How much flows through a pipe: pressure, radius, viscosity and length."""
    pressure, radius, viscosity, length = x.T
    return (pressure * radius**4 / (2.5 * viscosity * length))[:, None]


def bernoulli(x: Tensor) -> Tensor:
    """The pressure that stops a stream: density, speed, gravity and depth."""
    density, speed, gravity, depth = x.T
    return (density * (speed**2 / 2 + gravity * depth))[:, None]


def biot_savart(x: Tensor) -> Tensor:
    """The magnetic field of a piece of current at a place."""
    current, r = x.split(3, dim=1)
    return torch.linalg.cross(current, r) / squares(r) ** 1.5


def pieces(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([rng.standard_normal((count, 3)), shell(3, 0.4)(rng, count)])


def demand(x: Tensor) -> Tensor:
    """How much of two goods people with an income buy at some prices."""
    p, q, income = x.T
    level = income / (0.6 / p + 0.4 / q)
    return torch.stack([0.6 * level / p**2, 0.4 * level / q**2], dim=1)


CASES = [
    scaling(
        name="scaling-option",
        spec="s[1]+k[1]+v[1]+t[1]+r[1] -> c[1]",
        sample=markets,
        function=option,
        true=[weights(s=1, k=1, c=1), weights(v=1, t=-2, r=2)],
    ),
    scaling(
        name="scaling-thick-lens",
        spec="r[1]+q[1]+d[1]+n[1] -> f[1]",
        sample=lenses,
        function=thick_lens,
        true=[weights(r=1, q=1, d=1, f=1)],
    ),
    scaling(
        name="scaling-poiseuille",
        spec="p[1]+r[1]+m[1]+l[1] -> q[1]",
        sample=box(4, 0.7, 1.6),
        function=poiseuille,
        true=[weights(p=1, q=1), weights(r=1, q=4), weights(m=1, q=-1), weights(l=1, q=-1)],
    ),
    scaling(
        name="scaling-bernoulli",
        spec="r[1]+v[1]+g[1]+h[1] -> p[1]",
        sample=box(4, 0.4, 2.0),
        function=bernoulli,
        true=[weights(r=1, p=1), weights(v=1, h=2, p=2), weights(g=1, h=-1)],
    ),
    scaling(
        name="scaling-biot-savart",
        spec="i[3]+r[3] -> b[3]",
        sample=pieces,
        function=biot_savart,
        true=[
            *each(rotations(3), "i", "r", "b"),
            {"i": np.eye(3), "b": np.eye(3)},
            {"r": np.eye(3), "b": -2 * np.eye(3)},
        ],
    ),
    scaling(
        name="scaling-demand",
        spec="p[2]+m[1] -> d[2]",
        sample=box(3, 0.4, 2.5),
        function=demand,
        true=[{"p": np.eye(2), "d": -np.eye(2)}, {"m": number(1), "d": np.eye(2)}],
    ),
]
