"""Maps from vectors, covectors and spinors to vectors and covectors."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Matrices
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import inner, squares
from benchmarks.zoo.matrices import QUATERNIONS, J, each, everything, rotations, traceless
from benchmarks.zoo.samples import beside, box, normal, positive, shell

law = Family(__name__)


@law("vector-radial", "x[3] -> x", normal(3), true=each(rotations(3), "x"))
def radial(x: Tensor) -> Tensor:
    """A pull towards the origin that fades far out."""
    return x / (1 + squares(x) / 3)


@law(
    "vector-radial-free",
    "x[3] -> y[3]",
    box(3),
    true=[*each(rotations(3), "x", "y"), {"x": np.eye(3), "y": 3 * np.eye(3)}],
)
def radial_free(x: Tensor) -> Tensor:
    """A radial vector of degree three, with an output of its own."""
    return x * squares(x)


@law("covector-gradient", "x[3] -> x.T", normal(3), true=each(rotations(3), "x"))
def gradient(x: Tensor) -> Tensor:
    """The gradient of a bell curve."""
    return x * torch.exp(-squares(x) / 4)


@law("cross-covector", "2*x[3] -> x.T", normal(6), true=each(traceless(3), "x"))
@law("cross-vector", "2*x[3] -> x", normal(6), true=each(rotations(3), "x"))
def cross(x: Tensor) -> Tensor:
    """The cross product of two vectors."""
    return torch.linalg.cross(x[:, :3], x[:, 3:])


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


@law("g2-cross", "2*x[7] -> x", normal(14), true=each(derivations(), "x"))
def seven_cross(x: Tensor) -> Tensor:
    """The cross product of seven dimensions: the imaginary part of a product of octonions."""
    T = torch.from_numpy(OCTONIONS[1:, 1:, 1:].copy())
    return torch.einsum("kij,bi,bj->bk", T, x[:, :7], x[:, 7:])


PAULI = np.array([[[0, 1], [1, 0]], [[0, -1j], [1j, 0]], [[1, 0], [0, -1]]])


def hopf_truth() -> list[Matrices]:
    """Rotations iσ turn spinors and, twice as fast, vectors; a phase moves no vector."""
    spinors = [np.kron(-s.imag, np.eye(2)) + np.kron(s.real, J) for s in PAULI]
    about = [np.cross(np.eye(3), -axis) for axis in np.eye(3)]
    turns: list[Matrices] = [{"x": A, "y": 2 * B} for A, B in zip(spinors, about, strict=True)]
    return [*turns, {"x": np.kron(np.eye(2), J)}, {"x": np.eye(4), "y": 2 * np.eye(3)}]


@law("spinor-hopf", "x[4] -> y[3]", normal(4), true=hopf_truth())
def hopf(x: Tensor) -> Tensor:
    """The direction in which a spinor (a + ib, c + id) points."""
    a, b, c, d = x.T
    return torch.stack([2 * (a * c + b * d), 2 * (a * d - b * c), a**2 + b**2 - c**2 - d**2], dim=1)


@law("vector-precession", "2*x[3] -> x", box(6), true=each(rotations(3), "x"))
def precession(x: Tensor) -> Tensor:
    """Landau and Lifshitz: a × b and a × (a × b)/2."""
    a, b = x.split(3, dim=1)
    turn = torch.linalg.cross(a, b)
    return turn + torch.linalg.cross(a, turn) / 2


@law("vector-gyration", "2*x[3] -> x", normal(6), true=each(rotations(3), "x"))
def gyration(x: Tensor) -> Tensor:
    """The velocity v after a step in a magnetic field t, by the method of Boris."""
    v, t = x.split(3, dim=1)
    middle = v + torch.linalg.cross(v, t)
    return v + 2 * torch.linalg.cross(middle, t) / (1 + squares(t))


@law("vector-attention", "3*x[3] -> x", normal(9), true=each(rotations(3), "x"))
def attention(x: Tensor) -> Tensor:
    """The mean of two vectors, weighted by how much they agree with a third."""
    query, a, b = x.split(3, dim=1)
    weight = torch.sigmoid((query * (a - b)).sum(1, keepdim=True))
    return weight * a + (1 - weight) * b


def null_momentum_truth() -> list[Matrices]:
    """gl(2, C): M moves ψψ† by Mψψ† + ψψ†M†, which has the momentum for coordinates."""
    sigma = np.array([np.eye(2), *PAULI])
    return [
        {
            "x": np.kron(M.real, np.eye(2)) + np.kron(M.imag, J),
            "p": np.einsum("aij,bji->ab", sigma, M @ sigma + sigma @ M.conj().T).real / 2,
        }
        for s in sigma
        for M in (s, 1j * s)
    ]


@law("spinor-null-momentum", "x[4] -> p[4]", normal(4), true=null_momentum_truth())
def null_momentum(x: Tensor) -> Tensor:
    """The momentum ψ†σψ without mass of a spinor ψ."""
    return torch.cat([squares(x), hopf(x)], dim=1)


@law(
    "vector-mirror",
    "2*x[3] -> x",
    beside(normal(3), shell(3, 0.4)),
    true=each([*rotations(3), np.eye(3)], "x"),
)
def mirror(x: Tensor) -> Tensor:
    """A ray after a mirror, from the ray and the mirror's normal, which may have any length."""
    ray, normal = x.split(3, dim=1)
    return ray - 2 * normal * inner(ray, normal) / squares(normal)


