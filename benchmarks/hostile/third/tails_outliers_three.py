"""Heavy tails and rows that do not belong to the others."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Array,
    Generator,
    Inputs,
    Spoil,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

tails = partial(make, "tails_three", "exact")
tails_learned = partial(make, "tails_three", "learned")
stray = partial(make, "outliers_three", "exact")
stray_learned = partial(make, "outliers_three", "learned")

ONE = np.ones((1, 1))
TRADE: Generator = {"a": ONE, "b": -ONE}
SKEW = np.array([[1.0, 0.0, 0.0], [0.5, 1.5, 0.0], [-0.3, 0.4, 0.7]])


def _student(count: int, n: int, freedom: float) -> Inputs:
    """Vectors of a Student law: round, with a common radius."""
    return lambda rng: (
        rng.normal(size=(count, n)) / np.sqrt(rng.chisquare(freedom, (count, 1)) / freedom)
    )


def _loud_factor(rng: np.random.Generator) -> Array:
    return np.concatenate([rng.normal(size=(4000, 2)), rng.standard_t(2.5, (4000, 1))], axis=1)


def _cauchy_and_normal(rng: np.random.Generator) -> Array:
    return np.stack([rng.standard_cauchy(3000), rng.normal(size=3000)], axis=1)


def _wide_and_normal(rng: np.random.Generator) -> Array:
    wide = np.exp(1.2 * rng.normal(size=3000)) * rng.choice([-1.0, 1.0], 3000)
    return np.stack([wide, rng.normal(size=3000)], axis=1)


def _saturating(x: torch.Tensor) -> torch.Tensor:
    """A form that levels off at one."""
    q = sq(x @ torch.from_numpy(SKEW).T)
    return q / (1 + q)


def _flights(rng: np.random.Generator) -> Array:
    start = rng.uniform(-1, 1, size=(1200, 2))
    return np.concatenate([start, start + 0.6 * rng.standard_t(3, size=(1200, 2))], axis=1)


def _switched(rng: np.random.Generator) -> Array:
    x = np.concatenate([rng.normal(size=(3000, 2)), rng.normal(size=(3000, 1))], axis=1)
    x[::100, 2] = 80.0
    return x


def _along_orbits(rng: np.random.Generator) -> Array:
    x = rng.uniform(0.5, 2.0, size=(2000, 2))
    k = rng.uniform(50, 500, size=20)
    x[::100] *= np.stack([k, 1 / k], axis=1)
    return x


def _mostly_zero(rng: np.random.Generator) -> Array:
    x = rng.normal(size=(4000, 2))
    return x * (rng.uniform(size=(4000, 1)) < 0.03)


def _far_ball(rng: np.random.Generator) -> Array:
    x = rng.normal(size=(2000, 3))
    x[:8] = 300.0 + rng.normal(size=(8, 3))
    return x


def _exchange_columns(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    hit = rng.uniform(size=len(x)) < 0.02
    x[hit] = x[hit][:, ::-1]
    return x, y + 0.01 * rng.normal(size=y.shape)


def _flip_signs(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    return x, np.where(rng.uniform(size=len(y)) < 0.02, -y, y) + 0.01 * rng.normal(size=y.shape)


def _stuck(share: float) -> Spoil:
    """A share of the rows repeats the output of the row before."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        hit = rng.uniform(size=len(y)) < share
        return x, np.where(hit, np.roll(y, 1), y)

    return spoil


