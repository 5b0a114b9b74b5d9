"""Data in a half plane, a wedge, a box off the centre, or in clusters."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Case,
    Inputs,
    make,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

exact = partial(make, "domains", "exact")
learned = partial(make, "domains", "learned")


def half(count: int, n: int, margin: float) -> Inputs:
    """Normal vectors with a positive first number."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, n))
        x[:, 0] = np.abs(x[:, 0]) + margin
        return x

    return draw


def wedge(count: int, angle: float, low: float = 0.5, high: float = 2.0) -> Inputs:
    """A sector about the first axis."""

    def draw(rng: np.random.Generator) -> Array:
        r = rng.uniform(low, high, size=count)
        phi = rng.uniform(-angle, angle, size=count)
        return np.stack([r * np.cos(phi), r * np.sin(phi)], axis=1)

    return draw


def box(count: int, centre: list[float], side: float) -> Inputs:
    """A box about a point."""
    return lambda rng: np.array(centre) + rng.uniform(-side, side, size=(count, len(centre)))


def clusters(count: int, centres: list[list[float]], width: float) -> Inputs:
    """Separate round clusters."""

    def draw(rng: np.random.Generator) -> Array:
        at = np.array(centres)[rng.integers(0, len(centres), size=count)]
        step = rng.uniform(-width, width, size=at.shape)
        return at + step

    return draw


def split(x: torch.Tensor) -> torch.Tensor:
    """A circle on one side of the diagonal, an ellipse on the other."""
    return torch.where(x[:, 0] > x[:, 1], sq(x), x[:, 0] ** 2 + 2.0 * x[:, 1] ** 2)


def spiral(x: torch.Tensor) -> torch.Tensor:
    """The logarithm of the radius and the angle."""
    return torch.cos(2.0 * (0.5 * torch.log(sq(x)) + 0.6 * torch.atan2(x[:, 1], x[:, 0])))


TWO = [[3.0, 0.0], [0.0, 3.0]]
FOUR = [[3.0, 3.0], [-3.0, 3.0], [-3.0, -3.0], [3.0, -3.0]]
WINDING = on("x", [ROT - 0.6 * EYE])


