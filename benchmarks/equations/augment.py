"""A small neural solver of the KdV equation, trained on ten trajectories and with symmetries.

The network takes u(t) to u(t + 0.2) on 64 points. It is trained on ten trajectories, or on these
and on what :meth:`liesd.EquationDiscovery.augment` makes of them with the symmetries that were
found in the same ten; the optimiser takes the same number of steps. The test error is that on
twenty fresh trajectories, relative to how much u changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import liesd
from liesd.experiments.equations.solvers import solve_kdv
from liesd.experiments.equations.tasks import KDV

EVERY_TIME, EVERY_POINT, AHEAD = 20, 4, 5
"""Steps of the data between those of the network's grid, and its steps between input and output."""
MORE, SIZE = 40, 0.05
"""Trajectories that symmetries add, and how far they are moved."""
STEPS, BATCH, CHECKS = 500, 48, 10
"""Of the optimiser; how often the test error is noted."""


class Solver(nn.Module):
    """Convolutions on a ring that add a change to u."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        ring = {"kernel_size": 9, "padding": 4, "padding_mode": "circular"}
        self.layers = nn.Sequential(
            nn.Conv1d(1, width, **ring),
            nn.GELU(),
            nn.Conv1d(width, width, **ring),
            nn.GELU(),
            nn.Conv1d(width, width, **ring),
            nn.GELU(),
            nn.Conv1d(width, 1, **ring),
        )

    def forward(self, u: Tensor) -> Tensor:
        return u + self.layers(u[:, None])[:, 0]


def coarsen(data: liesd.Fields) -> liesd.Fields:
    """The same solutions at fewer points."""
    t, x = data.trajectories[0].axes
    U = np.stack([one.values[0, ::EVERY_TIME, ::EVERY_POINT] for one in data.trajectories])
    return liesd.Fields(u=U, t=t[::EVERY_TIME], x=x[::EVERY_POINT], periodic="x")


def pair(data: liesd.Fields) -> tuple[Tensor, Tensor]:
    """All states and the states some steps ahead."""
    U = np.stack([one.values[0] for one in data.trajectories]).astype(np.float32)
    shape = (-1, U.shape[-1])
    now, then = U[:, :-AHEAD].reshape(shape), U[:, AHEAD:].reshape(shape)
    return torch.from_numpy(now), torch.from_numpy(then)


def train(data: liesd.Fields, test: liesd.Fields, seed: int) -> list[float]:
    """Train, and note the test error now and then."""
    torch.manual_seed(seed)
    net, (now, then), (new, wanted) = Solver(), pair(data), pair(test)
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    plan = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    chosen = torch.Generator().manual_seed(seed)
    errors = []
    for step in range(1, STEPS + 1):
        some = torch.randint(len(now), (BATCH,), generator=chosen)
        loss = (net(now[some]) - then[some]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        plan.step()
        if step % (STEPS // CHECKS) == 0:
            with torch.no_grad():
                rest = (net(new) - wanted).square().mean() / (wanted - new).square().mean()
            errors.append(float(rest.sqrt()))
    return errors


def perform(seed: int) -> dict[str, Any]:
    """Both ways for one seed: a row."""
    given, test = solve_kdv(seed), coarsen(solve_kdv(1000 + seed, count=20))
    found = liesd.discover_equation(given, KDV.equation, seed=seed, progress=False)
    few = coarsen(given)
    more = found.augment(few, MORE, seed, SIZE)
    return {
        "seed": seed,
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "trajectories": len(given),
        "added": MORE,
        "steps": STEPS,
        "plain": train(few, test, seed),
        "augmented": train(more, test, seed),
    }


def perform_all(seeds: range, path: Path, say: Callable[[str], None] = print) -> None:
    """Make the runs that are not in the file yet."""
    rows = json.loads(path.read_text()) if path.exists() else []
    for seed in seeds:
        if seed not in {row["seed"] for row in rows}:
            rows.append(perform(seed))
            path.write_text(json.dumps(rows, indent=1) + "\n")
            say(f"seed {seed}: {rows[-1]['plain'][-1]:.3f}, {rows[-1]['augmented'][-1]:.3f}")


def table(rows: list[dict[str, Any]]) -> str:
    """One line per seed, as Markdown."""
    lines = ["| seed | ten trajectories | with symmetries |", "|---|---|---|"]
    lines += [
        f"| {row['seed']} | {row['plain'][-1]:.3f} | {row['augmented'][-1]:.3f} |" for row in rows
    ]
    return "\n".join(lines)


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """Draw the test errors during training."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.4), layout="constrained")
    for key, color, label in (
        ("plain", "#b3542b", "ten trajectories"),
        ("augmented", "#1f6f8b", "ten trajectories and found symmetries"),
    ):
        for k, row in enumerate(rows):
            steps = np.linspace(0, row["steps"], len(row[key]) + 1)[1:]
            axes.semilogy(steps, row[key], color=color, label=label if k == 0 else None)
    axes.set(xlabel="steps of the optimiser", ylabel="test error, relative to the change of u")
    axes.legend(frameon=False)
    figure.savefig(path, dpi=120)
    plt.close(figure)
