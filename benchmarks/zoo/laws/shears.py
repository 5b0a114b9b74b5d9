"""Shears and what they generate: nilpotent and affine algebras in a linear guise."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import SPACETIME, determinant, form, inner, squares
from benchmarks.zoo.matrices import conjugate, each, generic, pseudo_rotations, rotations, unit
from benchmarks.zoo.samples import beside, box, normal, partly_positive, shell

law = Family(__name__)


@law(
    "shear-affine-plane",
    "x[3] -> 1",
    normal(3),
    true=each([unit(3, i, j) for i in (0, 1) for j in (0, 1, 2)], "x"),
)
def affine_plane(x: Tensor) -> Tensor:
    """A function of the last of three coordinates."""
    h = x[:, 2:]
    return torch.sin(h) + 0.3 * h**2


@law("shear-jordan", "x[3] -> 1", box(3), true=each([unit(3, 0, 1) + unit(3, 1, 2)], "x"))
def jordan(x: Tensor) -> Tensor:
    """A function of the invariants of a Jordan block."""
    a, b, c = x.T
    return (torch.sin(c) + (b**2 - 2 * a * c) / 2 + 0.2 * c**2)[:, None]


@law("shear-commuting", "x[2] -> x", normal(2), true=each([unit(2, 0, 1)], "x"))
def commuting(x: Tensor) -> Tensor:
    """(a h(b) + g(b), b h(b)), which commutes with a -> a + εb."""
    a, b = x.T
    h = 1 + 0.5 * torch.sin(b)
    return torch.stack([a * h + 0.3 * b**2, b * h], dim=1)


@law("shear-free-particle", "x[2] -> x", normal(2), true=each([np.eye(2), unit(2, 0, 1)], "x"))
def free_particle(x: Tensor) -> Tensor:
    """Place and velocity of a free particle some time later."""
    return torch.stack([x[:, 0] + 0.5 * x[:, 1], x[:, 1]], dim=1)


@law(
    "shear-heisenberg",
    "3*x[3] -> 4",
    box(9),
    true=each([unit(3, 0, 1), unit(3, 0, 2), unit(3, 1, 2)], "x"),
)
def flags(x: Tensor) -> Tensor:
    """The last minors of three vectors, which all unipotent upper triangular matrices keep."""
    a, b, c = x.split(3, dim=1)
    minor = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    volume = (a * torch.linalg.cross(b, c)).sum(1)
    return torch.stack([a[:, 2], b[:, 2], minor, volume], dim=1)


@law(
    "shear-euclid",
    "2*x[3] -> 3",
    partly_positive(6, slice(2, None, 3), 0.5, 1.5),
    true=each([unit(3, 0, 2), unit(3, 1, 2), *rotations(3, (0, 1))], "x"),
)
def distance(x: Tensor) -> Tensor:
    """Two points of the plane in homogeneous coordinates (x, y, w): both w, and |w'x − wx'|²."""
    a, b = x[:, :3], x[:, 3:]
    step = b[:, 2:] * a[:, :2] - a[:, 2:] * b[:, :2]
    return torch.stack([a[:, 2], b[:, 2], step.square().sum(1)], dim=1)


@law("shear-galilei", "2*x[2] -> 2", box(4), true=each([unit(2, 1, 0)], "x"))
def events(x: Tensor) -> Tensor:
    """Two events (t, q), (u, r): their times, and tr − uq, which no boost q -> q + vt changes."""
    t, q, u, r = x.T
    return torch.stack([torch.sin(t) + 0.3 * u**2, torch.tanh((t * r - u * q) / 2)], dim=1)


@law(
    "shear-affine-four",
    "x[4] -> 2",
    normal(4),
    true=each([unit(4, i, j) for i in (0, 1) for j in range(4)], "x"),
)
def last_two(x: Tensor) -> Tensor:
    """Two functions of the last two of four coordinates."""
    c, d = x[:, 2], x[:, 3]
    return torch.stack([torch.sin(c) + c * d / 2, torch.exp(d / 2) - c**2 / 3], dim=1)


STEP = unit(3, 0, 1) + unit(3, 1, 2)


@law("shear-chain", "x[3] -> x", normal(3), true=each([STEP, STEP @ STEP], "x"))
def chain(x: Tensor) -> Tensor:
    """g(c) x + h(c) N x + k(c) N² x for x = (a, b, c) and N x = (b, c, 0)."""
    a, b, c = x.T
    g, h, k = 1 + 0.3 * torch.sin(c), c / 2, torch.cos(c)
    return torch.stack([g * a + h * b + k * c, g * b + h * c, g * c], dim=1)


@law(
    "shear-internal-energy",
    "x[3] -> 2",
    beside(box(1, 0.5, 2.0), normal(2)),
    true=each([unit(3, 1, 0) + unit(3, 2, 1)], "x"),
)
def internal_energy(x: Tensor) -> Tensor:
    """Two functions of mass and internal energy, from mass, momentum and energy."""
    mass, p, energy = x.T
    inside = energy - p**2 / (2 * mass)
    return torch.stack([torch.sin(mass) + 0.3 * mass**2, torch.tanh(inside / 2)], dim=1)


def little_group() -> list[Array]:
    """What keeps t − z and the metric: a rotation about z, and two boosts with a rotation."""
    null = [
        pseudo_rotations(SPACETIME, (0, k))[0] - pseudo_rotations(SPACETIME, (k, 3))[0]
        for k in (1, 2)
    ]
    return [*null, *pseudo_rotations(SPACETIME, (1, 2))]


@law("shear-little-group", "p[4] -> 2", normal(4), true=each(little_group(), "p"))
def with_light(p: Tensor) -> Tensor:
    """A momentum against a ray of light along the third axis, and its mass."""
    ray = p[:, :1] - p[:, 3:]
    return torch.cat([torch.sin(ray) + ray**2 / 4, torch.tanh(form(p, SPACETIME) / 3)], dim=1)


@law(
    "shear-equiaffine",
    "3*x[3] -> 4",
    partly_positive(9, slice(2, None, 3), 0.5, 1.5),
    true=each(
        [*(unit(3, i, j) for i, j in ((0, 1), (1, 0), (0, 2), (1, 2))), np.diag([1.0, -1.0, 0.0])],
        "x",
    ),
)
def triangle(x: Tensor) -> Tensor:
    """Three points of the plane in homogeneous coordinates (x, y, w): each w, and the area."""
    return torch.cat([x[:, 2::3], determinant(x)], dim=1)


SLANT = unit(2, 1, 0)


@law(
    "shear-dual-numbers",
    "x[2]+y[2] -> z[2]",
    box(4),
    true=[
        *each([np.eye(2), SLANT], "x", "z"),
        *each([np.eye(2), SLANT], "y", "z"),
        *each([unit(2, 1, 1)], "x", "y", "z"),
    ],
)
def dual_product(x: Tensor) -> Tensor:
    """(a + bε)(c + dε) with ε² = 0, as in automatic differentiation."""
    a, b, c, d = x.T
    return torch.stack([a * c, a * d + b * c], dim=1)


@law("shear-shadow", "x[2] -> 2", normal(2), true=each([unit(2, 1, 0), unit(2, 1, 1)], "x"))
def shadow(x: Tensor) -> Tensor:
    """What a slit and a wedge let through of a ray, from where it is and not where it goes."""
    place = x[:, :1]
    return torch.cat([torch.exp(-((place - 0.4) ** 2)), torch.tanh(place) + place**2 / 4], dim=1)


LATER = unit(4, 0, 1) + unit(4, 1, 2) + unit(4, 2, 3)


@law("shear-no-matter-when", "x[4] -> 2", box(4), true=each([LATER], "x"))
def no_matter_when(x: Tensor) -> Tensor:
    """Place, velocity, acceleration and jerk of a car: what stays while the jerk does."""
    a, b, c, d = x.T
    second, third = c**2 - 2 * b * d, c**3 - 3 * b * c * d + 3 * a * d**2
    return torch.stack([torch.sin(d) + second / 2, torch.tanh(third / 3) + d**2 / 3], dim=1)


@law(
    "shear-collision",
    "2*x[4] -> 3",
    partly_positive(8, slice(None, None, 4), 0.5, 1.5),
    true=each([*rotations(4, (1, 2, 3)), *(unit(4, k, 0) for k in (1, 2, 3))], "x"),
)
def collision(x: Tensor) -> Tensor:
    """Two bodies (mass, momentum): their mass, reduced mass, and energy about their centre."""
    m, p, n, q = x.split([1, 3, 1, 3], dim=1)
    apart = squares(n * p - m * q) / (2 * m * n * (m + n))
    return torch.cat([m + n, m * n / (m + n), apart], dim=1)


@law(
    "shear-residual",
    "x[2]*y[3] -> 2",
    beside(shell(3, 0.5), normal(3)),
    true=each([unit(2, 1, 0)], "x") + each(rotations(3), "y"),
    gauge=1,
)
def residual(x: Tensor) -> Tensor:
    """What a regression of b on a leaves unexplained, and the size of a."""
    a, b = x.split(3, dim=1)
    left = squares(b) - inner(a, b) ** 2 / squares(a)
    return torch.cat([torch.log1p(left), squares(a)], dim=1)


PAIR = np.array([[0.3, 0.5, 0.0], [1.0, -1.0, 0.0], [0.0, 0.0, 1.0]])  # middle, gap, unit


@law(
    "shear-relative-drag",
    "x[3] -> x",
    normal(3),
    true=each(conjugate(np.linalg.inv(PAIR), [unit(3, i, j) for i in (0, 2) for j in (0, 2)]), "x"),
)
def relative_drag(x: Tensor) -> Tensor:
    """Two velocities and a unit of them, a time after the first two began to rub."""
    u, v, w = x.T
    rub = torch.tanh(u - v)
    return torch.stack([u - 0.5 * rub, v + 0.3 * rub, w], dim=1)


FACTORS = generic(351, 2, 5)


def unexplained() -> list[Array]:
    """Whatever moves the prices along the three directions without effect."""
    idle = np.linalg.svd(FACTORS)[2][2:]
    return [np.outer(u, e) for u in idle for e in np.eye(5)]


@law("shear-two-factors", "x[5] -> 2", normal(5), true=each(unexplained(), "x"))
def two_factors(x: Tensor) -> Tensor:
    """A gain and a risk that depend on five prices by two factors only."""
    a, b = (x @ torch.from_numpy(FACTORS).T).T
    return torch.stack([torch.tanh(a) + b**2 / 3, torch.exp(b / 2) - a * b / 2], dim=1)


IDLE = np.array([0.8, 1.0])  # the prices move together, and the spread stays


@law("shear-spread", "x[2] -> 1", normal(2), true=each([np.outer(IDLE, e) for e in np.eye(2)], "x"))
def spread(x: Tensor) -> Tensor:
    """What the right to swap two goods is worth, from their prices."""
    gain = x[:, :1] - 0.8 * x[:, 1:] - 0.1
    return torch.nn.functional.softplus(2 * gain) / 2


@law(
    "shear-savings",
    "x[3] -> x",
    normal(3),
    true=each([unit(3, 0, 2), np.diag([1.0, 0.0, 1.0])], "x"),
)
def savings(x: Tensor) -> Tensor:
    """Savings, the state of business and a wage, a year later."""
    saved, business, wage = x.T
    growth = 1 + 0.4 * torch.tanh(business)
    later = business - 0.5 * torch.sin(business) + 0.2
    return torch.stack([saved * growth + wage / 2, later, wage * growth], dim=1)


@law(
    "shear-balance",
    "3*x[2] -> 2",
    partly_positive(6, slice(1, None, 2), 0.5, 1.5),
    true=each([unit(2, 0, 1)], "x"),
)
def balance(x: Tensor) -> Tensor:
    """Three bodies on a rod (moment, mass): their mass, and how hard it is to turn them."""
    bodies = x.split(2, dim=1)
    total = sum(body[:, 1] for body in bodies)
    inertia = torch.zeros_like(x[:, 0])
    for (p, m), (q, n) in combinations([body.T for body in bodies], 2):
        inertia = inertia + (p * n - q * m) ** 2 / (m * n)
    return torch.stack([total, torch.log1p(inertia / total)], dim=1)


@law("shear-parabola", "x[3] -> 2", box(3), true=each([2 * unit(3, 1, 0) + unit(3, 2, 1)], "x"))
def parabola(x: Tensor) -> Tensor:
    """How bent a t² + b t + c is and whether it has zeros, which no shift of t changes."""
    a, b, c = x.T
    return torch.stack([a + a**2 / 4, torch.atan((b**2 - 4 * a * c) / 2)], dim=1)


@law(
    "shear-wind", "x[2] -> x", beside(normal(1), box(1, 0.2, 2.0)), true=each([unit(2, 0, 1)], "x")
)
def wind(x: Tensor) -> Tensor:
    """Where a balloon at some place and height is later: there is more wind higher up."""
    place, height = x.T
    return torch.stack([place + torch.log1p(2 * height), height], dim=1)


def three_events(rng: np.random.Generator, count: int) -> Array:
    """Three times and places on a line, one after the other."""
    times = rng.uniform(0.6, 1.4, (count, 3)).cumsum(axis=1) - 2
    return np.stack([times, rng.standard_normal((count, 3))], axis=2).reshape(count, 6)


@law(
    "shear-acceleration",
    "3*x[2] -> 1",
    three_events,
    true=each([unit(2, 1, 0), np.diag([1.0, 2.0])], "x"),
)
def acceleration(x: Tensor) -> Tensor:
    """The acceleration on a line from three times and places."""
    t, q, u, r, v, s = x.T
    return (2 * ((s - r) / (v - u) - (r - q) / (u - t)) / (v - t))[:, None]
