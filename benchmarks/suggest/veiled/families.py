"""Functions of two families of vectors which move independently."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from benchmarks.suggest.veiled.function import Function, normal, shell
from benchmarks.suggest.veiled.vectors import dot


def fibre_coupling(x: Tensor) -> Tensor:
    """Share of a beam which enters a fibre, by the offset and the tilt of the beam."""
    offset, tilt = x[:, :2], x[:, 2:]
    return torch.exp(-dot(offset, offset) / 2) / (1 + dot(tilt, tilt))


def sample_fibre_coupling(rng: np.random.Generator, count: int) -> NDArray:
    """An offset and a tilt in the plane across the fibre."""
    return normal(rng, count, 4, 0.8)


def relativistic_electron_energy(x: Tensor) -> Tensor:
    """Energy of a fast electron at a position near a smeared nucleus."""
    r, p = x[:, :3], x[:, 3:]
    return torch.sqrt(1 + dot(p, p)) - 2 / torch.sqrt(dot(r, r) + 0.6)


def sample_relativistic_electron_energy(rng: np.random.Generator, count: int) -> NDArray:
    """A position and a momentum with normal components."""
    return np.hstack([normal(rng, count, 3), normal(rng, count, 3, 1.3)])


def spin_orbital_energy(x: Tensor) -> Tensor:
    """Energy of two planar spins and two planar orbital moments which couple by products."""
    s, z, t, w = x[:, :2], x[:, 2:4], x[:, 4:6], x[:, 6:]
    lengths = 0.30 * dot(s, s) ** 2 + 0.45 * dot(z, z) ** 2
    lengths = lengths + 0.35 * dot(t, t) ** 2 + 0.55 * dot(w, w) ** 2
    return 1.5 * (dot(s, z) + 0.8) * (dot(t, w) + 0.8) + lengths


def sample_spin_orbital_energy(rng: np.random.Generator, count: int) -> NDArray:
    """Two spins and two orbital moments, each in a plane of its own."""
    return np.hstack([shell(rng, count, 2, 0.2, 1.5) for _ in range(4)])


def dipole_trap_force(x: Tensor) -> Tensor:
    """Force which a focus of light, given by its complex amplitude, exerts on an atom."""
    r, amplitude = x[:, :3], x[:, 3:]
    light = dot(amplitude, amplitude) * torch.exp(-dot(r, r) / 2)
    return -r * light / (1 + light)


def sample_dipole_trap_force(rng: np.random.Generator, count: int) -> NDArray:
    """A position and the real and imaginary part of an amplitude."""
    return normal(rng, count, 5)


CASES = (
    Function(
        "fibre_coupling",
        fibre_coupling,
        "p[2]+q[2] -> 1",
        ((0, 1), (2, 3)),
        ((0,),),
        2,
        sample_fibre_coupling,
    ),
    Function(
        "relativistic_electron_energy",
        relativistic_electron_energy,
        "r[3]+p[3] -> 1",
        ((0, 1, 2), (3, 4, 5)),
        ((0,),),
        6,
        sample_relativistic_electron_energy,
    ),
    Function(
        "spin_orbital_energy",
        spin_orbital_energy,
        "2*s[2]+2*t[2] -> 1",
        ((0, 1), (2, 3), (4, 5), (6, 7)),
        ((0,),),
        2,
        sample_spin_orbital_energy,
    ),
    Function(
        "dipole_trap_force",
        dipole_trap_force,
        "r[3]+e[2] -> r",
        ((0, 1, 2), (3, 4)),
        ((0, 1, 2),),
        4,
        sample_dipole_trap_force,
    ),
)
