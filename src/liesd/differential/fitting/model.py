"""The function E of a jet that vanishes on solutions: the right side minus the left side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import Feature, add_features, list_kept
from liesd.differential.fitting.form import Form
from liesd.differential.grammar import Equation, Term
from liesd.errors import FunctionError
from liesd.sources.fitted import Fitted
from liesd.spec.polynomial import list_powers, list_steps

Marks = NDArray[np.bool_]
Units = tuple[Tensor, Tensor]
"""Centre and scale."""
Terms = tuple[Units, int, tuple[Feature, ...], list[int], Marks, Marks | None]
"""Units, degree and features, places of the monomials, and which of them each side has."""


def find_places(equation: Equation, terms: Sequence[Term]) -> list[int]:
    """The places of terms among the coordinates of a jet."""
    powers = list_powers(len(equation.axes), equation.order)
    return [
        term.power.index(1)
        if term.field is None
        else len(equation.axes) + term.field * len(powers) + powers.index(term.power)
        for term in terms
    ]


def take_points(equation: Equation, jets: Array) -> Array:
    """The points (x, u) of jets, (N, axes + fields)."""
    p, count = len(equation.axes), len(list_powers(len(equation.axes), equation.order))
    places = [*range(p), *(p + k * count for k in range(len(equation.fields)))]
    return np.asarray(jets[:, places])


def find_natural(equation: Equation, jets: Array, terms: Sequence[Term]) -> Array:
    """The sizes of derivatives that the spreads of axes and fields suggest."""
    spread = take_points(equation, jets).std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    p = len(equation.axes)
    return np.array(
        [
            spread[term.power.index(1)]
            if term.field is None
            else spread[p + term.field] / np.prod(spread[:p] ** np.array(term.power))
            for term in terms
        ]
    )


class Residual(nn.Module):
    """What the sides of an equation differ by, as a function of the jet."""

    def __init__(self, equation: Equation) -> None:
        super().__init__()
        assert equation.right is not None
        self.equation = equation
        self.left_places = find_places(equation, equation.left)
        self.right_places = find_places(equation, equation.right)
        self.floor = 0.0
        self.signs: dict[str, float] = {}

    extrapolates = False
    """Whether it holds where no jets were, as a law with few terms does."""

    def measure(self, jets: Array) -> float:
        """The part of the left sides, relative to their spread, that is left unexplained."""
        with torch.no_grad():
            x = torch.from_numpy(np.ascontiguousarray(jets))
            rest, y = self(x).numpy(), self.left(x).numpy()
        spread = np.maximum(y.var(axis=0), np.finfo(float).tiny)
        return float(np.sqrt(np.mean(np.mean(rest**2, axis=0) / spread)))

    def measure_bend(self, jets: Array) -> float:
        """The part of the right sides, relative to the left ones, that is not linear in fields.

        Factors and terms that depend on axes alone do not count. A linear function takes the mean
        of two states at the same point of the axes to the mean of its values.
        """
        assert self.equation.right is not None
        some = jets[:: max(1, len(jets) // limits.LIMITS.linear_jets)]
        one = torch.from_numpy(np.ascontiguousarray(some[:, self.right_places]))
        moving = [k for k, term in enumerate(self.equation.right) if term.field is not None]
        other = one.clone()
        other[:, moving] = one[np.random.default_rng(0).permutation(len(one))][:, moving]
        with torch.no_grad():
            ends = self.right(one) + self.right(other)
            rest = (ends / 2 - self.right((one + other) / 2)).numpy()
        spread = np.maximum(some[:, self.left_places].var(axis=0), np.finfo(float).tiny)
        return float(np.sqrt(np.max(np.mean(rest**2, axis=0) / spread)))

    def project(self, jets: Array) -> Array:
        """The same jets with left sides that obey the equation exactly.

        What the data leave unexplained would else count as a defect, the same for all replicas.
        """
        out = jets.copy()
        with torch.no_grad():
            z = torch.from_numpy(np.ascontiguousarray(jets[:, self.right_places]))
            out[:, self.left_places] = self.right(z).numpy()
        return out

    def left(self, x: Tensor) -> Tensor:
        """The left sides, (N, equations)."""
        return x[:, self.left_places]

    def right(self, z: Tensor) -> Tensor:
        """The right sides for arguments (N, arguments)."""
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        return self.right(x[:, self.right_places]) - self.left(x)


class Given(Residual):
    """An equation whose right side is given as a function of its arguments."""

    extrapolates = True

    def __init__(self, equation: Equation, function: Callable[..., Any]) -> None:
        super().__init__(equation)
        self.function = function

    def right(self, z: Tensor) -> Tensor:
        text = str(self.equation)
        try:
            made = self.function(*z.T)
        except Exception as error:  # it is not ours
            raise FunctionError(
                f"the function of {text} fails on tensors ({type(error).__name__}: {error}); write "
                "it with torch, with one tensor per argument"
            ) from error
        parts = list(made) if isinstance(made, list | tuple) else [made]
        count = len(self.left_places)
        if len(parts) != count or not all(isinstance(part, Tensor) for part in parts):
            raise FunctionError(
                f"the function of {text} must give {count} tensor{'s' * (count > 1)}, one per "
                f"equation, not {type(made).__name__}"
            )
        return torch.stack([part.expand(len(z)) for part in parts], dim=1)


class Explained(Residual, Fitted):
    """An equation whose right side was fitted to jets."""

    disjoint = False  # all jets share the errors of derivatives
    degree: int
    """The degree of the polynomials that it is compared with..."""
    features: tuple[Feature, ...] = ()
    """... and functions that they are of, beside the arguments."""

    def __init__(self, equation: Equation, degree: int) -> None:
        super().__init__(equation)
        self.degree = degree
        nothing = torch.zeros((0, 1), dtype=torch.float64)
        for name in ("heldout_x", "heldout_y", "training_x", "training_y"):
            self.register_buffer(name, nothing)
        self.heldout_error = 0.0
        self.replicas = nn.ModuleList()
        self.report: dict[str, Any] = {}

    @property
    def terms(self) -> Terms | None:
        """The terms that it is made of, where it is made of some."""
        return None


class Learned(Explained):
    """An equation whose right side is a model that ``liesd.learn`` made."""

    def __init__(self, equation: Equation, model: Fitted) -> None:
        super().__init__(equation, limits.LIMITS.plain_degree)
        self.model = model
        self.heldout_error = model.heldout_error
        self.replicas.extend(Learned(equation, one) for one in model.replicas)  # type: ignore[arg-type]
        self.report = dict(model.report)

    def right(self, z: Tensor) -> Tensor:
        return self.model(z).reshape(len(z), len(self.left_places))


class Polynomial(Explained):
    """An equation whose right side is a polynomial that was fitted to jets, or a quotient of two.

    Each is one in the arguments and in features of them, in units in which all are of order one.
    """

    centre: Tensor
    scale: Tensor
    coefficients: Tensor
    """(monomials that are kept, equations)."""
    divisors: Tensor | None
    """Those of the denominators, alike; None if there are none."""

    def __init__(
        self,
        equation: Equation,
        degree: int,
        centre: Tensor,
        scale: Tensor,
        coefficients: Tensor,
        features: Sequence[Feature] = (),
        kept: Sequence[int] | None = None,
        divisors: Tensor | None = None,
    ) -> None:
        super().__init__(equation, degree)
        self.features = tuple(features)
        every = list_kept(len(self.right_places), self.features, degree)
        self.kept = every if kept is None else list(kept)
        self.form: Form | None = None
        self.register_buffer("centre", centre)
        self.register_buffer("scale", scale)
        self.register_buffer("coefficients", coefficients)
        self.register_buffer("divisors", divisors)
        self.report = {"degree": degree}

    @property
    def terms(self) -> Terms:
        """The terms that it is made of."""
        units = (self.centre, self.scale)
        above = (self.coefficients != 0).numpy()
        below = None if self.divisors is None else (self.divisors != 0).numpy()
        return units, self.degree, self.features, self.kept, above, below

    def right(self, z: Tensor) -> Tensor:
        every = (add_features(z, self.features) - self.centre) / self.scale
        columns = expand(every, self.degree, self.kept)
        above = columns @ self.coefficients
        return above if self.divisors is None else above / (columns @ self.divisors)


def expand(z: Tensor, degree: int, kept: Sequence[int]) -> Tensor:
    """Some monomials of standardised arguments (N, n), with derivatives."""
    if not kept:
        return z.new_zeros((len(z), 0))
    steps = list_steps(z.shape[1], degree)
    needed = set(kept)
    for place in range(max(kept), 0, -1):
        if place in needed:
            needed.add(steps[place - 1][0])
    columns = {0: torch.ones_like(z[:, 0])}
    for place in sorted(needed - {0}):
        earlier, axis = steps[place - 1]
        columns[place] = columns[earlier] * z[:, axis]
    return torch.stack([columns[k] for k in kept], dim=1)
