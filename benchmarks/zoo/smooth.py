"""Smooth functions of no particular kind: a few waves and steps, and a quadratic form."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Function

WIDTH = 8


def squares(x: Tensor) -> Tensor:
    """|x|², with the last axis kept."""
    return x.square().sum(dim=-1, keepdim=True)


def smooth_map(seed: int, n: int, m: int) -> Function:
    """A random function from n to m numbers, of moderate size for inputs of size 1."""
    rng = np.random.default_rng(seed)

    def draw(*shape: int, size: float) -> Tensor:
        return torch.from_numpy(rng.standard_normal(shape) / np.sqrt(size))

    inner, shift, outer = draw(WIDTH, n, size=n), draw(WIDTH, size=1), draw(m, WIDTH, size=WIDTH)
    linear, quadratic = draw(m, n, size=n), draw(m, n, n, size=4 * n**2)

    def function(x: Tensor) -> Tensor:
        z = x @ inner.T + shift
        waves, steps = z.chunk(2, dim=1)
        hidden = torch.cat([torch.sin(waves), torch.tanh(steps)], dim=1)
        return hidden @ outer.T + x @ linear.T + torch.einsum("mij,bi,bj->bm", quadratic, x, x)

    return function
