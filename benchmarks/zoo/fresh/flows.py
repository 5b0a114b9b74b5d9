"""Short-time flows of differential equations, with and without symmetry."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.flows import newton
from benchmarks.zoo.matrices import each, number, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

motion = partial(Case, family="flows")


def duffing(q: Tensor) -> Tensor:
    """The force in a double well."""
    return q - q**3


def quartic(q: Tensor) -> Tensor:
    """The force of the potential a⁴/4 + a²b/2 + b²."""
    a, b = q.T
    return torch.stack([-(a**3) - a * b, -(a**2) / 2 - 2 * b], dim=1)


def logarithmic(q: Tensor) -> Tensor:
    """The pull of a galaxy with a flat rotation curve."""
    return -2 * q / (1 + squares(q))


def foucault(x: Tensor) -> Tensor:
    """A pendulum seen from a turning table, with a string that is not quite a spring."""
    q, v = x.split(2, dim=1)
    turn = torch.stack([v[:, 1], -v[:, 0]], dim=1)
    return torch.cat([v, 1.5 * turn - q / torch.sqrt(1 + squares(q))], dim=1)


def lorenz(x: Tensor) -> Tensor:
    """Convection, in units in which everything is of size 1."""
    a, b, c = x.T
    return torch.stack([2 * (b - a), a * (3 - c) - b, a * b - c], dim=1)


def two_lasers(x: Tensor) -> Tensor:
    """z' = z − (1 + i/2)|z|² z, w' = w/2 − |w|² w, and each leaks into the other."""
    z, w = x.split(2, dim=1)
    turned = torch.stack([-z[:, 1], z[:, 0]], dim=1)
    first = z - squares(z) * (z + turned / 2) + 0.7 * (w - z)
    second = w / 2 - squares(w) * w + 0.4 * (z - w)
    return torch.cat([first, second], dim=1)


def epidemic(x: Tensor) -> Tensor:
    """The healthy, the ill and the immune, who meet by chance and forget in time."""
    healthy, ill, immune = x.T
    caught = 2 * healthy * ill / x.sum(1)
    return torch.stack([0.3 * immune - caught, caught - 0.8 * ill, 0.8 * ill - 0.3 * immune], dim=1)


CASES = [
    motion(
        name="flow-duffing",
        spec="q[1]+p[1] -> q+p",
        sample=normal(2, 0.8),
        function=flow(newton(duffing), 0.7),
        true=[],
    ),
    motion(
        name="flow-quartic-short",
        spec="q[2]+p[2] -> q+p",
        sample=normal(4),
        function=flow(newton(quartic), 0.03, 1),
        true=[],
    ),
    motion(
        name="flow-lorenz",
        spec="x[3] -> x",
        sample=normal(3),
        function=flow(lorenz, 0.3),
        true=[],
    ),
    motion(
        name="flow-galaxy",
        spec="q[3]+p[3] -> q+p",
        sample=normal(6),
        function=flow(newton(logarithmic), 0.5),
        true=each(rotations(3), "q", "p"),
    ),
    motion(
        name="flow-foucault-short",
        spec="q[2]+v[2] -> q+v",
        sample=box(4),
        function=flow(foucault, 0.03, 1),
        true=each(rotations(2), "q", "v"),
    ),
    motion(
        name="flow-two-lasers",
        spec="2*x[2] -> 2*x",
        sample=normal(4, 0.8),
        function=flow(two_lasers, 0.4),
        true=each(rotations(2), "x"),
    ),
    motion(
        name="flow-epidemic",
        spec="s[1]+i[1]+r[1] -> s+i+r",
        sample=box(3, 0.2, 1.5),
        function=flow(epidemic, 0.8),
        true=each([number(1)], "s", "i", "r"),
    ),
]
