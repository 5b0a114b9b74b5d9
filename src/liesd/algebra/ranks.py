"""Which numbers are zero: the one rule behind every decision on a noisy algebra.

Sizes that should be zero are of the order of the noise, the others are not: the answer is the
widest gap, in ratio, between neighbours, with the noise as the floor. How much wider it is than
the next widest one says how clear the decision was; the weakest decision is the margin of all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Judge:
    """Decides ranks at one noise floor and remembers how clear each decision was."""

    def __init__(self, floor: float) -> None:
        self.floor = min(max(floor, 1e-9), 0.5)
        self.margins: list[tuple[float, str]] = []

    @property
    def margin(self) -> float:
        """Of the weakest decision so far: 1 is a coin toss."""
        return min((margin for margin, _ in self.margins), default=np.inf)

    @property
    def weakest(self) -> str:
        """What the weakest decision was about."""
        return min(self.margins, default=(np.inf, ""))[1]

    def note(self, margin: float, about: str) -> None:
        """Remember a decision that was taken elsewhere."""
        self.margins.append((float(margin), about))

    def rank(self, sizes: Array, about: str, scale: float = 1.0) -> int:
        """How many of the sizes are not zero; ``scale`` is what a size can be at most."""
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
        """Orthonormal columns: what the given columns span."""
        left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
        return left[:, : self.rank(sizes, about, scale)]

    def kernel(self, rows: Array, about: str, scale: float = 1.0) -> Array:
        """Orthonormal columns: the vectors on which all rows vanish."""
        count = rows.shape[1]
        _, sizes, right = np.linalg.svd(rows, full_matrices=len(rows) < count)
        padded = np.concatenate([sizes, np.zeros(max(count - len(sizes), 0))])[:count]
        return right[self.rank(padded, about, scale) :].T


def complement(basis: Array) -> Array:
    """Orthonormal columns: everything at right angles to the columns of ``basis``."""
    size, count = basis.shape
    left = np.linalg.svd(basis, full_matrices=True)[0] if count else np.eye(size)
    return left[:, count:]
