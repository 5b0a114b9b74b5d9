"""Five to two hundred samples."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Case,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

learned = partial(make, "tiny", "learned")


def dot(x: torch.Tensor) -> torch.Tensor:
    """The product of two vectors."""
    n = x.shape[1] // 2
    return (x[:, :n] * x[:, n:]).sum(dim=1)


CASES: tuple[Case, ...] = (
    learned("five", "x[2] -> 1", sq, normal(5, 2), SPIN, "Five samples, four unknown numbers."),
    learned(
        "eight",
        "x[3] -> 1",
        sq,
        normal(8, 3),
        on("x", rotations(3)),
        "Fewer samples than unknown numbers.",
    ),
    learned(
        "ten-linear",
        "x[2] -> 1",
        lambda x: x[:, 0] - 2.0 * x[:, 1],
        normal(10, 2),
        on("x", keeping([1.0, -2.0])),
        "Ten samples of a straight law.",
    ),
    learned(
        "twenty",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2),
        normal(20, 2),
        SPIN,
        "Twenty samples.",
    ),
    learned(
        "twenty-broken",
        "x[2] -> 1",
        lambda x: sq(x) + torch.sin(3.0 * x[:, 0]),
        normal(20, 2),
        (),
        "Twenty samples and a wave between them.",
        decoys=SPIN,
    ),
    learned(
        "thirty-spot",
        "x[2] -> 1",
        lambda x: sq(x) + 1.5 * torch.exp(-8.0 * ((x[:, 0] - 1.0) ** 2 + x[:, 1] ** 2)),
        normal(30, 2),
        (),
        "Thirty samples, of which one or two see what breaks.",
    ),
    learned(
        "fifty-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.2 * x[:, 0] ** 3,
        normal(50, 2),
        (),
        "Fifty samples and a weak cubic part.",
        decoys=SPIN,
    ),
    learned(
        "sixty-saddle",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        uniform(60, 2, 0.2, 2.0),
        on("x", [SQUEEZE]),
        "Sixty samples in one quadrant.",
        spoil=noise(0.02),
    ),
    learned(
        "hundred-pairs",
        "2*x[2] -> 1",
        lambda x: torch.tanh(dot(x)),
        normal(100, 4),
        SPIN,
        "A hundred samples in four dimensions.",
    ),
    learned(
        "hundred-pairs-broken",
        "2*x[2] -> 1",
        lambda x: dot(x) + 0.3 * x[:, 0] * x[:, 2] ** 2,
        normal(100, 4),
        (),
        "A hundred samples in four dimensions, with a cubic part.",
        decoys=SPIN,
    ),
    learned(
        "axis",
        "x[3] -> 1",
        lambda x: torch.exp(-sq(x, 0, 2)) + torch.sin(x[:, 2]),
        normal(150, 3),
        on("x", [turn(3, 0, 1)]),
        "A hundred and fifty samples in three dimensions.",
    ),
    learned(
        "field-stretched",
        "x[2] -> x",
        lambda x: -x * torch.tensor([1.0, 1.15], dtype=x.dtype) * (1.0 + sq(x))[:, None],
        normal(200, 2),
        (),
        "Two hundred samples of a field that is 15 % stronger along one axis.",
        decoys=SPIN,
    ),
    learned(
        "two-hundred-noise",
        "x[2] -> 1",
        sq,
        normal(200, 2),
        SPIN,
        "Two hundred samples with noise of a quarter of the signal.",
        spoil=noise(0.5),
    ),
    learned(
        "two-hundred-broken-noise",
        "x[2] -> 1",
        lambda x: sq(x) + 0.4 * torch.sin(2.0 * x[:, 1]),
        normal(200, 2),
        (),
        "Two hundred samples with as much noise as breaking.",
        spoil=noise(0.3),
        decoys=SPIN,
    ),
    learned(
        "six-dimensions",
        "2*x[3] -> 1",
        dot,
        normal(200, 6),
        on("x", rotations(3)),
        "Two hundred samples in six dimensions.",
    ),
    learned(
        "constant",
        "x[2] -> 1",
        lambda x: 0.0 * x[:, 0] + 1.0,
        normal(100, 2),
        on("x", [np.eye(2)[[i]].T @ np.eye(2)[[j]] for i in range(2) for j in range(2)]),
        "The output never changes: everything is a symmetry, and nothing can be learned.",
    ),
    learned(
        "axis-broken",
        "x[3] -> 1",
        lambda x: torch.exp(-sq(x, 0, 2)) + torch.sin(x[:, 2]) + 0.2 * x[:, 0],
        normal(150, 3),
        (),
        "A hundred and fifty samples in three dimensions, with a slope across the axis.",
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    learned(
        "twelve-bent",
        "x[2] -> 1",
        lambda x: x[:, 0] - 2.0 * x[:, 1] + 0.4 * x[:, 1] ** 3,
        normal(12, 2),
        (),
        "Twelve samples of a law that is nearly straight.",
    ),
)
