"""Tables as they come from shops, offices and meters."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Inputs,
    keeping,
    make,
    noise,
    on,
    sq,
)

table = partial(make, "tables_five", "exact")
table_learned = partial(make, "tables_five", "learned")

NIL = np.zeros((1, 1))
ONE = np.eye(1)
OFFICE = (1.0, 0.6, -0.4, 0.2)


def trips(rng: np.random.Generator) -> Array:
    """Two legs of a trip, whether it ends in the old town (4 %), and the hour."""
    x = rng.normal(size=(3000, 4))
    x[:, 2] = rng.random(3000) < 0.04
    x[:, 3] = rng.uniform(0.0, 24.0, size=3000)
    return x


def fare(x: torch.Tensor) -> torch.Tensor:
    """As the crow flies, and along a grid of streets in the old town."""
    crow = (sq(x, 0, 2) + 0.01).sqrt()
    grid = x[:, 0].abs() + x[:, 1].abs()
    way = crow + x[:, 2] * (grid - crow)
    return 2.5 + way * (1.2 + 0.3 * torch.sin(x[:, 3] / 4.0))


def people(count: int) -> Inputs:
    """Weights in kilograms and heights in metres."""

    def draw(rng: np.random.Generator) -> Array:
        height = rng.uniform(0.6, 2.0, size=count)
        weight = 20.0 * height**2 * np.exp(0.3 * rng.normal(size=count))
        return np.stack([weight, height], axis=1)

    return draw


def orders(rng: np.random.Generator) -> Array:
    """Prices, quantities, and whether the order goes abroad (4 %)."""
    price = rng.lognormal(1.0, 0.5, size=3000)
    many = rng.integers(1, 60, size=3000).astype(np.float64)
    return np.stack([price, many, rng.random(3000) < 0.04], axis=1)


def clocks(rng: np.random.Generator) -> Array:
    """Sine and cosine of the hour of the day and of the day of the year."""
    a, b = rng.uniform(0.0, 2.0 * np.pi, size=(2, 2500))
    return np.stack([np.cos(a), np.sin(a), np.cos(b), np.sin(b)], axis=1)


def dial(count: int) -> Inputs:
    """The hour as a point on a circle, and a temperature."""

    def draw(rng: np.random.Generator) -> Array:
        a = rng.uniform(0.0, 2.0 * np.pi, size=count)
        return np.stack([np.cos(a), np.sin(a), rng.normal(size=count)], axis=1)

    return draw


def on_dial(x: Array) -> Array:
    """No row leaves the circle."""
    return np.stack([x[:, 0], x[:, 1], 0.0 * x[:, 2]], axis=1)[:, None]


def on_clocks(x: Array) -> Array:
    """No row leaves either circle."""
    none = np.zeros((len(x), 2))
    one = np.concatenate([x[:, :2], none], axis=1)
    two = np.concatenate([none, x[:, 2:]], axis=1)
    return np.stack([one, two], axis=1)


def beat(k: float) -> partial[torch.Tensor]:
    """The cosine of one phase less a multiple of the other."""
    return partial(_beat, k)


def _beat(k: float, x: torch.Tensor) -> torch.Tensor:
    a = torch.atan2(x[:, 1], x[:, 0])
    b = torch.atan2(x[:, 3], x[:, 2])
    return torch.cos(a - k * b)


def twins(rng: np.random.Generator) -> Array:
    """Two thermometers side by side."""
    true = rng.uniform(1.0, 5.0, size=3000)
    return true[:, None] * (1.0 + 0.15 * rng.normal(size=(3000, 2)))


def plots(rng: np.random.Generator) -> Array:
    """Where houses stand, in kilometres from the centre."""
    return 1.2 * rng.normal(size=(4000, 2))


def meter(rng: np.random.Generator) -> Array:
    """Power, hours and tariff."""
    return rng.uniform([0.0, 0.2, 0.1], [3.0, 4.0, 2.0], size=(3000, 3))


CASES = (
    table(
        "taxi-crow",
        "x[2]+2 -> 1",
        lambda x: 2.5 + (sq(x, 0, 2) + 0.01).sqrt() * (1.2 + 0.3 * torch.sin(x[:, 3] / 4.0)),
        trips,
        SPIN,
        "A fare by distance and hour; a flag of 4 % of the rows does nothing.",
    ),
    table(
        "taxi-old-town",
        "x[2]+2 -> 1",
        fare,
        trips,
        (),
        "A fare by distance, but 4 % of the trips go along a grid of streets.",
        decoys=SPIN,
    ),
    table(
        "body-mass",
        "x[2] -> 1",
        lambda x: x[:, 0] / x[:, 1].square(),
        people(3000),
        on("x", [np.diag([2.0, 1.0])]),
        "The body mass index, where weight goes with the square of height in the data too.",
    ),
    table(
        "bulk-discount",
        "x[2]+1 -> 1",
        lambda x: x[:, 0] * x[:, 1] * (1.0 - 0.15 * torch.sigmoid((x[:, 1] - 45.0) / 4.0)),
        orders,
        (),
        "Price times quantity with a discount for the largest quarter of the orders.",
        decoys=on("x", [SQUEEZE]),
    ),
    table(
        "abroad",
        "x[2]+1 -> 1",
        lambda x: x[:, 0] * x[:, 1] + 4.0 * x[:, 2] * x[:, 1],
        orders,
        (),
        "Price times quantity, and a fixed charge per piece for the 4 % of orders that go abroad.",
        decoys=on("x", [SQUEEZE]),
    ),
    table(
        "credit-clipped",
        "x[4] -> 1",
        lambda x: (x @ torch.tensor(OFFICE, dtype=x.dtype) * 120.0 + 600.0).clamp(300.0, 850.0),
        lambda rng: rng.normal(size=(2000, 4)) * [1.0, 2.0, 0.5, 3.0],
        on("x", keeping(OFFICE)),
        "A linear score that is cut off at both ends.",
    ),
    table(
        "two-thermometers",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        twins,
        on("x", [SQUEEZE]),
        "The product of two readings that are nearly the same number.",
    ),
    table(
        "day-and-year",
        "a[2]+b[2] -> 1",
        beat(2.0),
        clocks,
        ({"a": 2.0 * ROT, "b": ROT},),
        "Two phases on circles; one of them has to turn twice as fast as the other.",
        normals=on_clocks,
        decoys=({"a": ROT, "b": ROT},),
    ),
    table(
        "day-and-year-shared",
        "2*x[2] -> 1",
        beat(2.0),
        clocks,
        (),
        "Two phases on circles that would have to turn at different speeds, and may not.",
        normals=on_clocks,
        decoys=SPIN,
    ),
    table_learned(
        "hour-of-day",
        "x[2]+1 -> 1",
        lambda x: x[:, 2].square() + 0.4 * x[:, 2],
        dial(2000),
        SPIN,
        "The hour of the day, on a circle, has nothing to do with the outcome.",
        normals=on_dial,
        spoil=noise(0.1),
    ),
    table_learned(
        "hour-of-day-shift",
        "x[2]+1 -> 1",
        lambda x: x[:, 2].square() + 0.3 * (x[:, 0] * x[:, 1] * (x[:, 0] ** 2 - x[:, 1] ** 2)) * 4,
        dial(3000),
        (),
        "Four shifts a day: the hour on a circle matters only in its fourth harmonic.",
        normals=on_dial,
        spoil=noise(0.1),
        decoys=SPIN,
    ),
    table_learned(
        "house-prices",
        "x[2] -> 1",
        lambda x: 3.0 * torch.exp(-0.25 * sq(x)) + 1.0,
        plots,
        SPIN,
        "House prices fall with the distance from the centre.",
        spoil=noise(0.1),
    ),
    table_learned(
        "house-prices-river",
        "x[2] -> 1",
        lambda x: 3.0 * torch.exp(-0.25 * sq(x)) + torch.sigmoid(4.0 * (x[:, 0] - 1.8)),
        plots,
        (),
        "House prices fall with the distance, and rise beyond a river where 7 % of them stand.",
        spoil=noise(0.1),
        decoys=SPIN,
    ),
    table_learned(
        "electricity-bill",
        "x[3] -> 1",
        lambda x: x.prod(dim=1),
        meter,
        on("x", [np.diag([1.0, -1.0, 0.0]), np.diag([0.0, 1.0, -1.0])]),
        "Power times hours times tariff.",
        spoil=noise(0.1),
    ),
    table_learned(
        "electricity-bill-standby",
        "a[1]+b[1]+c[1] -> 1",
        lambda x: (x[:, 0] + 0.8) * x[:, 1] * x[:, 2],
        meter,
        ({"a": NIL, "b": ONE, "c": -ONE},),
        "Power times hours times tariff, where some power is always drawn.",
        spoil=noise(0.1),
        decoys=({"a": ONE, "b": -ONE, "c": NIL},),
    ),
)
