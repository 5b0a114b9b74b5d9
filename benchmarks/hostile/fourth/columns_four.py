"""Columns that depend on each other, and inputs with few values."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Inputs,
    Law,
    col,
    keeping,
    make,
    noise,
    on,
    rotations,
    sq,
)

dup = partial(make, "duplicates_four", "exact")
dup_learned = partial(make, "duplicates_four", "learned")
disc = partial(make, "discrete_four", "exact")
disc_learned = partial(make, "discrete_four", "learned")

FIVE = np.array([[1.0, 0.0], [0.5, 0.5], [-1.0, 0.7], [0.2, -1.0], [0.9, 0.9]])
FOUR = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
WIDE = np.array([[0.8, 0.3], [-0.4, 1.0], [0.5, 0.6], [1.0, -0.9]])
MIRROR = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
SHEAR = np.array([[1.0, 0.8], [0.0, 1.0]])


def mixed(matrix: Array, count: int) -> Inputs:
    """Columns that are mixtures of two hidden ones."""
    return lambda rng: rng.normal(size=(count, matrix.shape[1])) @ matrix.T


def hidden(matrix: Array) -> Law:
    """Recover the hidden columns."""
    back = torch.from_numpy(np.linalg.pinv(matrix).T.copy())
    return lambda x: x @ back


def lifted(matrix: Array, a: Array) -> Array:
    """A motion of the hidden columns as one of the visible ones."""
    return np.asarray(matrix @ a @ np.linalg.pinv(matrix))


def across(matrix: Array) -> Inputs:
    """The directions that no row has."""
    normals = np.linalg.svd(matrix.T)[2][matrix.shape[1] :]
    return lambda x: np.repeat(normals[None], len(x), axis=0)


def cancelling(rng: np.random.Generator) -> Array:
    """Two inputs and two parameters that add up to zero."""
    x = rng.normal(size=(3000, 4))
    x[:, 3] = -x[:, 2]
    return x


def sheared(rng: np.random.Generator) -> Array:
    """A vector and the same vector after a shear."""
    x = rng.normal(size=(3000, 2))
    return np.concatenate([x, x @ SHEAR.T], axis=1)


def hexagons(count: int, size: int) -> Inputs:
    """Points of a hexagonal lattice."""
    base = np.array([[1.0, 0.0], [0.5, np.sqrt(0.75)]])
    return lambda rng: rng.integers(-size, size + 1, size=(count, 2)) @ base


def integers(count: int, n: int, low: int, high: int) -> Inputs:
    """Whole numbers from low to high."""
    return lambda rng: rng.integers(low, high + 1, size=(count, n)).astype(np.float64)


def wind_rose(rng: np.random.Generator) -> Array:
    """Sixteen directions and three strengths of the wind."""
    angle = 2.0 * np.pi * rng.integers(16, size=3000) / 16.0
    strength = rng.choice([0.5, 1.0, 1.7], size=3000)
    return np.stack([strength * np.cos(angle), strength * np.sin(angle)], axis=1)


def hexagonal_wave(x: torch.Tensor) -> torch.Tensor:
    """A small wave of sixth order."""
    a, b = x[:, 0], x[:, 1]
    return a**6 - 15.0 * a**4 * b**2 + 15.0 * a**2 * b**4 - b**6


def five_waves(x: torch.Tensor) -> torch.Tensor:
    """The square of the length with five bright sides."""
    a, b = x[:, 0], x[:, 1]
    five = a**5 - 10.0 * a**3 * b**2 + 5.0 * a * b**4
    return sq(x) + 0.1 * five / (1.0 + sq(x).square())


def off_normals(x: Array) -> Array:
    """The second vector has to remain the shear of the first."""
    one = np.concatenate([SHEAR, -np.eye(2)], axis=1)
    return np.repeat(one[None], len(x), axis=0)


CASES = (
    dup(
        "two-in-five",
        "x[5] -> 1",
        lambda x: torch.log1p(sq(hidden(FIVE)(x))),
        mixed(FIVE, 3000),
        on("x", [lifted(FIVE, ROT)]),
        "Five columns that are mixtures of two; in the hidden plane the law is round.",
        normals=across(FIVE),
    ),
    dup(
        "two-in-five-broken",
        "x[5] -> 1",
        lambda x: sq(hidden(FIVE)(x)) + 0.15 * hidden(FIVE)(x)[:, 0] ** 3,
        mixed(FIVE, 3000),
        (),
        "Five columns that are mixtures of two, and a cubic term in one of the hidden ones.",
        normals=across(FIVE),
        decoys=on("x", [lifted(FIVE, ROT)]),
    ),
    dup(
        "two-copies",
        "x[4] -> 1",
        lambda x: torch.sin(x[:, 0].square() + x[:, 3].square()),
        mixed(FOUR, 2000),
        on("x", [lifted(FOUR, ROT)]),
        "Both columns are there twice; the function takes one from each pair.",
        normals=across(FOUR),
    ),
    dup(
        "cancelling-parameters",
        "x[2]+2 -> 1",
        lambda x: sq(x, 0, 2) * (2.0 + torch.sin(x[:, 2])) + (x[:, 2] + x[:, 3]) * x[:, 0],
        cancelling,
        SPIN,
        "What would break the turn is multiplied by two parameters that cancel.",
    ),
    dup(
        "sheared-copy",
        "a[2]+b[2] -> 1",
        lambda x: x[:, 0] * (x[:, 2] - 0.8 * x[:, 3]) + x[:, 1] * x[:, 3] + sq(x, 0, 2).cos(),
        sheared,
        ({"a": ROT, "b": SHEAR @ ROT @ np.linalg.inv(SHEAR)},),
        "The second vector is a shear of the first and has to follow it by another matrix.",
        normals=off_normals,
        decoys=({"a": ROT, "b": ROT},),
    ),
    dup_learned(
        "two-in-four",
        "x[4] -> 1",
        lambda x: torch.exp(-0.4 * sq(hidden(WIDE)(x))) * 3.0,
        mixed(WIDE, 1200),
        on("x", [lifted(WIDE, ROT)]),
        "Four columns that are mixtures of two; in the hidden plane the law is round.",
        normals=across(WIDE),
        spoil=noise(0.03),
    ),
    dup_learned(
        "opposite-column-broken",
        "x[3] -> 1",
        lambda x: x[:, 0] * x[:, 2] - x[:, 1].square() + 0.3 * x[:, 1] ** 3,
        mixed(MIRROR, 1200),
        (),
        "The third column is minus the first; a cubic term breaks the turn of the plane.",
        normals=across(MIRROR),
        spoil=noise(0.05),
        decoys=on("x", [lifted(MIRROR, ROT)]),
    ),
    disc(
        "hexagons",
        "x[2] -> 1",
        lambda x: sq(x) + 0.002 * hexagonal_wave(x) / (1.0 + 0.05 * sq(x).square()),
        hexagons(3000, 2),
        (),
        "A hexagonal lattice and a faint wave of the same order in a round law.",
        decoys=SPIN,
    ),
    disc(
        "three-signs",
        "x[3] -> 1",
        lambda x: x.prod(dim=1),
        integers(2000, 3, -1, 1),
        on("x", [np.diag([1.0, -1.0, 0.0]), np.diag([0.0, 1.0, -1.0])]),
        "The product of three numbers, each of them minus one, zero or one.",
        decoys=on("x", rotations(3)),
    ),
    disc(
        "majority",
        "x[5] -> 1",
        lambda x: torch.tanh(0.7 * x.sum(dim=1)),
        lambda rng: rng.choice([-1.0, 1.0], size=(1500, 5)),
        on("x", keeping((1.0, 1.0, 1.0, 1.0, 1.0))),
        "Five votes for or against, of which only the sum counts.",
    ),
    disc(
        "majority-chair",
        "x[5] -> 1",
        lambda x: torch.tanh(0.7 * x.sum(dim=1)) + 0.1 * x[:, 0] * x.sum(dim=1),
        lambda rng: rng.choice([-1.0, 1.0], size=(1500, 5)),
        on("x", keeping((1.0, 1.0, 1.0, 1.0, 1.0), (1.0, 0.0, 0.0, 0.0, 0.0))),
        "Five votes, and the chair's counts a little more.",
        decoys=on("x", [np.outer([1.0, -1.0, 0.0, 0.0, 0.0], np.eye(5)[1])]),
    ),
    disc(
        "wind-rose",
        "x[2] -> 1",
        five_waves,
        wind_rose,
        (),
        "Sixteen directions and three strengths, with five bright sides that fit no compass.",
        decoys=SPIN,
    ),
    disc(
        "winding-numbers",
        "x[2] -> 1",
        lambda x: torch.cos(0.3 * (x[:, 0] - 2.0 * x[:, 1])),
        integers(3000, 2, -4, 4),
        on("x", keeping((1.0, -2.0))),
        "Whole numbers, of which one combination sets the phase of a wave.",
        decoys=SPIN,
    ),
    disc_learned(
        "questionnaire",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        integers(1000, 2, 1, 5),
        on("x", [SQUEEZE]),
        "Answers from one to five, of which the product counts.",
        spoil=noise(0.5),
    ),
    disc_learned(
        "questionnaire-broken",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + 2.0 * x[:, 0],
        integers(1000, 2, 1, 5),
        (),
        "Answers from one to five, of which the first also counts alone.",
        spoil=noise(0.5),
        decoys=on("x", [SQUEEZE]),
    ),
    disc_learned(
        "hexagons-round",
        "x[2] -> x",
        lambda x: col(x[:, 0] - x[:, 1], x[:, 0] + x[:, 1]) / (1.0 + 0.3 * sq(x))[:, None],
        hexagons(900, 3),
        SPIN,
        "A swirl that is only seen on a hexagonal lattice.",
        spoil=noise(0.03),
    ),
)
