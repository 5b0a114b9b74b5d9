"""Data with heavy tails, or with a core."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import squares
from benchmarks.zoo.laws.data.subspaces import saturation
from benchmarks.zoo.laws.rotations import logarithm
from benchmarks.zoo.matrices import each, rotations, weights
from benchmarks.zoo.motion import after
from benchmarks.zoo.samples import student

law = Family(__name__)

law.add("data-heavy-tails", "x[3] -> 1", student(3, 3.0), logarithm, true=each(rotations(3), "x"))


@law("data-heavy-tails-none", "x[3] -> 1", student(3, 3.0))
def waves(x: Tensor) -> Tensor:
    """No symmetry, and bounded growth."""
    a, b, c = x.T
    y = (
        torch.sqrt(1 + a**2 + 2 * b**2 + 3 * c**2 + a * b)
        + torch.sin(a - c)
        + torch.atan(b + 2 * c)
    )
    return y[:, None]


def lognormal(rng: np.random.Generator, count: int) -> Array:
    """Any direction, with a distance that spans orders of magnitude."""
    x = rng.standard_normal((count, 3))
    r = rng.lognormal(0.0, 0.8, (count, 1))
    return r * x / np.linalg.norm(x, axis=1, keepdims=True)


@law("data-lognormal", "x[3] -> x", lognormal, true=each(rotations(3), "x"))
def softened(x: Tensor) -> Tensor:
    """The direction of a vector, softened near the origin."""
    return x / torch.sqrt(1 + squares(x))


@law("data-student-none", "x[2] -> y[2]", student(2, 2.5))
def slopes(x: Tensor) -> Tensor:
    """No symmetry, and bounded growth."""
    a, b = x.T
    return torch.stack(
        [torch.sqrt(1 + a**2 + 3 * b**2) + torch.atan(a - b), torch.sin(a) + torch.atan(2 * b)],
        dim=1,
    )


@law("data-student-push", "x[3] -> x", student(3, 3.0), true=each(rotations(3), "x"))
def student_push(x: Tensor) -> Tensor:
    """A push outwards that grows with the root of the distance."""
    return x / (1 + squares(x)) ** 0.25


@law(
    "data-lognormal-none",
    "a[1]+b[1] -> r[1]",
    lambda rng, count: rng.lognormal(0.0, 0.8, (count, 2)),
)
def hill(x: Tensor) -> Tensor:
    """The rate of an enzyme with two sites, and an inhibitor."""
    a, b = x.T
    return (a**2 / (1 + a**2 + b))[:, None]


@law("data-gamma-none", "x[3] -> 2", lambda rng, count: rng.gamma(1.5, 0.8, (count, 3)))
def langmuir(x: Tensor) -> Tensor:
    """How much of a surface two of three gases cover; the second one goes in pairs."""
    a, b, c = x.T
    return torch.stack([a / (1 + a + b + c / 2), c**2 / (1 + c**2 + b)], dim=1)


@law(
    "data-pareto-trade",
    "a[1]+b[1] -> t[1]",
    lambda rng, count: 0.5 * (1 + rng.pareto(3.0, (count, 2))),
    true=[weights(a=1, b=1, t=1)],
)
def trade(x: Tensor) -> Tensor:
    """What two economies trade, which the smaller one limits."""
    a, b = x.T
    return (a * b / (a + b))[:, None]


@law(
    "data-exponential-none", "b[1]+t[1] -> b+t", lambda rng, count: rng.exponential(1.0, (count, 2))
)
@after(0.6)
def medicine(x: Tensor) -> Tensor:
    """A medicine in blood and tissue, which the liver breaks down at a limited rate."""
    blood, tissue = x.T
    passed = 0.8 * blood - 0.5 * tissue
    return torch.stack([-1.2 * blood / (0.6 + blood) - passed, passed], dim=1)


@law("data-student-beads", "2*x[2] -> x", student(4, 3.0), true=each(rotations(2), "x"))
def beads(x: Tensor) -> Tensor:
    """The pull on a bead by another one and by a trap."""
    a, b = x.split(2, dim=1)
    gap = b - a
    return gap / torch.sqrt(1 + squares(gap)) - a / torch.sqrt(4 + squares(a))


def winds(rng: np.random.Generator, count: int) -> Array:
    """Speeds of the wind, densities of the air, and temperatures."""
    density = rng.uniform(0.5, 1.5, count)
    return np.column_stack([rng.weibull(2.0, count), density, 0.8 * rng.standard_normal(count)])


@law("data-weibull-none", "v[1]+r[1]+t[1] -> p[1]", winds)
def turbine(x: Tensor) -> Tensor:
    """The power of a wind turbine: the wind, the density of the air, and the temperature."""
    wind, density, T = x.T
    return (torch.sigmoid(4 * (wind - 1)) * (0.3 + 0.7 * density) - 0.15 * T**2 * wind)[:, None]


def core_and_halo(rng: np.random.Generator, count: int) -> Array:
    """Most samples near the origin, and some far out."""
    return rng.standard_normal((count, 3)) * np.where(rng.random((count, 1)) < 0.8, 0.4, 2.0)


law.add("data-core-and-halo", "x[3] -> x", core_and_halo, saturation, true=each(rotations(3), "x"))


@law(
    "data-laplace-neighbours",
    "2*x[2] -> 1",
    lambda rng, count: rng.laplace(0.0, 0.8, (count, 4)),
    true=each(rotations(2), "x"),
)
def neighbours(x: Tensor) -> Tensor:
    """What two shops of a town lose by being near each other, and away from its centre."""
    a, b = x.split(2, dim=1)
    return 2 / torch.sqrt(1 + squares(a - b)) + 0.4 * torch.log1p(squares(a))


@law("data-tails-hedge-none", "x[3] -> 1", student(3, 3.0))
def hedge(x: Tensor) -> Tensor:
    """The risk of three prices, of which two are held against each other."""
    a, b, c = x.T
    held, rest = torch.sqrt(1 + (a - 2 * b) ** 2), torch.sqrt(2 + c**2 + a**2 / 2)
    return (held + rest + torch.atan(c + b / 2) + torch.sin(b) / 2)[:, None]
