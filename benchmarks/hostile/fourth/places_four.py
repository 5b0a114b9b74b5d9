"""Data in odd places: curves and surfaces, gaps, few rows, and uneven units."""

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
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    rows,
    sq,
    turn,
    uniform,
)

surface = partial(make, "manifolds_four", "exact")
surface_learned = partial(make, "manifolds_four", "learned")
domain = partial(make, "domains_four", "exact")
domain_learned = partial(make, "domains_four", "learned")
tiny = partial(make, "tiny_four", "learned")
units = partial(make, "units_four", "exact")
units_learned = partial(make, "units_four", "learned")

ONE = np.eye(1)
NIL = np.zeros((1, 1))


def parabola(rng: np.random.Generator) -> Array:
    """Points on a parabola."""
    t = rng.uniform(-1.5, 1.5, size=1500)
    return np.stack([t, t * t], axis=1)


def bowl(rng: np.random.Generator) -> Array:
    """Points on a round bowl in space."""
    x = rng.normal(size=(3000, 2))
    return np.column_stack([x, (x * x).sum(axis=1)])


def moebius(rng: np.random.Generator) -> Array:
    """Points on a band with one side."""
    t, s = rng.uniform(0.0, 2.0 * np.pi, 3000), rng.uniform(-0.5, 0.5, 3000)
    r = 1.0 + s * np.cos(t / 2.0)
    return np.stack([r * np.cos(t), r * np.sin(t), s * np.sin(t / 2.0)], axis=1)


def winding(rng: np.random.Generator) -> Array:
    """A curve that winds around a torus without closing."""
    t = np.linspace(0.0, 200.0, 4000)
    u = np.sqrt(2.0) * t
    return np.stack([np.cos(t), np.sin(t), np.cos(u), np.sin(u)], axis=1)


def cone(rng: np.random.Generator) -> Array:
    """Points on one half of a cone."""
    x = rng.normal(size=(3000, 2))
    return np.column_stack([x, np.sqrt((x * x).sum(axis=1))])


def trefoil(rng: np.random.Generator) -> Array:
    """Points on a knot."""
    t = rng.uniform(0.0, 2.0 * np.pi, size=2000)
    return np.stack(
        [
            np.sin(t) + 2.0 * np.sin(2.0 * t),
            np.cos(t) - 2.0 * np.cos(2.0 * t),
            -np.sin(3.0 * t),
        ],
        axis=1,
    )


def ring(low: float, high: float, count: int) -> Inputs:
    """All directions between two distances."""

    def draw(rng: np.random.Generator) -> Array:
        angle, r = rng.uniform(0.0, 2.0 * np.pi, count), rng.uniform(low, high, count)
        return np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)

    return draw


def cantor(rng: np.random.Generator) -> Array:
    """Coordinates in a set full of gaps."""
    digits = rng.integers(2, size=(3000, 2, 8)) * 2.0
    return 3.0 * (digits / 3.0 ** np.arange(1, 9)).sum(axis=2) - 1.5


def near_integers(rng: np.random.Generator) -> Array:
    """The first coordinate is close to a whole number."""
    near = rng.integers(-3, 4, size=3000) + rng.uniform(-0.05, 0.05, size=3000)
    return np.stack([near, rng.normal(size=3000)], axis=1)


def winter(rng: np.random.Generator) -> Array:
    """A season that is always negative."""
    x = rng.normal(size=(3000, 3))
    x[:, 2] = -np.abs(x[:, 2])
    return x


def corner(rng: np.random.Generator) -> Array:
    """A square without its upper right quarter."""
    x = rng.uniform(0.2, 2.2, size=(4000, 2))
    return x[(x.min(axis=1) < 1.0)][:1500]


def moons(rng: np.random.Generator) -> Array:
    """Two crescents that reach around each other."""
    t = rng.uniform(0.0, np.pi, size=1200)
    other = np.arange(1200) % 2
    x = np.where(other, 1.0 - np.cos(t), np.cos(t)) - 0.5
    y = np.where(other, 0.5 - np.sin(t), np.sin(t)) - 0.25
    return np.stack([x, y], axis=1) + 0.08 * rng.normal(size=(1200, 2))


def flow(x: torch.Tensor) -> torch.Tensor:
    """The potential and the stream of a flow around a cylinder."""
    r2 = sq(x)
    return col(x[:, 0] * (1.0 + 1.0 / r2), x[:, 1] * (1.0 - 1.0 / r2))


