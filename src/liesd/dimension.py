"""How many of the directions are symmetries."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SMALL = 0.02  # the largest relative defect of a direction that may count as a symmetry
LARGEST = 0.1  # the same for a learned function, however badly it is known
CLEAR = 5.0  # how far the first refuted direction must stand from the last accepted one


def bar_for(function: object) -> float:
    """How large a defect may be: 2 %, or the held-out error of a function that was learned.

    A learned function is known only up to that error, so that a smaller defect is no evidence
    against a symmetry.
    """
    error = getattr(function, "heldout_error", 0.0)
    return min(max(SMALL, float(error) if np.isfinite(error) else SMALL), LARGEST)


def choose_dimension(defects: NDArray[np.float64], floor: float, bar: float = SMALL) -> int:
    """The number of symmetries among directions with ascending relative ``defects``.

    Symmetries are the directions with a defect of at most ``bar`` that stand clear of the next
    one: the cut is put where the ratio of neighbours is largest, where nothing below ``floor`` (the
    rounding of the derivatives) is told apart and a defect of 1 stands behind the last. If no
    ratio is large enough there is no symmetry.
    """
    if len(defects) == 0:
        return 0
    low = np.maximum(defects, floor)
    high = np.minimum(np.append(low[1:], 1.0), 1.0)
    ratios = np.where(low <= bar, high / low, 0.0)
    best = int(np.argmax(ratios))
    return best + 1 if ratios[best] >= CLEAR else 0
