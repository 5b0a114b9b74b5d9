"""A few wild rows, in the inputs or in the outputs."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Array,
    Case,
    Inputs,
    Spoil,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
)

exact = partial(make, "outliers", "exact")
learned = partial(make, "outliers", "learned")


def strays(count: int, n: int, few: int, distance: float, axis: int | None = None) -> Inputs:
    """Normal inputs and a few far ones, in all directions or along one axis."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, n))
        away = rng.normal(size=(few, n))
        if axis is not None:
            away = np.eye(n)[[axis] * few] * rng.choice([-1.0, 1.0], size=(few, 1))
        x[:few] = distance * away / np.linalg.norm(away, axis=1, keepdims=True)
        return rng.permutation(x)

    return draw


def wild(few: int, size: float) -> Spoil:
    """A few outputs are off by multiples of the standard deviation, either way."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        at = rng.choice(len(y), size=few, replace=False)
        off = size * y.std() * rng.choice([-1.0, 1.0], size=few) * rng.uniform(0.5, 1.5, size=few)
        y[at] += off if y.ndim == 1 else off[:, None]
        return x, y

    return spoil


def sentinel(share: float, value: float) -> Spoil:
    """A number that stands for a missing one."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        y[rng.uniform(size=len(y)) < share] = value
        return x, y

    return spoil


def misread(share: float, factor: float) -> Spoil:
    """Some inputs are recorded in another unit."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        x[rng.uniform(size=len(x)) < share] *= factor
        return x, y

    return spoil


def exchanged(share: float) -> Spoil:
    """Some outputs belong to other rows."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        at = np.flatnonzero(rng.uniform(size=len(y)) < share)
        y[at] = y[rng.permutation(at)]
        return x, y

    return spoil


def far_side(x: torch.Tensor) -> torch.Tensor:
    """Round within a radius of ten, and a slope outside."""
    return torch.where(sq(x) > 100.0, 5.0 * x[:, 0], sq(x))


CASES: tuple[Case, ...] = (
    exact(
        "strays-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.3 * torch.tanh(x[:, 0]),
        strays(3000, 2, 5, 1e3),
        (),
        "Five rows a thousand times as far away carry the weight; the bulk breaks.",
        decoys=SPIN,
    ),
    exact(
        "strays-round",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)),
        strays(3000, 3, 5, 1e4),
        on("x", rotations(3)),
        "Five rows ten thousand times as far away; the law is round throughout.",
    ),
    exact(
        "strays-other-law",
        "x[2] -> 1",
        far_side,
        strays(4000, 2, 8, 20.0),
        (),
        "Two rows in a thousand lie where the function is another one.",
        decoys=SPIN,
    ),
    exact(
        "strays-axis",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + (x[:, 0] * x[:, 1]) ** 3,
        strays(3000, 2, 6, 100.0, axis=0),
        on("x", [SQUEEZE]),
        "All outliers lie on one axis and make the directions very unequal.",
    ),
    exact(
        "strays-wave",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2) * (1.0 + 0.2 * x[:, 0]) + 1e-3 * torch.sqrt(1.0 + sq(x)),
        strays(3000, 2, 4, 300.0),
        (),
        "Where the outliers lie, only a weak round part is left.",
        decoys=SPIN,
    ),
    learned(
        "wild-outputs",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)),
        normal(1500, 2),
        SPIN,
        "Eight outputs are off by fifty standard deviations.",
        spoil=wild(8, 50.0),
    ),
    learned(
        "wild-outputs-broken",
        "x[2] -> 1",
        lambda x: torch.sin(x[:, 0]) + x[:, 1] ** 2,
        normal(1500, 2),
        (),
        "Eight wild outputs hide that there is no symmetry.",
        spoil=wild(8, 50.0),
    ),
    learned(
        "one-million",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        normal(1200, 2),
        on("x", [SQUEEZE]),
        "A single output is off by a million standard deviations.",
        spoil=wild(1, 1e6),
    ),
    learned(
        "far-inputs",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        strays(1500, 2, 4, 40.0),
        SPIN,
        "Four rows lie far away, with right outputs.",
    ),
    learned(
        "misread-units",
        "x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 1]),
        normal(2000, 2),
        on("x", [SQUEEZE]),
        "One row in a hundred has its inputs in another unit.",
        spoil=misread(0.01, 10.0),
    ),
    learned(
        "sentinel",
        "x[2] -> x",
        lambda x: x * torch.exp(-sq(x) / 4)[:, None],
        normal(2000, 2),
        SPIN,
        "One output in a hundred is -999, which stands for a missing one.",
        spoil=sentinel(0.01, -999.0),
    ),
    learned(
        "exchanged",
        "2*x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]) + 0.15 * x[:, 0],
        normal(2500, 4),
        (),
        "Three outputs in a hundred belong to other rows; a weak term breaks the rotation.",
        spoil=exchanged(0.03),
        decoys=SPIN,
    ),
    exact(
        "strays-axis-broken",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.3 * torch.tanh(x[:, 2]),
        strays(3000, 3, 6, 500.0, axis=0),
        on("x", [turn(3, 0, 1)]),
        "All outliers lie on one axis, and the bulk breaks along another.",
        decoys=on("x", rotations(3)[1:]),
    ),
    learned(
        "far-inputs-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.3 * torch.sin(x[:, 0]),
        strays(2000, 2, 4, 40.0),
        (),
        "Four rows lie far away and spoil the scale on which the bulk breaks.",
        decoys=SPIN,
    ),
    learned(
        "sentinel-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * torch.sin(2.0 * x[:, 0]),
        normal(2000, 2),
        (),
        "One output in a hundred is -999, far more than what breaks the rotation.",
        spoil=sentinel(0.01, -999.0),
        decoys=SPIN,
    ),
)
