"""Rare regions that break a law, and rows that depend on one another."""

from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    col,
    make,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

rare = partial(make, "rare_three", "exact")
rare_learned = partial(make, "rare_three", "learned")
leak = partial(make, "leakage_three", "exact")
leak_learned = partial(make, "leakage_three", "learned")

STILL = np.zeros((2, 2))


def _coincidence(x: torch.Tensor) -> torch.Tensor:
    """Two round parts, and a contact term where the vectors point almost to opposite sides."""
    a, b = x[:, :2], x[:, 2:]
    cosine = (a * b).sum(dim=1) / (sq(a) * sq(b) + 1e-12).sqrt()
    return torch.log1p(sq(a)) + torch.log1p(2 * sq(b)) + 6 * torch.relu(-cosine - 0.97)


def _window(x: torch.Tensor) -> torch.Tensor:
    """A side force that acts in a narrow window of the third input."""
    return (
        torch.cos(sq(x, 0, 2).sqrt()) + 2 * torch.exp(-(((x[:, 2] - 0.515) / 0.01) ** 2)) * x[:, 0]
    )


def _two_exceptions(x: torch.Tensor) -> torch.Tensor:
    """One exception leaves a turn about z, the other one about x."""
    far = torch.relu(sq(x) - 8.0) * x[:, 2]
    near = torch.relu(0.3 - sq(x)) * x[:, 0]
    return torch.log1p(sq(x)) + 0.3 * far + 8 * near


def _close_pairs(x: torch.Tensor) -> torch.Tensor:
    """A steep core that few pairs come close to."""
    d = sq(x[:, :3] - x[:, 3:])
    return torch.exp(-d / 8) + 0.05 / (d + 0.02)


def _product_branches(x: torch.Tensor) -> torch.Tensor:
    """Beyond a product of three another branch takes over."""
    p = x[:, 0] * x[:, 1]
    return torch.where(p > 3.0, 5 + 2 * torch.cos(p), torch.sin(p))


def _shells(rng: np.random.Generator) -> Array:
    radius = rng.integers(1, 7, size=2000)
    angle = rng.uniform(0, 2 * np.pi, size=2000)
    return radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _shell_nodes(x: torch.Tensor) -> torch.Tensor:
    r = sq(x).sqrt()
    return torch.log(r) + 0.1 * torch.sin(torch.pi * r) * x[:, 0] / r


def _shell_nodes_doubled(x: torch.Tensor) -> torch.Tensor:
    r = sq(x).sqrt()
    return torch.log(r) + 0.1 * torch.cos(torch.pi * r) * x[:, 0] / r


def _octagons(rng: np.random.Generator) -> Array:
    radius = np.repeat(rng.uniform(0.5, 2.0, size=250), 8)
    angle = np.tile(np.arange(8) * np.pi / 4, 250)
    return radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _eight_arms(x: torch.Tensor) -> torch.Tensor:
    angle = torch.atan2(x[:, 1], x[:, 0])
    return sq(x) + 0.05 * torch.sin(8 * angle)


def _successors(rng: np.random.Generator) -> Array:
    now = rng.normal(size=(1500, 2))
    c, s = 0.9 * np.cos(0.3), 0.9 * np.sin(0.3)
    return np.concatenate([now, now @ np.array([[c, s], [-s, c]])], axis=1)


def _panel(rng: np.random.Generator) -> tuple[Array, NDArray[np.int64]]:
    return rng.normal(size=(1000, 2)), np.repeat(np.arange(40), 25)


