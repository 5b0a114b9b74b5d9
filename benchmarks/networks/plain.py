"""Networks as users train them: plain torch, no part of the library."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

KEPT = Path(__file__).parent.parent / "data" / "networks"
EPOCHS = 40
BATCH = 128
LEARNING_RATE = 2e-3

ARCHITECTURES: dict[str, tuple[tuple[int, ...], type[nn.Module]]] = {
    "tanh": ((64, 64), nn.Tanh),
    "silu": ((128, 128), nn.SiLU),
    "relu": ((128, 128, 128), nn.ReLU),
}
"""The widths of the hidden layers, and what follows each of them."""


def make_network(n: int, widths: tuple[int, ...], m: int, activation: type[nn.Module]) -> nn.Module:
    """A multilayer perceptron."""
    sizes = [n, *widths]
    layers: list[nn.Module] = []
    for a, b in pairwise(sizes):
        layers += [nn.Linear(a, b), activation()]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], m))


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
    """Train a network on standardised columns with Adam, in float32."""
    widths, activation = ARCHITECTURES[architecture]
    x, y = x.float(), y.float()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        net = Standardized(make_network(x.shape[1], widths, y.shape[1], activation), x, y)
        optimizer = torch.optim.Adam(net.parameters(), LEARNING_RATE)
        steps = EPOCHS * (len(x) // BATCH)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
        z, target = (x - net.mean) / net.spread, (y - net.y_mean) / net.y_spread
        loss = nn.MSELoss()
        run_epochs(net.body, z, target, loss, optimizer, EPOCHS, BATCH, schedule.step)
    return net.eval()


def train_like_the_paper(
    net: nn.Module, x: Tensor, y: Tensor, loss: nn.Module, epochs: int, seed: int
) -> nn.Module:
    """Adan with its customary learning rate; the paper does not say it, nor the size of a batch."""
    from pytorch_optimizer import Adan

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        for part in net.modules():
            if isinstance(part, nn.Linear):
                part.reset_parameters()
        run_epochs(net, x, y, loss, Adan(net.parameters(), lr=1e-3), epochs, 256)
    return net.eval()


def run_epochs(
    net: nn.Module,
    x: Tensor,
    y: Tensor,
    loss: nn.Module,
    optimizer: Any,
    epochs: int,
    batch: int,
    after: Callable[[], Any] = lambda: None,
) -> None:
    """The usual loop."""
    for _ in range(epochs):
        order = torch.randperm(len(x))
        for rows in order[: len(x) // batch * batch].split(batch):
            optimizer.zero_grad(set_to_none=True)
            loss(net(x[rows]), y[rows]).backward()
            optimizer.step()
            after()


def keep(name: str, net: nn.Module, make: Callable[[nn.Module], nn.Module]) -> nn.Module:
    """The network from the folder of kept ones, or trained and put there."""
    path = KEPT / f"{name}.pt"
    if path.exists():
        net.load_state_dict(torch.load(path, weights_only=True))
        return net.eval()
    net = make(net)
    KEPT.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), path)
    return net
