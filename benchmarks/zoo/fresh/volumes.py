"""What keeps areas and volumes: sl(2) on quartics, sl(4) on antisymmetric matrices, sp(4)."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, symplectic, traceless, unit
from benchmarks.zoo.samples import box

volume = partial(Case, family="volumes")


def quartic_invariants(x: Tensor) -> Tensor:
    """I and J of a s⁴ + 4b s³t + 6c s²t² + 4d st³ + e t⁴."""
    a, b, c, d, e = x.T
    first = a * e - 4 * b * d + 3 * c**2
    second = a * c * e + 2 * b * c * d - a * d**2 - b**2 * e - c**3
    return torch.stack([first, second], dim=1)


def on_quartics() -> list[Array]:
    """sl(2) on these five coefficients."""
    up = unit(5, 1, 0) + 2 * unit(5, 2, 1) + 3 * unit(5, 3, 2) + 4 * unit(5, 4, 3)
    down = 4 * unit(5, 0, 1) + 3 * unit(5, 1, 2) + 2 * unit(5, 2, 3) + unit(5, 3, 4)
    return [up, down, np.diag([4.0, 2.0, 0.0, -2.0, -4.0])]


def antisymmetric(rng: np.random.Generator, count: int) -> Array:
    """Antisymmetric 4×4 matrices: six of sixteen directions."""
    X = rng.uniform(-1, 1, (count, 4, 4))
    return (X - X.transpose(0, 2, 1)).reshape(count, 16)


def pfaffian(x: Tensor) -> Tensor:
    X = x.reshape(-1, 4, 4)
    value = X[:, 0, 1] * X[:, 2, 3] - X[:, 0, 2] * X[:, 1, 3] + X[:, 0, 3] * X[:, 1, 2]
    return (value + 0.2 * value**2)[:, None]


def phase_area(x: Tensor) -> Tensor:
    """w + w²/3 for the symplectic area w of two points (q, p) of a phase space."""
    q, p, r, s = x.split(2, dim=1)
    w = (q * s - p * r).sum(1, keepdim=True)
    return w + w**2 / 3


CASES = [
    volume(
        name="sl2-quartics",
        spec="x[5] -> 2",
        sample=box(5, -1.0, 1.0),
        function=quartic_invariants,
        true=each(on_quartics(), "x"),
    ),
    volume(
        name="sl4-pfaffian",
        spec="x[4]*x -> 1",
        sample=antisymmetric,
        function=pfaffian,
        true=each(traceless(4), "x"),
    ),
    volume(
        name="sp4-area",
        spec="2*x[4] -> 1",
        sample=box(8, -1.0, 1.0),
        function=phase_area,
        true=each(symplectic(4), "x"),
    ),
]
