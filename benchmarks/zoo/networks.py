"""Networks as users train them: plain torch, standardised columns, Adam, no part of the library."""

from __future__ import annotations

import torch
from torch import Tensor, nn

EPOCHS = 40
BATCH = 128
LEARNING_RATE = 2e-3
HELDOUT = 5_000  # samples that a network never saw, beside its 20,000

ARCHITECTURES: dict[str, tuple[tuple[int, ...], type[nn.Module]]] = {
    "tanh": ((64, 64), nn.Tanh),
    "silu": ((128, 128), nn.SiLU),
    "relu": ((128, 128, 128), nn.ReLU),
}
"""The widths of the hidden layers, and what follows each of them."""


class Standardized(nn.Module):
    """A network between standardised columns, in the user's units outside."""

    mean: Tensor
    spread: Tensor
    y_mean: Tensor
    y_spread: Tensor

    def __init__(self, body: nn.Module, x: Tensor, y: Tensor) -> None:
        super().__init__()
        self.body = body
        for name, table in (("", x), ("y_", y)):
            spread = table.std(dim=0)
            self.register_buffer(f"{name}mean", table.mean(dim=0))
            self.register_buffer(f"{name}spread", torch.where(spread > 0, spread, 1.0))

    def forward(self, x: Tensor) -> Tensor:
        """(N, n) -> (N, m)."""
        out: Tensor = self.body((x - self.mean) / self.spread)
        return out * self.y_spread + self.y_mean


def train(architecture: str, x: Tensor, y: Tensor, seed: int) -> nn.Module:
    """Train a network in float32 on samples (N, n), (N, m)."""
    widths, activation = ARCHITECTURES[architecture]
    x, y = x.float(), y.float()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        sizes = [x.shape[1], *widths]
        layers: list[nn.Module] = []
        for a, b in zip(sizes[:-1], sizes[1:], strict=True):
            layers += [nn.Linear(a, b), activation()]
        net = Standardized(nn.Sequential(*layers, nn.Linear(sizes[-1], y.shape[1])), x, y)
        optimizer = torch.optim.Adam(net.parameters(), LEARNING_RATE)
        steps = EPOCHS * (len(x) // BATCH)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
        z, target = (x - net.mean) / net.spread, (y - net.y_mean) / net.y_spread
        for _ in range(EPOCHS):
            order = torch.randperm(len(x))
            for rows in order[: len(x) // BATCH * BATCH].split(BATCH):
                optimizer.zero_grad(set_to_none=True)
                nn.functional.mse_loss(net.body(z[rows]), target[rows]).backward()
                optimizer.step()
                schedule.step()
    return net.eval()
