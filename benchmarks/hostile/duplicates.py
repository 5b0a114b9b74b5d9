"""Copied, constant and linearly dependent columns, and rows of which few are different."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Array,
    Case,
    Inputs,
    entry,
    make,
    noise,
    on,
    rotations,
    rows,
    sq,
    turn,
)

exact = partial(make, "duplicates", "exact")
learned = partial(make, "duplicates", "learned")


def mixed(count: int, matrix: list[list[float]], shift: list[float] | None = None) -> Inputs:
    """Columns that are linear functions of fewer normal numbers."""
    a = np.array(matrix)

    def draw(rng: np.random.Generator) -> Array:
        return np.asarray(rng.normal(size=(count, a.shape[1])) @ a.T + (shift or 0.0))

    return draw


def normals_of(matrix: list[list[float]]) -> Array:
    """Unit vectors that no row of `mixed` has a part along, without a shift."""
    a = np.array(matrix)
    return np.linalg.svd(a.T)[2][a.shape[1] :]


COPY = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]
SUM = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]]
TWIN = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
FLAT = [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
PLAIN = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
CENTRE = turn(3, 0, 1) + 0.5 * -entry(3, 1, 2)
COPIED_TURN = turn(3, 0, 1) - entry(3, 2, 1)


def embedded(n: int, *matrices: Array) -> list[Array]:
    """Matrices of a smaller size in the upper left corner."""
    return [np.pad(m, (0, n - len(m))) for m in matrices]


CASES: tuple[Case, ...] = (
    exact(
        "copied-column",
        "x[3] -> 1",
        lambda x: sq(x, 0, 2),
        mixed(2000, COPY),
        on("x", [turn(3, 0, 1), entry(3, 2, 0), entry(3, 2, 1)]),
        "The third column is the first again: three of nine numbers move nothing.",
    ),
    exact(
        "copied-column-used",
        "x[3] -> 1",
        lambda x: x[:, 0] * x[:, 2] + x[:, 1] ** 2,
        mixed(2000, COPY),
        on("x", [COPIED_TURN, entry(3, 0, 0) - entry(3, 2, 0), entry(3, 0, 1) - entry(3, 2, 1)]),
        "The function uses a column and its copy alike.",
    ),
    exact(
        "constant-column",
        "x[3] -> 1",
        lambda x: (x[:, 0] - 0.5) ** 2 + x[:, 1] ** 2,
        mixed(2000, FLAT, [0.0, 0.0, 1.0]),
        on("x", [CENTRE, *rows(3, 2)]),
        "A column of ones lets matrices translate: a rotation about another centre.",
    ),
    exact(
        "zero-column",
        "x[3] -> 1",
        lambda x: sq(x, 0, 2) + x[:, 2],
        mixed(2000, FLAT),
        on("x", [turn(3, 0, 1)]),
        "A column of zeros whose derivative is not zero.",
    ),
    exact(
        "sum-column",
        "x[4] -> 1",
        lambda x: torch.exp(-sq(x, 0, 3) / 3),
        mixed(3000, SUM),
        on("x", [*embedded(4, *rotations(3)), *[entry(4, 3, j) for j in range(3)]]),
        "The fourth column is the sum of the others.",
    ),
    exact(
        "twin-vectors",
        "2*x[2] -> 1",
        lambda x: x[:, 0] * x[:, 3] + (x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]) * x[:, 0],
        mixed(2000, TWIN),
        on("x", [SQUEEZE]),
        "The second vector is the first: what breaks the symmetry is zero on all data.",
    ),
    exact(
        "three-rows",
        "x[2] -> 1",
        sq,
        lambda rng: np.array([[1.0, 0.4], [-0.3, 1.1], [0.8, -0.9]])[rng.integers(0, 3, size=1000)],
        SPIN,
        "A thousand rows, of which three are different: just enough to tell.",
    ),
    learned(
        "copied-column",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x, 0, 2)),
        mixed(1500, COPY),
        on("x", [COPIED_TURN]),
        "What leaves the plane of the data cannot be known from it.",
        accepted=(1, 3),
        normals=lambda x: np.broadcast_to(normals_of(COPY), (len(x), 1, 3)),
    ),
    learned(
        "constant-parameter",
        "x[2]+1 -> 1",
        lambda x: torch.cos(sq(x, 0, 2)) * x[:, 2],
        mixed(1500, FLAT, [0.0, 0.0, 3.0]),
        SPIN,
        "A parameter that never varies.",
    ),
    learned(
        "copied-parameter",
        "x[2]+2 -> 1",
        lambda x: torch.tanh(sq(x, 0, 2) / 2 + x[:, 2]) + 0.3 * x[:, 3],
        mixed(2000, PLAIN),
        SPIN,
        "A parameter is given twice.",
    ),
    learned(
        "copied-parameter-broken",
        "x[2]+2 -> 1",
        lambda x: sq(x, 0, 2) + 0.3 * x[:, 3] * x[:, 0],
        mixed(2000, PLAIN),
        (),
        "A parameter is given twice, and breaks the symmetry with a sign that averages out.",
        decoys=SPIN,
    ),
    learned(
        "twin-vectors",
        "2*x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]),
        mixed(1500, TWIN),
        SPIN,
        "The second vector is the first again; both move alike, so nothing leaves the data.",
    ),
    learned(
        "twin-vectors-broken",
        "2*x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]) + 0.1 * x[:, 2],
        mixed(1500, TWIN),
        (),
        "The second vector is the first again, and a small part follows one of its axes.",
        decoys=SPIN,
        spoil=noise(0.01),
    ),
    learned(
        "huge-offset",
        "x[2]+1 -> 1",
        lambda x: torch.exp(-sq(x, 0, 2) / 2) + 0.1 * (x[:, 2] - 1e6),
        lambda rng: rng.normal([0.0, 0.0, 1e6], size=(1500, 3)),
        SPIN,
        "A parameter that looks constant: it varies by one part in a million, and matters.",
    ),
    exact(
        "copied-column-cubic",
        "x[3] -> 1",
        lambda x: sq(x, 0, 2) + 0.3 * x[:, 2] ** 3,
        mixed(2000, COPY),
        on("x", [turn(3, 0, 1)]),
        "The copy of a column must stand still while the column turns.",
    ),
    exact(
        "twin-vectors-broken",
        "2*x[2] -> 1",
        lambda x: x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3] + 0.2 * x[:, 0] ** 2 * x[:, 2],
        mixed(2000, TWIN),
        (),
        "The second vector is the first, and a cubic part breaks the rotation.",
        decoys=SPIN,
    ),
    exact(
        "constant-parameter-broken",
        "x[2]+1 -> 1",
        lambda x: torch.cos(sq(x, 0, 2)) + 0.05 * x[:, 2] * x[:, 0],
        mixed(2000, FLAT, [0.0, 0.0, 3.0]),
        (),
        "A constant parameter multiplies what breaks.",
        decoys=SPIN,
    ),
    exact(
        "twin-field-broken",
        "2*x[2] -> x",
        lambda x: x[:, :2] * sq(x, 2)[:, None] * torch.tensor([1.0, 1.2], dtype=x.dtype),
        mixed(2000, TWIN),
        (),
        "A field of a vector and its copy that is stronger along one axis.",
        decoys=SPIN,
    ),
    learned(
        "constant-parameter-broken",
        "x[2]+1 -> 1",
        lambda x: torch.cos(sq(x, 0, 2)) + 0.07 * x[:, 2] * x[:, 0],
        mixed(2000, FLAT, [0.0, 0.0, 3.0]),
        (),
        "A constant parameter multiplies what breaks.",
        decoys=SPIN,
    ),
    learned(
        "huge-offset-broken",
        "x[2]+1 -> 1",
        lambda x: torch.exp(-sq(x, 0, 2) / 2) + 0.15 * (x[:, 2] - 1e6) * x[:, 1],
        lambda rng: rng.normal([0.0, 0.0, 1e6], size=(2000, 3)),
        (),
        "A parameter that looks constant decides on the sign of what breaks.",
        decoys=SPIN,
    ),
)
