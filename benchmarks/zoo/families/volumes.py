"""What keeps areas and volumes: sl(2), sl(3), sp(4)."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, number, symplectic, traceless, unit
from benchmarks.zoo.samples import box, normal

volume = partial(Case, family="volumes")


def area(a: Tensor, b: Tensor) -> Tensor:
    return a[:, :1] * b[:, 1:] - a[:, 1:] * b[:, :1]


def three_areas(x: Tensor) -> Tensor:
    a, b, c = x.split(2, dim=1)
    return torch.cat([area(a, b), area(b, c), area(c, a)], dim=1)


def determinant(x: Tensor) -> Tensor:
    a, b, c = x.split(3, dim=1)
    return (a * torch.linalg.cross(b, c)).sum(1, keepdim=True)


def pairing(x: Tensor) -> Tensor:
    """Σ q_i p'_i − p_i q'_i of two points (q, p) and (q', p') of a phase space."""
    q, p, r, s = x.split(2, dim=1)
    return (q * s - p * r).sum(1, keepdim=True)


def discriminant(x: Tensor) -> Tensor:
    """The discriminant of a s³ + b s²t + c st² + d t³."""
    a, b, c, d = x.T
    value = (b * c) ** 2 - 4 * a * c**3 - 4 * b**3 * d - 27 * (a * d) ** 2 + 18 * a * b * c * d
    return value[:, None] / 10


def on_cubics() -> list[Array]:
    """sl(2) on the four coefficients of a cubic form in two variables."""
    up = 3 * unit(4, 1, 0) + 2 * unit(4, 2, 1) + unit(4, 3, 2)  # s -> s + ε t
    down = unit(4, 0, 1) + 2 * unit(4, 1, 2) + 3 * unit(4, 2, 3)  # t -> t + ε s
    return [up, down, np.diag([3.0, 1.0, -1.0, -3.0])]


CASES = [
    volume(
        name="sl2-three-areas",
        spec="3*x[2] -> 3",
        sample=normal(6),
        function=three_areas,
        true=each(traceless(2), "x"),
    ),
    volume(
        name="sl2-rows-and-columns",
        spec="a[2]*b[2] -> 1",
        sample=normal(4),
        function=lambda x: area(x[:, :2], x[:, 2:]),
        true=each(traceless(2), "a") + each(traceless(2), "b"),
        gauge=1,
    ),
    volume(
        name="sl2-cubics",
        spec="x[4] -> 1",
        sample=box(4, -1.0, 1.0),
        function=discriminant,
        true=each(on_cubics(), "x"),
    ),
    volume(
        name="sl3-volume",
        spec="3*x[3] -> 1",
        sample=box(9),
        function=determinant,
        true=each(traceless(3), "x"),
    ),
    volume(
        name="sl3-volume-scaled",
        spec="3*x[3] -> s[1]",
        sample=box(9),
        function=determinant,
        true=[*each(traceless(3), "x"), {"x": np.eye(3), "s": number(3)}],
    ),
    volume(
        name="sp4-form",
        spec="2*x[4] -> 1",
        sample=normal(8),
        function=pairing,
        true=each(symplectic(4), "x"),
    ),
]
