"""Functions of vectors along with numbers which do not move."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from benchmarks.suggest.veiled.function import Function, normal, shell, uniform
from benchmarks.suggest.veiled.vectors import dot


def turn_about_axis(x: Tensor) -> Tensor:
    """A vector turned about an axis of any length by an angle."""
    v, axis, angle = x[:, :3], x[:, 3:6], x[:, 6:]
    k = axis / torch.sqrt(dot(axis, axis))
    along = k * dot(k, v)
    return along + (v - along) * torch.cos(angle) + torch.linalg.cross(k, v) * torch.sin(angle)


def sample_turn_about_axis(rng: np.random.Generator, count: int) -> NDArray:
    """A vector, an axis with a gap at the origin and an angle."""
    angle = uniform(rng, count, (0.3, 2.5))
    return np.hstack([normal(rng, count, 3), shell(rng, count, 3, 0.6, 1.8), angle])


def rational_quadratic_kernel(x: Tensor) -> Tensor:
    """Covariance at a separation in space, by its range and the weight of its tail."""
    d, reach, tail = x[:, :3], x[:, 3:4], x[:, 4:]
    return (1 + dot(d, d) / (2 * tail * reach**2)) ** -tail


def sample_rational_quadratic_kernel(rng: np.random.Generator, count: int) -> NDArray:
    """A separation, a range and an exponent."""
    return np.hstack([normal(rng, count, 3), uniform(rng, count, (0.6, 2.0), (0.4, 2.0))])


def planar_charge_acceleration(x: Tensor) -> Tensor:
    """Acceleration of a charge in a planar trap, by the magnetic field and the friction."""
    r, v, field, friction = x[:, :2], x[:, 2:4], x[:, 4:5], x[:, 5:]
    root = torch.sqrt(1 + dot(v, v))
    across = torch.stack([v[:, 1], -v[:, 0]], dim=1)
    return field * across / root - friction * v * root - 3 * r / (1 + dot(r, r))


def sample_planar_charge_acceleration(rng: np.random.Generator, count: int) -> NDArray:
    """A position, a velocity, a magnetic field and a friction."""
    return np.hstack([normal(rng, count, 4), uniform(rng, count, (1.0, 4.0), (0.4, 1.6))])


CASES = (
    Function(
        "turn_about_axis",
        turn_about_axis,
        "v[3]+k[3]+1 -> v",
        ((0, 1, 2), (3, 4, 5), (6,)),
        ((0, 1, 2),),
        5,
        sample_turn_about_axis,
    ),
    Function(
        "rational_quadratic_kernel",
        rational_quadratic_kernel,
        "d[3]+l[1]+1 -> 1",
        ((0, 1, 2), (3,), (4,)),
        ((0,),),
        4,
        sample_rational_quadratic_kernel,
    ),
    Function(
        "planar_charge_acceleration",
        planar_charge_acceleration,
        "2*x[2]+2 -> x",
        ((0, 1), (2, 3), (4,), (5,)),
        ((0, 1),),
        1,
        sample_planar_charge_acceleration,
    ),
)
