"""Inputs with heavy tails: few samples carry most of the size."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import EYE, SPIN, SQUEEZE, Case, make, noise, on, sq, turn
from benchmarks.hostile.second.parts_two import lognormal, student

exact = partial(make, "tails_two", "exact")
learned = partial(make, "tails_two", "learned")
Z = on("x", [turn(3, 0, 1)])

CASES: tuple[Case, ...] = (
    exact(
        "cauchy",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        student(5000, 2, 1.0),
        SPIN,
        "No mean, no variance, round.",
    ),
    exact(
        "cauchy-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.4 * x[:, 0] / torch.sqrt(1.0 + sq(x)),
        student(5000, 2, 1.0),
        (),
        "A tilt that levels off.",
        decoys=SPIN,
    ),
    exact(
        "bulk-only",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)) + 1.5 * x[:, 2] * torch.exp(-sq(x) / 4.0),
        student(6000, 3, 4.0),
        Z,
        "Only the bulk sees the axis; the tails are round.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    exact(
        "gain",
        "x[2] -> 1",
        lambda x: torch.log(x[:, 0]) + torch.log(x[:, 1]),
        lognormal(4000, (1.0, 1.0), 1.0),
        on("x", [SQUEEZE]),
        "The product of two lognormal gains.",
    ),
    learned(
        "student",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        student(3000, 2, 3.0),
        SPIN,
        "Tails of the third power, round.",
        spoil=noise(0.05),
    ),
    learned(
        "student-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.3 * torch.tanh(x[:, 0]),
        student(3000, 2, 2.0),
        (),
        "Tails of the second power, and a tilt in the bulk.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    learned(
        "ratio",
        "x[2] -> 1",
        lambda x: torch.log(x[:, 0] / x[:, 1]),
        lognormal(2500, (1.0, 1.0), 0.8),
        on("x", [EYE]),
        "The logarithm of a ratio of prices.",
        spoil=noise(0.03),
    ),
    learned(
        "ratio-skewed",
        "x[2] -> 1",
        lambda x: torch.log(x[:, 0] ** 1.3 / x[:, 1]),
        lognormal(2500, (1.0, 1.0), 0.8),
        on("x", [np.diag([1.0, 1.3])]),
        "Almost a ratio: the symmetry is another one.",
        spoil=noise(0.03),
        decoys=on("x", [EYE]),
    ),
    learned(
        "flat",
        "x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 1]),
        student(4000, 2, 3.0),
        on("x", [SQUEEZE]),
        "The law is flat in the tails.",
        spoil=noise(0.02),
    ),
)
