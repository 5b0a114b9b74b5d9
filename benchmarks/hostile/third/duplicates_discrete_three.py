"""Columns that depend on one another, and inputs with few values."""

from collections.abc import Callable
from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Generator,
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

copies = partial(make, "duplicates_three", "exact")
copies_learned = partial(make, "duplicates_three", "learned")
few = partial(make, "discrete_three", "exact")
few_learned = partial(make, "discrete_three", "learned")


def _planes(*vectors: tuple[float, ...]) -> Callable[[Array], Array]:
    """The same directions across the data for all rows."""
    q = np.linalg.qr(np.array(vectors).T)[0].T
    return lambda x: np.broadcast_to(q, (len(x), *q.shape))


def _cross(v: tuple[float, float, float]) -> Array:
    """The rotation about a vector."""
    a, b, c = np.array(v) / np.linalg.norm(v)
    return np.array([[0, -c, b], [c, 0, -a], [-b, a, 0]])


def _with(count: int, m: Array) -> Inputs:
    """Normal vectors times a fixed matrix."""
    return lambda rng: rng.normal(size=(count, m.shape[1])) @ m.T


DIFFERENCE = np.array([[1.0, 0], [0, 1], [1, -1]])
SUM = np.array([[1.0, 0], [0, 1], [1, 1]])
OPPOSITE = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]])
NEARLY = np.array([[1.0, 0, 0], [0, 1, 0], [1, 0, 0.1]])
UNDO = np.linalg.inv(NEARLY)
# The rotation within the plane of all (u, v, u + v) that keeps u * u + u * v + v * v.
SHEARED = SUM @ np.array([[-1.0, -2], [2, 1]]) @ np.linalg.pinv(SUM)


def _hidden(x: torch.Tensor) -> torch.Tensor:
    """What the third column adds to the first, in its own unit."""
    return (x[:, 2] - x[:, 0]) * 10


def _product_column(rng: np.random.Generator) -> Array:
    x = rng.normal(size=(2000, 2))
    return np.concatenate([x, x[:, :1] * x[:, 1:]], axis=1)


def _one_hot_pairs(rng: np.random.Generator) -> Array:
    return np.eye(3)[rng.integers(0, 3, size=(1500, 2))].reshape(1500, 6)


def _kept(w: Array) -> list[Array]:
    """All A with A^T W + W A = 0."""
    n = len(w)
    m = [(e.T @ w + w @ e).ravel() for e in (entry(n, i, j) for i in range(n) for j in range(n))]
    _, s, vt = np.linalg.svd(np.array(m).T)
    return [v.reshape(n, n) for v in vt[(s > 1e-9).sum() :]]


ORDERED = np.array([[1.0, 0.4, 0.0], [-0.4, 1.2, 0.2], [0.0, -0.2, 0.9]])


def _matches(w: Array) -> Callable[[torch.Tensor], torch.Tensor]:
    return lambda x: ((x[:, :3] @ torch.from_numpy(w)) * x[:, 3:]).sum(dim=1)


def _compass(rng: np.random.Generator) -> Array:
    angle = rng.integers(0, 16, size=(2000, 2)) * np.pi / 8
    return np.stack([np.cos(angle), np.sin(angle)], axis=2).reshape(-1, 4)


def _relative(x: torch.Tensor) -> torch.Tensor:
    """A function of the angle between two vectors, and of their lengths."""
    dot = (x[:, :2] * x[:, 2:]).sum(dim=1)
    area = x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]
    return dot + 0.5 * area**2 + 0.3 * area


def _ticks(x: torch.Tensor) -> torch.Tensor:
    return _relative(x) + 0.02 * torch.sin(16 * torch.atan2(x[:, 1], x[:, 0]))


def _week(rng: np.random.Generator) -> Array:
    return np.concatenate([rng.normal(size=(3000, 2)), rng.integers(0, 7, (3000, 1))], axis=1)


def _sundays(x: torch.Tensor) -> torch.Tensor:
    r = sq(x, 0, 2)
    return r * (1 + 0.2 * torch.sin(2 * torch.pi * x[:, 2] / 7)) + (x[:, 2] == 6) * 0.6 * x[:, 0]


def _signed_pairs(rng: np.random.Generator) -> Array:
    return np.concatenate(
        [rng.uniform(0.3, 2.0, size=(2000, 2)), rng.choice([-1.0, 1.0], (2000, 1))], axis=1
    )


def _levels(rng: np.random.Generator) -> Array:
    return np.stack([rng.integers(-4, 5, size=1200), rng.uniform(-4, 4, size=1200)], axis=1)


ONE = np.ones((1, 1))
TRADE: Generator = {"a": ONE, "b": -ONE}

