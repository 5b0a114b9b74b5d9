"""Rotations of space: so(2) to so(8), u(2), and their other representations."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import determinant, inner, squares
from benchmarks.zoo.matrices import J, conjugate, each, generic, rotations
from benchmarks.zoo.samples import beside, box, normal, positive, shell, stresses

law = Family(__name__)


@law("so2-bell", "x[2] -> 1", normal(2), true=each(rotations(2), "x"))
def bell(x: Tensor) -> Tensor:
    """A bell curve of the plane."""
    return torch.exp(-squares(x) / 2)


@law("so3-length", "x[3] -> 1", normal(3), true=each(rotations(3), "x"))
def length(x: Tensor) -> Tensor:
    """The length of a vector, smooth at the origin."""
    return torch.sqrt(1 + squares(x))


@law("so4-logarithm", "x[4] -> 1", normal(4), true=each(rotations(4), "x"))
def logarithm(x: Tensor) -> Tensor:
    """A logarithm of the radius."""
    return torch.log1p(squares(x))


@law("so5-bell", "x[5] -> 1", normal(5), true=each(rotations(5), "x"))
def wide_bell(x: Tensor) -> Tensor:
    """A wide bell curve in five dimensions."""
    return torch.exp(-squares(x) / 8)


ROUND = generic(21, 3)  # in these coordinates an ellipsoid is a sphere


@law(
    "so3-ellipsoid",
    "x[3] -> 1",
    normal(3),
    true=each(conjugate(np.linalg.inv(ROUND), rotations(3)), "x"),
)
def ellipsoid(x: Tensor) -> Tensor:
    """The length of a vector in skew coordinates."""
    return torch.sqrt(1 + squares(x @ torch.from_numpy(ROUND).T))


# An orthonormal basis of the traceless symmetric 3×3 matrices, (5, 3, 3).
_s = np.sqrt(0.5)
SPIN_TWO = np.array(
    [
        [[0, _s, 0], [_s, 0, 0], [0, 0, 0]],
        [[0, 0, _s], [0, 0, 0], [_s, 0, 0]],
        [[0, 0, 0], [0, 0, _s], [0, _s, 0]],
        [[_s, 0, 0], [0, -_s, 0], [0, 0, 0]],
        [[-1 / 6**0.5, 0, 0], [0, -1 / 6**0.5, 0], [0, 0, 2 / 6**0.5]],
    ]
)


def on_spin_two(A: Array) -> Array:
    """A rotation of space as it acts on the five numbers of a traceless symmetric matrix."""
    return np.einsum("aij,bij->ab", SPIN_TWO, A @ SPIN_TWO + SPIN_TWO @ A.T)


@law("so3-spin-two", "x[5] -> 2", normal(5), true=each([on_spin_two(A) for A in rotations(3)], "x"))
def spin_two(x: Tensor) -> Tensor:
    """tr S² and tr S³ of the traceless symmetric matrix S with five numbers x."""
    S = torch.einsum("ba,aij->bij", x, torch.from_numpy(SPIN_TWO))
    return torch.stack(
        [torch.einsum("bij,bji->b", S, S), torch.einsum("bij,bjk,bki->b", S, S, S)], dim=1
    )


@law("so2-cloud", "4*x[2] -> 1", normal(8), true=each(rotations(2), "x"))
def cloud(x: Tensor) -> Tensor:
    """The energy of four points in the plane, two of them heavier, that attract each other."""
    points, mass = x.reshape(-1, 4, 2), torch.tensor([1.0, 1.0, 2.0, 2.0], dtype=x.dtype)
    energy = 0.1 * (mass * squares(points)[..., 0]).sum(1)
    for i in range(4):
        for j in range(i):
            distance = torch.sqrt(1 + squares(points[:, i] - points[:, j])[:, 0])
            energy = energy - mass[i] * mass[j] / distance
    return energy[:, None]


def unitary() -> list[Array]:
    """u(2) as real matrices: X + iY with X antisymmetric and Y symmetric."""
    symmetric = [np.diag([1.0, 0.0]), np.diag([0.0, 1.0]), 1 - np.eye(2)]
    return [np.kron(np.eye(2), J), *(np.kron(J, Y) for Y in symmetric)]


@law("u2-hermitian", "2*x[4] -> 2", normal(8), true=each(unitary(), "x"))
def hermitian(x: Tensor) -> Tensor:
    """⟨z, w⟩ of two vectors of two complex numbers (Re, Re, Im, Im)."""
    (a, b), (c, d) = x[:, :4].split(2, dim=1), x[:, 4:].split(2, dim=1)
    return torch.stack([(a * c + b * d).sum(1), (a * d - b * c).sum(1)], dim=1)


VASE_AXES = np.linalg.qr(generic(121, 3))[0]


@law("so2-vase", "x[3] -> 1", normal(3), true=each(conjugate(VASE_AXES, rotations(3, (0, 1))), "x"))
def vase(x: Tensor) -> Tensor:
    """A surface of revolution about the third of some tilted axes."""
    z = x @ torch.from_numpy(VASE_AXES)
    height = z[:, 2:]
    return torch.sin(height) + torch.log1p(squares(z[:, :2])) * (1 + 0.3 * height)


@law("so3-two-vectors", "2*x[3] -> 3", normal(6), true=each(rotations(3), "x"))
def two_vectors(x: Tensor) -> Tensor:
    """The lengths of two vectors and their product."""
    a, b = x.split(3, dim=1)
    product = inner(a, b)
    return torch.cat([torch.tanh(product / 2), torch.sqrt(1 + squares(a)), squares(b) / 3], dim=1)


@law("so3-trace-and-norm", "x[3]*x -> 2", box(9), true=each(rotations(3), "x"))
def trace_and_norm(x: Tensor) -> Tensor:
    """tanh(tr X / 2) and |X|²/9 of a 3×3 matrix."""
    trace = x[:, ::4].sum(1, keepdim=True)
    return torch.cat([torch.tanh(trace / 2), squares(x) / 9], dim=1)


@law("so6-rational", "x[6] -> 1", normal(6), true=each(rotations(6), "x"))
def rational(x: Tensor) -> Tensor:
    """A rational function of the radius in six dimensions."""
    return 1 / (1 + squares(x) / 6)


ELLIPSE = np.array([[1.4, 0.5], [0.0, 0.7]])  # in these coordinates an ellipse is a circle


@law(
    "so2-beam-ellipse",
    "x[2] -> 1",
    normal(2),
    true=each(conjugate(np.linalg.inv(ELLIPSE), rotations(2)), "x"),
)
def beam_ellipse(x: Tensor) -> Tensor:
    """The brightness of a beam with an elliptic cross section."""
    return torch.exp(-squares(x @ torch.from_numpy(ELLIPSE).T) / 2)


@law("so2-dipoles", "3*x[2] -> 1", box(6), true=each(rotations(2), "x"))
def dipoles(x: Tensor) -> Tensor:
    """The energy of two dipoles m and n at a distance r, softened."""
    r, m, n = x.split(2, dim=1)
    size = 1 + squares(r)
    along = inner(m, r) * inner(n, r)
    return inner(m, n) / size**1.5 - 3 * along / size**2.5


@law("so3-yukawa", "x[3] -> 1", normal(3), true=each(rotations(3), "x"))
def yukawa(x: Tensor) -> Tensor:
    """A screened charge, softened at the centre."""
    r = torch.sqrt(0.3 + squares(x))
    return torch.exp(-r) / r


@law("so3-three-atoms", "3*x[3] -> 1", normal(9), true=each(rotations(3), "x"))
def three_atoms(x: Tensor) -> Tensor:
    """Three atoms that attract each other in pairs, and repel each other by threes."""
    a, b, c = x.split(3, dim=1)
    sides = b - a, c - b, a - c
    lengths = [torch.sqrt(1 + squares(side)) for side in sides]
    pairs = sum(1 / r**2 for r in lengths)
    cosines = torch.ones_like(lengths[0])
    for k in range(3):
        product = inner(sides[k], sides[k - 1])
        cosines = cosines * product / (lengths[k] * lengths[k - 1])
    return 3 * (1 - 3 * cosines) / (lengths[0] * lengths[1] * lengths[2]) - pairs


def order(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 3×3 matrices without trace: five of nine directions."""
    Q = rng.uniform(-1, 1, (count, 3, 3))
    Q = (Q + Q.transpose(0, 2, 1)) / 2
    Q -= np.trace(Q, axis1=1, axis2=2)[:, None, None] * np.eye(3) / 3
    return Q.reshape(count, 9)


