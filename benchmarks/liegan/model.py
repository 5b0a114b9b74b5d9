"""The two players, and the two penalties that keep the generator from easy answers.

A sample has a part that moves, of shape (copies, k), where the group acts alike on every copy, and
a part that does not, such as a class label.
"""

from __future__ import annotations

import itertools

import torch
from torch import Tensor, nn
from torch.nn import functional


class Generator(nn.Module):
    """Moves samples by g = exp(Σ wᵢ Lᵢ) with w from N(0, spread²): only the bases Lᵢ are learned.

    They are block-diagonal, with so many blocks of equal size.
    """

    mask: Tensor

    def __init__(self, channels: int, size: int, blocks: int = 1, spread: float = 1.0) -> None:
        super().__init__()
        inner = torch.ones(size // blocks, size // blocks)
        self.register_buffer("mask", torch.kron(torch.eye(blocks), inner))
        self.free = nn.Parameter(torch.randn(channels, size, size) / size**0.5)
        self.spread = spread

    @property
    def bases(self) -> Tensor:
        """The Lie algebra bases Lᵢ, of shape (channels, k, k)."""
        return self.free * self.mask

    def elements(self, coefficients: Tensor) -> Tensor:
        """The group elements for coefficients w of shape (batch, channels)."""
        return torch.matrix_exp(torch.einsum("bc,cij->bij", coefficients, self.bases))

    def forward(self, moving: Tensor) -> Tensor:
        """Each sample moved by a random group element of its own."""
        coefficients = self.spread * torch.randn(len(moving), len(self.free))
        return torch.einsum("bij,bcj->bci", self.elements(coefficients), moving)


class Discriminator(nn.Module):
    """A network that says how real a sample looks, as a logit."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for n, m in itertools.pairwise([inputs, width, width]):
            layers += [nn.Linear(n, m), nn.LeakyReLU(0.2)]
        self.network = nn.Sequential(*layers, nn.Linear(width, 1))

    def forward(self, moving: Tensor, still: Tensor) -> Tensor:
        """One logit a sample."""
        return self.network(torch.cat([moving.flatten(1), still], dim=1)).squeeze(1)


def identity_penalty(real: Tensor, moved: Tensor) -> Tensor:
    """The mean |cosine| between samples and moved samples: 1 when no sample turns."""
    return functional.cosine_similarity(real.flatten(1), moved.flatten(1)).abs().mean()


def channel_penalty(bases: Tensor) -> Tensor:
    """Σ_{i<j} |cosine| between the bases: 0 when they are orthogonal."""
    unit = functional.normalize(bases.flatten(1))
    return (unit @ unit.T).abs().triu(diagonal=1).sum()
