"""Noise that is unequal, correlated, multiplicative, discrete, or in the inputs."""

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
    sq,
    turn,
)
from benchmarks.hostile.case import noise as even

learned = partial(make, "noise", "learned")


def uneven(scale: float, side: bool = False) -> Spoil:
    """Noise that grows along the first axis, on both sides or on one."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        size = np.maximum(x[:, 0], 0.0) if side else np.abs(x[:, 0])
        return x, y + scale * size * rng.normal(size=len(y))

    return spoil


def memory(scale: float, keep: float) -> Spoil:
    """Noise that remembers the row before."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        e = rng.normal(size=len(y))
        for k in range(1, len(e)):
            e[k] = keep * e[k - 1] + np.sqrt(1.0 - keep**2) * e[k]
        return x, y + scale * e

    return spoil


def common(scale: float) -> Spoil:
    """The same noise on all outputs of a row."""
    return lambda rng, x, y: (x, y + scale * rng.normal(size=(len(y), 1)) * np.ones(y.shape[1]))


def batches(count: int, each: int) -> Inputs:
    """Batches with slightly different means of the inputs."""

    def draw(rng: np.random.Generator) -> tuple[Array, np.ndarray]:
        x = rng.normal(size=(count, each, 2)) + 0.2 * rng.normal(size=(count, 1, 2))
        return x.reshape(-1, 2), np.repeat(np.arange(count), each)

    return draw