def _gains(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    gain = np.repeat(rng.uniform(0.8, 1.2, size=40), 25)
    return x, gain * y + 0.02 * rng.normal(size=y.shape)


def _walk(rng: np.random.Generator) -> Array:
    x = np.full((1500, 2), 0.5)
    for k in range(1, 1500):
        x[k] = 0.95 * x[k - 1] + 0.3 * rng.normal(size=2)
    return x


def _antipodes(rng: np.random.Generator) -> Array:
    half = rng.uniform(-1.5, 1.5, size=(500, 2))
    return np.stack([half, -half], axis=1).reshape(-1, 2)


CASES = (
    rare(
        "coincidence",
        "a[2]+b[2] -> 1",
        _coincidence,
        normal(4000, 4),
        [{"a": ROT, "b": ROT}],
        "Two vectors turn apart unless they point almost to opposite sides, as 8 % do.",
        decoys=[{"a": ROT, "b": STILL}, {"a": STILL, "b": ROT}],
    ),
    rare(
        "time-window",
        "x[2]+1 -> 1",
        _window,
        lambda rng: np.concatenate(
            [rng.normal(size=(4000, 2)), rng.uniform(size=(4000, 1))], axis=1
        ),
        [],
        "A side force acts during 3 % of the time, in the middle of it.",
        decoys=SPIN,
    ),
    rare(
        "two-exceptions",
        "x[3] -> 1",
        _two_exceptions,
        normal(6000, 3),
        [],
        "Far out one rotation is left, close in another one: together there is none.",
        decoys=on("x", rotations(3)),
    ),
    rare(
        "close-pairs",
        "2*x[3] -> 1",
        _close_pairs,
        normal(4000, 6),
        on("x", rotations(3)),
        "A steep core that 1 % of the pairs see is as central as the rest.",
    ),
    rare(
        "product-branches",
        "x[2] -> 1",
        _product_branches,
        normal(5000, 2),
        on("x", [SQUEEZE]),
        "A rare branch with a jump depends on the same product.",
        decoys=SPIN,
    ),
    rare_learned(
        "storms",
        "x[2]+1 -> 1",
        lambda x: torch.cos(1.5 * sq(x, 0, 2).sqrt()) + 5 * torch.relu(x[:, 2] - 0.8) * x[:, 1],
        lambda rng: np.concatenate(
            [rng.normal(size=(1500, 2)), rng.uniform(size=(1500, 1))], axis=1
        ),
        [],
        "Beyond a threshold of a third input, in a fifth of the rows, a side force sets in.",
        decoys=SPIN,
    ),
    rare_learned(
        "mostly-zero",
        "x[2] -> 1",
        lambda x: torch.relu(x[:, 0] * x[:, 1] - 0.7) ** 2,
        uniform(1500, 2, -2.0, 2.0),
        on("x", [SQUEEZE]),
        "The output is zero for two thirds of the rows and a function of the product elsewhere.",
    ),
    leak(
        "shells-nodes",
        "x[2] -> 1",
        _shell_nodes,
        _shells,
        SPIN,
        "Six circles, on all of which the part that is not round is zero.",
    ),
    leak(
        "shells-signs",
        "x[2] -> 1",
        _shell_nodes_doubled,
        _shells,
        [],
        "Six circles with a tilt of alternating sign, which cancels over neighbours.",
        decoys=SPIN,
    ),
    leak(
        "octagons",
        "x[2] -> 1",
        _eight_arms,
        _octagons,
        [],
        "Each row is there with its seven turns by 45 degrees, all with the same value.",
        decoys=SPIN,
    ),
    leak(
        "successors",
        "2*x[2] -> 1",
        lambda x: torch.log1p(sq(x, 0, 2) + 2 * sq(x, 2, 4)),
        _successors,
        SPIN,
        "The second vector is the first one a step later: turned by 0.3 and shorter.",
    ),
    leak_learned(
        "gains-grouped",
        "x[2] -> 1",
        lambda x: 1 + torch.exp(-sq(x) / 2),
        _panel,
        SPIN,
        "Forty subjects, each with a gain of its own, and the groups are known.",
        spoil=_gains,
        grouped=True,
    ),
    leak_learned(
        "walk-broken",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x).sqrt()) + 0.4 * torch.sin(x[:, 0]),
        _walk,
        [],
        "Inputs wander slowly, so that rows held out have neighbours among the others.",
        decoys=SPIN,
    ),
    leak_learned(
        "antipodes",
        "x[2] -> 1",
        lambda x: sq(x) + 0.4 * x[:, 0] ** 4,
        _antipodes,
        [],
        "Each row is followed by its opposite with the same output.",
        decoys=SPIN,
    ),
    leak_learned(
        "walk-field",
        "x[2] -> x",
        lambda x: col(-x[:, 1], x[:, 0]) * torch.exp(-sq(x) / 4)[:, None],
        _walk,
        SPIN,
        "A vortex sampled along one slow walk.",
    ),
)
