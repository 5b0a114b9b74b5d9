"""Numerical ranks of noisy algebras, and the tolerances of this folder.

Sizes that should be zero are of the order of the noise, the others are not: the rank is where the
ratio between neighbours is largest, with the noise as the floor. The margin of a decision is this
ratio over the second largest one; the weakest decision is the margin of all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Tolerances:
    """Thresholds for zero, closed, exact and simple algebras, and lengths of searches."""

    exact_noise: float = 1e-9
    """Relative noise of generators up to which they count as exact."""
    closed: float = 3.0
    """Closure residual, in units of the noise, up to which an algebra counts as closed."""
    far_angle: float = 0.3
    """Angle beyond which a rectified algebra is another one, not the same without noise."""
    closing_steps: int = 60
    """Gauss-Newton steps towards a closed algebra, at most."""
    closing_residual: float = 1e-13
    """Residual per generator at which these steps end."""
    simple_within: float = 3.0
    """Distance of an entry from a simple value, at most, in units of the noise."""
    simple_distance: float = 0.15
    """Distance beyond which no simple values are tried: every entry would be near one."""
    compact_steps: int = 400
    """Steps of the descent to balanced coordinates, at most."""
    compact_slope: float = 1e-10
    """Relative slope at which the descent ends."""
    independent: float = 1e-10
    """Relative singular value below which matrices depend on each other."""
    sparse_starts: int = 12
    """Random starts in the search for the sparsest basis, at most."""
    sparse_steps: int = 300
    """Steps of ascent from each start, at most."""
    unit_sweeps: int = 100
    """Sweeps of balancing over all axes, at most."""
    unit_ratio: float = 10.0
    """Ratio of units up to which they are left as they are."""
    unit_noise: float = 0.01
    """Noise in new units beyond which changing units does more harm than good."""
    entry_rounding: float = 1e-15
    """Error of an entry of an exact generator."""
    least_entry: float = 1e-13
    """Size below which an entry of an exact generator counts as zero."""
    entry_noises: float = 10.0
    """Size below which an entry of a noisy generator counts as zero, in units of the noise."""
    diagonal: float = 1e-6
    """Size of what is off the diagonal up to which an exact generator is a scaling."""
    most_diagonal: float = 0.1
    """The same for generators with noise, at most."""
    whole_rounding: float = 1e-6
    """Distance of an exponent of an exact scaling from a simple fraction, at most."""
    whole_noises: float = 5.0
    """The same for scalings with noise, in units of the noise."""
    whole_distance: float = 0.04
    """Distance beyond which no fractions are tried: every exponent would be near one."""
    most_denominator: int = 4
    """Denominator of an exponent, at most."""
    most_weight: int = 12
    """Weight of a scaling in the name of an algebra, at most."""
    most_mix: int = 3
    """Factor by which a scaling enters a combination of scalings, at most."""
    most_mixes: int = 20_000
    """Combinations of scalings that are tried, at most; else only those of two."""
    origin_reach: float = 5.0
    """Distance of the origin from the centre of the data, at most, in units of its scale, for noisy
    rotations to be stated about the origin: their noise grows as much."""
    bracket_share: float = 0.1
    """Part of a scaling within the brackets of its factor, at most, for central scalings to be
    added to it."""
    factored: int = 40
    """Dimension up to which a basis is written factor by factor: larger ones take minutes."""
    clear_margin: float = 3.0
    """Margin of the name, at least, with which the factors are relied on."""
    canonical: float = 1e-6
    """Relative size of what keeps an exact symmetry from being canonical, at most."""
    conserved: float = 0.05
    """Relative change along the motion of samples up to which a quantity counts as conserved."""
    invariant_change: float = 1e-2
    """Relative change by the generators up to which a function counts as invariant."""
    quadratic_inputs: int = 40
    """Inputs up to which quadratic invariants are computed: more would take too long."""


TOLERANCES = Tolerances()
"""Read as ``ranks.TOLERANCES``, so that a test can replace it."""


class RankDecider:
    """Decides ranks at one noise floor, and records the margin of each decision."""

    def __init__(self, floor: float) -> None:
        self.floor = min(max(floor, 1e-9), 0.5)
        self.margins: list[tuple[float, str]] = []

    @property
    def margin(self) -> float:
        """The margin of the weakest decision so far: 1 is a coin toss."""
        return min((margin for margin, _ in self.margins), default=np.inf)

    @property
    def weakest(self) -> str:
        """The subject of the weakest decision."""
        return min(self.margins, default=(np.inf, ""))[1]

    def note(self, margin: float, about: str) -> None:
        """Record the margin of a decision that was made elsewhere."""
        self.margins.append((float(margin), about))

    def rank(self, sizes: Array, about: str, scale: float = 1.0) -> int:
        """The number of sizes that are not zero; ``scale`` is the largest possible size."""
        values = np.maximum(np.sort(np.asarray(sizes, dtype=float))[::-1] / scale, self.floor)
        if not len(values):
            return 0
        above = np.concatenate([[max(1.0, values[0])], values])
        below = np.concatenate([values, [self.floor]])
        scores = above / below
        best = int(np.argmax(scores))
        self.note(scores[best] / np.delete(scores, best).max(), about)
        return best

    def image(self, columns: Array, about: str, scale: float = 1.0) -> Array:
        """Orthonormal columns that span the given ones."""
        left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
        return left[:, : self.rank(sizes, about, scale)]

    def kernel(self, rows: Array, about: str, scale: float = 1.0) -> Array:
        """Orthonormal columns that span the null space of the rows."""
        count = rows.shape[1]
        _, sizes, right = np.linalg.svd(rows, full_matrices=len(rows) < count)
        padded = np.concatenate([sizes, np.zeros(max(count - len(sizes), 0))])[:count]
        return right[self.rank(padded, about, scale) :].T


def find_complement(basis: Array) -> Array:
    """Find orthonormal columns that span the complement of the columns of ``basis``."""
    size, count = basis.shape
    left = np.linalg.svd(basis, full_matrices=True)[0] if count else np.eye(size)
    return left[:, count:]
