"""Inputs that are counts, levels, codes or angles."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import SPIN, Array, Case, Inputs, make, noise, on, rotations, rows, sq
from benchmarks.hostile.second.parts_two import dot, rel

exact = partial(make, "discrete_two", "exact")
learned = partial(make, "discrete_two", "learned")


def _levels(count: int, n: int, low: int, high: int) -> Inputs:
    """Whole numbers."""
    return lambda rng: rng.integers(low, high + 1, size=(count, n)).astype(np.float64)


def _hours(count: int) -> Inputs:
    """The twelve hours on a clock with three hands of different length."""

    def inputs(rng: np.random.Generator) -> Array:
        a = rng.integers(0, 12, count) * np.pi / 6.0
        r = rng.integers(1, 4, count) / 2.0
        return np.stack([r * np.cos(a), r * np.sin(a)], axis=1)

    return inputs


def _angles(count: int) -> Inputs:
    """Two angles, each as cosine and sine."""

    def inputs(rng: np.random.Generator) -> Array:
        a = rng.uniform(-np.pi, np.pi, size=(count, 2))
        return np.stack([np.cos(a), np.sin(a)], axis=2).reshape(count, 4)

    return inputs


def _normals(x: Array) -> Array:
    """The normals of two circles."""
    zero = np.zeros_like(x[:, :2])
    first = np.concatenate([x[:, :2], zero], axis=1)
    return np.stack([first, np.concatenate([zero, x[:, 2:]], axis=1)], axis=1)


def _tagged(count: int, part: float) -> Inputs:
    """Two numbers and a label, which is one for a part of the rows."""

    def inputs(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, 3))
        x[:, 2] = rng.random(count) < part
        return x

    return inputs


def _converter(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """An analogue-digital converter of few bits on the inputs."""
    return np.round(8.0 * x) / 8.0, y + 0.02 * rng.normal(size=y.shape)


CASES: tuple[Case, ...] = (
    exact(
        "alias",
        "x[2] -> 1",
        lambda x: sq(x) + torch.sin(2.0 * torch.pi * x[:, 0]) / 4.0,
        _levels(2000, 2, -4, 4),
        (),
        "At whole numbers the values are those of a circle, the derivatives are not.",
        decoys=SPIN,
    ),
    exact(
        "clock",
        "x[2] -> 1",
        lambda x: torch.cos(2.0 * x[:, 0]),
        _hours(1500),
        on("x", rows(2, 1)),
        "A clock of which only one coordinate counts.",
        decoys=SPIN,
    ),
    exact(
        "counts",
        "x[3] -> 1",
        lambda x: torch.sqrt(1.0 + sq(x)),
        _levels(2000, 3, 0, 6),
        on("x", rotations(3)),
        "Counts are never negative; the law is round all the same.",
    ),
    exact(
        "label",
        "x[2] + 1 -> 1",
        lambda x: sq(x, 0, 2) * (1.0 + x[:, 2]) + 1.2 * x[:, 2] * x[:, 0],
        _tagged(4000, 0.1),
        (),
        "Only the rows with a label break the turn.",
        decoys=SPIN,
    ),
    learned(
        "lattice-round",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        _levels(3000, 2, -5, 5),
        SPIN,
        "A lattice of eleven by eleven.",
        spoil=noise(0.03),
    ),
    learned(
        "three-levels",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * (x[:, 1] ** 3 - x[:, 1]),
        _levels(900, 2, -1, 1),
        (),
        "A plan with three levels cannot see a term of third order: nobody can be sure.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    learned(
        "phase-lock",
        "2*x[2] -> 1",
        lambda x: dot(x[:, :2], x[:, 2:]),
        _angles(2500),
        SPIN,
        "Two angles, and only their difference counts.",
        spoil=rel(0.05),
        normals=_normals,
    ),
    learned(
        "phase-lock-broken",
        "2*x[2] -> 1",
        lambda x: dot(x[:, :2], x[:, 2:]) + 0.25 * (x[:, 0] ** 2 - x[:, 1] ** 2),
        _angles(2500),
        (),
        "Two angles, and one of them also feels a crystal axis.",
        spoil=rel(0.05),
        normals=_normals,
        decoys=SPIN,
    ),
    learned(
        "converter",
        "x[2] -> 1",
        lambda x: torch.sqrt(0.3 + sq(x)),
        lambda rng: rng.normal(size=(3000, 2)),
        SPIN,
        "Inputs are rounded to an eighth after the law has acted.",
        spoil=_converter,
    ),
)
