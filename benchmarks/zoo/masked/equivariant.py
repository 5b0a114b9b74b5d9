"""Maps between things that transform: slopes, turns, shapes of molecules, steps, metals."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.unseen.maps import inner, stresses

equivariant = partial(Case, family="equivariant")


def rodrigues(x: Tensor) -> Tensor:
    """A vector that is turned about an axis by an angle, both of which a second one gives."""
    v, k = x.split(3, dim=1)
    angle = torch.sqrt(squares(k))
    turned = torch.linalg.cross(k, v) * torch.sin(angle) / angle
    return v * torch.cos(angle) + turned + k * inner(k, v) * (1 - torch.cos(angle)) / angle**2


def gyration(x: Tensor) -> Tensor:
    """The second moments of three atoms about their centre."""
    atoms = x.reshape(-1, 3, 3)
    atoms = atoms - atoms.mean(1, keepdim=True)
    return torch.einsum("bki,bkj->bij", atoms, atoms).flatten(1) / 3


def implicit_step(x: Tensor) -> Tensor:
    """A step of v' = Mv by Euler's implicit method: (1 − M/5)⁻¹ v."""
    a, b, c, d, u, v = x.T
    p, q, r, s = 1 - a / 5, -b / 5, -c / 5, 1 - d / 5
    return torch.stack([s * u - q * v, p * v - r * u], dim=1) / (p * s - q * r)[:, None]


def flow_rule(x: Tensor) -> Tensor:
    """How a metal under stress creeps: along the deviator, and with a limit."""
    s = x.reshape(-1, 3, 3)
    mean = s.diagonal(dim1=1, dim2=2).mean(1)[:, None, None]
    deviator = (s - mean * torch.eye(3, dtype=x.dtype)).flatten(1)
    return deviator / torch.sqrt(0.5 + squares(deviator))


CASES = [
    equivariant(
        name="covector-slope",
        spec="x[3] -> x.T",
        sample=normal(3),
        function=lambda x: 2 * x / (1 + squares(x)),
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="vector-rodrigues",
        spec="2*x[3] -> x",
        sample=normal(6),
        function=rodrigues,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="tensor-gyration",
        spec="3*x[3] -> x*x",
        sample=normal(9),
        function=gyration,
        true=each(everything(3), "x"),
    ),
    equivariant(
        name="tensor-implicit-step",
        spec="x[2]*x.T+x -> x",
        sample=box(6),
        function=implicit_step,
        true=each(everything(2), "x"),
    ),
    equivariant(
        name="tensor-flow-rule",
        spec="x[3]*x -> x*x",
        sample=stresses,
        function=flow_rule,
        true=each(rotations(3), "x"),
    ),
]
