"""Machine learning: did augmentation teach my network that orientation does not matter?

Three networks learn the same function of four points in the plane from shapes that all lie the same
way round. One sees them as they are, one sees them turned at random, one sees only distances.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

import liesd

SPEC = "4*x[2] -> 1"  # one unknown 2×2 matrix moves all four points
TURN = {"x": [[0.0, -1.0], [1.0, 0.0]]}


def target(x: Tensor) -> Tensor:
    """A sum over pairs that depends on distances only."""
    return torch.exp(-(torch.cdist(x, x) ** 2) / 8).sum(dim=(1, 2))[:, None] / 4


def upright(x: Tensor) -> Tensor:
    """Turn each shape until its first point lies on the positive x axis."""
    return turned(x, -torch.atan2(x[:, 0, 1], x[:, 0, 0]))


def turned(x: Tensor, angle: Tensor) -> Tensor:
    c, s = angle.cos(), angle.sin()
    return x @ torch.stack([torch.stack([c, s], -1), torch.stack([-s, c], -1)], -2)


class Distances(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        i, j = torch.triu_indices(4, 4, offset=1)
        return (x[:, i] - x[:, j]).square().sum(-1)


def network(first: nn.Module, inputs: int) -> nn.Module:
    return nn.Sequential(
        first, nn.Linear(inputs, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(), nn.Linear(64, 1)
    )


def train(model: nn.Module, x: Tensor, augment: bool) -> nn.Module:
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    steps = 2000
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        batch = x[torch.randint(len(x), (128,))]
        seen = turned(batch, 6.2832 * torch.rand(len(batch))) if augment else batch
        loss = (model(seen) - target(batch)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model


@torch.no_grad()
def error(model: nn.Module, x: Tensor) -> float:
    return float((model(x) - target(x)).std() / target(x).std())


def main() -> None:
    torch.manual_seed(0)
    x = upright(torch.randn(4000, 4, 2))
    test = torch.randn(2000, 4, 2)  # any way round
    models = {
        "shapes as they are": train(network(nn.Flatten(), 8), x, augment=False),
        "shapes turned": train(network(nn.Flatten(), 8), x, augment=True),
        "distances only": train(network(Distances(), 6), x, augment=False),
    }
    print("network trained on    error upright    error turned    defect of the turn")
    for name, model in models.items():
        errors = error(model, upright(test)), error(model, test)
        defect = liesd.measure(model, test, SPEC, TURN)
        print(f"{name:18} {errors[0]:16.0%} {errors[1]:15.0%} {defect:21.0%}")


if __name__ == "__main__":
    main()
