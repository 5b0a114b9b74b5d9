"""Tables as they come: tails, copies, groups, sectors, outliers, units and uneven noise."""

from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

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
    rows,
    sq,
    turn,
    uniform,
)

samp = partial(make, "sampling_six", "learned")

LONG = np.array([[1.0, 0.3], [0.3, 2.5]])
PULL = np.array([[1.0, 0.0], [0.9, 0.45]])


def relative(part: float) -> Spoil:
    """Noise that is a part of the spread of the outputs."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def tails(count: int, n: int) -> Inputs:
    """Inputs with heavy tails."""
    return lambda rng: rng.standard_t(3.0, size=(count, n))


def copies(count: int, times: int, n: int) -> Inputs:
    """Each row several times."""
    return lambda rng: np.repeat(rng.normal(size=(count, n)), times, axis=0)


def copied_noise(part: float, times: int) -> Spoil:
    """Copies of a row share their noise."""

    def run(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        each = rng.normal(size=len(y) // times)
        return x, y + part * y.std() * np.repeat(each, times)

    return run


def sector(count: int, width: float) -> Inputs:
    """A sector of a disc."""

    def draw(rng: np.random.Generator) -> Array:
        angle = rng.uniform(-width / 2.0, width / 2.0, size=count)
        r = np.sqrt(rng.uniform(0.04, 4.0, size=count))
        return np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)

    return draw


def patients(rng: np.random.Generator) -> tuple[Array, NDArray[np.int64]]:
    """Two hundred patients, who were seen twenty times each."""
    centre = np.repeat(rng.normal(size=(200, 2)), 20, axis=0)
    return centre + 0.5 * rng.normal(size=(4000, 2)), np.repeat(np.arange(200), 20)


def visits(part: float) -> Spoil:
    """What belongs to a patient, and what belongs to a visit."""

    def run(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        own = np.repeat(rng.normal(size=200), 20)
        return x, y + part * y.std() * (own + rng.normal(size=len(y)))

    return run


def outliers(part: float, size: float) -> Spoil:
    """A few results are far off, on either side."""

    def run(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        far = size * y.std() * rng.normal(size=y.shape) * (rng.random(len(y)) < part)
        return x, y + far + 0.02 * y.std() * rng.normal(size=y.shape)

    return run


def uneven(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Noise that is much larger where the first column is positive."""
    size = np.where(x[:, 0] > 0.0, 0.1, 0.01) * y.std()
    return x, y + size * rng.normal(size=y.shape)


def islands(rng: np.random.Generator) -> Array:
    """Three sites of different sizes that touch each other."""
    centre = np.array([[0.0, 0.0], [1.2, 0.6], [-0.8, 1.0]])
    return centre[rng.choice(3, p=[0.6, 0.3, 0.1], size=4000)] + 0.5 * rng.normal(size=(4000, 2))


def voltage(rng: np.random.Generator) -> Array:
    """Volts in thousands and amperes in thousandths."""
    return rng.uniform([1000.0, 0.001], [5000.0, 0.006], size=(3000, 2))


def scalene(x: torch.Tensor) -> torch.Tensor:
    """A wave of the length in a skew metric."""
    return torch.cos(torch.einsum("ni,ij,nj->n", x, torch.from_numpy(LONG), x) * 0.5)


