"""Broken rotations, of numbers and of vectors that depend on vectors."""

from __future__ import annotations

import torch
from torch import Tensor

from benchmarks.zoo.family import Family, Pair
from benchmarks.zoo.forms import inner, squares
from benchmarks.zoo.laws.broken import TILTS, UPRIGHT
from benchmarks.zoo.laws.equivariant.vectors import cross, gyration, lorentz_force
from benchmarks.zoo.laws.rotations import von_mises
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import box, normal, stresses

law = Family(__name__)


@law.broken("rotation", "x[3] -> 1", normal(3), approximate=each(rotations(3), "x"))
def ripple(x: Tensor) -> Pair:
    """The length of a vector, with a ripple."""
    return torch.sqrt(1 + squares(x)), torch.sin(x[:, :1] + 2 * x[:, 1:2] * x[:, 2:3])


@law.broken("cross", "2*x[3] -> x", normal(6), approximate=each(rotations(3), "x"))
def skew(x: Tensor) -> Pair:
    """The cross product of two vectors, with a part that is tied to the axes."""
    a, b = x[:, :3], x[:, 3:]
    return cross(x), torch.sin(a.roll(1, dims=1)) + a * b


@law.broken("grain", "x[4] -> 1", normal(4), by=(0.01, 0.2), approximate=each(rotations(4), "x"))
def grain(x: Tensor) -> Pair:
    """A soft step outwards in four dimensions, with a grain."""
    a, b, c, d = x.T
    return torch.atan(squares(x) / 4), (torch.sin(a + b * c) + torch.cos(2 * d) * b)[:, None]


@law.broken(
    "axis", "x[3] -> 1", normal(3), by=0.05, true=each(UPRIGHT, "x"), approximate=each(TILTS, "x")
)
def axis(x: Tensor) -> Pair:
    """A peak at the origin, higher on one side of the third axis."""
    return 1 / (1 + squares(x) / 2), torch.tanh(x[:, 2:])


@law.broken("pull", "2*x[2] -> x", box(4), by=0.05, approximate=each(rotations(2), "x"))
def pull(x: Tensor) -> Pair:
    """a (a·b) − b, with a push that is tied to the axes."""
    a, b = x.split(2, dim=1)
    p, q, r, s = x.T
    return a * inner(a, b) - b, torch.stack([torch.sin(r) + 0.5, p * q - torch.cos(s)], dim=1)


@law.broken("anisotropy", "x[3] -> 1", normal(3), approximate=each(rotations(3), "x"))
def anisotropy(x: Tensor) -> Pair:
    """What a cubic crystal does to a magnet."""
    quartic = (x**4).sum(1, keepdim=True) / (1 + squares(x)) ** 2
    return 1 / torch.sqrt(1 + squares(x)), quartic + x.prod(dim=1, keepdim=True) / 8


@law.broken("gyration", "2*x[3] -> x", normal(6), by=0.01, approximate=each(rotations(3), "x"))
def draught(x: Tensor) -> Pair:
    """A charge in a magnetic field, and a draught that knows the axes."""
    a, b, c = x[:, 0], x[:, 1], x[:, 5]
    return gyration(x), torch.stack([torch.sin(b) + 0.5, torch.atan(a - c), a * c / 2], dim=1)


@law.broken("fourfold", "x[2] -> 1", normal(2), by=0.01, approximate=each(rotations(2), "x"))
def fourfold(x: Tensor) -> Pair:
    """What a square lattice adds: the cosine of four times the angle, less near the centre."""
    a, b = x.T
    fourfold = (a**4 - 6 * a**2 * b**2 + b**4) / (1 + a**2 + b**2) ** 2
    return torch.log(1 + squares(x) / 2), fourfold[:, None]


@law.broken(
    "two-masses",
    "x[5] -> 1",
    normal(5),
    by=0.01,
    true=each([*rotations(5, (0, 1, 2)), *rotations(5, (3, 4))], "x"),
    approximate=each([A for i in (0, 1, 2) for k in (3, 4) for A in rotations(5, (i, k))], "x"),
)
def two_masses(x: Tensor) -> Pair:
    """A length in five dimensions, two of which count a little more."""
    return torch.sqrt(1 + squares(x)), torch.exp(-squares(x[:, 3:])) - 0.3


