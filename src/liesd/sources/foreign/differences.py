"""Derivatives by central differences, extrapolated to step zero, with an error estimate.

A central difference over a step h is off by c₂h² + c₄h⁴ + …, and by rounding/h. Two steps cancel
c₂ (Richardson): R = (4D(h/2) − D(h))/3. On a few samples steps are halved again and again: the
difference of two neighbouring R bounds the error of the finer one, by truncation where steps are
large and by rounding where they are small. The step with the least error is taken for each input,
or the shortest one whose error does not matter, which crosses the fewest kinks. Its error is the
floor below which defects mean nothing.

Where f does not change over the shortest steps, but does over long ones, it has no slopes: trees,
forests and nearest neighbours are such functions.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from liesd.errors import FunctionError
from liesd.sources import limits
from liesd.sources.foreign.base import Array, Foreign

Real = NDArray[np.float64]


class Differences(Foreign):
    """A function that only predicts: its derivatives are differences of its values."""

    steps: Real | None = None
    """The longer step of each input; None before any samples were seen."""

    def prepare(self, x: Array) -> None:
        """Choose steps, estimate the error, and look for steps instead of slopes."""
        known = limits.LIMITS
        n = int(np.prod(x.shape[1:]))
        count = min(len(x), max(known.least_differences, known.most_differences // n))
        x = np.asarray(x[:: max(1, len(x) // count)][:count], dtype=np.float64)
        spread = _find_spread(x.reshape(len(x), -1))
        single = self.precision.dtype == torch.float32
        levels = known.single_halvings if single else known.double_halvings
        y = self._predict(x).reshape(len(x), -1)
        unit = np.where(y.std(axis=0) > 0, y.std(axis=0), 1.0)
        D = np.stack([self._divide(x, spread * 0.5**k) for k in range(1, levels + 1)])
        D = D * spread / unit[:, None]  # (levels, samples, outputs, inputs), without units
        R = (4 * D[1:] - D[:-1]) / 3
        with np.errstate(invalid="ignore", over="ignore"):
            error = np.sqrt(np.mean((R[1:] - R[:-1]) ** 2, axis=(1, 2)))  # (levels - 2, inputs)
            size = np.sqrt(np.mean(R[1:] ** 2, axis=(1, 2)))
        error[~np.isfinite(error)] = np.inf
        if not np.isfinite(error).any(axis=0).all():
            raise FunctionError(
                f"{self.__qualname__} gives values that are not finite beside the samples: its "
                "derivatives by differences do not exist"
            )
        still = _find_still(D)
        error[still[2:]] = np.inf  # nothing changes any more: that is no derivative
        places = np.arange(n)
        best = error.argmin(axis=0)
        scale = float(np.linalg.norm(size[best, places]))
        fine = error <= known.fine_difference * scale / np.sqrt(n)
        shortest = len(error) - 1 - fine[::-1].argmax(axis=0)
        chosen = np.where(fine.any(axis=0), shortest, best)
        # error[k] compares R over steps (k + 2, k + 3) with the coarser one: these are taken
        self.steps = spread * 0.5 ** (chosen + 2.0)
        left = float(np.linalg.norm(error[chosen, places]))
        self.floor = left / scale if scale > 0 else 0.0
        self._judge(bool(still[-1].any()))

    def _judge(self, stands_still: bool) -> None:
        """Say what the derivatives are worth."""
        self.has_slopes = self.floor <= limits.LIMITS.rough_difference
        if self.has_slopes:
            self.notes = (
                f"derivatives were taken by differences of values, to within {self.floor:.0e} of "
                "their size",
            )
        elif stands_still:
            self.obstacle = "it changes by steps, as trees do, and has no derivatives"
        else:
            self.obstacle = (
                f"its derivatives by differences are uncertain by {self.floor:.1g} of their size"
            )

    def differentiate(self, x: Array) -> tuple[Array, Array]:
        """Two central differences per input, extrapolated."""
        if self.steps is None:
            self.prepare(x)
        assert self.steps is not None
        points = np.asarray(x, dtype=np.float64)
        coarse, fine = (self._divide(points, self.steps / part) for part in (1, 2))
        return self.evaluate(x), (4 * fine - coarse) / 3

    def _divide(self, x: Real, steps: Real) -> Real:
        """Central differences (N, m, n) over the steps of each input."""
        N, n = len(x), len(steps)
        rows = max(1, limits.LIMITS.predicted_rows // N)
        columns = []
        for start in range(0, n, rows):
            part = np.arange(start, min(start + rows, n))
            ends = []
            for sign in (1.0, -1.0):
                moved = np.repeat(x.reshape(1, N, n), len(part), axis=0)
                moved[np.arange(len(part)), :, part] += sign * steps[part, None]
                kind = np.float32 if self.precision.dtype == torch.float32 else np.float64
                moved = moved.astype(kind)
                values = self._predict(moved.reshape(-1, *x.shape[1:]))
                ends.append((values.reshape(len(part), N, -1), moved))
            (above, up), (below, down) = ends
            places = np.arange(len(part))
            width = (up[places, :, part] - down[places, :, part]).astype(np.float64)  # as rounded
            with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
                columns.append((above - below) / width[:, :, None])
        return np.moveaxis(np.concatenate(columns), 0, 2)

    def _predict(self, x: Array) -> Real:
        kind = np.float32 if self.precision.dtype == torch.float32 else np.float64
        return self.check(self.evaluate(x.astype(kind)), len(x)).astype(np.float64)


def _find_spread(flat: Real) -> Real:
    """The spread of each input, by which steps are measured; its size where it never changes."""
    spread = flat.std(axis=0)
    size = np.abs(flat).max(axis=0)
    least = limits.LIMITS.least_spread * size
    return np.where(spread > least, spread, np.where(size > 0, size, 1.0))


def _find_still(D: Real) -> NDArray[np.bool_]:
    """Mark steps, (levels, inputs), over which f hardly ever slopes, unlike over long ones.

    Over a slope the change of f shrinks with the step. A function of steps does not change at all,
    or by as much over any step from a sample that lies on a threshold.
    """
    change = np.abs(D) * 0.5 ** np.arange(len(D))[:, None, None, None]
    slopes = change > 0
    slopes[_SHORTER:] &= change[_SHORTER:] < change[:-_SHORTER] / 2
    moves = slopes.any(axis=2).mean(axis=1)  # part of the samples
    return moves < limits.LIMITS.stepping * moves[0]


_SHORTER = 3  # halvings between which the change must shrink
