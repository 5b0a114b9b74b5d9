"""One fit of a kernel: for given inputs, a metric and a length, the best ridge.

Samples are reduced to one triangular factor, so memory stays flat: about 8·(16,384 + 5p)·p bytes
for p = centres + n + 1 features. Time is N·p² multiplications per fit. While settings are compared
a part of the samples is enough; the best of them goes on with the others, from the factor it has.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.learning import limits
from liesd.learning.data import Data
from liesd.learning.kernel.model import KernelModel, find_gain, square_distances
from liesd.learning.kernel.ridge import EPS, Ridges, climb
from liesd.learning.kernel.settings import KernelSearch
from liesd.learning.lift import Lift
from liesd.learning.scales import Units
from liesd.numerics.nullspace import StreamingQR
from liesd.progress import Reporter

FIRST_STRIDE, STRIDES = 6, (3, 1)  # steps along the ladder of ridges: all of it, then finer
OUT_OF_REACH = 1e30  # the squared error of a ridge so small that rounding would spoil the fit


class Shrunk(NamedTuple):
    """The weights for one ridge, and their squared errors on held-out samples."""

    squares: Tensor
    weights: Tensor


class Fit(NamedTuple):
    """The best ridge for one length, with what it gives on held-out samples."""

    squares: Tensor
    error: float
    ridge: float
    weights: Tensor
    ridges: Ridges
    factor: Tensor
    """The triangular factor of the features and targets of the samples so far."""
    centres: int
    length: float

    @property
    def typical(self) -> float:
        """The median error, relative to the spread of y."""
        return float(self.squares.median().sqrt())


class Pool:
    """The samples by which settings are compared, read once; and which ones are left."""

    def __init__(
        self,
        data: Data,
        units: Units,
        seed: int,
        centres: int,
        search: KernelSearch,
        progress: Reporter,
    ) -> None:
        self.data, self.units, self.search, self.progress = data, units, search, progress
        rng = np.random.default_rng((seed, 1))
        rows = rng.permutation(data.train)
        count = search.rows_per_centre * max(centres, search.quick_centres)
        self.most_centres, first = centres, rows[:count]
        self.rest = np.sort(rows[count:])
        order = np.argsort(first)  # a file is read in its own order
        x, y = data.read_inputs(first[order]), data.read_targets(first[order])
        back = torch.from_numpy(np.argsort(order))
        self.x, self.y = x[back], self.scale_target(y[back])
        held = data.heldout
        if len(held) > search.heldout_rows:
            held = np.sort(rng.permutation(held)[: search.heldout_rows])
        self.held_x = data.read_inputs(held)
        self.held_y = self.scale_target(data.read_targets(held))
        self.spread = float(self.held_y.square().mean().sqrt()) or 1.0
        features = len(first) + 1 + max(data.x.shape[1], limits.LIMITS.lifted_inputs)
        self.signs = rng.integers(2, size=(features, search.sketch)) * 2.0 - 1.0

    def count_centres(self, lift: Lift) -> int:
        """How many kernels the samples can bear beside the linear part."""
        spare = len(self.data.train) - lift.size - 1 - self.data.outputs
        return max(1, min(self.most_centres, spare // 2))

    def scale_target(self, y: Tensor) -> Tensor:
        """y in its units, from its mean."""
        return (y - self.units.y_mean) / self.units.y_scale


class Trial:
    """One metric, with its centres and held-out samples: what fits of all lengths share."""

    def __init__(self, pool: Pool, lift: Lift, metric: Tensor) -> None:
        self.pool, self.lift, self.metric, self.search = pool, lift, metric, pool.search
        self.z, self.held_z = self.transform(pool.x), self.transform(pool.held_x)
        self.count = pool.count_centres(lift)
        few = max(self.search.quick_centres, self.search.centres_per_input * lift.size)
        self.quick_count = min(self.count, few)
        first = self.z[: self.count][: self.search.unit_centres]
        pairs = torch.triu_indices(len(first), len(first), offset=1)
        distances = square_distances(first, first).sqrt()[pairs[0], pairs[1]]
        self.unit = (float(distances.median()) if len(distances) else 0.0) or 1.0

    @property
    def sample(self) -> Tensor:
        """Inputs that were fitted to, enough of them to represent all."""
        return self.pool.x[: self.search.heldout_rows]

    def transform(self, x: Tensor) -> Tensor:
        """z."""
        return self.lift(x) @ self.metric

    def fit(
        self,
        length: float,
        ridges: Sequence[float],
        quick: bool = False,
        near: float | None = None,
    ) -> Fit:
        """Fit the pool, or with ``quick`` a part of its centres and samples.

        The search for a ridge begins ``near`` one that was best for another fit, if it is given.
        """
        squares = self._quick_squares if quick else self._squares
        z = self.z[: squares.shape[1]]
        rows = self._compute_features(z, squares, length, self.pool.y[: len(z)])
        factor = torch.linalg.qr(rows, mode="r").R
        return self._choose_ridge(factor, len(squares), length, ridges, quick, near)

    def fit_linear(self) -> Fit:
        """Fit a linear map alone, without any kernel."""
        rows = self._compute_features(self.z, self.z.new_empty(0, len(self.z)), 1.0, self.pool.y)
        return self._choose_ridge(torch.linalg.qr(rows, mode="r").R, 0, 1.0, (1.0,), quick=True)

    def extend(self, fit: Fit, ridges: Sequence[float], rows: NDArray[np.intp]) -> Fit:
        """The same fit to more rows besides those of the pool, which are done."""
        data, centres = self.pool.data, self.z[: fit.centres]
        qr = StreamingQR(fit.factor.shape[1])
        qr.add(fit.factor)
        with self.pool.progress.stage("fitting all samples", len(rows)) as stage:
            for x, y in data.read_batches(rows):
                z = self.transform(x)
                squares, target = square_distances(centres, z), self.pool.scale_target(y)
                qr.add(self._compute_features(z, squares, fit.length, target))
                stage.advance(len(x))
        return self._choose_ridge(qr.R, fit.centres, fit.length, ridges, False, fit.ridge)

    def make_model(self, fit: Fit) -> KernelModel:
        """The module in the units of the user."""
        units, data = self.pool.units, self.pool.data
        weights = fit.weights * units.y_scale
        weights[0] += units.y_mean
        probes = torch.from_numpy(self.pool.signs[: len(weights)])
        sketch = fit.ridges.draw_weights(fit.ridge, probes)
        arrays = {
            "metric": self.metric,
            "scale": self.lift.scale,
            "origin": units.x_centre,
            "centres": self.z[: fit.centres],
            "weights": weights,
            "sketch": sketch / math.sqrt(self.search.sketch),
            "span": units.find_span(units.x_scale) * units.x_scale,
            "typical": torch.ones((), dtype=torch.float64),
        }
        return KernelModel(
            data.x_shape,
            data.y_shape,
            arrays,
            length=fit.length,
            unit=self.unit,
            ridge=fit.ridge,
            products=self.lift.products,
        )

    @cached_property
    def _squares(self) -> Tensor:
        """The squared distances of all centres from the samples of the pool."""
        return square_distances(self.z[: self.count], self.z)

    @cached_property
    def _held_squares(self) -> Tensor:
        return square_distances(self.z[: self.count], self.held_z)

    @cached_property
    def _quick_squares(self) -> Tensor:
        rows = self.search.rows_per_centre * self.quick_count
        rows += self.search.rows_per_input * self.lift.size
        return square_distances(self.z[: self.quick_count], self.z[:rows])

    @cached_property
    def _quick_held_squares(self) -> Tensor:
        return square_distances(self.z[: self.quick_count], self.held_z)

    def _choose_ridge(
        self,
        factor: Tensor,
        centres: int,
        length: float,
        ridges: Sequence[float],
        quick: bool,
        near: float | None = None,
    ) -> Fit:
        """Choose the ridge with the least held-out error, first among a few of all sizes."""
        solved = Ridges(factor, 1 + self.metric.shape[1], self.pool.data.outputs)
        squares = self._quick_held_squares if quick else self._held_squares
        held = self._compute_features(self.held_z, squares[:centres], length)
        power, ladder = held.square().mean(dim=0), sorted(ridges, reverse=True)

        def shrink(k: int) -> Shrunk:
            weights = solved.solve(ladder[k])
            rounding = EPS * float((power @ weights.square()).mean().sqrt())
            squares = (held @ weights - self.pool.held_y).square().mean(dim=1)
            if k and rounding > self.search.rounding * self.pool.spread:
                squares = torch.full_like(squares, OUT_OF_REACH)
            return Shrunk(squares / self.pool.spread**2, weights)

        first = range(0, len(ladder), FIRST_STRIDE)
        if near is not None:
            known = min(range(len(ladder)), key=lambda k: abs(math.log(ladder[k] / near)))
            first = range(known, known + 1)
        tried = {k: shrink(k) for k in first}
        for reach in STRIDES:
            best = climb(tried, shrink, len(ladder), (-reach, reach))
        squares, weights = tried[best]
        error = float(squares.mean().sqrt())
        return Fit(squares, error, ladder[best], weights, solved, factor, centres, length)

    def _compute_features(self, z: Tensor, squares: Tensor, length: float, *more: Tensor) -> Tensor:
        """One, z and the kernels, and ``more`` columns; column by column, as LAPACK wants them."""
        n, p = z.shape[1], len(squares)
        size = 1 + n + p + sum(part.shape[1] for part in more)
        table = torch.empty(size, len(z), dtype=torch.float64)
        table[0], table[1 : 1 + n] = 1.0, z.T
        kernels = table[1 + n : 1 + n + p]
        torch.mul(squares, -0.5 / (length * self.unit) ** 2, out=kernels)
        kernels.expm1_().mul_(find_gain(length))
        if more:
            table[1 + n + p :] = torch.cat(more, dim=1).T
        return table.T
