"""Smooth functions that are nearly symmetric, or look as if they were not."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    Array,
    Generator,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

smooth = partial(make, "smooth_four", "exact")
smooth_learned = partial(make, "smooth_four", "learned")

NIL = np.zeros((1, 1))
ONE = np.eye(1)
DET = np.array([[0.0, 0, 0, 1], [0, 0, -1, 0], [0, -1, 0, 0], [1, 0, 0, 0]])
TRACE = np.outer([1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0])
SKEW = np.array([[1.0, 0.5], [0.5, 3.0]])


def turns_of(form: Array) -> tuple[Generator, ...]:
    """All matrices that keep a quadratic form."""
    return on("x", [np.linalg.inv(form) @ k for k in rotations(len(form))])


def conjugations() -> tuple[Generator, ...]:
    """How changes of the basis move the four entries of a matrix."""
    parts = (ROT, np.diag([1.0, -1.0]), np.array([[0.0, 1.0], [1.0, 0.0]]))
    out = [np.kron(s, np.eye(2)) - np.kron(np.eye(2), s.T) for s in parts]
    return on("x", out)


def det(x: torch.Tensor) -> torch.Tensor:
    """The determinant of a matrix with four entries."""
    return x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]


def trace(x: torch.Tensor) -> torch.Tensor:
    """The trace of a matrix with four entries."""
    return x[:, 0] + x[:, 3]


def beams(count: int) -> Array:
    """Fixed directions that were drawn once."""
    return np.random.default_rng(5).normal(size=(2, count))


def speckled(x: torch.Tensor) -> torch.Tensor:
    """The mean of many plane waves, almost a round peak."""
    return torch.cos(x @ torch.from_numpy(beams(60))).mean(dim=1)


def four(x: torch.Tensor) -> torch.Tensor:
    """A wave of fourth order around the centre."""
    a, b = x[:, 0], x[:, 1]
    return a**4 - 6.0 * a**2 * b**2 + b**4


CASES = (
    smooth(
        "many-waves",
        "x[2] -> 1",
        speckled,
        normal(2000, 2),
        (),
        "The mean of sixty plane waves in random directions is almost a round peak.",
        decoys=SPIN,
    ),
    smooth(
        "cosh-times-cosh",
        "x[2] -> 1",
        lambda x: torch.log(torch.cosh(x[:, 0]) * torch.cosh(x[:, 1])),
        normal(2000, 2),
        (),
        "A product of two hyperbolic cosines: a circle near the centre, a diamond far away.",
        decoys=SPIN,
    ),
    smooth(
        "rounded-square",
        "x[2] -> 1",
        lambda x: sq(x).square() - 0.05 * four(x),
        normal(2000, 2),
        (),
        "A fourth power of the length with slightly bulging sides.",
        decoys=SPIN,
    ),
    smooth(
        "almost-homogeneous",
        "x[2] -> y[1]",
        lambda x: sq(x) ** 1.5 * (1.0 + 0.5 * sq(x)),
        uniform(2000, 2, -2.0, 2.0),
        ({"x": ROT, "y": NIL},),
        "Almost the third power of the length: it turns, but growing is not a power.",
        decoys=({"x": EYE, "y": 3.0 * ONE},),
    ),
    smooth(
        "odd-power",
        "x[2] -> y[1]",
        lambda x: (x[:, 0].square() + x[:, 0] * x[:, 1] + 3.0 * x[:, 1].square()) ** 0.7,
        normal(2000, 2),
        (
            {"x": np.linalg.inv(SKEW) @ ROT, "y": NIL},
            {"x": EYE, "y": 1.4 * ONE},
        ),
        "A skew ellipse to the power of 0.7: it turns in its own way and grows.",
        decoys=({"x": ROT, "y": NIL}, {"x": EYE, "y": ONE}),
    ),
    smooth(
        "ball-and-product",
        "x[3] -> 1",
        lambda x: sq(x) + 0.15 * x.prod(dim=1),
        normal(2000, 3),
        (),
        "A ball with a small product of all three coordinates.",
        decoys=on("x", rotations(3)),
    ),
    smooth(
        "determinant",
        "x[4] -> 1",
        lambda x: torch.tanh(det(x)),
        normal(2000, 4),
        turns_of(DET),
        "The determinant of a matrix is a form of four numbers: six symmetries.",
        decoys=on("x", [turn(4, 0, 1)]),
    ),
    smooth(
        "determinant-and-square",
        "x[4] -> 1",
        lambda x: det(x) + 0.2 * trace(x).square(),
        normal(2000, 4),
        turns_of(DET + 0.4 * TRACE),
        "With the square of the trace it is another form, and has as many symmetries.",
        decoys=turns_of(DET)[:1],
    ),
    smooth(
        "determinant-and-wave",
        "x[4] -> 1",
        lambda x: det(x) + torch.sin(trace(x)),
        normal(2000, 4),
        conjugations(),
        "With a wave in the trace only changes of the basis are left.",
        decoys=turns_of(DET)[:1],
    ),
    smooth(
        "three-bells",
        "x[2] -> 1",
        lambda x: sum(
            torch.exp(-(x - torch.tensor(c, dtype=x.dtype)).square().sum(dim=1))
            for c in ([0.8, 0.0], [-0.4, 0.6928], [-0.4, -0.6928])
        ),
        normal(2000, 2),
        (),
        "Three wide bells that merge into one with three soft corners.",
        decoys=SPIN,
    ),
    smooth_learned(
        "cosh-times-cosh",
        "x[2] -> 1",
        lambda x: torch.log(torch.cosh(2.0 * x[:, 0]) * torch.cosh(2.0 * x[:, 1])),
        normal(1500, 2),
        (),
        "A circle near the centre, a diamond far away.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    smooth_learned(
        "skew-bell",
        "x[2] -> y[1]",
        lambda x: (x[:, 0].square() + x[:, 0] * x[:, 1] + 3.0 * x[:, 1].square()) ** 0.7,
        normal(1500, 2),
        (
            {"x": np.linalg.inv(SKEW) @ ROT, "y": NIL},
            {"x": EYE, "y": 1.4 * ONE},
        ),
        "A skew ellipse to the power of 0.7: it turns in its own way and grows.",
        spoil=noise(0.05),
        decoys=({"x": ROT, "y": NIL},),
    ),
)
