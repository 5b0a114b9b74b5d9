"""All that the spec allows: constants, multiples of the identity, products with duals."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import inner, squares
from benchmarks.zoo.maps import apply, constant
from benchmarks.zoo.matrices import each, everything, generic, number, rotations, traceless
from benchmarks.zoo.samples import box, normal

law = Family(__name__)


@law("all-identity", "x[3] -> x", normal(3), true=each(everything(3), "x"))
def identity(x: Tensor) -> Tensor:
    """The identity."""
    return x


law.add(
    "all-mixing-of-channels",
    "2*x[3] -> 2*x",
    normal(6),
    apply(np.kron(generic(15, 2), np.eye(3))),
    true=each(everything(3), "x"),
)

law.add("all-constant-number", "x[3] -> 1", normal(3), constant(2.5), true=each(everything(3), "x"))

law.add(
    "all-constant-vector",
    "x[3] -> y[2]",
    normal(3),
    constant(1.0, -2.0),
    true=each(everything(3), "x"),
    unseen=2,
)

law.add(
    "all-zero",
    "x[2] -> y[2]",
    normal(2),
    constant(0.0, 0.0),
    true=each(everything(2), "x"),
    unseen=4,
)


@law(
    "all-but-a-constant-channel",
    "x[3] -> y[1]+z[2]",
    normal(3),
    true=[*each(rotations(3), "x"), {"x": np.eye(3), "y": number(2)}],
    unseen=2,
)
def but_a_constant_channel(x: Tensor) -> Tensor:
    """|x|², and two numbers that never change."""
    return torch.cat([x.square().sum(1, keepdim=True), constant(1.0, 3.0)(x)], dim=1)


@law("all-pairing", "x[3]+x.T -> 1", normal(6), true=each(everything(3), "x"))
def pairing(x: Tensor) -> Tensor:
    """The product of a vector with a covector."""
    return inner(x[:, :3], x[:, 3:])


law.add(
    "all-constant-channels",
    "2*x[2] -> a[1]+b[3]",
    box(4),
    constant(-1.5, 0.2, 0.0, 3.0),
    true=each(everything(2), "x"),
    unseen=6,
)


@law("all-transpose", "x[2]*x -> x*x", normal(4), true=each(everything(2), "x"))
def with_transpose(x: Tensor) -> Tensor:
    """X + Xᵀ/2."""
    X = x.reshape(-1, 2, 2)
    return (X + X.mT / 2).flatten(1)


@law(
    "all-matrix-product",
    "a[2]*b[2]+b.T*c[2] -> a*c",
    normal(8),
    true=each(everything(2), "a") + each(everything(2), "b") + each(traceless(2), "c"),
    gauge=1,
)
def matrix_product(x: Tensor) -> Tensor:
    """The product of two 2×2 matrices."""
    X, Y = x.reshape(-1, 2, 2, 2).unbind(1)
    return (X @ Y).flatten(1)


law.add(
    "all-constant-pair", "x[4] -> 2", normal(4), constant(0.7, -4.0), true=each(everything(4), "x")
)

law.add(
    "all-constant-tensor",
    "x[2] -> a[2]*b[2]",
    box(2),
    constant(1.0, 2.0, -1.0, 0.5),
    true=each(everything(2), "x"),
    unseen=3,
    gauge=1,
)


@law(
    "all-but-a-zero-channel", "x[2] -> y[2]+z[1]", normal(2), true=each(rotations(2), "x"), unseen=4
)
def but_a_zero_channel(x: Tensor) -> Tensor:
    """Two zeros, and a function of the radius."""
    return torch.cat([constant(0.0, 0.0)(x), torch.log1p(squares(x))], dim=1)


@law(
    "all-work",
    "a[2]+b[3]+a.T*b.T -> s[1]",
    normal(11),
    true=each(everything(2), "a") + each(everything(3), "b"),
)
def work(x: Tensor) -> Tensor:
    """aᵀMb for two vectors and a matrix."""
    a, b, M = x.split([2, 3, 6], dim=1)
    return torch.einsum("bi,bij,bj->b", a, M.reshape(-1, 2, 3), b)[:, None]


law.add(
    "all-constant-two-channels",
    "x[2]+y[3] -> z[2]",
    normal(5),
    constant(0.3, -1.2),
    true=each(everything(2), "x") + each(everything(3), "y"),
    unseen=2,
)

law.add(
    "all-constant-matrix",
    "a[2]*b[2] -> 1",
    normal(4),
    constant(1.7),
    true=each(everything(2), "a") + each(traceless(2), "b"),
    gauge=1,
)


@law("all-but-set-points", "x[3] -> x+y[2]", normal(3), true=each(everything(3), "x"), unseen=2)
def settling(x: Tensor) -> Tensor:
    """Three errors of a control loop some time later, and the two values that it keeps."""
    return torch.cat([0.6 * x, constant(0.4, -1.1)(x)], dim=1)


@law("all-virtual-work", "2*x[2]+2*x.T -> s[1]+1", normal(8), true=each(everything(2), "x"))
def virtual_work(x: Tensor) -> Tensor:
    """What two forces do along two displacements, and one along the other's, bounded."""
    a, b, force, other = x.split(2, dim=1)
    crossed = torch.tanh(inner(a, other))
    return torch.cat([inner(a, force) + inner(b, other) / 2, crossed], dim=1)


law.add(
    "all-fixed-rates",
    "x[4] -> y[2]",
    normal(4),
    constant(1.1, 0.6),
    true=each(everything(4), "x"),
    unseen=2,
)

CASTELJAU = np.array([[0.7, 0.3, 0.0], [0.0, 0.7, 0.3]])
law.add(
    "all-bezier",
    "3*x[2] -> 2*x",
    normal(6),
    apply(np.kron(CASTELJAU, np.eye(2))),
    true=each(everything(2), "x"),
)


@law("all-divergence", "x[3]*x.T -> 1", normal(9), true=each(traceless(3), "x"), gauge=1)
def trace(x: Tensor) -> Tensor:
    """How fast a linear flow makes volumes grow: the trace of its matrix."""
    return x.reshape(-1, 3, 3).diagonal(dim1=1, dim2=2).sum(1, keepdim=True)
