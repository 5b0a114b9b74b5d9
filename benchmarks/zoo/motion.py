"""Short-time flows of ordinary differential equations, as functions of where one starts."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Function
from benchmarks.zoo.forms import squares


def flow(field: Function, time: float, steps: int = 4) -> Function:
    """Where x' = field(x) leads after some time, by Runge and Kutta's method of order 4.

    The method itself commutes with every linear map that the field commutes with, so the
    symmetries are exact whatever the step.
    """
    h = time / steps

    def function(x: Tensor) -> Tensor:
        for _ in range(steps):
            a = field(x)
            b = field(x + h / 2 * a)
            c = field(x + h / 2 * b)
            d = field(x + h * c)
            x = x + h / 6 * (a + 2 * b + 2 * c + d)
        return x

    return function


def after(time: float, steps: int = 4) -> Callable[[Function], Function]:
    """Turn a field into its flow over some time, as a decorator."""
    return lambda field: flow(field, time, steps)


def newton(force: Function) -> Function:
    """The field q' = p, p' = force(q)."""

    def field(x: Tensor) -> Tensor:
        q, p = x.chunk(2, dim=1)
        return torch.cat([p, force(q)], dim=1)

    return field


def kepler(q: Tensor) -> Tensor:
    """Gravity, softened at the centre."""
    return -q / (0.5 + squares(q)) ** 1.5


def springs(K: Array) -> Function:
    """The forces of springs with a matrix of stiffness."""
    matrix = torch.from_numpy(K)
    return lambda q: -q @ matrix.T


def duffing(q: Tensor) -> Tensor:
    """The force in a double well."""
    return q - q**3


def euler(a: float, b: float, c: float) -> Function:
    """How the angular velocity of a free rigid body with these moments of inertia changes."""

    def field(w: Tensor) -> Tensor:
        x, y, z = w.T
        return torch.stack([(b - c) / a * y * z, (c - a) / b * z * x, (a - b) / c * x * y], dim=1)

    return field


def foucault(x: Tensor) -> Tensor:
    """A pendulum seen from a turning table, with a string that is not quite a spring."""
    q, v = x.split(2, dim=1)
    turn = torch.stack([v[:, 1], -v[:, 0]], dim=1)
    return torch.cat([v, 1.5 * turn - q / torch.sqrt(1 + squares(q))], dim=1)


def trap(x: Tensor) -> Tensor:
    """A trap that stiffens outwards, in a medium that drags more the faster one goes."""
    q, p = x.split(3, dim=1)
    return torch.cat([p, -q * (1 + squares(q) / 3) - 0.3 * p * torch.sqrt(1 + squares(p))], dim=1)
