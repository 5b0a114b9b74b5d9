"""Data in a half, a wedge, an island."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    Array,
    Case,
    Inputs,
    keeping,
    make,
    noise,
    on,
    rows,
    sq,
    uniform,
)
from benchmarks.hostile.second.parts_two import at, form, mixed, rel, wedge

exact = partial(make, "domains_two", "exact")
learned = partial(make, "domains_two", "learned")


def _half(count: int, other: float) -> Inputs:
    """A half plane, and some part of the samples on its other side."""

    def inputs(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, 2))
        x[:, 0] = np.abs(x[:, 0]) * np.where(rng.random(count) < other, -1.0, 1.0)
        return x

    return inputs


def _triangle(rng: np.random.Generator) -> Array:
    """Mixtures of two substances in a solvent."""
    return rng.dirichlet((1.0, 1.0, 1.0), size=2500)[:, :2]


def _ordered(rng: np.random.Generator) -> Array:
    """Pairs of which the first one is the larger one."""
    return np.sort(rng.normal(size=(2000, 2)), axis=1)[:, ::-1]


def _patched(x: torch.Tensor) -> torch.Tensor:
    """A circle on the right side, another law on the left side."""
    return torch.where(x[:, 0] > 0.0, sq(x), x[:, 0] ** 2 + 2.5 * x[:, 1] ** 2)


CASES: tuple[Case, ...] = (
    exact(
        "right-side",
        "x[2] -> 1",
        _patched,
        _half(3000, 0.0),
        SPIN,
        "The other branch is never seen.",
    ),
    exact(
        "both-sides",
        "x[2] -> 1",
        _patched,
        _half(3000, 0.06),
        (),
        "The other branch is seen by six rows of a hundred.",
        decoys=SPIN,
    ),
    exact(
        "quadrant",
        "x[2] -> 1",
        lambda x: x.abs().sum(dim=1),
        uniform(2000, 2, 0.1, 2.0),
        on("x", keeping([1.0, 1.0])),
        "Absolute values where all is positive: a plain sum.",
    ),
    exact(
        "all-quadrants",
        "x[2] -> 1",
        lambda x: x.abs().sum(dim=1),
        uniform(2000, 2, -2.0, 2.0),
        (),
        "Absolute values everywhere: a square with four corners.",
        decoys=on("x", keeping([1.0, 1.0])),
    ),
    exact(
        "narrow",
        "x[2] -> 1",
        lambda x: sq(x) + x[:, 1],
        wedge(2000, 0.5, 2.0, -0.7, 0.7),
        (),
        "A narrow beam, and a gradient across it.",
        decoys=SPIN,
    ),
    learned(
        "wedge-round",
        "x[2] -> 1",
        lambda x: sq(x),
        wedge(2500, 0.5, 2.0, 0.2, 1.2),
        SPIN,
        "A sector of sixty degrees.",
        spoil=rel(0.02),
    ),
    learned(
        "production",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 0.3 * x[:, 1] ** 0.7,
        uniform(2500, 2, 0.3, 3.0),
        on("x", [np.diag([0.7, -0.3])]),
        "The production of Cobb and Douglas: labour for capital.",
        spoil=rel(0.03),
        decoys=on("x", [np.diag([1.0, -1.0])]),
    ),
    learned(
        "islands",
        "x[2] -> 1",
        lambda x: sq(x) / 4.0 + 0.5 * x[:, 1] * torch.sigmoid(-8.0 * x[:, 0]),
        mixed(at(1500, (2.0, 0.0), 0.5), at(1500, (-2.0, 0.0), 0.5)),
        (),
        "Two islands, of which one has a tilt.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
    learned(
        "triangle",
        "x[2] -> 1",
        lambda x: sq(x) + 1.2 * x[:, 0] * x[:, 1],
        _triangle,
        on("x", form([[1.0, 0.6], [0.6, 1.0]])),
        "Parts of a mixture: a skew ellipse on a triangle.",
        spoil=rel(0.02),
        decoys=SPIN,
    ),
    learned(
        "ordered",
        "x[2] -> 1",
        lambda x: torch.sin(torch.maximum(x[:, 0], x[:, 1])),
        _ordered,
        on("x", rows(2, 1)),
        "The maximum of sorted pairs is the first one.",
        spoil=rel(0.03),
    ),
)