def offsets(each: int, scale: float) -> Spoil:
    """An offset of its own for each batch."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        return x, y + np.repeat(scale * rng.normal(size=len(y) // each), each)

    return spoil


def factors(scale: float) -> Spoil:
    """Log-normal factors with a mean of one."""
    return lambda rng, x, y: (x, y * np.exp(scale * rng.normal(size=y.shape) - scale**2 / 2))


def blurred(scale: float) -> Spoil:
    """Errors in the inputs, alike in all directions."""
    return lambda rng, x, y: (x + scale * rng.normal(size=x.shape), y)


CASES: tuple[Case, ...] = (
    learned(
        "uneven",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "The noise grows along one axis, which is not what the law does.",
        spoil=uneven(0.3),
    ),
    learned(
        "uneven-side",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2),
        normal(3000, 2),
        SPIN,
        "One half of the plane is free of noise, the other is full of it.",
        spoil=uneven(0.3, side=True),
    ),
    learned(
        "uneven-side-broken",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2) + 0.25 * torch.relu(x[:, 0]) * torch.tanh(x[:, 1]),
        normal(3000, 2),
        (),
        "The law breaks only where the noise is.",
        spoil=uneven(0.3, side=True),
        decoys=SPIN,
    ),
    learned(
        "memory",
        "2*x[2] -> 1",
        lambda x: x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3],
        normal(2000, 4),
        SPIN,
        "The noise of a row resembles that of the row before.",
        spoil=memory(0.3, 0.98),
    ),
    learned(
        "common",
        "x[2] -> x",
        lambda x: -x * (1.0 + sq(x))[:, None] / 3.0,
        normal(2000, 2),
        SPIN,
        "Both outputs have the same noise, along a diagonal.",
        spoil=common(0.3),
    ),
    *(
        learned(
            f"batches{'-grouped' * grouped}",
            "x[2] -> 1",
            lambda x: torch.cos(sq(x) / 2),
            batches(12, 150),
            SPIN,
            "Twelve batches with offsets of their own and slightly different inputs.",
            spoil=offsets(150, 0.3),
            grouped=grouped,
        )
        for grouped in (False, True)
    ),
    learned(
        "factors",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        normal(2500, 2),
        on("x", [SQUEEZE]),
        "Noise in proportion to the output, of 30 %.",
        spoil=factors(0.3),
    ),
    learned(
        "drowned",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "As much noise as signal.",
        spoil=even(2.0),
    ),
    learned(
        "drowned-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.1 * x[:, 0] ** 3,
        normal(2000, 2),
        (),
        "The cubic part that breaks the rotation is a fraction of the noise.",
        spoil=even(1.0),
        decoys=SPIN,
    ),
    learned(
        "blurred",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        normal(2000, 2),
        SPIN,
        "The inputs are measured with errors of 15 %.",
        spoil=blurred(0.15),
    ),
    learned(
        "events",
        "x[2] -> 1",
        lambda x: 5.0 * torch.exp(-sq(x) / 2),
        normal(3000, 2),
        SPIN,
        "The outputs are numbers of events about the law.",
        spoil=lambda rng, x, y: (x, rng.poisson(y).astype(float)),
    ),
    learned(
        "coins",
        "x[2] -> 1",
        lambda x: torch.sigmoid(2.0 * (1.0 - sq(x))),
        normal(3000, 2),
        SPIN,
        "The outputs are zeros and ones with the probability that the law gives.",
        spoil=lambda rng, x, y: (x, (rng.uniform(size=len(y)) < y).astype(float)),
    ),
    learned(
        "coins-broken",
        "x[2] -> 1",
        lambda x: torch.sigmoid(2.0 * (1.0 - sq(x)) + 0.8 * torch.sin(2.0 * x[:, 0])),
        normal(3000, 2),
        (),
        "Zeros and ones, with a wave in the probability.",
        spoil=lambda rng, x, y: (x, (rng.uniform(size=len(y)) < y).astype(float)),
        decoys=SPIN,
    ),
    learned(
        "drowned-axis",
        "x[3] -> 1",
        lambda x: sq(x) + 0.4 * x[:, 2] ** 3,
        normal(3000, 3),
        on("x", [turn(3, 0, 1)]),
        "Two of three rotations break by less than the noise.",
        spoil=even(1.5),
    ),
    learned(
        "uneven-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * torch.sin(2.0 * x[:, 0]),
        normal(2500, 2),
        (),
        "The noise grows along the axis of the wave that breaks the rotation.",
        spoil=uneven(0.3),
        decoys=SPIN,
    ),
    learned(
        "memory-broken",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)) + 0.2 * torch.tanh(2.0 * x[:, 0]),
        normal(2500, 2),
        (),
        "Noise that hardly changes from row to row, of the size of the breaking.",
        spoil=memory(0.2, 0.99),
        decoys=SPIN,
    ),
    learned(
        "blurred-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.15 * torch.sin(5.0 * x[:, 1]),
        normal(2500, 2),
        (),
        "Errors in the inputs wash out the waves that break.",
        spoil=blurred(0.15),
        decoys=SPIN,
    ),
    learned(
        "common-broken",
        "x[2] -> x",
        lambda x: -x * torch.tensor([1.0, 1.3], dtype=x.dtype) * (1.0 + sq(x))[:, None] / 3.0,
        normal(2000, 2),
        (),
        "Both outputs have the same noise; one of them is stronger by 30 %.",
        spoil=common(0.3),
        decoys=SPIN,
    ),
    *(
        learned(
            f"batches-broken{'-grouped' * grouped}",
            "x[2] -> 1",
            lambda x: torch.cos(sq(x) / 2) + 0.2 * torch.sin(2.0 * x[:, 0]),
            batches(12, 150),
            (),
            "Twelve batches with larger offsets than what breaks the rotation.",
            spoil=offsets(150, 0.3),
            grouped=grouped,
            decoys=SPIN,
        )
        for grouped in (False, True)
    ),
    learned(
        "events-broken",
        "x[2] -> 1",
        lambda x: 5.0 * torch.exp(-sq(x) / 2) * (1.0 + 0.4 * torch.tanh(2.0 * x[:, 0])),
        normal(3000, 2),
        (),
        "Numbers of events, with more of them on one side.",
        spoil=lambda rng, x, y: (x, rng.poisson(y).astype(float)),
        decoys=SPIN,
    ),
    learned(
        "factors-broken",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + 0.2 * x[:, 0] ** 3,
        normal(2500, 2),
        (),
        "Noise in proportion to the output, and a cubic part.",
        spoil=factors(0.2),
        decoys=on("x", [SQUEEZE]),
    ),
)
