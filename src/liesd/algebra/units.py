"""Units that suit an algebra: nothing about it depends on whether an axis is in metres or miles.

A change of units is a diagonal similarity, which leaves all structure constants as they are. The
ones taken make what leaves an axis as large as what enters it (Osborne's balancing). Axes between
which nothing returns, as with a shear, could be scaled forever: these are left alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from liesd.algebra.brackets import orthonormal
from liesd.spec import Action, Spec

Array = NDArray[np.float64]
SWEEPS = 100
LITTLE = 10.0  # units that differ by less need no change
LARGE = 0.01  # where the noise would be larger, a change of units does more harm than good
ROUNDING, LEAST = 1e-15, 1e-13  # of exact generators: how far entries are off, and the least one
NOISES = 10.0  # how far an entry of a noisy generator must be above the noise


class Balanced(NamedTuple):
    """Generators in the units that suit them."""

    units: dict[str, Array]
    """The units of each unknown's axes."""
    weights: Array
    """What each entry of θ was multiplied by, (p,)."""
    rows: Array
    """Orthonormal rows of the same span in the new units."""
    modulo: Array
    """What counts as zero, in the new units."""
    growth: float
    """How much larger the noise is there."""

    @property
    def changed(self) -> bool:
        """Whether the units are other ones than those given."""
        return bool(np.any(self.weights != 1))

    def back(self, rows: Array) -> Array:
        """Rows θ in the given units again."""
        return rows / self.weights

    def on(self, rep: Action) -> Array:
        """The units of the axes of a representation."""
        logs = rep.matrix({name: np.diag(np.log(d)) for name, d in self.units.items()})
        return np.asarray(np.exp(np.diag(logs)))


def balanced(
    spec: Spec, rows: Array, modulo: Array, units: dict[str, Array], wrong: float
) -> Balanced:
    """Orthonormal rows in these units, if they differ enough and the noise stays small there.

    ``wrong`` is how far an entry may be off.
    """
    units = {
        name: d if np.max(d) > LITTLE * np.min(d) else np.ones(len(d)) for name, d in units.items()
    }
    weights = np.concatenate([(d / d[:, None]).ravel() for d in units.values()])
    scaled = rows * weights
    smallest = float(np.linalg.svd(scaled, compute_uv=False).min(initial=1.0))
    growth = float(np.sqrt(np.mean(weights**2))) / max(smallest, 1e-300)
    if np.all(weights == 1) or wrong * growth > LARGE:
        same = {name: np.ones(len(d)) for name, d in units.items()}
        return Balanced(same, np.ones(spec.size), rows, modulo, 1.0)
    divided = modulo * weights
    return Balanced(units, weights, orthonormal(scaled, divided), divided, growth)


def suitable(spec: Spec, rows: Array, least: float) -> dict[str, Array]:
    """For each unknown the units d of its axes: D⁻¹AD is balanced for the rows A.

    Entries below ``least`` count as zero. A generator of norm one is expected in each row.
    """
    found = {}
    for name, (n, _) in spec.unknowns.items():
        A = rows[:, spec.slices[name]].reshape(-1, n, n)
        squares = np.sum(A**2, axis=0)
        squares[squares < least**2] = 0.0
        found[name] = _balance(squares)
    return found


def _balance(squares: Array) -> Array:
    """Units for a matrix of squared entries, of geometric mean 1 in each ring of axes."""
    label = connected_components(squares > 0, directed=True, connection="strong")[1]
    squares = np.where(label[:, None] == label, squares, 0.0)
    np.fill_diagonal(squares, 0.0)
    logs = np.zeros(len(squares))
    for _ in range(SWEEPS):
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
