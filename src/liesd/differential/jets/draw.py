"""Jets of fields: at points of the grid the values and all derivatives up to an order."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.differential import limits
from liesd.differential.fields import Array, Fields, Trajectory
from liesd.differential.jets.derivatives import (
    Index,
    build_differences,
    build_forward,
    derive_central,
    derive_spectral,
    find_inner,
)
from liesd.differential.jets.smooth import smooth_trajectory
from liesd.spec.polynomial import list_powers


class Jets(NamedTuple):
    """Samples of jets, with the trajectory of each."""

    values: Array
    """(N, axes + fields · derivatives)."""
    rough: Array
    """The same with differences of lower accuracy, which tells the error."""
    trajectory: Index
    noise: float = 0.0
    """The relative noise of the fields that a smooth fit leaves; 0 where there is none."""
    accuracy: int | None = None
    """The order of accuracy of differences; None for the usual one."""


class Way(NamedTuple):
    """A way to take derivatives."""

    accuracy: int | None = None
    """Of differences; None for as accurate as possible."""
    is_rough: bool = False
    """Whether differences are less accurate by two orders, to tell the error."""
    steps_forward: bool = False
    """Whether the first axis has forward differences, as in explicit steps of time."""
    is_central: bool = False
    """Whether periodic axes have differences of second order."""


SCHEMES = (
    Way(steps_forward=True),
    Way(accuracy=2),
    Way(is_central=True),
    Way(steps_forward=True, is_central=True),
    Way(accuracy=2, is_central=True),
)
"""What plain difference schemes solve in place of the equation."""


def draw_schemes(
    data: Fields, order: int, seed: int, count: int | None, accuracy: int | None = None
) -> list[Array]:
    """The same jets as :func:`draw_jets`, with the differences of plain schemes for derivatives."""
    rng, each = np.random.default_rng(seed), _count_each(data, count)
    parts = [_draw(data, one, order, each, rng, SCHEMES, accuracy) for one in data.trajectories]
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def _count_each(data: Fields, count: int | None) -> int:
    return max(1, -(-(limits.LIMITS.jets if count is None else count) // len(data)))


def draw_jets(
    data: Fields,
    order: int,
    seed: int = 0,
    count: int | None = None,
    accuracy: int | None = None,
) -> Jets:
    """Draw jets of an order at random points of every trajectory, the same number of each."""
    ways = (Way(accuracy), Way(accuracy, is_rough=True))
    rng = np.random.default_rng(seed)
    each = _count_each(data, count)
    parts, rough, numbers = [], [], []
    for number, one in enumerate(data.trajectories):
        fine, coarse = _draw(data, one, order, each, rng, ways, accuracy)
        parts.append(fine)
        rough.append(coarse)
        numbers.append(np.full(len(fine), number))
    values = np.concatenate(parts)
    vanishing = _find_vanishing(values, len(data.axes), len(data.names), order)
    values[:, vanishing] = 0.0
    return Jets(values, np.concatenate(rough), np.concatenate(numbers), accuracy=accuracy)


def draw_smooth(data: Fields, order: int, seed: int = 0, count: int | None = None) -> Jets:
    """Draw jets as :func:`draw_jets`, with the derivatives of a smooth fit to noisy fields."""
    rng, each = np.random.default_rng(seed), _count_each(data, count)
    made = [smooth_trajectory(data, one, order, each, rng) for one in data.trajectories]
    values = np.concatenate([jets for jets, _ in made])
    numbers = np.repeat(np.arange(len(made)), [len(jets) for jets, _ in made])
    noise = float(np.sqrt(np.mean([size**2 for _, size in made])))
    return Jets(values, values, numbers, noise)


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
    data: Fields,
    one: Trajectory,
    order: int,
    count: int,
    rng: np.random.Generator,
    ways: tuple[Way, ...],
    accuracy: int | None,
) -> list[Array]:
    """Jets of one trajectory, with derivatives taken in several ways.

    They are drawn where differences of an accuracy can be taken.
    """
    slow = len(data.axes) - len(data.periodic)
    least = 0 if data.periodic else int(np.ceil(count ** (1 / slow)))
    slices = max(limits.LIMITS.slices, least)
    places = [
        np.arange(len(points))
        if name in data.periodic
        else _choose(find_inner(len(points), order, name, accuracy), slices, rng)
        for name, points in zip(data.axes, one.axes, strict=True)
    ]
    size = int(np.prod([len(chosen) for chosen in places]))
    kept = rng.permutation(size)[:count]
    grid = np.meshgrid(*(p[k] for p, k in zip(one.axes, places, strict=True)), indexing="ij")
    where = np.stack([part.ravel()[kept] for part in grid], axis=1)
    return [
        np.concatenate([where, _derive(data, one, places, order, way, kept)], axis=1)
        for way in ways
    ]


def _choose(inner: Index, slices: int, rng: np.random.Generator) -> Index:
    if len(inner) <= slices:
        return inner
    return np.sort(rng.choice(inner, slices, replace=False))


def _weigh(way: Way, first: bool, points: Array, places: Index, order: int) -> Array:
    """The weights of differences along an axis."""
    if first and way.steps_forward:
        return build_forward(points, places, order)
    best = limits.LIMITS.accuracy if way.accuracy is None else way.accuracy
    return build_differences(points, places, order, best - 2 * way.is_rough)


def _derive(
    data: Fields, one: Trajectory, places: list[Index], order: int, way: Way, kept: Index
) -> Array:
    """All derivatives of all fields, (points, fields · derivatives)."""
    weights = {
        axis: _weigh(way, axis == 0, points, chosen, order)
        for axis, (name, points, chosen) in enumerate(zip(data.axes, one.axes, places, strict=True))
        if name not in data.periodic
    }
    along = derive_central if way.is_central else derive_spectral
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
                    made = along(made, steps[axis], power[axis], axis + 1)
                out[:, :, place] = made.reshape(len(made), -1)[:, kept].T
    return out.reshape(len(kept), -1)
