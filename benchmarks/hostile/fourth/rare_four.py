"""Rare regions that break a law, and rows that depend on each other."""

from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.hostile.case import (
    EYE,
    SPIN,
    Array,
    col,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
)

rare = partial(make, "rare_four", "exact")
rare_learned = partial(make, "rare_four", "learned")
leakage = partial(make, "leakage_four", "exact")
leakage_learned = partial(make, "leakage_four", "learned")


def spot(x: torch.Tensor, a: float, b: float, width: float) -> torch.Tensor:
    """A bump at a place of the plane."""
    return torch.exp(-((x[:, 0] - a).square() + (x[:, 1] - b).square()) / width)


def area(x: torch.Tensor) -> torch.Tensor:
    """The area between the first two vectors of the plane."""
    return x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]


def caps(x: torch.Tensor) -> torch.Tensor:
    """Round, but for two caps around the poles."""
    r = sq(x).sqrt()
    return r + 20.0 * r * (x[:, 2].square() / r.square() - 0.95).clamp(min=0.0)


def reverse(x: torch.Tensor) -> torch.Tensor:
    """Turn to one side near the centre and to the other one far away."""
    angle = torch.where(sq(x) < 2.5**2, 0.5, -0.5)
    c, s = torch.cos(angle), torch.sin(angle)
    return col(c * x[:, 0] - s * x[:, 1], s * x[:, 0] + c * x[:, 1])


def petals_outside(x: torch.Tensor) -> torch.Tensor:
    """Round inside, three petals beyond a radius of two."""
    r = sq(x).sqrt()
    three = (x[:, 0] ** 3 - 3.0 * x[:, 0] * x[:, 1] ** 2) / r**3
    return r + 2.0 * (r - 2.0).clamp(min=0.0) * three


def lissajous(rng: np.random.Generator) -> Array:
    """Close points along one curve that crosses itself."""
    t = np.linspace(0.0, 2.0 * np.pi, 3000, endpoint=False)
    return np.stack([np.sin(3.0 * t + 0.4), 0.6 * np.sin(2.0 * t)], axis=1)


def five_orbits(rng: np.random.Generator) -> Array:
    """Points along five ellipses around the origin."""
    t = np.tile(np.linspace(0.0, 2.0 * np.pi, 300, endpoint=False), 5)
    a = np.repeat([0.6, 0.9, 1.2, 1.5, 1.8], 300)
    phase = np.repeat([0.0, 0.7, 1.4, 2.1, 2.8], 300)
    p, q = a * np.cos(t), 0.7 * a * np.sin(t)
    c, s = np.cos(phase), np.sin(phase)
    return np.stack([c * p - s * q, s * p + c * q], axis=1)


def frozen(rng: np.random.Generator) -> Array:
    """A sensor that froze after a tenth of the rows."""
    x = rng.normal(size=(4000, 2))
    x[400:] = x[399]
    return x


def chains(rng: np.random.Generator) -> Array:
    """Points on straight lines between forty nodes."""
    nodes = rng.uniform(-1.5, 1.5, size=(41, 2))
    w = np.linspace(0.0, 1.0, 25, endpoint=False)[None, :, None]
    path = nodes[:-1, None] * (1.0 - w) + nodes[1:, None] * w
    return np.asarray(path.reshape(-1, 2))


def sessions(rng: np.random.Generator) -> tuple[Array, NDArray[np.int64]]:
    """Thirty sessions of forty rows."""
    return rng.normal(size=(1200, 2)), np.repeat(np.arange(30), 40)


