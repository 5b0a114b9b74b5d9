"""Inputs with their products: what most laws are made of.

Energies, areas, brackets, scalar products and intervals are sums of products of two inputs. For a
function of such a sum a kernel in x must learn a quadric in many dimensions, while with products
among its inputs it is a function of one linear combination, which the metric finds.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor


class Lift(NamedTuple):
    """x -> x, or x in units of ``scale`` and the products of all pairs of coordinates.

    Products of different coordinates count √2 times, so that the length of what is lifted does not
    change if x is turned.
    """

    scale: Tensor
    products: bool

    @property
    def size(self) -> int:
        """How many numbers it gives."""
        n = len(self.scale)
        return n + n * (n + 1) // 2 if self.products else n

    def __call__(self, x: Tensor) -> Tensor:
        """(N, n) -> (N, size)."""
        if not self.products:
            return x
        u, (i, j), factor = x / self.scale, *self._pairs()
        return torch.cat([u, u[:, i] * u[:, j] * factor], dim=1)

    def along(self, x: Tensor, direction: Tensor) -> Tensor:
        """The derivative along a direction of x, (N, size) or the same for all, (1, size)."""
        if not self.products:
            return direction[None]
        u, v, (i, j), factor = x / self.scale, direction / self.scale, *self._pairs()
        return torch.cat([v.expand_as(u), (u[:, i] * v[j] + v[i] * u[:, j]) * factor], dim=1)

    def _pairs(self) -> tuple[Tensor, Tensor]:
        pairs = torch.triu_indices(len(self.scale), len(self.scale), device=self.scale.device)
        factor = torch.where(pairs[0] == pairs[1], 1.0, math.sqrt(2.0)).to(self.scale)
        return pairs, factor
