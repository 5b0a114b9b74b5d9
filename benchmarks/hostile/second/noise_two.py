"""Noise that is not the same everywhere, or not independent, or not normal."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import SPIN, SQUEEZE, Array, Case, make, noise, normal, on, sq, uniform
from benchmarks.hostile.second.parts_two import rel

learned = partial(make, "noise_two", "learned")


def _half(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """A detector of which one half is fifteen times as noisy."""
    return x, y + np.where(x[:, 0] > 0.0, 0.3, 0.02) * rng.normal(size=y.shape)


def _skewed(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Noise with a tail to one side, mean zero, larger where the second input is large."""
    return x, y + 0.15 * np.abs(x[:, 1]) * (rng.exponential(size=y.shape) - 1.0)


def _counts(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Counts of events."""
    return x, rng.poisson(y).astype(np.float64)


def _labels(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Yes or no, with the law as probability."""
    return x, (rng.random(y.shape) < y).astype(np.float64)


def _common(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Noise that hits both outputs alike."""
    return x, y + 0.1 * rng.normal(size=(len(y), 1)) + 0.01 * rng.normal(size=y.shape)


def _tailed(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Noise with heavy tails."""
    return x, y + 0.1 * rng.standard_t(2.2, size=y.shape)


def _gain(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """An amplifier whose gain trembles."""
    return x, y * (1.0 + 0.2 * rng.normal(size=y.shape))


def _inputs(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Small errors in the inputs, four times as large in the second one."""
    return x + np.array([0.02, 0.08]) * rng.normal(size=x.shape), y


CASES: tuple[Case, ...] = (
    learned(
        "half",
        "x[2] -> 1",
        lambda x: torch.sqrt(0.2 + sq(x)),
        normal(3000, 2),
        SPIN,
        "The mean is round, the noise is not.",
        spoil=_half,
    ),
    learned(
        "counts",
        "x[2] -> 1",
        lambda x: 2.0 + 30.0 * torch.exp(-sq(x) / 2.0),
        normal(3000, 2, 1.2),
        SPIN,
        "Counts around a round source.",
        spoil=_counts,
    ),
    learned(
        "counts-broken",
        "x[2] -> 1",
        lambda x: 4.0 + 30.0 * torch.exp(-sq(x) / 2.0) * (1.0 + 0.3 * torch.tanh(x[:, 0])),
        normal(4000, 2, 1.2),
        (),
        "Counts around a source with a bright side.",
        spoil=_counts,
        decoys=SPIN,
    ),
    learned(
        "labels",
        "x[2] -> 1",
        lambda x: torch.sigmoid(2.0 - 2.0 * sq(x)),
        normal(5000, 2),
        SPIN,
        "Yes or no: inside or outside of a blurred circle.",
        spoil=_labels,
    ),
    learned(
        "labels-broken",
        "x[2] -> 1",
        lambda x: torch.sigmoid(2.0 - 2.0 * sq(x) + 1.2 * x[:, 0]),
        normal(5000, 2),
        (),
        "Yes or no, with a circle whose center is beside the origin.",
        spoil=_labels,
        decoys=SPIN,
    ),
    learned(
        "common",
        "x[2] -> x",
        lambda x: x * torch.exp(-sq(x) / 2.0)[:, None],
        normal(3000, 2),
        SPIN,
        "Noise along one diagonal of the output.",
        spoil=_common,
    ),
    learned(
        "tailed",
        "x[2] -> 1",
        lambda x: 2.0 * torch.sin(x[:, 0] * x[:, 1]),
        uniform(3000, 2, -1.5, 1.5),
        on("x", [SQUEEZE]),
        "Noise with a variance that hardly exists.",
        spoil=_tailed,
    ),
    learned(
        "drowned",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2.0),
        normal(3000, 2),
        SPIN,
        "As much noise as signal.",
        spoil=rel(1.0),
    ),
    learned(
        "drowned-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.8 * torch.sin(2.0 * x[:, 0]),
        normal(4000, 2),
        (),
        "As much noise as signal over a law that breaks by a third.",
        spoil=noise(2.0),
        decoys=SPIN,
    ),
    learned(
        "inputs",
        "x[2] -> 1",
        lambda x: sq(x),
        normal(2500, 2),
        SPIN,
        "Errors in the inputs, larger along one axis.",
        spoil=_inputs,
    ),
)
