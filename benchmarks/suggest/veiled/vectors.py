"""Functions of one family of vectors."""

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from benchmarks.suggest.veiled.function import Function, momentum, normal, shell, uniform


def dot(a: Tensor, b: Tensor) -> Tensor:
    """The scalar product of each pair of rows, as one column."""
    return (a * b).sum(1, keepdim=True)


def minkowski(p: Tensor, q: Tensor) -> Tensor:
    """The Minkowski product of each pair of four-vectors, as one column."""
    return p[:, :1] * q[:, :1] - dot(p[:, 1:], q[:, 1:])


def off_shell_vertex(x: Tensor) -> Tensor:
    """Amplitude of a particle which changes its momentum by exchanging a heavy boson."""
    p, q = x[:, :4], x[:, 4:]
    transfer = minkowski(p - q, p - q)
    return (1 + minkowski(p, q)) / ((3 - transfer) * (1 + minkowski(p, p) / 2))


def sample_off_shell_vertex(rng: np.random.Generator, count: int) -> NDArray:
    """Two independent four-momenta."""
    return np.hstack([momentum(rng, count, 1.0), momentum(rng, count, 1.0)])


def two_sublattice_energy(x: Tensor) -> Tensor:
    """Landau energy of the magnetisations of two different sublattices."""
    a, b = x[:, :3], x[:, 3:]
    aa, bb, ab = dot(a, a), dot(b, b), dot(a, b)
    return -aa / 2 + aa**2 / 4 - bb / 5 + bb**2 / 7 + ab + 0.3 * ab**2


def sample_two_sublattice_energy(rng: np.random.Generator, count: int) -> NDArray:
    """Two magnetisations of bounded length."""
    return np.hstack([shell(rng, count, 3, 0.2, 1.8), shell(rng, count, 3, 0.2, 1.8)])


def hot_electron_hall_current(x: Tensor) -> Tensor:
    """Current of electrons in crossed fields whose mobility falls with the electric field."""
    e, b = x[:, :3], x[:, 3:]
    mobility = 1 / (1 + 0.3 * dot(e, e))
    h = mobility * b
    return mobility * (e + torch.linalg.cross(e, h) + dot(e, h) * h) / (1 + dot(h, h))


def sample_hot_electron_hall_current(rng: np.random.Generator, count: int) -> NDArray:
    """An electric and a magnetic field with normal components."""
    return normal(rng, count, 6)


def softened_runge_lenz(x: Tensor) -> Tensor:
    """Runge-Lenz vector of a body in a gravitational field with a softened centre."""
    r, v = x[:, :3], x[:, 3:]
    return r * dot(v, v) - v * dot(r, v) - 2 * r / torch.sqrt(dot(r, r) + 0.5)


def sample_softened_runge_lenz(rng: np.random.Generator, count: int) -> NDArray:
    """A position and a velocity of bounded length."""
    return np.hstack([shell(rng, count, 3, 0.3, 2.0), shell(rng, count, 3, 0.3, 2.0)])


def planar_ion_trap(x: Tensor) -> Tensor:
    """Potential energy of three different ions in a plane, in a quartic trap."""
    ions = x[:, :2], x[:, 2:4], x[:, 4:]
    charges, stiffness = (1.5, 2.0, 2.5), (0.4, 0.6, 0.9)
    energy = torch.zeros_like(x[:, :1])
    for i in range(3):
        energy = energy + stiffness[i] * dot(ions[i], ions[i]) ** 2
        for j in range(i):
            apart = ions[i] - ions[j]
            energy = energy + charges[i] * charges[j] / torch.sqrt(dot(apart, apart) + 1)
    return energy


def sample_planar_ion_trap(rng: np.random.Generator, count: int) -> NDArray:
    """Three positions within a disc."""
    return np.hstack([shell(rng, count, 2, 0.1, 1.5) for _ in range(3)])


def network_kernel(x: Tensor) -> Tensor:
    """Covariance between two inputs of a wide neural network with sigmoid units."""
    a, b = x[:, :4], x[:, 4:]
    scale = torch.sqrt((2 + 2 * dot(a, a)) * (2 + 2 * dot(b, b)))
    return torch.asin((1 + 2 * dot(a, b)) / scale) * 2 / math.pi


def sample_network_kernel(rng: np.random.Generator, count: int) -> NDArray:
    """Two points in four dimensions."""
    return normal(rng, count, 8)


def triangle_perimeter(x: Tensor) -> Tensor:
    """Perimeter of the triangle in space spanned by two of its sides."""
    a, b = x[:, :3], x[:, 3:]
    return (
        a.norm(dim=1, keepdim=True)
        + b.norm(dim=1, keepdim=True)
        + (a - b).norm(dim=1, keepdim=True)
    )


def sample_triangle_perimeter(rng: np.random.Generator, count: int) -> NDArray:
    """Two sides such that no side of the triangle is short."""
    x = np.hstack([shell(rng, 4 * count, 3, 0.8, 2.2), shell(rng, 4 * count, 3, 0.8, 2.2)])
    long = np.linalg.norm(x[:, :3] - x[:, 3:], axis=1) > 0.8
    return x[long][:count]


def gravitational_force(x: Tensor) -> Tensor:
    """Attraction of two masses at a separation."""
    r, m, n = x[:, :3], x[:, 3:4], x[:, 4:]
    return -m * n * r / dot(r, r) ** 1.5


def sample_gravitational_force(rng: np.random.Generator, count: int) -> NDArray:
    """A separation with a gap at the origin, and two masses."""
    masses = uniform(rng, count, (1.0, 4.0), (1.0, 3.0))
    return np.hstack([shell(rng, count, 3, 0.8, 2.0), masses])


PAIR = ((0, 1, 2), (3, 4, 5))
QUADS = ((0, 1, 2, 3), (4, 5, 6, 7))
CASES = (
    Function(
        "off_shell_vertex",
        off_shell_vertex,
        "2*p[4] -> 1",
        QUADS,
        ((0,),),
        6,
        sample_off_shell_vertex,
    ),
    Function(
        "two_sublattice_energy",
        two_sublattice_energy,
        "2*m[3] -> 1",
        PAIR,
        ((0,),),
        3,
        sample_two_sublattice_energy,
    ),
    Function(
        "hot_electron_hall_current",
        hot_electron_hall_current,
        "2*x[3] -> x",
        PAIR,
        ((0, 1, 2),),
        3,
        sample_hot_electron_hall_current,
    ),
    Function(
        "softened_runge_lenz",
        softened_runge_lenz,
        "2*x[3] -> x",
        PAIR,
        ((0, 1, 2),),
        3,
        sample_softened_runge_lenz,
    ),
    Function(
        "planar_ion_trap",
        planar_ion_trap,
        "3*r[2] -> 1",
        ((0, 1), (2, 3), (4, 5)),
        ((0,),),
        1,
        sample_planar_ion_trap,
    ),
    Function(
        "network_kernel",
        network_kernel,
        "2*x[4] -> 1",
        QUADS,
        ((0,),),
        6,
        sample_network_kernel,
    ),
    Function(
        "triangle_perimeter",
        triangle_perimeter,
        "2*a[3] -> p[1]",
        PAIR,
        ((0,),),
        4,
        sample_triangle_perimeter,
    ),
    Function(
        "gravitational_force",
        gravitational_force,
        "r[3]+m[1]+n[1] -> f[3]",
        ((0, 1, 2), (3,), (4,)),
        ((0, 1, 2),),
        6,
        sample_gravitational_force,
    ),
)
