"""Many outputs, of which one may break what the others keep."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Case,
    col,
    entry,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
)
from benchmarks.hostile.second.parts_two import cross, rel, weighted

exact = partial(make, "outputs_two", "exact")
learned = partial(make, "outputs_two", "learned")
Z = on("x", [turn(3, 0, 1)])
TILT = on("x", [turn(3, 0, 2), turn(3, 1, 2)])
TRACELESS = [entry(3, i, j) for i in range(3) for j in range(3) if i != j] + [
    np.diag([1.0, -1.0, 0.0]),
    np.diag([0.0, 1.0, -1.0]),
]
ALL = [entry(2, i, j) for i in range(2) for j in range(2)]

CASES: tuple[Case, ...] = (
    exact(
        "one-of-four",
        "x[3] -> 4",
        lambda x: col(
            sq(x), torch.exp(-sq(x)), torch.log1p(sq(x)), torch.sin(sq(x)) + 0.4 * x[:, 2]
        ),
        normal(3000, 3),
        Z,
        "Three outputs are round, the fourth has an axis.",
        decoys=TILT,
    ),
    exact(
        "vector-and-number",
        "x[2] -> x + 1",
        lambda x: col(x[:, 0] * sq(x), x[:, 1] * sq(x), torch.cos(sq(x))),
        normal(2000, 2),
        SPIN,
        "A round field and a round number.",
    ),
    exact(
        "identity-and-form",
        "x[2] -> x + 1",
        lambda x: col(x[:, 0], x[:, 1], x[:, 0] ** 2 - 0.8 * x[:, 1] ** 2),
        normal(2000, 2),
        on("x", weighted(1.0, -0.8)),
        "The vector itself allows all matrices, the number only one.",
        decoys=SPIN,
    ),
    exact(
        "torque-dual",
        "2*x[3] -> x.T",
        lambda x: cross(x[:, :3], x[:, 3:]),
        normal(2000, 6),
        on("x", TRACELESS),
        "The product of two vectors is a dual one: all matrices without trace.",
    ),
    exact(
        "torque",
        "2*x[3] -> x",
        lambda x: cross(x[:, :3], x[:, 3:]) + 0.2 * x[:, 3:],
        normal(2000, 6),
        on("x", rotations(3)),
        "As a vector it only allows rotations.",
        decoys=on("x", [np.diag([1.0, -1.0, 0.0])]),
    ),
    exact(
        "two-vectors",
        "x[3] -> 2*x",
        lambda x: torch.cat(
            [x * torch.exp(-sq(x))[:, None], col(-x[:, 1], x[:, 0], 0.0 * x[:, 2])], dim=1
        ),
        normal(2000, 3),
        Z,
        "A central force, and one that turns around an axis.",
        decoys=TILT,
    ),
    learned(
        "one-of-four",
        "x[2] -> 4",
        lambda x: col(
            sq(x), torch.exp(-sq(x)), torch.sqrt(1.0 + sq(x)), sq(x) + 0.8 * x[:, 0] * x[:, 1]
        ),
        normal(3000, 2),
        (),
        "Three round outputs and an ellipse.",
        spoil=rel(0.03),
        decoys=SPIN,
    ),
    learned(
        "four-round",
        "x[2] -> 4",
        lambda x: col(sq(x), torch.exp(-sq(x)), torch.sqrt(1.0 + sq(x)), torch.cos(sq(x) / 2.0)),
        normal(3000, 2),
        SPIN,
        "Four round outputs with different noise.",
        spoil=lambda rng, x, y: (
            x,
            y + np.array([0.5, 0.02, 0.02, 0.2]) * rng.normal(size=y.shape),
        ),
    ),
    learned(
        "central-wind",
        "x[3] -> x",
        lambda x: (
            -x / (0.5 + sq(x))[:, None] ** 1.5 + torch.tensor([0.0, 0.0, 0.25], dtype=torch.float64)
        ),
        normal(3000, 3),
        Z,
        "The same in a constant wind along one axis.",
        spoil=rel(0.03),
        decoys=TILT,
    ),
    learned(
        "sum",
        "2*x[2] -> x",
        lambda x: x[:, :2] + 0.5 * x[:, 2:],
        normal(1500, 4),
        on("x", ALL),
        "A sum of vectors allows all matrices.",
        spoil=rel(0.05),
    ),
    learned(
        "sum-bent",
        "2*x[2] -> x",
        lambda x: x[:, :2] + 0.5 * x[:, 2:] * (0.5 + 0.5 * sq(x, 0, 2))[:, None],
        normal(3000, 4),
        on("x", [ROT]),
        "A sum that depends on a length: only the turn is left.",
        spoil=rel(0.03),
        decoys=on("x", [SQUEEZE, np.eye(2)]),
    ),
)
