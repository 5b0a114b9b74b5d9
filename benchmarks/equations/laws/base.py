"""The record of one differential equation whose point symmetries are known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .data import Curves, Waves, sample_curves, sample_waves


@dataclass(frozen=True)
class Law:
    """One equation, its polynomial point symmetries up to a degree, and its data.

    ``generators`` span the space of all vector fields whose components are polynomials of
    total degree <= ``degree`` in (axes, fields) and that are symmetries of the equation; each
    row holds the components as sympy text, the axes first and then the fields.
    """

    name: str
    equation: str
    right: tuple[str, ...]
    degree: int
    dimension: int
    generators: tuple[tuple[str, ...], ...]
    recipe: Curves | Waves
    source: str
    twin: str = ""
    broken: float = 0.0

    @cached_property
    def left(self) -> tuple[str, ...]:
        """Names of the derivatives on the left-hand side, for example ("u_t", "v_t")."""
        return tuple(part.strip() for part in self.equation.split("=")[0].split(","))

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """Names of the listed arguments of F."""
        inside = self.equation.split("F(")[1].rsplit(")", 1)[0]
        return tuple(part.strip() for part in inside.split(","))

    @cached_property
    def axes(self) -> tuple[str, ...]:
        """Independent variables: ("x",) for ordinary equations, else ("t", "x")."""
        return ("x",) if isinstance(self.recipe, Curves) else ("t", "x")

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Dependent variables, in the order of the left-hand side."""
        return tuple(name.split("_")[0] for name in self.left)

    @cached_property
    def order(self) -> int:
        """Order of the derivative on the left-hand side."""
        return len(self.left[0].split("_")[1])

    @property
    def kind(self) -> str:
        """Either "ode" (y_xx = ...), "evolution" (u_t = ...) or "wave" (u_tt = ...)."""
        if isinstance(self.recipe, Curves):
            return "ode"
        return "evolution" if self.order == 1 else "wave"

    @property
    def trajectories(self) -> int:
        """The usual number of curves or trajectories for ``sample``."""
        return 60 if self.kind == "ode" else 12

    def sample(self, seed: int, trajectories: int | None = None) -> dict[str, np.ndarray]:
        """Solutions from random data: the grid of each axis and the values of each field.

        Ordinary equations: ``{"x": (points,), "y": (curves, points)}`` (and "z").
        Others: ``{"t": (times,), "x": (points,), "u": (trajectories, times, points)}``
        (and "v"), periodic in x, without the right end of the period.
        """
        count = self.trajectories if trajectories is None else trajectories
        make = sample_curves if self.kind == "ode" else sample_waves
        return make(self, np.random.default_rng(seed), count)
