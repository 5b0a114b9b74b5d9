"""Heavy tails, outliers and noise of many kinds."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Inputs,
    Spoil,
    col,
    make,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

tails = partial(make, "tails_four", "exact")
tails_learned = partial(make, "tails_four", "learned")
outliers = partial(make, "outliers_four", "exact")
outliers_learned = partial(make, "outliers_four", "learned")
noisy = partial(make, "noise_four", "learned")

ONE = np.eye(1)
NIL = np.zeros((1, 1))


def lognormal(count: int, n: int, spread: float) -> Inputs:
    """Log-normal inputs."""
    return lambda rng: rng.lognormal(0.0, spread, size=(count, n))


def wide_radius(rng: np.random.Generator) -> Array:
    """All directions, and a radius with a heavy tail."""
    angle = rng.uniform(0.0, 2.0 * np.pi, size=4000)
    radius = 0.2 + rng.pareto(1.0, size=4000)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def log_spiral(x: torch.Tensor) -> torch.Tensor:
    """A wave along a logarithmic spiral with three arms."""
    return torch.sin(torch.log(sq(x)) + 3.0 * torch.atan2(x[:, 1], x[:, 0]))


def half_zero(rng: np.random.Generator) -> Array:
    """Two rows of three are exactly zero."""
    x = rng.normal(size=(3000, 3))
    x[rng.random(3000) < 0.67] = 0.0
    return x


def wild_parameter(rng: np.random.Generator) -> Array:
    """A parameter that is a million times too large in one row of a hundred."""
    x = rng.normal(size=(4000, 3))
    x[rng.random(4000) < 0.01, 2] *= 1e6
    return x


def pairs_apart(rng: np.random.Generator) -> Array:
    """Pairs of vectors; in a few pairs one is a hundred times longer than the other."""
    x = rng.normal(size=(3000, 6))
    x[:20, :3] *= 100.0
    x[20:40, 3:] *= 100.0
    return x


def plus(*sizes: Spoil) -> Spoil:
    """One spoiling after another."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        for each in sizes:
            x, y = each(rng, x, y)
        return x, y

    return spoil


def slips(share: float, factor: float) -> Spoil:
    """Some outputs are off by a factor."""
    return lambda rng, x, y: (x, np.where(rng.random(y.shape) < share, factor * y, y))


