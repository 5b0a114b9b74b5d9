"""Shears and what they generate: spreads, savings, balances."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, unit
from benchmarks.zoo.samples import normal

shear = partial(Case, family="shears")

IDLE = np.array([0.8, 1.0])  # the prices move together, and the spread stays


def spread(x: Tensor) -> Tensor:
    """What the right to swap two goods is worth, from their prices."""
    gain = x[:, :1] - 0.8 * x[:, 1:] - 0.1
    return torch.nn.functional.softplus(2 * gain) / 2


def savings(x: Tensor) -> Tensor:
    """Savings, the state of business and a wage, a year later."""
    saved, business, wage = x.T
    growth = 1 + 0.4 * torch.tanh(business)
    later = business - 0.5 * torch.sin(business) + 0.2
    return torch.stack([saved * growth + wage / 2, later, wage * growth], dim=1)


def balance(x: Tensor) -> Tensor:
    """Three bodies on a rod (moment, mass): their mass, and how hard it is to turn them."""
    bodies = x.split(2, dim=1)
    total = sum(body[:, 1] for body in bodies)
    inertia = torch.zeros_like(x[:, 0])
    for (p, m), (q, n) in combinations([body.T for body in bodies], 2):
        inertia = inertia + (p * n - q * m) ** 2 / (m * n)
    return torch.stack([total, torch.log1p(inertia / total)], dim=1)


def rods(rng: np.random.Generator, count: int) -> Array:
    x = rng.standard_normal((count, 6))
    x[:, 1::2] = rng.uniform(0.5, 1.5, (count, 3))
    return x


CASES = [
    shear(
        name="shear-spread",
        spec="x[2] -> 1",
        sample=normal(2),
        function=spread,
        true=each([np.outer(IDLE, e) for e in np.eye(2)], "x"),
    ),
    shear(
        name="shear-savings",
        spec="x[3] -> x",
        sample=normal(3),
        function=savings,
        true=each([unit(3, 0, 2), np.diag([1.0, 0.0, 1.0])], "x"),
    ),
    shear(
        name="shear-balance",
        spec="3*x[2] -> 2",
        sample=rods,
        function=balance,
        true=each([unit(2, 0, 1)], "x"),
    ),
]
