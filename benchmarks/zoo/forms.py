"""Products of vectors and what is made of them: lengths, intervals, areas, volumes."""

from __future__ import annotations

import torch
from torch import Tensor

PLANE, SPACE, SPACETIME = (1.0, -1.0), (1.0, -1.0, -1.0), (1.0, -1.0, -1.0, -1.0)


def inner(a: Tensor, b: Tensor) -> Tensor:
    """a·b, with the last axis kept."""
    return (a * b).sum(dim=-1, keepdim=True)


def squares(x: Tensor) -> Tensor:
    """|x|², with the last axis kept."""
    return x.square().sum(dim=-1, keepdim=True)


def radii(x: Tensor) -> Tensor:
    """The squared radius in each plane."""
    return x.square().unflatten(1, (-1, 2)).sum(2)


def form(x: Tensor, signs: tuple[float, ...]) -> Tensor:
    """Σ signs_i x_i²."""
    return (x.square() * torch.tensor(signs, dtype=x.dtype)).sum(1, keepdim=True)


def lower(x: Tensor, signs: tuple[float, ...]) -> Tensor:
    """The covector (signs_i x_i) of a vector."""
    return x * torch.tensor(signs, dtype=x.dtype)


def area(a: Tensor, b: Tensor) -> Tensor:
    """The area that two vectors of the plane span, with its sign."""
    return a[:, :1] * b[:, 1:] - a[:, 1:] * b[:, :1]


def bent_area(x: Tensor) -> Tensor:
    """w + w²/4 for the area w of two vectors of the plane."""
    w = area(x[:, :2], x[:, 2:])
    return w + w**2 / 4


def determinant(x: Tensor) -> Tensor:
    """The volume that three vectors of space span, with its sign."""
    a, b, c = x.split(3, dim=1)
    return inner(a, torch.linalg.cross(b, c))


def pairing(x: Tensor) -> Tensor:
    """Σ q_i p'_i − p_i q'_i of two points (q, p) and (q', p') of a phase space."""
    q, p, r, s = x.split(2, dim=1)
    return (q * s - p * r).sum(1, keepdim=True)
