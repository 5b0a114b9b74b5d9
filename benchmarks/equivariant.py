"""The loop: discover the algebra from 2,000 samples, build a network with it, train on the same.

``python -m benchmarks.equivariant`` writes results/equivariant.json and the picture of the docs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import liesd
from liesd.experiments.tasks import inertia

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks/results/equivariant.json"
PICTURE = ROOT / "docs/images/equivariant.png"
SPEC = "3*x[3] -> a[3]*b[3]"
SAMPLES, TEST, SEEDS = 2_000, 5_000, (0, 1, 2)
EPOCHS, LONG, BATCH, RATE = 600, 6_000, 100, 5e-3


def tensors(seed: int, samples: int) -> tuple[Tensor, Tensor]:
    """Positions and inertia tensors, flat and in float32."""
    x, y = (
        torch.as_tensor(part.reshape(samples, -1), dtype=torch.float32)
        for part in inertia.data(seed, samples)
    )
    return x, y


def plain(width: int) -> nn.Module:
    """A network that knows nothing."""
    return nn.Sequential(
        nn.Linear(9, width),
        nn.SiLU(),
        nn.Linear(width, width),
        nn.SiLU(),
        nn.Linear(width, 9),
    )


def size(model: nn.Module) -> int:
    """How many numbers it learns."""
    return sum(part.numel() for part in model.parameters())


def train(model: nn.Module, x: Tensor, y: Tensor, epochs: int, test: tuple[Tensor, Tensor]) -> Any:
    """Adam with a cosine; gives the relative test error after every tenth of the training."""
    scale = y.std()
    steps = epochs * (len(x) // BATCH)
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    curve = []
    for epoch in range(epochs):
        for batch in torch.randperm(len(x)).split(BATCH):
            loss = (model(x[batch]) - y[batch] / scale).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        if (epoch + 1) % (epochs // 10) == 0:
            with torch.no_grad():
                wrong = (model(test[0]) * scale - test[1]).square().mean().sqrt()
            curve.append([epoch + 1, float(wrong / test[1].std())])
    return curve


def run(seed: int) -> list[dict[str, Any]]:
    """Discover, build, train; and plain networks on the same samples."""
    torch.manual_seed(seed)
    x, y = tensors(100 + seed, SAMPLES)
    test = tensors(1_000 + seed, TEST)
    learned = liesd.learn(x.double(), y.double(), SPEC)
    found = liesd.discover(learned, x.double(), SPEC)
    algebra = found.algebra.rectify().compact
    model = liesd.nn.EquivariantMLP(SPEC, algebra, channels=12)
    width = int(np.sqrt(100 + size(model)) - 10)  # 9w + w + w² + w + 9w + 9 numbers
    runs = (
        ("equivariant", model, EPOCHS),
        ("plain, same size", plain(width), EPOCHS),
        ("plain, same size, ten times as long", plain(width), LONG),
    )
    rows = []
    for name, net, epochs in runs:
        curve = train(net, x, y, epochs, test)
        row = {"network": name, "seed": seed, "numbers": size(net), "epochs": epochs}
        rows.append({**row, "algebra": found.algebra.name, "used": algebra.name, "curve": curve})
        print(name, seed, size(net), f"{curve[-1][1]:.4f}", flush=True)
    return rows


def table(rows: list[dict[str, Any]]) -> str:
    """Test errors by network, as Markdown."""
    lines = ["| network | numbers | epochs | relative test error |", "|---|---|---|---|"]
    for name in dict.fromkeys(row["network"] for row in rows):
        runs = [row for row in rows if row["network"] == name]
        errors = [row["curve"][-1][1] for row in runs]
        told = f"{np.mean(errors):.2%} ({min(errors):.2%} … {max(errors):.2%})"
        lines.append(f"| {name} | {runs[0]['numbers']:,} | {runs[0]['epochs']} | {told} |")
    return "\n".join(lines)


def draw(rows: list[dict[str, Any]]) -> None:
    """Test error by epoch, for the first seed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.6), layout="constrained")
    ax = figure.subplots()
    for row in rows:
        if row["seed"] == SEEDS[0]:
            ax.plot(*np.array(row["curve"]).T, marker="o", markersize=3, label=row["network"])
    ax.set(xscale="log", yscale="log", xlabel="epoch", ylabel="relative test error")
    ax.legend(fontsize=8)
    figure.savefig(PICTURE, dpi=120)


def main() -> None:
    rows: list[dict[str, Any]] = []
    for seed in SEEDS:
        rows += run(seed)
        RESULT.write_text(json.dumps(rows, indent=1, ensure_ascii=False))
        draw(rows)


if __name__ == "__main__":
    main()
