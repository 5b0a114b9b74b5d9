"""All that the spec allows, or much of it: constants, linear maps, products of matrices."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case, Matrices
from benchmarks.zoo.families.linear import apply, constant
from benchmarks.zoo.matrices import each, everything, generic, rotations, traceless
from benchmarks.zoo.samples import box, normal

linear = partial(Case, family="linear")

METRIC = generic(111, 3) @ generic(111, 3).T
THERE, BACK = generic(112, 2), generic(113, 2)
ALONG, ACROSS = np.array([0.6, -1.1]), np.array([1.0, 0.5, -0.7])


def with_transpose(x: Tensor) -> Tensor:
    """X + Xᵀ/2."""
    X = x.reshape(-1, 2, 2)
    return (X + X.mT / 2).flatten(1)


def matrix_product(x: Tensor) -> Tensor:
    X, Y = x.reshape(-1, 2, 2, 2).unbind(1)
    return (X @ Y).flatten(1)


def exchange() -> list[Matrices]:
    """What commutes with the way there and back again."""
    kept = [np.eye(2), THERE @ BACK]
    return [{"x": np.linalg.inv(THERE) @ Y @ THERE, "y": Y} for Y in kept]


def onto_a_line() -> list[Matrices]:
    """What moves x along the planes on which ACROSS is constant, and the scaling."""
    inside = np.linalg.svd(ACROSS[None])[2][1:]
    still: list[Matrices] = [{"x": np.outer(u, e)} for u in inside for e in np.eye(3)]
    return [*still, {"x": np.eye(3), "y": np.eye(2)}]


CASES = [
    linear(
        name="all-constant-channels",
        spec="2*x[2] -> a[1]+b[3]",
        sample=box(4),
        function=constant(-1.5, 0.2, 0.0, 3.0),
        true=each(everything(2), "x"),
        unseen=6,
    ),
    linear(
        name="all-transpose",
        spec="x[2]*x -> x*x",
        sample=normal(4),
        function=with_transpose,
        true=each(everything(2), "x"),
    ),
    linear(
        name="all-matrix-product",
        spec="a[2]*b[2]+b.T*c[2] -> a*c",
        sample=normal(8),
        function=matrix_product,
        true=each(everything(2), "a") + each(everything(2), "b") + each(traceless(2), "c"),
        gauge=1,
    ),
    linear(
        name="linear-onto-a-line",
        spec="x[3] -> y[2]",
        sample=box(3),
        function=apply(np.outer(ALONG, ACROSS)),
        true=onto_a_line(),
        unseen=2,
    ),
    linear(
        name="linear-exchange",
        spec="x[2]+y[2] -> y+x",
        sample=normal(4),
        function=lambda x: torch.cat([apply(THERE)(x[:, :2]), apply(BACK)(x[:, 2:])], dim=1),
        true=exchange(),
    ),
    linear(
        name="linear-metric",
        spec="x[3] -> x.T",
        sample=normal(3),
        function=apply(METRIC),
        true=each([np.linalg.inv(METRIC) @ A for A in rotations(3)], "x"),
    ),
]