@law("so3-liquid-crystal", "x[3]*x -> 1", order, true=each(rotations(3), "x"))
def landau_de_gennes(x: Tensor) -> Tensor:
    """The free energy of a liquid crystal with order Q."""
    Q = x.reshape(-1, 3, 3)
    second = squares(x)[:, 0]
    third = torch.einsum("bij,bjk,bki->b", Q, Q, Q)
    return (-second / 2 - third + second**2 / 4)[:, None]


@law("so7-soft-ramp", "x[7] -> 1", normal(7), true=each(rotations(7), "x"))
def soft_ramp(x: Tensor) -> Tensor:
    """A soft ramp in the radius in seven dimensions."""
    return torch.nn.functional.softplus(squares(x) / 3 - 2)


@law("so2-mexican-hat", "x[2] -> 1", box(2), true=each(rotations(2), "x"))
def mexican_hat(x: Tensor) -> Tensor:
    """The energy of a field of two parts that is not zero in the vacuum."""
    return squares(x) ** 2 / 4 - squares(x)


RING_AXES = np.linalg.qr(generic(321, 3))[0]


@law("so2-ring", "x[3] -> 1", normal(3), true=each(conjugate(RING_AXES, rotations(3, (0, 1))), "x"))
def ring(x: Tensor) -> Tensor:
    """The potential of a charged ring about the third of some tilted axes, softened."""
    z = x @ torch.from_numpy(RING_AXES)
    out = torch.sqrt(0.2 + squares(z[:, :2])) - 1
    return 1 / torch.sqrt(0.4 + out**2 + z[:, 2:] ** 2)


