"""What programs do to a law: casts, tables, rounding, solvers, and gradients gone astray."""

from functools import partial
from typing import Any

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Law,
    col,
    make,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

comp = partial(make, "computing_six", "exact")

ONE = np.eye(1)
NIL = np.zeros((1, 1))


def single(law: Law) -> Law:
    """Compute in single precision."""
    return lambda x: law(x.float()).double()


def half_out(law: Law) -> Law:
    """Store the result in half precision."""
    return lambda x: law(x).half().double()


def straight_through(law: Law, steps: float) -> Law:
    """Round the values; the gradient passes as if nothing had happened."""

    def run(x: torch.Tensor) -> torch.Tensor:
        y = law(x)
        return y + (torch.round(steps * y) / steps - y).detach()

    return run


def rounded(law: Law, steps: float) -> Law:
    """Round the values; the gradient is zero."""
    return lambda x: torch.round(steps * law(x)) / steps


class Clipped(torch.autograd.Function):
    """The identity, with a gradient that is cut off."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        """Return the values as they are."""
        return x.clone()

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> torch.Tensor:
        """Cut off what is steep."""
        return grads[0].clamp(-1.0, 1.0)


def clipped(law: Law) -> Law:
    """A law of which the gradient is cut off in each column."""
    return lambda x: law(Clipped.apply(x))  # type: ignore[no-untyped-call]


def wobbly(x: torch.Tensor) -> torch.Tensor:
    """A round law with a few per cent of a corner."""
    return torch.log1p(sq(x)) + 0.1 * torch.sin(2.0 * x[:, 0]) * x[:, 1]


def bowl(x: torch.Tensor) -> torch.Tensor:
    """A round law."""
    return torch.log1p(sq(x))


def grid(x: torch.Tensor) -> torch.Tensor:
    """The square of the length from a coarse table, linear in each column between the knots."""
    low = torch.floor(x)
    part = x - low
    return (low.square() + part * (2.0 * low + 1.0)).sum(dim=1)


def table(x: torch.Tensor) -> torch.Tensor:
    """A wave of the length from a fine table."""
    knots = torch.linspace(0.0, 8.0, 2001, dtype=x.dtype)
    r = sq(x).sqrt().clamp(max=7.9)
    k = torch.clamp((r.detach() / 0.004).long(), 0, 1999)
    high, low = torch.cos(knots[k + 1]), torch.cos(knots[k])
    return low + (high - low) * (r - knots[k]) / 0.004


def cubic_root(s: torch.Tensor) -> torch.Tensor:
    """The solution of u + u**3 = s by Cardano."""
    d = torch.sqrt(s.square() / 4.0 + 1.0 / 27.0)
    return (d + s / 2.0) ** (1.0 / 3.0) - (d - s / 2.0) ** (1.0 / 3.0)


def solved(x: torch.Tensor) -> torch.Tensor:
    """The same by a solver without gradient, and one step of Newton with it."""
    s = sq(x)
    with torch.no_grad():
        u = torch.zeros_like(s)
        for _ in range(60):
            u = u - (u + u**3 - s) / (1.0 + 3.0 * u.square())
    return u - (u + u**3 - s) / (1.0 + 3.0 * u.square())


def with_origin(rng: np.random.Generator) -> Array:
    """Normal points, some of which are exactly zero."""
    x = rng.normal(size=(2000, 2))
    x[rng.random(2000) < 0.02] = 0.0
    return x


def squared(x: torch.Tensor) -> torch.Tensor:
    """The square of a complex number."""
    z = torch.complex(x[:, 0], x[:, 1]).square()
    return col(z.real, z.imag)


CASES = (
    comp(
        "single-precision",
        "x[3] -> 1",
        bowl,
        normal(2000, 3),
        on("x", rotations(3)),
        "A round law in single precision.",
        f=single(bowl),
    ),
    comp(
        "single-precision-wobbly",
        "x[2] -> 1",
        wobbly,
        normal(2000, 2),
        (),
        "In single precision it is tempting to blame the arithmetic for a few per cent.",
        f=single(wobbly),
        decoys=SPIN,
    ),
    comp(
        "half-precision-results",
        "x[2] -> 1",
        bowl,
        normal(2000, 2),
        SPIN,
        "The results of a round law are stored in half precision.",
        f=half_out(bowl),
    ),
    comp(
        "detached-corner",
        "x[2] -> 1",
        lambda x: sq(x) + 0.4 * x[:, 0] ** 3,
        normal(2000, 2),
        (),
        "What breaks the turn is detached, so that gradients do not show it.",
        f=lambda x: sq(x) + 0.4 * x[:, 0].detach() ** 3,
        decoys=SPIN,
    ),
    comp(
        "detached-gain",
        "x[2] -> y[1]",
        lambda x: sq(x).square(),
        normal(2000, 2),
        ({"x": ROT, "y": NIL}, {"x": EYE, "y": 4.0 * ONE}),
        "Half of a fourth power is detached; gradients tell of a second power.",
        f=lambda x: sq(x) * sq(x).detach(),
        decoys=({"x": EYE, "y": 2.0 * ONE},),
    ),
    comp(
        "frozen-norm",
        "x[2] -> y[2]",
        lambda x: x / (sq(x).sqrt()[:, None] + 1e-12),
        normal(2000, 2),
        ({"x": ROT, "y": ROT}, {"x": EYE, "y": 0.0 * EYE}),
        "The norm by which a vector is divided gets no gradient.",
        f=lambda x: x / (sq(x).sqrt()[:, None].detach() + 1e-12),
        why="the small number in the divisor breaks growth by one part in a million millions",
        decoys=({"x": EYE, "y": EYE},),
    ),
    comp(
        "clipped-gradient",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1],
        normal(2000, 2, 1.5),
        on("x", [SQUEEZE]),
        "Gradients over one are cut off, values are not.",
        f=clipped(lambda x: x[:, 0] * x[:, 1]),
    ),
    comp(
        "clipped-gradient-wobbly",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + 0.15 * x[:, 0].square(),
        normal(2000, 2, 1.5),
        on("x", [np.array([[1.0, 0.0], [-0.3, -1.0]])]),
        "With a square it is a product of other columns; steep gradients are cut off.",
        f=clipped(lambda x: x[:, 0] * x[:, 1] + 0.15 * x[:, 0].square()),
        decoys=on("x", [SQUEEZE]),
    ),
    comp(
        "coarse-table",
        "x[2] -> 1",
        grid,
        uniform(3000, 2, -3.0, 3.0),
        (),
        "A round bowl from a table with whole numbers as knots is a pile of plates.",
        decoys=SPIN,
    ),
    comp(
        "fine-table",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x).sqrt()),
        normal(2000, 2),
        SPIN,
        "A table of the length with two thousand knots is as round as the law.",
        f=table,
    ),
    comp(
        "cents",
        "x[2] -> 1",
        bowl,
        normal(2000, 2),
        SPIN,
        "Values in cents, with a gradient that passes straight through.",
        f=straight_through(bowl, 1000.0),
    ),
    comp(
        "cents-wobbly",
        "x[2] -> 1",
        wobbly,
        normal(2000, 2),
        (),
        "Values in cents of a law that is not quite round, and no gradient at all.",
        f=rounded(wobbly, 1000.0),
        decoys=SPIN,
    ),
    comp(
        "solver",
        "x[3] -> 1",
        lambda x: cubic_root(sq(x)),
        normal(2000, 3),
        on("x", rotations(3)),
        "An equation is solved without gradient, and a last step has it.",
        f=solved,
    ),
    comp(
        "root-at-zero",
        "x[2] -> 1",
        lambda x: sq(x) / (1.0 + sq(x)),
        with_origin,
        SPIN,
        "Two rows in a hundred are zero, where the gradient of the root is not a number.",
        f=lambda x: sq(x).sqrt().square() / (1.0 + sq(x)),
    ),
    comp(
        "complex-square",
        "x[2] -> y[2]",
        squared,
        normal(2000, 2),
        ({"x": EYE, "y": 2.0 * EYE}, {"x": ROT, "y": 2.0 * ROT}),
        "The square of a complex number turns twice as fast.",
        decoys=({"x": ROT, "y": ROT},),
    ),
)
