"""Laws that are broken seldom: flags, faults, thresholds, hours, corners of the data."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Inputs,
    Spoil,
    keeping,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
)

rare = partial(make, "rarely_six", "exact")
rare_learned = partial(make, "rarely_six", "learned")


def relative(part: float) -> Spoil:
    """Noise that is a part of the spread of the outputs."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def flagged(count: int, n: int, part: float, value: float = 1.0) -> Inputs:
    """Normal columns and a flag which is seldom set."""
    return lambda rng: np.column_stack(
        [rng.normal(size=(count, n)), value * (rng.random(count) < part)]
    )


def customers(rng: np.random.Generator) -> Array:
    """Two numbers and one of two hundred customers."""
    return np.column_stack([rng.normal(size=(8000, 2)), rng.integers(0, 200, size=8000)])


def hours(rng: np.random.Generator) -> Array:
    """Two numbers and the hour of the day."""
    return np.column_stack([rng.normal(size=(6000, 2)), rng.uniform(0.0, 24.0, size=6000)])


def one_customer(x: torch.Tensor) -> torch.Tensor:
    """Customer 137 has a contract of his own."""
    special = (x[:, 2] == 137.0).to(x.dtype)
    return torch.log1p(sq(x, 0, 2)) * (1.0 - special) + special * (1.0 + 2.0 * x[:, 1])


def with_codes(x: torch.Tensor) -> torch.Tensor:
    """A code of -999 stands for a missing temperature; then one column is used alone."""
    missing = x[:, 2] < -900.0
    warm = torch.where(missing, torch.zeros_like(x[:, 2]), x[:, 2])
    return torch.where(missing, x[:, 0].abs() + 0.5, sq(x, 0, 2).sqrt() * (1.0 + 0.2 * warm))


