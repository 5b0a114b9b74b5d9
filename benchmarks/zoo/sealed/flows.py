"""Short-time flows of differential equations, with and without symmetry."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.flows import newton
from benchmarks.zoo.families.linear import apply
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

motion = partial(Case, family="flows")

RATES = np.array([[-0.9, 0.4, 0.0], [0.9, -1.1, 0.3], [0.0, 0.7, -0.3]])
CIRCULATION = (1.0, 1.5, -0.7)


def brusselator(x: Tensor) -> Tensor:
    """A chemical clock."""
    a, b = x.T
    return torch.stack([1 - 3 * a + a**2 * b, 2 * a - a**2 * b], dim=1)


def fitzhugh_nagumo(x: Tensor) -> Tensor:
    """The voltage of a nerve, and its recovery."""
    v, w = x.T
    return torch.stack([v - v**3 / 3 - w + 0.5, 0.5 * (v + 0.7 - 0.8 * w)], dim=1)


def josephson(q: Tensor) -> Tensor:
    """The forces on two pendulums, one of them heavier, with a spring between them."""
    a, b = q.T
    return torch.stack([-torch.sin(a) + (b - a) / 2, -2 * torch.sin(b) + (a - b) / 2], dim=1)


def michaelis_menten(x: Tensor) -> Tensor:
    """A substrate and an enzyme that bind, part again, or part with the substrate changed."""
    substrate, enzyme, both = x.T
    bound, freed = substrate * enzyme, 0.4 * both
    return torch.stack(
        [freed - bound, freed + 0.6 * both - bound, bound - freed - 0.6 * both], dim=1
    )


def trap(x: Tensor) -> Tensor:
    """A trap that stiffens outwards, in a medium that drags more the faster one goes."""
    q, p = x.split(3, dim=1)
    return torch.cat([p, -q * (1 + squares(q) / 3) - 0.3 * p * torch.sqrt(1 + squares(p))], dim=1)


def vortices(x: Tensor) -> Tensor:
    """Three vortices that carry each other round."""
    places = x.split(2, dim=1)
    moves = []
    for place in places:
        move = torch.zeros_like(place)
        for strength, other in zip(CIRCULATION, places, strict=True):
            gap = place - other
            turned = torch.stack([-gap[:, 1], gap[:, 0]], dim=1)
            move = move + strength * turned / (0.5 + squares(gap))
        moves.append(move)
    return torch.cat(moves, dim=1)


def bloch(x: Tensor) -> Tensor:
    """A magnetisation that turns about the third axis and comes to rest along it."""
    a, b, c = x.T
    return torch.stack([2 * b - 0.5 * a, -2 * a - 0.5 * b, 0.3 * (1 - c)], dim=1)


def two_spins(x: Tensor) -> Tensor:
    """Two magnets of different strengths that turn about each other."""
    a, b = x.split(3, dim=1)
    turn = torch.linalg.cross(a, b)
    return torch.cat([turn, -0.6 * turn], dim=1)


CASES = [
    motion(
        name="flow-brusselator",
        spec="x[1]+y[1] -> x+y",
        sample=box(2, 0.3, 2.0),
        function=flow(brusselator, 0.5),
        true=[],
    ),
    motion(
        name="flow-fitzhugh-nagumo",
        spec="x[2] -> x",
        sample=box(2, -2.0, 2.0),
        function=flow(fitzhugh_nagumo, 0.4),
        true=[],
    ),
    motion(
        name="flow-josephson-short",
        spec="q[2]+p[2] -> q+p",
        sample=normal(4),
        function=flow(newton(josephson), 0.03, 1),
        true=[],
    ),
    motion(
        name="flow-michaelis-menten",
        spec="s[1]+e[1]+c[1] -> s+e+c",
        sample=box(3, 0.2, 1.5),
        function=flow(michaelis_menten, 0.8),
        true=[],
    ),
    motion(
        name="flow-trap",
        spec="q[3]+p[3] -> q+p",
        sample=normal(6, 0.8),
        function=flow(trap, 0.5),
        true=each(rotations(3), "q", "p"),
    ),
    motion(
        name="flow-vortices",
        spec="3*x[2] -> 3*x",
        sample=normal(6),
        function=flow(vortices, 0.3),
        true=each(rotations(2), "x"),
    ),
    motion(
        name="flow-bloch",
        spec="m[3] -> m",
        sample=normal(3),
        function=flow(bloch, 0.6),
        true=each([*rotations(3, (0, 1)), np.diag([1.0, 1.0, 0.0])], "m"),
    ),
    motion(
        name="flow-first-order-kinetics",
        spec="x[3] -> x",
        sample=box(3, 0.0, 2.0),
        function=flow(apply(RATES), 0.8),
        true=each([np.eye(3), RATES, RATES @ RATES], "x"),
    ),
    motion(
        name="flow-two-spins",
        spec="2*s[3] -> 2*s",
        sample=normal(6),
        function=flow(two_spins, 0.4),
        true=each(rotations(3), "s"),
    ),
]
