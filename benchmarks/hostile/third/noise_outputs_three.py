"""Noise of uncommon kinds, and functions with many outputs."""

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
    col,
    entry,
    make,
    noise,
    normal,
    on,
    sq,
    uniform,
)

noisy = partial(make, "noise_three", "learned")
many = partial(make, "outputs_three", "exact")
many_learned = partial(make, "outputs_three", "learned")


def _skewed(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Noise with mean zero and a long tail to one side, larger on one side of the plane."""
    size = 0.05 + 0.25 / (1 + np.exp(-3 * x[:, 0]))
    return x, y + size * (rng.exponential(size=len(y)) - 1)


def _hum(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """A hum that goes on from row to row."""
    return x, y + 0.3 * np.sin(0.37 * np.arange(len(y)) + rng.uniform(0, 6))


def _sideways(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """Errors across the direction of the output only."""
    across = np.stack([-y[:, 1], y[:, 0]], axis=1)
    return x, y + 0.25 * rng.normal(size=(len(y), 1)) * across


def _coarse(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
    """A display that shows steps of a quarter only."""
    return x, np.round(4 * y) / 4


def _pull(x: torch.Tensor) -> torch.Tensor:
    return -x * torch.exp(-sq(x) / 4)[:, None]


def _on_squares(a: Array) -> Array:
    """How a matrix moves (x0 * x0, x0 * x1, x1 * x1)."""
    p, q, r, s = a.ravel()
    return np.array([[2 * p, 2 * q, 0], [r, p + s, q], [0, 2 * r, 2 * s]])


def _squares(x: torch.Tensor) -> torch.Tensor:
    return col(x[:, 0] ** 2, x[:, 0] * x[:, 1], x[:, 1] ** 2)


def _with_fourth(a: Array) -> Generator:
    """How a lower matrix moves the squares and the fourth power of the first coordinate."""
    b = np.zeros((4, 4))
    b[:3, :3] = _on_squares(a)
    b[3, 3] = 4 * a[0, 0]
    return {"x": a, "y": b}


def _gradient(x: torch.Tensor) -> torch.Tensor:
    """The gradient of the sine of a product."""
    return x.flip(1) * torch.cos(x.prod(dim=1))[:, None]


def _drifting_pair(x: torch.Tensor) -> torch.Tensor:
    """A round field, and the same field turned by an angle that varies a little along x0."""
    v = x * torch.exp(-sq(x) / 8)[:, None]
    c, s = torch.cos(1 + 0.15 * x[:, 0]), torch.sin(1 + 0.15 * x[:, 0])
    return torch.cat([v, col(c * v[:, 0] - s * v[:, 1], s * v[:, 0] + c * v[:, 1])], dim=1)


def _turned_pair(x: torch.Tensor) -> torch.Tensor:
    """A round field, and the same field turned by an angle that depends on the radius."""
    v = x * torch.exp(-sq(x) / 8)[:, None]
    c, s = torch.cos(1 + sq(x)), torch.sin(1 + sq(x))
    return torch.cat([v, col(c * v[:, 0] - s * v[:, 1], s * v[:, 0] + c * v[:, 1])], dim=1)


def _log_and_one(x: torch.Tensor) -> torch.Tensor:
    return col(torch.log(sq(x)), torch.ones_like(x[:, 0]))


def _log_and_nearly_one(x: torch.Tensor) -> torch.Tensor:
    return col(torch.log(sq(x)), 1 + 0.3 * torch.cos(x[:, 0]))


def _triple(x: torch.Tensor) -> torch.Tensor:
    return col(x[:, 1] * x[:, 2], x[:, 2] * x[:, 0], x[:, 0] * x[:, 1])


def _scalings(d: Array) -> Generator:
    return {"x": np.diag(d), "y": np.diag(d.sum() - d)}


ZERO = np.zeros((2, 2))
TWICE = np.ones((2, 2))

CASES = (
    noisy(
        "skewed",
        "x[2] -> 1",
        lambda x: torch.cos(1.5 * sq(x).sqrt()),
        normal(2000, 2),
        SPIN,
        "The noise is skew and grows along one axis, but its mean is zero everywhere.",
        spoil=_skewed,
    ),
    noisy(
        "hum",
        "x[2] -> 1",
        lambda x: torch.cos(1.5 * sq(x).sqrt()),
        normal(1500, 2),
        SPIN,
        "A hum goes through the rows in their order.",
        spoil=_hum,
    ),
    noisy(
        "hum-broken",
        "x[2] -> 1",
        lambda x: torch.cos(1.5 * sq(x).sqrt()) + 0.4 * torch.sin(x[:, 1]),
        normal(1500, 2),
        [],
        "A hum of the size of the tilt goes through the rows.",
        spoil=_hum,
        decoys=SPIN,
    ),
    noisy(
        "sideways",
        "x[2] -> x",
        _pull,
        normal(1500, 2),
        SPIN,
        "A pull to the centre with errors across it only.",
        spoil=_sideways,
    ),
    noisy(
        "sideways-broken",
        "x[2] -> x",
        lambda x: _pull(x) * torch.tensor([1.0, 0.75], dtype=x.dtype),
        normal(1500, 2),
        [],
        "A pull that is weaker along one axis, with errors across it only.",
        spoil=_sideways,
        decoys=SPIN,
    ),
    noisy(
        "coarse-display",
        "x[2] -> 1",
        lambda x: 1.5 * torch.sin(x.prod(dim=1)),
        uniform(1500, 2, -1.5, 1.5),
        on("x", [SQUEEZE]),
        "Outputs are rounded to quarters, so that the samples form terraces.",
        spoil=_coarse,
    ),
    many(
        "triple",
        "x[3] -> y[3]",
        _triple,
        normal(1000, 3),
        [_scalings(d) for d in np.eye(3)],
        "Products of two out of three: each coordinate has a unit of its own.",
    ),
    many(
        "squares",
        "x[2] -> y[3]",
        _squares,
        normal(1000, 2),
        [{"x": e, "y": _on_squares(e)} for e in (entry(2, i, j) for i in (0, 1) for j in (0, 1))],
        "All squares and products: every matrix is a symmetry.",
    ),
    many(
        "squares-and-fourth",
        "x[2] -> y[4]",
        lambda x: torch.cat([_squares(x), 0.3 * x[:, :1] ** 4], dim=1),
        normal(2000, 2),
        [_with_fourth(entry(2, i, j)) for i, j in ((0, 0), (1, 0), (1, 1))],
        "A fourth power of one coordinate forbids what would mix another one into it.",
        decoys=[_with_fourth(entry(2, 0, 1))],
    ),
    many(
        "gradient",
        "x[2] -> x.T",
        _gradient,
        normal(1500, 2),
        on("x", [SQUEEZE]),
        "The gradient of a function of the product is a dual vector.",
    ),
    many(
        "gradient-as-vector",
        "x[2] -> x",
        _gradient,
        normal(1500, 2),
        [],
        "The same gradient taken for a vector has no symmetry.",
        decoys=on("x", [SQUEEZE]),
    ),
    many(
        "drifting-pair",
        "x[2] -> 2*x",
        _drifting_pair,
        normal(2000, 2),
        [],
        "The second of two fields is turned by an angle that varies along one axis.",
        decoys=SPIN,
    ),
    many(
        "turned-pair",
        "x[2] -> 2*x",
        _turned_pair,
        normal(2000, 2),
        SPIN,
        "The second of two fields is turned by an angle that varies with the radius.",
    ),
    many(
        "same-twice",
        "x[2] -> y[2]",
        lambda x: col(sq(x), sq(x)),
        normal(1000, 2),
        [{"x": ROT, "y": ZERO}, {"x": EYE, "y": TWICE}],
        "Two outputs are the same, so that two matrices that move them alike count once.",
    ),
    many(
        "logarithm-and-one",
        "x[2] -> y[2]",
        _log_and_one,
        normal(1000, 2),
        [{"x": ROT, "y": ZERO}, {"x": EYE, "y": 2 * entry(2, 0, 1)}],
        "An output that is always one lets the other be shifted, as a logarithm needs it.",
    ),
    many(
        "logarithm-and-nearly-one",
        "x[2] -> y[2]",
        _log_and_nearly_one,
        normal(2000, 2),
        [],
        "An output that looks like a constant is a wave along one axis.",
        decoys=[{"x": ROT, "y": ZERO}],
    ),
    many_learned(
        "product-of-others",
        "x[2] -> 3",
        lambda x: col(
            torch.cos(sq(x)), torch.exp(-sq(x)), torch.cos(sq(x)) * torch.exp(-sq(x)) * 3
        ),
        uniform(1200, 2, -1.3, 1.3),
        SPIN,
        "The third output is the product of two round ones.",
        spoil=noise(0.01),
    ),
    many_learned(
        "product-of-others-broken",
        "x[2] -> 3",
        lambda x: col(torch.cos(sq(x)), torch.exp(-sq(x)), torch.cos(sq(x)) * (1 + 0.4 * x[:, 0])),
        uniform(1200, 2, -1.3, 1.3),
        [],
        "The third output is a round one times a factor that leans to one side.",
        spoil=noise(0.01),
        decoys=SPIN,
    ),
)
