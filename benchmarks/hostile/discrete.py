"""Integers, counts, bits, flags and angles as inputs."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Case,
    Inputs,
    keeping,
    make,
    on,
    sq,
    uniform,
)

exact = partial(make, "discrete", "exact")
learned = partial(make, "discrete", "learned")

TAU = 2.0 * np.pi


def integers(count: int, n: int, low: int, high: int) -> Inputs:
    """Whole numbers from low to high."""
    return lambda rng: rng.integers(low, high + 1, size=(count, n)).astype(float)


def counts(count: int, n: int, mean: float) -> Inputs:
    """Numbers of events."""
    return lambda rng: rng.poisson(mean, size=(count, n)).astype(float)


def bits(count: int, n: int) -> Inputs:
    """Plus and minus one."""
    return lambda rng: rng.choice([-1.0, 1.0], size=(count, n))


def circles(count: int, k: int) -> Inputs:
    """Angles, each as its cosine and sine."""

    def draw(rng: np.random.Generator) -> Array:
        phi = rng.uniform(0.0, TAU, size=(count, k))
        return np.stack([np.cos(phi), np.sin(phi)], axis=2).reshape(count, 2 * k)

    return draw


def radial(x: Array) -> Array:
    """Directions away from a product of circles."""
    out = np.zeros((len(x), x.shape[1] // 2, x.shape[1]))
    for k in range(x.shape[1] // 2):
        out[:, k, 2 * k : 2 * k + 2] = x[:, 2 * k : 2 * k + 2]
    return out


def flags(count: int) -> Inputs:
    """A normal vector of two numbers and three flags."""
    return lambda rng: np.concatenate(
        [rng.normal(size=(count, 2)), rng.integers(0, 2, size=(count, 3)).astype(float)], axis=1
    )


def rounded(_: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Inputs are recorded to the next half only."""
    return np.round(2.0 * x) / 2.0, y


def cosine(x: torch.Tensor) -> torch.Tensor:
    """The product of two vectors of the plane."""
    return x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]


