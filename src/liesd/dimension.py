"""How many of the directions are symmetries."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SMALL = 0.02  # the largest relative defect of a direction that may count as a symmetry
CLEAR = 5.0  # how far the first refuted direction must stand from the last accepted one


def choose_dimension(defects: NDArray[np.float64], floor: float) -> int:
    """The number of symmetries among directions with ascending relative ``defects``.

    Symmetries are the directions with a defect of at most 2 % that stand clear of the next one:
    the cut is put where the ratio of neighbours is largest, where nothing below ``floor`` (the
    rounding of the derivatives) is told apart and a defect of 1 stands behind the last. If no
    ratio is large enough there is no symmetry.
    """
    if len(defects) == 0:
        return 0
    low = np.maximum(defects, floor)
    high = np.minimum(np.append(low[1:], 1.0), 1.0)
    ratios = np.where(low <= SMALL, high / low, 0.0)
    best = int(np.argmax(ratios))
    return best + 1 if ratios[best] >= CLEAR else 0
