"""Affine maps and shifts: x moves by Ax + b, or by b alone.

>>> from liesd.spec import Affine, Spec, Vector
>>> x = Vector("x", 3)
>>> spec = 5 * Affine(x) >> 5 * x
>>> spec.unknowns
{'x': (3, 3), 'shift(x)': (3,)}
>>> spec == Spec.parse("5*affine(x[3]) -> 5*x")
True

``x`` elsewhere in a spec is the A of the same unknown: (A, b) -> A respects brackets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from liesd.errors import SpecError
from liesd.spec.action import (
    Array,
    Channel,
    Chart,
    Hints,
    Phrase,
    Shapes,
    Theta,
    exponentiate,
    find_leading,
    name_shift,
)
from liesd.spec.compose import Rep
from liesd.spec.language import register_action
from liesd.spec.linear import Vector, multiply_out
from liesd.spec.phrases import Hint, describe_affine, describe_shift

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.spec.action import Coefficients


@dataclass(frozen=True, repr=False)
class PointAction(Rep):
    """An action on one named space of points, whose origin is nowhere in particular."""

    vector: Vector

    def __post_init__(self) -> None:
        if not isinstance(self.vector, Vector):
            raise SpecError(
                f"{self.keyword} moves one named space such as x[3], not {self.vector}; sums and "
                f"copies are written outside, as in 2*{self.keyword}(x[3])"
            )

    keyword: ClassVar[str] = "an action"
    """How the language calls it."""

    @property
    def dim(self) -> int:
        return self.vector.size

    @property
    def name(self) -> str:
        """The name of the space."""
        return self.vector.name

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the coordinates."""
        return self.vector.coordinates()[self.name]

    def coordinates(self) -> dict[str, tuple[str, ...]]:
        return self.vector.coordinates()

    def with_charts(self, charts: Mapping[str, Chart]) -> Rep:
        if self.name not in charts:
            return self
        return replace(self, chart=charts[self.name])  # type: ignore[call-arg]  # of a subclass

    def channels(self) -> list[Channel]:
        places = np.arange(self.dim)[None], np.arange(self.features)[None]
        return [Channel(self, *places, self.name)]

    def text(self, seen: set[str]) -> str:
        return f"{self.keyword}({self.vector.text(seen)})"


