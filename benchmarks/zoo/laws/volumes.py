"""What keeps areas and volumes: sl(2) to sl(4), sp(4) and sp(6)."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import area, determinant, inner, pairing, squares
from benchmarks.zoo.matrices import each, everything, number, symplectic, traceless, unit
from benchmarks.zoo.samples import beside, box, normal, positive

law = Family(__name__)


@law("sl2-three-areas", "3*x[2] -> 3", normal(6), true=each(traceless(2), "x"))
def three_areas(x: Tensor) -> Tensor:
    """The areas that three vectors of the plane span in pairs."""
    a, b, c = x.split(2, dim=1)
    return torch.cat([area(a, b), area(b, c), area(c, a)], dim=1)


def on_cubics() -> list[Array]:
    """sl(2) on the four coefficients of a cubic form in two variables."""
    up = 3 * unit(4, 1, 0) + 2 * unit(4, 2, 1) + unit(4, 3, 2)  # s -> s + ε t
    down = unit(4, 0, 1) + 2 * unit(4, 1, 2) + 3 * unit(4, 2, 3)  # t -> t + ε s
    return [up, down, np.diag([3.0, 1.0, -1.0, -3.0])]


@law("sl2-cubics", "x[4] -> 1", box(4, -1.0, 1.0), true=each(on_cubics(), "x"))
def discriminant(x: Tensor) -> Tensor:
    """The discriminant of a s³ + b s²t + c st² + d t³."""
    a, b, c, d = x.T
    value = (b * c) ** 2 - 4 * a * c**3 - 4 * b**3 * d - 27 * (a * d) ** 2 + 18 * a * b * c * d
    return value[:, None] / 10


law.add("sl3-volume", "3*x[3] -> 1", box(9), determinant, true=each(traceless(3), "x"))
law.add(
    "sl3-volume-scaled",
    "3*x[3] -> s[1]",
    box(9),
    determinant,
    true=[*each(traceless(3), "x"), {"x": np.eye(3), "s": number(3)}],
)
law.add("sp4-form", "2*x[4] -> 1", normal(8), pairing, true=each(symplectic(4), "x"))


def on_quartics() -> list[Array]:
    """sl(2) on the five coefficients of a quartic form in two variables."""
    up = unit(5, 1, 0) + 2 * unit(5, 2, 1) + 3 * unit(5, 3, 2) + 4 * unit(5, 4, 3)
    down = 4 * unit(5, 0, 1) + 3 * unit(5, 1, 2) + 2 * unit(5, 2, 3) + unit(5, 3, 4)
    return [up, down, np.diag([4.0, 2.0, 0.0, -2.0, -4.0])]


@law("sl2-quartics", "x[5] -> 2", box(5, -1.0, 1.0), true=each(on_quartics(), "x"))
def quartic_invariants(x: Tensor) -> Tensor:
    """I and J of a s⁴ + 4b s³t + 6c s²t² + 4d st³ + e t⁴."""
    a, b, c, d, e = x.T
    first = a * e - 4 * b * d + 3 * c**2
    second = a * c * e + 2 * b * c * d - a * d**2 - b**2 * e - c**3
    return torch.stack([first, second], dim=1)


def antisymmetric(rng: np.random.Generator, count: int) -> Array:
    """Antisymmetric 4×4 matrices: six of sixteen directions."""
    X = rng.uniform(-1, 1, (count, 4, 4))
    return (X - X.transpose(0, 2, 1)).reshape(count, 16)


@law("sl4-pfaffian", "x[4]*x -> 1", antisymmetric, true=each(traceless(4), "x"))
def pfaffian(x: Tensor) -> Tensor:
    """The Pfaffian of an antisymmetric 4×4 matrix, with its square."""
    X = x.reshape(-1, 4, 4)
    value = X[:, 0, 1] * X[:, 2, 3] - X[:, 0, 2] * X[:, 1, 3] + X[:, 0, 3] * X[:, 1, 2]
    return (value + 0.2 * value**2)[:, None]


@law("sp4-area", "2*x[4] -> 1", box(8, -1.0, 1.0), true=each(symplectic(4), "x"))
def phase_area(x: Tensor) -> Tensor:
    """w + w²/3 for the symplectic area w of two points (q, p) of a phase space."""
    w = pairing(x)
    return w + w**2 / 3


@law("sl2-emittance", "3*x[2] -> 1", normal(6), true=each(traceless(2), "x"))
def emittance(x: Tensor) -> Tensor:
    """The size of a beam in phase space, from three of its rays."""
    return torch.sqrt(0.5 + squares(three_areas(x)))


@law("sl2-entropy", "x[2]*x -> 1", positive(2), true=each(traceless(2), "x"))
def entropy(x: Tensor) -> Tensor:
    """The entropy of a Gaussian with covariance x: half the logarithm of its determinant."""
    a, b, c, d = x.T
    return torch.log(a * d - b * c)[:, None] / 2


@law(
    "sl3-metric-volume",
    "x[3]*x -> s[1]",
    positive(3),
    true=[*each(traceless(3), "x"), {"x": np.eye(3), "s": number(3)}],
)
def metric_volume(x: Tensor) -> Tensor:
    """The volume element of a metric."""
    return torch.sqrt(determinant(x))


@law("sp4-loops", "3*x[4] -> 3", box(12, -1.0, 1.0), true=each(symplectic(4), "x"))
def loops(x: Tensor) -> Tensor:
    """The symplectic areas of three points of a phase space, two of them bent."""
    a, b, c = x.split(4, dim=1)
    u, v, w = (pairing(torch.cat(pair, dim=1)) for pair in ((a, b), (b, c), (c, a)))
    return torch.cat([u, torch.tanh(v / 2), w + w**2 / 4], dim=1)


def on_conics() -> list[Array]:
    """sl(2) on the three coefficients of a quadratic form in two variables."""
    up, down = 2 * unit(3, 1, 0) + unit(3, 2, 1), 2 * unit(3, 1, 2) + unit(3, 0, 1)
    return [up, down, np.diag([2.0, 0.0, -2.0])]


@law("sl2-conics", "x[3] -> 1", box(3, -1.2, 1.2), true=each(on_conics(), "x"))
def conic(x: Tensor) -> Tensor:
    """Whether a s² + b st + c t² is an ellipse or a hyperbola, and how clearly."""
    a, b, c = x.T
    kind = (b**2 - 4 * a * c)[:, None]
    return kind / torch.sqrt(4 + kind**2)


@law(
    "sl2-rows-and-columns",
    "a[2]*b[2] -> 1",
    normal(4),
    true=each(traceless(2), "a") + each(traceless(2), "b"),
    gauge=1,
)
@law(
    "sl2-wronskian",
    "2*x[2] -> w[1]",
    normal(4),
    true=[*each(traceless(2), "x"), {"x": np.eye(2), "w": number(2)}],
)
def wronskian(x: Tensor) -> Tensor:
    """The determinant of a 2×2 matrix, or the Wronskian of two solutions."""
    return area(x[:, :2], x[:, 2:])


@law(
    "sl2-two-planes",
    "2*(x[2]+y[2]) -> 1",
    box(8),
    true=each(traceless(2), "x") + each(traceless(2), "y"),
)
def two_planes(x: Tensor) -> Tensor:
    """A number from the areas of a beam in its two planes."""
    a, b, c, d = x.split(2, dim=1)
    u, v = area(a, c), area(b, d)
    return torch.sqrt(1 + u**2) + 0.4 * v + 0.2 * u * v


@law("sl3-flux", "3*x[3]+x.T -> 3", box(12), true=each(traceless(3), "x"))
def flux(x: Tensor) -> Tensor:
    """The volume of three vectors, and what a gradient says of two of them."""
    a, b, gradient = x[:, :3], x[:, 3:6], x[:, 9:]
    slopes = [inner(a, gradient), torch.tanh(inner(b, gradient) / 2)]
    return torch.cat([determinant(x[:, :9]) / 2, *slopes], dim=1)


@law(
    "sl3-fluid",
    "a[3]*b[3] -> 1",
    lambda rng, count: np.eye(3).ravel() + rng.uniform(-0.7, 0.7, (count, 9)),
    true=each(traceless(3), "a") + each(traceless(3), "b"),
    gauge=1,
)
def fluid(x: Tensor) -> Tensor:
    """The energy of a fluid with deformation F, which knows its volume alone."""
    return (determinant(x) - 1) ** 2 / 2


@law("sp6-bracket", "2*x[6] -> 1", box(12, -1.2, 1.2), true=each(symplectic(6), "x"))
def bracket(x: Tensor) -> Tensor:
    """The bracket of two directions in the phase space of a particle, bounded."""
    q, p, r, s = x.split(3, dim=1)
    w = inner(q, s) - inner(p, r)
    return w / torch.sqrt(1 + w**2 / 9)


@law("sl2-stability", "x[2]*x.T -> s[1]+t[1]", normal(4), true=each(traceless(2), "x"), gauge=1)
def stability(x: Tensor) -> Tensor:
    """The trace of a linear system's matrix, bounded, and its determinant."""
    a, b, c, d = x.T
    return torch.stack([torch.tanh((a + d) / 2), a * d - b * c], dim=1)


