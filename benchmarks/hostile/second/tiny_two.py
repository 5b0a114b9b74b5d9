"""Very few samples."""

from functools import partial

import torch

from benchmarks.hostile.case import (
    SPIN,
    Case,
    entry,
    make,
    noise,
    normal,
    on,
    rotations,
    rows,
    sq,
    uniform,
)

learned = partial(make, "tiny_two", "learned")

CASES: tuple[Case, ...] = (
    learned(
        "seven",
        "x[2] -> 1",
        lambda x: sq(x),
        normal(7, 2),
        SPIN,
        "Seven points of a paraboloid without noise.",
    ),
    learned(
        "twelve-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.6 * x[:, 0] ** 3,
        normal(12, 2),
        (),
        "Twelve points of a law that breaks.",
        decoys=SPIN,
    ),
    learned(
        "linear",
        "x[3] -> 1",
        lambda x: 2.0 * x[:, 0],
        normal(25, 3),
        on("x", rows(3, 1, 2)),
        "A line through twenty-five points in space.",
        spoil=noise(0.05),
    ),
    learned(
        "forty-broken",
        "x[2] -> 1",
        lambda x: x[:, 1] * (x[:, 0] + 0.5),
        uniform(40, 2),
        (),
        "Almost a product.",
        spoil=noise(0.02),
        decoys=on("x", [entry(2, 0, 0) - entry(2, 1, 1)]),
    ),
    learned(
        "doubled",
        "x[2] -> x",
        lambda x: 2.0 * x,
        normal(9, 2),
        on("x", [entry(2, i, j) for i in range(2) for j in range(2)]),
        "Nine vectors, each twice as long afterwards.",
        spoil=noise(0.02),
    ),
    learned(
        "sixty-in-four",
        "x[4] -> 1",
        lambda x: sq(x) / 2.0,
        normal(60, 4),
        on("x", rotations(4)),
        "Sixty points in four dimensions.",
        spoil=noise(0.02),
    ),
    learned(
        "thirty-wavy",
        "x[2] -> 1",
        lambda x: torch.cos(2.0 * x[:, 0]) + torch.cos(2.0 * x[:, 1]),
        uniform(30, 2, -1.5, 1.5),
        (),
        "Round near the origin, a square farther out.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
    learned(
        "nothing",
        "x[2] -> 1",
        lambda x: torch.exp(x[:, 0] - 0.4 * x[:, 1] ** 2),
        normal(5, 2),
        (),
        "Five points: nothing can be said.",
        decoys=SPIN,
    ),
)
