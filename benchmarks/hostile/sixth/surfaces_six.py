"""Exact functions on curved surfaces: shares, spheres, cones and phases.

Only the equation at the samples counts here, with the derivative in the whole space: functions
that agree on the surface may differ in their symmetries, and a motion may lead away from it.
"""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SQUEEZE,
    Array,
    col,
    entry,
    keeping,
    make,
    on,
    rotations,
    rows,
    sq,
    turn,
)

surf = partial(make, "surfaces_six", "exact")

SHARES = np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
BODY = np.diag([1.0, 1.0, 1.3])


def shares(rng: np.random.Generator) -> Array:
    """Three shares that sum to one."""
    return rng.dirichlet([2.0, 2.0, 2.0], size=2000)


def sphere(rng: np.random.Generator) -> Array:
    """Directions in space."""
    x = rng.normal(size=(2000, 3))
    return np.asarray(x / np.linalg.norm(x, axis=1, keepdims=True))


def cone(rng: np.random.Generator) -> Array:
    """Two momenta of light and its energy."""
    x = rng.normal(size=(2000, 3))
    x[:, 2] = np.hypot(x[:, 0], x[:, 1])
    return x


def phases(rng: np.random.Generator) -> Array:
    """Sine and cosine of a season, and a size."""
    angle = rng.uniform(0.0, 2.0 * np.pi, size=2000)
    return np.stack([np.cos(angle), np.sin(angle), rng.normal(size=2000)], axis=1)


def wind_and_season(rng: np.random.Generator) -> Array:
    """Two parts of the wind, and cosine and sine of a season."""
    x = phases(rng)
    return np.concatenate([rng.normal(size=(2000, 2)), x[:, :2]], axis=1)


def entropy(x: torch.Tensor) -> torch.Tensor:
    """How evenly the shares are spread."""
    return -(x * torch.log(x.abs() + 1e-300)).sum(dim=1)


def harmonic(x: torch.Tensor) -> torch.Tensor:
    """The third harmonic of the season, from both of its columns."""
    return x[:, 2] * (x[:, 0] ** 3 - 3.0 * x[:, 0] * x[:, 1].square())


def in_shares(a: Array) -> Array:
    """A motion of the first share, the sum and the last share as one of the shares."""
    return np.asarray(np.linalg.inv(SHARES) @ a @ SHARES)


CASES = (
    surf(
        "log-ratio-of-shares",
        "x[3] -> 1",
        lambda x: torch.log(x[:, 0] / x[:, 1]),
        shares,
        on("x", [np.diag([1.0, 1.0, 0.0]), *rows(3, 2)]),
        "The ratio of two shares; the third share is not asked at all.",
    ),
    surf(
        "entropy-of-shares",
        "x[3] -> 1",
        entropy,
        shares,
        (),
        "The entropy of three shares, flat near the middle.",
        decoys=on("x", rotations(3)),
    ),
    surf(
        "share-of-the-sum",
        "x[3] -> 1",
        lambda x: x[:, 0] * x.sum(dim=1),
        shares,
        on("x", [in_shares(a) for a in (np.diag([1.0, -1.0, 0.0]), *rows(3, 2))]),
        "On the shares this is the first one, but as a function it is a product with the sum.",
        decoys=on("x", [np.outer([0.0, 0.0, 1.0], [0.0, 1.0, 0.0])]),
    ),
    surf(
        "share-alone",
        "x[3] -> 1",
        lambda x: x[:, 0].square(),
        shares,
        on("x", rows(3, 1, 2)),
        "A function of the first share only.",
        decoys=on("x", [np.diag([1.0, -1.0, 0.0])]),
    ),
    surf(
        "directions-and-a-body",
        "x[3] -> 1",
        lambda x: torch.einsum("ni,ij,nj->n", x, torch.from_numpy(BODY), x),
        sphere,
        on("x", [np.linalg.inv(BODY) @ k for k in rotations(3)]),
        "A body that is nearly a ball, asked for directions only: it has three skew turns.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    surf(
        "direction-to-a-lamp",
        "x[3] -> 1",
        lambda x: torch.relu(x[:, 2] + 0.2) + 0.1 * x[:, 2],
        sphere,
        on("x", keeping((0.0, 0.0, 1.0))),
        "How much light falls on a side; only the angle to the lamp counts.",
    ),
    surf(
        "light-on-its-cone",
        "x[3] -> 1",
        sq,
        cone,
        on("x", [*rotations(3), np.diag([1.0, 1.0, -1.0])]),
        "On the cone one more motion fulfils the equation: plane and axis in opposite ways.",
        decoys=on("x", [np.eye(3)]),
    ),
    surf(
        "energy-on-the-cone",
        "x[3] -> 1",
        lambda x: x[:, 2].square(),
        cone,
        on("x", rows(3, 0, 1)),
        "The same values on the cone, from the energy alone: momenta may do what they like.",
        decoys=on("x", [np.diag([1.0, 1.0, -1.0])]),
    ),
    surf(
        "third-harmonic-of-cosine",
        "x[2]+1 -> 1",
        lambda x: x[:, 2] * (4.0 * x[:, 0] ** 3 - 3.0 * x[:, 0]),
        phases,
        on("x", rows(2, 1)),
        "The third harmonic, written with the cosine alone: the sine may do what it likes.",
        decoys=on("x", [ROT]),
    ),
    surf(
        "third-harmonic-of-both",
        "x[2]+1 -> 1",
        harmonic,
        phases,
        (),
        "The same values, written with both columns: nothing is left.",
        decoys=on("x", [ROT]),
    ),
    surf(
        "wind-against-season",
        "a[2]+b[2] -> 1",
        lambda x: torch.tanh((x[:, :2] * x[:, 2:]).sum(dim=1)),
        wind_and_season,
        tuple({"a": m, "b": -m.T} for m in (EYE, ROT, SQUEEZE, entry(2, 0, 1) + entry(2, 1, 0))),
        "The wind along a direction: as a product it is kept by any change and its dual.",
        decoys=({"a": SQUEEZE, "b": SQUEEZE},),
    ),
    surf(
        "wind-turned-by-season",
        "2*x[2] -> x",
        lambda x: col(x[:, 0] * x[:, 2] - x[:, 1] * x[:, 3], x[:, 0] * x[:, 3] + x[:, 1] * x[:, 2]),
        wind_and_season,
        (),
        "A turn of the wind by the season doubles what turns both: it is not shared.",
        decoys=on("x", [ROT]),
    ),
)