CASES: tuple[Case, ...] = (
    exact(
        "integer-grid",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 10),
        integers(2000, 2, -5, 5),
        SPIN,
        "Inputs are whole numbers: few different rows, all on a square grid.",
    ),
    exact(
        "integer-grid-sine",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * torch.sin(TAU * x[:, 0]),
        integers(2000, 2, -5, 5),
        (),
        "The breaking part is zero on every sample, but its derivative is not.",
    ),
    exact(
        "integer-grid-cosine",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * torch.cos(TAU * x[:, 0]),
        integers(2000, 2, -5, 5),
        SPIN,
        "The breaking part is level on every sample, and large between them.",
        accepted=(0, 1),
    ),
    exact(
        "bits",
        "2*x[2] -> 1",
        lambda x: torch.tanh(cosine(x)),
        bits(1000, 4),
        SPIN,
        "Sixteen different rows of plus and minus one.",
    ),
    exact(
        "angles-difference",
        "x[2] -> 1",
        lambda x: torch.remainder(x[:, 0] - x[:, 1], TAU),
        uniform(3000, 2, 0.0, TAU),
        on("x", keeping([1.0, -1.0])),
        "An angle that wraps around: jumps everywhere, but a function of the difference.",
    ),
    exact(
        "angles-gate",
        "x[2] -> 1",
        lambda x: torch.cos(x[:, 0] - x[:, 1]) + 0.5 * (torch.remainder(x[:, 0], 1.0) > 0.97),
        uniform(4000, 2, 0.0, TAU),
        (),
        "A periodic gate on one angle, open in 3 % of the samples.",
        decoys=on("x", keeping([1.0, -1.0])),
        why="the breaking is a jump, which derivatives at the samples do not see",
    ),
    exact(
        "counts",
        "x[3] -> 1",
        lambda x: torch.log1p(x.sum(dim=1)),
        counts(3000, 3, 4.0),
        on("x", keeping([1.0, 1.0, 1.0])),
        "Numbers of events, of which only the total matters.",
    ),
    learned(
        "integer-grid",
        "x[2] -> 1",
        sq,
        integers(1500, 2, -4, 4),
        SPIN,
        "Eighty-one different rows; nothing is known between them.",
    ),
    learned(
        "integer-grid-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.2 * x[:, 0] ** 3,
        integers(1500, 2, -4, 4),
        (),
        "Eighty-one different rows and a cubic part.",
        decoys=SPIN,
    ),
    learned(
        "counts",
        "x[2] -> 1",
        lambda x: torch.log1p(x[:, 0] + 2.0 * x[:, 1]),
        counts(1500, 2, 4.0),
        on("x", keeping([1.0, 2.0])),
        "Numbers of events, with two symmetries that move along lines of equal output.",
    ),
    learned(
        "circles",
        "2*x[2] -> 1",
        cosine,
        circles(1500, 2),
        SPIN,
        "Two angles as cosine and sine: data on a torus, which the rotation keeps.",
        normals=radial,
    ),
    learned(
        "circles-broken",
        "2*x[2] -> 1",
        lambda x: cosine(x) + 0.2 * (4.0 * x[:, 0] ** 3 - 3.0 * x[:, 0]),
        circles(1500, 2),
        (),
        "Two angles, and a part that repeats three times around the first.",
        decoys=SPIN,
        normals=radial,
    ),
    learned(
        "flags-all",
        "x[2]+3 -> 1",
        lambda x: sq(x, 0, 2) * (1.0 + x[:, 2]) + x[:, 2] * x[:, 3] * x[:, 4] * 2.0 * x[:, 0],
        flags(2500),
        (),
        "The symmetry breaks only where all three flags are set.",
        decoys=SPIN,
    ),
    learned(
        "flags-kept",
        "x[2]+3 -> 1",
        lambda x: x[:, 0] * x[:, 1] * (1.0 + x[:, 2] - 2.0 * x[:, 3] * x[:, 4]),
        flags(2500),
        on("x", [SQUEEZE]),
        "Flags change the law and even its sign, but not its symmetry.",
    ),
    learned(
        "coarse-inputs",
        "x[2] -> x",
        lambda x: x * torch.exp(-sq(x) / 4)[:, None],
        lambda rng: 1.5 * rng.normal(size=(2000, 2)),
        on("x", [ROT]),
        "Inputs are recorded to the next half only; equal rows have different outputs.",
        spoil=rounded,
    ),
    learned(
        "labels",
        "x[2] -> 1",
        lambda x: (sq(x) > 1.4).to(x.dtype),
        lambda rng: rng.normal(size=(2000, 2)),
        SPIN,
        "The output is a label, zero or one, with a sharp round border.",
        why="the law is piecewise constant: its derivatives are zero",
    ),
    learned(
        "labels-broken",
        "x[2] -> 1",
        lambda x: (sq(x) + 0.5 * x[:, 0] ** 3 > 1.4).to(x.dtype),
        lambda rng: rng.normal(size=(2000, 2)),
        (),
        "The output is a label, with a sharp border that is not round.",
        decoys=SPIN,
        why="the law is piecewise constant: its derivatives are zero",
    ),
    exact(
        "integer-grid-cubic",
        "x[2] -> 1",
        lambda x: sq(x) + 0.05 * x[:, 0] ** 3,
        integers(2000, 2, -4, 4),
        (),
        "Whole numbers, among which a weak cubic part breaks.",
        decoys=SPIN,
    ),
    exact(
        "angles-harmonic",
        "x[2] -> 1",
        lambda x: torch.cos(x[:, 0] - x[:, 1]) + 0.1 * torch.cos(2.0 * x[:, 0]),
        uniform(3000, 2, 0.0, TAU),
        (),
        "Almost a function of the difference of two angles.",
        decoys=on("x", keeping([1.0, -1.0])),
    ),
    learned(
        "counts-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(x[:, 0] + 2.0 * x[:, 1]) + 0.2 * torch.sqrt(x[:, 0] + 0.25),
        counts(2000, 2, 4.0),
        (),
        "Numbers of events, of which not only a weighted sum matters.",
    ),
)