@law("so3-trimer", "3*x[3] -> 2", normal(9), true=each(rotations(3), "x"))
def trimer(x: Tensor) -> Tensor:
    """Three spins: their exchange energy, and how they wind round each other."""
    a, b, c = x.split(3, dim=1)
    exchange = inner(a, b) + inner(b, c) / 2 + inner(c, a) / 4
    return torch.cat([exchange, torch.tanh(determinant(x) / 2)], dim=1)


def von_mises(x: Tensor) -> Tensor:
    """How near a metal with these stresses is to yielding, rounded off where there are none."""
    s = x.reshape(-1, 3, 3)
    mean = s.diagonal(dim1=1, dim2=2).mean(1)[:, None, None]
    deviator = s - mean * torch.eye(3, dtype=x.dtype)
    return torch.sqrt(0.2 + 1.5 * deviator.square().sum((1, 2)))[:, None]


@law("so3-von-mises", "x[3]*x -> 2", stresses, true=each(rotations(3), "x"))
def yield_and_pressure(x: Tensor) -> Tensor:
    """The yield criterion of a metal, and the pressure in it."""
    return torch.cat([von_mises(x), torch.tanh(x[:, ::4].mean(1, keepdim=True))], dim=1)


WHITEN = generic(322, 4)  # in these coordinates the risks are equal and independent


