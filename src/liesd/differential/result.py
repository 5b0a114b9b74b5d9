"""What was found about a differential equation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra.element import Element
from liesd.differential import limits
from liesd.differential.fields import Array, Fields
from liesd.discovery.generator import Generator
from liesd.discovery.result import Discovery
from liesd.errors import DataError
from liesd.spec import Chart, Prolonged, Spec

SECTION = "equation"
"""The section of the settings that tells of the equation."""


@dataclass(frozen=True, eq=False, repr=False)
class EquationGenerator(Generator):
    """One infinitesimal symmetry of an equation: a field on points (x, u)."""

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

        A moved solution is again one. Its points lie on a grid of its own, so that what comes back
        for fields are the points of all graphs, (N, coordinates).
        """
        if isinstance(x, Fields):
            if x.coordinates != self._base.axes:
                raise DataError(
                    f"these fields have the coordinates {', '.join(x.coordinates)}, the symmetry "
                    f"moves {', '.join(self._base.axes)}"
                )
            x = x.points()
        points = np.asarray(x, dtype=np.float64)
        if output or points.shape[-1:] != (self._base.dim,):
            return super().move(x, t, output=output)
        whole = Element(Spec(self._base, self.spec.output), self.theta)
        return whole.move(points, t)


@dataclass(frozen=True, eq=False, repr=False)
class EquationDiscovery(Discovery):
    """The answer to "which continuous symmetries does this differential equation have?"."""

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
    def _charts(self) -> dict[str, Chart]:
        size = tuple(map(float, self._facts["sizes"]))
        return {self._prolonged.base.name: Chart((0.0,) * len(size), size)}

    @property
    def _noise(self) -> float:
        return min(limits.LIMITS.generator_noise * super()._noise, 0.5)

    def __repr__(self) -> str:
        return f"<Discovery of {self.question}: dimension {self.dimension}, {self.verdict.value}>"


def convert(found: Discovery, spec: Spec | None = None, **facts: Any) -> EquationDiscovery:
    """Make the result about an equation of that about its jets; in a file it has all facts."""
    spec = found.spec if spec is None else spec

    def restate(group: Sequence[Generator]) -> list[Generator]:
        return [EquationGenerator(spec, one.theta, one.defect) for one in group]

    values = {one.name: getattr(found, one.name) for one in fields(found)}
    groups = ("generators", "multiples", "unseen", "gauge", "refuted")
    values |= {name: restate(values[name]) for name in groups}
    values |= {"spec": spec, "sample": None}
    if facts:
        values["settings"] = {**found.settings, SECTION: facts}
    return EquationDiscovery(**values)
