"""What several families share: mixtures of experts, products and fields of vectors."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Function
from benchmarks.zoo.smooth import squares

EXPERTS = 7


def experts(seed: int, n: int, m: int) -> Function:
    """A random mixture of affine maps from n to m numbers, among which soft gates choose."""
    rng = np.random.default_rng([seed, 4])

    def draw(*shape: int, size: float = 1.0) -> Tensor:
        return torch.from_numpy(rng.standard_normal(shape) / np.sqrt(size))

    gates, offsets = 2 * draw(n, EXPERTS, size=n), draw(EXPERTS)
    slopes, levels = draw(EXPERTS, n, m, size=n), draw(EXPERTS, m)

    def function(x: Tensor) -> Tensor:
        shares = torch.softmax(x @ gates + offsets, dim=1)
        return torch.einsum("bk,knm,bn->bm", shares, slopes, x) + shares @ levels

    return function


def inner(a: Tensor, b: Tensor) -> Tensor:
    """a·b, with the last axis kept."""
    return (a * b).sum(dim=-1, keepdim=True)


def dipole_field(x: Tensor) -> Tensor:
    """The field at a place r of a dipole m at the origin, softened there."""
    r, m = x.split(3, dim=1)
    size = 0.7 + squares(r)
    return 3 * r * inner(r, m) / size**2.5 - m / size**1.5


def lorentz_force(x: Tensor) -> Tensor:
    """What fields E and B do to a charge of velocity v, with a loss that grows with its power."""
    E, v, B = x.split(3, dim=1)
    return E + torch.linalg.cross(v, B) - 0.3 * v * inner(v, E)


def stresses(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 3×3 matrices, with normal entries: six of nine directions."""
    s = rng.standard_normal((count, 3, 3))
    return ((s + s.transpose(0, 2, 1)) / 2).reshape(count, 9)


def von_mises(x: Tensor) -> Tensor:
    """How near a metal with these stresses is to yielding, rounded off where there are none."""
    s = x.reshape(-1, 3, 3)
    mean = s.diagonal(dim1=1, dim2=2).mean(1)[:, None, None]
    deviator = s - mean * torch.eye(3, dtype=x.dtype)
    return torch.sqrt(0.2 + 1.5 * deviator.square().sum((1, 2)))[:, None]
