"""Products, forms and pairs: who shares an unknown with whom, and in which units."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Generator,
    Spoil,
    col,
    entry,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
)

blocks = partial(make, "blocks_six", "exact")
blocks_learned = partial(make, "blocks_six", "learned")

ZERO = np.zeros((2, 2))
SL2 = (ROT, SQUEEZE, np.array([[0.0, 1.0], [1.0, 0.0]]))
THIN = np.diag([1.0, 1.2])
MIX = np.array([[1.0, 0.4, 0.0, 0.2], [0.0, 1.0, -0.5, 0.3], [0.3, 0.0, 1.0, 0.0], [0, 0.2, 0, 1]])
OUT = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
UNITS = np.diag([1.0, 1e3, 1e-4])
OMEGA = np.array([[0.0, 0, 1, 0], [0, 0, 0, 1], [-1, 0, 0, 0], [0, -1, 0, 0]])
# How the units 1, i, j, k multiply: row i, column j holds (which unit, sign).
TABLE = (
    ((0, 1), (1, 1), (2, 1), (3, 1)),
    ((1, 1), (0, -1), (3, 1), (2, -1)),
    ((2, 1), (3, -1), (0, -1), (1, 1)),
    ((3, 1), (2, 1), (1, -1), (0, -1)),
)


def relative(part: float) -> Spoil:
    """Noise that is a part of the spread of the outputs."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def left(i: int) -> Array:
    """Multiply a quaternion by a unit from the left."""
    return sum((s * entry(4, k, j) for j, (k, s) in enumerate(TABLE[i])), np.zeros((4, 4)))


def right(j: int) -> Array:
    """Multiply a quaternion by a unit from the right."""
    return sum((TABLE[i][j][1] * entry(4, TABLE[i][j][0], i) for i in range(4)), np.zeros((4, 4)))


def quaternions(x: torch.Tensor) -> torch.Tensor:
    """The product of two quaternions."""
    lefts = torch.from_numpy(np.stack([left(i) for i in range(4)]))
    return torch.einsum("ni,ikj,nj->nk", x[:, :4], lefts, x[:, 4:])


def quaternion_motions() -> tuple[Generator, ...]:
    """Multiply at the left end, at the right end, or in between; and two scales."""
    none, one = np.zeros((4, 4)), np.eye(4)
    out: list[Generator] = [{"a": one, "b": none, "y": one}, {"a": none, "b": one, "y": one}]
    for k in (1, 2, 3):
        out.append({"a": left(k), "b": none, "y": left(k)})
        out.append({"a": none, "b": right(k), "y": right(k)})
        out.append({"a": right(k), "b": -left(k), "y": none})
    return tuple(out)


def complexes(x: torch.Tensor) -> torch.Tensor:
    """The product of two complex numbers."""
    a, b, c, d = x.unbind(dim=1)
    return col(a * c - b * d, a * d + b * c)


def complex_motions() -> tuple[Generator, ...]:
    """Each factor times a complex number."""
    return tuple(
        {"a": p, "b": q, "y": p + q} for m in (EYE, ROT) for p, q in ((m, ZERO), (ZERO, m))
    )


def det(x: torch.Tensor) -> torch.Tensor:
    """The area between two vectors."""
    return x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]


def triangle(x: torch.Tensor) -> torch.Tensor:
    """Twice the area of three points."""
    return det(torch.cat([x[:, 2:4] - x[:, :2], x[:, 4:] - x[:, :2]], dim=1))


def ellipses(thin: float) -> partial[torch.Tensor]:
    """A circle for the first pair, an ellipse for the second."""
    return partial(_ellipses, thin)


def _ellipses(thin: float, x: torch.Tensor) -> torch.Tensor:
    return torch.tanh(
        0.3 * (sq(x, 0, 2) + 2.0 * (x[:, 2].square() + thin * x[:, 3].square()).sqrt())
    )