def flipped_input(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """The sign of the first input is lost in 3 % of the rows."""
    lost = rng.random(len(x)) < 0.03
    x[lost, 0] *= -1.0
    return x, y + 0.05 * rng.normal(size=y.shape)


def ring_noise(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Noise that is strongest near the centre."""
    size = 1.0 / (0.5 + (x * x).sum(axis=1))
    return x, y + 0.4 * size * rng.normal(size=y.shape)


def antithetic(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """The error changes its sign from row to row."""
    error = np.repeat(0.5 * rng.normal(size=len(y) // 2), 2)
    return x, y + error * np.tile([1.0, -1.0], len(y) // 2)


def along(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Errors along the output only."""
    return x, y * (1.0 + 0.4 * rng.normal(size=(len(y), 1)))


def two_sensors(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """One row of two comes from a poor sensor."""
    poor = rng.random(len(y)) < 0.5
    return x, y + np.where(poor, 1.5, 0.03) * rng.normal(size=y.shape)


def factors(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Log-normal factors with a mean of one."""
    return x, y * np.exp(0.3 * rng.normal(size=y.shape) - 0.045)


def first_input(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Only the first input is measured with errors."""
    x[:, 0] += 0.05 * rng.normal(size=len(x))
    return x, y


def gaussian(scale: float) -> Spoil:
    """Normal noise of one size."""
    return lambda rng, x, y: (x, y + scale * rng.normal(size=y.shape))


CASES = (
    tails(
        "student-areas",
        "2*x[2] -> 1",
        lambda x: torch.asinh(x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]),
        lambda rng: rng.standard_t(2.5, size=(3000, 4)),
        on("x", [ROT, SQUEEZE, np.array([[0.0, 1.0], [1.0, 0.0]])]),
        "The area between vectors with heavy tails, on a scale that is nearly logarithmic.",
        decoys=on("x", [EYE]),
    ),
    tails(
        "log-spiral",
        "x[2] -> 1",
        log_spiral,
        wide_radius,
        on("x", [3.0 * EYE - 2.0 * ROT]),
        "A logarithmic spiral over many orders of magnitude: growing and turning at once.",
        decoys=on("x", [ROT, EYE]),
    ),
    tails(
        "log-spiral-broken",
        "x[2] -> 1",
        lambda x: log_spiral(x) + 0.2 * torch.tanh(x[:, 0]),
        wide_radius,
        (),
        "A logarithmic spiral with a gentle step across one axis.",
        decoys=on("x", [3.0 * EYE - 2.0 * ROT]),
    ),
    tails(
        "ratio-and-drift",
        "a[1]+b[1]+c[1] -> 1",
        lambda x: torch.log(x[:, 0] / x[:, 1]) + 0.5 * torch.log1p(x[:, 2]),
        lognormal(3000, 3, 0.8),
        ({"a": ONE, "b": ONE, "c": NIL},),
        "A ratio of log-normal numbers, and a third number that matters less.",
        decoys=({"a": NIL, "b": NIL, "c": ONE},),
    ),
    tails_learned(
        "angle-of-ratio",
        "a[1]+b[1] -> 1",
        lambda x: torch.atan2(x[:, 0], x[:, 1]),
        lognormal(1200, 2, 1.0),
        ({"a": ONE, "b": ONE},),
        "Log-normal inputs, of which only the ratio counts.",
        spoil=gaussian(0.03),
    ),
    tails_learned(
        "saturation-crowded",
        "a[1]+b[1] -> 1",
        lambda x: x[:, 0] / (x[:, 0] + x[:, 1]) + 0.5 * x[:, 1] / (1.0 + x[:, 1]),
        lognormal(1200, 2, 1.0),
        (),
        "Log-normal inputs, of which not only the ratio counts.",
        spoil=gaussian(0.03),
        decoys=({"a": ONE, "b": ONE},),
    ),
    outliers(
        "mostly-nothing",
        "x[3] -> 1",
        lambda x: torch.sin(sq(x)),
        half_zero,
        on("x", rotations(3)),
        "Two rows of three are exactly zero and cannot move.",
    ),
    outliers(
        "wild-parameter",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) * (2.0 + torch.tanh(x[:, 2])) + torch.tanh(x[:, 2]),
        wild_parameter,
        SPIN,
        "A parameter that does not move is a million times too large in one row of a hundred.",
    ),
    outliers(
        "wild-parameter-broken",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) + 0.3 * x[:, 0] * torch.exp(-x[:, 2].square()),
        wild_parameter,
        (),
        "A side force that only acts while a parameter with wild outliers is small.",
        decoys=SPIN,
    ),
    outliers(
        "long-partners",
        "2*x[3] -> 1",
        lambda x: torch.log1p(torch.linalg.cross(x[:, :3], x[:, 3:]).square().sum(dim=1)),
        pairs_apart,
        on("x", rotations(3)),
        "An area in space; in a few pairs one vector is a hundred times longer.",
        decoys=on("x", [np.diag([1.0, -1.0, 0.0])]),
    ),
    outliers_learned(
        "full-scale",
        "x[2] -> 1",
        lambda x: sq(x).clamp(max=4.0),
        normal(1500, 2),
        SPIN,
        "A display with a full scale, which is round, and a few outputs that are doubled.",
        spoil=plus(slips(0.01, 2.0), gaussian(0.05)),
    ),
    outliers_learned(
        "lost-signs",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        normal(1500, 2),
        on("x", [SQUEEZE]),
        "The sign of one input is lost in 3 % of the rows, which changes that of the output.",
        spoil=flipped_input,
    ),
    outliers_learned(
        "thousandfold",
        "x[2] -> 1",
        lambda x: sq(x) + 0.8 * x[:, 0] * torch.exp(-0.2 * sq(x)),
        normal(1500, 2),
        (),
        "Two outputs of a hundred are given in a unit a thousand times smaller.",
        spoil=plus(gaussian(0.05), slips(0.02, 1000.0)),
        decoys=SPIN,
    ),
    noisy(
        "loud-centre",
        "x[2] -> 1",
        lambda x: torch.log1p(x[:, 0].square() + 4.0 * x[:, 1].square()),
        normal(1500, 2),
        on("x", [np.array([[0.0, -4.0], [1.0, 0.0]])]),
        "The noise is round, the law is an ellipse.",
        spoil=ring_noise,
        decoys=SPIN,
    ),
    noisy(
        "antithetic",
        "x[2] -> 1",
        lambda x: sq(x) + 0.7 * torch.sin(2.0 * x[:, 0]),
        normal(1600, 2),
        (),
        "Errors change their sign from row to row, so that neighbours cancel.",
        spoil=antithetic,
        decoys=SPIN,
    ),
    noisy(
        "along-the-flow",
        "x[2] -> x",
        lambda x: col(x[:, 0] - x[:, 1], x[:, 0] + x[:, 1]) / (1.0 + sq(x))[:, None],
        normal(1500, 2),
        SPIN,
        "A swirl whose strength is uncertain by 40 %, but not its direction.",
        spoil=along,
    ),
    noisy(
        "two-sensors",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + 0.6 * x[:, 1],
        normal(1500, 2),
        (),
        "Half of the rows come from a poor sensor; the law is almost a product.",
        spoil=two_sensors,
        decoys=on("x", [SQUEEZE]),
    ),
    noisy(
        "factors-on-ratio",
        "a[1]+b[1] -> 1",
        lambda x: x[:, 0].square() / x[:, 1],
        uniform(1500, 2, 0.5, 2.0),
        ({"a": ONE, "b": 2.0 * ONE},),
        "Log-normal errors on a law of powers.",
        spoil=factors,
        decoys=({"a": ONE, "b": ONE},),
    ),
    noisy(
        "one-blurred-input",
        "a[1]+b[1] -> 1",
        lambda x: torch.sin(2.0 * x[:, 0] * x[:, 1]),
        uniform(1500, 2, 0.4, 1.6),
        ({"a": ONE, "b": -ONE},),
        "Only one of two factors is measured with errors.",
        spoil=first_input,
    ),
)
