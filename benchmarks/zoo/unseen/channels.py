"""Channels that share an unknown or have one each, scalars, duals, tensors."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.indefinite import PLANE, form
from benchmarks.zoo.matrices import each, everything, number, pseudo_rotations, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner

channel = partial(Case, family="channels")


def induction(x: Tensor) -> Tensor:
    """The electric field in a metal that flows through a magnetic one, and the energy in it."""
    v, B = x.split(3, dim=1)
    return torch.cat([torch.linalg.cross(B, v), (squares(v) + squares(B)) / 2], dim=1)


def lensing(x: Tensor) -> Tensor:
    """Whence light came that is seen at one place past a mass at another, and its delay."""
    seen, lens, mass, core = x.split([2, 2, 1, 1], dim=1)
    size = 0.5 + core**2 + squares(seen - lens)
    bent = seen - mass * (seen - lens) / size
    return torch.cat([bent, mass * torch.log(size) / 2 + core / 3], dim=1)


def two_ports(x: Tensor) -> Tensor:
    """Mixtures of the powers u and v through two ports, with what the second flow stores."""
    a, force, b, torque = x.split([3, 3, 2, 2], dim=1)
    u, v = inner(a, force), inner(b, torque)
    return torch.cat([torch.tanh(u / 2) + v / 3, u / 3 + v**2 / 4 + squares(b) / 4], dim=1)


def feedback(x: Tensor) -> Tensor:
    """M v + v tanh(tr M / 2) for a 3×3 matrix M and a vector v."""
    M, v = x[:, :9].reshape(-1, 3, 3), x[:, 9:]
    trace = M.diagonal(dim1=1, dim2=2).sum(1, keepdim=True)
    return torch.einsum("bij,bj->bi", M, v) + v * torch.tanh(trace / 2)


def waveguide(x: Tensor) -> Tensor:
    """A signal of strength s in a guide, from frequency and wave number, and place across."""
    wave, place, strength = x.split([2, 2, 1], dim=1)
    return strength * (1 + torch.tanh(form(wave, PLANE) / 2) * torch.exp(-squares(place) / 3))


def moments(x: Tensor) -> Tensor:
    """The dipole of two charges at two places, and the charge of both."""
    r, q, s, p = x.split([2, 1, 2, 1], dim=1)
    return torch.cat([q * r + p * s, q + p], dim=1)


CASES = [
    channel(
        name="channels-induction",
        spec="v[3]+b[3] -> e[3]+s[1]",
        sample=normal(6),
        function=induction,
        true=[
            *each(rotations(3), "v", "b", "e"),
            {"v": np.eye(3), "b": np.eye(3), "e": 2 * np.eye(3), "s": number(2)},
        ],
    ),
    channel(
        name="channels-lensing",
        spec="2*x[2]+2 -> x+1",
        sample=box(6),
        function=lensing,
        true=each(rotations(2), "x"),
    ),
    channel(
        name="channels-two-ports",
        spec="x[3]+x.T+y[2]+y.T -> 2",
        sample=box(10),
        function=two_ports,
        true=each(everything(3), "x") + each(rotations(2), "y"),
    ),
    channel(
        name="channels-feedback",
        spec="x[3]*x.T+x -> x",
        sample=normal(12),
        function=feedback,
        true=each(everything(3), "x"),
    ),
    channel(
        name="channels-waveguide",
        spec="k[2]+x[2]+s[1] -> s",
        sample=normal(5),
        function=waveguide,
        true=[
            *each(pseudo_rotations(PLANE), "k"),
            *each(rotations(2), "x"),
            {"s": number(1)},
        ],
    ),
    channel(
        name="channels-moments",
        spec="2*(r[2]+q[1]) -> d[2]+c[1]",
        sample=normal(6),
        function=moments,
        true=[
            *each(everything(2), "r", "d"),
            {"q": number(1), "d": np.eye(2), "c": number(1)},
        ],
    ),
]
