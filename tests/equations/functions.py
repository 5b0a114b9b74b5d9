"""Functions with known algebras, at module level so that they can travel."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import liesd

INERTIA = "3*x[3] -> a[3]*b[3]"


def inertia(x: Tensor) -> Tensor:
    x = x.reshape(len(x), 3, 3)
    squares = torch.einsum("bki,bkj->bij", x, x)
    trace = squares.diagonal(dim1=1, dim2=2).sum(1)
    return trace[:, None, None] * torch.eye(3, dtype=x.dtype) - squares


def network() -> nn.Module:
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(9, 12), nn.Tanh(), nn.Linear(12, 9)).double()


def data(count: int = 5000) -> NDArray[np.float64]:
    return np.random.default_rng(0).normal(size=(count, 9))


def same(one: liesd.Discovery, other: liesd.Discovery, relative: float = 1e-10) -> None:
    """The same answer: values, and the spaces that they belong to."""
    assert one.dimension == other.dimension
    assert one.samples == other.samples
    a, b = one.singular_values, other.singular_values
    assert np.all(np.abs(a - b) <= relative * a + 1e-13 * a[0])
    for group in ("generators", "unseen", "gauge"):
        left, right = (
            np.array([g.theta for g in getattr(d, group)]).reshape(-1, d.spec.size)
            for d in (one, other)
        )
        assert np.allclose(left.T @ left, right.T @ right, atol=1e-8)
