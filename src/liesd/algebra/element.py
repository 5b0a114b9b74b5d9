"""One infinitesimal action: numbers for each unknown of a spec, the field and its flow."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra.fields.formulas import build_expressions, write_formula
from liesd.algebra.words import describe
from liesd.errors import DataError, check_real
from liesd.spec import Action, Spec


@dataclass(frozen=True, eq=False)
class Element(Mapping[str, NDArray[np.float64]]):
    """One infinitesimal action: ``g["x"]`` is its matrix for the unknown x."""

    spec: Spec
    theta: NDArray[np.float64]

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self._matrices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spec.unknowns)

    def __len__(self) -> int:
        return len(self.spec.unknowns)

    @cached_property
    def _matrices(self) -> dict[str, NDArray[np.float64]]:
        return self.spec.unpack(self.theta)

    @property
    def coefficients(self) -> dict[str, NDArray[np.float64]]:
        """The field of each name over ``spec.library(name)``: (components, functions)."""
        return self.spec.tabulate(self)

    @property
    def shift(self) -> dict[str, NDArray[np.float64]]:
        """The constant part b of each field that has one."""
        return {
            name: numbers[..., self.spec.library(name).index("1")]
            for name, numbers in self.spec.tabulate(self).items()
            if "1" in self.spec.library(name)
        }

    def at(self, x: ArrayLike, *, output: bool = False) -> NDArray[np.float64]:
        """The field ξ(x) at inputs (N, ...), or at one; with ``output`` that at outputs."""
        points = np.asarray(x, dtype=np.float64)
        action = self.spec.output if output else self.spec.input
        return action.field(self, self._flatten(points, action)).reshape(points.shape)

    def move(self, x: ArrayLike, t: float, *, output: bool = False) -> NDArray[np.float64]:
        """Move inputs (N, ...), or one, along the field for a time t; with ``output`` outputs.

        Linear and affine fields have a closed form; others are integrated to a relative error of
        1e-11.
        """
        points = np.asarray(x, dtype=np.float64)
        action = self.spec.output if output else self.spec.input
        time = check_real("t", t, "a finite time", -math.inf, math.inf, closed=False)
        moved = action.flow(self, time, self._flatten(points, action))
        lost = int((~np.isfinite(moved).all(axis=1)).sum())
        if lost:
            raise DataError(
                f"{lost} of {len(moved)} samples go to infinity before t = {time:g}, which the "
                "flow of a field that is not linear may do in finite time: move by less"
            )
        return moved.reshape(points.shape)

    @staticmethod
    def _flatten(points: NDArray[np.float64], action: Action) -> NDArray[np.float64]:
        if points.size % action.dim or (points.ndim == 0 and action.dim > 1):
            raise DataError(
                f"samples of {action} have {action.dim} numbers each, but these have shape "
                f"{points.shape}"
            )
        if not np.isfinite(points).all():
            raise DataError("a sample holds a number that is not finite")
        return points.reshape(-1, action.dim)

    @property
    def input(self) -> NDArray[np.float64]:
        """The dense matrix on all inputs, dρ_X."""
        return self.spec.input.matrix(self)

    @property
    def output(self) -> NDArray[np.float64]:
        """The dense matrix on all outputs, dρ_Y."""
        return self.spec.output.matrix(self)

    @property
    def words(self) -> str:
        """The action in words."""
        return describe(self)

    @property
    def formula(self) -> str:
        """The field as a differential operator: ``x0∂x1 − x1∂x0`` is a rotation of the plane.

        Scaled so that its largest coefficient of the highest degree is 1.
        """
        return write_formula(self)

    @property
    def sympy(self) -> dict[str, Any]:
        """The components of the field of each name as expressions of sympy."""
        return build_expressions(self)

    def __str__(self) -> str:
        lines = [self._title()]
        for name, matrix in self.items():
            shown = np.round(matrix, 3) + 0.0  # no "-0"
            block = np.array2string(shown, precision=3, suppress_small=True)
            lines.append(f"  {name} = " + block.replace("\n", "\n" + " " * (len(name) + 5)))
        return "\n".join(lines)

    def _title(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.spec}: {self.words}>"
