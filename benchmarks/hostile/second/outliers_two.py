"""A few rows that are plainly wrong."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    Array,
    Case,
    make,
    normal,
    on,
    sq,
    uniform,
)
from benchmarks.hostile.second.parts_two import both, form, gross, rel

learned = partial(make, "outliers_two", "learned")


def _decimal(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """In one row of a hundred the point of one input has slipped."""
    hit = rng.random(len(x)) < 0.01
    x[hit, 1] *= 10.0
    return x, y


def _dropout(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """In one row of twenty the sensor says nothing."""
    y[rng.random(len(y)) < 0.05] = 0.0
    return x, y


def _single(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """One row is ten thousand times too large."""
    y[rng.integers(len(y))] = 1e4 * y.std()
    return x, y


def _shuffled(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Four rows of a hundred got the output of another row."""
    hit = np.flatnonzero(rng.random(len(y)) < 0.04)
    y[hit] = y[rng.permutation(hit)]
    return x, y


CASES: tuple[Case, ...] = (
    learned(
        "gross-round",
        "x[2] -> 1",
        lambda x: sq(x),
        normal(2500, 2),
        SPIN,
        "Three rows of a hundred are off by ten spreads.",
        spoil=both(rel(0.02), gross(0.03, 10.0)),
    ),
    learned(
        "decimal",
        "x[2] -> 1",
        lambda x: torch.sqrt(0.5 + sq(x)),
        uniform(2500, 2, -2.0, 2.0),
        SPIN,
        "Slips of the decimal point in one input.",
        spoil=both(rel(0.02), _decimal),
    ),
    learned(
        "dropout",
        "x[2] -> 1",
        lambda x: 2.0 + 0.5 * sq(x) + 0.3 * x[:, 0] * x[:, 1],
        normal(3000, 2),
        on("x", form([[0.5, 0.15], [0.15, 0.5]])),
        "A sensor that is silent now and then; the law is a skew ellipse.",
        spoil=both(rel(0.02), _dropout),
        decoys=SPIN,
    ),
    learned(
        "single",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * x[:, 0],
        normal(2000, 2),
        (),
        "One row beyond all measure, and a tilt that it hides.",
        spoil=both(rel(0.02), _single),
        decoys=SPIN,
    ),
    learned(
        "shuffled",
        "x[2] -> x",
        lambda x: x / (1.0 + sq(x))[:, None],
        normal(3000, 2, 1.5),
        SPIN,
        "Some rows were joined with the wrong partner.",
        spoil=both(rel(0.02), _shuffled),
    ),
)
