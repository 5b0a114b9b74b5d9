"""Smooth terms that break a symmetry a little, and some that only bend it."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Case,
    entry,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
)
from benchmarks.hostile.second.parts_two import dot, form, rel

exact = partial(make, "smooth_two", "exact")
learned = partial(make, "smooth_two", "learned")
ALL = [entry(2, i, j) for i in range(2) for j in range(2)]
NIL = np.zeros((2, 2))


def _area(x: torch.Tensor) -> torch.Tensor:
    """The area between two vectors of the plane."""
    return x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]


CASES: tuple[Case, ...] = (
    exact(
        "cubic",
        "x[2] -> 1",
        lambda x: sq(x) + 0.08 * x[:, 0] ** 3,
        normal(2000, 2),
        (),
        "A term of third order.",
        decoys=SPIN,
    ),
    exact(
        "bent",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) - 0.2 * x[:, 0] * x[:, 1]),
        normal(2000, 2),
        on("x", form([[1.0, 0.1], [0.1, 1.0]])),
        "A mixed term only bends the circle.",
        decoys=SPIN,
    ),
    exact(
        "lorentz",
        "x[4] -> 1",
        lambda x: x[:, 0] ** 2 - sq(x, 1) + 0.3 * x[:, 0],
        normal(3000, 4),
        on("x", [turn(4, 1, 2), turn(4, 1, 3), turn(4, 2, 3)]),
        "A preferred frame leaves the rotations.",
        decoys=on("x", [entry(4, 0, 1) + entry(4, 1, 0)]),
    ),
    exact(
        "pairing",
        "x[2] + x.T + y[2] -> 1",
        lambda x: torch.sin(dot(x[:, :2], x[:, 2:4])) + torch.cos(sq(x, 4)),
        normal(2000, 6),
        (*({"x": m, "y": NIL} for m in ALL), {"x": NIL, "y": ROT}),
        "A vector and a dual one allow all matrices, a third vector only turns.",
    ),
    exact(
        "pairing-broken",
        "x[2] + x.T -> 1",
        lambda x: dot(x[:, :2], x[:, 2:]) + 0.1 * sq(x, 2, 4),
        normal(3000, 4),
        SPIN,
        "The same with a metric on the dual one.",
        decoys=on("x", [EYE, SQUEEZE]),
    ),
    exact(
        "two-circles",
        "x[2] + y[2] -> 1",
        lambda x: sq(x, 0, 2) * sq(x, 2, 4) + 0.6 * dot(x[:, :2], x[:, 2:]),
        normal(3000, 4),
        ({"x": ROT, "y": ROT}, {"x": EYE, "y": -EYE}),
        "The angle between two vectors ties their turns together.",
        decoys=({"x": ROT, "y": NIL},),
    ),
    learned(
        "cubic",
        "x[2] -> 1",
        lambda x: sq(x) + 0.1 * x[:, 0] ** 3,
        normal(3000, 2),
        (),
        "A term of third order.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    learned(
        "plain",
        "x[2] -> 1",
        lambda x: sq(x) + 0.1 * sq(x) ** 1.5,
        normal(3000, 2),
        SPIN,
        "A term of third order in the radius.",
        spoil=noise(0.05),
    ),
    learned(
        "bent",
        "x[2] -> 1",
        lambda x: sq(x) + 0.25 * x[:, 0] * x[:, 1],
        normal(2500, 2),
        on("x", form([[1.0, 0.125], [0.125, 1.0]])),
        "A mixed term only bends the circle.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    learned(
        "idle-almost",
        "x[2] -> 1",
        lambda x: torch.tanh(x[:, 0]) + 0.06 * x[:, 1] ** 2,
        normal(3000, 2),
        (),
        "A column that is almost idle.",
        spoil=noise(0.02),
        decoys=on("x", [entry(2, 1, 1)]),
    ),
    learned(
        "leaning",
        "x[2] -> 1",
        lambda x: torch.exp(-((x[:, 0] + 0.15 * x[:, 1]) ** 2)),
        normal(2500, 2),
        on("x", keeping([1.0, 0.15])),
        "A ridge that leans a little.",
        spoil=rel(0.03),
        decoys=on("x", [entry(2, 1, 1)]),
    ),
    learned(
        "area",
        "2*x[2] -> 1",
        lambda x: torch.tanh(_area(x)),
        normal(4000, 4),
        on("x", [ROT, SQUEEZE, entry(2, 0, 1) + entry(2, 1, 0)]),
        "Only an area counts.",
        spoil=rel(0.03),
    ),
    learned(
        "area-broken",
        "2*x[2] -> 1",
        lambda x: _area(x) + 0.15 * dot(x[:, :2], x[:, 2:]),
        normal(3000, 4),
        SPIN,
        "An area and a little of the cosine.",
        spoil=rel(0.03),
        decoys=on("x", [SQUEEZE]),
    ),
    learned(
        "fourth",
        "x[3] -> 1",
        lambda x: sq(x) + 0.12 * x[:, 2] ** 4,
        normal(4000, 3),
        on("x", [turn(3, 0, 1)]),
        "A term of fourth order along one axis.",
        spoil=rel(0.03),
        decoys=on("x", rotations(3)[1:]),
    ),
)