@law(
    "so4-mahalanobis",
    "x[4] -> 1",
    normal(4),
    true=each(conjugate(np.linalg.inv(WHITEN), rotations(4)), "x"),
)
def mahalanobis(x: Tensor) -> Tensor:
    """A falling function of Mahalanobis's distance."""
    return torch.sqrt(1 + squares(x @ torch.from_numpy(WHITEN).T)) ** -1


@law("so8-stiffening", "x[8] -> 1", normal(8), true=each(rotations(8), "x"))
def eight(x: Tensor) -> Tensor:
    """An energy that stiffens outwards."""
    size = squares(x) / 8
    return size + size**2 / 4


@law("so2-newton-rings", "x[2] -> 1", normal(2, 0.8), true=each(rotations(2), "x"))
def newton_rings(x: Tensor) -> Tensor:
    """How bright the fringes between a lens and a plate are, under a beam of light."""
    return (1 + torch.cos(2 * squares(x))) * torch.exp(-squares(x) / 3)


@law("so3-water", "2*x[3] -> 1", beside(shell(3, 0.4), shell(3, 0.4)), true=each(rotations(3), "x"))
def water(x: Tensor) -> Tensor:
    """The energy of two bonds that are stretched, and of the angle between them."""
    a, b = x.split(3, dim=1)
    r, s = torch.sqrt(squares(a)), torch.sqrt(squares(b))
    stretched = 2 * (r - 1) ** 2 + 2 * (s - 1) ** 2 + (r - 1) * (s - 1) / 2
    return stretched + (inner(a, b) / (r * s) + 0.25) ** 2


@law(
    "so3-fractional-anisotropy",
    "x[3]*x -> 1",
    positive(3),
    true=each([*rotations(3), np.eye(3)], "x"),
)
def fractional_anisotropy(x: Tensor) -> Tensor:
    """How much water diffuses along the fibres of a tissue rather than across, squared."""
    D = x.reshape(-1, 3, 3)
    mean = D.diagonal(dim1=1, dim2=2).mean(1)[:, None, None]
    rest = (D - mean * torch.eye(3, dtype=x.dtype)).flatten(1)
    return 1.5 * squares(rest) / squares(x)


@law("so4-instanton", "x[4] -> 1", normal(4), true=each(rotations(4), "x"))
def instanton(x: Tensor) -> Tensor:
    """The density of an instanton in four dimensions."""
    return 1 / (1 + squares(x) / 4) ** 2


@law("so2-lamb-oseen", "x[2] -> 1", normal(2), true=each(rotations(2), "x"))
def lamb_oseen(x: Tensor) -> Tensor:
    """How fast a vortex turns that has begun to spread."""
    return -torch.expm1(-squares(x)) / squares(x)


@law("so3-hydrogen", "x[3] -> 1", shell(3, 0.6), true=each(rotations(3), "x"))
def hydrogen(x: Tensor) -> Tensor:
    """The wave of an electron in the second round state of hydrogen."""
    r = 3 * torch.sqrt(squares(x))
    return (2 - r) * torch.exp(-r / 2)


@law(
    "so3-torsion",
    "3*x[3] -> 1",
    beside(shell(3, 0.3), shell(3, 0.3), shell(3, 0.3)),
    true=each(rotations(3), "x"),
)
def torsion(x: Tensor) -> Tensor:
    """The energy of three bonds in a row that are twisted, by the cosine of the angle."""
    a, b, c = x.split(3, dim=1)
    first, second = torch.linalg.cross(a, b), torch.linalg.cross(b, c)
    cosine = inner(first, second) / torch.sqrt((0.2 + squares(first)) * (0.2 + squares(second)))
    return 1 + cosine - 0.7 * cosine**2


@law("so5-plummer", "x[5] -> 1", normal(5), true=each(rotations(5), "x"))
def plummer(x: Tensor) -> Tensor:
    """The potential of Plummer's sphere in five dimensions."""
    return -3 / torch.sqrt(1 + squares(x) / 2)