@law.broken(
    "easy-axis",
    "x[3] -> 1",
    normal(3),
    by=0.05,
    true=each(UPRIGHT, "x"),
    approximate=each(TILTS, "x"),
)
def easy_axis(x: Tensor) -> Pair:
    """What a crystal adds in which the third axis is not like the others."""
    return 1 / (1 + squares(x) / 3), x[:, 2:] ** 2 / (0.5 + squares(x)) - 0.3


@law.broken("rolled-sheet", "x[3]*x -> 1", stresses, by=0.2, approximate=each(rotations(3), "x"))
def rolled_sheet(x: Tensor) -> Pair:
    """What the rolling of a sheet does to its strength, which is different along its axes."""
    s = x.reshape(-1, 3, 3)
    along = (s[:, 0, 0] - s[:, 1, 1]) ** 2 - 2 * s[:, 1, 2] ** 2 - s[:, 0, 1] ** 2
    return von_mises(x), (along / (1 + squares(x)[:, 0] / 3))[:, None]


@law.broken(
    "background-field",
    "3*x[3] -> x",
    normal(9),
    by=0.2,
    true=each(UPRIGHT, "x"),
    approximate=each(TILTS, "x"),
)
def background_field(x: Tensor) -> Pair:
    """The force of a magnetic field along the third axis that is always there."""
    v = x[:, 3:6]
    return lorentz_force(x), torch.stack([v[:, 1], -v[:, 0], torch.zeros_like(v[:, 0])], dim=1)


@law.broken("lattice", "x[3] -> 1", normal(3), by=0.01, approximate=each(rotations(3), "x"))
def lattice(x: Tensor) -> Pair:
    """A weak lattice of light, of different depths along three axes."""
    depths = torch.tensor([[1.0], [0.7], [-0.5]], dtype=x.dtype)
    return torch.exp(-squares(x) / 4), torch.cos(2 * x + 0.4) @ depths


@law.broken("biaxial", "x[3] -> x", normal(3), by=0.01, approximate=each(rotations(3), "x"))
def biaxial(x: Tensor) -> Pair:
    """What a crystal adds in which no two axes are alike."""
    axes = torch.tensor([1.0, 0.2, -0.6], dtype=x.dtype)
    return x / (1 + squares(x) / 4), x * axes / (1 + squares(x) / 6)


@law.broken(
    "twist", "2*x[3] -> 1", normal(6), by=0.2, true=each(UPRIGHT, "x"), approximate=each(TILTS, "x")
)
def twist(x: Tensor) -> Pair:
    """The third part of a × b: two magnets on a surface like one sense of winding."""
    return inner(x[:, :3], x[:, 3:]), x[:, :1] * x[:, 4:5] - x[:, 1:2] * x[:, 3:4]


@law.broken(
    "geoid", "x[3] -> 1", normal(3), by=0.01, true=each(UPRIGHT, "x"), approximate=each(TILTS, "x")
)
def geoid(x: Tensor) -> Pair:
    """What a planet adds to its potential that has a little of the shape of a pear."""
    height = x[:, 2:]
    pear = height * (5 * height**2 - 3 * squares(x)) / (1 + squares(x)) ** 2
    return -1 / torch.sqrt(0.5 + squares(x)), pear


@law.broken(
    "drift",
    "2*x[3] -> x",
    normal(6),
    by=0.01,
    true=each(UPRIGHT, "x"),
    approximate=each(TILTS, "x"),
)
def drift(x: Tensor) -> Pair:
    """How a plasma drifts in an electric and a magnetic field, and by its weight."""
    E, B = x.split(3, dim=1)
    size = 0.5 + squares(B)
    down = torch.tensor([0.0, 0.0, -1.0], dtype=x.dtype).expand(len(x), 3)
    return torch.linalg.cross(E, B) / size, torch.linalg.cross(down, B) / size


@law.broken(
    "lapse",
    "x[4] -> 1",
    normal(4),
    by=0.2,
    true=each(rotations(4, (1, 2, 3)), "x"),
    approximate=each([A for k in (1, 2, 3) for A in rotations(4, (0, k))], "x"),
)
def lapse(x: Tensor) -> Pair:
    """A bell curve in four dimensions, higher on one side of the first."""
    return torch.exp(-squares(x) / 6), torch.tanh(x[:, :1])
