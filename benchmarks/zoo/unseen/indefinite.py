"""Rotations of spaces with a time: events, momenta, dust, de Sitter's space, a saddle."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.indefinite import PLANE, SPACE, SPACETIME, form, lower
from benchmarks.zoo.matrices import conjugate, each, generic, number, pseudo_rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.unseen.maps import inner

indefinite = partial(Case, family="indefinite")

DE_SITTER, TWO_DOWN = (1.0, -1.0, -1.0, -1.0, -1.0), (1.0, 1.0, -1.0, -1.0)
SKEW = generic(331, 4)


def two_events(x: Tensor) -> Tensor:
    """The product of two events on a line, and the interval of the first."""
    a, b = x.split(2, dim=1)
    return torch.cat([inner(a, lower(b, PLANE)), torch.tanh(form(a, PLANE) / 2)], dim=1)


def plane_cross(x: Tensor) -> Tensor:
    """The vector that is at right angles, by the metric of spacetime, to two others."""
    return lower(torch.linalg.cross(x[:, :3], x[:, 3:]), SPACE)


def dust(p: Tensor) -> Tensor:
    """Energy and momentum of dust, and their flow, of a density that falls off."""
    return (p[:, :, None] * p[:, None, :]).flatten(1) / torch.sqrt(1 + form(p, SPACE) ** 2 / 4)


def exchange(x: Tensor) -> Tensor:
    """A momentum after an encounter, which hands over more the more the two have in common."""
    p, q = x.split(4, dim=1)
    share = torch.tanh(inner(p, lower(q, SPACETIME)) / 2)
    return p + (q - p) * (1 + share) / 4


def bounded(interval: Tensor) -> Tensor:
    return interval / torch.sqrt(1 + interval**2 / 9)


CASES = [
    indefinite(
        name="so11-two-events",
        spec="2*x[2] -> 2",
        sample=normal(4),
        function=two_events,
        true=each(pseudo_rotations(PLANE), "x"),
    ),
    indefinite(
        name="so12-cross",
        spec="2*x[3] -> x",
        sample=normal(6),
        function=plane_cross,
        true=each(pseudo_rotations(SPACE), "x"),
    ),
    indefinite(
        name="so12-dust",
        spec="p[3] -> p*p",
        sample=box(3),
        function=dust,
        true=each(pseudo_rotations(SPACE), "p"),
    ),
    indefinite(
        name="so13-exchange",
        spec="2*p[4] -> p",
        sample=normal(8),
        function=exchange,
        true=each(pseudo_rotations(SPACETIME), "p"),
    ),
    indefinite(
        name="so14-de-sitter",
        spec="x[5] -> 1",
        sample=box(5),
        function=lambda x: bounded(form(x, DE_SITTER)),
        true=each(pseudo_rotations(DE_SITTER), "x"),
    ),
    indefinite(
        name="so22-saddle",
        spec="x[4] -> e[1]",
        sample=normal(4),
        function=lambda x: form(x @ torch.from_numpy(SKEW).T, TWO_DOWN),
        true=[
            *each(conjugate(np.linalg.inv(SKEW), pseudo_rotations(TWO_DOWN)), "x"),
            {"x": np.eye(4), "e": number(2)},
        ],
    ),
]
