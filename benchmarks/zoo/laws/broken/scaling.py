"""Broken scalings: laws of physics and of markets with their corrections."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.family import Family, Pair
from benchmarks.zoo.laws.scaling import cubic
from benchmarks.zoo.matrices import number, weights
from benchmarks.zoo.samples import box, ranges

law = Family(__name__)


@law.broken("scaling", "x[3] -> s[1]", box(3), approximate=[{"x": np.eye(3), "s": number(3)}])
def waves(x: Tensor) -> Pair:
    """A form of degree three, with waves."""
    return cubic(x), torch.sin(2 * x[:, :1]) + torch.cos(x[:, 1:2] - x[:, 2:])


@law.broken(
    "weights", "a[1]+b[1] -> s[1]", box(2, 0.5, 2.0), by=0.01, approximate=[weights(a=1, b=2, s=4)]
)
def two_weights(x: Tensor) -> Pair:
    """a²b + b²/2, in which b scales twice as fast as a, with waves."""
    a, b = x[:, :1], x[:, 1:]
    return a**2 * b + b**2 / 2, torch.sin(3 * a) + torch.cos(2 * b)


@law.broken(
    "gas",
    "n[1]+t[1]+v[1] -> p[1]",
    box(3, 0.5, 2.0),
    by=(0.05, 0.2),
    true=[weights(n=1, v=1)],
    approximate=[weights(n=1, p=1), weights(t=1, p=1)],
)
def gas(x: Tensor) -> Pair:
    """The pressure of an ideal gas, and what the second virial coefficient adds."""
    n, T, V = x.T
    return (n * T / V)[:, None], ((n / V) ** 2 * (0.8 * T - 1.0))[:, None]


@law.broken(
    "laminar",
    "l[1]+v[1]+d[1] -> p[1]",
    box(3, 0.5, 2.0),
    by=0.2,
    true=[weights(l=1, p=1), weights(v=1, d=-1, p=3)],
    approximate=[weights(v=1, p=2)],
)
def laminar(x: Tensor) -> Pair:
    """The pressure that is lost in a rough pipe, and what viscosity adds."""
    length, speed, diameter = x.T
    return (length * speed**2 / diameter)[:, None], (length * speed / diameter**2)[:, None]


@law.broken(
    "band",
    "b[1]+k[1] -> e[1]",
    ranges((0.4, 2.0), (-1.5, 1.5)),
    by=0.01,
    true=[weights(b=1, e=1)],
    approximate=[weights(k=1, e=2)],
)
def band(x: Tensor) -> Pair:
    """The energy of an electron by its wave number, in a band of some width."""
    width, k = x[:, :1], x[:, 1:]
    return width * k**2, width * torch.cos(3 * k)


@law.broken(
    "production",
    "k[1]+l[1]+e[1] -> y[1]",
    box(3, 0.4, 2.0),
    by=0.2,
    approximate=[weights(k=1, y=0.3), weights(l=1, y=0.5), weights(e=1, y=0.2)],
)
def production(x: Tensor) -> Pair:
    """What capital, labour and energy yield, and what is lost by too much or too little."""
    capital, labour, energy = x.T
    lost = torch.tanh(4 * (capital - labour)) - 2 * torch.exp(-(energy**2))
    return (capital**0.3 * labour**0.5 * energy**0.2)[:, None], lost[:, None]


@law.broken(
    "lift",
    "r[1]+v[1]+a[1] -> f[1]",
    box(3, 0.5, 2.0),
    by=0.01,
    true=[weights(r=1, f=1), weights(a=1, f=1)],
    approximate=[weights(v=1, f=2)],
)
def lift(x: Tensor) -> Pair:
    """What carries a wing, and what is added near the speed of sound."""
    density, speed, wing = x.T
    return (density * speed**2 * wing)[:, None], (density * wing * torch.sin(3 * speed))[:, None]


@law.broken(
    "overheads",
    "x[2] -> s[1]",
    box(2, 0.4, 2.0),
    by=0.05,
    approximate=[{"x": np.eye(2), "s": number(1)}],
)
def overheads(x: Tensor) -> Pair:
    """What machines and people make together, and what the office costs for some numbers."""
    made = (x**-0.5).mean(1, keepdim=True) ** -2
    return made, torch.sin(4 * x[:, :1]) + torch.cos(3 * x[:, 1:])