@dataclass(frozen=True, repr=False)
class Affine(PointAction):
    """One unknown affine vector field, ξ(x) = Ax + b."""

    chart: Chart | None = None
    keyword = "affine"

    @cached_property
    def unknowns(self) -> Shapes:
        n = self.dim
        return {self.name: (n, n), name_shift(self.name): (n,)}

    @property
    def powers(self) -> tuple[tuple[int, ...], ...]:
        """The exponents of each monomial of the library."""
        n = self.dim
        return tuple(tuple(int(k == i) for i in range(n)) for k in range(-1, n))

    @property
    def features(self) -> int:
        return self.dim + 1

    @property
    def _units(self) -> tuple[Array, float]:
        """Centre and scale: ξ = A(x − centre) + scale·b in a chart."""
        if self.chart is None:
            return np.zeros(self.dim), 1.0
        return np.array(self.chart.centre), float(np.mean(self.chart.scale))

    def lift(self, x: Tensor) -> Tensor:
        import torch

        centre, scale = self._units
        z = x if self.chart is None else (x - x.new_tensor(centre)) / scale
        return torch.cat([z, torch.ones_like(z[:, :1])], dim=1)

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        both = multiply_out(J, phi) * self._units[1]
        yield self.name, both[..., :-1]
        yield name_shift(self.name), both[..., -1]

    def _split(self, theta: Theta) -> tuple[Array, Array]:
        A, b = (np.asarray(theta[name], dtype=np.float64) for name in self.unknowns)
        return A, b

    def _join(self, A: Array, b: Array) -> dict[str, Array]:
        return dict(zip(self.unknowns, (A, b), strict=True))

    def field(self, theta: Theta, x: Array) -> Array:
        (A, b), (centre, scale) = self._split(theta), self._units
        return np.asarray(np.einsum("...ij,...j->...i", A, x - centre) + scale * b)

    def flow(self, theta: Theta, t: float, x: Array, onto: Array | None = None) -> Array:
        (A, b), (centre, scale) = self._split(theta), self._units
        if onto is not None:
            A, b = onto @ A, b @ onto.T
        n = self.dim
        leading = find_leading(self.unknowns, theta)
        augmented = np.zeros((*leading, n + 1, n + 1))
        augmented[..., :n, :n], augmented[..., :n, n] = A, scale * b
        group = exponentiate(t * augmented)
        with np.errstate(over="ignore", invalid="ignore"):
            moved = np.einsum("...ij,...j->...i", group[..., :n, :n], x - centre)
            return np.asarray(moved + group[..., :n, n] + centre)

    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        (A, b), (B, c) = self._split(theta), self._split(phi)
        shift = (A @ c[..., None] - B @ b[..., None])[..., 0]
        return self._join(A @ B - B @ A, shift)

    def to_charts(self, theta: Theta) -> dict[str, Array]:
        (A, b), (centre, scale) = self._split(theta), self._units
        return self._join(A, (b + A @ centre) / scale)

    def from_charts(self, theta: Theta) -> dict[str, Array]:
        (A, b), (centre, scale) = self._split(theta), self._units
        return self._join(A, scale * b - A @ centre)

    def library(self) -> dict[str, tuple[str, ...]]:
        return {self.name: ("1", *self.axes)}

    def tabulate(self, theta: Theta) -> dict[str, Array]:
        A, b = self._split(theta)
        return {self.name: np.concatenate([b[..., None], A], axis=-1)}

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        (A, b), hint = self._split(theta), Hint.of(hints, self.name)
        phrase = describe_affine(A, b + A @ hint.find_home(self.dim), hint)
        return {} if phrase is None else {self.name: phrase}

    def degrees(self) -> dict[str, Array]:
        return self._join(np.ones((self.dim, self.dim)), np.zeros(self.dim))

    def explain(self) -> str:
        return f"a point of {self.dim} coordinates, moved by the unknown affine map {self.name}"


@dataclass(frozen=True, repr=False)
class Shift(PointAction):
    """One unknown constant vector field, ξ(x) = b."""

    chart: Chart | None = None
    keyword = "shift"

    @cached_property
    def unknowns(self) -> Shapes:
        return {self.name: (self.dim,)}

    @property
    def features(self) -> int:
        return 1

    def lift(self, x: Tensor) -> Tensor:
        return x.new_ones((len(x), 1))

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        yield self.name, multiply_out(J, phi)[..., 0]

    def field(self, theta: Theta, x: Array) -> Array:
        return np.zeros_like(x) + np.asarray(theta[self.name], dtype=np.float64)

    def flow(self, theta: Theta, t: float, x: Array, onto: Array | None = None) -> Array:
        step = t * self.field(theta, x)
        return np.asarray(x + (step if onto is None else step @ onto.T))

    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        b, c = (np.asarray(one[self.name], dtype=np.float64) for one in (theta, phi))
        return {self.name: 0.0 * (b + c)}

    def library(self) -> dict[str, tuple[str, ...]]:
        return {self.name: ("1",)}

    def tabulate(self, theta: Theta) -> dict[str, Array]:
        return {self.name: np.asarray(theta[self.name], dtype=np.float64)[..., None]}

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        b = np.asarray(theta[self.name], dtype=np.float64)
        return {self.name: describe_shift(b)} if b.any() else {}

    def degrees(self) -> dict[str, Array]:
        return {self.name: np.zeros(self.dim)}

    def explain(self) -> str:
        return f"a point of {self.dim} coordinates, shifted by the unknown vector {self.name}"


register_action("affine", Affine)
register_action("shift", Shift)
