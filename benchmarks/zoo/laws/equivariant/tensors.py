"""Maps from and to tensors."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import squares
from benchmarks.zoo.matrices import each, everything, rotations, traceless
from benchmarks.zoo.samples import beside, box, normal, stresses

law = Family(__name__)


@law(
    "tensor-inertia-free",
    "3*x[3] -> a[3]*b[3]",
    normal(9),
    true=each([*rotations(3), np.eye(3)], "x", "a", "b"),
    gauge=1,
)
def inertia(x: Tensor) -> Tensor:
    """The inertia tensor of three points."""
    points = x.reshape(-1, 3, 3)
    total = torch.einsum("bki,bkj->bij", points, points)
    trace = total.diagonal(dim1=1, dim2=2).sum(1)
    return (trace[:, None, None] * torch.eye(3, dtype=x.dtype) - total).flatten(1)


@law(
    "tensor-energy",
    "a[3]*b[3] -> 1",
    box(9),
    true=each(rotations(3), "a") + each(rotations(3), "b"),
    gauge=1,
)
def energy(x: Tensor) -> Tensor:
    """The elastic energy of a deformation F, the same in every frame and for every grain."""
    F = x.reshape(-1, 3, 3)
    volume = (F[:, 0] * torch.linalg.cross(F[:, 1], F[:, 2])).sum(1)
    return (F.square().sum((1, 2)) / 2 + 0.3 * volume**2)[:, None]


def symmetric(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 3×3 matrices: six of nine directions."""
    e = rng.uniform(-1, 1, (count, 3, 3))
    return ((e + e.transpose(0, 2, 1)) / 2).reshape(count, 9)


@law("tensor-stress", "x[3]*x -> x*x", symmetric, true=each(rotations(3), "x"))
def stress(x: Tensor) -> Tensor:
    """The stress of an isotropic solid that hardens: tr(e) 1 + 2e + e²."""
    e = x.reshape(-1, 3, 3)
    trace = e.diagonal(dim1=1, dim2=2).sum(1)[:, None, None]
    return (trace * torch.eye(3, dtype=x.dtype) + 2 * e + e @ e).flatten(1)


@law("tensor-square", "x[2]*x.T -> x*x.T", normal(4), true=each(traceless(2), "x"), gauge=1)
def matrix_square(x: Tensor) -> Tensor:
    """The square of a 2×2 matrix."""
    M = x.reshape(-1, 2, 2)
    return (M @ M).flatten(1)


@law("tensor-dyad", "x[3] -> x*x", normal(3), true=each(rotations(3), "x"))
def dyad(x: Tensor) -> Tensor:
    """x xᵀ / (1 + |x|²/3), and the matrix of x × · halved."""
    a, b, c = x.T
    o = torch.zeros_like(a)
    turn = torch.stack([o, -c, b, c, o, -a, -b, a, o], dim=1)
    square = (x[:, :, None] * x[:, None, :]).flatten(1)
    return square / (1 + squares(x) / 3) + turn / 2


@law(
    "tensor-half-commutator",
    "2*(x[2]*x.T) -> x*x.T",
    normal(8),
    true=each(traceless(2), "x"),
    gauge=1,
)
def half_commutator(x: Tensor) -> Tensor:
    """MN − NM/2 of two 2×2 matrices."""
    M, N = x.reshape(-1, 2, 2, 2).unbind(1)
    return (M @ N - N @ M / 2).flatten(1)


@law(
    "tensor-damped-dyad",
    "x[2]+y[3] -> x.T*y",
    normal(5),
    true=each(rotations(2), "x") + each(rotations(3), "y"),
)
def damped_dyad(x: Tensor) -> Tensor:
    """The dyad of two vectors, damped far out."""
    a, b = x.split([2, 3], dim=1)
    dyad = (a[:, :, None] * b[:, None, :]).flatten(1)
    return dyad * torch.exp(-squares(a) / 4 - squares(b) / 9)


