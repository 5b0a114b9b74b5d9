"""The symmetry breaks, or shows, in a small share of the samples only."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    Array,
    Case,
    Inputs,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

exact = partial(make, "rare", "exact")
learned = partial(make, "rare", "learned")

JUMP = "the breaking is a jump, which derivatives at the samples do not see"


def disk(count: int, radius: float) -> Inputs:
    """Uniform in a disk."""

    def draw(rng: np.random.Generator) -> Array:
        r = radius * np.sqrt(rng.uniform(size=count))
        phi = rng.uniform(0.0, 2.0 * np.pi, size=count)
        return np.stack([r * np.cos(phi), r * np.sin(phi)], axis=1)

    return draw


def flagged(count: int, share: float) -> Inputs:
    """A normal vector of two numbers and a flag that is rarely one."""

    def draw(rng: np.random.Generator) -> Array:
        flag = (rng.uniform(size=(count, 1)) < share).astype(float)
        return np.concatenate([rng.normal(size=(count, 2)), flag], axis=1)

    return draw


def outpost(count: int, share: float) -> Inputs:
    """A main cluster about the origin and a small one at (4, 0)."""

    def draw(rng: np.random.Generator) -> Array:
        x = 0.7 * rng.normal(size=(count, 2))
        few = int(share * count)
        x[:few] = [4.0, 0.0] + 0.5 * rng.normal(size=(few, 2))
        return rng.permutation(x)

    return draw


def ball(x: torch.Tensor) -> torch.Tensor:
    """One inside a small ball on the third axis."""
    centre = torch.tensor([0.0, 0.0, 1.5], dtype=x.dtype)
    return (sq(x - centre) < 0.16).to(x.dtype)


def spot(x: torch.Tensor, at: float, radius: float) -> torch.Tensor:
    """A smooth bump of height one at (at, 0), and zero outside its radius."""
    d2 = (x[:, 0] - at).square() + x[:, 1].square()
    return torch.relu(1.0 - d2 / radius**2).square()


CASES: tuple[Case, ...] = (
    exact(
        "jump-below",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2) + 0.5 * (x[:, 1] < -2.2).to(x.dtype),
        normal(5000, 2),
        (),
        "A step beyond -2.2, where 1.4 % of the samples lie, turns no derivative.",
        decoys=SPIN,
        why=JUMP,
    ),
    exact(
        "corner-smooth",
        "x[2] -> 1",
        lambda x: sq(x) + 40.0 * torch.relu(x[:, 0] - 1.8).square() * x[:, 1],
        disk(20000, 2.0),
        (),
        "A smooth term acts on the 2 % of the disk beyond x = 1.8.",
        decoys=SPIN,
    ),
    exact(
        "ring-jump",
        "x[2] -> 1",
        lambda x: sq(x) + 5.0 * (sq(x) > 10.0).to(x.dtype),
        normal(6000, 2),
        SPIN,
        "A large jump in the outer 0.7 %, but on a circle: it breaks nothing.",
    ),
    exact(
        "ball-jump",
        "x[3] -> 1",
        lambda x: sq(x) + 2.0 * ball(x),
        normal(8000, 3),
        on("x", [turn(3, 0, 1)]),
        "Half a percent of the samples in a raised ball leaves one rotation of three.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
        why=JUMP,
    ),
    exact(
        "mode-switch",
        "x[2]+1 -> 1",
        lambda x: torch.where(x[:, 2] > 0.99, x[:, 0] ** 2 + 2 * x[:, 1] ** 2, sq(x, 0, 2)),
        lambda rng: np.concatenate(
            [rng.normal(size=(4000, 2)), rng.uniform(size=(4000, 1))], axis=1
        ),
        (),
        "A parameter switches to another ellipse in 1 % of the samples.",
        decoys=SPIN,
    ),
    exact(
        "spot-centred",
        "x[2] -> 1",
        lambda x: spot(x, 0.0, 0.2),
        uniform(20000, 2),
        SPIN,
        "The function is zero but for 3 % of the samples: almost everything moves nothing.",
    ),
    exact(
        "spot-beside",
        "x[2] -> 1",
        lambda x: spot(x, 0.6, 0.12),
        uniform(20000, 2),
        (),
        "The function is zero but for 1 % of the samples, and round about the wrong centre.",
    ),
    exact(
        "spot-and-bowl",
        "x[3] -> 1",
        lambda x: sq(x) + 3.0 * torch.relu(1.0 - sq(x - 1.3) / 0.2).square(),
        normal(20000, 3),
        on("x", [turn(3, 0, 1) - turn(3, 0, 2) + turn(3, 1, 2)]),
        "A smooth bump on the diagonal, in 0.3 % of the samples, leaves one rotation of three.",
        decoys=on("x", rotations(3)[:2]),
    ),
    learned(
        "tail-smooth",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.8 * torch.relu(-x[:, 1] - 1.8).square() * x[:, 0],
        normal(3000, 2),
        (),
        "The law breaks in the thin tail of 3.6 %, where a fit is at its worst.",
        decoys=SPIN,
    ),
    learned(
        "jump",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x).sqrt()) + 0.8 * (x.sum(dim=1) > 3.1).to(x.dtype),
        normal(4000, 2),
        (),
        "A jump across a slanted line, beyond which 1.4 % of the samples lie.",
        decoys=SPIN,
        why=JUMP,
    ),
    learned(
        "ring",
        "x[2] -> 1",
        lambda x: sq(x) + 3.0 * torch.relu(sq(x).sqrt() - 2.5).square(),
        normal(3000, 2),
        SPIN,
        "The law changes its course in the outer 4 %, but the same way all around.",
    ),
    learned(
        "outpost",
        "x[2] -> 1",
        lambda x: sq(x) + 3.0 * torch.sigmoid(6.0 * (x[:, 0] - 2.5)) * x[:, 1],
        outpost(3000, 0.02),
        (),
        "A far cluster of 2 % of the samples follows another law.",
        decoys=SPIN,
    ),
    learned(
        "flag-broken",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) + 2.0 * x[:, 2] * torch.sin(2.0 * x[:, 0]),
        flagged(3000, 0.03),
        (),
        "A flag that is set in 3 % of the samples switches the breaking on.",
        decoys=SPIN,
    ),
    learned(
        "flag-kept",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) * (1.0 + 2.0 * x[:, 2]),
        flagged(3000, 0.03),
        SPIN,
        "A flag that is set in 3 % of the samples changes the law, but not its symmetry.",
    ),
    exact(
        "ring-segment",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)) + ((sq(x) > 5.5) & (x[:, 0] > 0)).to(x.dtype),
        normal(6000, 2),
        (),
        "A step on the outer half circle, 3 % of the samples.",
        decoys=SPIN,
        why=JUMP,
    ),
    exact(
        "needle",
        "2*x[3] -> 1",
        lambda x: torch.tanh((x[:, :3] * x[:, 3:]).sum(dim=1)) + (x[:, 0] > 2.3).to(x.dtype),
        normal(8000, 6),
        on("x", [turn(3, 1, 2)]),
        "A step along one axis of one of two vectors, in 1 % of the samples.",
        decoys=on("x", [turn(3, 0, 1), turn(3, 0, 2)]),
        why=JUMP,
    ),
    learned(
        "spot",
        "x[2] -> 1",
        lambda x: sq(x) + 3.0 * spot(x, 1.2, 0.5),
        normal(4000, 2),
        (),
        "A bump beside the centre, seen by 5 % of the samples.",
        decoys=SPIN,
    ),
)