def ellipse_motions(thin: float) -> tuple[Generator, ...]:
    """The turn of each pair in its own way."""
    own = np.linalg.inv(np.diag([1.0, thin])) @ ROT
    return ({"a": ROT, "b": ZERO}, {"a": ZERO, "b": own})


def planes(x: torch.Tensor) -> torch.Tensor:
    """Two hidden planes, of which the lengths multiply."""
    u = x @ torch.from_numpy(MIX.T.copy())
    one = u[:, 0].square() + u[:, 2].square()
    return torch.log1p(one * (u[:, 1].square() + 1.3 * u[:, 3].square()))


def hidden(a: Array) -> Array:
    """A motion of the hidden columns as one of those that are seen."""
    return np.asarray(np.linalg.inv(MIX) @ a @ MIX)


def swirl(x: torch.Tensor) -> torch.Tensor:
    """A vector that turns with its length."""
    r = sq(x)
    return col(torch.cos(r) * x[:, 0] - x[:, 1], torch.cos(r) * x[:, 1] + x[:, 0])


def symplectic() -> tuple[Generator, ...]:
    """All of sp(4): OMEGA times a symmetric matrix."""
    forms = [entry(4, i, j) + entry(4, j, i) for i in range(4) for j in range(i, 4)]
    return on("x", [OMEGA @ s for s in forms])


