"""What keeps areas and volumes: conics, solutions, beams, fluxes, fluids, phase space."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.families.volumes import area, determinant
from benchmarks.zoo.matrices import each, number, symplectic, traceless, unit
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.unseen.maps import inner

volume = partial(Case, family="volumes")


def conic(x: Tensor) -> Tensor:
    """Whether a s² + b st + c t² is an ellipse or a hyperbola, and how clearly."""
    a, b, c = x.T
    kind = (b**2 - 4 * a * c)[:, None]
    return kind / torch.sqrt(4 + kind**2)


def on_conics() -> list[Array]:
    """sl(2) on these three coefficients."""
    up, down = 2 * unit(3, 1, 0) + unit(3, 2, 1), 2 * unit(3, 1, 2) + unit(3, 0, 1)
    return [up, down, np.diag([2.0, 0.0, -2.0])]


def two_planes(x: Tensor) -> Tensor:
    """A number from the areas of a beam in its two planes."""
    a, b, c, d = x.split(2, dim=1)
    u, v = area(a, c), area(b, d)
    return torch.sqrt(1 + u**2) + 0.4 * v + 0.2 * u * v


def flux(x: Tensor) -> Tensor:
    """The volume of three vectors, and what a gradient says of two of them."""
    a, b, gradient = x[:, :3], x[:, 3:6], x[:, 9:]
    slopes = [inner(a, gradient), torch.tanh(inner(b, gradient) / 2)]
    return torch.cat([determinant(x[:, :9]) / 2, *slopes], dim=1)


def fluid(x: Tensor) -> Tensor:
    """The energy of a fluid with deformation F, which knows its volume alone."""
    return (determinant(x) - 1) ** 2 / 2


def deformations(rng: np.random.Generator, count: int) -> Array:
    return np.eye(3).ravel() + rng.uniform(-0.7, 0.7, (count, 9))


def bracket(x: Tensor) -> Tensor:
    """The bracket of two directions in the phase space of a particle, bounded."""
    q, p, r, s = x.split(3, dim=1)
    w = inner(q, s) - inner(p, r)
    return w / torch.sqrt(1 + w**2 / 9)


CASES = [
    volume(
        name="sl2-conics",
        spec="x[3] -> 1",
        sample=box(3, -1.2, 1.2),
        function=conic,
        true=each(on_conics(), "x"),
    ),
    volume(
        name="sl2-wronskian",
        spec="2*x[2] -> w[1]",
        sample=normal(4),
        function=lambda x: area(x[:, :2], x[:, 2:]),
        true=[*each(traceless(2), "x"), {"x": np.eye(2), "w": number(2)}],
    ),
    volume(
        name="sl2-two-planes",
        spec="2*(x[2]+y[2]) -> 1",
        sample=box(8),
        function=two_planes,
        true=each(traceless(2), "x") + each(traceless(2), "y"),
    ),
    volume(
        name="sl3-flux",
        spec="3*x[3]+x.T -> 3",
        sample=box(12),
        function=flux,
        true=each(traceless(3), "x"),
    ),
    volume(
        name="sl3-fluid",
        spec="a[3]*b[3] -> 1",
        sample=deformations,
        function=fluid,
        true=each(traceless(3), "a") + each(traceless(3), "b"),
        gauge=1,
    ),
    volume(
        name="sp6-bracket",
        spec="2*x[6] -> 1",
        sample=box(12, -1.2, 1.2),
        function=bracket,
        true=each(symplectic(6), "x"),
    ),
]
