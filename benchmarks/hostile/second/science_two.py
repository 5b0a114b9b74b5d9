"""Laws and data as they come from laboratories, plants and markets."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    Array,
    Case,
    Inputs,
    col,
    entry,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
)
from benchmarks.hostile.second.parts_two import cross, form, lognormal, rel, shell, weighted

exact = partial(make, "science_two", "exact")
learned = partial(make, "science_two", "learned")
Z = on("x", [turn(3, 0, 1)])
TILT = on("x", [turn(3, 0, 2), turn(3, 1, 2)])
ONE = np.ones((1, 1))


def _orbit(x: torch.Tensor) -> torch.Tensor:
    """Twenty steps of a softened Kepler problem."""
    q, p = x[:, :2], x[:, 2:]
    for _ in range(20):
        p = p - 0.05 * q / (0.5 + sq(q))[:, None] ** 1.5
        q = q + 0.05 * p
    return torch.cat([q, p], dim=1)


def _bar(x: torch.Tensor) -> torch.Tensor:
    """The same in a galaxy with a bar."""
    q, p = x[:, :2], x[:, 2:]
    for _ in range(20):
        force = torch.stack([q[:, 0], 1.6 * q[:, 1]], dim=1)
        p = p - 0.05 * force / (0.5 + sq(q))[:, None] ** 1.5
        q = q + 0.05 * p
    return torch.cat([q, p], dim=1)


def _events(count: int) -> Inputs:
    """Energy and momentum of two particles of different mass."""

    def inputs(rng: np.random.Generator) -> Array:
        p = rng.normal(size=(count, 2, 3))
        m = np.array([0.3, 1.0])
        e = np.sqrt(m**2 + np.sum(p * p, axis=2))
        return np.concatenate([e[:, :, None], p], axis=2).reshape(count, 8)

    return inputs


def _mass(x: torch.Tensor) -> torch.Tensor:
    """The invariant mass of two particles, squared."""
    s = x[:, :4] + x[:, 4:]
    return s[:, 0] ** 2 - sq(s, 1)


def _cubic(x: torch.Tensor) -> torch.Tensor:
    """The energy of the magnetisation in a cubic crystal."""
    a, b, c = x[:, 0] ** 2, x[:, 1] ** 2, x[:, 2] ** 2
    return 0.5 * sq(x) + 1.5 * (a * b + b * c + c * a)


CASES: tuple[Case, ...] = (
    exact(
        "orbit",
        "2*x[2] -> 2*x",
        _orbit,
        normal(1500, 4),
        SPIN,
        "A simulation of a planet.",
    ),
    exact(
        "bar",
        "2*x[2] -> 2*x",
        _bar,
        normal(1500, 4),
        (),
        "A simulation of a star in a galaxy with a bar.",
        decoys=SPIN,
    ),
    exact(
        "trap",
        "2*x[3] -> x",
        lambda x: (
            np.cos(1.0) * x[:, :3] + x[:, 3:] * torch.tensor([1.0, 1.0, 0.6], dtype=torch.float64)
        ),
        normal(1500, 6),
        on("x", [*(entry(3, i, j) for i in range(2) for j in range(2)), entry(3, 2, 2)]),
        "A trap for ions: two equal frequencies and one of its own.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    exact(
        "invariant-mass",
        "2*x[4] -> 1",
        lambda x: torch.log1p(_mass(x)),
        _events(3000),
        on("x", form(np.diag([1.0, -1.0, -1.0, -1.0]))),
        "Two particles on their mass shells.",
    ),
    exact(
        "detector-mass",
        "2*x[4] -> 1",
        lambda x: torch.log1p(_mass(x)) + 0.3 * torch.sqrt(0.1 + sq(x, 1, 3)),
        _events(3000),
        on("x", [turn(4, 1, 2), entry(4, 0, 3) + entry(4, 3, 0)]),
        "The same with a trigger that sees the momentum across the beam.",
        decoys=on("x", [turn(4, 1, 3), entry(4, 0, 1) + entry(4, 1, 0)]),
    ),
    exact(
        "stark",
        "2*x[3] -> 1",
        lambda x: torch.exp(-sq(x[:, :3] - x[:, 3:]) / 2.0) + sq(x) / 4.0 + 0.3 * x[:, 2],
        normal(2000, 6),
        Z,
        "Two electrons in a field.",
        decoys=TILT,
    ),
    learned(
        "lorentz-force",
        "2*x[3] -> x",
        lambda x: cross(x[:, :3], x[:, 3:]),
        normal(2500, 6),
        on("x", rotations(3)),
        "Velocity and magnetic field.",
        spoil=rel(0.03),
    ),
    learned(
        "hall",
        "2*x[3] -> x",
        lambda x: cross(x[:, :3], x[:, 3:]) + 0.4 * col(0.0 * x[:, 0], 0.0 * x[:, 0], x[:, 2] ** 2),
        normal(3000, 6),
        Z,
        "The same in a crystal with an axis.",
        spoil=rel(0.03),
        decoys=TILT,
    ),
    learned(
        "accelerometer",
        "x[3] -> 1",
        lambda x: torch.sqrt(1.21 * x[:, 0] ** 2 + x[:, 1] ** 2 + x[:, 2] ** 2),
        shell(3000, 3, 0.5, 2.0),
        on("x", weighted(1.21, 1.0, 1.0)),
        "One channel has a gain of 1.1: an ellipsoid.",
        spoil=rel(0.02),
        decoys=on("x", rotations(3)[:2]),
    ),
    learned(
        "crystal",
        "x[3] -> 1",
        _cubic,
        shell(3500, 3, 0.3, 1.2),
        (),
        "A cubic crystal: only a discrete symmetry.",
        spoil=rel(0.03),
        decoys=on("x", rotations(3)),
    ),
    learned(
        "drag",
        "x[1] + y[1] + z[1] -> 1",
        lambda x: 0.4 + 1.0 / (1.0 + x[:, 0] * x[:, 1] / x[:, 2]),
        lognormal(2500, (1.0, 1.0, 1.0), 0.5),
        ({"x": ONE, "y": -ONE, "z": 0 * ONE}, {"x": ONE, "y": 0 * ONE, "z": ONE}),
        "Speed, length and viscosity: one number without a unit.",
        spoil=rel(0.02),
    ),
    learned(
        "drag-rough",
        "x[1] + y[1] + z[1] -> 1",
        lambda x: 0.4 + 1.0 / (1.0 + x[:, 0] * x[:, 1] / x[:, 2]) + 0.1 * torch.log(x[:, 1]) ** 2,
        lognormal(2500, (1.0, 1.0, 1.0), 0.5),
        ({"x": ONE, "y": 0 * ONE, "z": ONE},),
        "The same where the length is also compared with the roughness of the wall.",
        spoil=rel(0.02),
        decoys=({"x": ONE, "y": -ONE, "z": 0 * ONE},),
    ),
)
