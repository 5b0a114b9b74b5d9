"""What was found about a differential equation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra.element import Element
from liesd.differential import limits
from liesd.differential.fields import Array, Fields
from liesd.differential.films import make_film
from liesd.differential.fitting.model import Residual
from liesd.differential.flows import augment, move_fields
from liesd.differential.jets.draw import draw_jets
from liesd.discovery.findings import Noun
from liesd.discovery.generator import Generator
from liesd.discovery.orbits import Film
from liesd.discovery.result import Discovery
from liesd.errors import DataError, check_whole
from liesd.spec import Chart, Poly, Prolonged, Spec

SECTION = "equation"
"""The section of the settings that tells of the equation."""


@dataclass(frozen=True, eq=False, repr=False)
class EquationGenerator(Generator):
    """One infinitesimal symmetry of an equation: a field on points (x, u)."""

    model: Residual | None = None
    """The equation itself; None where it was read from a file."""

    @property
    def _base(self) -> Any:
        action = self.spec.input
        assert isinstance(action, Prolonged)
        return action.base

    @property
    def coefficients(self) -> NDArray[np.float64]:  # type: ignore[override]
        """The field over ``found.library``: (coordinates, functions)."""
        return np.asarray(self._base.read(self), dtype=np.float64)

    def at(self, x: ArrayLike, *, output: bool = False) -> Array:
        """The field at points (N, coordinates), or at jets."""
        points = np.asarray(x, dtype=np.float64)
        if output or points.shape[-1:] != (self._base.dim,):
            return super().at(x, output=output)
        flat = self._flatten(points, self._base)
        return np.asarray(self._base.field(self, flat)).reshape(points.shape)

    def move(self, x: Any, t: float, *, output: bool = False) -> Any:
        """Move solutions (:class:`liesd.Fields`), points (N, coordinates) or jets along the field.

        A moved solution is again one, which is checked where the equation is known well enough.
        It is given on a grid of its own: the old one moved along, or points within its reach.
        """
        if isinstance(x, Fields):
            return self.move_solutions(x, t, keep=False)
        points = np.asarray(x, dtype=np.float64)
        if output or points.shape[-1:] != (self._base.dim,):
            return super().move(x, t, output=output)
        return self._flow(points, t)

    def _flow(self, points: Array, t: float) -> Array:
        return Element(Spec(self._base, self.spec.output), self.theta).move(points, t)

    def move_solutions(self, data: Fields, t: float, keep: bool) -> Fields:
        """Move solutions, on the grid that they have if it is to be kept, and check them."""
        if data.coordinates != self._base.axes:
            raise DataError(
                f"these fields have the coordinates {', '.join(data.coordinates)}, the symmetry "
                f"moves {', '.join(self._base.axes)}"
            )
        moved = move_fields(data, self._flow, t, keep)
        if self.model is not None and self.model.extrapolates:
            error, before = (measure_solutions(self.model, one) for one in (moved, data))
            most = max(limits.LIMITS.flow_error, limits.LIMITS.flow_factor * before)
            if not error <= most:
                raise DataError(
                    f"the moved fields leave {error:.1%} of the equation unexplained, and "
                    f"{before:.1%} before they moved: they are no solutions, or their grid is too "
                    "coarse after the motion; move by less"
                )
        return moved


def measure_solutions(model: Residual, data: Fields) -> float:
    """The part of the left sides that an equation leaves unexplained at fields."""
    return model.measure(draw_jets(data, model.equation.order).values)


@dataclass(frozen=True, eq=False, repr=False)
class EquationDiscovery(Discovery):
    """The answer to "which continuous symmetries does this differential equation have?"."""

    model: Residual | None = None
    """The equation as a function of jets; None where the answer was read from a file."""

    @cached_property
    def readable(self) -> list[Generator]:
        """The same symmetries in a sparse basis, in which each has its :attr:`words`."""
        return [
            EquationGenerator(self.spec, one.theta, one.defect, self.model)
            for one in super().readable
        ]

    def augment(self, data: Fields, count: int, seed: int = 0, size: float = 1.0) -> Fields:
        """Add solutions that symmetries make of the given ones, on the same grid.

        Each is one of the given ones, moved at random along every symmetry that takes the grid to
        itself, by about ``size`` times the spread of what moves. Such are translations along
        periodic axes, boosts, phases, shifts and scalings of fields.
        """
        return augment(data, self.readable, check_whole("count", count, 1), seed, size)

    @cached_property
    def films(self) -> list[Film]:
        """A solution that moves along each of :attr:`readable`."""
        lines = np.array(self._facts.get("solution", []), dtype=np.float64)
        if lines.ndim != 3 or lines.shape[2] != len(self.coordinates):
            return []
        kept = self.readable[: limits.LIMITS.films]
        return [make_film(lines, one._flow, one.at, self) for one in kept]  # type: ignore[attr-defined]

    @property
    def question(self) -> str:
        """The form of the equation, as it was asked."""
        return str(self._facts["question"])

    @property
    def equation(self) -> str:
        """The equation that was found, as text."""
        return str(self._facts["equation"])

    @property
    def heldout_error(self) -> float:
        """The part of the left side, relative to its spread, that is left unexplained.

        Measured on held-out trajectories.
        """
        return float(self._facts["heldout_error"])

    @property
    def assumed(self) -> tuple[str, ...]:
        """The axes that the right side does not depend on, by the form of the equation.

        Translations along them are assumed, not found.
        """
        return tuple(self._facts["assumed"])

    @property
    def _facts(self) -> dict[str, Any]:
        return dict(self.settings[SECTION])

    @property
    def subject(self) -> str:
        return self.question

    @property
    def noun(self) -> Noun:
        base = self._prolonged.base
        among = " in the given library"
        if isinstance(base, Poly):
            among = f" with polynomial coefficients of degree ≤ {base.degree}"
        return Noun("point symmetry", "point symmetries", among)

    @property
    def extent(self) -> str:
        """How many points of the grids the answer rests on; files of old do not know all."""
        points = int(self._facts.get("points", 0))
        if not points:
            return f"{self.samples:,} points"
        return f"{self.samples:,} of {points:,} points"

    @property
    def hints(self) -> tuple[str, ...]:
        """What the least broken direction may be, where its defect is tiny."""
        known = self.next_best
        if known is None or known.low <= 0 or known.law_defect > limits.LIMITS.truncated:
            return ()
        kind, more = "with functions that the library lacks", "a larger library=[...]"
        if isinstance(self._prolonged.base, Poly):
            kind, more = "that is not polynomial", "library=[...] with exponentials, sines or roots"
        return (f"So small a defect may be that of a truncated symmetry {kind}: try {more}",)

    @property
    def _prolonged(self) -> Prolonged:
        action = self.spec.input
        assert isinstance(action, Prolonged)
        return action

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the coordinates that move: axes first, then fields."""
        return self._prolonged.base.axes

    @property
    def library(self) -> tuple[str, ...]:
        """The functions of the coordinates, as text, that symmetries combine."""
        return self._prolonged.base.texts

    @property
    def variables(self) -> int:
        """How many of the coordinates are axes; the others are fields."""
        return self._prolonged.variables

    @property
    def growth(self) -> dict[int, int]:
        """The number of symmetries by degree, where the degree was left to the library."""
        return {int(degree): int(count) for degree, count, _ in self._facts.get("growth", [])}

    @property
    def _charts(self) -> dict[str, Chart]:
        size = tuple(map(float, self._facts["sizes"]))
        return {self._prolonged.base.name: Chart((0.0,) * len(size), size)}

    @property
    def _noise(self) -> float:
        return min(limits.LIMITS.generator_noise * super()._noise, 0.5)

    def __repr__(self) -> str:
        return f"<Discovery of {self.question}: dimension {self.dimension}, {self.verdict.value}>"


def convert(
    found: Discovery, spec: Spec | None = None, model: Residual | None = None, **facts: Any
) -> EquationDiscovery:
    """Make the result about an equation of that about its jets; in a file it has all facts."""
    spec = found.spec if spec is None else spec

    def restate(group: Sequence[Generator]) -> list[Generator]:
        return [EquationGenerator(spec, one.theta, one.defect, model) for one in group]

    values = {one.name: getattr(found, one.name) for one in fields(found)}
    groups = ("generators", "multiples", "unseen", "gauge", "refuted")
    values |= {name: restate(values[name]) for name in groups}
    values |= {"spec": spec, "sample": None, "model": model}
    if facts:
        values["settings"] = {**found.settings, SECTION: facts}
    return EquationDiscovery(**values)
