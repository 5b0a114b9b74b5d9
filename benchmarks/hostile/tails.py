"""Inputs and outputs with heavy tails."""

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
    keeping,
    make,
    normal,
    on,
    sq,
    turn,
)

exact = partial(make, "tails", "exact")
learned = partial(make, "tails", "learned")


def student(count: int, n: int, degrees: float) -> Inputs:
    """A round Student distribution; one degree of freedom is Cauchy's."""

    def draw(rng: np.random.Generator) -> Array:
        scale = np.sqrt(rng.chisquare(degrees, size=(count, 1)) / degrees)
        return rng.normal(size=(count, n)) / scale

    return draw


def pareto(count: int, shape: float) -> Inputs:
    """A radius with a tail of powers, in all directions of the plane."""

    def draw(rng: np.random.Generator) -> Array:
        r = 0.5 * (1.0 + rng.pareto(shape, size=count))
        phi = rng.uniform(0.0, 2.0 * np.pi, size=count)
        return np.stack([r * np.cos(phi), r * np.sin(phi)], axis=1)

    return draw


def lognormal(count: int, n: int, width: float) -> Inputs:
    """Positive numbers whose logarithms are normal."""
    return lambda rng: np.exp(width * rng.normal(size=(count, n)))


def cauchy_noise(scale: float) -> Spoil:
    """Noise without a mean."""
    return lambda rng, x, y: (x, y + scale * rng.standard_cauchy(size=y.shape))


CASES: tuple[Case, ...] = (
    exact(
        "cauchy-log",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        student(3000, 2, 1.0),
        SPIN,
        "Inputs span many orders of magnitude.",
    ),
    exact(
        "student-square",
        "x[2] -> 1",
        sq,
        student(3000, 2, 2.0),
        SPIN,
        "A few samples carry nearly all of the sum of squares.",
    ),
    exact(
        "cauchy-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.4 * torch.tanh(x[:, 0]),
        student(5000, 2, 1.0),
        (),
        "The law breaks in the bulk and is round in the tails, which weigh far more.",
        decoys=SPIN,
    ),
    exact(
        "pareto-bend",
        "x[2] -> 1",
        lambda x: torch.log(sq(x)) + 0.5 * torch.sin(torch.log(x[:, 0] ** 2 + 0.3 * sq(x))),
        pareto(5000, 1.2),
        (),
        "The breaking depends on the direction alone, over a radius without a mean.",
        decoys=SPIN,
    ),
    exact(
        "lognormal-product",
        "x[2] -> 1",
        lambda x: torch.log(x[:, 0]) + torch.log(x[:, 1]),
        lognormal(3000, 2, 1.0),
        on("x", [SQUEEZE]),
        "Positive numbers over several orders of magnitude.",
    ),
    exact(
        "lognormal-ratio",
        "x[3] -> 1",
        lambda x: x[:, 0] * x[:, 1] / x[:, 2],
        lognormal(3000, 3, 0.7),
        on("x", [np.diag([1.0, -1.0, 0.0]), np.diag([1.0, 0.0, 1.0])]),
        "Inputs and outputs are log-normal; three scalings keep two combinations.",
    ),
    exact(
        "lognormal-broken",
        "x[2] -> 1",
        lambda x: torch.log(x[:, 0] * x[:, 1]) + 0.2 * torch.sin(3.0 * torch.log(x[:, 0])),
        lognormal(3000, 2, 1.0),
        (),
        "A power law with a wave in the logarithm of one factor.",
        decoys=on("x", [SQUEEZE]),
    ),
    learned(
        "cauchy-log",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        student(2000, 2, 1.0),
        SPIN,
        "Cauchy inputs: the far samples are alone.",
    ),
    learned(
        "lognormal-product",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        lognormal(2000, 2, 1.0),
        on("x", [SQUEEZE]),
        "Log-normal inputs and outputs, crowded at the small end.",
    ),
    learned(
        "student-saddle",
        "x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 1]),
        student(2500, 2, 2.0),
        on("x", [SQUEEZE]),
        "Student inputs; far out the law is two plateaus with a cliff along the axes.",
    ),
    learned(
        "student-broken",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.3 * torch.sin(x[:, 0]),
        student(2500, 2, 2.0),
        (),
        "Student inputs; the breaking wave is resolved in the bulk only.",
        decoys=SPIN,
    ),
    learned(
        "cauchy-noise",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)),
        normal(2000, 2),
        SPIN,
        "Noise without a mean or a variance.",
        spoil=cauchy_noise(0.03),
    ),
    learned(
        "exponential",
        "x[2] -> 1",
        lambda x: torch.exp(2.0 * (x[:, 0] + x[:, 1])),
        normal(2000, 2),
        on("x", keeping([1.0, 1.0])),
        "The output is log-normal, over ten orders of magnitude.",
    ),
    learned(
        "pole",
        "x[2] -> 1",
        lambda x: 1.0 / (sq(x) + 0.02),
        normal(2500, 2),
        SPIN,
        "A sharp peak: a few samples near the origin make up the variance.",
    ),
    learned(
        "exponential-axis",
        "x[3] -> 1",
        lambda x: torch.exp(0.15 * sq(x, 0, 2)) + 2.0 * torch.sin(x[:, 2]),
        normal(2500, 3),
        on("x", [turn(3, 0, 1)]),
        "Huge outputs hide that the third coordinate matters as well.",
    ),
    learned(
        "pareto-broken",
        "x[2] -> 1",
        lambda x: torch.sqrt(sq(x)) + 0.5 * torch.relu(x[:, 0]),
        pareto(2500, 2.5),
        (),
        "A kinked law of the first degree, with a tail of powers.",
        decoys=SPIN,
    ),
    exact(
        "pareto-kink",
        "x[2] -> 1",
        lambda x: torch.log(sq(x)) + 0.3 * torch.relu(x[:, 0]) / torch.sqrt(sq(x)),
        pareto(5000, 1.0),
        (),
        "A kink that depends on the direction alone, over a radius without a mean.",
        decoys=SPIN,
    ),
    exact(
        "cauchy-petals",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.2 * torch.cos(3.0 * torch.atan2(x[:, 1], x[:, 0])),
        student(5000, 2, 1.0),
        (),
        "Three petals over a radius of many orders of magnitude.",
        decoys=SPIN,
    ),
    learned(
        "lognormal-broken",
        "x[2] -> 1",
        lambda x: torch.log(x[:, 0] * x[:, 1]) + 0.5 * torch.sin(2.0 * torch.log(x[:, 1])),
        lognormal(2500, 2, 0.7),
        (),
        "A power law with a wave in the logarithm of one factor.",
    ),
    learned(
        "cauchy-noise-broken",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)) + 0.2 * torch.tanh(2.0 * x[:, 1]),
        normal(2500, 2),
        (),
        "Noise without a mean or a variance over a law that is nearly round.",
        spoil=cauchy_noise(0.03),
        decoys=SPIN,
    ),
    learned(
        "exponential-broken",
        "x[2] -> 1",
        lambda x: torch.exp(x[:, 0] + x[:, 1]) + x[:, 0] ** 2,
        normal(2500, 2),
        (),
        "A log-normal output hides a square of order one.",
    ),
)
