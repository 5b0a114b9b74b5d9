"""The equations of the surface on which samples lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from liesd.numerics.relations import find_relations


def draw(n: int, count: int = 800, seed: int = 0) -> Tensor:
    return torch.randn(count, n, generator=torch.Generator().manual_seed(seed)).double()


def sphere(n: int = 3) -> Tensor:
    x = draw(n)
    return x / x.norm(dim=1, keepdim=True)


def torus() -> Tensor:
    a, b = 2 * torch.pi * torch.rand(2, 800, generator=torch.Generator().manual_seed(0)).double()
    r = 2 + 0.7 * b.cos()
    return torch.stack([r * a.cos(), r * a.sin(), 0.7 * b.sin()], dim=1)


def saddle(away: float = 0.0) -> Tensor:
    p = draw(3)
    return torch.stack([p[:, 0], p[:, 1], p[:, 0] * p[:, 1] + away * p[:, 2]], dim=1)


SURFACES: dict[str, tuple[Callable[[], Tensor], int]] = {
    "sphere": (sphere, 2),
    "sphere in single precision": (lambda: sphere().float().double(), 2),
    "sphere far away, in small units": (lambda: 1e-3 * sphere() + 5, 2),
    "cone": (lambda: torch.cat([draw(2), draw(2).norm(dim=1, keepdim=True)], dim=1), 2),
    "saddle": (saddle, 2),
    "torus": (torus, 4),
    "a constant": (lambda: torch.cat([draw(2), torch.full((800, 1), 3.0).double()], dim=1), 1),
    "shares": (lambda: torch.softmax(draw(3), dim=1), 1),
}
FREE: dict[str, Callable[[], Tensor]] = {
    "normal": lambda: draw(4),
    "nearly a saddle": lambda: saddle(1e-4),
    "nearly equal": lambda: torch.stack([draw(2)[:, 0], draw(2)[:, 0] + 1e-5 * draw(2)[:, 1]], 1),
    "nearly a sphere": lambda: sphere() * (1 + 1e-5 * draw(1, seed=1)),
    "heavy tails": lambda: torch.exp(3 * draw(3)),
    "many units": lambda: draw(3) * torch.tensor([1e-9, 1.0, 1e9]).double(),
    "far away": lambda: 1e-3 * draw(3) + 1e3,
    "too few samples": lambda: sphere()[:20],
    "too many numbers": lambda: sphere(30),
}


@pytest.mark.parametrize("name", SURFACES)
def test_the_slopes_are_normal_to_the_surface(name: str) -> None:
    make, degree = SURFACES[name]
    x = make()
    found = find_relations(x)
    assert found is not None
    assert found.degree == degree
    # A step along the slope leaves the surface, and none lies in it: neighbours are orthogonal.
    near = torch.cdist(x, x).fill_diagonal_(torch.inf).argmin(dim=1)
    step = x[near] - x
    slopes = found.slopes(x)
    along = torch.einsum("nki,ni->nk", slopes, step)
    size = slopes.square().sum(dim=(1, 2)).sqrt() * step.norm(dim=1)
    assert (along.norm(dim=1) / size.clamp_min(1e-300)).median() < 0.1


@pytest.mark.parametrize("name", FREE)
def test_what_lies_on_no_surface_has_no_equation(name: str) -> None:
    assert find_relations(FREE[name]()) is None
