"""Small fast waves, and data on curves and surfaces."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    SPIN,
    Array,
    entry,
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

ripple = partial(make, "ripples_three", "exact")
ripple_learned = partial(make, "ripples_three", "learned")
surface = partial(make, "manifolds_three", "exact")
surface_learned = partial(make, "manifolds_three", "learned")

_DRAW = np.random.default_rng(20)
FINE = torch.from_numpy(_DRAW.normal(size=(30, 2)) * 12)
COARSE = torch.from_numpy(_DRAW.normal(size=(12, 2)) * 2.5)
PHASES = torch.from_numpy(_DRAW.uniform(0, 6.28, size=30))


def _speckle(x: torch.Tensor, waves: torch.Tensor) -> torch.Tensor:
    """Many plane waves in all directions, of variance one together."""
    n = len(waves)
    return torch.sin(x @ waves.T + PHASES[:n]).sum(dim=1) * (2 / n) ** 0.5


def _beat(x: torch.Tensor) -> torch.Tensor:
    z = x[:, 2]
    return torch.log1p(sq(x)) + 0.02 * (torch.cos(20 * z) - torch.cos(21 * z))


def _dot(x: torch.Tensor) -> torch.Tensor:
    return (x[:, :3] * x[:, 3:]).sum(dim=1)


def _light_cone(rng: np.random.Generator) -> Array:
    x = rng.normal(size=(2000, 2))
    return np.concatenate([np.linalg.norm(x, axis=1, keepdims=True), x], axis=1)


def _interval(x: torch.Tensor) -> torch.Tensor:
    return torch.sin(x[:, 0] ** 2 - sq(x, 1))


def _preferred(x: torch.Tensor) -> torch.Tensor:
    """The interval, and a part that prefers the time in which the cone is at rest."""
    return _interval(x) + 0.6 * x[:, 0]


BOOSTS = [entry(3, 0, 1) + entry(3, 1, 0), entry(3, 0, 2) + entry(3, 2, 0)]


def _moments(rng: np.random.Generator) -> Array:
    t = rng.uniform(-1.5, 1.5, size=2000)
    return np.stack([t, t**2, t**3], axis=1)


def _cylinder(rng: np.random.Generator) -> Array:
    angle = rng.uniform(0, 2 * np.pi, size=2000)
    return np.stack([np.cos(angle), np.sin(angle), rng.normal(size=2000)], axis=1)


def _frames(rng: np.random.Generator) -> Array:
    a, b = rng.normal(size=(2, 2000, 3))
    a /= np.linalg.norm(a, axis=1, keepdims=True)
    b -= (a * b).sum(axis=1, keepdims=True) * a
    return np.concatenate([a, b / np.linalg.norm(b, axis=1, keepdims=True)], axis=1)


def _area(x: torch.Tensor) -> torch.Tensor:
    return x[:, 0] * x[:, 4] - x[:, 1] * x[:, 3]


def _ring(rng: np.random.Generator) -> Array:
    angle, radius = rng.uniform(0, 2 * np.pi, 1200), rng.uniform(0.7, 1.3, 1200)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _double_angle(x: torch.Tensor) -> torch.Tensor:
    return (x[:, 0] ** 2 - x[:, 1] ** 2) / sq(x)


CASES = (
    ripple(
        "chirp",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.01 * torch.sin(6 * x[:, 0] ** 2),
        normal(4000, 2),
        [],
        "Waves along one axis that become faster and faster.",
        decoys=SPIN,
    ),
    ripple(
        "chirp-round",
        "x[2] -> 1",
        lambda x: 0.1 * torch.log1p(sq(x)) + 0.01 * torch.sin(9 * sq(x)),
        normal(4000, 2),
        SPIN,
        "Round waves that become faster and faster.",
    ),
    ripple(
        "beat",
        "x[3] -> 1",
        _beat,
        normal(4000, 3),
        on("x", [turn(3, 0, 1)]),
        "Two waves along one axis that cancel near the middle of the data.",
        decoys=on("x", rotations(3)[1:]),
    ),
    ripple(
        "pairing-waves",
        "2*x[3] -> 1",
        lambda x: _dot(x) + 0.03 * torch.sin(40 * _dot(x)),
        normal(2000, 6),
        on("x", rotations(3)),
        "Fast waves in the product of two vectors.",
    ),
    ripple(
        "speckle",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.01 * _speckle(x, FINE),
        normal(5000, 2),
        [],
        "Fine speckle of one per cent that has no direction of its own.",
        decoys=SPIN,
    ),
    ripple(
        "crowded-rings",
        "x[2] -> 1",
        lambda x: torch.sin(1 / (sq(x) + 0.03)),
        uniform(4000, 2),
        SPIN,
        "Rings that crowd around the centre.",
    ),
    ripple_learned(
        "speckle",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)) + 0.15 * _speckle(x, COARSE),
        normal(2000, 2),
        [],
        "Coarse speckle on a round law.",
        decoys=SPIN,
    ),
    ripple_learned(
        "tube",
        "x[3] -> 1",
        lambda x: torch.cos(3 * sq(x, 0, 2).sqrt()) + torch.sin(2 * x[:, 2]),
        uniform(2500, 3),
        on("x", [turn(3, 0, 1)]),
        "Rings around an axis and waves along it.",
        decoys=on("x", rotations(3)[1:]),
    ),
    surface(
        "light-cone",
        "x[3] -> 1",
        _interval,
        _light_cone,
        on("x", [np.eye(3), turn(3, 1, 2), *BOOSTS]),
        "Where the interval is zero, its derivatives also allow scaling.",
    ),
    surface(
        "light-cone-frame",
        "x[3] -> 1",
        _preferred,
        _light_cone,
        on("x", [turn(3, 1, 2)]),
        "On the light cone, with a part that prefers a frame.",
        decoys=on("x", BOOSTS),
    ),
    surface(
        "moments",
        "x[3] -> 1",
        lambda x: x[:, 0] * x[:, 2] - x[:, 1] ** 2,
        _moments,
        on(
            "x",
            [
                np.eye(3),
                np.diag([1.0, 0.0, -1.0]),
                entry(3, 1, 0) + 2 * entry(3, 2, 1),
                2 * entry(3, 0, 1) + entry(3, 1, 2),
            ],
        ),
        "A curve on which the function is zero, while its derivatives are not.",
    ),
    surface(
        "cylinder",
        "x[3] -> 1",
        lambda x: x[:, 2] ** 2 + 5 * (sq(x, 0, 2) - 1) * x[:, 0],
        _cylinder,
        on("x", [turn(3, 0, 1)]),
        "What is not round is zero on the cylinder of the data, and steep across it.",
    ),
    surface(
        "frames",
        "2*x[3] -> 1",
        _area,
        _frames,
        on("x", [np.diag([1.0, -1, 0]), entry(3, 0, 1), entry(3, 1, 0), *rows(3, 2)]),
        "Pairs of unit vectors at right angles, and the area of their shadow.",
    ),
    surface(
        "frames-shear",
        "2*x[3] -> 1",
        lambda x: _area(x) + 0.2 * x[:, 2] ** 2 + 0.1 * x[:, 0] ** 3,
        _frames,
        on("x", [entry(3, 1, 0)]),
        "The area of the shadow, and a part of one vector that a shear leaves alone.",
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    surface_learned(
        "ring-angle",
        "x[2] -> 1",
        _double_angle,
        _ring,
        on("x", [EYE]),
        "A ring with little room to see that only the angle counts.",
        spoil=noise(0.02),
    ),
    surface_learned(
        "ring-angle-broken",
        "x[2] -> 1",
        lambda x: _double_angle(x) + 1.2 * torch.cos(3 * sq(x)),
        _ring,
        [],
        "A ring on which both the angle and the radius count.",
        spoil=noise(0.02),
        decoys=on("x", [EYE]),
    ),
)
