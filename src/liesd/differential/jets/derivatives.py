"""Derivatives along one axis: spectral where it is periodic, by local polynomials elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.errors import DataError

Index = NDArray[np.intp]


def derive_spectral(values: Array, step: float, order: int, axis: int) -> Array:
    """The derivative of a periodic field on an even grid, exact for resolved waves."""
    if order == 0:
        return values
    count = values.shape[axis]
    waves = 2 * np.pi * np.fft.rfftfreq(count, step)
    factor = (1j * waves) ** order
    if order % 2 and count % 2 == 0:
        factor[-1] = 0.0  # the highest wave has no sine
    shape = [1] * values.ndim
    shape[axis] = len(factor)
    spectrum = np.fft.rfft(values, axis=axis) * factor.reshape(shape)
    return np.asarray(np.fft.irfft(spectrum, count, axis=axis))


def derive_central(values: Array, step: float, order: int, axis: int) -> Array:
    """The derivative of a periodic field by differences of second order, as a plain scheme takes.

    In terms of waves these are other factors than those of derivatives.
    """
    if order == 0:
        return values
    count = values.shape[axis]
    turn = 2 * np.pi * np.fft.rfftfreq(count)
    factor = ((2 * np.cos(turn) - 2) / step**2) ** (order // 2)
    factor = factor * (1j * np.sin(turn) / step) ** (order % 2)
    shape = [1] * values.ndim
    shape[axis] = len(factor)
    spectrum = np.fft.rfft(values, axis=axis) * factor.reshape(shape)
    return np.asarray(np.fft.irfft(spectrum, count, axis=axis))


def build_forward(points: Array, places: Index, order: int) -> Array:
    """Weights as those of :func:`build_differences`, with forward steps for the first derivative.

    Higher ones are central differences of second order.
    """
    out = build_differences(points, places, order, 2)
    if order:
        rows, steps = np.arange(len(places)), points[places + 1] - points[places]
        out[1] = 0.0
        out[1, rows, places], out[1, rows, places + 1] = -1 / steps, 1 / steps
    return out


def find_half_width(order: int, accuracy: int | None = None) -> int:
    """How many points a central difference needs on either side."""
    accuracy = limits.LIMITS.accuracy if accuracy is None else accuracy
    return (order + 1) // 2 - 1 + accuracy // 2


def find_inner(count: int, order: int, name: str, accuracy: int | None = None) -> Index:
    """The points of an axis at which derivatives up to an order can be taken."""
    half = find_half_width(order, accuracy)
    if count < 2 * half + 2:
        raise DataError(
            f"the axis {name} has {count} points, but derivatives of order {order} need at least "
            f"{2 * half + 2}"
        )
    return np.arange(half, count - half)


def build_differences(points: Array, places: Index, order: int, accuracy: int) -> Array:
    """Weights (orders + 1, places, count) of all derivatives up to an order at some points.

    A polynomial through the neighbours of each point is derived, whether steps are even or not.
    """
    half = find_half_width(order, accuracy)
    width = 2 * half + 1
    out = np.zeros((order + 1, len(places), len(points)))
    for row, place in enumerate(places):
        near = slice(place - half, place + half + 1)
        offsets = points[near] - points[place]
        unit = float(np.abs(offsets).max())
        vandermonde = np.vander(offsets / unit, width, increasing=True).T
        wanted = np.zeros((width, order + 1))
        wanted[np.arange(order + 1), np.arange(order + 1)] = np.cumprod([1, *range(1, order + 1)])
        weights = np.linalg.solve(vandermonde, wanted)
        out[:, row, near] = (weights / unit ** np.arange(order + 1)).T
    return out


def measure_tail(values: Array, axis: int) -> float:
    """The part of a field's fluctuation in the upper third of its spectrum."""
    spectrum = np.abs(np.fft.rfft(values - values.mean(axis=axis, keepdims=True), axis=axis))
    spectrum = np.moveaxis(spectrum, axis, -1)
    first = int(limits.LIMITS.tail * spectrum.shape[-1])
    total = float(np.mean(spectrum**2))
    return float(np.sqrt(np.mean(spectrum[..., first:] ** 2) / total)) if total > 0 else 0.0