@law("vector-lorentz-force", "3*x[3] -> x", normal(9), true=each(rotations(3), "x"))
def lorentz_force(x: Tensor) -> Tensor:
    """What fields E and B do to a charge of velocity v, with a loss that grows with its power."""
    E, v, B = x.split(3, dim=1)
    return E + torch.linalg.cross(v, B) - 0.3 * v * inner(v, E)


@law("vector-flock", "4*x[2] -> x", normal(8), true=each(rotations(2), "x"))
def flock(x: Tensor) -> Tensor:
    """How a bird steers: its velocity, where two others are, and how fast these go on average."""
    own, first, second, mean = x.split(2, dim=1)
    keep = [r * (squares(r) - 1) / (1 + squares(r)) ** 1.5 for r in (first, second)]
    return (mean - own) / 2 + own * (1 - squares(own)) / (1 + squares(own)) + keep[0] + keep[1]


def turn_truth() -> list[Matrices]:
    """q -> p q r⁻¹, v -> r v r⁻¹, and both scalings."""
    truth: list[Matrices] = []
    for k in range(3):
        left, right = QUATERNIONS[:, k + 1, :], QUATERNIONS[:, :, k + 1]
        about = 2 * np.cross(np.eye(3)[k], np.eye(3)).T
        truth += [{"q": left, "w": about}, {"q": -right, "v": about}]
    return [*truth, {"q": np.eye(4), "w": 2 * np.eye(3)}, {"v": np.eye(3), "w": np.eye(3)}]


@law("vector-quaternion-turn", "q[4]+v[3] -> w[3]", normal(7), true=turn_truth())
def turn(x: Tensor) -> Tensor:
    """q v q̄ of a quaternion q and a vector v."""
    s, u, v = x.split([1, 3, 3], dim=1)
    across = 2 * s * torch.linalg.cross(u, v)
    return (s**2 - squares(u)) * v + 2 * u * inner(u, v) + across


@law("dual-squeeze", "x[3]+x.T -> x+x.T", normal(6), true=each(everything(3), "x"))
def squeeze(x: Tensor) -> Tensor:
    """Where the energy log cosh(q·p) leads: q grows as p shrinks."""
    q, p = x.split(3, dim=1)
    rate = torch.tanh(inner(q, p)) / 2
    return torch.cat([q * torch.exp(rate), p * torch.exp(-rate)], dim=1)


@law("vector-magnus", "2*x[3] -> x", normal(6), true=each(rotations(3), "x"))
def magnus(x: Tensor) -> Tensor:
    """The force of the air on a ball that flies with v and spins with w."""
    v, w = x.split(3, dim=1)
    lift = torch.linalg.cross(w, v) / torch.sqrt(1 + squares(w))
    return lift - 0.4 * v * torch.sqrt(1 + squares(v))


@law("vector-controller", "2*x[2] -> x", box(4), true=each(rotations(2), "x"))
def controller(x: Tensor) -> Tensor:
    """How a robot is pushed that is off by e and moves with v; the pull has a limit."""
    e, v = x.split(2, dim=1)
    return -1.5 * e / torch.sqrt(1 + squares(e)) - 0.7 * v


@law(
    "dual-natural-gradient",
    "x[2]*x+x.T -> x",
    beside(positive(2), normal(2)),
    true=each(everything(2), "x"),
)
def natural_gradient(x: Tensor) -> Tensor:
    """A step Cg along a gradient g with a covariance C, which is never long by C."""
    C, g = x[:, :4].reshape(-1, 2, 2), x[:, 4:]
    step = torch.einsum("bij,bj->bi", C, g)
    return step / torch.sqrt(1 + inner(step, g))


@law("covector-slope", "x[3] -> x.T", normal(3), true=each(rotations(3), "x"))
def slope(x: Tensor) -> Tensor:
    """The gradient of log(1 + |x|²)."""
    return 2 * x / (1 + squares(x))


@law("vector-rodrigues", "2*x[3] -> x", normal(6), true=each(rotations(3), "x"))
def rodrigues(x: Tensor) -> Tensor:
    """A vector that is turned about an axis by an angle, both of which a second one gives."""
    v, k = x.split(3, dim=1)
    angle = torch.sqrt(squares(k))
    turned = torch.linalg.cross(k, v) * torch.sin(angle) / angle
    return v * torch.cos(angle) + turned + k * inner(k, v) * (1 - torch.cos(angle)) / angle**2
