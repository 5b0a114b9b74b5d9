"""Jets of fields: at points of the grid the values and all derivatives up to an order."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.differential import limits
from liesd.differential.derivatives import (
    Index,
    build_differences,
    derive_spectral,
    find_inner,
)
from liesd.differential.fields import Array, Fields, Trajectory
from liesd.spec.polynomial import list_powers


class Jets(NamedTuple):
    """Samples of jets, with the trajectory of each."""

    values: Array
    """(N, axes + fields · derivatives)."""
    rough: Array
    """The same with differences of lower accuracy, which tells the error."""
    trajectory: Index


def draw_jets(data: Fields, order: int, seed: int = 0, count: int | None = None) -> Jets:
    """Draw jets of an order at random points of every trajectory, the same number of each."""
    rng = np.random.default_rng(seed)
    each = max(1, -(-(limits.LIMITS.jets if count is None else count) // len(data)))
    parts, rough, numbers = [], [], []
    for number, one in enumerate(data.trajectories):
        fine, coarse = _draw(data, one, order, each, rng)
        parts.append(fine)
        rough.append(coarse)
        numbers.append(np.full(len(fine), number))
    values = np.concatenate(parts)
    vanishing = _find_vanishing(values, len(data.axes), len(data.names), order)
    values[:, vanishing] = 0.0
    return Jets(values, np.concatenate(rough), np.concatenate(numbers))


def _find_vanishing(values: Array, axes: int, fields: int, order: int) -> NDArray[np.bool_]:
    """Mark derivatives that are nothing but rounding, next to what units suggest."""
    powers = list_powers(axes, order)
    spread = values[:, :axes].std(axis=0)
    natural = [np.inf * np.ones(axes)]
    for field in range(fields):
        size = values[:, axes + field * len(powers)].std()
        natural.append(np.array([size / np.prod(spread ** np.array(one)) for one in powers]))
    bound = limits.LIMITS.constant * np.concatenate(natural)
    bound[:axes] = 0.0
    bound[axes :: len(powers)] = 0.0  # fields themselves
    return np.asarray(np.abs(values).max(axis=0) <= bound)


def _draw(
    data: Fields, one: Trajectory, order: int, count: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Jets of one trajectory, at two accuracies."""
    slow = len(data.axes) - len(data.periodic)
    least = 0 if data.periodic else int(np.ceil(count ** (1 / slow)))
    slices = max(limits.LIMITS.slices, least)
    places = [
        np.arange(len(points))
        if name in data.periodic
        else _choose(name, points, order, slices, rng)
        for name, points in zip(data.axes, one.axes, strict=True)
    ]
    size = int(np.prod([len(chosen) for chosen in places]))
    kept = rng.permutation(size)[:count]
    grid = np.meshgrid(*(p[k] for p, k in zip(one.axes, places, strict=True)), indexing="ij")
    where = np.stack([part.ravel()[kept] for part in grid], axis=1)
    found = []
    for accuracy in (limits.LIMITS.accuracy, limits.LIMITS.accuracy - 2):
        derived = _derive(data, one, places, order, accuracy, kept)
        found.append(np.concatenate([where, derived], axis=1))
    return found[0], found[1]


def _choose(name: str, points: Array, order: int, slices: int, rng: np.random.Generator) -> Index:
    inner = find_inner(len(points), order, name)
    if len(inner) <= slices:
        return inner
    return np.sort(rng.choice(inner, slices, replace=False))


def _derive(
    data: Fields, one: Trajectory, places: list[Index], order: int, accuracy: int, kept: Index
) -> Array:
    """All derivatives of all fields, (points, fields · derivatives)."""
    weights = {
        axis: build_differences(points, chosen, order, accuracy)
        for axis, (name, points, chosen) in enumerate(zip(data.axes, one.axes, places, strict=True))
        if name not in data.periodic
    }
    steps = [float(points[1] - points[0]) for points in one.axes]
    fast = [axis for axis in range(len(data.axes)) if axis not in weights]
    powers = list_powers(len(data.axes), order)
    out = np.empty((len(kept), len(data.names), len(powers)))
    for orders in product(*(range(order + 1) for _ in weights)):
        if sum(orders) > order:
            continue
        slow = one.values
        for (axis, table), k in zip(weights.items(), orders, strict=True):
            slow = np.moveaxis(np.tensordot(table[k], slow, axes=(1, axis + 1)), 0, axis + 1)
        for place, power in enumerate(powers):
            if all(power[axis] == k for axis, k in zip(weights, orders, strict=True)):
                made = slow
                for axis in fast:
                    made = derive_spectral(made, steps[axis], power[axis], axis + 1)
                out[:, :, place] = made.reshape(len(made), -1)[:, kept].T
    return out.reshape(len(kept), -1)
