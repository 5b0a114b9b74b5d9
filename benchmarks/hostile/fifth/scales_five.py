"""Units, heavy tails, and outputs that are small, constant or redundant."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    Array,
    Inputs,
    col,
    entry,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
)

scale = partial(make, "scales_five", "exact")
scale_learned = partial(make, "scales_five", "learned")

NIL = np.zeros((1, 1))
NONE = np.zeros((2, 2))
MILES = np.diag([1000.0, 1.0])


def in_units(count: int, *sizes: float) -> Inputs:
    """Normal columns, each in its own unit."""
    return lambda rng: rng.normal(size=(count, len(sizes))) * np.array(sizes)


def student(count: int, n: int, freedom: float) -> Inputs:
    """Heavy tails in all directions alike."""

    def draw(rng: np.random.Generator) -> Array:
        tail = np.sqrt(rng.chisquare(freedom, size=(count, 1)) / freedom)
        return rng.normal(size=(count, n)) / tail

    return draw


def incomes(count: int) -> Inputs:
    """Two incomes of a household, with a long tail."""
    return lambda rng: rng.lognormal(0.0, 1.0, size=(count, 2))


def metric(x: torch.Tensor) -> torch.Tensor:
    """Round in kilometres, where the first column is in metres."""
    return torch.sin((x[:, 0] / 1000.0).square() + x[:, 1].square())


def splitting(x: torch.Tensor) -> torch.Tensor:
    """The tax of a couple: their sum, in brackets."""
    total = x.sum(dim=1)
    return 0.2 * total + 0.25 * (total - 3.0).relu() + 0.1 * torch.sqrt(total)


def single(x: torch.Tensor) -> torch.Tensor:
    """The same with an allowance that is only for the smaller income."""
    return splitting(x) - 0.3 * torch.tanh(2.0 * x.amin(dim=1))


def grows(power: float) -> Array:
    """A matrix of one number."""
    return power * np.eye(1)


CASES = (
    scale(
        "metres-and-kilometres",
        "x[2] -> 1",
        metric,
        in_units(2500, 1000.0, 1.0),
        on("x", [MILES @ ROT @ np.linalg.inv(MILES)]),
        "Round in kilometres, but one of the columns is in metres.",
        why="the slope along metres is a thousandth of the other",
    ),
    scale(
        "metres-and-kilometres-leaning",
        "x[2] -> 1",
        lambda x: metric(x) + 0.1 * x[:, 1],
        in_units(2500, 1000.0, 1.0),
        (),
        "With a faint slope along the column in kilometres.",
        why="the slope along metres is a thousandth of the other",
    ),
    scale(
        "volts-and-microamperes",
        "a[1]+b[1] -> 1",
        lambda x: torch.tanh(1e4 * x[:, 0] * x[:, 1]) + 0.15 * torch.tanh(1e5 * x[:, 1]),
        in_units(2500, 10.0, 1e-5),
        (),
        "A power by volts and microamperes, and a part that only one of them sets.",
        decoys=({"a": grows(1.0), "b": grows(-1.0)},),
    ),
    scale(
        "second-output-small",
        "x[2] -> 2",
        lambda x: col(sq(x), 0.08 * torch.sin(2.0 * x[:, 0])),
        normal(2000, 2),
        (),
        "A second output that is small and is not round at all.",
        decoys=SPIN,
    ),
    scale(
        "log-and-one",
        "x[2] -> y[2]",
        lambda x: col(torch.log(sq(x)), torch.ones_like(x[:, 0])),
        normal(2000, 2),
        ({"x": ROT, "y": NONE}, {"x": EYE, "y": 2.0 * entry(2, 0, 1)}),
        "A logarithm next to a constant output, which can take up what growing adds.",
    ),
    scale(
        "log-alone",
        "x[2] -> y[1]",
        lambda x: torch.log(sq(x)),
        normal(2000, 2),
        ({"x": ROT, "y": NIL},),
        "A logarithm alone: growing adds a number, and that is not linear.",
        decoys=({"x": EYE, "y": grows(2.0)},),
    ),
    scale(
        "same-output-thrice",
        "x[2] -> y[3]",
        lambda x: col(sq(x), 2.0 * sq(x), -sq(x)),
        normal(2000, 2),
        ({"x": ROT, "y": np.zeros((3, 3))}, {"x": EYE, "y": 2.0 * np.eye(3)}),
        "One output in three units.",
    ),
    scale(
        "cauchy",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)),
        student(2500, 3, 1.0),
        on("x", rotations(3)),
        "Inputs with the heaviest of tails.",
    ),
    scale(
        "tail-breaks",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.25 * torch.log1p((x[:, 0] - 4.0).relu()),
        student(3000, 2, 1.5),
        (),
        "Round but for the tail on one side, where 4.5 % of the rows are.",
        decoys=SPIN,
    ),
    scale(
        "bulk-breaks",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.2 * x[:, 0] * torch.exp(-sq(x)),
        student(3000, 2, 1.5),
        (),
        "Round in the tails, and a faint slope at the centre.",
        decoys=SPIN,
    ),
    scale(
        "household-allowance",
        "x[2] -> 1",
        single,
        incomes(3000),
        (),
        "An allowance for the smaller of two incomes.",
        decoys=on("x", keeping((1.0, 1.0))),
    ),
    scale_learned(
        "micro-and-mega",
        "a[1]+b[1] -> 1",
        lambda x: torch.sin(x[:, 0] * x[:, 1]),
        in_units(3000, 1e-3, 1e3),
        ({"a": grows(1.0), "b": grows(-1.0)},),
        "A product of inputs that differ by six orders of magnitude.",
        spoil=noise(0.03),
    ),
    scale_learned(
        "household-tax",
        "x[2] -> 1",
        splitting,
        incomes(4000),
        on("x", keeping((1.0, 1.0))),
        "A tax of the sum of two incomes with long tails.",
        spoil=noise(0.05),
    ),
    scale_learned(
        "student-leaning",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.4 * torch.tanh(x[:, 1]),
        student(4000, 2, 3.0),
        (),
        "The same with a slope near the centre.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    scale_learned(
        "unequal-outputs",
        "x[2] -> 2",
        lambda x: col(torch.sin(sq(x)), 0.1 * torch.tanh(2.0 * x[:, 0])),
        lambda rng: 1.2 * rng.normal(size=(4000, 2)),
        (),
        "A second output that is ten times smaller and is not round.",
        spoil=noise(0.01),
        decoys=SPIN,
    ),
)