CASES = (
    samp(
        "tails-round",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        tails(4000, 2),
        SPIN,
        "A round law with inputs that reach far out.",
        spoil=relative(0.03),
    ),
    samp(
        "tails-diamond",
        "x[2] -> 1",
        lambda x: torch.log1p(x.abs().sum(dim=1).square()),
        tails(4000, 2),
        (),
        "A diamond instead of a circle, with inputs that reach far out.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    samp(
        "copies-round",
        "x[3] -> 1",
        lambda x: torch.exp(-0.4 * sq(x)),
        copies(1000, 4, 3),
        on("x", rotations(3)),
        "Every row is there four times with the same noise.",
        spoil=copied_noise(0.05, 4),
    ),
    samp(
        "copies-broken",
        "x[3] -> 1",
        lambda x: torch.exp(-0.4 * sq(x)) * (1.0 + 0.5 * torch.tanh(x[:, 0])),
        copies(1000, 4, 3),
        on("x", [turn(3, 1, 2)]),
        "Every row is there four times; one direction is special.",
        spoil=copied_noise(0.05, 4),
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    samp(
        "sector-of-an-ellipse",
        "x[2] -> 1",
        scalene,
        sector(3000, 1.6),
        on("x", [np.linalg.inv(LONG) @ ROT]),
        "A quarter of a disc, in which the law turns along skew ellipses.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    samp(
        "sector-of-a-pear",
        "x[2] -> 1",
        lambda x: sq(x) + 0.4 * x[:, 1] ** 3,
        sector(3000, 1.6),
        (),
        "A quarter of a disc; what breaks the turn is odd and small near the axis.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    samp(
        "patients-round",
        "x[2] -> 1",
        lambda x: torch.sin(1.2 * sq(x)),
        patients,
        SPIN,
        "Visits of the same patient share an error.",
        spoil=visits(0.03),
        grouped=True,
    ),
    samp(
        "patients-skew",
        "x[2] -> 1",
        lambda x: torch.sin(1.2 * sq(x)) + 0.5 * x[:, 0],
        patients,
        (),
        "Visits of the same patient share an error, and one column counts alone.",
        spoil=visits(0.03),
        grouped=True,
        decoys=SPIN,
    ),
    samp(
        "outliers-product",
        "x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 1]),
        normal(4000, 2),
        on("x", [SQUEEZE]),
        "One result in a hundred is far off.",
        spoil=outliers(0.01, 4.0),
    ),
    samp(
        "uneven-noise",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)),
        uniform(4000, 2, -1.6, 1.6),
        SPIN,
        "Noise is ten times larger on one side, the law is round.",
        spoil=uneven,
    ),
    samp(
        "pulled-together",
        "x[2] -> 1",
        lambda x: torch.sqrt(1.0 + 2.0 * sq(x)),
        lambda rng: rng.normal(size=(4000, 2)) @ PULL.T,
        SPIN,
        "Two inputs with a correlation of 0.9 and a law that is round in the plain metric.",
        spoil=relative(0.02),
        decoys=on("x", [PULL @ ROT @ np.linalg.inv(PULL)]),
    ),
    samp(
        "three-sites",
        "x[2] -> 1",
        lambda x: torch.sin(2.0 * x[:, 0]) * x[:, 1] + 0.5 * sq(x),
        islands,
        (),
        "Three sites, one of which has a tenth of the rows; no law is shared by turning.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    samp(
        "volts-and-milliamperes",
        "x[2] -> 1",
        lambda x: torch.tanh(0.1 * x[:, 0] * x[:, 1]),
        voltage,
        on("x", [SQUEEZE]),
        "Power from columns whose units are a million apart.",
        spoil=relative(0.02),
        why="in units so far apart no single measure of derivatives fits both columns",
    ),
    samp(
        "one-column-idle",
        "x[3] -> 1",
        lambda x: torch.cos(1.3 * sq(x, 0, 2)),
        normal(4000, 3),
        on("x", [*rows(3, 2), turn(3, 0, 1)]),
        "The third column does nothing, and the first two are round.",
        spoil=relative(0.03),
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    samp(
        "one-column-hardly-idle",
        "x[3] -> 1",
        lambda x: torch.cos(1.3 * sq(x, 0, 2)) + 0.4 * torch.sin(2.0 * x[:, 2]),
        normal(4000, 3),
        on("x", [turn(3, 0, 1)]),
        "The third column makes ripples of its own.",
        spoil=relative(0.03),
        decoys=on("x", [np.outer([0.0, 0.0, 1.0], [1.0, 0.0, 0.0])]),
    ),
    samp(
        "sum-of-five",
        "x[5] -> 1",
        lambda x: torch.tanh(0.6 * x.sum(dim=1)),
        normal(2500, 5),
        on("x", keeping(np.ones(5).tolist())),
        "Only the sum of five columns counts.",
        spoil=relative(0.03),
    ),
)
