"""Exact functions with algebras known by hand: what the discovery is measured against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import torch
from torch import Tensor

from tests.matrices import all_of, lorentz, rotations, symplectic, traceless, unit

Matrices = dict[str, np.ndarray]


@dataclass(frozen=True)
class Case:
    name: str
    spec: str
    f: Callable[[Tensor], Tensor]
    x: Callable[[torch.Generator], Tensor]
    genuine: list[Matrices]
    unseen: int = 0
    gauge: int = 0
    tags: set[str] = field(default_factory=set)


def normal(*shape: int) -> Callable[[torch.Generator], Tensor]:
    return lambda g: torch.randn(*shape, generator=g, dtype=torch.float64)


def inertia(x: Tensor) -> Tensor:
    squares = torch.einsum("bki,bkj->bij", x, x)
    trace = squares.diagonal(dim1=1, dim2=2).sum(1)
    return trace[:, None, None] * torch.eye(3, dtype=x.dtype) - squares


def mass(p: Tensor) -> Tensor:
    total = p.sum(1)
    return total[:, 0] ** 2 - total[:, 1:].square().sum(1)


def outer(x: Tensor) -> Tensor:
    return x[:, :, None] * x[:, None, :]


def generic(x: Tensor) -> Tensor:
    a, b, c = x.unbind(1)
    return torch.sin(a) + b**2 * c + torch.exp(c / 2) + a * b


def channels(x: Tensor) -> Tensor:
    """c = a exp(−|b|²), d = (|a|², |b|²)."""
    a, b = x[:, :2], x[:, 2:]
    size = b.square().sum(1, keepdim=True)
    return torch.cat([a * torch.exp(-size), a.square().sum(1, keepdim=True), size], dim=1)


def bodies(x: Tensor) -> Tensor:
    """A step of two bodies that attract each other with a softened force."""
    q1, p1, q2, p2 = x.split(2, dim=1)
    d = q2 - q1
    force = d / (0.5 + d.square().sum(1, keepdim=True)) ** 1.5
    p1, p2 = p1 + 0.3 * force, p2 - 0.6 * force
    return torch.cat([q1 + 0.2 * p1, p1, q2 + 0.3 * p2, p2], dim=1)


def equal_bodies(x: Tensor) -> Tensor:
    q1, p1, q2, p2 = x.split(2, dim=1)
    d = q2 - q1
    force = d / (0.5 + d.square().sum(1, keepdim=True)) ** 1.5
    p1, p2 = p1 + 0.3 * force, p2 - 0.3 * force
    return torch.cat([q1 + 0.2 * p1, p1, q2 + 0.2 * p2, p2], dim=1)


def opposite(g: torch.Generator) -> Tensor:
    """Two bodies around their common centre: q2 = −q1, p2 = −p1."""
    half = torch.randn(600, 4, generator=g, dtype=torch.float64)
    return torch.cat([half, -half], dim=1)


def matrix_map(x: Tensor) -> Tensor:
    """Y = P X Qᵀ with P and Q that keep the first 2 rows and 3 columns."""
    return x[:, :2, :3]


def block(n: int, keep: int) -> list[np.ndarray]:
    """The matrices that leave the span of the last n − keep coordinates alone."""
    return [unit(n, i, j) for i, j in product(range(n), repeat=2) if not (i < keep <= j)]


def matrix_map_truth() -> list[Matrices]:
    left = [{"a": A, "c": A[:2, :2]} for A in block(4, 2)]
    right = [{"b": B, "d": B[:3, :3]} for B in block(5, 3)]
    return left + right[:-1]  # the gauge directions turn a scaling of rows into one of columns


def flat(g: torch.Generator) -> Tensor:
    x = torch.randn(400, 4, generator=g, dtype=torch.float64)
    x[:, 3] = 0
    return x


def bilinear(x: Tensor) -> Tensor:
    """a1 (b1·b2) + s a2 for 2*(a + b) + s."""
    a1, b1, a2, b2, s = x.split([3, 2, 3, 2, 1], dim=1)
    return a1 * (b1 * b2).sum(1, keepdim=True) + s * a2


SO3_SCALING = [*rotations(3), np.eye(3)]
UNITS = np.diag([1.0, 1e6])

CASES = [
    Case(
        "length of a vector",
        "x[3] -> 1",
        lambda x: x.norm(dim=1),
        normal(400, 3),
        [{"x": A} for A in rotations(3)],
    ),
    Case(
        "invariant mass",
        "20*p[4] -> 1",
        mass,
        normal(400, 20, 4),
        [{"p": A} for A in lorentz()],
    ),
    Case(
        "invariant mass, which may scale",
        "20*p[4] -> s[1]",
        mass,
        normal(400, 20, 4),
        [{"p": A} for A in lorentz()] + [{"p": np.eye(4), "s": 2 * np.eye(1)}],
    ),
    Case(
        "inertia, two factors",
        "3*x[3] -> a[3]*b[3]",
        inertia,
        normal(400, 3, 3),
        [{"x": A, "a": A, "b": A} for A in SO3_SCALING],
        gauge=1,
    ),
    Case(
        "inertia, one factor twice",
        "3*x[3] -> a[3]*a",
        inertia,
        normal(400, 3, 3),
        [{"x": A, "a": A} for A in SO3_SCALING],
    ),
    Case(
        "inertia, one unknown",
        "3*x[3] -> x*x",
        inertia,
        normal(400, 3, 3),
        [{"x": A} for A in SO3_SCALING],
    ),
    Case(
        "outer product of a vector",
        "x[3] -> x*x",
        outer,
        normal(400, 3),
        [{"x": A} for A in all_of(3)],
    ),
    Case(
        "outer product as a linear map",
        "x[3] -> x*x.T",
        outer,
        normal(400, 3),
        [{"x": A} for A in rotations(3)],
    ),
    Case(
        "cube of a vector, one unknown",
        "x[3] -> x",
        lambda x: x * x.square().sum(1, keepdim=True),
        normal(400, 3),
        [{"x": A} for A in rotations(3)],
    ),
    Case(
        "cube of a vector, two unknowns",
        "x[3] -> y[3]",
        lambda x: x * x.square().sum(1, keepdim=True),
        normal(400, 3),
        [{"x": A, "y": A} for A in rotations(3)] + [{"x": np.eye(3), "y": 3 * np.eye(3)}],
    ),
    Case(
        "gradient of a length is a covector",
        "x[3] -> x.T",
        lambda x: x * x.square().sum(1, keepdim=True),
        normal(400, 3),
        [{"x": A} for A in rotations(3)],
    ),
    Case(
        "a covector on a vector",
        "x[3]+x.T -> 1",
        lambda x: (x[:, :3] * x[:, 3:]).sum(1),
        normal(400, 6),
        [{"x": A} for A in all_of(3)],
        tags={"all"},
    ),
    Case(
        "the identity",
        "x[3] -> x",
        lambda x: x,
        normal(400, 3),
        [{"x": A} for A in all_of(3)],
        tags={"all"},
    ),
    Case(
        "a constant number",
        "x[3] -> 1",
        lambda x: torch.full((len(x),), 2.5, dtype=x.dtype),
        normal(400, 3),
        [{"x": A} for A in all_of(3)],
        tags={"all"},
    ),
    Case(
        "a constant vector",
        "x[3] -> y[2]",
        lambda x: torch.ones(len(x), 2, dtype=x.dtype),
        normal(400, 3),
        [{"x": A} for A in all_of(3)],
        unseen=2,
    ),
    Case("no symmetry", "x[3] -> 1", generic, normal(400, 3), [], tags={"none"}),
    Case(
        "no symmetry, several outputs",
        "x[3] -> y[2]",
        lambda x: torch.stack([generic(x), generic(x.flip(1) * 0.7 + 0.1)], dim=1),
        normal(400, 3),
        [],
        tags={"none"},
    ),
    Case(
        "a cube, one unknown",
        "s[1] -> s",
        lambda x: x**3,
        normal(100, 1),
        [],
        tags={"none"},
    ),
    Case(
        "a cube, two unknowns",
        "s[1] -> t[1]",
        lambda x: x**3,
        normal(100, 1),
        [{"s": np.eye(1), "t": 3 * np.eye(1)}],
    ),
    Case(
        "channels on their own",
        "a[2]+b[3] -> c[2]+d[2]",
        channels,
        normal(600, 5),
        [{"a": A, "c": A} for A in rotations(2)]
        + [{"b": A} for A in rotations(3)]
        + [{"a": np.eye(2), "c": np.eye(2), "d": 2 * unit(2, 0, 0)}],
    ),
    Case(
        "a linear map of matrices",
        "a[4]*b[5] -> c[2]*d[3]",
        matrix_map,
        normal(600, 4, 5),
        matrix_map_truth(),
        gauge=2,
    ),
    Case(
        "the cube of a matrix",
        "a[2]*b[3] -> a*b",
        lambda x: x @ x.mT @ x,
        normal(400, 2, 3),
        [{"a": A} for A in rotations(2)] + [{"b": B} for B in rotations(3)],
        gauge=1,
    ),
    Case(
        "two bodies",
        "q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2",
        bodies,
        normal(600, 8),
        [dict.fromkeys(("q1", "p1", "q2", "p2"), A) for A in rotations(2)],
    ),
    Case(
        "two bodies around their centre",
        "q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2",
        equal_bodies,
        opposite,
        [dict.fromkeys(("q1", "p1", "q2", "p2"), A) for A in rotations(2)],
        tags={"subspace"},
    ),
    Case(
        "nested: bilinear in shared channels",
        "2*(a[3]+b[2]) + 1 -> a",
        bilinear,
        normal(600, 11),
        [{"a": A} for A in all_of(3)] + [{"b": B} for B in rotations(2)],
    ),
    Case(
        "symplectic form",
        "2*x[4] -> 1",
        lambda x: (
            x[:, 0, 0] * x[:, 1, 2]
            + x[:, 0, 1] * x[:, 1, 3]
            - x[:, 0, 2] * x[:, 1, 0]
            - x[:, 0, 3] * x[:, 1, 1]
        ),
        normal(400, 2, 4),
        [{"x": A} for A in symplectic()],
    ),
    Case(
        "determinant",
        "3*x[3] -> 1",
        torch.linalg.det,
        normal(400, 3, 3),
        [{"x": A} for A in traceless(3)],
    ),
    Case(
        "determinant, which may scale",
        "3*x[3] -> s[1]",
        torch.linalg.det,
        normal(400, 3, 3),
        [{"x": A} for A in traceless(3)] + [{"x": np.eye(3), "s": 3 * np.eye(1)}],
    ),
    Case(
        "a ratio: rotation and scaling",
        "x[3] -> 1",
        lambda x: x[:, 0] ** 2 / x.square().sum(1),
        normal(400, 3),
        [{"x": A} for A in (*rotations(3, (1, 2)), np.eye(3))],
    ),
    Case(
        "a torus",
        "x[4] -> 2",
        lambda x: torch.stack([x[:, :2].square().sum(1), x[:, 2:].square().sum(1)], dim=1),
        normal(400, 4),
        [{"x": A} for A in (*rotations(4, (0, 1)), *rotations(4, (2, 3)))],
    ),
    Case(
        "inputs on a subspace",
        "x[4] -> 1",
        lambda x: x[:, :3].norm(dim=1) + x[:, 3],
        flat,
        [{"x": A} for A in rotations(4, (0, 1, 2))],
        unseen=7,
        tags={"subspace"},
    ),
    Case(
        "half a space, heavy tails",
        "x[3] -> 1",
        lambda x: x.norm(dim=1),
        lambda g: torch.randn(800, 3, generator=g, dtype=torch.float64).abs() ** 3,
        [{"x": A} for A in rotations(3)],
    ),
    Case(
        "units that differ by a million",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 2 + (x[:, 1] * 1e-6) ** 2,
        lambda g: (
            torch.randn(400, 2, generator=g, dtype=torch.float64)
            * torch.tensor([1.0, 1e6], dtype=torch.float64)
        ),
        [{"x": UNITS @ A @ np.linalg.inv(UNITS)} for A in rotations(2)],
    ),
    Case(
        "inertia, flattened",
        "3*x[3] -> y[9]",
        inertia,
        normal(400, 3, 3),
        [],  # gl(3); its matrices on the 9 outputs are computed in the test
        unseen=27,
        tags={"flattened"},
    ),
]


def flattened_truth() -> list[Matrices]:
    """gl(3) on the flattened inertia: M = tr(Q)·1 − Q is linear in Q = Σ x xᵀ, Q → AQ + QAᵀ."""
    identity = np.eye(3)
    trace = np.outer(identity.ravel(), identity.ravel())
    M = trace - np.eye(9)  # vec Q -> vec M, which is invertible
    return [
        {"x": A, "y": M @ (np.kron(A, identity) + np.kron(identity, A)) @ np.linalg.inv(M)}
        for A in all_of(3)
    ]
