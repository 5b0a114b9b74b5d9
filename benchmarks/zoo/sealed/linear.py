"""All that the spec allows, or much of it: constants, linear maps, a contraction of tensors."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case, Matrices
from benchmarks.zoo.families.linear import apply, constant, killing
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import conjugate, each, everything, generic, rotations, unit
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

linear = partial(Case, family="linear")

FORM = generic(211, 4) @ np.kron(rotations(2)[0], np.eye(2)) @ generic(211, 4).T
DOWN, SHIFT = generic(212, 2, 3), np.array([0.8, -1.3])
BASIS = generic(213, 4)
MODES = BASIS @ np.diag([1.0, 1.0, 2.0, -0.5]) @ np.linalg.inv(BASIS)
ATOMS = np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]])


def work(x: Tensor) -> Tensor:
    """aᵀMb for two vectors and a matrix."""
    a, b, M = x.split([2, 3, 6], dim=1)
    return torch.einsum("bi,bij,bj->b", a, M.reshape(-1, 2, 3), b)[:, None]


def affine_down() -> list[Matrices]:
    """What keeps the shift, lifted; and what moves x along the kernel."""
    kernel, lift = np.linalg.svd(DOWN)[2][2], np.linalg.pinv(DOWN)
    kept: list[Matrices] = [{"x": lift @ B @ DOWN, "y": B} for B in killing(SHIFT)]
    return [*kept, *each([np.outer(kernel, e) for e in np.eye(3)], "x")]


def commutant() -> list[Array]:
    """All of the plane of the double eigenvalue, and a scaling of each of the other lines."""
    plane = [unit(4, i, j) for i in (0, 1) for j in (0, 1)]
    return conjugate(BASIS, [*plane, unit(4, 2, 2), unit(4, 3, 3)])


def symmetric(n: int) -> list[Array]:
    """A basis of the symmetric matrices."""
    return [unit(n, i, j) + unit(n, j, i) for i in range(n) for j in range(i, n)]


CASES = [
    linear(
        name="all-constant-pair",
        spec="x[4] -> 2",
        sample=normal(4),
        function=constant(0.7, -4.0),
        true=each(everything(4), "x"),
    ),
    linear(
        name="all-constant-tensor",
        spec="x[2] -> a[2]*b[2]",
        sample=box(2),
        function=constant(1.0, 2.0, -1.0, 0.5),
        true=each(everything(2), "x"),
        unseen=3,
        gauge=1,
    ),
    linear(
        name="all-but-a-zero-channel",
        spec="x[2] -> y[2]+z[1]",
        sample=normal(2),
        function=lambda x: torch.cat([constant(0.0, 0.0)(x), torch.log1p(squares(x))], dim=1),
        true=each(rotations(2), "x"),
        unseen=4,
    ),
    linear(
        name="all-work",
        spec="a[2]+b[3]+a.T*b.T -> s[1]",
        sample=normal(11),
        function=work,
        true=each(everything(2), "a") + each(everything(3), "b"),
    ),
    linear(
        name="linear-stoichiometry",
        spec="a[1]+b[1]+c[1] -> s[1]+t[1]",
        sample=box(3, 0.2, 2.0),
        function=apply(ATOMS),
        true=[weights(a=1, b=1, s=1), weights(c=1, t=1)],
    ),
    linear(
        name="linear-two-form",
        spec="x[4] -> x.T",
        sample=normal(4),
        function=apply(FORM),
        true=each([np.linalg.inv(FORM) @ S for S in symmetric(4)], "x"),
    ),
    linear(
        name="linear-double-eigenvalue",
        spec="x[4] -> x",
        sample=normal(4),
        function=apply(MODES),
        true=each(commutant(), "x"),
    ),
    linear(
        name="linear-affine-down",
        spec="x[3] -> y[2]",
        sample=normal(3),
        function=apply(DOWN, SHIFT),
        true=affine_down(),
    ),
]
