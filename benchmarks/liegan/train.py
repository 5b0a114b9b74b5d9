"""The game: both players learn in turns, batch by batch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from benchmarks.liegan.model import Discriminator, Generator, channel_penalty, identity_penalty

Bases = NDArray[np.float64]


@dataclass(frozen=True)
class Settings:
    """How to play. The weights stand before the two penalties."""

    channels: int = 1
    blocks: int = 1
    """of the bases, along the diagonal"""
    copies: int | None = None
    """so many of the moving parts of a sample are looked at, all by default"""
    spread: float = 1.0
    """of the coefficients w"""
    identity_weight: float = 1.0
    channel_weight: float = 1.0
    rate_generator: float = 1e-3
    rate_discriminator: float = 2e-4
    width: int = 256
    """of the discriminator's two hidden layers"""
    batch: int = 64
    epochs: int = 100


def train(
    moving: NDArray[np.floating],
    still: NDArray[np.floating],
    settings: Settings,
    seed: int = 0,
) -> Bases:
    """The bases (channels, k, k) that were learned from samples (N, copies, k) and (N, s)."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        parts = (moving[:, : settings.copies], still)
        return _play(*(torch.as_tensor(part).float() for part in parts), settings)


def _play(moving: Tensor, still: Tensor, settings: Settings) -> Bases:
    generator = Generator(settings.channels, moving.shape[-1], settings.blocks, settings.spread)
    judge = Discriminator(moving[0].numel() + still.shape[1], settings.width)
    moves = torch.optim.Adam([generator.free], settings.rate_generator)
    judges = torch.optim.Adam(judge.parameters(), settings.rate_discriminator)
    for _ in range(settings.epochs):
        for batch in torch.randperm(len(moving)).split(settings.batch):
            real, label = moving[batch], still[batch]
            moved = generator(real)

            judges.zero_grad()
            seen = _believe(judge(real, label), 1.0) + _believe(judge(moved.detach(), label), 0.0)
            seen.backward()
            judges.step()

            loss = (
                _believe(judge(moved, label), 1.0)
                + settings.identity_weight * identity_penalty(real, moved)
                + settings.channel_weight * channel_penalty(generator.bases)
            )
            (generator.free.grad,) = torch.autograd.grad(loss, [generator.free])
            moves.step()
    return generator.bases.detach().double().numpy()


def _believe(logits: Tensor, truth: float) -> Tensor:
    """The cross-entropy of what the discriminator says."""
    return functional.binary_cross_entropy_with_logits(logits, torch.full_like(logits, truth))