CASES: tuple[Case, ...] = (
    exact(
        "half-plane",
        "x[2] -> 1",
        lambda x: torch.where(x[:, 0] > 0.0, sq(x), x[:, 0] ** 3 - x[:, 1]),
        half(2000, 2, 0.3),
        SPIN,
        "Round where the data is, something else in the half plane that it never visits.",
    ),
    exact(
        "wedge",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x)),
        wedge(2000, 0.1),
        SPIN,
        "A sector of twelve degrees: one coordinate is always small.",
    ),
    exact(
        "wedge-broken",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x)) + 0.3 * x[:, 1],
        wedge(2000, 0.1),
        (),
        "A sector of twelve degrees, and a slope across it.",
    ),
    exact(
        "far-box",
        "x[2] -> 1",
        lambda x: torch.sqrt(sq(x)),
        box(2000, [10.0, 10.0], 0.5),
        SPIN,
        "Far from the centre a circle is nearly a straight line.",
    ),
    exact(
        "wrong-centre",
        "x[2] -> 1",
        lambda x: sq(x - 10.0),
        box(2000, [10.0, 10.0], 1.0),
        (),
        "The function is round about the middle of the data, which is not the origin.",
    ),
    exact(
        "two-laws",
        "x[2] -> 1",
        split,
        clusters(3000, TWO, 0.8),
        (),
        "Two clusters, a circle in one of them, an ellipse in the other.",
        decoys=SPIN,
    ),
    exact(
        "four-levels",
        "x[2] -> 1",
        lambda x: sq(x) + 2.0 * (x[:, 0] > 0).to(x.dtype) - 3.0 * (x[:, 1] > 0).to(x.dtype),
        clusters(3000, FOUR, 1.0),
        SPIN,
        "Four clusters at different levels: small turns change nothing, a quarter turn does.",
        accepted=(0, 1),
    ),
    exact(
        "spiral",
        "x[2] -> 1",
        spiral,
        half(3000, 2, 0.2),
        WINDING,
        "A spiral in a half plane: turning and shrinking at once, neither of them alone.",
    ),
    exact(
        "octant",
        "x[3] -> 1",
        lambda x: torch.log(x[:, 0] * x[:, 1]) + x[:, 2],
        uniform(2000, 3, 0.5, 2.0),
        on("x", [np.diag([1.0, -1.0, 0.0])]),
        "Positive inputs in a small box, where products are nearly sums.",
    ),
    learned(
        "half-plane",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)),
        half(2000, 2, 0.0),
        SPIN,
        "Half of the plane is empty, and a finite turn leads out.",
    ),
    learned(
        "quadrant",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        uniform(1500, 2, 0.5, 2.0),
        on("x", [SQUEEZE]),
        "A box in the first quadrant.",
    ),
    learned(
        "wrong-centre",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x - 5.0)),
        box(2000, [5.0, 5.0], 1.5),
        (),
        "The law is round about the middle of the data, which is not the origin.",
    ),
    learned(
        "far-box",
        "x[2] -> 1",
        lambda x: torch.sin(torch.sqrt(sq(x))),
        box(2000, [5.0, 0.0], 1.0),
        SPIN,
        "Off the centre, rings look like stripes.",
    ),
    learned(
        "far-box-stripes",
        "x[2] -> 1",
        lambda x: torch.sin(x[:, 0]),
        box(2000, [5.0, 0.0], 1.0),
        on("x", [np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([[0.0, 0.0], [0.0, 1.0]])]),
        "Stripes that look like rings.",
    ),
    learned(
        "two-laws",
        "x[2] -> 1",
        split,
        clusters(2500, TWO, 0.8),
        (),
        "Two clusters, a circle in one of them, an ellipse in the other.",
        decoys=SPIN,
    ),
    learned(
        "two-clusters",
        "x[2] -> 1",
        lambda x: torch.sqrt(sq(x)),
        clusters(2500, TWO, 0.8),
        SPIN,
        "Two clusters with one law and nothing between them.",
    ),
    learned(
        "spiral",
        "x[2] -> 1",
        spiral,
        wedge(2500, 1.2),
        WINDING,
        "A spiral in a sector.",
    ),
    learned(
        "half-space-axis",
        "x[3] -> 1",
        lambda x: torch.exp(-sq(x) / 3) + 0.3 * torch.tanh(x[:, 2]),
        half(2500, 3, 0.0),
        on("x", [turn(3, 0, 1)]),
        "Half of the space is empty, and one of three rotations is left.",
        decoys=on("x", rotations(3)[1:]),
    ),
    learned(
        "narrow-strip",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)),
        lambda rng: rng.normal(0.0, [1.0, 0.05], size=(2000, 2)),
        SPIN,
        "One coordinate is always small, so that the law looks like one of the other alone.",
    ),
    exact(
        "half-plane-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * torch.sin(2.0 * x[:, 1]),
        half(2000, 2, 0.2),
        (),
        "A weak wave in a half plane.",
        decoys=SPIN,
    ),
    exact(
        "one-cluster-of-four",
        "x[2] -> 1",
        lambda x: sq(x) + 1.5 * x[:, 0] * ((x[:, 0] > 0) & (x[:, 1] > 0)).to(x.dtype),
        clusters(3000, FOUR, 1.0),
        (),
        "The function is tilted in one of four clusters.",
        decoys=SPIN,
    ),
    learned(
        "half-plane-broken",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2) + 0.1 * torch.sin(3.0 * x[:, 1]),
        half(2000, 2, 0.0),
        (),
        "A weak wave in a half plane.",
        decoys=SPIN,
    ),
    exact(
        "far-box-broken",
        "x[2] -> 1",
        lambda x: torch.sqrt(sq(x)) + 0.3 * torch.sin(2.0 * x[:, 0]),
        box(2000, [10.0, 10.0], 1.0),
        (),
        "Far from the centre a weak wave is added to what looks like a straight line.",
        decoys=SPIN,
    ),
    exact(
        "spiral-broken",
        "x[2] -> 1",
        lambda x: spiral(x) + 0.2 * torch.tanh(x[:, 1]),
        half(3000, 2, 0.2),
        (),
        "A spiral with a slope across it.",
        decoys=WINDING,
    ),
    learned(
        "quadrant-broken",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + 0.3 * torch.sin(3.0 * x[:, 0]),
        uniform(1500, 2, 0.5, 2.0),
        (),
        "A box in the first quadrant, and a wave along one side of it.",
    ),
    learned(
        "two-clusters-broken",
        "x[2] -> 1",
        lambda x: torch.sqrt(sq(x)) + 0.3 * torch.sin(2.0 * x[:, 1]),
        clusters(2500, TWO, 0.8),
        (),
        "Two clusters with one law that is not round, and nothing between them.",
        decoys=SPIN,
    ),
)