@law("sl3-crystal-cell", "3*x[3] -> 1", box(9, -1.2, 1.2), true=each(traceless(3), "x"))
def crystal_cell(x: Tensor) -> Tensor:
    """The logarithm of the volume of a crystal's cell."""
    return torch.log1p(determinant(x) ** 2)


@law("sp4-kick", "2*x[4] -> x", normal(8), true=each(symplectic(4), "x"))
def kick(x: Tensor) -> Tensor:
    """A deviation b of a beam, and more along another one a the more area they span."""
    return x[:, 4:] + x[:, :4] * torch.tanh(pairing(x) / 2)


@law("sl2-apolar", "2*x[3] -> 2", normal(6), true=each(on_conics(), "x"))
def apolar(x: Tensor) -> Tensor:
    """Of two forms a s² + b st + c t²: the discriminant of one, bounded, and that of both."""
    a, b, c, d, e, f = x.T
    return torch.stack([torch.tanh((b**2 - 4 * a * c) / 3), b * e - 2 * (a * f + c * d)], dim=1)


@law("sl3-facet", "3*x[3] -> x.T", box(9), true=each(traceless(3), "x"))
def facet(x: Tensor) -> Tensor:
    """The area of a triangle with three corners, as what it makes of a flow through it."""
    a, b, c = x.split(3, dim=1)
    return torch.linalg.cross(b - a, c - a)


def log_det(C: Tensor) -> Tensor:
    """The logarithm of the determinant of a 2×2 matrix."""
    return torch.log(C[:, :1] * C[:, 3:] - C[:, 1:2] * C[:, 2:3])


@law(
    "gl2-bhattacharyya",
    "2*(x[2]*x) -> d[1]",
    beside(positive(2), positive(2)),
    true=each(everything(2), "x"),
)
def bhattacharyya(x: Tensor) -> Tensor:
    """How far apart two Gaussians with a common mean are, from their covariances."""
    C, D = x.split(4, dim=1)
    return log_det((C + D) / 2) - (log_det(C) + log_det(D)) / 2
