"""Functions whose arithmetic, or whose derivative, is not that of the law."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Law,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

tool = partial(make, "arithmetic_five", "exact")
tool_learned = partial(make, "arithmetic_five", "learned")

NIL = np.zeros((1, 1))
ONE = np.eye(1)


def in_single(law: Law, offset: float = 0.0) -> Law:
    """A law in single precision, with an offset that is added and taken away."""

    def f(x: torch.Tensor) -> torch.Tensor:
        return ((law(x.float()) + offset) - offset).double()

    return f


def steps(law: Law, size: float) -> Law:
    """A law whose values are rounded: its derivative is zero."""
    return lambda x: torch.round(law(x) / size) * size


def frozen(seen: Law, hidden: Law) -> Law:
    """The sum of two laws, of which autograd sees one."""
    return lambda x: seen(x) + hidden(x).detach()


def steeper(law: Law, factor: float) -> Law:
    """The values of a law with a multiple of its derivative."""

    def f(x: torch.Tensor) -> torch.Tensor:
        y = law(x)
        return factor * y - (factor - 1.0) * y.detach()

    return f


def tabulated(law: Law, low: float, step: float) -> Law:
    """A law of two inputs, interpolated between the points of a table."""

    def f(x: torch.Tensor) -> torch.Tensor:
        at = (x - low) / step
        cell = at.detach().floor()
        s, t = (at - cell).T
        corner = low + step * cell

        def node(i: float, j: float) -> torch.Tensor:
            return law(corner + step * torch.tensor([i, j], dtype=x.dtype))

        near = (1.0 - s) * node(0.0, 0.0) + s * node(1.0, 0.0)
        far = (1.0 - s) * node(0.0, 1.0) + s * node(1.0, 1.0)
        return (1.0 - t) * near + t * far

    return f


def polygon(count: int) -> Law:
    """The length of a vector as the greatest of its projections."""
    angle = 2.0 * np.pi * (np.arange(count) + 0.3) / count
    axes = torch.from_numpy(np.stack([np.cos(angle), np.sin(angle)]))
    return lambda x: (x @ axes.to(x.dtype)).amax(dim=1)


def huber(r: torch.Tensor) -> torch.Tensor:
    """A square that goes on as a straight line from one."""
    a = r.abs()
    return torch.where(a < 1.0, 0.5 * a * a, a - 0.5)


def huber_each(x: torch.Tensor) -> torch.Tensor:
    """Column by column."""
    return huber(x).sum(dim=1)


def bell(x: torch.Tensor) -> torch.Tensor:
    """A round bell."""
    return torch.exp(-0.5 * sq(x))


def lopsided(x: torch.Tensor) -> torch.Tensor:
    """A round bell with an odd part."""
    return bell(x) + 0.1 * x[:, 0] * bell(0.8 * x)


def fast_angle(x: torch.Tensor) -> torch.Tensor:
    """The angle between two vectors by a cubic in the cosine."""
    dot = x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]
    cos = dot / (sq(x, 0, 2) * sq(x, 2, 4)).sqrt()
    return 1.5708 - cos - cos**3 / 6.0


def guarded(x: torch.Tensor) -> torch.Tensor:
    """A quotient that is kept from growing where the second input is small."""
    small = x[:, 1].abs() < 0.15
    safe = torch.where(small, torch.full_like(x[:, 1], 0.15), x[:, 1].abs())
    return x[:, 0] / safe


def digital(x: torch.Tensor) -> torch.Tensor:
    """A round law, and another for the top of the range of the third input."""
    high = x[:, 2] > 0.97
    return torch.where(high, torch.tanh(x[:, 0]), torch.tanh(sq(x, 0, 2)) * (1.0 + x[:, 2]))


def positive(count: int, n: int) -> partial[Array]:
    """Inputs between a half and two."""
    return partial(_positive, count, n)


def _positive(count: int, n: int, rng: np.random.Generator) -> Array:
    return rng.uniform(0.5, 2.0, size=(count, n))


def gauge(size: float) -> partial[tuple[Array, Array]]:
    """An instrument with a display of few digits, and a little noise."""
    return partial(_gauge, size)


def _gauge(size: float, rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    y = y + 0.3 * size * rng.normal(size=y.shape)
    return x, np.round(y / size) * size


CASES = (
    tool(
        "large-offset",
        "x[2] -> 1",
        bell,
        normal(2000, 2),
        SPIN,
        "Single precision with an offset, so that the values move in steps of a thousandth.",
        f=in_single(bell, 8192.0),
    ),
    tool(
        "large-offset-lopsided",
        "x[2] -> 1",
        lopsided,
        normal(2000, 2),
        (),
        "An odd part in a round bell, in single precision with a large offset.",
        f=in_single(lopsided, 8192.0),
        decoys=SPIN,
    ),
    tool(
        "rounded-values",
        "x[2] -> 1",
        bell,
        normal(2000, 2),
        SPIN,
        "Values are rounded to the third digit, so that autograd finds no slope at all.",
        f=steps(bell, 0.001),
    ),
    tool(
        "rounded-values-lopsided",
        "x[2] -> 1",
        lopsided,
        normal(2000, 2),
        (),
        "No slope at all for autograd, and a law with no symmetry.",
        f=steps(lopsided, 0.001),
        decoys=SPIN,
    ),
    tool(
        "detached-break",
        "x[2] -> 1",
        lambda x: sq(x) + 0.25 * x[:, 1] ** 3,
        normal(2000, 2),
        (),
        "What breaks the turn is detached: autograd sees a round law.",
        f=frozen(sq, lambda x: 0.25 * x[:, 1] ** 3),
        decoys=SPIN,
    ),
    tool(
        "detached-half",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "Half of a round law is detached: autograd sees a parabola in one input.",
        f=frozen(lambda x: x[:, 0].square(), lambda x: x[:, 1].square()),
    ),
    tool(
        "doubled-slope",
        "x[2] -> y[1]",
        sq,
        normal(2000, 2),
        ({"x": ROT, "y": NIL}, {"x": EYE, "y": 2.0 * ONE}),
        "Autograd gives twice the slope, as if the degree were four.",
        f=steeper(sq, 2.0),
        decoys=({"x": EYE, "y": 4.0 * ONE},),
    ),
    tool(
        "fine-table",
        "x[2] -> 1",
        bell,
        uniform(2000, 2, -2.0, 2.0),
        SPIN,
        "A bell from a table with steps of a twentieth, interpolated.",
        f=tabulated(bell, -3.0, 0.05),
    ),
    tool(
        "polygon-of-sixteen",
        "x[2] -> 1",
        polygon(16),
        normal(2000, 2),
        (),
        "The length of a vector as the greatest of sixteen projections: right to two per cent.",
        decoys=SPIN,
    ),
    tool(
        "huber-by-column",
        "x[3] -> 1",
        huber_each,
        normal(2000, 3, 0.5),
        (),
        "The same loss column by column: round unless a column is beyond two deviations.",
        decoys=on("x", rotations(3)),
    ),
    tool(
        "guarded-quotient",
        "x[2] -> 1",
        guarded,
        normal(2500, 2),
        (),
        "A quotient that is cut off in the 12 % of rows where its divisor is small.",
        decoys=on("x", [EYE]),
    ),
    tool(
        "top-of-range",
        "x[2]+1 -> 1",
        digital,
        lambda rng: np.concatenate([rng.normal(size=(4000, 2)), rng.random((4000, 1))], axis=1),
        (),
        "Another law in the top 3 % of the range of the third input.",
        decoys=SPIN,
    ),
    tool(
        "cubic-arccosine",
        "2*x[2] -> 1",
        fast_angle,
        normal(2000, 4),
        on("x", [ROT, EYE]),
        "A poor arccosine is still a function of the cosine.",
    ),
    tool_learned(
        "few-digits",
        "x[2] -> 1",
        lambda x: 2.0 * torch.sqrt(1.0 + sq(x)),
        normal(4000, 2),
        SPIN,
        "The display of an instrument shows one digit after the point.",
        spoil=gauge(0.1),
    ),
    tool_learned(
        "saturated",
        "x[2] -> 1",
        lambda x: (x[:, 0] * x[:, 1]).clamp(-1.0, 1.0),
        normal(4000, 2),
        on("x", [SQUEEZE]),
        "A product that is cut off at both ends.",
        spoil=noise(0.03),
    ),
    tool_learned(
        "rounded-to-whole",
        "x[3] -> 1",
        lambda x: 4.0 * x[:, 0] - 3.0 * x[:, 1] + x[:, 2],
        positive(2000, 3),
        on("x", keeping((4.0, -3.0, 1.0))),
        "A sum that is rounded to quarters.",
        spoil=gauge(0.25),
    ),
    tool_learned(
        "pentagon",
        "x[2] -> 1",
        polygon(5),
        normal(4000, 2),
        (),
        "A length by five projections: a pentagon with sharp corners.",
        spoil=noise(0.03),
        decoys=SPIN,
    ),
)