CASES = (
    blocks(
        "quaternions",
        "a[4]+b[4] -> y[4]",
        quaternions,
        normal(1000, 8),
        quaternion_motions(),
        "The product of quaternions has three ends at which to multiply, and two scales.",
        decoys=({"a": left(1), "b": left(1), "y": left(1)},),
    ),
    blocks(
        "complex-numbers",
        "a[2]+b[2] -> y[2]",
        complexes,
        normal(2000, 4),
        complex_motions(),
        "Each factor of a complex product may be turned and scaled.",
    ),
    blocks(
        "complex-numbers-shared",
        "2*x[2] -> y[2]",
        complexes,
        normal(2000, 4),
        ({"x": EYE, "y": 2.0 * EYE}, {"x": ROT, "y": 2.0 * ROT}),
        "If both factors have to move alike, half of that is left.",
        decoys=({"x": ROT, "y": ROT},),
    ),
    blocks(
        "complex-numbers-with-gain",
        "a[2]+b[2] -> y[2]",
        lambda x: complexes(x) * (1.0 + 0.1 * sq(x, 0, 2))[:, None],
        normal(2000, 4),
        (
            {"a": ROT, "b": ZERO, "y": ROT},
            {"a": ZERO, "b": ROT, "y": ROT},
            {"a": ZERO, "b": EYE, "y": EYE},
        ),
        "A gain that grows with the first factor takes away its scale, and nothing else.",
        decoys=({"a": EYE, "b": ZERO, "y": EYE},),
    ),
    blocks(
        "phase-space",
        "2*x[4] -> 1",
        lambda x: torch.einsum("ni,ij,nj->n", x[:, :4], torch.from_numpy(OMEGA), x[:, 4:]),
        normal(2000, 8),
        symplectic(),
        "The area of two displacements in phase space: ten symmetries.",
        decoys=on("x", [np.eye(4), turn(4, 0, 3)]),
    ),
    blocks(
        "triangle",
        "3*x[2] -> 1",
        triangle,
        normal(2000, 6),
        on("x", SL2),
        "The area of a triangle is kept by what keeps areas.",
        decoys=on("x", [EYE]),
    ),
    blocks(
        "triangle-and-side",
        "3*x[2] -> 1",
        lambda x: triangle(x) + 0.15 * sq(x[:, 2:4] - x[:, :2]),
        normal(2000, 6),
        SPIN,
        "A little of the square of one side leaves the turn.",
        decoys=on("x", SL2[1:]),
    ),
    blocks(
        "circle-and-ellipse-apart",
        "a[2]+b[2] -> 1",
        ellipses(1.35),
        normal(2000, 4),
        ellipse_motions(1.35),
        "A circle and an ellipse, each with a turn of its own.",
        decoys=({"a": ZERO, "b": ROT},),
    ),
    blocks(
        "circle-and-ellipse-shared",
        "2*x[2] -> 1",
        ellipses(1.35),
        normal(2000, 4),
        (),
        "If both have to turn alike, nothing is left.",
        decoys=SPIN,
    ),
    blocks(
        "force-as-covector",
        "x[2] -> x.T",
        lambda x: x @ torch.from_numpy(THIN),
        normal(2000, 2),
        on("x", [np.linalg.inv(THIN) @ ROT]),
        "A stiffness that is not quite the same in both directions, as a form.",
        decoys=SPIN,
    ),
    blocks(
        "force-as-vector",
        "x[2] -> x",
        lambda x: x @ torch.from_numpy(THIN),
        normal(2000, 2),
        on("x", [entry(2, 0, 0), entry(2, 1, 1)]),
        "The same stiffness as a map: what keeps its axes.",
        decoys=SPIN,
    ),
    blocks(
        "hidden-planes",
        "x[4] -> 1",
        planes,
        normal(3000, 4),
        on(
            "x",
            [
                hidden(turn(4, 0, 2)),
                hidden(1.3 * entry(4, 1, 3) - entry(4, 3, 1)),
                hidden(np.diag([1.0, -1.0, 1.0, -1.0])),
            ],
        ),
        "Two planes behind a mixture, one of them with an ellipse; one grows as the other shrinks.",
        decoys=on("x", [hidden(turn(4, 1, 3))]),
    ),
    blocks(
        "output-and-sum",
        "x[2] -> y[3]",
        lambda x: swirl(x) @ torch.from_numpy(OUT.T.copy()),
        normal(2000, 2),
        ({"x": ROT, "y": OUT @ ROT @ np.linalg.pinv(OUT)},),
        "The third output is the sum of the other two.",
    ),
    blocks(
        "units-far-apart",
        "x[3] -> 1",
        lambda x: torch.exp(-0.5 * sq(x @ torch.from_numpy(np.linalg.inv(UNITS)))),
        lambda rng: rng.normal(size=(2000, 3)) @ UNITS,
        on("x", [UNITS @ k @ np.linalg.inv(UNITS) for k in rotations(3)]),
        "Millimetres, metres and kilometres of one length.",
        why="in units so far apart no single measure of derivatives fits all columns",
    ),
    blocks_learned(
        "complex-numbers",
        "a[2]+b[2] -> y[2]",
        complexes,
        normal(3000, 4),
        complex_motions(),
        "Each factor of a complex product may be turned and scaled.",
        spoil=relative(0.02),
    ),
    blocks_learned(
        "area",
        "2*x[2] -> 1",
        det,
        normal(3000, 4),
        on("x", SL2),
        "The area between two vectors.",
        spoil=relative(0.02),
        decoys=on("x", [EYE]),
    ),
    blocks_learned(
        "area-and-length",
        "2*x[2] -> 1",
        lambda x: det(x) + 0.5 * sq(x, 0, 2),
        normal(3000, 4),
        SPIN,
        "The area between two vectors, and half the square of the first.",
        spoil=relative(0.02),
        decoys=on("x", SL2[1:]),
    ),
    blocks_learned(
        "circle-and-ellipse-apart",
        "a[2]+b[2] -> 1",
        ellipses(2.5),
        normal(4000, 4),
        ellipse_motions(2.5),
        "A circle and an ellipse, each with a turn of its own.",
        spoil=relative(0.02),
        decoys=({"a": ZERO, "b": ROT},),
    ),
    blocks_learned(
        "circle-and-ellipse-shared",
        "2*x[2] -> 1",
        ellipses(2.5),
        normal(4000, 4),
        (),
        "If both have to turn alike, nothing is left.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
)
