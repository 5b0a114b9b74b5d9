"""Fields that mislead: repeated end points, false periodicity, grids that are too coarse."""

from __future__ import annotations

import numpy as np

from liesd.differential import limits
from liesd.differential.fields import Array, Fields
from liesd.differential.fitting.model import find_natural, find_places
from liesd.differential.grammar import Equation
from liesd.differential.jets.derivatives import measure_tail
from liesd.differential.jets.draw import Jets
from liesd.errors import DataError


def check_fields(data: Fields) -> None:
    """Refuse periodic axes that are none."""
    for place, axis in enumerate(data.axes):
        if axis not in data.periodic:
            continue
        for number, name in enumerate(data.names):
            values = np.stack([one.values[number] for one in data.trajectories])
            _check_ends(name, axis, np.moveaxis(values, place + 1, -1))


def _check_ends(name: str, axis: str, values: Array) -> None:
    spread = float(values.std())
    if spread == 0:
        return
    ends = float(np.abs(values[..., 0] - values[..., -1]).max()) / spread
    beside = float(np.abs(values[..., 0] - values[..., 1]).max()) / spread
    if ends <= limits.LIMITS.repeated and beside > limits.LIMITS.moving:
        raise DataError(
            f"the last point of the periodic axis {axis} repeats the first one: {name} is the same "
            f"there; leave the last point out of {axis} and of the fields"
        )
    if values.shape[-1] < 8:
        return
    around = np.concatenate([values, values[..., :4]], axis=-1)
    rough = np.sqrt(np.mean(np.diff(around, 4, axis=-1) ** 2, axis=tuple(range(values.ndim - 1))))
    count = values.shape[-1]
    seam, inside = float(rough[count - 4 :].max()), float(rough[: count - 4].max())
    if seam > limits.LIMITS.seam * inside and seam > limits.LIMITS.seam_least * spread:
        raise DataError(
            f"{name} is not periodic in {axis}: it jumps from the last point to the first one; "
            f"leave {axis} out of periodic="
        )


def measure_signs(data: Fields, asked: Equation, jets: Jets) -> dict[str, float]:
    """Figures of fields and jets that tell how far derivatives can be trusted.

    A smooth fit to noisy fields has no use for them.
    """
    if jets.noise:
        return {}
    tails = [
        measure_tail(one.values[number], place)
        for place, axis in enumerate(data.axes)
        if axis in data.periodic
        for one in data.trajectories
        for number in range(len(data.names))
    ]
    return {
        "unresolved": float(np.sqrt(np.mean(np.square(tails)))) if tails else 0.0,
        "coarse": measure_coarse(asked, jets),
    }


def measure_coarse(asked: Equation, jets: Jets) -> float:
    """By how much differences of two accuracies differ, relative to the spread of a derivative.

    A constant derivative has no spread but rounding; there its natural size counts.
    """
    terms = (*asked.left, *(asked.right or ()))
    places = find_places(asked, terms)
    fine, rough = jets.values[:, places], jets.rough[:, places]
    spread, natural = fine.std(axis=0), find_natural(asked, jets.values, terms)
    unit = np.where(spread > limits.LIMITS.constant * natural, spread, natural)
    gap = np.sqrt(np.mean((fine - rough) ** 2, axis=0)) / unit
    return float(gap.max(initial=0.0))
