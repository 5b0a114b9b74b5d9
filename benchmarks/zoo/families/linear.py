"""All that the spec allows, or much of it: constants, multiples of the identity, linear maps."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case, Function
from benchmarks.zoo.matrices import conjugate, each, everything, generic, number, rotations
from benchmarks.zoo.samples import normal

linear = partial(Case, family="linear")

SQUARE = generic(11, 3)
BASIS = generic(12, 4)  # the coordinates of which a map keeps the first two
UP = generic(13, 4, 2)
SHIFT = np.array([1.0, -0.5, 2.0])


def apply(M: Array, shift: Array | float = 0.0) -> Function:
    """x -> M x + shift."""
    matrix, constant = torch.from_numpy(M), torch.as_tensor(shift, dtype=torch.float64)
    return lambda x: x @ matrix.T + constant


def constant(*values: float) -> Function:
    """A constant, which nevertheless is a differentiable function of x."""
    return lambda x: 0.0 * x[:, :1] + torch.tensor(values, dtype=x.dtype)


def down() -> list[dict[str, Array]]:
    """What keeps the kernel of a map from 4 numbers to 2."""
    kept = [A for A in everything(4) if not A[:2, 2:].any()]
    back = conjugate(np.linalg.inv(BASIS), kept)
    return [{"x": X, "y": A[:2, :2]} for X, A in zip(back, kept, strict=True)]


def killing(vector: Array) -> list[Array]:
    """The matrices A with A vector = 0."""
    normals = np.linalg.svd(vector[None])[2][1:]
    return [np.outer(e, u) for e in np.eye(len(vector)) for u in normals]


def columns() -> list[dict[str, Array]]:
    """The symmetries of the first two columns of a 2×3 matrix, modulo gauge."""
    left = [{"a": A, "c": A} for A in everything(2)]
    kept = [B for B in everything(3) if not B[:2, 2].any()]
    right = [{"b": B, "d": B[:2, :2]} for B in kept]
    return left + right[:-1]  # gauge makes one scaling of rows out of one of columns


def outer(x: Tensor) -> Tensor:
    return (x[:, :, None] * x[:, None, :]).flatten(1)


CASES = [
    linear(
        name="all-identity",
        spec="x[3] -> x",
        sample=normal(3),
        function=lambda x: x,
        true=each(everything(3), "x"),
    ),
    linear(
        name="all-mixing-of-channels",
        spec="2*x[3] -> 2*x",
        sample=normal(6),
        function=apply(np.kron(generic(15, 2), np.eye(3))),
        true=each(everything(3), "x"),
    ),
    linear(
        name="all-constant-number",
        spec="x[3] -> 1",
        sample=normal(3),
        function=constant(2.5),
        true=each(everything(3), "x"),
    ),
    linear(
        name="all-constant-vector",
        spec="x[3] -> y[2]",
        sample=normal(3),
        function=constant(1.0, -2.0),
        true=each(everything(3), "x"),
        unseen=2,
    ),
    linear(
        name="all-zero",
        spec="x[2] -> y[2]",
        sample=normal(2),
        function=constant(0.0, 0.0),
        true=each(everything(2), "x"),
        unseen=4,
    ),
    linear(
        name="all-but-a-constant-channel",
        spec="x[3] -> y[1]+z[2]",
        sample=normal(3),
        function=lambda x: torch.cat(
            [x.square().sum(1, keepdim=True), constant(1.0, 3.0)(x)], dim=1
        ),
        true=[*each(rotations(3), "x"), {"x": np.eye(3), "y": number(2)}],
        unseen=2,
    ),
    linear(
        name="all-pairing",
        spec="x[3]+x.T -> 1",
        sample=normal(6),
        function=lambda x: (x[:, :3] * x[:, 3:]).sum(1, keepdim=True),
        true=each(everything(3), "x"),
    ),
    linear(
        name="linear-square",
        spec="x[3] -> y[3]",
        sample=normal(3),
        function=apply(SQUARE),
        true=[
            {"x": A, "y": B}
            for A, B in zip(everything(3), conjugate(SQUARE, everything(3)), strict=True)
        ],
    ),
    linear(
        name="linear-affine",
        spec="x[3] -> y[3]",
        sample=normal(3),
        function=apply(SQUARE, SHIFT),
        true=[
            {"x": A, "y": SQUARE @ A @ np.linalg.inv(SQUARE)}
            for A in killing(np.linalg.solve(SQUARE, SHIFT))
        ],
    ),
    linear(
        name="linear-down",
        spec="x[4] -> y[2]",
        sample=normal(4),
        function=apply(BASIS[:2]),
        true=down(),
    ),
    linear(
        name="linear-up",
        spec="x[2] -> y[4]",
        sample=normal(2),
        function=apply(UP),
        true=[{"x": A, "y": UP @ A @ np.linalg.pinv(UP)} for A in everything(2)],
        unseen=8,
    ),
    linear(
        name="linear-matrices",
        spec="a[2]*b[3] -> c[2]*d[2]",
        sample=normal(6),
        function=lambda x: x.reshape(-1, 2, 3)[:, :, :2].flatten(1),
        true=columns(),
        gauge=2,
    ),
]
