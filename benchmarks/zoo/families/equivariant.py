"""Maps between things that transform: vectors, covectors, tensors in and out."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.matrices import each, rotations, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

equivariant = partial(Case, family="equivariant")


def cross(x: Tensor) -> Tensor:
    return torch.linalg.cross(x[:, :3], x[:, 3:])


def inertia(x: Tensor) -> Tensor:
    points = x.reshape(-1, 3, 3)
    total = torch.einsum("bki,bkj->bij", points, points)
    trace = total.diagonal(dim1=1, dim2=2).sum(1)
    return (trace[:, None, None] * torch.eye(3, dtype=x.dtype) - total).flatten(1)


def energy(x: Tensor) -> Tensor:
    """The elastic energy of a deformation F, the same in every frame and for every grain."""
    F = x.reshape(-1, 3, 3)
    volume = (F[:, 0] * torch.linalg.cross(F[:, 1], F[:, 2])).sum(1)
    return (F.square().sum((1, 2)) / 2 + 0.3 * volume**2)[:, None]


def symmetric(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 3×3 matrices: six of nine directions."""
    e = rng.uniform(-1, 1, (count, 3, 3))
    return ((e + e.transpose(0, 2, 1)) / 2).reshape(count, 9)


def stress(x: Tensor) -> Tensor:
    """The stress of an isotropic solid that hardens: tr(e) 1 + 2e + e²."""
    e = x.reshape(-1, 3, 3)
    trace = e.diagonal(dim1=1, dim2=2).sum(1)[:, None, None]
    return (trace * torch.eye(3, dtype=x.dtype) + 2 * e + e @ e).flatten(1)


def matrix_square(x: Tensor) -> Tensor:
    M = x.reshape(-1, 2, 2)
    return (M @ M).flatten(1)


def octonions() -> Array:
    """The product of octonions by doubling quaternions: (ab)_k = Σ T_kij a_i b_j."""

    def conjugate(a: Array) -> Array:
        return np.concatenate([a[:1], -a[1:]])

    def times(a: Array, b: Array) -> Array:
        if len(a) == 1:
            return a * b
        (p, q), (r, s) = np.split(a, 2), np.split(b, 2)
        return np.concatenate(
            [times(p, r) - times(conjugate(s), q), times(s, p) + times(q, conjugate(r))]
        )

    units = np.eye(8)
    return np.array([[times(a, b) for b in units] for a in units]).transpose(2, 0, 1)


OCTONIONS = octonions()


def derivations() -> list[Array]:
    """g2, the derivations of the octonions: x -> [[a, b], x] − 3((ab)x − a(bx))."""
    left = [np.einsum("kij,i->kj", OCTONIONS, u) for u in np.eye(8)]
    right = [np.einsum("kij,j->ki", OCTONIONS, u) for u in np.eye(8)]
    found = []
    for i, j in combinations(range(1, 8), 2):
        bracket = left[i] @ np.eye(8)[j] - left[j] @ np.eye(8)[i]
        inner = sum(c * (L - R) for c, L, R in zip(bracket, left, right, strict=True))
        product = sum(c * L for c, L in zip(left[i] @ np.eye(8)[j], left, strict=True))
        found.append((inner - 3 * (product - left[i] @ left[j]))[1:, 1:].ravel())
    values, basis = np.linalg.svd(np.array(found))[1:]
    return [row.reshape(7, 7) for row in basis[: int((values > 1e-9).sum())]]


def seven_cross(x: Tensor) -> Tensor:
    """The cross product of seven dimensions: the imaginary part of a product of octonions."""
    T = torch.from_numpy(OCTONIONS[1:, 1:, 1:].copy())
    return torch.einsum("kij,bi,bj->bk", T, x[:, :7], x[:, 7:])


CASES = [
    equivariant(
        name="vector-radial",
        spec="x[3] -> x",
        sample=normal(3),
        function=lambda x: x / (1 + squares(x) / 3),
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="vector-radial-free",
        spec="x[3] -> y[3]",
        sample=box(3),
        function=lambda x: x * squares(x),
        true=[*each(rotations(3), "x", "y"), {"x": np.eye(3), "y": 3 * np.eye(3)}],
    ),
    equivariant(
        name="covector-gradient",
        spec="x[3] -> x.T",
        sample=normal(3),
        function=lambda x: x * torch.exp(-squares(x) / 4),
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="cross-vector",
        spec="2*x[3] -> x",
        sample=normal(6),
        function=cross,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="cross-covector",
        spec="2*x[3] -> x.T",
        sample=normal(6),
        function=cross,
        true=each(traceless(3), "x"),
    ),
    equivariant(
        name="tensor-inertia-free",
        spec="3*x[3] -> a[3]*b[3]",
        sample=normal(9),
        function=inertia,
        true=each([*rotations(3), np.eye(3)], "x", "a", "b"),
        gauge=1,
    ),
    equivariant(
        name="tensor-energy",
        spec="a[3]*b[3] -> 1",
        sample=box(9),
        function=energy,
        true=each(rotations(3), "a") + each(rotations(3), "b"),
        gauge=1,
    ),
    equivariant(
        name="tensor-stress",
        spec="x[3]*x -> x*x",
        sample=symmetric,
        function=stress,
        true=each(rotations(3), "x"),
    ),
    equivariant(
        name="tensor-square",
        spec="x[2]*x.T -> x*x.T",
        sample=normal(4),
        function=matrix_square,
        true=each(traceless(2), "x"),
        gauge=1,
    ),
    equivariant(
        name="g2-cross",
        spec="2*x[7] -> x",
        sample=normal(14),
        function=seven_cross,
        true=each(derivations(), "x"),
    ),
]