def tilts(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Each session leans in a direction of its own."""
    lean = np.repeat(0.3 * rng.normal(size=(30, 2)), 40, axis=0)
    return x, y + (lean * x).sum(axis=1) + 0.05 * rng.normal(size=y.shape)


def sisters(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """A row and its opposite in the second half share the size of their error, not its sign."""
    error = 0.4 * rng.normal(size=len(y) // 2)
    return x, y + np.concatenate([error, -error])


def opposite(rng: np.random.Generator) -> Array:
    """Rows in the first half, their opposites in the second."""
    x = rng.normal(size=(600, 2))
    return np.concatenate([x, -x])


CASES = (
    rare(
        "two-lobes",
        "x[2] -> 1",
        lambda x: sq(x) + 2.0 * spot(x, 1.8, 1.0, 0.2) - 2.0 * spot(x, -1.8, -1.0, 0.2),
        normal(6000, 2),
        (),
        "Two rare bumps of opposite sign on opposite sides, which cancel in any mean.",
        decoys=SPIN,
    ),
    rare(
        "short-vector",
        "2*x[2] -> 1",
        lambda x: area(x) + 12.0 * (0.2 - sq(x, 0, 2)).clamp(min=0.0).square(),
        normal(6000, 4),
        SPIN,
        "Only an area counts, unless the first vector is short, as one in ten is.",
        decoys=on("x", [np.diag([1.0, -1.0]), np.array([[0.0, 1.0], [1.0, 0.0]])]),
    ),
    rare(
        "all-three-large",
        "x[3] -> 1",
        lambda x: sq(x) + 12.0 * (x - 0.9).clamp(min=0.0).prod(dim=1),
        normal(20000, 3),
        (),
        "Three thresholds have to be passed at once: six rows in a thousand see the corner.",
        decoys=on("x", rotations(3)),
    ),
    rare(
        "polar-caps",
        "x[3] -> 1",
        caps,
        normal(8000, 3),
        on("x", [turn(3, 0, 1)]),
        "Small caps around both poles, where 2 % of the directions lie, single out an axis.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
    ),
    rare(
        "reversed-swirl",
        "x[2] -> x",
        reverse,
        normal(8000, 2),
        SPIN,
        "A linear swirl that runs the other way beyond a radius: a jump forbids scaling.",
        decoys=on("x", [EYE]),
        why="Inside and outside the law is linear, so that only the jump breaks scaling.",
    ),
    rare_learned(
        "petals-outside",
        "x[2] -> 1",
        petals_outside,
        normal(2500, 2),
        (),
        "Round up to a radius of two, three petals for the 13 % beyond.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
    rare_learned(
        "peak-at-centre",
        "x[2] -> 1",
        lambda x: sq(x) + 3.0 * torch.exp(-sq(x) / 0.08),
        normal(2000, 2),
        SPIN,
        "A sharp peak that few rows see, but at the centre: as round as the rest.",
        spoil=noise(0.05),
    ),
    leakage(
        "lissajous",
        "x[2] -> 1",
        lambda x: torch.sin(x[:, 0].square() + x[:, 0] * x[:, 1] + 2.0 * x[:, 1].square()),
        lissajous,
        on("x", [np.array([[-1.0, -4.0], [2.0, 1.0]])]),
        "All rows lie on one closed curve; a skew ellipse has a turn of its own.",
        decoys=SPIN,
    ),
    leakage(
        "five-orbits",
        "x[2] -> x",
        lambda x: -x * (1.0 + sq(x) + 0.2 * x[:, 0].square())[:, None],
        five_orbits,
        on("x", [np.array([[0.0, -1.0], [1.2, 0.0]])]),
        "Five orbits in a central force whose strength is the same along ellipses, not circles.",
        decoys=SPIN,
    ),
    leakage(
        "frozen-sensor",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * x[:, 0] ** 3,
        frozen,
        (),
        "Nine rows of ten are one and the same; a cubic term shows in the others.",
        decoys=SPIN,
    ),
    leakage_learned(
        "sessions-tilted-grouped",
        "x[2] -> 1",
        lambda x: 2.0 * sq(x),
        sessions,
        SPIN,
        "Each session leans in a direction of its own, but their mean does not; groups are known.",
        spoil=tilts,
        grouped=True,
    ),
    leakage_learned(
        "opposite-errors",
        "x[2] -> 1",
        lambda x: torch.exp(-0.3 * (x[:, 0].square() + 3.0 * x[:, 1].square())) * 3.0,
        opposite,
        on("x", [np.array([[0.0, -3.0], [1.0, 0.0]])]),
        "Each row has its opposite far down the file, with the opposite error.",
        spoil=sisters,
        decoys=SPIN,
    ),
    leakage_learned(
        "interpolated",
        "x[2] -> 1",
        lambda x: sq(x) + 0.6 * x[:, 0] * x[:, 1].square(),
        chains,
        (),
        "Rows on straight lines between forty nodes; a cubic term breaks the turn.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
)
