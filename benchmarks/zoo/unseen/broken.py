"""Symmetries that are broken by 1 %, 5 % and 20 %."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.families.broken import broken
from benchmarks.zoo.families.equivariant import cross
from benchmarks.zoo.families.flows import euler
from benchmarks.zoo.families.indefinite import SPACE, form
from benchmarks.zoo.families.linear import apply
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.families.tori import radii, turning
from benchmarks.zoo.matrices import each, generic, pseudo_rotations, rotations, traceless, unit
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow
from benchmarks.zoo.unseen.maps import lorentz_force, stresses, von_mises
from benchmarks.zoo.unseen.units import emittance

CONDUCTOR = generic(381, 3)
STRAINS = [unit(3, i, j) + unit(3, j, i) for i, j in ((0, 1), (0, 2), (1, 2))]


def fourfold(x: Tensor) -> Tensor:
    """What a square lattice adds: the cosine of four times the angle, less near the centre."""
    a, b = x.T
    return ((a**4 - 6 * a**2 * b**2 + b**4) / (1 + a**2 + b**2) ** 2)[:, None]


def uneven(w: Tensor) -> Tensor:
    """What a body does whose moments of inertia all differ."""
    x, y, z = w.T
    return torch.stack([y * z, 0.6 * z * x, -0.8 * x * y], dim=1)


def aberration(x: Tensor) -> Tensor:
    """An error of a lens, which depends on where two rays are and not on where they go."""
    a, b = x[:, :1], x[:, 2:3]
    return torch.sin(a) + b**2 / 2 + a**2 * b / 3 - 0.3


def easy_axis(x: Tensor) -> Tensor:
    """What a crystal adds in which the third axis is not like the others."""
    return x[:, 2:] ** 2 / (0.5 + squares(x)) - 0.3


def two_modes(x: Tensor) -> Tensor:
    r, s = radii(x).T
    return (torch.sqrt(1 + r) + torch.log1p(2 * s) + 0.2 * r * s / (1 + r))[:, None]


def pinned(x: Tensor) -> Tensor:
    """A weak field by which the phase of the second mode matters."""
    return torch.tanh(x[:, 2:3]) + x[:, 2:3] * x[:, 3:] / 2


def clipped(x: Tensor) -> Tensor:
    """By how much each current is off once the wires warm up."""
    return x**3 / (1 + x**2) + 0.3 * x.roll(1, dims=1) ** 2


def rough(x: Tensor) -> Tensor:
    """The pressure that is lost in a rough pipe: length, speed and diameter."""
    length, speed, diameter = x.T
    return (length * speed**2 / diameter)[:, None]


def laminar(x: Tensor) -> Tensor:
    """What viscosity adds."""
    length, speed, diameter = x.T
    return (length * speed / diameter**2)[:, None]


def grain(x: Tensor) -> Tensor:
    """What the rolling of a sheet does to its strength, which is different along its axes."""
    s = x.reshape(-1, 3, 3)
    along = (s[:, 0, 0] - s[:, 1, 1]) ** 2 - 2 * s[:, 1, 2] ** 2 - s[:, 0, 1] ** 2
    return (along / (1 + squares(x)[:, 0] / 3))[:, None]


def background(x: Tensor) -> Tensor:
    """The force of a magnetic field along the third axis that is always there."""
    v = x[:, 3:6]
    return torch.stack([v[:, 1], -v[:, 0], torch.zeros_like(v[:, 0])], dim=1)


CASES = [
    *broken(
        "fourfold",
        lambda x: torch.log(1 + squares(x) / 2),
        fourfold,
        normal(2),
        (0.01,),
        spec="x[2] -> 1",
        true=[],
        approximate=each(rotations(2), "x"),
    ),
    *broken(
        "top",
        flow(euler(1.0, 1.0, 2.0), 0.8),
        uneven,
        normal(3),
        (0.01,),
        spec="w[3] -> w",
        true=[],
        approximate=each([*rotations(3, (0, 1)), np.diag([1.0, 1.0, 0.0])], "w"),
    ),
    *broken(
        "aberration",
        emittance,
        aberration,
        box(4),
        (0.01,),
        spec="2*x[2] -> 1",
        true=each([unit(2, 1, 0)], "x"),
        approximate=each([unit(2, 0, 1), np.diag([1.0, -1.0])], "x"),
    ),
    *broken(
        "two-masses",
        lambda x: torch.sqrt(1 + squares(x)),
        lambda x: torch.exp(-squares(x[:, 3:])) - 0.3,
        normal(5),
        (0.01,),
        spec="x[5] -> 1",
        true=each([*rotations(5, (0, 1, 2)), *rotations(5, (3, 4))], "x"),
        approximate=each([A for i in (0, 1, 2) for k in (3, 4) for A in rotations(5, (i, k))], "x"),
    ),
    *broken(
        "easy-axis",
        lambda x: 1 / (1 + squares(x) / 3),
        easy_axis,
        normal(3),
        (0.05,),
        spec="x[3] -> 1",
        true=each(rotations(3, (0, 1)), "x"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "x"),
    ),
    *broken(
        "pinned",
        two_modes,
        pinned,
        normal(4),
        (0.05,),
        spec="x[4] -> 1",
        true=each([turning(1, 0)], "x"),
        approximate=each([turning(0, 1)], "x"),
    ),
    *broken(
        "metric",
        cross,
        lambda x: x[:, :3] - x[:, 3:] / 2,
        normal(6),
        (0.05,),
        spec="2*x[3] -> x.T",
        true=each(rotations(3), "x"),
        approximate=each([*STRAINS, *traceless(3)[-2:]], "x"),
    ),
    *broken(
        "warm-wires",
        apply(CONDUCTOR),
        clipped,
        normal(3),
        (0.05,),
        spec="x[3] -> x",
        true=[],
        approximate=each([np.eye(3), CONDUCTOR, CONDUCTOR @ CONDUCTOR], "x"),
    ),
    *broken(
        "laminar",
        rough,
        laminar,
        box(3, 0.5, 2.0),
        (0.2,),
        spec="l[1]+v[1]+d[1] -> p[1]",
        true=[weights(l=1, p=1), weights(v=1, d=-1, p=3)],
        approximate=[weights(v=1, p=2)],
    ),
    *broken(
        "layers",
        lambda x: torch.tanh(form(x, SPACE) / 2),
        lambda x: torch.sin(x[:, 2:]) + x[:, 2:] ** 2 / 3,
        normal(3),
        (0.2,),
        spec="x[3] -> 1",
        true=each(pseudo_rotations(SPACE, (0, 1)), "x"),
        approximate=each([A for k in (0, 1) for A in pseudo_rotations(SPACE, (k, 2))], "x"),
    ),
    *broken(
        "rolled-sheet",
        von_mises,
        grain,
        stresses,
        (0.2,),
        spec="x[3]*x -> 1",
        true=[],
        approximate=each(rotations(3), "x"),
    ),
    *broken(
        "background-field",
        lorentz_force,
        background,
        normal(9),
        (0.2,),
        spec="3*x[3] -> x",
        true=each(rotations(3, (0, 1)), "x"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "x"),
    ),
]
