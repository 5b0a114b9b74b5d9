"""Functions whose code misleads whoever asks for derivatives."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Array,
    Case,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)
from benchmarks.hostile.second.parts_two import mixed, pretend, weighted

exact = partial(make, "tricks_two", "exact")
ELLIPSE = on("x", weighted(1.0, 2.0))


def _sinc(x: torch.Tensor) -> torch.Tensor:
    """The sine of the square of the radius over that square, with its series near zero."""
    s = sq(x)
    big = torch.where(s > 1e-4, s, torch.ones_like(s))
    return torch.where(s > 1e-4, torch.sin(big) / big, 1.0 - s**2 / 6.0)


def _bare_sinc(x: torch.Tensor) -> torch.Tensor:
    """The same as most people write it: the derivative at the origin is not a number."""
    s = sq(x)
    return torch.where(s == 0.0, torch.ones_like(s), torch.sin(s) / s)


def _zeros(rng: np.random.Generator) -> Array:
    """Forty rows at the origin."""
    del rng
    return np.zeros((40, 2))


def _tilted(x: torch.Tensor) -> torch.Tensor:
    return sq(x) + 0.5 * torch.sin(2.0 * x[:, 0])


def _in_place(x: torch.Tensor) -> torch.Tensor:
    """Scale a column of a copy in place."""
    z = x.clone()
    z[:, 1] *= 2.0**0.5
    z += 0.0
    return sq(z)


def _numpy(x: torch.Tensor) -> torch.Tensor:
    """A law that leaves torch and comes back without derivatives."""
    a = x.detach().numpy()
    return torch.from_numpy(np.hypot(a[:, 0], a[:, 1]) + 0.3 * a[:, 0])


def _table(x: torch.Tensor) -> torch.Tensor:
    """Squares from a table with steps of 0.02 and straight lines between them."""
    k = torch.floor(x.detach() / 0.02)
    left, right = (0.02 * k) ** 2, (0.02 * (k + 1.0)) ** 2
    part = x / 0.02 - k
    return (left * (1.0 - part) + right * part).sum(dim=1)


def _nearest(x: torch.Tensor) -> torch.Tensor:
    """The value at the nearest point of a fine grid, with a slope of zero."""
    return _tilted(torch.round(500.0 * x) / 500.0)


def _newton(x: torch.Tensor) -> torch.Tensor:
    """A root found by iteration without derivatives, and one last step with them."""
    s = 1.0 + sq(x)
    with torch.no_grad():
        r = s.clone()
        for _ in range(30):
            r = 0.5 * (r + s / r)
    return 0.5 * (r + s / r)


def _frozen(x: torch.Tensor) -> torch.Tensor:
    """A weight that was computed from the inputs and then frozen."""
    weight = torch.sigmoid(2.0 * x[:, 0]).detach()
    return sq(x) * (1.0 + 0.6 * weight)


CASES: tuple[Case, ...] = (
    exact(
        "detached-break",
        "x[2] -> 1",
        lambda x: sq(x) + 0.5 * x[:, 0] ** 3,
        normal(2000, 2),
        (),
        "The term that breaks has no derivative in the code.",
        f=lambda x: sq(x) + 0.5 * (x[:, 0] ** 3).detach(),
        decoys=SPIN,
    ),
    exact(
        "detached-half",
        "x[2] -> 1",
        lambda x: sq(x),
        normal(2000, 2),
        SPIN,
        "One of two squares has no derivative in the code.",
        f=lambda x: x[:, 0] ** 2 + (x[:, 1] ** 2).detach(),
    ),
    exact(
        "frozen-weight",
        "x[2] -> 1",
        lambda x: sq(x) * (1.0 + 0.6 * torch.sigmoid(2.0 * x[:, 0])),
        normal(2000, 2),
        (),
        "A frozen weight depends on the input.",
        f=_frozen,
        decoys=SPIN,
    ),
    exact(
        "rounded",
        "x[2] -> 1",
        lambda x: sq(x),
        normal(2000, 2),
        SPIN,
        "A display with three digits: all derivatives are zero.",
        f=lambda x: torch.round(1000.0 * sq(x)) / 1000.0,
    ),
    exact(
        "nearest",
        "x[2] -> 1",
        _tilted,
        normal(2000, 2),
        (),
        "A fine grid of stored values of a law that breaks: all derivatives are zero.",
        f=_nearest,
        decoys=SPIN,
    ),
    exact(
        "straight-through",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 2 + 2.0 * x[:, 1] ** 2,
        normal(2000, 2),
        ELLIPSE,
        "The values of an ellipse with the derivatives of a circle.",
        f=lambda x: pretend(x[:, 0] ** 2 + 2.0 * x[:, 1] ** 2, sq(x)),
        decoys=SPIN,
    ),
    exact(
        "wrong-sign",
        "x[2] -> 1",
        lambda x: sq(x),
        normal(2000, 2),
        SPIN,
        "The values of a circle with the derivatives of a hyperbola.",
        f=lambda x: pretend(sq(x), x[:, 0] ** 2 - x[:, 1] ** 2),
        decoys=on("x", weighted(1.0, -1.0)),
    ),
    exact(
        "single-precision",
        "x[3] -> 1",
        lambda x: torch.log1p(sq(x)),
        normal(2000, 3),
        on("x", rotations(3)),
        "Single precision inside.",
        f=lambda x: torch.log1p(sq(x.float())).double(),
    ),
    exact(
        "half-precision",
        "x[2] -> 1",
        lambda x: sq(x) + 0.4 * x[:, 0],
        uniform(2000, 2),
        (),
        "Half precision inside, and a law that breaks.",
        f=lambda x: (sq(x.half()) + 0.4 * x[:, 0].half()).double(),
        decoys=SPIN,
    ),
    exact(
        "not-a-number",
        "x[2] -> 1",
        _sinc,
        mixed(normal(2000, 2), _zeros),
        SPIN,
        "Some rows at the origin have no derivative in the code.",
        f=_bare_sinc,
    ),
    exact(
        "round-clamp",
        "x[2] -> 1",
        lambda x: sq(x).clamp(max=3.0),
        normal(3000, 2),
        SPIN,
        "A limit on the radius is round.",
    ),
    exact(
        "sensor-clamp",
        "x[2] -> 1",
        lambda x: sq(x.clamp(-1.5, 1.5)),
        normal(3000, 2),
        (),
        "A limit on each sensor is not.",
        decoys=SPIN,
    ),
    exact(
        "in-place",
        "x[2] -> 1",
        lambda x: x[:, 0] ** 2 + 2.0 * x[:, 1] ** 2,
        normal(2000, 2),
        ELLIPSE,
        "A column is scaled in place.",
        f=_in_place,
        decoys=SPIN,
    ),
    exact(
        "numpy",
        "x[2] -> 1",
        lambda x: sq(x).sqrt() + 0.3 * x[:, 0],
        normal(2000, 2),
        (),
        "The code leaves torch, so that no derivative exists.",
        f=_numpy,
        decoys=SPIN,
    ),
    exact(
        "table",
        "x[2] -> 1",
        lambda x: sq(x),
        normal(2000, 2),
        SPIN,
        "A table with straight lines between its points.",
        f=_table,
    ),
    exact(
        "newton",
        "x[3] -> 1",
        lambda x: torch.sqrt(1.0 + sq(x)),
        normal(2000, 3),
        on("x", rotations(3)),
        "A root by iteration with one step that has derivatives.",
        f=_newton,
    ),
    exact(
        "branches",
        "x[3] -> 1",
        lambda x: torch.where(x[:, 2] > 1.0, sq(x) + (x[:, 2] - 1.0) ** 2, sq(x)),
        normal(4000, 3),
        on("x", [turn(3, 0, 1)]),
        "One branch knows an axis.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    exact(
        "roots-of-products",
        "x[2] -> 1",
        lambda x: (x[:, 0] * x[:, 1]) ** 2,
        normal(2000, 2),
        on("x", [SQUEEZE]),
        "Absolute values, signs and powers that cancel.",
        f=lambda x: (x[:, 0].abs() * x[:, 1] * torch.sign(x[:, 0])).abs().pow(2.0),
    ),
)
