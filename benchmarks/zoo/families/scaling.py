"""Laws that scale: homogeneous functions, powers, products of numbers with several parts."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case, Matrices
from benchmarks.zoo.matrices import each, generic, number, rotations
from benchmarks.zoo.samples import box, normal, shell

scaling = partial(Case, family="scaling")

FORMS = np.array([generic(k, 3) @ generic(k, 3).T for k in (41, 42, 43)])
UNITS = np.eye(4)


def weights(**numbers: float) -> Matrices:
    """How fast each channel of one number grows."""
    return {name: number(value) for name, value in numbers.items()}


def cubic(x: Tensor) -> Tensor:
    a, b, c = x.T
    return (a**3 + 2 * b**3 + 3 * c**3 + a * b * c - a**2 * c)[:, None]


def lengths(x: Tensor) -> Tensor:
    """The length of x in three different metrics, which grows as x does."""
    return torch.sqrt(torch.einsum("kij,bi,bj->bk", torch.from_numpy(FORMS), x, x))


def ratio(x: Tensor) -> Tensor:
    a, b = torch.einsum("kij,bi,bj->kb", torch.from_numpy(FORMS[:2]), x, x)
    return (a / b)[:, None]


def complex_product(x: Tensor) -> Tensor:
    a, b, c, d = x.T
    return torch.stack([a * c - b * d, a * d + b * c], dim=1)


def structure() -> Array:
    """The multiplication of quaternions: (ab)_k = Σ T_kij a_i b_j."""
    T = np.zeros((4, 4, 4))
    for i in range(4):
        T[i, 0, i] = T[i, i, 0] = 1.0
    for i, j, k in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        T[0, i, i] = -1.0
        T[k, i, j], T[k, j, i] = 1.0, -1.0
    return T


QUATERNIONS = structure()


def quaternion_product(x: Tensor) -> Tensor:
    T = torch.from_numpy(QUATERNIONS)
    return torch.einsum("kij,bi,bj->bk", T, x[:, :4], x[:, 4:])


def quaternion_truth() -> list[Matrices]:
    """a -> p a q⁻¹, b -> q b r⁻¹, ab -> p ab r⁻¹; p = q = r = a real number moves nothing."""
    left = [np.einsum("kij,i->kj", QUATERNIONS, u) for u in UNITS]
    right = [np.einsum("kij,j->ki", QUATERNIONS, u) for u in UNITS]
    p = [{"a": L, "c": L} for L in left]
    q = [{"a": -R, "b": L} for L, R in zip(left, right, strict=True)]
    r = [{"b": -R, "c": -R} for R in right]
    return [*p, *q, *r[1:]]


J = rotations(2)[0]

CASES = [
    scaling(
        name="scaling-cubic",
        spec="x[3] -> s[1]",
        sample=box(3),
        function=cubic,
        true=[{"x": np.eye(3), "s": number(3)}],
    ),
    scaling(
        name="scaling-lengths",
        spec="x[3] -> x",
        sample=shell(3, 0.6),
        function=lengths,
        true=each([np.eye(3)], "x"),
    ),
    scaling(
        name="scaling-ratio",
        spec="x[3] -> 1",
        sample=shell(3, 0.6),
        function=ratio,
        true=each([np.eye(3)], "x"),
    ),
    scaling(
        name="scaling-weights",
        spec="a[1]+b[1] -> s[1]",
        sample=box(2),
        function=lambda x: x[:, :1] ** 2 + x[:, 1:] ** 3,
        true=[weights(a=3, b=2, s=6)],
    ),
    scaling(
        name="scaling-pendulum",
        spec="m[1]+l[1]+g[1] -> t[1]",
        sample=box(3, 0.5, 2.0),
        function=lambda x: 6.28 * torch.sqrt(x[:, 1:2] / x[:, 2:]),
        true=[weights(m=1), weights(l=1, t=0.5), weights(g=1, t=-0.5)],
    ),
    scaling(
        name="scaling-complex-square",
        spec="x[2] -> y[2]",
        sample=normal(2),
        function=lambda x: complex_product(torch.cat([x, x], dim=1)),
        true=[{"x": A, "y": 2 * A} for A in (np.eye(2), J)],
    ),
    scaling(
        name="scaling-complex-product",
        spec="x[2]+y[2] -> z[2]",
        sample=normal(4),
        function=complex_product,
        true=each([np.eye(2), J], "x", "z") + each([np.eye(2), J], "y", "z"),
    ),
    scaling(
        name="scaling-quaternion-product",
        spec="a[4]+b[4] -> c[4]",
        sample=normal(8),
        function=quaternion_product,
        true=quaternion_truth(),
    ),
]
