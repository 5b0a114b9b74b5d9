"""Symmetries that are broken by 1 %, 5 % and 20 %."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.families.broken import broken
from benchmarks.zoo.families.flows import kepler, newton, springs
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.families.tori import radii, turning
from benchmarks.zoo.families.volumes import area
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow
from benchmarks.zoo.unseen.maps import inner

STRAINS = [np.diag([1.0, -1.0]), 1 - np.eye(2)]


def lattice(x: Tensor) -> Tensor:
    """A weak lattice of light, of different depths along three axes."""
    return torch.cos(2 * x + 0.4) @ torch.tensor([[1.0], [0.7], [-0.5]], dtype=x.dtype)


def biaxial(x: Tensor) -> Tensor:
    """What a crystal adds in which no two axes are alike."""
    return x * torch.tensor([1.0, 0.2, -0.6], dtype=x.dtype) / (1 + squares(x) / 6)


def oblate(x: Tensor) -> Tensor:
    """A kick by a planet that is flat at its poles."""
    q = x[:, :3]
    size, height = 0.5 + squares(q), q[:, 2:]
    up = torch.tensor([0.0, 0.0, 1.0], dtype=x.dtype)
    kick = (q * (5 * height**2 / size - 1) - 2 * height * up) / size**1.5
    return torch.cat([0.2 * kick, kick], dim=1)


def electrons(rng: np.random.Generator, count: int) -> Array:
    """How wide a band is, and the wave number of an electron in it."""
    return rng.uniform([0.4, -1.5], [2.0, 1.5], (count, 2))


def production(x: Tensor) -> Tensor:
    """What capital, labour and energy yield."""
    capital, labour, energy = x.T
    return (capital**0.3 * labour**0.5 * energy**0.2)[:, None]


def strain(x: Tensor) -> Tensor:
    """What is lost if there is too much capital for the labour, or too little energy."""
    capital, labour, energy = x.T
    return (torch.tanh(4 * (capital - labour)) - 2 * torch.exp(-(energy**2)))[:, None]


def dispersion(x: Tensor) -> Tensor:
    u, v = x.T
    return (torch.sin(u) + v**2 / 3 - u * v**2 / 4)[:, None]


def modes(x: Tensor) -> Tensor:
    r, s = radii(x).T
    return (r / torch.sqrt(1 + r) + 0.7 * torch.log1p(2 * s))[:, None]


def locking(x: Tensor) -> Tensor:
    """Re(z²w̄): a weak crystal that doubles the frequency of z."""
    a, b, c, d = x.T
    r, s = radii(x).T
    return (((a**2 - b**2) * c + 2 * a * b * d) / (1 + r + s))[:, None]


def twist(x: Tensor) -> Tensor:
    """The third part of a × b: two magnets on a surface like one sense of winding."""
    return x[:, :1] * x[:, 4:5] - x[:, 1:2] * x[:, 3:4]


def stiffening(x: Tensor) -> Tensor:
    """A kick by springs that get stiffer outwards."""
    q = x[:, :2]
    kick = -q * squares(q) / (1 + squares(q) / 4)
    return torch.cat([0.3 * kick, kick], dim=1)


CASES = [
    *broken(
        "lattice",
        lambda x: torch.exp(-squares(x) / 4),
        lattice,
        normal(3),
        (0.01,),
        spec="x[3] -> 1",
        true=[],
        approximate=each(rotations(3), "x"),
    ),
    *broken(
        "biaxial",
        lambda x: x / (1 + squares(x) / 4),
        biaxial,
        normal(3),
        (0.01,),
        spec="x[3] -> x",
        true=[],
        approximate=each(rotations(3), "x"),
    ),
    *broken(
        "oblate",
        flow(newton(kepler), 0.5),
        oblate,
        normal(6),
        (0.01,),
        spec="q[3]+p[3] -> q+p",
        true=each(rotations(3, (0, 1)), "q", "p"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "q", "p"),
    ),
    *broken(
        "band",
        lambda x: x[:, :1] * x[:, 1:] ** 2,
        lambda x: x[:, :1] * torch.cos(3 * x[:, 1:]),
        electrons,
        (0.01,),
        spec="b[1]+k[1] -> e[1]",
        true=[weights(b=1, e=1)],
        approximate=[weights(k=1, e=2)],
    ),
    *broken(
        "light-cone",
        lambda x: torch.atan(x[:, :1] * x[:, 1:]),
        dispersion,
        normal(2),
        (0.05,),
        spec="x[2] -> 1",
        true=[],
        approximate=each([np.diag([1.0, -1.0])], "x"),
    ),
    *broken(
        "locking",
        modes,
        locking,
        normal(4),
        (0.05,),
        spec="x[4] -> 1",
        true=each([turning(1, 2)], "x"),
        approximate=each([turning(1, 0)], "x"),
    ),
    *broken(
        "membrane",
        lambda x: torch.sqrt(1 + area(x[:, :2], x[:, 2:]) ** 2),
        lambda x: squares(x) / (4 + squares(x)) - 0.4,
        box(4),
        (0.05,),
        spec="2*x[2] -> 1",
        true=each(rotations(2), "x"),
        approximate=each(STRAINS, "x"),
    ),
    *broken(
        "production",
        production,
        strain,
        box(3, 0.4, 2.0),
        (0.2,),
        spec="k[1]+l[1]+e[1] -> y[1]",
        true=[],
        approximate=[weights(k=1, y=0.3), weights(l=1, y=0.5), weights(e=1, y=0.2)],
    ),
    *broken(
        "twist",
        lambda x: inner(x[:, :3], x[:, 3:]),
        twist,
        normal(6),
        (0.2,),
        spec="2*x[3] -> 1",
        true=each(rotations(3, (0, 1)), "x"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "x"),
    ),
    *broken(
        "stiffening",
        flow(newton(springs(np.eye(2))), 0.7),
        stiffening,
        normal(4),
        (0.2,),
        spec="q[2]+p[2] -> q+p",
        true=each(rotations(2), "q", "p"),
        approximate=each([np.eye(2), *STRAINS], "q", "p"),
    ),
]
