"""Units that suit an algebra, so that nothing depends on metres or miles.

A change of units is a diagonal similarity, which leaves all structure constants as they are.
Osborne's balancing makes the row and the column of each axis equally large. Axes that are not
strongly connected, as with a shear, could be scaled forever: these are left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from liesd.algebra import ranks
from liesd.algebra.brackets import orthonormalize
from liesd.spec import Action, Chart, Spec

Array = NDArray[np.float64]


class Balanced(NamedTuple):
    """Generators in the units that suit them."""

    units: dict[str, Array]
    """The units of each unknown's axes."""
    weights: Array
    """The factor of each entry of θ, (p,)."""
    rows: Array
    """Orthonormal rows of the same span in the new units."""
    modulo: Array
    """Rows that count as zero, in the new units."""
    growth: float
    """The factor by which the noise grows."""
    charted: Spec | None = None
    """The spec in charts in which the rows are stated, where it is not linear."""

    @property
    def changed(self) -> bool:
        """True if the units differ from the given ones."""
        return self.charted is not None or bool(np.any(self.weights != 1))

    def into(self, rows: Array) -> Array:
        """Convert rows θ to the units that suit."""
        return rows * self.weights if self.charted is None else self.charted.to_charts(rows)

    def back(self, rows: Array) -> Array:
        """Convert rows θ back to the given units."""
        return rows / self.weights if self.charted is None else self.charted.from_charts(rows)

    def on(self, rep: Action) -> Array:
        """The units of the axes of a representation."""
        logs = rep.matrix({name: np.diag(np.log(d)) for name, d in self.units.items()})
        return np.asarray(np.exp(np.diag(logs)))


def balance_units(
    spec: Spec, rows: Array, modulo: Array, units: dict[str, Array], wrong: float
) -> Balanced:
    """Convert rows to these units, if they differ enough and the noise stays small.

    ``wrong`` is the error of an entry.
    """
    units = {
        name: d if np.max(d) > ranks.TOLERANCES.unit_ratio * np.min(d) else np.ones(len(d))
        for name, d in units.items()
    }
    weights = np.concatenate([(d / d[:, None]).ravel() for d in units.values()])
    scaled = rows * weights
    smallest = float(np.linalg.svd(scaled, compute_uv=False).min(initial=1.0))
    growth = float(np.sqrt(np.mean(weights**2))) / max(smallest, 1e-300)
    if np.all(weights == 1) or wrong * growth > ranks.TOLERANCES.unit_noise:
        same = {name: np.ones(len(d)) for name, d in units.items()}
        return Balanced(same, np.ones(spec.size), rows, modulo, 1.0)
    divided = modulo * weights
    return Balanced(units, weights, orthonormalize(scaled, divided), divided, growth)


def chart_rows(spec: Spec, rows: Array, modulo: Array, charts: Mapping[str, Chart]) -> Balanced:
    """Convert rows of a spec that is not linear to charts, in which numbers are of order one."""
    charted = spec.with_charts(charts)
    divided = charted.to_charts(modulo)
    inner = orthonormalize(charted.to_charts(rows), divided)
    return Balanced({}, np.ones(spec.size), inner, divided, 1.0, charted)


def find_units(spec: Spec, rows: Array, least: float) -> dict[str, Array]:
    """Find for each unknown the units d of its axes: D⁻¹AD is balanced for the rows A.

    Entries below ``least`` count as zero. A generator of norm one is expected in each row.
    """
    found = {}
    for name, (n, _) in spec.unknowns.items():
        A = rows[:, spec.slices[name]].reshape(-1, n, n)
        squares = np.sum(A**2, axis=0)
        squares[squares < least**2] = 0.0
        found[name] = _balance_axes(squares)
    return found


def _balance_axes(squares: Array) -> Array:
    """Balance a matrix of squared entries; units have geometric mean 1 in each component."""
    label = connected_components(squares > 0, directed=True, connection="strong")[1]
    squares = np.where(label[:, None] == label, squares, 0.0)
    np.fill_diagonal(squares, 0.0)
    logs = np.zeros(len(squares))
    for _ in range(ranks.TOLERANCES.unit_sweeps):
        largest = 0.0
        for i in np.flatnonzero(squares.any(axis=1)):
            step = np.log(squares[i].sum() / squares[:, i].sum()) / 4
            squares[i] *= np.exp(-2 * step)
            squares[:, i] *= np.exp(2 * step)
            logs[i] += step
            largest = max(largest, abs(step))
        if largest < 1e-6:
            break
    means = np.bincount(label, logs) / np.bincount(label)
    return np.asarray(np.exp(logs - means[label]))
