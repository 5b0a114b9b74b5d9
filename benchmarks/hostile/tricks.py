"""Functions whose code hides from derivatives what their values do."""

from functools import partial
from typing import Any

import torch

from benchmarks.hostile.case import (
    SPIN,
    Case,
    keeping,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

exact = partial(make, "tricks", "exact")

STEPS = "the function is piecewise constant: its derivatives are zero or missing"
JUMP = "the breaking is a jump, which derivatives at the samples do not see"
TABLE = torch.tensor([0.0, 0.9, 0.4, 1.7, 1.1, 2.6, 2.0, 3.3], dtype=torch.float64)


class Pretender(torch.autograd.Function):
    """Values of one function, derivatives of another."""

    generate_vmap_rule = True

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        """Keep the inputs for the backward pass."""
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        """A paraboloid with ripples along the first axis."""
        return sq(x) + 0.4 * torch.sin(3.0 * x[:, 0])

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> torch.Tensor:
        """The gradient of the paraboloid alone."""
        x: torch.Tensor = ctx.saved_tensors[0]
        return 2.0 * x * grads[0][:, None]


def pretend(x: torch.Tensor) -> torch.Tensor:
    """Apply it."""
    values: torch.Tensor = Pretender.apply(x)  # type: ignore[no-untyped-call]
    return values


def look_up(t: torch.Tensor) -> torch.Tensor:
    """A table with steps of one half."""
    edges = torch.arange(0.5, 4.0, 0.5, dtype=t.dtype)
    return TABLE.to(t.dtype)[torch.bucketize(t.detach(), edges)]


def through(x: torch.Tensor) -> torch.Tensor:
    """Round to halves, but pass derivatives straight through."""
    return x + (torch.round(2.0 * x) / 2.0 - x).detach()


CASES: tuple[Case, ...] = (
    exact(
        "detached-break",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * x[:, 0],
        normal(2000, 2),
        (),
        "The breaking term is detached from the graph.",
        f=lambda x: sq(x) + 0.3 * x[:, 0].detach(),
        decoys=SPIN,
    ),
    exact(
        "detached-half",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "Half of a round function is detached, so that its derivatives point elsewhere.",
        f=lambda x: x[:, 0].detach().square() + x[:, 1].square(),
    ),
    exact(
        "detached-round",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * torch.sqrt(sq(x) + 0.1),
        normal(2000, 2),
        SPIN,
        "The detached part has the symmetry of the rest.",
        f=lambda x: sq(x) + 0.5 * torch.sqrt(sq(x) + 0.1).detach(),
    ),
    exact(
        "rounded",
        "x[2] -> 1",
        lambda x: torch.round(100.0 * sq(x)) / 100.0,
        normal(3000, 2),
        SPIN,
        "Rounded to two decimals: all derivatives are zero, so everything looks symmetric.",
        why=STEPS,
    ),
    exact(
        "straight-through",
        "x[2] -> 1",
        lambda x: (torch.round(2.0 * x) / 2.0).square().sum(dim=1),
        normal(3000, 2),
        (),
        "Inputs are rounded to halves with straight-through derivatives: a staircase looks round.",
        f=lambda x: through(x).square().sum(dim=1),
        decoys=SPIN,
        why=STEPS,
    ),
    exact(
        "branch-offset",
        "x[2] -> 1",
        lambda x: torch.where(x[:, 0] > 1.7, torch.cos(sq(x)) + 0.7, torch.cos(sq(x))),
        normal(4000, 2),
        (),
        "Two branches differ by a constant, beyond 1.7 on one side.",
        decoys=SPIN,
        why=JUMP,
    ),
    exact(
        "clamp-axis",
        "x[2] -> 1",
        lambda x: x[:, 0].clamp(-2.0, 2.0).square() + x[:, 1].square(),
        normal(5000, 2),
        (),
        "One coordinate is clamped, which happens in 5 % of the samples.",
        decoys=SPIN,
    ),
    exact(
        "clamp-radius",
        "x[3] -> 1",
        lambda x: sq(x).clamp(max=2.0),
        normal(5000, 3),
        on("x", rotations(3)),
        "More than half of the samples lie where the function is flat.",
    ),
    exact(
        "table-radius",
        "x[2] -> 1",
        lambda x: look_up(sq(x)),
        normal(3000, 2),
        SPIN,
        "A table of the squared radius: the output has no derivative at all.",
        why=STEPS,
    ),
    exact(
        "table-axis",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * look_up(x[:, 0].abs()),
        normal(3000, 2),
        (),
        "A table of one coordinate is added to a round function.",
        decoys=SPIN,
        why=STEPS,
    ),
    exact(
        "single-precision",
        "2*x[2] -> 1",
        lambda x: torch.tanh((x[:, :2] * x[:, 2:]).sum(dim=1)),
        normal(2000, 4),
        SPIN,
        "The work is done in single precision: the symmetry holds to 1e-7 only.",
        f=lambda x: torch.tanh((x.float()[:, :2] * x.float()[:, 2:]).sum(dim=1)).double(),
    ),
    exact(
        "single-precision-offset",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "Inputs lose all but three decimals in single precision; the broken part is 0.03 %.",
        accepted=(0, 1),
        f=lambda x: sq(((x + 1e4).float() - 1e4).double()),
    ),
    exact(
        "integer-radius",
        "x[2] -> 1",
        lambda x: (10.0 * sq(x)).detach().long().to(x.dtype) / 10.0,
        normal(3000, 2),
        SPIN,
        "A cast to integers cuts the graph; the values are round.",
        why=STEPS,
    ),
    exact(
        "integer-axis",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * (2.0 * x[:, 0]).detach().long().to(x.dtype),
        normal(3000, 2),
        (),
        "The integer part of one coordinate is added to a round function.",
        decoys=SPIN,
        why=STEPS,
    ),
    exact(
        "modulo-radius",
        "x[2] -> 1",
        lambda x: torch.remainder(sq(x), 1.0),
        uniform(4000, 2, -2.0, 2.0),
        SPIN,
        "A sawtooth of the squared radius jumps all over the data and is still round.",
    ),
    exact(
        "modulo-axis",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * torch.floor(3.0 * x[:, 0]),
        uniform(4000, 2, -2.0, 2.0),
        (),
        "A staircase, written as a line minus its remainder, whose derivatives cancel.",
        f=lambda x: sq(x) + 0.9 * x[:, 0] - 0.3 * torch.remainder(3.0 * x[:, 0], 1.0),
        decoys=SPIN,
        why=STEPS,
    ),
    exact(
        "wrong-backward",
        "x[2] -> 1",
        lambda x: sq(x) + 0.4 * torch.sin(3.0 * x[:, 0]),
        normal(3000, 2),
        (),
        "A custom function whose backward pass leaves out the breaking part.",
        f=pretend,
        decoys=SPIN,
    ),
    exact(
        "sign-branch",
        "x[2] -> x",
        lambda x: x * (1.0 + sq(x))[:, None] * (1.0 + 0.2 * torch.sign(x[:, :1])),
        normal(3000, 2),
        (),
        "The two halves of the plane differ by a factor: rotations commute on either side.",
        decoys=SPIN,
        why=JUMP,
    ),
    exact(
        "detached-rare",
        "x[2] -> 1",
        lambda x: sq(x) + 2.0 * torch.relu(x[:, 0] - 1.5) * x[:, 1],
        normal(4000, 2),
        (),
        "The breaking part is detached and acts on 7 % of the samples.",
        f=lambda x: sq(x) + 2.0 * (torch.relu(x[:, 0] - 1.5) * x[:, 1]).detach(),
        decoys=SPIN,
    ),
    exact(
        "detached-axis",
        "x[3] -> 1",
        lambda x: torch.exp(-sq(x) / 3) + 0.1 * x[:, 2],
        normal(3000, 3),
        on("x", [turn(3, 0, 1)]),
        "A detached part leaves one rotation of three.",
        f=lambda x: torch.exp(-sq(x) / 3) + 0.1 * x[:, 2].detach(),
        decoys=on("x", rotations(3)[1:]),
    ),
    exact(
        "parity",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * torch.remainder(torch.floor(x[:, 0]), 2.0),
        normal(3000, 2),
        (),
        "Whether the integer part of a coordinate is odd.",
        decoys=SPIN,
        why=JUMP,
    ),
    exact(
        "largest",
        "x[3] -> 1",
        lambda x: x.abs().amax(dim=1),
        normal(3000, 3),
        (),
        "The largest of the coordinates: a cube, which is constant along most directions.",
    ),
    exact(
        "sorted-inside",
        "x[3] -> 1",
        lambda x: torch.sort(x, dim=1).values.sum(dim=1),
        normal(2000, 3),
        on("x", keeping([1.0, 1.0, 1.0])),
        "The coordinates are sorted first, which the sum does not notice.",
    ),
    exact(
        "piecewise-line",
        "x[2] -> 1",
        lambda x: torch.floor(4.0 * (x[:, 0] + x[:, 1])) / 4.0,
        normal(3000, 2),
        on("x", keeping([1.0, 1.0])),
        "A staircase of a sum: all derivatives are zero.",
        why=STEPS,
    ),
)