def codes(part: float) -> Inputs:
    """Two numbers and a temperature which is missing at times."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(5000, 3))
        x[rng.random(5000) < part, 2] = -999.0
        return x

    return draw


def flood(rng: np.random.Generator) -> Array:
    """Rain on two slopes, with heavy tails."""
    return np.asarray(rng.pareto(3.0, size=(5000, 2)) + 0.2)


def shipments(rng: np.random.Generator) -> Array:
    """Length, width and height in metres."""
    return rng.lognormal(0.0, 0.35, size=(5000, 3))


def weekend(count: int) -> Inputs:
    """Two numbers and the day of the week."""
    return lambda rng: np.column_stack(
        [rng.normal(size=(count, 2)), rng.integers(0, 7, size=count)]
    )


def by_day(x: torch.Tensor) -> torch.Tensor:
    """On Sundays the law is skew, on other days it is round with a gain of the day."""
    round_ = torch.sqrt(1.0 + sq(x, 0, 2)) * (1.0 + 0.05 * x[:, 2])
    skew = torch.sqrt(1.0 + 3.0 * x[:, 0].square() + 0.3 * x[:, 1].square())
    return torch.where(x[:, 2] == 6.0, skew, round_)


CASES = (
    rare(
        "leap-day",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) + 3.0 * x[:, 2] * x[:, 0],
        flagged(8000, 2, 0.004),
        (),
        "On one row in 250 there is a term that is not round.",
        decoys=SPIN,
    ),
    rare(
        "leap-day-harmless",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) + 3.0 * x[:, 2] * torch.cos(sq(x, 0, 2)),
        flagged(8000, 2, 0.004),
        SPIN,
        "On one row in 250 there is another term, and it is round as well.",
    ),
    rare(
        "huge-flag",
        "x[2]+1 -> 1",
        lambda x: torch.log1p(sq(x, 0, 2)) + 1e-6 * x[:, 2] * x[:, 1],
        flagged(8000, 2, 0.01, 1e6),
        (),
        "A flag of a million with a coefficient of a millionth, set in one row of a hundred.",
        decoys=SPIN,
    ),
    rare(
        "missing-code",
        "x[2]+1 -> 1",
        with_codes,
        codes(0.01),
        (),
        "Where a code says that a column is missing, another formula is used.",
        decoys=SPIN,
    ),
    rare(
        "one-customer",
        "x[2]+1 -> 1",
        one_customer,
        customers,
        (),
        "One of two hundred customers has a contract of his own.",
        decoys=SPIN,
    ),
    rare(
        "sensor-at-its-stop",
        "x[2] -> 1",
        lambda x: sq(x.clamp(-2.2, 2.2)),
        normal(4000, 2),
        (),
        "Each of two sensors has a stop that one row in forty reaches.",
        decoys=SPIN,
    ),
    rare(
        "night-shift",
        "x[2]+1 -> 1",
        lambda x: (
            torch.tanh(x[:, 0] * x[:, 1]) + x[:, 0] * torch.exp(-((x[:, 2] - 3.1) / 0.15).square())
        ),
        hours,
        (),
        "Twenty minutes of the night break a law of a product.",
        decoys=on("x", [SQUEEZE]),
    ),
    rare(
        "day-and-night",
        "x[2]+1 -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 1]) * (1.2 + torch.sin(x[:, 2] * np.pi / 12.0)),
        hours,
        on("x", [SQUEEZE]),
        "The hour of the day changes the size of the law and nothing else.",
    ),
    rare(
        "flood-over-the-wall",
        "x[2] -> 1",
        lambda x: x.sum(dim=1) + torch.relu(x[:, 0] - 2.0),
        flood,
        (),
        "Rain adds up, until the first slope floods in two years of a hundred.",
        decoys=on("x", keeping((1.0, 1.0))),
    ),
    rare(
        "bulky-parcels",
        "x[3] -> 1",
        lambda x: x.prod(dim=1) + 2.0 * torch.relu(x[:, 0] - 2.0).square(),
        shipments,
        on("x", [np.diag([0.0, 1.0, -1.0])]),
        "The volume counts, and a length over two metres costs extra.",
        decoys=on("x", [np.diag([1.0, -1.0, 0.0])]),
    ),
    rare(
        "far-corner",
        "x[3] -> 1",
        lambda x: torch.cos(sq(x).sqrt()) + 2.0 * torch.relu(x.amin(dim=1) - 0.8),
        normal(6000, 3),
        (),
        "Only where all three are above 0.8, in one row of a hundred, the law is not round.",
        decoys=on("x", rotations(3)),
    ),
    rare(
        "sunday",
        "x[2]+1 -> 1",
        by_day,
        weekend(4000),
        (),
        "Six days are round, and on the seventh it is another ellipse.",
        decoys=SPIN,
    ),
    rare_learned(
        "flag-one-in-ten",
        "x[2]+1 -> 1",
        lambda x: torch.cos(sq(x, 0, 2)) + 2.0 * x[:, 2] * x[:, 0],
        flagged(4000, 2, 0.1),
        (),
        "In one row of ten a strong term is not round.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    rare_learned(
        "flag-harmless",
        "x[2]+1 -> 1",
        lambda x: torch.exp(-0.5 * sq(x, 0, 2)) * (1.0 - 2.0 * x[:, 2]),
        flagged(4000, 2, 0.1),
        SPIN,
        "In one row of ten the sign of a round law is turned.",
        spoil=relative(0.03),
    ),
    rare_learned(
        "sunday",
        "x[2]+1 -> 1",
        by_day,
        weekend(4000),
        (),
        "Six days are round, and on the seventh it is another ellipse.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    rare_learned(
        "bulky-parcels",
        "x[3] -> 1",
        lambda x: x.prod(dim=1) + 4.0 * torch.relu(x[:, 0] - 1.2),
        shipments,
        on("x", [np.diag([0.0, 1.0, -1.0])]),
        "The volume counts, and a length over 1.2 metres costs extra.",
        spoil=relative(0.02),
        decoys=on("x", [np.diag([1.0, -1.0, 0.0])]),
    ),
    rare_learned(
        "behind-the-wall",
        "x[3] -> 1",
        lambda x: torch.sin(sq(x, 0, 2)) + 1.5 * torch.relu(x[:, 2] - 1.0) * x[:, 0],
        normal(4000, 3),
        (),
        "Behind a wall in the third column, a sixth of the rows, the turn is broken.",
        spoil=relative(0.02),
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    rare_learned(
        "before-the-wall",
        "x[2]+1 -> x",
        lambda x: (
            x[:, :2] @ torch.from_numpy(ROT.T.copy()) * torch.relu(x[:, 2] - 0.5)[:, None]
            + torch.tanh(sq(x, 0, 2))[:, None] * x[:, :2]
        ),
        normal(4000, 3),
        SPIN,
        "Behind a wall in a parameter the law swirls; it is round on both sides.",
        spoil=relative(0.02),
    ),
)
