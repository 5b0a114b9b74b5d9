"""Laws that are only seen on a part of space, on a surface or on a curve."""

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
    col,
    entry,
    make,
    noise,
    on,
    rotations,
    sq,
    turn,
)

place = partial(make, "regions_five", "exact")
place_learned = partial(make, "regions_five", "learned")

NIL = np.zeros((1, 1))
ONE = np.eye(1)


def polar(count: int, low: float, high: float, wide: float) -> Inputs:
    """A piece of a ring: lengths between two bounds, angles up to `wide` on both sides."""

    def draw(rng: np.random.Generator) -> Array:
        r = rng.uniform(low, high, size=count)
        a = 0.6 + rng.uniform(-wide, wide, size=count)
        return np.stack([r * np.cos(a), r * np.sin(a)], axis=1)

    return draw


def cap(count: int, least: float) -> Inputs:
    """Points on a sphere whose height is above some bound."""

    def draw(rng: np.random.Generator) -> Array:
        z = rng.uniform(least, 1.0, size=count)
        a = rng.uniform(0.0, 2.0 * np.pi, size=count)
        r = np.sqrt(1.0 - z * z)
        return np.stack([r * np.cos(a), r * np.sin(a), z], axis=1)

    return draw


def outward(x: Array) -> Array:
    """No row leaves its sphere."""
    return x[:, None, :]


def doughnut(count: int) -> Inputs:
    """Points on a torus."""

    def draw(rng: np.random.Generator) -> Array:
        a, b = rng.uniform(0.0, 2.0 * np.pi, size=(2, count))
        r = 2.0 + 0.7 * np.cos(b)
        return np.stack([r * np.cos(a), r * np.sin(a), 0.7 * np.sin(b)], axis=1)

    return draw


def off_doughnut(x: Array) -> Array:
    """The direction out of the torus."""
    r = np.hypot(x[:, 0], x[:, 1])
    part = 1.0 - 2.0 / r
    return np.stack([part * x[:, 0], part * x[:, 1], x[:, 2]], axis=1)[:, None]


def light(count: int) -> Inputs:
    """Momenta of light on a plane, with their energy."""

    def draw(rng: np.random.Generator) -> Array:
        p = rng.normal(size=(count, 2))
        return np.concatenate([p, np.linalg.norm(p, axis=1, keepdims=True)], axis=1)

    return draw


def off_light(x: Array) -> Array:
    """The direction out of the cone."""
    return (x * np.array([1.0, 1.0, -1.0]))[:, None]


def saddle(count: int) -> Inputs:
    """Points on a saddle."""

    def draw(rng: np.random.Generator) -> Array:
        p = rng.normal(size=(count, 2))
        return np.stack([p[:, 0], p[:, 1], p[:, 0] * p[:, 1]], axis=1)

    return draw


def off_saddle(x: Array) -> Array:
    """The direction out of the saddle."""
    return np.stack([x[:, 1], x[:, 0], -np.ones(len(x))], axis=1)[:, None]


def cylinder(count: int) -> Inputs:
    """Points on a pipe."""

    def draw(rng: np.random.Generator) -> Array:
        a = rng.uniform(0.0, 2.0 * np.pi, size=count)
        return np.stack([np.cos(a), np.sin(a), rng.normal(size=count)], axis=1)

    return draw


def off_cylinder(x: Array) -> Array:
    """The direction out of the pipe."""
    return (x * np.array([1.0, 1.0, 0.0]))[:, None]


def matrices(count: int) -> Inputs:
    """Symmetric matrices with determinant one, as three numbers."""

    def draw(rng: np.random.Generator) -> Array:
        p, q = 0.7 * rng.normal(size=(2, count))
        size = np.sqrt(1.0 + p * p + q * q)
        return np.stack([size + p, size - p, q], axis=1)

    return draw


def off_matrices(x: Array) -> Array:
    """The direction in which the determinant changes."""
    return np.stack([x[:, 1], x[:, 0], -2.0 * x[:, 2]], axis=1)[:, None]


def wave(k: int, x: torch.Tensor) -> torch.Tensor:
    """A wave around the centre."""
    return torch.cos(k * torch.atan2(x[:, 1], x[:, 0]))


def hollow(x: torch.Tensor) -> torch.Tensor:
    """Round beyond one, and not inside."""
    inside = (1.0 - (sq(x) + 1e-9).sqrt()).relu()
    return torch.sin(sq(x)) + 2.0 * inside * x[:, 0]


def rim(x: torch.Tensor) -> torch.Tensor:
    """Round but for a wave at the rim."""
    r = (sq(x) + 1e-9).sqrt()
    return torch.sin(r) + 1.5 * (r - 1.9).relu() * wave(6, x)


def two_clouds(rng: np.random.Generator) -> Array:
    """Two clouds on either side of the centre."""
    side = rng.choice([-1.0, 1.0], size=(2500, 1))
    return side * np.array([[2.0, 1.0]]) + 0.4 * rng.normal(size=(2500, 2))


def quarter(rng: np.random.Generator) -> Array:
    """Positive inputs only."""
    return np.abs(rng.normal(size=(2500, 3))) + 0.02


def walk(count: int) -> Inputs:
    """A path of small steps that is pulled back to the centre."""

    def draw(rng: np.random.Generator) -> Array:
        x = np.zeros((count, 2))
        for k in range(1, count):
            x[k] = 0.98 * x[k - 1] + 0.2 * rng.normal(size=2)
        return x

    return draw


