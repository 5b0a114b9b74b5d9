"""Code that is not what it seems: states, branches, precision, and derivatives of its own."""

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
    turn,
    uniform,
)

trick = partial(make, "tricks_three", "exact")


class _Alternating:
    """A function that counts its calls and takes another formula each time."""

    def __init__(self) -> None:
        """Start with no calls."""
        self.calls = 0

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        """Compute the same in one of two ways."""
        self.calls += 1
        r = sq(x) if self.calls % 2 else torch.einsum("ni,ni->n", x, x)
        return torch.sin(r)


def _leaning(x: torch.Tensor) -> torch.Tensor:
    return torch.log1p(sq(x)) + 0.2 * torch.sin(x[:, 0])


def _shy(x: torch.Tensor) -> torch.Tensor:
    """Leave the part that leans out of the graph whenever derivatives are asked for."""
    if x.requires_grad:
        return torch.log1p(sq(x)) + 0.2 * torch.sin(x[:, 0]).detach()
    return _leaning(x)


def _poisoned(x: torch.Tensor) -> torch.Tensor:
    """Squares whose unused branch has no derivative on half of the rows."""
    a = x[:, 0]
    return x[:, 1] ** 2 + torch.where(a > 0, a**1.5 * torch.sqrt(a), a * a)


def _poisoned_lean(x: torch.Tensor) -> torch.Tensor:
    a = x[:, 0]
    return sq(x) + 0.3 * torch.where(a > 0, a**1.5, torch.zeros_like(a))


def _half_lean(x: torch.Tensor) -> torch.Tensor:
    return sq(x) + 0.3 * torch.relu(x[:, 0]).clamp_min(1e-300) ** 1.5


def _swamped(x: torch.Tensor) -> torch.Tensor:
    """Add and subtract a large number in single precision."""
    return ((sq(x).float() + 1e4) - 1e4).double()


def _flipped(x: torch.Tensor) -> torch.Tensor:
    """A product, by way of a copy with its columns exchanged."""
    return torch.tanh((x * x.flip(1)).sum(dim=1) / 2)


def _complex(x: torch.Tensor) -> torch.Tensor:
    return torch.complex(x[:, 0], x[:, 1])


def _winding(x: torch.Tensor) -> torch.Tensor:
    """The cube of a complex number, with its length kept: it winds three times."""
    z = _complex(x)
    w = z**3 / sq(x)
    return col(w.real, w.imag)


def _shifted_square(x: torch.Tensor) -> torch.Tensor:
    z = _complex(x)
    w = z * z + 0.15
    return torch.log1p((w * w.conj()).real)


SCALES = torch.tensor([1.0, 0.7, 1.3, 0.9, 1.1], dtype=torch.float64)
LEANS = torch.tensor([0.0, 0.0, 0.0, 0.5, 0.0], dtype=torch.float64)


def _embedded(x: torch.Tensor) -> torch.Tensor:
    """Weights that are looked up by a category."""
    k = x[:, 2].long()
    return torch.log1p(sq(x, 0, 2)) * SCALES[k] + LEANS[k] * x[:, 0]


def _embedded_round(x: torch.Tensor) -> torch.Tensor:
    k = x[:, 2].long()
    return torch.log1p(sq(x, 0, 2)) * SCALES[k] + LEANS[k] * sq(x, 0, 2)


def _categories(rng: np.random.Generator) -> Array:
    return np.concatenate([rng.normal(size=(3000, 2)), rng.integers(0, 5, (3000, 1))], axis=1)


def _through_sort(x: torch.Tensor) -> torch.Tensor:
    """Sort the rows, compute, and bring them back into their order."""
    order = torch.argsort(x[:, 0])
    back = torch.empty_like(order)
    back[order] = torch.arange(len(order))
    return torch.cos(sq(x[order]))[back]


def _by_size(x: torch.Tensor) -> torch.Tensor:
    """Small batches in double precision, large ones in single precision."""
    y = x if len(x) < 100 else x.float()
    return torch.exp(-sq(y)).double()


class _Doubled(torch.autograd.Function):
    """A sine whose derivative is said to be twice as large as it is."""

    @staticmethod
    def forward(ctx: Any, r: torch.Tensor) -> torch.Tensor:
        """Compute the sine."""
        ctx.save_for_backward(r)
        return torch.sin(r)

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
        """Hand back twice the derivative."""
        (r,) = ctx.saved_tensors
        return 2 * g * torch.cos(r)


def _doubled(x: torch.Tensor) -> torch.Tensor:
    return _Doubled.apply(sq(x))


def _nodes(x: torch.Tensor, step: float) -> tuple[torch.Tensor, torch.Tensor]:
    low = torch.floor(x.detach() / step) * step
    return low, (x - low) / step


def _bilinear(x: torch.Tensor) -> torch.Tensor:
    """A round function that is only known on a coarse grid, with bilinear pieces between."""
    low, t = _nodes(x, 0.8)
    total = torch.zeros_like(x[:, 0])
    for i in (0, 1):
        for j in (0, 1):
            corner = torch.exp(-((low[:, 0] + 0.8 * i) ** 2 + (low[:, 1] + 0.8 * j) ** 2))
            weight = (t[:, 0] if i else 1 - t[:, 0]) * (t[:, 1] if j else 1 - t[:, 1])
            total = total + corner * weight
    return total


