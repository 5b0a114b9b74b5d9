"""Maps between things that transform: spinors, vectors, covectors, tensors in and out."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case, Matrices
from benchmarks.zoo.matrices import each, rotations, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

equivariant = partial(Case, family="equivariant")

PAULI = np.array([[[0, 1], [1, 0]], [[0, -1j], [1j, 0]], [[1, 0], [0, -1]]])


def hopf(x: Tensor) -> Tensor:
    """The direction in which a spinor (a + ib, c + id) points."""
    a, b, c, d = x.T
    return torch.stack([2 * (a * c + b * d), 2 * (a * d - b * c), a**2 + b**2 - c**2 - d**2], dim=1)


def hopf_truth() -> list[Matrices]:
    """Rotations iσ turn spinors and, twice as fast, vectors; a phase moves no vector."""
    J = np.array([[0.0, -1.0], [1.0, 0.0]])
    spinors = [np.kron(-s.imag, np.eye(2)) + np.kron(s.real, J) for s in PAULI]
    about = [np.cross(np.eye(3), -axis) for axis in np.eye(3)]
    turns: list[Matrices] = [{"x": A, "y": 2 * B} for A, B in zip(spinors, about, strict=True)]
    return [*turns, {"x": np.kron(np.eye(2), J)}, {"x": np.eye(4), "y": 2 * np.eye(3)}]


def dyad(x: Tensor) -> Tensor:
    """x xᵀ / (1 + |x|²/3), and the matrix of x × · halved."""
    a, b, c = x.T
    o = torch.zeros_like(a)
    turn = torch.stack([o, -c, b, c, o, -a, -b, a, o], dim=1)
    square = (x[:, :, None] * x[:, None, :]).flatten(1)
    return square / (1 + squares(x) / 3) + turn / 2


def precession(x: Tensor) -> Tensor:
    """Landau and Lifshitz: a × b and a × (a × b)/2."""
    a, b = x.split(3, dim=1)
    turn = torch.linalg.cross(a, b)
    return turn + torch.linalg.cross(a, turn) / 2


def half_commutator(x: Tensor) -> Tensor:
    M, N = x.reshape(-1, 2, 2, 2).unbind(1)
    return (M @ N - N @ M / 2).flatten(1)


def damped_dyad(x: Tensor) -> Tensor:
    a, b = x.split([2, 3], dim=1)
    dyad = (a[:, :, None] * b[:, None, :]).flatten(1)
    return dyad * torch.exp(-squares(a) / 4 - squares(b) / 9)


CASES = [
    equivariant(
        name="spinor-hopf",
        spec="x[4] -> y[3]",
        sample=normal(4),
        function=hopf,
        true=hopf_truth(),
    ),
    equivariant(
        name="vector-precession",
        spec="2*x[3] -> x",
        sample=box(6),
        function=precession,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="tensor-dyad",
        spec="x[3] -> x*x",
        sample=normal(3),
        function=dyad,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="tensor-half-commutator",
        spec="2*(x[2]*x.T) -> x*x.T",
        sample=normal(8),
        function=half_commutator,
        true=each(traceless(2), "x"),
        gauge=1,
    ),
    equivariant(
        name="tensor-damped-dyad",
        spec="x[2]+y[3] -> x.T*y",
        sample=normal(5),
        function=damped_dyad,
        true=each(rotations(2), "x") + each(rotations(3), "y"),
    ),
]
