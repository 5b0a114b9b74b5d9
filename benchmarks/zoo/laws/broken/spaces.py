"""Broken boosts, areas, metrics, tori and linear maps."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.family import Family, Pair
from benchmarks.zoo.forms import SPACE, SPACETIME, area, bent_area, form, inner, radii, squares
from benchmarks.zoo.laws.broken import STRAINS
from benchmarks.zoo.laws.equivariant.vectors import cross
from benchmarks.zoo.laws.volumes import entropy
from benchmarks.zoo.maps import apply
from benchmarks.zoo.matrices import (
    each,
    generic,
    pseudo_rotations,
    rotations,
    traceless,
    turning,
    unit,
)
from benchmarks.zoo.samples import box, normal, positive

law = Family(__name__)

SHEARS = [unit(3, i, j) + unit(3, j, i) for i, j in ((0, 1), (0, 2), (1, 2))]
CONDUCTOR = generic(381, 3)


@law.broken(
    "boosts",
    "p[4] -> 1",
    normal(4),
    true=each(pseudo_rotations(SPACETIME, (1, 2, 3)), "p"),
    approximate=each([A for k in (1, 2, 3) for A in pseudo_rotations(SPACETIME, (0, k))], "p"),
)
def boosts(p: Tensor) -> Pair:
    """A function of the mass, with one of the energy."""
    return torch.atan(form(p, SPACETIME)), torch.sin(p[:, :1])


@law.broken(
    "frame",
    "p[3] -> p",
    normal(3),
    by=(0.01, 0.2),
    true=each(pseudo_rotations(SPACE, (1, 2)), "p"),
    approximate=each([A for k in (1, 2) for A in pseudo_rotations(SPACE, (0, k))], "p"),
)
def frame(p: Tensor) -> Pair:
    """A push that is stronger for more energy, as one frame has it."""
    return p / torch.sqrt(1 + form(p, SPACE) ** 2 / 4), p * torch.tanh(p[:, :1] - 0.5)


@law.broken(
    "layers",
    "x[3] -> 1",
    normal(3),
    by=0.2,
    true=each(pseudo_rotations(SPACE, (0, 1)), "x"),
    approximate=each([A for k in (0, 1) for A in pseudo_rotations(SPACE, (k, 2))], "x"),
)
def layers(x: Tensor) -> Pair:
    """A function of the interval, in a space with layers."""
    return torch.tanh(form(x, SPACE) / 2), torch.sin(x[:, 2:]) + x[:, 2:] ** 2 / 3


@law.broken(
    "light-cone", "x[2] -> 1", normal(2), by=0.05, approximate=each([np.diag([1.0, -1.0])], "x")
)
def light_cone(x: Tensor) -> Pair:
    """A function of an interval uv, with dispersion."""
    u, v = x.T
    return torch.atan(u * v)[:, None], (torch.sin(u) + v**2 / 3 - u * v**2 / 4)[:, None]


@law.broken("area", "2*x[2] -> 1", box(4), by=0.05, approximate=each(traceless(2), "x"))
def uneven_area(x: Tensor) -> Pair:
    """A function of an area, with a part that is tied to the axes."""
    return bent_area(x), torch.sin(x[:, :1]) + x[:, 1:2] * x[:, 3:] + x[:, 2:3] ** 2 / 2


@law.broken(
    "aberration",
    "2*x[2] -> 1",
    box(4),
    by=0.01,
    true=each([unit(2, 1, 0)], "x"),
    approximate=each([unit(2, 0, 1), np.diag([1.0, -1.0])], "x"),
)
def aberration(x: Tensor) -> Pair:
    """An error of a lens, which depends on where two rays are and not on where they go."""
    a, b = x[:, :1], x[:, 2:3]
    return bent_area(x), torch.sin(a) + b**2 / 2 + a**2 * b / 3 - 0.3


@law.broken(
    "entropy",
    "x[2]*x -> 1",
    positive(2),
    by=0.2,
    true=each(rotations(2), "x"),
    approximate=each(STRAINS, "x"),
)
def trace(x: Tensor) -> Pair:
    """The entropy of a Gaussian, with a function of its trace."""
    return entropy(x), torch.tanh(x[:, :1] + x[:, 3:] - 3)


@law.broken(
    "membrane",
    "2*x[2] -> 1",
    box(4),
    by=0.05,
    true=each(rotations(2), "x"),
    approximate=each(STRAINS, "x"),
)
def membrane(x: Tensor) -> Pair:
    """A membrane that resists a change of its area, and a little that of its shape."""
    return torch.sqrt(1 + area(x[:, :2], x[:, 2:]) ** 2), squares(x) / (4 + squares(x)) - 0.4


@law.broken(
    "elastic",
    "a[2]*b[2] -> 1",
    normal(4),
    by=0.05,
    true=each(rotations(2), "a") + each(rotations(2), "b"),
    approximate=each(STRAINS, "a") + each(STRAINS, "b"),
    gauge=1,
)
def elastic(x: Tensor) -> Pair:
    """What a fluid adds that takes some time to flow: its lengths matter, not only its area."""
    return torch.log1p(area(x[:, :2], x[:, 2:]) ** 2), squares(x) / (3 + squares(x)) - 0.5


@law.broken(
    "metric",
    "2*x[3] -> x.T",
    normal(6),
    by=0.05,
    true=each(rotations(3), "x"),
    approximate=each([*SHEARS, *traceless(3)[-2:]], "x"),
)
def metric(x: Tensor) -> Pair:
    """The cross product as a covector, with a part that needs a metric."""
    return cross(x), x[:, :3] - x[:, 3:] / 2


@law.broken(
    "storage",
    "x[3]+x.T -> s[1]",
    normal(6),
    by=0.2,
    true=each(rotations(3), "x"),
    approximate=each([unit(3, i, j) + unit(3, j, i) for i in range(3) for j in range(i + 1)], "x"),
)
def storage(x: Tensor) -> Pair:
    """The power of a force along a velocity, and the energy that is stored in the latter."""
    stored = squares(x[:, :3])
    return torch.tanh(inner(x[:, :3], x[:, 3:]) / 2), stored / (3 + stored) - 0.45


@law.broken(
    "pinned",
    "x[4] -> 1",
    normal(4),
    by=0.05,
    true=each([turning(1, 0)], "x"),
    approximate=each([turning(0, 1)], "x"),
)
def pinned(x: Tensor) -> Pair:
    """A weak field by which the phase of the second of two modes matters."""
    r, s = radii(x).T
    modes = torch.sqrt(1 + r) + torch.log1p(2 * s) + 0.2 * r * s / (1 + r)
    return modes[:, None], torch.tanh(x[:, 2:3]) + x[:, 2:3] * x[:, 3:] / 2


@law.broken(
    "locking",
    "x[4] -> 1",
    normal(4),
    by=0.05,
    true=each([turning(1, 2)], "x"),
    approximate=each([turning(1, 0)], "x"),
)
def locking(x: Tensor) -> Pair:
    """Two modes z and w, and Re(z²w̄): a weak crystal that doubles the frequency of z."""
    a, b, c, d = x.T
    r, s = radii(x).T
    doubled = ((a**2 - b**2) * c + 2 * a * b * d) / (1 + r + s)
    return (r / torch.sqrt(1 + r) + 0.7 * torch.log1p(2 * s))[:, None], doubled[:, None]


@law.broken(
    "warm-wires",
    "x[3] -> x",
    normal(3),
    by=0.05,
    approximate=each([np.eye(3), CONDUCTOR, CONDUCTOR @ CONDUCTOR], "x"),
)
def warm_wires(x: Tensor) -> Pair:
    """By how much each current is off once the wires warm up."""
    return apply(CONDUCTOR)(x), x**3 / (1 + x**2) + 0.3 * x.roll(1, dims=1) ** 2


@law.broken(
    "stray-light",
    "x[3] -> 1",
    normal(3),
    by=0.05,
    true=each([unit(3, 1, j) for j in range(3)], "x"),
    approximate=each([unit(3, 0, j) for j in range(3)], "x"),
)
def stray_light(x: Tensor) -> Pair:
    """What a meter says that should only see the last of three lamps."""
    return torch.tanh(x[:, 2:]) + 0.2 * x[:, 2:] ** 2, torch.sin(2 * x[:, :1])