@law("tensor-maxwell-stress", "2*x[3] -> x*x", box(6), true=each([*rotations(3), np.eye(3)], "x"))
def maxwell_stress(x: Tensor) -> Tensor:
    """EEᵀ + BBᵀ − (E² + B²)/2."""
    E, B = x.split(3, dim=1)
    dyads = E[:, :, None] * E[:, None, :] + B[:, :, None] * B[:, None, :]
    pressure = (squares(E) + squares(B))[:, :, None] / 2
    return (dyads - pressure * torch.eye(3, dtype=x.dtype)).flatten(1)


@law(
    "tensor-finger",
    "a[3]*b[3] -> a*a",
    normal(9),
    true=each(rotations(3), "a") + each(rotations(3), "b"),
)
def finger(x: Tensor) -> Tensor:
    """The stress FFᵀ of a rubber with deformation F, which softens as it is stretched."""
    F = x.reshape(-1, 3, 3)
    return (F @ F.mT).flatten(1) / (1 + squares(x) / 9)


@law("tensor-exponential", "x[2]*x.T -> x*x.T", box(4), true=each(traceless(2), "x"), gauge=1)
def exponential(x: Tensor) -> Tensor:
    """1 + M + M²/2 + M³/6 of a 2×2 matrix."""
    M, one = x.reshape(-1, 2, 2), torch.eye(2, dtype=x.dtype)
    return (one + M @ (one + M @ (one + M / 3) / 2)).flatten(1)


@law("tensor-carreau", "x[2]*x -> x*x", normal(4), true=each(rotations(2), "x"))
def carreau(x: Tensor) -> Tensor:
    """The stress in a flow of paint, which thins as it is sheared, from its gradient."""
    L = x.reshape(-1, 2, 2)
    rate = (L + L.mT).flatten(1)
    return rate * (0.2 + 0.8 / torch.sqrt(1 + squares(rate) / 2))


@law("tensor-quadrupole", "x[3] -> x*x", normal(3), true=each([*rotations(3), np.eye(3)], "x"))
def quadrupole(x: Tensor) -> Tensor:
    """3xxᵀ − |x|² of a charge at x."""
    dyad = 3 * x[:, :, None] * x[:, None, :]
    return (dyad - squares(x)[:, :, None] * torch.eye(3, dtype=x.dtype)).flatten(1)


@law("tensor-traction", "x[3]*x+x -> x", beside(stresses, normal(3)), true=each(rotations(3), "x"))
def traction(x: Tensor) -> Tensor:
    """The force on a piece of surface in a solid, from the stress and the normal."""
    return torch.einsum("bij,bj->bi", x[:, :9].reshape(-1, 3, 3), x[:, 9:])


@law("tensor-gyration", "3*x[3] -> x*x", normal(9), true=each(everything(3), "x"))
def gyration_tensor(x: Tensor) -> Tensor:
    """The second moments of three atoms about their centre."""
    atoms = x.reshape(-1, 3, 3)
    atoms = atoms - atoms.mean(1, keepdim=True)
    return torch.einsum("bki,bkj->bij", atoms, atoms).flatten(1) / 3


@law("tensor-implicit-step", "x[2]*x.T+x -> x", box(6), true=each(everything(2), "x"))
def implicit_step(x: Tensor) -> Tensor:
    """A step of v' = Mv by Euler's implicit method: (1 − M/5)⁻¹ v."""
    a, b, c, d, u, v = x.T
    p, q, r, s = 1 - a / 5, -b / 5, -c / 5, 1 - d / 5
    return torch.stack([s * u - q * v, p * v - r * u], dim=1) / (p * s - q * r)[:, None]


@law("tensor-flow-rule", "x[3]*x -> x*x", stresses, true=each(rotations(3), "x"))
def flow_rule(x: Tensor) -> Tensor:
    """How a metal under stress creeps: along the deviator, and with a limit."""
    s = x.reshape(-1, 3, 3)
    mean = s.diagonal(dim1=1, dim2=2).mean(1)[:, None, None]
    deviator = (s - mean * torch.eye(3, dtype=x.dtype)).flatten(1)
    return deviator / torch.sqrt(0.5 + squares(deviator))
