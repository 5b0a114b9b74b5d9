"""Symmetries that are broken by 1 %, 5 % and 20 %."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.families.broken import SIZES, broken
from benchmarks.zoo.families.indefinite import SPACE, form
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, pseudo_rotations, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.sealed.equivariant import gyration
from benchmarks.zoo.sealed.flows import trap
from benchmarks.zoo.sealed.volumes import entropy, positive
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow


def crystal(x: Tensor) -> Tensor:
    """What a cubic crystal does to a magnet."""
    return (x**4).sum(1, keepdim=True) / (1 + squares(x)) ** 2 + x.prod(dim=1, keepdim=True) / 8


def push(p: Tensor) -> Tensor:
    return p / torch.sqrt(1 + form(p, SPACE) ** 2 / 4)


def ether(p: Tensor) -> Tensor:
    """A push that is stronger for more energy, as one frame has it."""
    return p * torch.tanh(p[:, :1] - 0.5)


def gas(x: Tensor) -> Tensor:
    """The pressure of an ideal gas: how much there is, its temperature and its volume."""
    n, T, V = x.T
    return (n * T / V)[:, None]


def interaction(x: Tensor) -> Tensor:
    """What the second virial coefficient adds."""
    n, T, V = x.T
    return ((n / V) ** 2 * (0.8 * T - 1.0))[:, None]


def weight(x: Tensor) -> Tensor:
    """A force along the third axis, which depends on the height alone."""
    force = torch.zeros_like(x[:, :3]) + torch.tensor([0.0, 0.0, 1.0], dtype=x.dtype)
    kick = force * (torch.tanh(x[:, 2:3]) - 0.5)
    return torch.cat([0.2 * kick, kick], dim=1)


def draught(x: Tensor) -> Tensor:
    a, b, c = x[:, 0], x[:, 1], x[:, 5]
    return torch.stack([torch.sin(b) + 0.5, torch.atan(a - c), a * c / 2], dim=1)


CASES = [
    *broken(
        "anisotropy",
        lambda x: 1 / torch.sqrt(1 + squares(x)),
        crystal,
        normal(3),
        SIZES,
        spec="x[3] -> 1",
        true=[],
        approximate=each(rotations(3), "x"),
    ),
    *broken(
        "frame",
        push,
        ether,
        normal(3),
        (0.01, 0.2),
        spec="p[3] -> p",
        true=each(pseudo_rotations(SPACE, (1, 2)), "p"),
        approximate=each([A for k in (1, 2) for A in pseudo_rotations(SPACE, (0, k))], "p"),
    ),
    *broken(
        "gas",
        gas,
        interaction,
        box(3, 0.5, 2.0),
        (0.05, 0.2),
        spec="n[1]+t[1]+v[1] -> p[1]",
        true=[weights(n=1, v=1)],
        approximate=[weights(n=1, p=1), weights(t=1, p=1)],
    ),
    *broken(
        "weight",
        flow(trap, 0.5),
        weight,
        normal(6, 0.8),
        (0.05,),
        spec="q[3]+p[3] -> q+p",
        true=each(rotations(3, (0, 1)), "q", "p"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "q", "p"),
    ),
    *broken(
        "gyration",
        gyration,
        draught,
        normal(6),
        (0.01,),
        spec="2*x[3] -> x",
        true=[],
        approximate=each(rotations(3), "x"),
    ),
    *broken(
        "entropy",
        entropy,
        lambda x: torch.tanh(x[:, :1] + x[:, 3:] - 3),
        positive(2),
        (0.2,),
        spec="x[2]*x -> 1",
        true=each(rotations(2), "x"),
        approximate=each([np.diag([1.0, -1.0]), 1 - np.eye(2)], "x"),
    ),
]
