"""Tracks, series and devices: rows that depend on each other."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import SPIN, Array, Case, col, make, normal, on, sq
from benchmarks.hostile.second.parts_two import (
    both,
    copied,
    drifting,
    euler,
    flow,
    form,
    rel,
    wedge,
)

learned = partial(make, "leakage_two", "learned")
Drawn = tuple[Array, np.ndarray]
TURN = np.array([[np.cos(0.03), -np.sin(0.03)], [np.sin(0.03), np.cos(0.03)]])


def _spokes(rng: np.random.Generator) -> Drawn:
    """Thirty scans, each along one ray from the origin."""
    angle = np.repeat(rng.uniform(-np.pi, np.pi, 30), 60)
    r = rng.uniform(0.3, 2.0, 1800)
    return np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1), np.repeat(np.arange(30), 60)


def _patients(rng: np.random.Generator) -> Drawn:
    """Forty people, seen fifty times each, who differ more than they change."""
    center = np.repeat(rng.normal(size=(40, 3)), 50, axis=0)
    return center + 0.3 * rng.normal(size=(2000, 3)), np.repeat(np.arange(40), 50)


def _wander(rng: np.random.Generator) -> Array:
    """One long series of a plane Ornstein-Uhlenbeck process."""
    x = np.zeros((3000, 2))
    x[0] = rng.normal(size=2)
    for k in range(1, 3000):
        x[k] = 0.97 * x[k - 1] + np.sqrt(1.0 - 0.97**2) * rng.normal(size=2)
    return x


def _lags(rng: np.random.Generator) -> Array:
    """A series next to itself, one step later."""
    s = rng.normal(size=2401)
    for k in range(1, 2401):
        s[k] = 0.6 * s[k - 1] + 0.8 * s[k]
    return np.stack([s[:-1], s[1:]], axis=1)


def _spiral(x: torch.Tensor) -> torch.Tensor:
    """The Hopf oscillator."""
    g = 1.0 - sq(x)
    return col(g * x[:, 0] - 1.5 * x[:, 1], g * x[:, 1] + 1.5 * x[:, 0])


def _pol(x: torch.Tensor) -> torch.Tensor:
    """The oscillator of van der Pol."""
    return col(x[:, 1], (1.0 - x[:, 0] ** 2) * x[:, 1] - x[:, 0])


def _hopf(x: Array) -> Array:
    return np.asarray(_spiral(torch.from_numpy(x)).numpy())


def _van(x: Array) -> Array:
    return np.asarray(_pol(torch.from_numpy(x)).numpy())


ORBITS = flow(lambda x: np.asarray(x @ TURN.T), wedge(40, 0.4, 2.0, -np.pi, np.pi), 40, 60)

CASES: tuple[Case, ...] = (
    learned(
        "orbits-tilted",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * x[:, 0],
        ORBITS,
        (),
        "Arcs of circles; each has an offset of its own; a tilt breaks the turn.",
        spoil=both(copied(0.1, 60), rel(0.01)),
        grouped=True,
        decoys=SPIN,
    ),
    learned(
        "orbits-grouped",
        "x[2] -> 1",
        lambda x: sq(x),
        ORBITS,
        SPIN,
        "Arcs of circles with offsets that look like a dependence on the angle; groups are known.",
        spoil=both(copied(0.15, 60), rel(0.02)),
        grouped=True,
    ),
    learned(
        "orbits-hidden",
        "x[2] -> 1",
        lambda x: sq(x),
        ORBITS,
        SPIN,
        "The same, and nobody says which rows belong together.",
        spoil=both(copied(0.15, 60), rel(0.02)),
    ),
    learned(
        "spokes-grouped",
        "x[2] -> 1",
        lambda x: sq(x),
        _spokes,
        SPIN,
        "Scans along rays, each with its own offset, so the angle seems to matter.",
        spoil=both(copied(0.15, 60), rel(0.02)),
        grouped=True,
    ),
    learned(
        "spokes-broken",
        "x[2] -> 1",
        lambda x: sq(x) + 0.4 * x[:, 0] * sq(x).sqrt(),
        _spokes,
        (),
        "Scans along rays where the angle does matter; no groups.",
        spoil=rel(0.03),
        decoys=SPIN,
    ),
    learned(
        "wander-round",
        "x[2] -> 1",
        lambda x: torch.sqrt(0.5 + sq(x)),
        _wander,
        SPIN,
        "One long series with noise that remembers.",
        spoil=drifting(0.1, 0.98),
    ),
    learned(
        "hopf",
        "x[2] -> x",
        _spiral,
        flow(euler(_hopf, 0.005, 10), wedge(60, 0.2, 1.7, -np.pi, np.pi), 60, 40),
        SPIN,
        "Velocities along tracks that fall onto a limit cycle.",
        spoil=rel(0.02),
        grouped=True,
    ),
    learned(
        "van-der-pol",
        "x[2] -> x",
        _pol,
        flow(euler(_van, 0.01, 10), normal(60, 2, 1.5), 60, 40),
        (),
        "The same with a cycle that is not round.",
        spoil=rel(0.02),
        grouped=True,
        decoys=SPIN,
    ),
    learned(
        "lags",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * x[:, 0] * x[:, 1],
        _lags,
        on("x", form([[1.0, 0.25], [0.25, 1.0]])),
        "Windows of a series that overlap: a skew ellipse.",
        spoil=rel(0.05),
        decoys=SPIN,
    ),
)
