"""Functions that were known while ``liesd.suggest`` was written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from benchmarks.suggest.case import Array, Case


def dot(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(dim=1)


def square(a: Tensor) -> Tensor:
    return a.square().sum(dim=1)


def mix(*parts: int | tuple[float, float]) -> Callable[[np.random.Generator, int], Array]:
    """Draw so many normal columns, or one that is uniform between two bounds."""

    def draw(rng: np.random.Generator, count: int) -> Array:
        columns = [
            rng.normal(size=(count, part))
            if isinstance(part, int)
            else rng.uniform(*part, size=(count, 1))
            for part in parts
        ]
        return np.concatenate(columns, axis=1)

    return draw


def shell(low: float, high: float) -> Callable[[np.random.Generator, int], Array]:
    """Vectors in space with lengths between two bounds."""

    def draw(rng: np.random.Generator, count: int) -> Array:
        x = rng.normal(size=(count, 3))
        lengths = rng.uniform(low, high, size=(count, 1))
        return np.asarray(x / np.linalg.norm(x, axis=1, keepdims=True) * lengths)

    return draw


def both(*draws: Callable[[np.random.Generator, int], Array]) -> Callable[..., Array]:
    return lambda rng, count: np.concatenate([draw(rng, count) for draw in draws], axis=1)


def oscillator(x: Tensor) -> Tensor:
    r, p = x[:, :3], x[:, 3:]
    return square(p) / 2 + torch.log(1 + square(r)) + 0.3 * dot(r, p) ** 2


def kepler(x: Tensor) -> Tensor:
    return square(x[:, 3:]) / 2 - 1 / x[:, :3].norm(dim=1)


def three_vectors(x: Tensor) -> Tensor:
    a, b, c = x[:, :3], x[:, 3:6], x[:, 6:]
    volume = dot(torch.linalg.cross(a, b), c)
    return (
        dot(a, b)
        + 0.5 * torch.tanh(dot(a, c))
        + 0.3 * torch.sqrt(1 + square(b) * square(c))
        + 0.2 * volume
    )


def magnetic(x: Tensor) -> Tensor:
    v, B = x[:, :3], x[:, 3:]
    return torch.linalg.cross(v, B) - 0.3 * v * (1 + square(v))[:, None]


def lorentz_force(x: Tensor) -> Tensor:
    return x[:, 9:] * (x[:, 6:9] + torch.linalg.cross(x[:, :3], x[:, 3:6]))


def planes(x: Tensor) -> Tensor:
    return torch.exp(-0.3 * square(x[:, :2])) + x[:, 4] * square(x[:, 2:4]) + x[:, 4] ** 2


def minkowski(x: Tensor) -> Tensor:
    interval = x[:, 0] ** 2 - square(x[:, 1:4])
    return torch.sin(interval / 2) * x[:, 4] + x[:, 4] ** 2 + x[:, 5]


def four_vectors(x: Tensor) -> Tensor:
    metric = torch.tensor([1.0, -1.0, -1.0, -1.0], dtype=x.dtype)
    p, q = x[:, :4], x[:, 4:]
    return torch.tanh(dot(p * metric, q) / 2) + 0.3 * dot(p * metric, p)


def chain(x: Tensor) -> Tensor:
    a, b, c = x[:, :3], x[:, 3:6], x[:, 6:]
    return torch.exp(-square(a - b) / 4) + 1 / (1 + square(a - c)) + torch.sqrt(0.5 + square(b - c))


def gravity(x: Tensor) -> Tensor:
    return -x[:, 6] * x[:, 7] / torch.sqrt(square(x[:, :3] - x[:, 3:6]) + 0.3)


def force(x: Tensor) -> Tensor:
    r = x[:, :3]
    return x[:, 3:4] * x[:, 4:5] * r / r.norm(dim=1, keepdim=True) ** 3


def drag(x: Tensor) -> Tensor:
    v = x[:, :3]
    return 0.5 * x[:, 3:4] * x[:, 4:5] * x[:, 5:6] * v.norm(dim=1, keepdim=True) * v


def vortex(x: Tensor) -> Tensor:
    r, c = x[:, :2], x[:, 2:]
    turned = torch.stack([-r[:, 1], r[:, 0]], dim=1)
    return torch.exp(-square(r) / 4)[:, None] * (r + c * turned) + 0.2 * c**2 * r


def plane_vectors(x: Tensor) -> Tensor:
    a, b = x[:, :2], x[:, 2:]
    return torch.tanh(dot(a, b)) + torch.sqrt(1 + square(a))


def motion(x: Tensor) -> Tensor:
    q, p = x[:, :3], x[:, 3:]
    speed = p / torch.sqrt(1 + square(p))[:, None]
    return torch.cat([speed, -q / (1 + square(q))[:, None] - 0.2 * dot(q, p)[:, None] * p], dim=1)


def two_body(x: Tensor) -> Tensor:
    q, r, p, k = x[:, :2], x[:, 2:4], x[:, 4:6], x[:, 6:]
    near = torch.log(0.5 + square(q - r))
    return square(p) / 2 + square(k) / 2 + near + 0.2 * dot(q, q) * (1 + dot(p, r))


def homogeneous(x: Tensor) -> Tensor:
    a, b, c = x.T
    return (a**3 + b**2 * c + 2 * c**3) ** (1 / 3)


def irregular(x: Tensor) -> Tensor:
    a, b, c, d = x.T
    return torch.sin(a) * b + c**3 / (1 + d**2) + torch.exp(-((a - d) ** 2)) + b**2 * c + d


CASES = (
    Case("oscillator", 6, oscillator, "2*a[3] -> 1"),
    Case("kepler-energy", 6, kepler, "a[3]+b[3] -> c[1]", both(shell(0.5, 2), mix(3))),
    Case("three-vectors", 9, three_vectors, "3*a[3] -> 1"),
    Case("magnetic-drag", 6, magnetic, "2*a[3] -> a"),
    Case("lorentz-force", 10, lorentz_force, "a[6]+b[3]+c[1] -> d[3]"),
    Case(
        "vector-and-numbers",
        5,
        lambda x: square(x[:, :3]) * (1 + x[:, 3]) + x[:, 4] ** 3 + x[:, 3] ** 2 * x[:, 4],
        "a[3]+2 -> 1",
    ),
    Case("two-planes", 5, planes, "a[2]+b[2]+1 -> 1"),
    Case("minkowski", 6, minkowski, "a[4]+2 -> 1"),
    Case("four-vectors", 8, four_vectors, "2*a[4] -> 1"),
    Case("three-points", 9, chain, "3*affine(a[3]) -> 1"),
    Case(
        "gravity",
        8,
        gravity,
        "2*affine(a[3])+b[1]+c[1] -> d[1]",
        mix(6, (0.5, 2.0), (0.5, 2.0)),
    ),
    Case(
        "ideal-gas",
        3,
        lambda x: x[:, 0] * x[:, 1] / x[:, 2],
        "a[1]+b[1]+c[1] -> d[1]",
        mix((1, 3), (1, 3), (1, 3)),
    ),
    Case(
        "bernoulli",
        4,
        lambda x: x[:, 0] + x[:, 1] * x[:, 2] ** 2 / 2 + 0.8 * x[:, 1] * x[:, 3],
        "a[1]+b[1]+c[1]+d[1] -> a",
        mix((1, 3), (1, 3), (1, 3), (1, 3)),
    ),
    Case(
        "drag",
        6,
        drag,
        "a[3]+b[1]+c[1]+d[1] -> e[3]",
        both(shell(0.5, 2), mix((1, 2), (1, 2), (1, 2))),
    ),
    Case(
        "coulomb-force",
        5,
        force,
        "a[3]+b[1]+c[1] -> d[3]",
        both(shell(0.7, 2), mix((1, 2), (1, 2))),
    ),
    Case("vortex", 3, vortex, "a[2]+1 -> a"),
    Case("plane-vectors", 4, plane_vectors, "2*a[2] -> 1"),
    Case("equations-of-motion", 6, motion, "2*a[3] -> 2*a"),
    Case("two-body-plane", 8, two_body, "3*a[2]+b[2] -> 1"),
    Case("homogeneous", 3, homogeneous, "3*a[1] -> a", mix((1, 3), (1, 3), (1, 3))),
    Case("irregular", 4, irregular, "x[4] -> y[1]"),
    Case(
        "kinetic",
        4,
        lambda x: square(x[:, :3]) / (2 * x[:, 3]),
        "a[3]+b[1] -> c[1]",
        mix(3, (0.5, 2)),
    ),
    Case(
        "dipole",
        6,
        lambda x: (
            torch.tanh(dot(x[:, :3], x[:, 3:]))
            + 0.1 * square(x[:, 3:]) * torch.sqrt(1 + square(x[:, :3]))
        ),
        "2*a[3] -> 1",
    ),
    Case(
        "arrhenius",
        3,
        lambda x: x[:, 0] * torch.exp(-x[:, 1] / x[:, 2]),
        "b[1]+a[2] -> c[1]",  # E → E + cT with A → eᶜA is a symmetry too
        mix((1, 3), (1, 3), (1, 3)),
    ),
    Case(
        "unused-column",
        5,
        lambda x: torch.exp(-square(x[:, :3]) / 2) + x[:, 3] ** 3,
        "a[3]+2 -> 1",
    ),
    Case(
        "time-difference",
        3,
        lambda x: torch.sin(x[:, 0] - x[:, 1]) * x[:, 2] + x[:, 2] ** 2,
        "2*shift(a[1])+1 -> 1",
    ),
    Case(
        "cylinder",
        3,
        lambda x: torch.exp(-square(x[:, :2])) + x[:, 2] ** 4 / 4 + x[:, 2],
        "a[2]+1 -> 1",
    ),
    Case(
        "five-space",
        6,
        lambda x: torch.exp(-square(x[:, :5]) / 5) * x[:, 5] + x[:, 5] ** 2,
        "a[5]+1 -> 1",
    ),
)
