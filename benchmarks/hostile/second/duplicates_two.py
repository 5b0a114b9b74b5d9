"""The same rows again and again."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Array,
    Case,
    make,
    normal,
    on,
    rotations,
    sq,
    uniform,
)
from benchmarks.hostile.second.parts_two import both, copied, rel, repeated, weighted

exact = partial(make, "duplicates_two", "exact")
learned = partial(make, "duplicates_two", "learned")


def _mirrored(rng: np.random.Generator) -> Array:
    """Each point with all its images under signs and exchange."""
    x = rng.uniform(-1.0, 1.0, size=(300, 2))
    signs = np.array([[a, b] for a in (1.0, -1.0) for b in (1.0, -1.0)])
    images = (x[:, None] * signs[None]).reshape(-1, 2)
    return np.concatenate([images, images[:, ::-1]])


def _jitter(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Make copies differ by very little."""
    return x + 1e-4 * rng.normal(size=x.shape), y + 1e-3 * rng.normal(size=y.shape)


CASES: tuple[Case, ...] = (
    exact(
        "two-dozen",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * x[:, 0] * x[:, 1] ** 2,
        repeated(uniform(24, 2, -1.5, 1.5), 50),
        (),
        "Two dozen points, fifty times each.",
        decoys=SPIN,
    ),
    exact(
        "ten-in-space",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)),
        repeated(normal(10, 3), 80),
        on("x", rotations(3)),
        "Ten points are enough for six conditions.",
    ),
    learned(
        "copied-noise",
        "x[2] -> 1",
        lambda x: sq(x),
        repeated(normal(250, 2), 10),
        SPIN,
        "Each row ten times with its error: a fit can learn the errors by heart.",
        spoil=copied(0.4, 10),
    ),
    learned(
        "copied-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * x[:, 0] ** 3,
        repeated(normal(250, 2), 10),
        (),
        "The same with a law that breaks.",
        spoil=copied(0.2, 10),
        decoys=SPIN,
    ),
    learned(
        "almost-copies",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        repeated(normal(300, 2), 8),
        on("x", [SQUEEZE]),
        "Copies that differ in the fourth digit share their error.",
        spoil=both(copied(0.2, 8), _jitter),
    ),
    learned(
        "mirrored-square",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 4 + x[:, 1] ** 4,
        _mirrored,
        (),
        "Data with all images under the group of the square: a discrete symmetry only.",
        spoil=rel(0.05),
        decoys=SPIN,
    ),
    learned(
        "mirrored-ellipse",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 2 + 1.3 * x[:, 1] ** 2,
        _mirrored,
        on("x", weighted(1.0, 1.3)),
        "The images suggest a circle, the law is an ellipse.",
        spoil=rel(0.03),
        decoys=SPIN,
    ),
)
