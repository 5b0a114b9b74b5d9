"""Rare rows, codes for missing values, and rows that are there more than once."""

from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Array,
    Inputs,
    Law,
    Spoil,
    make,
    noise,
    normal,
    on,
    sq,
)

seldom = partial(make, "seldom_five", "exact")
seldom_learned = partial(make, "seldom_five", "learned")


def coded(rng: np.random.Generator) -> Array:
    """Two inputs and a third that is -9 where it was not measured (3 %)."""
    x = rng.normal(size=(4000, 3))
    x[rng.random(4000) < 0.03, 2] = -9.0
    return x


def with_default(x: torch.Tensor) -> torch.Tensor:
    """Where the third input is missing, the first stands in for it."""
    third = torch.where(x[:, 2] < -8.0, x[:, 0], x[:, 2])
    return torch.tanh(sq(x, 0, 2)) + 0.5 * torch.sin(third)


def flags(rng: np.random.Generator) -> Array:
    """Two inputs and two rare flags, both set in 2 % of the rows."""
    x = rng.normal(size=(4000, 4))
    x[:, 2] = rng.random(4000) < 0.15
    x[:, 3] = rng.random(4000) < 0.14
    return x


def both(x: torch.Tensor) -> torch.Tensor:
    """Each flag alone is harmless, both together are not."""
    return sq(x, 0, 2).sqrt() * (1.0 + x[:, 2] - 0.5 * x[:, 3]) + 0.6 * (
        x[:, 2] * x[:, 3] * x[:, 0]
    )


def dated(count: int) -> Inputs:
    """Two inputs, in the order of time."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, 3))
        x[:, 2] = np.linspace(0.0, 1.0, count)
        return x

    return draw


def recalibrated(x: torch.Tensor) -> torch.Tensor:
    """From the last 4 % of the time on, one input counts more."""
    late = torch.sigmoid((x[:, 2] - 0.96) * 400.0)
    return torch.log1p(x[:, 0].square() * (1.0 + late) + x[:, 1].square())


def zeros(share: float) -> Inputs:
    """Two inputs that are often both zero."""

    def draw(rng: np.random.Generator) -> Array:
        return rng.normal(size=(4000, 2)) * (rng.random((4000, 1)) >= share)

    return draw


def rig(rng: np.random.Generator) -> Array:
    """Most rows are the same eight points of a test rig; the rest are free."""
    points = np.random.default_rng(12).normal(size=(8, 2))
    x = points[rng.integers(8, size=3000)]
    x[::10] = rng.normal(size=(300, 2))
    return x


def repeated(count: int, times: int, n: int) -> Inputs:
    """Each row several times, shuffled."""

    def draw(rng: np.random.Generator) -> Array:
        x = np.repeat(rng.normal(size=(count, n)), times, axis=0)
        return x[rng.permutation(len(x))]

    return draw


def clinics(count: int, each: int) -> Inputs:
    """Patients with several visits, close to each other."""

    def draw(rng: np.random.Generator) -> tuple[Array, NDArray[np.int64]]:
        base = np.repeat(rng.normal(size=(count, 2)), each, axis=0)
        x = base + 0.2 * rng.normal(size=base.shape)
        return x, np.repeat(np.arange(count), each)

    return draw


def by_patient(each: int, size: float, more: float) -> Spoil:
    """An offset of each patient and a little noise of each visit."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        offset = np.repeat(rng.normal(size=len(y) // each), each)
        return x, y + size * offset + more * rng.normal(size=y.shape)

    return spoil


def corner(edge: float, strength: float) -> Law:
    """A round law with a pull where two inputs are large at once."""

    def f(x: torch.Tensor) -> torch.Tensor:
        pull = (x[:, 0] - edge).relu() * (x[:, 1] - edge).relu()
        return torch.sin(sq(x)) + strength * pull

    return f


def spike(x: torch.Tensor) -> torch.Tensor:
    """A round law and a narrow bump beside its centre."""
    d = (x[:, 0] - 1.0).square() + x[:, 1].square()
    return torch.cos(sq(x)) + 0.6 * torch.exp(-d / 0.03)


CASES = (
    seldom(
        "missing-as-minus-nine",
        "x[2]+1 -> 1",
        with_default,
        coded,
        (),
        "A code for missing values in 3 % of the rows, where another input stands in.",
        decoys=SPIN,
    ),
    seldom(
        "missing-harmless",
        "x[2]+1 -> 1",
        lambda x: torch.tanh(sq(x, 0, 2)) + 0.5 * torch.sin(x[:, 2].clamp(min=-3.0)),
        coded,
        SPIN,
        "A code for missing values in 3 % of the rows, and a law that does not mind.",
    ),
    seldom(
        "both-flags",
        "x[2]+2 -> 1",
        both,
        flags,
        (),
        "Each of two flags is harmless; together, in 2 % of the rows, they break the turn.",
        decoys=SPIN,
    ),
    seldom(
        "recalibrated",
        "x[2]+1 -> 1",
        recalibrated,
        dated(4000),
        (),
        "In the last 4 % of the time an instrument is set up in another way.",
        decoys=SPIN,
    ),
    seldom(
        "corner",
        "x[2] -> 1",
        corner(0.9, 1.5),
        normal(4000, 2),
        (),
        "A pull where two inputs are large at once, in 3 % of the rows.",
        decoys=SPIN,
    ),
    seldom(
        "narrow-bump",
        "x[2] -> 1",
        spike,
        normal(4000, 2),
        (),
        "A bump that is as wide as a fifth of a deviation, seen by 2 % of the rows.",
        decoys=SPIN,
    ),
    seldom(
        "test-rig",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * torch.sin(3.0 * x[:, 0]),
        rig,
        (),
        "Nine rows of ten are the same eight points.",
        decoys=SPIN,
    ),
    seldom(
        "many-zeros",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x)) + 0.1 * x[:, 1],
        zeros(0.7),
        (),
        "Seven rows of ten are zero, and a slope breaks the turn of the others.",
        decoys=SPIN,
    ),
    seldom_learned(
        "copied-rows-broken",
        "x[2] -> 1",
        lambda x: torch.sin(x[:, 0] * x[:, 1]) + 0.3 * x[:, 0],
        repeated(1000, 4, 2),
        (),
        "Each row is there four times, and one input counts alone as well.",
        spoil=noise(0.1),
        decoys=on("x", [SQUEEZE]),
    ),
    seldom_learned(
        "patients",
        "x[2] -> 1",
        lambda x: 2.0 * torch.exp(-0.5 * sq(x)),
        clinics(500, 6),
        SPIN,
        "Six visits of each patient, who has an offset of his own.",
        spoil=by_patient(6, 0.15, 0.03),
        grouped=True,
    ),
    seldom_learned(
        "patients-broken",
        "x[2] -> 1",
        lambda x: 2.0 * torch.exp(-0.5 * sq(x)) + 0.4 * x[:, 0],
        clinics(500, 6),
        (),
        "Six visits of each patient, and a slope along one input.",
        spoil=by_patient(6, 0.15, 0.03),
        grouped=True,
        decoys=SPIN,
    ),
    seldom_learned(
        "many-zeros",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x)),
        zeros(0.5),
        SPIN,
        "Half of the rows are zero.",
        spoil=noise(0.03),
    ),
    seldom_learned(
        "flags",
        "x[2]+2 -> 1",
        lambda x: sq(x, 0, 2).sqrt() * (1.0 + x[:, 2]) + x[:, 3] * x[:, 0],
        flags,
        (),
        "A flag of 14 % of the rows breaks the turn.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
)
