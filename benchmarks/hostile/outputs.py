"""Many outputs, of which one breaks what the others keep."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    Array,
    Case,
    Generator,
    Spoil,
    col,
    entry,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
)

exact = partial(make, "outputs", "exact")
learned = partial(make, "outputs", "learned")


def round_ones(x: torch.Tensor, count: int, stop: int = 2) -> list[torch.Tensor]:
    """Different functions of the radius, all of order one."""
    s = sq(x, 0, stop)
    return [torch.cos((0.3 + 0.15 * k) * s + 0.5 * k) for k in range(count)]


def products(x: torch.Tensor, count: int) -> list[torch.Tensor]:
    """Different functions of the products of two vectors."""
    a, b = x[:, :3], x[:, 3:]
    parts = [sq(a), (a * b).sum(dim=1), sq(b)]
    return [torch.tanh(0.3 * parts[k % 3] + 0.1 * k - 1.0 + 0.1 * parts[1]) for k in range(count)]


def last_pure_noise(scale: float) -> Spoil:
    """A little noise on all outputs, and an output that is nothing else."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        e = rng.normal(size=y.shape)
        e[:, :-1] *= scale
        return x, y + e

    return spoil


def loudest_last(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Noise that is ten times as large on the last output as on the first."""
    return x, y + np.geomspace(0.01, 0.1, y.shape[1]) * rng.normal(size=y.shape)


def lowered() -> tuple[Generator, ...]:
    """How the squares of (x, y) and sin(x) move when only y does: by x, and by y."""
    by_x = {"x": entry(2, 1, 0), "y": entry(4, 1, 0) + 2.0 * entry(4, 2, 1)}
    by_y = {"x": entry(2, 1, 1), "y": entry(4, 1, 1) + 2.0 * entry(4, 2, 2)}
    return by_x, by_y


CASES: tuple[Case, ...] = (
    exact(
        "one-of-twelve",
        "x[2] -> 12",
        lambda x: col(*round_ones(x, 11), 0.5 * x[:, 0]),
        normal(2000, 2),
        (),
        "Eleven round outputs and one that is a coordinate.",
        decoys=SPIN,
    ),
    exact(
        "none-of-twelve",
        "x[2] -> 12",
        lambda x: col(*round_ones(x, 12)),
        normal(2000, 2),
        SPIN,
        "Twelve round outputs with different waves.",
    ),
    exact(
        "one-of-twenty",
        "2*x[3] -> 20",
        lambda x: col(*products(x, 19), 0.5 * torch.tanh(x[:, 2] * x[:, 5])),
        normal(2000, 6),
        on("x", [turn(3, 0, 1)]),
        "Nineteen outputs have three rotations, the last has one.",
        decoys=on("x", rotations(3)[1:]),
    ),
    exact(
        "vectors-and-numbers",
        "x[3] -> 2*x+2",
        lambda x: torch.cat(
            [
                x * torch.exp(-sq(x) / 3)[:, None],
                col(-x[:, 1], x[:, 0], 0.0 * x[:, 0]) * torch.cos(sq(x))[:, None] * 0.3,
                col(sq(x), torch.sin(sq(x))),
            ],
            dim=1,
        ),
        normal(2000, 3),
        on("x", [turn(3, 0, 1)]),
        "A vector field that turns about one axis among outputs that have no axis.",
        decoys=on("x", rotations(3)[1:]),
    ),
    exact(
        "faint-one",
        "x[2] -> 10",
        lambda x: col(*round_ones(x, 9), 0.3 * x[:, 0]),
        normal(3000, 2),
        (),
        "The output that breaks is fainter than the others.",
        decoys=SPIN,
    ),
    exact(
        "vanishing-one",
        "x[2] -> 10",
        lambda x: col(*round_ones(x, 9), 1e-4 * x[:, 0]),
        normal(3000, 2),
        (),
        "The output that breaks is ten thousand times as small as the others.",
        accepted=(0, 1),
    ),
    exact(
        "squares-and-sine",
        "x[2] -> y[4]",
        lambda x: col(x[:, 0] ** 2, x[:, 0] * x[:, 1], x[:, 1] ** 2, torch.sin(x[:, 0])),
        normal(2000, 2),
        lowered(),
        "Three outputs have all of gl(2), the fourth leaves two of its four directions.",
    ),
    exact(
        "constant-one",
        "x[2] -> x+2",
        lambda x: torch.cat([x * sq(x)[:, None], col(sq(x), 0.0 * sq(x) + 7.0)], dim=1),
        normal(2000, 2),
        SPIN,
        "One output is a large constant.",
    ),
    learned(
        "one-of-six",
        "x[2] -> 6",
        lambda x: col(*round_ones(x, 5), 0.5 * torch.sin(x[:, 0])),
        normal(1500, 2),
        (),
        "Five round outputs and one wave.",
        decoys=SPIN,
    ),
    learned(
        "none-of-six",
        "x[2] -> 6",
        lambda x: col(*round_ones(x, 6)),
        normal(1500, 2),
        SPIN,
        "Six round outputs that are not equally hard to learn.",
        spoil=noise(0.02),
    ),
    learned(
        "loudest",
        "x[2] -> 5",
        lambda x: col(*round_ones(x, 4), 0.3 * torch.tanh(x[:, 0])),
        normal(2000, 2),
        (),
        "The output that breaks has the most noise.",
        spoil=loudest_last,
        decoys=SPIN,
    ),
    learned(
        "vector-and-numbers",
        "x[2] -> x+3",
        lambda x: torch.cat([x * torch.exp(-sq(x) / 4)[:, None], col(*round_ones(x, 3))], dim=1),
        normal(1500, 2),
        on("x", [ROT]),
        "A vector and three numbers with one symmetry.",
    ),
    learned(
        "vector-and-numbers-broken",
        "x[2] -> x+3",
        lambda x: torch.cat(
            [x * torch.exp(-sq(x) / 4)[:, None], col(*round_ones(x, 2), 0.3 * x[:, 0] ** 2)], dim=1
        ),
        normal(1500, 2),
        (),
        "A vector, two round numbers, and the square of a coordinate.",
        decoys=SPIN,
    ),
    learned(
        "noise-one",
        "x[2] -> 4",
        lambda x: col(*round_ones(x, 3), 0.0 * x[:, 0]),
        normal(1500, 2),
        SPIN,
        "One output is nothing but noise of the size of the others.",
        spoil=last_pure_noise(0.02),
    ),
    exact(
        "mirror",
        "x[2] -> 2*x",
        lambda x: torch.cat([x, 0.3 * col(x[:, 0], -x[:, 1])], dim=1) * torch.cos(sq(x))[:, None],
        normal(2000, 2),
        (),
        "One of two vectors is a mirror image: it turns the other way.",
        decoys=SPIN,
    ),
    learned(
        "mirror",
        "x[2] -> 2*x",
        lambda x: (
            torch.cat([x, 0.3 * col(x[:, 0], -x[:, 1])], dim=1) * torch.exp(-sq(x) / 3)[:, None]
        ),
        normal(1500, 2),
        (),
        "One of two vectors is a mirror image, and weaker than the other.",
        decoys=SPIN,
    ),
)
