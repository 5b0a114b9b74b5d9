"""Maps between things that transform: spinors, vectors, stresses, matrices."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case, Matrices
from benchmarks.zoo.fresh.equivariant import PAULI, hopf
from benchmarks.zoo.matrices import each, rotations, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

equivariant = partial(Case, family="equivariant")


def gyration(x: Tensor) -> Tensor:
    """The velocity v after a step in a magnetic field t, by the method of Boris."""
    v, t = x.split(3, dim=1)
    middle = v + torch.linalg.cross(v, t)
    return v + 2 * torch.linalg.cross(middle, t) / (1 + squares(t))


def attention(x: Tensor) -> Tensor:
    """The mean of two vectors, weighted by how much they agree with a third."""
    query, a, b = x.split(3, dim=1)
    weight = torch.sigmoid((query * (a - b)).sum(1, keepdim=True))
    return weight * a + (1 - weight) * b


def maxwell_stress(x: Tensor) -> Tensor:
    """EEᵀ + BBᵀ − (E² + B²)/2."""
    E, B = x.split(3, dim=1)
    dyads = E[:, :, None] * E[:, None, :] + B[:, :, None] * B[:, None, :]
    pressure = (squares(E) + squares(B))[:, :, None] / 2
    return (dyads - pressure * torch.eye(3, dtype=x.dtype)).flatten(1)


def finger(x: Tensor) -> Tensor:
    """The stress FFᵀ of a rubber with deformation F, which softens as it is stretched."""
    F = x.reshape(-1, 3, 3)
    return (F @ F.mT).flatten(1) / (1 + squares(x) / 9)


def exponential(x: Tensor) -> Tensor:
    """1 + M + M²/2 + M³/6 of a 2×2 matrix."""
    M, one = x.reshape(-1, 2, 2), torch.eye(2, dtype=x.dtype)
    return (one + M @ (one + M @ (one + M / 3) / 2)).flatten(1)


def null_momentum(x: Tensor) -> Tensor:
    """The momentum ψ†σψ without mass of a spinor ψ."""
    return torch.cat([squares(x), hopf(x)], dim=1)


def null_momentum_truth() -> list[Matrices]:
    """gl(2, C): M moves ψψ† by Mψψ† + ψψ†M†, which has the momentum for coordinates."""
    J, sigma = np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([np.eye(2), *PAULI])
    return [
        {
            "x": np.kron(M.real, np.eye(2)) + np.kron(M.imag, J),
            "p": np.einsum("aij,bji->ab", sigma, M @ sigma + sigma @ M.conj().T).real / 2,
        }
        for s in sigma
        for M in (s, 1j * s)
    ]


CASES = [
    equivariant(
        name="vector-gyration",
        spec="2*x[3] -> x",
        sample=normal(6),
        function=gyration,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="vector-attention",
        spec="3*x[3] -> x",
        sample=normal(9),
        function=attention,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="spinor-null-momentum",
        spec="x[4] -> p[4]",
        sample=normal(4),
        function=null_momentum,
        true=null_momentum_truth(),
    ),
    equivariant(
        name="tensor-maxwell-stress",
        spec="2*x[3] -> x*x",
        sample=box(6),
        function=maxwell_stress,
        true=each([*rotations(3), np.eye(3)], "x"),
    ),
    equivariant(
        name="tensor-finger",
        spec="a[3]*b[3] -> a*a",
        sample=normal(9),
        function=finger,
        true=each(rotations(3), "a") + each(rotations(3), "b"),
    ),
    equivariant(
        name="tensor-exponential",
        spec="x[2]*x.T -> x*x.T",
        sample=box(4),
        function=exponential,
        true=each(traceless(2), "x"),
        gauge=1,
    ),
]
