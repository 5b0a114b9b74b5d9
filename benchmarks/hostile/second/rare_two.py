"""Symmetries that break, or seem to break, only where few samples lie."""

from functools import partial

import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Case,
    make,
    noise,
    normal,
    on,
    sq,
    turn,
)
from benchmarks.hostile.second.parts_two import at, mixed, rel

exact = partial(make, "rare_two", "exact")
learned = partial(make, "rare_two", "learned")
Z = on("x", [turn(3, 0, 1)])
TILT = on("x", [turn(3, 0, 2), turn(3, 1, 2)])


def _spike(x: torch.Tensor, c: tuple[float, float], width: float) -> torch.Tensor:
    """A bell of height one."""
    return torch.exp(-((x[:, 0] - c[0]) ** 2 + (x[:, 1] - c[1]) ** 2) / (2.0 * width**2))


CASES: tuple[Case, ...] = (
    exact(
        "relief",
        "x[2] -> 1",
        lambda x: sq(x) + 3.0 * torch.relu(x[:, 0] - 2.0) ** 2,
        normal(5000, 2),
        (),
        "A relief valve opens for two per cent of the samples.",
        decoys=SPIN,
    ),
    exact(
        "spike",
        "x[2] -> 1",
        lambda x: sq(x) + _spike(x, (1.4, 1.4), 0.1),
        normal(20000, 2),
        (),
        "A narrow resonance that about twenty of 20000 samples hit.",
        decoys=SPIN,
    ),
    exact(
        "halo",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x)) + 0.1 * torch.log1p(sq(x)),
        mixed(normal(5900, 2, 0.5), normal(100, 2, 6.0)),
        SPIN,
        "A core and a rare halo: round in both.",
    ),
    exact(
        "calorimeter",
        "x[3] -> 1",
        lambda x: sq(x) + 2.0 * torch.relu(sq(x).sqrt() - 2.6) * x[:, 2],
        normal(6000, 3),
        Z,
        "Round but for the hard events, which see the axis.",
        decoys=TILT,
    ),
    exact(
        "switch",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + 4.0 * torch.relu(x[:, 0] * x[:, 1] - 2.0) ** 2,
        normal(4000, 2),
        on("x", [SQUEEZE]),
        "A rare term that keeps the symmetry of the frequent one.",
    ),
    learned(
        "hot-cell",
        "x[2] -> 1",
        lambda x: sq(x) + 2.0 * _spike(x, (1.2, 0.0), 0.25),
        normal(4000, 2),
        (),
        "One hot cell of a detector.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    learned(
        "regime",
        "x[2] -> 1",
        lambda x: torch.sqrt(1.0 + sq(x)) + 0.8 * x[:, 1] * torch.sigmoid(4.0 * (x[:, 0] - 3.5)),
        mixed(normal(2850, 2), at(150, (5.0, 0.0), 0.6)),
        (),
        "One sample in twenty comes from a regime with a side force.",
        spoil=noise(0.03),
        decoys=SPIN,
    ),
    learned(
        "regime-round",
        "x[2] -> 1",
        lambda x: torch.sqrt(1.0 + sq(x)),
        mixed(normal(2850, 2), at(150, (5.0, 0.0), 0.6)),
        SPIN,
        "The same rare regime without a side force.",
        spoil=noise(0.03),
    ),
    learned(
        "forward-cone",
        "x[3] -> 1",
        lambda x: 3.0 * torch.exp(-sq(x) / 4.0) + torch.relu(x[:, 2] - 1.5),
        normal(5000, 3),
        Z,
        "Only events in the forward cone see the beam.",
        spoil=noise(0.03),
        decoys=TILT,
    ),
    learned(
        "idle-column",
        "x[2] -> 1",
        lambda x: torch.sin(x[:, 0]) + torch.relu(x[:, 1] - 1.5),
        normal(3000, 2),
        (),
        "A column that seems idle acts beyond a threshold (seven per cent).",
        spoil=rel(0.05),
        decoys=on("x", [turn(2, 0, 1)]),
    ),
)
