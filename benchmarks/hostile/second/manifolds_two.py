"""Inputs on curved or flat parts of their space."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    Array,
    Case,
    Inputs,
    make,
    noise,
    on,
    rotations,
    rows,
    sq,
    turn,
)
from benchmarks.hostile.second.parts_two import form, outward, rel, shell, within

exact = partial(make, "manifolds_two", "exact")
learned = partial(make, "manifolds_two", "learned")
SLOPE = ((1.0, 0.0), (0.0, 1.0), (1.0, -0.5))
COPY = ((1.0, 0.0), (0.0, 1.0), (1.0, 0.0))
FLAT = "the inputs span a plane: only what keeps it and moves something there is counted"


def _flat(count: int, basis: tuple[tuple[float, float], ...]) -> Inputs:
    """Points of a plane in space."""
    return lambda rng: rng.normal(size=(count, 2)) @ np.array(basis).T


def _helix(rng: np.random.Generator) -> Array:
    """Points of a helix."""
    t = rng.uniform(-6.0, 6.0, 2000)
    return np.stack([np.cos(t), np.sin(t), t / 3.0], axis=1)


def _on_shell(rng: np.random.Generator) -> Array:
    """Energy and momentum of particles with mass one."""
    p = rng.normal(size=(3000, 3))
    return np.concatenate([np.sqrt(1.0 + np.sum(p * p, axis=1))[:, None], p], axis=1)


CASES: tuple[Case, ...] = (
    exact(
        "latitude",
        "x[3] -> 1",
        lambda x: torch.exp(x[:, 2] / sq(x).sqrt()),
        shell(3000, 3),
        on("x", [turn(3, 0, 1), np.eye(3)]),
        "On a sphere; the law only sees the direction, so that scales are allowed, too.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    exact(
        "height",
        "x[3] -> 1",
        lambda x: torch.exp(x[:, 2]),
        shell(3000, 3),
        on("x", rows(3, 0, 1)),
        "The same values on the sphere, but other derivatives.",
        decoys=on("x", [np.eye(3)]),
    ),
    exact(
        "mass",
        "x[4] -> 1",
        lambda x: x[:, 0] ** 2 - sq(x, 1),
        _on_shell,
        on("x", form(np.diag([1.0, -1.0, -1.0, -1.0]))),
        "All values are the same, and the derivatives tell which symmetry makes them so.",
    ),
    exact(
        "helix",
        "x[3] -> 1",
        lambda x: sq(x, 0, 2) + 0.5 * x[:, 2],
        _helix,
        on("x", [turn(3, 0, 1)]),
        "A curve that fills three dimensions.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    exact(
        "slope",
        "x[3] -> 1",
        lambda x: sq(x, 0, 2) + 3.0 * torch.sin(x[:, 2] - x[:, 0] + 0.5 * x[:, 1]),
        _flat(2000, SLOPE),
        on("x", within(SLOPE, [ROT])),
        "A plane in space, and a law with a slope across it that does not matter.",
        why=FLAT,
    ),
    exact(
        "slope-broken",
        "x[3] -> 1",
        lambda x: sq(x) + 0.5 * x[:, 2] ** 3,
        _flat(2000, SLOPE),
        (),
        "A plane in space, and a law without a symmetry there.",
        why=FLAT,
    ),
    learned(
        "thick-shell",
        "x[3] -> 1",
        lambda x: torch.exp(x[:, 2]),
        shell(3000, 3, 0.7, 1.3),
        on("x", rows(3, 0, 1)),
        "A shell that is thick enough to see that only the height counts.",
        spoil=rel(0.02),
        decoys=on("x", [np.eye(3)]),
    ),
    learned(
        "globe",
        "x[3] -> 1",
        lambda x: torch.sin(2.0 * x[:, 2]),
        shell(2500, 3),
        on("x", [turn(3, 0, 1)]),
        "A climate that depends on the latitude; nothing is known above the ground.",
        spoil=rel(0.05),
        normals=outward,
        accepted=(1, 6),
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    learned(
        "trefoil",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 3 - 3.0 * x[:, 0] * x[:, 1] ** 2,
        shell(1500, 2),
        (),
        "A threefold wave on a circle: a discrete symmetry only.",
        spoil=rel(0.05),
        normals=outward,
        decoys=SPIN,
    ),
    learned(
        "copied-column",
        "x[3] -> 1",
        lambda x: torch.sqrt(1.0 + sq(x, 0, 2)),
        _flat(2000, COPY),
        on("x", within(COPY, [ROT])),
        "Two sensors show the same.",
        spoil=noise(0.02),
        why=FLAT,
    ),
    learned(
        "copied-broken",
        "x[3] -> 1",
        lambda x: sq(x, 0, 2) + 0.3 * x[:, 2] ** 3,
        _flat(2500, COPY),
        (),
        "Two sensors show the same, and a term of third order breaks the turn.",
        spoil=noise(0.05),
        why=FLAT,
    ),
    learned(
        "bloch",
        "x[3] -> x",
        lambda x: torch.stack([-1.5 * x[:, 1], 1.5 * x[:, 0], 0.6 * x[:, 2] ** 2], dim=1),
        shell(2500, 3, 0.3, 1.0),
        on("x", [turn(3, 0, 1), np.diag([1.0, 1.0, 0.0])]),
        "Spins in a ball that turn around an axis and are pumped along it.",
        spoil=rel(0.02),
        decoys=on("x", rotations(3)[1:]),
    ),
)