def body(rng: np.random.Generator) -> Array:
    """Weights in kilograms and heights in metres."""
    h = rng.normal(1.7, 0.12, size=1500)
    return np.stack([22.0 * h * h * rng.lognormal(0.0, 0.2, size=1500), h], axis=1)


def pulls(rng: np.random.Generator) -> Array:
    """Two masses in kilograms and their distance in metres."""
    return rng.uniform([500.0, 0.01, 0.1], [2000.0, 0.1, 0.5], size=(3000, 3))


def swirl(x: torch.Tensor) -> torch.Tensor:
    """A vortex with a soft core."""
    return col(-x[:, 1], x[:, 0]) / (0.5 + sq(x))[:, None] - 0.3 * x


SKEW = np.diag([1.0, 1.0, 1.0 / 1.2])

CASES = (
    surface(
        "parabola",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        parabola,
        on("x", [SQUEEZE]),
        "The product along a parabola is a third power; its derivatives know the product.",
        decoys=on("x", [np.diag([1.0, 1.0])]),
    ),
    surface(
        "bowl",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)),
        bowl,
        on("x", rotations(3)),
        "Data on a bowl with one axis, a law that is round in space.",
        decoys=on("x", [np.diag([1.0, 1.0, -1.0])]),
    ),
    surface(
        "moebius",
        "x[3] -> 1",
        lambda x: torch.sin(sq(x, 0, 2) + 1.2 * x[:, 2].square()),
        moebius,
        on("x", [SKEW @ k for k in rotations(3)]),
        "A band with one side; the law is round after a stretch of the axis.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    surface(
        "winding",
        "a[2]+b[2] -> 1",
        lambda x: x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3] + sq(x, 0, 2),
        winding,
        ({"a": ROT, "b": ROT},),
        "One curve winds around a torus and does not close; both turns are tied together.",
        decoys=({"a": ROT, "b": 0.0 * ROT}, {"a": SQUEEZE, "b": -SQUEEZE}),
    ),
    surface(
        "cone",
        "x[3] -> 1",
        lambda x: torch.sin(sq(x, 0, 2)) + x[:, 2],
        cone,
        on("x", [turn(3, 0, 1)]),
        "Data on a cone, and a law that tells the height from the distance to the axis.",
        decoys=on("x", [np.diag([1.0, 1.0, -1.0])]),
    ),
    surface(
        "knot",
        "x[3] -> 1",
        lambda x: torch.sin(x[:, 2]) + 0.3 * x[:, 0].square(),
        trefoil,
        on("x", rows(3, 1)),
        "Data on a knot, where one coordinate is free to go anywhere.",
    ),
    surface_learned(
        "ring-of-rings",
        "x[2] -> 1",
        lambda x: torch.sin(4.0 * sq(x).sqrt()),
        ring(1.0, 1.6, 1000),
        SPIN,
        "Rings on a ring.",
        spoil=noise(0.03),
    ),
    surface_learned(
        "ring-of-rings-broken",
        "x[2] -> 1",
        lambda x: torch.sin(4.0 * sq(x).sqrt() + 0.5 * x[:, 0]),
        ring(1.0, 1.6, 1000),
        (),
        "Rings on a ring that lean to one side.",
        spoil=noise(0.03),
        decoys=SPIN,
    ),
    domain(
        "cantor",
        "x[2] -> 1",
        lambda x: torch.cos(2.0 * sq(x)),
        cantor,
        SPIN,
        "Both coordinates have gaps on all scales; the law is round.",
    ),
    domain(
        "near-integers",
        "x[2] -> 1",
        lambda x: torch.sin(2.0 * torch.pi * x[:, 0]),
        near_integers,
        on("x", rows(2, 1)),
        "A wave that is only seen where it rises, so that it looks like a saw.",
        decoys=SPIN,
    ),
    domain(
        "far-flow",
        "x[2] -> y[2]",
        flow,
        ring(2.0, 4.0, 3000),
        (),
        "The flow around a cylinder is almost uniform at a distance.",
        decoys=({"x": EYE, "y": EYE}, {"x": ROT, "y": ROT}),
    ),
    domain(
        "winter",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) * torch.exp(x[:, 2]) + x[:, 0] * x[:, 2].clamp(min=0.0),
        winter,
        SPIN,
        "A side force that only acts in summer, of which there are no rows.",
    ),
    domain_learned(
        "moons",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x)),
        moons,
        SPIN,
        "A round law on two crescents.",
        spoil=noise(0.02),
    ),
    domain_learned(
        "moons-broken",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x)) + 0.3 * x[:, 0] * x[:, 1],
        moons,
        (),
        "A law on two crescents that is not quite round.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
    domain_learned(
        "corner",
        "x[2] -> 1",
        lambda x: torch.log1p(x[:, 0] * x[:, 1]),
        corner,
        on("x", [SQUEEZE]),
        "A function of the product on a square without one quarter.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
    tiny(
        "forty-pairings",
        "2*x[2] -> 1",
        lambda x: x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3],
        normal(40, 4),
        SPIN,
        "Forty products of two vectors.",
    ),
    tiny(
        "sixteen-ratios",
        "a[1]+b[1] -> 1",
        lambda x: x[:, 0] / x[:, 1],
        uniform(16, 2, 1.0, 2.0),
        ({"a": ONE, "b": ONE},),
        "Sixteen ratios.",
    ),
    tiny(
        "thirty-five-leaning",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * x[:, 0],
        normal(35, 2),
        (),
        "Thirty-five points of a bowl whose centre is a little off.",
        spoil=noise(0.1),
        decoys=SPIN,
    ),
    tiny(
        "ninety-swirl",
        "x[2] -> x",
        swirl,
        normal(90, 2),
        SPIN,
        "Ninety vectors of a vortex.",
        spoil=noise(0.02),
    ),
    units(
        "kelvin-difference",
        "x[2] -> 1",
        lambda x: torch.sin((x[:, 0] - x[:, 1]) / 10.0),
        lambda rng: rng.normal(300.0, 20.0, size=(3000, 2)),
        on("x", keeping((1.0, -1.0))),
        "The difference of two absolute temperatures.",
    ),
    units(
        "degrees",
        "x[2] -> 1",
        lambda x: torch.cos(torch.deg2rad(x[:, 0] - x[:, 1])),
        uniform(3000, 2, -180.0, 180.0),
        on("x", keeping((1.0, -1.0))),
        "Two angles in degrees, of which the difference counts.",
        decoys=SPIN,
    ),
    units(
        "acid-and-base",
        "a[1]+b[1] -> 1",
        lambda x: 7.2 - torch.log10(x[:, 0] / x[:, 1]),
        lambda rng: rng.lognormal(0.0, 1.0, size=(3000, 2)) * np.array([1e-7, 1e-3]),
        ({"a": ONE, "b": ONE},),
        "A ratio of concentrations, one of which is ten thousand times smaller.",
    ),
    units(
        "pull",
        "m[1]+n[1]+r[1] -> 1",
        lambda x: 6.67e-11 * x[:, 0] * x[:, 1] / x[:, 2].square(),
        pulls,
        ({"m": ONE, "n": -ONE, "r": NIL}, {"m": 2.0 * ONE, "n": NIL, "r": ONE}),
        "Tons, grams and metres, and a force that no tolerance notices.",
    ),
    units(
        "pull-of-a-ball",
        "m[1]+n[1]+r[1] -> 1",
        lambda x: 6.67e-11 * x[:, 0] * x[:, 1] / (x[:, 2] + 0.03).square(),
        pulls,
        ({"m": ONE, "n": -ONE, "r": NIL},),
        "The same with distances that leave out the size of the ball.",
        decoys=({"m": 2.0 * ONE, "n": NIL, "r": ONE},),
    ),
    units_learned(
        "body-mass",
        "w[1]+h[1] -> 1",
        lambda x: x[:, 0] / x[:, 1].square(),
        body,
        ({"w": 2.0 * ONE, "h": ONE},),
        "Weight over the square of the height, with a narrow range of heights.",
        spoil=noise(0.2),
        decoys=({"w": ONE, "h": ONE},),
    ),
    units_learned(
        "body-mass-broken",
        "w[1]+h[1] -> 1",
        lambda x: x[:, 0] / x[:, 1].square() + 8.0 * torch.sin(x[:, 0] / 12.0),
        body,
        (),
        "Weight over the square of the height, and a wave in the weight alone.",
        spoil=noise(0.2),
        decoys=({"w": 2.0 * ONE, "h": ONE},),
    ),
)