CASES = (
    place(
        "narrow-wedge",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x)),
        polar(2500, 0.2, 2.0, 0.15),
        SPIN,
        "A round law that is only seen in a narrow wedge.",
    ),
    place(
        "narrow-wedge-squashed",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x) + 0.5 * x[:, 0] * x[:, 1]),
        polar(2500, 0.2, 2.0, 0.5),
        on("x", [np.linalg.inv(np.array([[1.0, 0.25], [0.25, 1.0]])) @ ROT]),
        "An ellipse that is only seen in a wedge.",
        decoys=SPIN,
    ),
    place(
        "hole-in-the-middle",
        "x[2] -> 1",
        hollow,
        polar(2500, 1.1, 2.0, np.pi),
        SPIN,
        "What breaks the turn is in a hole without data.",
    ),
    place(
        "rim",
        "x[2] -> 1",
        rim,
        polar(3000, 0.0, 2.0, np.pi),
        (),
        "A wave at the outer twentieth of a disc.",
        decoys=SPIN,
    ),
    place(
        "cap-leaning",
        "x[3] -> 1",
        lambda x: x[:, 2] + 0.15 * x[:, 0] * x[:, 1],
        cap(2500, 0.0),
        (),
        "Half of a sphere, and a faint product of the two other axes.",
        normals=outward,
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    place(
        "doughnut",
        "x[3] -> 1",
        lambda x: torch.tanh(x[:, 2]) + 0.2 * sq(x),
        doughnut(2500),
        on("x", [turn(3, 0, 1)]),
        "A law on the surface of a torus.",
        normals=off_doughnut,
    ),
    place(
        "doughnut-ripple",
        "x[3] -> 1",
        lambda x: torch.tanh(x[:, 2]) + 0.02 * wave(12, x),
        doughnut(2500),
        (),
        "A torus with twelve low ridges.",
        normals=off_doughnut,
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    place(
        "light-scaling",
        "x[3] -> y[1]",
        lambda x: x[:, 0] + x[:, 2],
        light(2500),
        (
            {"x": np.eye(3), "y": ONE},
            {"x": entry(3, 0, 2) + entry(3, 2, 0), "y": ONE},
            {
                "x": turn(3, 0, 1) + entry(3, 1, 2) + entry(3, 2, 1),
                "y": NIL,
            },
        ),
        "One light-like component of the momentum of light.",
        normals=off_light,
    ),
    place(
        "saddle",
        "x[3] -> 1",
        lambda x: torch.cos(x[:, 2]),
        saddle(2500),
        on("x", [np.diag([1.0, -1.0, 0.0])]),
        "The third input is the product of the others, and the law sees only that.",
        normals=off_saddle,
    ),
    place(
        "matrices-of-volume-one",
        "x[3] -> 1",
        lambda x: torch.log(x[:, 0] + x[:, 1]),
        matrices(2500),
        on("x", [entry(3, 0, 2) * 2.0 - entry(3, 1, 2) * 2.0 + entry(3, 2, 1) - entry(3, 2, 0)]),
        "Symmetric matrices of determinant one, by their trace: they may turn.",
        normals=off_matrices,
    ),
    place(
        "two-clouds",
        "x[2] -> 1",
        lambda x: sq(x) + 0.1 * x[:, 0] * x[:, 1] ** 2,
        two_clouds,
        (),
        "Two clouds far from the centre, with a faint cubic term.",
        decoys=SPIN,
    ),
    place(
        "positive-only",
        "x[3] -> 1",
        lambda x: torch.sqrt(sq(x)),
        quarter,
        on("x", rotations(3)),
        "A length of inputs that are never negative.",
    ),
    place_learned(
        "wedge",
        "x[2] -> 1",
        lambda x: sq(x),
        polar(3000, 0.0, 2.0, 0.8),
        SPIN,
        "A round law that is only seen in a quarter of the plane.",
        spoil=noise(0.05),
    ),
    place_learned(
        "wedge-tilted",
        "x[2] -> 1",
        lambda x: sq(x) + 1.2 * x[:, 0],
        polar(3000, 0.0, 2.0, 1.2),
        (),
        "The same with a slope, which looks like another centre.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    place_learned(
        "hole",
        "x[2] -> x",
        lambda x: col(-x[:, 1], x[:, 0]) / (0.5 + sq(x))[:, None],
        polar(3000, 0.8, 2.0, np.pi),
        SPIN,
        "A whirl around a hole without data.",
        spoil=noise(0.02),
        decoys=on("x", [SQUEEZE]),
    ),
    place_learned(
        "sphere",
        "x[3] -> 1",
        lambda x: torch.sin(2.0 * x[:, 2]),
        cap(3000, -1.0),
        on("x", [turn(3, 0, 1)]),
        "A zonal law on a sphere.",
        normals=outward,
        spoil=noise(0.05),
    ),
    place_learned(
        "pipe",
        "x[3] -> 1",
        lambda x: torch.tanh(x[:, 2]) + 0.3 * wave(3, x),
        cylinder(4000),
        (),
        "A law on a pipe with three ridges.",
        normals=off_cylinder,
        spoil=noise(0.05),
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    place_learned(
        "wandering",
        "x[2] -> y[1]",
        sq,
        walk(4000),
        ({"x": ROT, "y": NIL}, {"x": EYE, "y": 2.0 * ONE}),
        "Rows in the order of a walk, each close to the one before.",
        spoil=noise(0.05),
    ),
)
