"""The span of generators: its construction and its closure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra import ranks
from liesd.algebra.brackets import Closure, measure_closure, orthonormalize
from liesd.algebra.ranks import RankDecider
from liesd.algebra.units import Balanced, balance_units, chart_rows, find_units
from liesd.errors import DataError
from liesd.spec import Chart, Spec, Vector

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Span:
    """The span of generators under the bracket. A value: methods give new algebras.

    Build it with :meth:`from_matrices`, :meth:`from_generators`, or take ``discovery.algebra``.
    """

    spec: Spec
    orthonormal: Array
    """Generators θ as rows (k, p), orthonormal (in charts, where there are any), without what
    ``modulo`` spans."""
    modulo: Array
    """Rows that count as zero: gauge and unseen directions."""
    noise: float = ranks.TOLERANCES.exact_noise
    """The relative error of the generators."""
    moved: float = 0.0
    """How far the space was turned to get here (by :meth:`rectify`), as an angle."""
    charts: Mapping[str, Chart] = field(default_factory=dict)
    """Centre and scale of each space of points in which the generators were found."""

    # ---- construction

    @classmethod
    def from_matrices(
        cls, matrices: ArrayLike, noise: float = ranks.TOLERANCES.exact_noise
    ) -> Self:
        """The algebra of plain matrices (k, n, n), acting on one vector x."""
        try:
            array = convert_real(matrices)
        except DataError:
            raise
        except (TypeError, ValueError) as error:
            raise DataError("give the generators as an array of shape (k, n, n)") from error
        if array.ndim != 3 or array.shape[1] != array.shape[2]:
            raise DataError(f"generators need the shape (k, n, n), not {array.shape}")
        x = Vector("x", array.shape[1])
        return cls.from_generators(x >> x, [{"x": matrix} for matrix in array], noise=noise)

    @classmethod
    def from_generators(
        cls,
        spec: str | Spec,
        generators: Iterable[Mapping[str, ArrayLike]],
        *,
        modulo: Iterable[Mapping[str, ArrayLike]] = (),
        noise: float = ranks.TOLERANCES.exact_noise,
        charts: Mapping[str, Chart] | None = None,
    ) -> Self:
        """The algebra of generators, each a matrix for every unknown of the spec.

        ``charts`` say where points were and how far apart, where the spec moves points.
        """
        spec, charts = Spec.parse(spec), charts or {}
        if not 0 <= noise < 1:
            raise DataError(f"noise must be a relative size from 0 to 1, not {noise}")
        rows, divided = (
            np.array([spec.pack(_convert_generator(one)) for one in group]).reshape(-1, spec.size)
            for group in (generators, modulo)
        )
        charted = spec.with_charts(charts)
        rows, hidden = charted.to_charts(rows), charted.to_charts(divided)
        sizes = np.linalg.norm(rows, axis=1, keepdims=True)
        basis = orthonormalize(rows / np.maximum(sizes, 1e-300), hidden)
        if len(basis) < len(rows):
            raise DataError(
                "the generators depend on each other linearly, or one of them is zero: leave out "
                "those that are combinations of the others"
            )
        return cls(spec, charted.from_charts(basis), divided, float(noise), charts=charts)

    # ---- closure

    @property
    def dimension(self) -> int:
        """The number of generators."""
        return len(self.orthonormal)

    @property
    def _wrong(self) -> float:
        """The error of an entry: only rounding if the generators are exact."""
        return (
            ranks.TOLERANCES.entry_rounding
            if self.noise <= ranks.TOLERANCES.exact_noise
            else self.noise
        )

    @cached_property
    def _units(self) -> dict[str, Array]:
        """The units of each unknown's axes that suit the algebra."""
        if not self.spec.is_linear:
            return {}
        least = max(ranks.TOLERANCES.least_entry, ranks.TOLERANCES.entry_noises * self._wrong)
        return find_units(self.spec, self.orthonormal, least)

    @cached_property
    def _balanced(self) -> Balanced:
        if not self.spec.is_linear:
            return chart_rows(self.spec, self.orthonormal, self.modulo, self.charts)
        return balance_units(self.spec, self.orthonormal, self.modulo, self._units, self._wrong)

    @property
    def _comparable(self) -> Array:
        """Orthonormal rows in units in which sizes can be compared."""
        return self.orthonormal if self.spec.is_linear else self._balanced.rows

    @cached_property
    def _closure(self) -> Closure:
        """Brackets of the rows of :attr:`_balanced`."""
        return measure_closure(self.spec, self._balanced.rows, self._balanced.modulo)

    @property
    def closure_residual(self) -> float:
        """The part of a typical bracket outside the span, relative to the largest possible one."""
        return self._closure.residual

    @property
    def is_closed(self) -> bool:
        """True if the brackets stay in the span, up to the noise."""
        return self.closure_residual <= ranks.TOLERANCES.closed * max(
            self.floor, ranks.TOLERANCES.exact_noise
        )

    @property
    def floor(self) -> float:
        """The noise in balanced units."""
        return max(self.noise, self._wrong_there)

    @property
    def _wrong_there(self) -> float:
        """The error of an entry in balanced units."""
        return self._wrong * self._balanced.growth

    @property
    def left_behind(self) -> str:
        """The fields that brackets lead out of, as text: "degree 2"; empty if they do not."""
        if self._closure.beyond <= ranks.TOLERANCES.closed * self.floor:
            return ""
        degree = f"degree {self.spec.degrees.max():g}"
        return "the given functions" if self.spec.dictionary else degree

    def make_decider(self) -> RankDecider:
        if self.left_behind:
            return RankDecider(self.floor)  # brackets beyond the fields tell nothing of the noise
        return RankDecider(max(self.floor, self.closure_residual))

    def _part(self, columns: Array) -> Self:
        """The subspace with these columns of coordinates in the rows of :attr:`_balanced`."""
        return self._with(self._balanced.back(columns.T @ self._balanced.rows))

    def _with(self, rows: Array) -> Self:
        charted = self.spec.with_charts(self.charts)
        inner = (charted.to_charts(part) for part in (rows, self.modulo))
        basis = charted.from_charts(orthonormalize(*inner)) if len(rows) else rows
        return type(self)(self.spec, basis, self.modulo, self.noise, charts=self.charts)


def convert_real(matrices: Any) -> Array:
    """Convert to real numbers: tensors are detached, complex numbers are refused."""
    array = np.asarray(_detach(matrices))
    if np.iscomplexobj(array):
        if np.any(array.imag):
            raise DataError(
                "the generators must be real: give a complex matrix A + iB of size n as the real "
                "one [[A, −B], [B, A]] of size 2n"
            )
        array = array.real
    return array.astype(np.float64)


def _detach(value: Any) -> Any:
    if hasattr(value, "detach"):
        return value.detach().cpu().numpy()
    return [_detach(one) for one in value] if isinstance(value, (list, tuple)) else value


def _convert_generator(generator: Any) -> Any:
    if not isinstance(generator, Mapping):
        return generator  # which the spec refuses with a message
    return {name: convert_real(matrix) for name, matrix in generator.items()}