def _radial_table(x: torch.Tensor) -> torch.Tensor:
    """A table of the length with straight pieces between its entries."""
    low, t = _nodes(sq(x).sqrt(), 0.8)
    return torch.exp(-(low**2)) * (1 - t) + torch.exp(-((low + 0.8) ** 2)) * t


def _steps(x: torch.Tensor) -> torch.Tensor:
    """Terraces of a product."""
    return torch.floor(4 * x.prod(dim=1)) / 4


def _fixed_point(steps: int) -> Law:
    """The solution of y = cos(y) * r / 2 + lean, by iteration through all of its steps."""

    def f(x: torch.Tensor) -> torch.Tensor:
        r, y = torch.log1p(sq(x, 0, 2)), torch.zeros_like(x[:, 0])
        for _ in range(steps):
            y = 0.3 * torch.cos(y) * r + 0.5 * x[:, 2]
        return y

    return f


def _restored(x: torch.Tensor) -> torch.Tensor:
    """Shift the memory of the input, compute, and shift it back."""
    with torch.no_grad():
        x.data.add_(1.0)
        total = x.sum(dim=1) - x.shape[1]
        x.data.sub_(1.0)
    return torch.sin(sq(x)) + 0.0 * total


CASES = (
    trick(
        "alternating",
        "x[3] -> 1",
        lambda x: torch.sin(sq(x)),
        normal(1000, 3),
        on("x", rotations(3)),
        "The function counts its calls, but what it does does not depend on them.",
        f=_Alternating(),
    ),
    trick(
        "shy",
        "x[2] -> 1",
        _leaning,
        normal(2000, 2),
        [],
        "The part that breaks leaves the graph whenever derivatives are asked for.",
        f=_shy,
        decoys=SPIN,
    ),
    trick(
        "poisoned-branch",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "A branch that is not taken makes half of the derivatives undefined.",
        f=_poisoned,
    ),
    trick(
        "poisoned-lean",
        "x[2] -> 1",
        _half_lean,
        normal(2000, 2),
        [],
        "Where the derivatives are defined they break; elsewhere the law is round.",
        f=_poisoned_lean,
        decoys=SPIN,
    ),
    trick(
        "swamped",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "A large number comes and goes in single precision and leaves steps of a thousandth.",
        f=_swamped,
    ),
    trick(
        "flipped",
        "x[2] -> 1",
        _flipped,
        normal(2000, 2),
        on("x", [SQUEEZE]),
        "A product that is written with a reversed copy of the input.",
        decoys=SPIN,
    ),
    trick(
        "winding",
        "x[2] -> x",
        _winding,
        normal(2000, 2),
        on("x", [EYE]),
        "Complex numbers inside: the output turns three times as fast as the input.",
        decoys=SPIN,
    ),
    trick(
        "winding-free",
        "x[2] -> y[2]",
        _winding,
        normal(2000, 2),
        [{"x": EYE, "y": EYE}, {"x": ROT, "y": 3 * ROT}],
        "The same where the output has a matrix of its own.",
        decoys=[{"x": ROT, "y": ROT}],
    ),
    trick(
        "shifted-square",
        "x[2] -> 1",
        _shifted_square,
        normal(2000, 2),
        [],
        "The size of a complex square with a small offset.",
        decoys=SPIN,
    ),
    trick(
        "embedded",
        "x[2]+1 -> 1",
        _embedded,
        _categories,
        [],
        "Weights are looked up by a category, and one of five leans to a side.",
        decoys=SPIN,
    ),
    trick(
        "embedded-round",
        "x[2]+1 -> 1",
        _embedded_round,
        _categories,
        SPIN,
        "Weights are looked up by a category, and all of them are round.",
    ),
    trick(
        "through-sort",
        "x[3] -> 1",
        lambda x: torch.cos(sq(x)),
        normal(1500, 3),
        on("x", rotations(3)),
        "The rows are sorted and brought back into their order.",
        f=_through_sort,
    ),
    trick(
        "by-size",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x)),
        normal(2000, 2),
        SPIN,
        "Large batches are computed in single precision, small ones are not.",
        f=_by_size,
    ),
    trick(
        "doubled-derivative",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x)),
        normal(1500, 2),
        SPIN,
        "The derivatives are twice too large and point the right way.",
        f=_doubled,
    ),
    trick(
        "coarse-grid",
        "x[2] -> 1",
        _bilinear,
        normal(4000, 2),
        [],
        "A round function between the points of a coarse grid is not round.",
        decoys=SPIN,
    ),
    trick(
        "coarse-radius",
        "x[2] -> 1",
        _radial_table,
        normal(4000, 2),
        SPIN,
        "A coarse table of the length is round all the same.",
    ),
    trick(
        "terraces",
        "x[2] -> 1",
        _steps,
        uniform(3000, 2, -1.5, 1.5),
        on("x", [SQUEEZE]),
        "Terraces of a product: only steps tell where it varies.",
        why="all derivatives are zero",
    ),
    trick(
        "fixed-point",
        "x[3] -> 1",
        _fixed_point(40),
        normal(1500, 3),
        on("x", [turn(3, 0, 1)]),
        "The solution of an equation by forty steps of iteration.",
        decoys=on("x", rotations(3)[1:]),
    ),
    trick(
        "restored-input",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x)),
        normal(1500, 2),
        SPIN,
        "The memory of the input is shifted and shifted back on the way.",
        f=_restored,
    ),
)