CASES = (
    tails(
        "loud-factor",
        "x[2]+1 -> 1",
        lambda x: x[:, 2] * torch.cos(sq(x, 0, 2).sqrt()) + 0.3 * x[:, 0],
        _loud_factor,
        [],
        "A factor with heavy tails is louder than the tilt that breaks the turn.",
        decoys=SPIN,
    ),
    tails(
        "loud-factor-round",
        "x[2]+1 -> 1",
        lambda x: x[:, 2] * torch.cos(sq(x, 0, 2).sqrt()) + 0.3 * sq(x, 0, 2),
        _loud_factor,
        SPIN,
        "The same factor, and a quiet part that is round.",
    ),
    tails(
        "ellipsoid",
        "x[3] -> 1",
        _saturating,
        _student(3000, 3, 1.0),
        on("x", [np.linalg.solve(SKEW, r @ SKEW) for r in rotations(3)]),
        "A skew form levels off where the tails are.",
    ),
    tails(
        "trade",
        "a[1]+b[1] -> 1",
        lambda x: torch.atan(x.prod(dim=1)),
        _cauchy_and_normal,
        [TRADE],
        "The product of a Cauchy number and a normal one.",
    ),
    tails(
        "trade-shifted",
        "a[1]+b[1] -> 1",
        lambda x: torch.atan(x[:, 0] * (x[:, 1] + 0.5)),
        _wide_and_normal,
        [],
        "A factor with wide tails times one with an offset, which no scaling keeps.",
        decoys=[TRADE],
    ),
    tails(
        "central-field",
        "x[2] -> x",
        lambda x: x / (1 + sq(x).sqrt())[:, None],
        _student(2000, 2, 1.5),
        SPIN,
        "A central field that tends to unit vectors in the tails.",
    ),
    tails_learned(
        "flights",
        "2*x[2] -> 1",
        lambda x: torch.log1p(sq(x[:, 2:] - x[:, :2])),
        _flights,
        SPIN,
        "The length of a flight with heavy tails, given by its two ends.",
        spoil=noise(0.02),
    ),
    tails_learned(
        "one-sided",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.6 * x[:, 0] / (1 + sq(x)).sqrt(),
        _student(1500, 2, 3.0),
        [],
        "A tilt that only depends on the direction far out.",
        decoys=SPIN,
    ),
    stray(
        "switched",
        "x[2]+1 -> 1",
        lambda x: torch.cos(sq(x, 0, 2).sqrt()) + 2 * torch.sigmoid(x[:, 2] - 40) * x[:, 1],
        _switched,
        [],
        "One row in a hundred has a wild third input, which switches a side force on.",
        decoys=SPIN,
    ),
    stray(
        "along-orbits",
        "x[2] -> 1",
        lambda x: torch.sin(x.prod(dim=1)),
        _along_orbits,
        on("x", [SQUEEZE]),
        "Outliers lie far away along the curves on which the function is constant.",
    ),
    stray(
        "mostly-zero",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.1 * x[:, 0] ** 3,
        _mostly_zero,
        [],
        "Ninety-seven rows of a hundred are zero and say nothing; the others break.",
        decoys=SPIN,
    ),
    stray(
        "mostly-zero-round",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        _mostly_zero,
        SPIN,
        "Ninety-seven rows of a hundred are zero; the others are round.",
    ),
    stray(
        "far-ball",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)) + torch.sin(x[:, 2]),
        _far_ball,
        on("x", [rotations(3)[0]]),
        "Eight rows far off the axis that is left.",
        decoys=on("x", rotations(3)[1:]),
    ),
    stray_learned(
        "exchanged-columns",
        "x[2] -> 1",
        lambda x: torch.cos((x[:, 0] ** 2 + 4 * x[:, 1] ** 2).sqrt()),
        normal(1500, 2),
        on("x", [np.array([[0.0, -2.0], [0.5, 0.0]])]),
        "Two inputs were exchanged in 2 % of the rows, and the ellipse does not forgive it.",
        spoil=_exchange_columns,
    ),
    stray_learned(
        "flipped-signs",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2) + 0.3 * torch.sin(2 * x[:, 0]),
        normal(1500, 2),
        [],
        "Signs of 2 % of the outputs are wrong, and a wave along one axis breaks the turn.",
        spoil=_flip_signs,
        decoys=SPIN,
    ),
    stray_learned(
        "stuck-reading",
        "x[2] -> 1",
        lambda x: torch.tanh(x.prod(dim=1)),
        uniform(1500, 2, -2.0, 2.0),
        on("x", [SQUEEZE]),
        "A display that sometimes shows the value before.",
        spoil=_stuck(0.03),
    ),
)
