"""Shears and what they generate: shadows, times, frames, regressions, factors."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import conjugate, each, generic, rotations, unit
from benchmarks.zoo.samples import box, normal, shell
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner

shear = partial(Case, family="shears")

LATER = unit(4, 0, 1) + unit(4, 1, 2) + unit(4, 2, 3)
PAIR = np.array([[0.3, 0.5, 0.0], [1.0, -1.0, 0.0], [0.0, 0.0, 1.0]])  # middle, gap, unit
FACTORS = generic(351, 2, 5)


def shadow(x: Tensor) -> Tensor:
    """What a slit and a wedge let through of a ray, from where it is and not where it goes."""
    place = x[:, :1]
    return torch.cat([torch.exp(-((place - 0.4) ** 2)), torch.tanh(place) + place**2 / 4], dim=1)


def no_matter_when(x: Tensor) -> Tensor:
    """Place, velocity, acceleration and jerk of a car: what stays while the jerk does."""
    a, b, c, d = x.T
    second, third = c**2 - 2 * b * d, c**3 - 3 * b * c * d + 3 * a * d**2
    return torch.stack([torch.sin(d) + second / 2, torch.tanh(third / 3) + d**2 / 3], dim=1)


def collision(x: Tensor) -> Tensor:
    """Two bodies (mass, momentum): their mass, reduced mass, and energy about their centre."""
    m, p, n, q = x.split([1, 3, 1, 3], dim=1)
    apart = squares(n * p - m * q) / (2 * m * n * (m + n))
    return torch.cat([m + n, m * n / (m + n), apart], dim=1)


def bodies(rng: np.random.Generator, count: int) -> Array:
    x = rng.standard_normal((count, 8))
    x[:, ::4] = rng.uniform(0.5, 1.5, (count, 2))
    return x


def residual(x: Tensor) -> Tensor:
    """What a regression of b on a leaves unexplained, and the size of a."""
    a, b = x.split(3, dim=1)
    left = squares(b) - inner(a, b) ** 2 / squares(a)
    return torch.cat([torch.log1p(left), squares(a)], dim=1)


def regressions(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([shell(3, 0.5)(rng, count), rng.standard_normal((count, 3))])


def relative_drag(x: Tensor) -> Tensor:
    """Two velocities and a unit of them, a time after the first two began to rub."""
    u, v, w = x.T
    rub = torch.tanh(u - v)
    return torch.stack([u - 0.5 * rub, v + 0.3 * rub, w], dim=1)


def two_factors(x: Tensor) -> Tensor:
    """A gain and a risk that depend on five prices by two factors only."""
    a, b = (x @ torch.from_numpy(FACTORS).T).T
    return torch.stack([torch.tanh(a) + b**2 / 3, torch.exp(b / 2) - a * b / 2], dim=1)


def unexplained() -> list[Array]:
    """Whatever moves the prices along the three directions without effect."""
    idle = np.linalg.svd(FACTORS)[2][2:]
    return [np.outer(u, e) for u in idle for e in np.eye(5)]


CASES = [
    shear(
        name="shear-shadow",
        spec="x[2] -> 2",
        sample=normal(2),
        function=shadow,
        true=each([unit(2, 1, 0), unit(2, 1, 1)], "x"),
    ),
    shear(
        name="shear-no-matter-when",
        spec="x[4] -> 2",
        sample=box(4),
        function=no_matter_when,
        true=each([LATER], "x"),
    ),
    shear(
        name="shear-collision",
        spec="2*x[4] -> 3",
        sample=bodies,
        function=collision,
        true=each([*rotations(4, (1, 2, 3)), *(unit(4, k, 0) for k in (1, 2, 3))], "x"),
    ),
    shear(
        name="shear-residual",
        spec="x[2]*y[3] -> 2",
        sample=regressions,
        function=residual,
        true=each([unit(2, 1, 0)], "x") + each(rotations(3), "y"),
        gauge=1,
    ),
    shear(
        name="shear-relative-drag",
        spec="x[3] -> x",
        sample=normal(3),
        function=relative_drag,
        true=each(
            conjugate(np.linalg.inv(PAIR), [unit(3, i, j) for i in (0, 2) for j in (0, 2)]), "x"
        ),
    ),
    shear(
        name="shear-two-factors",
        spec="x[5] -> 2",
        sample=normal(5),
        function=two_factors,
        true=each(unexplained(), "x"),
    ),
]
