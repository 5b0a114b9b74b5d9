"""Inputs with their products, of which most laws are made.

Energies, areas, brackets, scalar products and intervals are sums of products of two inputs. For a
function of such a sum a kernel in x must learn a quadric in many dimensions, while with products
among its inputs it is a function of one linear combination, which the metric finds.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from liesd.learning import limits


class Lift(NamedTuple):
    """x -> u = (x − centre)/scale, and with ``products`` those of all pairs of coordinates too.

    Products of different coordinates count √2 times, so that the length of what is lifted does not
    change if x is turned.
    """

    scale: Tensor
    products: bool
    centre: Tensor | None = None
    """None where the origin is a fixed point of every motion."""

    def reduce(self, x: Tensor) -> Tensor:
        """u."""
        return (x if self.centre is None else x - self.centre) / self.scale

    @property
    def size(self) -> int:
        """The number of lifted inputs."""
        n = len(self.scale)
        return n + n * (n + 1) // 2 if self.products else n

    def __call__(self, x: Tensor) -> Tensor:
        """(N, n) -> (N, size)."""
        u = self.reduce(x)
        if not self.products:
            return u
        (i, j), factor = self._list_pairs()
        return torch.cat([u, u[:, i] * u[:, j] * factor], dim=1)

    def differentiate(self, x: Tensor, direction: Tensor) -> Tensor:
        """The derivative along a direction of x, (N, size) or the same for all, (1, size)."""
        u, v = self.reduce(x), direction / self.scale
        if not self.products:
            return v[None]
        (i, j), factor = self._list_pairs()
        return torch.cat([v.expand_as(u), (u[:, i] * v[j] + v[i] * u[:, j]) * factor], dim=1)

    def list_terms(self, x: Tensor) -> Tensor:
        """The terms in which derivatives are linear: 1, and with products u, (N, 1 or 1 + n)."""
        one = torch.ones_like(x[:, :1])
        return torch.cat([one, self.reduce(x)], dim=1) if self.products else one

    def expand(self, direction: Tensor) -> Tensor:
        """The derivative along a direction as coefficients of these terms, (1 or 1 + n, size)."""
        if not self.products:
            return self.differentiate(direction[None], direction)
        corners = torch.cat([torch.zeros_like(direction)[None], torch.diag(self.scale)])
        if self.centre is not None:
            corners = corners + self.centre
        values = self.differentiate(corners, direction)
        return torch.cat([values[:1], values[1:] - values[:1]])

    def pull_back(self, x: Tensor, J: Tensor) -> Tensor:
        """The Jacobian (N, m, n) with respect to x, from that with respect to what is lifted."""
        n = len(self.scale)
        first = J[:, :, :n]
        if self.products and J.shape[1] >= n:  # one product serves all outputs
            slopes = torch.stack([self.expand(one)[1:, n:] for one in torch.diag(self.scale)], 2)
            first = first + J[:, :, n:] @ torch.einsum("bk,kpi->bpi", self.reduce(x), slopes)
        elif self.products:
            (i, j), factor = self._list_pairs()
            u, rest = self.reduce(x), J[:, :, n:] * factor
            first = first.index_add(2, i, rest * u[:, None, j])
            first = first.index_add(2, j, rest * u[:, None, i])
        return first / self.scale

    def _list_pairs(self) -> tuple[Tensor, Tensor]:
        pairs = torch.triu_indices(len(self.scale), len(self.scale), device=self.scale.device)
        factor = torch.where(pairs[0] == pairs[1], 1.0, math.sqrt(2.0)).to(self.scale)
        return pairs, factor


def is_affordable(inputs: int, samples: int) -> bool:
    """True if there are enough samples for this many inputs."""
    return (
        inputs <= limits.LIMITS.lifted_inputs and limits.LIMITS.lifted_samples * inputs <= samples
    )