CASES = (
    copies(
        "differences",
        "x[3] -> 1",
        lambda x: torch.cos(sq(x)) + 0.7 * (x[:, 0] - x[:, 1] - x[:, 2]),
        _with(2000, DIFFERENCE),
        on("x", [_cross((1, -1, -1))]),
        "The third column is the difference of the others; a slope leads away from the data.",
        normals=_planes((1, -1, -1)),
    ),
    copies(
        "mixture",
        "x[3] -> 1",
        lambda x: 27 * x.prod(dim=1),
        lambda rng: rng.dirichlet([2.0, 2.0, 2.0], size=2000),
        on("x", [np.diag([1.0, -1, 0]), np.diag([0.0, 1, -1])]),
        "Shares add up to one, and their product allows two scalings.",
    ),
    copies(
        "product-column",
        "x[3] -> 1",
        lambda x: torch.sin(x[:, 2]),
        _product_column,
        on("x", rows(3, 0, 1)),
        "The third column is the product of the others, and only the third one counts.",
    ),
    copies(
        "constraint",
        "x[3] -> 1",
        lambda x: x[:, 0] * x[:, 1] - x[:, 2],
        _product_column,
        on("x", [np.diag([1.0, 0, 1]), np.diag([0.0, 1, 1])]),
        "The function is the constraint itself: zero everywhere, but not its derivatives.",
    ),
    copies(
        "opposite",
        "a[2]+b[2] -> 1",
        lambda x: torch.log1p(sq(x, 0, 2) + 3 * sq(x, 2, 4)),
        _with(2000, OPPOSITE),
        [{"a": ROT, "b": ROT}],
        "The second vector is minus the first; apart from each other they would leave the data.",
        normals=_planes((1, 0, 1, 0), (0, 1, 0, 1)),
    ),
    copies(
        "nearly-copied",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x, 0, 2) + _hidden(x) ** 2),
        _with(3000, NEARLY),
        on("x", [NEARLY @ r @ UNDO for r in rotations(3)]),
        "Two columns differ by a tenth, which counts as much as the rest.",
    ),
    copies(
        "nearly-copied-broken",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x, 0, 2) + _hidden(x) ** 2) + 0.3 * torch.sin(_hidden(x)),
        _with(3000, NEARLY),
        on("x", [NEARLY @ turn(3, 0, 1) @ UNDO]),
        "Two columns differ by a tenth, which breaks two rotations of three.",
        decoys=on("x", [NEARLY @ turn(3, 0, 2) @ UNDO]),
    ),
    copies_learned(
        "parts-and-sum",
        "x[3] -> 1",
        lambda x: torch.cos(sq(x) / 2),
        lambda rng: rng.uniform(-1.2, 1.2, size=(1000, 2)) @ SUM.T,
        on("x", [SHEARED]),
        "Two parts and their sum: an ellipse within the plane of the data.",
        normals=_planes((1, 1, -1)),
    ),
    copies_learned(
        "parts-and-sum-broken",
        "x[3] -> 1",
        lambda x: sq(x) / 2 + 0.8 * x[:, 0] ** 3,
        lambda rng: rng.uniform(-1.2, 1.2, size=(1000, 2)) @ SUM.T,
        [],
        "Two parts and their sum, with a cubic term in one part.",
        normals=_planes((1, 1, -1)),
        decoys=on("x", [SHEARED]),
    ),
    few(
        "dice",
        "x[2] -> 1",
        lambda x: torch.log(x.prod(dim=1)),
        lambda rng: rng.integers(1, 7, size=(1000, 2)).astype(float),
        on("x", [SQUEEZE]),
        "The product of two dice.",
    ),
    few(
        "signed-product",
        "a[1]+b[1]+1 -> 1",
        lambda x: torch.sin(x.prod(dim=1)),
        _signed_pairs,
        [TRADE],
        "A sign that is plus or minus one multiplies a product.",
    ),
    few(
        "matches",
        "2*x[3] -> 1",
        _matches(np.eye(3)),
        _one_hot_pairs,
        on("x", rotations(3)),
        "Pairs of categories in one-hot code, and whether they agree: nine different rows.",
    ),
    few(
        "matches-ordered",
        "2*x[3] -> 1",
        _matches(ORDERED),
        _one_hot_pairs,
        on("x", _kept(ORDERED)),
        "A table of scores for pairs of categories that is not symmetric.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
    ),
    few(
        "compass",
        "2*x[2] -> 1",
        _relative,
        _compass,
        SPIN,
        "Pairs of sixteen directions, of which only the angle between them counts.",
    ),
    few(
        "compass-ticks",
        "2*x[2] -> 1",
        _ticks,
        _compass,
        [],
        "Waves with nodes at all sixteen directions show in the derivatives alone.",
        decoys=SPIN,
    ),
    few(
        "sundays",
        "x[2]+1 -> 1",
        _sundays,
        _week,
        [],
        "The days of the week change the scale, and one of them adds a tilt.",
        decoys=SPIN,
    ),
    few_learned(
        "stripes",
        "x[2] -> 1",
        lambda x: torch.cos(0.8 * sq(x).sqrt()),
        _levels,
        SPIN,
        "One input has nine levels, the other is continuous.",
        spoil=noise(0.02),
    ),
    few_learned(
        "stripes-broken",
        "x[2] -> 1",
        lambda x: torch.cos(0.8 * sq(x).sqrt()) + 0.4 * torch.tanh(x[:, 0]),
        _levels,
        [],
        "One input has nine levels and tilts the law.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
)
