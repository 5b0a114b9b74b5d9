"""Large means, tiny scales, mixed units."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import EYE, SPIN, Case, make, normal, on, sq, uniform
from benchmarks.hostile.second.parts_two import at, lognormal, rel, weighted

exact = partial(make, "units_two", "exact")
learned = partial(make, "units_two", "learned")
UNITS = "the columns differ so much in size that the scale of the check does not fit"
ONE = np.ones((1, 1))


def _moist(x: torch.Tensor) -> torch.Tensor:
    """A gas law with the temperature in degrees Celsius."""
    return (x[:, 0] + 273.0) / (300.0 * x[:, 1])


CASES: tuple[Case, ...] = (
    exact(
        "far",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x).sqrt()),
        at(3000, (10.0, 5.0), 1.0),
        SPIN,
        "A cloud far from the origin, a law around the origin.",
    ),
    exact(
        "center-beside",
        "x[2] -> 1",
        lambda x: (x[:, 0] - 3.0) ** 2 + x[:, 1] ** 2,
        at(3000, (3.0, 0.0), 1.0),
        (),
        "Round around its own mean: no linear symmetry around the origin.",
        decoys=SPIN,
    ),
    exact(
        "center-in-space",
        "x[3] -> 1",
        lambda x: (x[:, 0] - 2.0) ** 2 + sq(x, 1),
        at(3000, (2.0, 0.0, 0.0), 1.0),
        on("x", [np.array([[0.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])]),
        "Round around its mean in space: the axis through it is left.",
    ),
    exact(
        "nano",
        "x[2] -> 1",
        lambda x: torch.exp(-1e18 * sq(x)),
        normal(2000, 2, 1e-9),
        SPIN,
        "Nanometres written in metres.",
    ),
    exact(
        "nano-broken",
        "x[2] -> 1",
        lambda x: 1e-20 * (1e18 * sq(x) + 0.3e9 * x[:, 0]),
        normal(2000, 2, 1e-9),
        (),
        "Nanometres in, and an output of the same order as rounding errors elsewhere.",
        decoys=SPIN,
    ),
    exact(
        "offset",
        "x[2] -> 1",
        lambda x: 1e6 + torch.cos(sq(x)),
        normal(2000, 2),
        SPIN,
        "A large constant in the output.",
    ),
    exact(
        "mixed",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 2 + (x[:, 1] / 1e4) ** 2,
        at(3000, (0.0, 0.0), (1.0, 1e4)),
        on("x", weighted(1.0, 1e-8)),
        "A circle in volts and tens of kilohertz.",
        why=UNITS,
    ),
    exact(
        "reynolds",
        "x[1] + y[1] + z[1] + w[1] -> 1",
        lambda x: torch.log1p(x[:, 0] * x[:, 1] * x[:, 2] / x[:, 3] / 1e4) + 0.3,
        lognormal(3000, (1000.0, 1.0, 0.01, 1e-3), 0.6),
        (
            {"x": ONE, "y": -ONE, "z": 0 * ONE, "w": 0 * ONE},
            {"x": ONE, "y": 0 * ONE, "z": -ONE, "w": 0 * ONE},
            {"x": ONE, "y": 0 * ONE, "z": 0 * ONE, "w": ONE},
        ),
        "Only one number without a unit counts.",
        why=UNITS,
    ),
    learned(
        "far",
        "x[2] -> 1",
        lambda x: torch.sin(1.5 * sq(x).sqrt()),
        at(3000, (3.0, 0.0), 0.8),
        SPIN,
        "A cloud beside the origin, rings around the origin.",
        spoil=rel(0.02),
    ),
    learned(
        "mixed",
        "x[2] -> 1",
        lambda x: torch.exp(-(x[:, 0] ** 2) - (x[:, 1] / 2000.0) ** 2),
        at(2500, (0.0, 0.0), (1.0, 2000.0)),
        on("x", weighted(1.0, 0.25e-6)),
        "A circle in metres and millimetres.",
        spoil=rel(0.03),
        why=UNITS,
    ),
    learned(
        "offset",
        "x[2] -> 1",
        lambda x: 1e5 + sq(x),
        normal(2000, 2),
        SPIN,
        "A pressure in pascal around that of the air.",
        spoil=rel(0.03),
    ),
    learned(
        "celsius",
        "x[1] + y[1] -> 1",
        _moist,
        lambda rng: np.stack([rng.uniform(-150, 450, 2000), rng.uniform(0.5, 2, 2000)], axis=1),
        (),
        "The volume of a gas: a ratio only if degrees were absolute.",
        spoil=rel(0.01),
        why=UNITS,
        decoys=({"x": ONE, "y": ONE},),
    ),
    learned(
        "kelvin",
        "x[1] + y[1] -> 1",
        lambda x: x[:, 0] / (300.0 * x[:, 1]),
        lambda rng: np.stack([rng.uniform(120, 720, 2000), rng.uniform(0.5, 2, 2000)], axis=1),
        ({"x": ONE, "y": ONE},),
        "The same with absolute degrees.",
        spoil=rel(0.01),
        why=UNITS,
    ),
    learned(
        "smile",
        "x[2] -> 1",
        lambda x: 0.2 + 0.3 * torch.log(x[:, 0] / x[:, 1]) ** 2,
        uniform(2500, 2, 60.0, 160.0),
        on("x", [EYE]),
        "The volatility of an option depends on price over strike.",
        spoil=rel(0.03),
    ),
    learned(
        "smile-broken",
        "x[2] -> 1",
        lambda x: 0.2 + 0.3 * torch.log(x[:, 0] / x[:, 1]) ** 2 + 0.05 * (x[:, 0] / 100.0) ** 2,
        uniform(2500, 2, 60.0, 160.0),
        (),
        "The same with a level that moves with the price.",
        spoil=rel(0.03),
        decoys=on("x", [EYE]),
    ),
)
