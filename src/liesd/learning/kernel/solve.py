"""One fit of a kernel: for given inputs and a metric, the best length and ridge.

All samples are reduced to one triangular factor by streaming, so memory stays flat: about
8·(16,384 + 5p)·p bytes for p = centres + n + 1 features. Time is N·p² multiplications, some times.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.learning.data import CHUNK, Data
from liesd.learning.kernel.model import KernelModel, squared_distance
from liesd.learning.kernel.ridge import EPS, Ridges, smoothest
from liesd.learning.lift import Lift
from liesd.learning.scales import Units
from liesd.numerics.nullspace import StreamingQR

SEARCH_ROWS, SEARCH_CENTRES, REFINE_ROWS = 6000, 320, 8000
HELD_ROWS = 4000  # enough to compare settings
SKETCH = 32
ROUNDING = 1e-7  # the largest rounding of f, relative to y, that a choice may have
SATURATED = 0.97  # the gain from more samples and centres, below which there is none
BLUNT = 0.3  # what a direction counts at least, relative to the one that counts most


class Fit(NamedTuple):
    """The best ridge for one length, with what it gives on held-out samples."""

    squares: Tensor
    error: float
    ridge: float
    weights: Tensor
    ridges: Ridges
    centres: Tensor

    @property
    def typical(self) -> float:
        """The median error, relative to the spread of y."""
        return float(self.squares.median().sqrt())


class Attempt(NamedTuple):
    """Everything but the metric: with one, the best length and its fit to a part of the samples."""

    data: Data
    units: Units
    seed: int
    centres: int
    lengths: tuple[float, ...]
    ridges: tuple[float, ...]
    bar: Any

    def look(self, lift: Lift, metric: Tensor | None = None, near: float | None = None) -> Fitted:
        """A quick look, by a few centres; only neighbours of ``near`` are tried, if it is given."""
        work, ladder = self._work(lift, metric), sorted(self.lengths, reverse=True)
        if near is not None:
            here = ladder.index(near)
            ladder = ladder[max(here - 1, 0) : here + 2]
        return Fitted(work, *work.search(ladder, self.ridges))

    def fit(self, lift: Lift, metric: Tensor, near: float) -> Fitted:
        """By all centres. From a length that is longer than ``near`` on, shorter ones are tried."""
        work, ladder = self._work(lift, metric), sorted(self.lengths, reverse=True)
        ladder = ladder[max(ladder.index(near) - 1, 0) :]
        return Fitted(work, *work.refine(ladder, self.ridges))

    def whole(self, lift: Lift, metric: Tensor, length: float) -> Fitted:
        """By all centres and all samples, for one length."""
        work = self._work(lift, metric)
        fit = work.fit(length, self.ridges, work.centres, self.data.train)
        return Fitted(work, length, fit)

    def finished(self, best: Fitted) -> Fitted:
        """The same length and metric for all samples."""
        if len(self.data.train) <= REFINE_ROWS:
            return best
        return self.whole(best.work.lift, best.work.metric, best.length)

    def saturated(self, best: Fitted) -> bool:
        """Whether a third of the samples and half of the centres do as well.

        Then the rest is noise, or out of reach.
        """
        work = best.work
        some = np.sort(work.rows[:SEARCH_ROWS])
        small = work.fit(best.length, self.ridges, work.few, some)
        return best.fit.typical >= SATURATED * small.typical

    def _work(self, lift: Lift, metric: Tensor | None) -> _Work:
        if metric is None:
            metric = torch.eye(lift.size, dtype=torch.float64)
        return _Work(self.data, self.units, lift, metric, self.seed, self.centres, self.bar)


class Fitted(NamedTuple):
    work: _Work
    length: float
    fit: Fit

    def model(self) -> KernelModel:
        """The module, with what its sample weights need."""
        model = self.work.model(self.length, self.fit)
        model.typical.copy_(model.variance(self.work.some).median())
        return model

    def sharpened(self) -> dict[str, Tensor]:
        """Metrics in which the function bends alike in all directions, or slopes alike.

        The square of either is the mean over samples of JᵀJ, for the Jacobian J of what is not
        linear, or of all, in units of the outputs, where each sample counts as much as its
        derivatives can be trusted.
        """
        work, model = self.work, self.work.model(self.length, self.fit)
        x = work.some
        variance = model.variance(x)
        weight = 1 / (1 + variance / variance.median())
        J = model.bending(work.mapped(x)) / work.y_scale[:, None]
        flat = torch.einsum("b,bmn->mn", weight, J) / weight.sum()
        slope = self.fit.weights[1 : 1 + work.lift.size].T
        return {
            "bending": _evened(work.metric, J - flat, weight),
            "slope": _evened(work.metric, J + slope, weight),
        }


def _evened(metric: Tensor, J: Tensor, weight: Tensor) -> Tensor:
    """The metric in which J is alike in all directions, but none is shrunk by much."""
    values, vectors = torch.linalg.eigh(torch.einsum("b,bmi,bmj->ij", weight, J, J))
    values = values.clamp_min(0.0).sqrt()
    values = (values / values[-1]).clamp_min(BLUNT) if values[-1] > 0 else values.fill_(1.0)
    return metric @ (vectors * values) @ vectors.T


class _Work:
    """What the search and the final fit share: the metric, centres and held-out samples."""

    def __init__(
        self,
        data: Data,
        units: Units,
        lift: Lift,
        metric: Tensor,
        seed: int,
        centres: int,
        bar: Any,
    ) -> None:
        self.data, self.lift, self.metric, self.bar = data, lift, metric, bar
        self.y_scale, self.y_mean = units.y_scale, units.y_mean
        self.span = units.span(units.x_scale) * units.x_scale
        rng = np.random.default_rng((seed, 1))
        self.rows = rng.permutation(data.train)
        spare = len(data.train) - lift.size - 1 - data.outputs
        count = max(1, min(centres, spare // 2))
        self.centres = self.mapped(data.inputs(np.sort(self.rows[:count])))
        order = rng.permutation(len(self.centres))
        self.few = self.centres[np.sort(order[:SEARCH_CENTRES])]
        some = self.centres[:500]
        pairs = torch.triu_indices(len(some), len(some), offset=1)
        distances = squared_distance(some, some).sqrt()[pairs[0], pairs[1]]
        self.unit = (float(distances.median()) if len(distances) else 0.0) or 1.0
        held = data.heldout
        if len(held) > HELD_ROWS:
            held = np.sort(rng.permutation(held)[:HELD_ROWS])
        self.held_x = self.mapped(data.inputs(held))
        self.held_y = self._target(data.targets(held))
        self.probes = torch.from_numpy(rng.choice([-1.0, 1.0], (self._size(count), SKETCH)))

    @property
    def some(self) -> Tensor:
        """Some of the samples that were fitted to."""
        return self.data.inputs(np.sort(self.rows[:HELD_ROWS]))

    def mapped(self, x: Tensor) -> Tensor:
        """z."""
        return self.lift(x) @ self.metric

    def search(self, ladder: list[float], ridges: tuple[float, ...]) -> tuple[float, Fit]:
        """The length with the least held-out error, for a few centres and samples."""
        rows = np.sort(self.rows[:SEARCH_ROWS])
        fits = [self.fit(length, ridges, self.few, rows) for length in ladder]
        best = smoothest(torch.stack([fit.squares for fit in fits], dim=1))
        return ladder[best], fits[best]

    def refine(self, ladder: list[float], ridges: tuple[float, ...]) -> tuple[float, Fit]:
        """Shorter lengths as long as they do better: more centres favour shorter ones."""
        rows = np.sort(self.rows[:REFINE_ROWS])
        best = self.fit(ladder[0], ridges, self.centres, rows)
        for longer, shorter in pairwise(ladder):
            rival = self.fit(shorter, ridges, self.centres, rows)
            if smoothest(torch.stack([best.squares, rival.squares], dim=1)) == 0:
                return longer, best
            best = rival
        return ladder[-1], best

    def fit(
        self,
        length: float,
        ridges: tuple[float, ...],
        centres: Tensor,
        rows: NDArray[np.intp],
    ) -> Fit:
        """All rows -> one triangular factor -> the ridge with the least held-out error."""
        m = self.data.outputs
        qr = StreamingQR(self._size(len(centres)) + m)
        for x, y in self.data.batches(rows, CHUNK):
            features = self._features(self.mapped(x), centres, length)
            qr.add(torch.cat([features, self._target(y)], dim=1))
            self.bar.update(len(x))
        solved = Ridges(qr.R, 1 + self.metric.shape[1], m)
        held = self._features(self.held_x, centres, length)
        spread = float(self.held_y.square().mean().sqrt()) or 1.0
        ladder = torch.tensor(sorted(ridges, reverse=True), dtype=torch.float64)
        weights = solved.weights(ladder)
        power = held.square().mean(dim=0)
        rounding = EPS * torch.einsum("p,pkm->k", power, weights.square()).div(m).sqrt()
        allowed = (rounding <= ROUNDING * spread).long().cumprod(dim=0).bool()
        allowed[0] = True
        guess = (held @ weights.flatten(1)).unflatten(1, (len(ladder), m))
        squares = (guess - self.held_y[:, None, :]).square().mean(dim=2) / spread**2
        best = smoothest(squares, allowed)
        return Fit(
            squares=squares[:, best],
            error=float(squares[:, best].mean().sqrt()),
            ridge=float(ladder[best]),
            weights=weights[:, best].contiguous(),
            ridges=solved,
            centres=centres,
        )

    def model(self, length: float, fit: Fit) -> KernelModel:
        """The module in the units of the user, with what its sample weights need."""
        weights = fit.weights * self.y_scale
        weights[0] += self.y_mean
        arrays = {
            "metric": self.metric,
            "scale": self.lift.scale,
            "centres": fit.centres,
            "weights": weights,
            "sketch": fit.ridges.spread(fit.ridge, self.probes[: len(weights)]) / math.sqrt(SKETCH),
            "span": self.span,
            "typical": torch.ones((), dtype=torch.float64),
        }
        gain = max(length**2, 1.0)
        shapes = self.data.x_shape, self.data.y_shape
        model = KernelModel(*shapes, length * self.unit, gain, arrays, self.lift.products)
        model.heldout_error = fit.error
        model.report = {
            "learner": "kernel",
            "why": f"length {length:.3g} median distances and ridge {fit.ridge:.0e} gave the least "
            "error on held-out samples",
            "length": length,
            "ridge": fit.ridge,
            "products": self.lift.products,
            "centres": len(fit.centres),
            "heldout_error": fit.error,
        }
        return model

    def _features(self, z: Tensor, centres: Tensor, length: float) -> Tensor:
        """One, z and the kernels."""
        exponent = squared_distance(z, centres) / (-2 * (length * self.unit) ** 2)
        k = torch.expm1(exponent).mul_(max(length**2, 1.0))
        return torch.cat([torch.ones_like(z[:, :1]), z, k], dim=1)

    def _target(self, y: Tensor) -> Tensor:
        return (y - self.y_mean) / self.y_scale

    def _size(self, centres: int) -> int:
        return 1 + self.lift.size + centres
