"""One fit of a kernel: for given inputs and a metric, the best length and ridge.

All samples are reduced to one triangular factor by streaming, so memory stays flat: about
8·(16,384 + 5p)·p bytes for p = centres + n + 1 features. Time is N·p² multiplications per fit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.learning.data import Data
from liesd.learning.kernel.model import KernelModel, find_gain, square_distances
from liesd.learning.kernel.ridge import EPS, Ridges, choose_smoothest
from liesd.learning.lift import Lift
from liesd.learning.scales import Units
from liesd.learning.settings import Settings, as_count, as_positive, as_tuple
from liesd.numerics.nullspace import StreamingQR

LENGTHS = (0.18, 0.25, 0.35, 0.5, 0.7, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
RIDGES = tuple(10.0 ** (k / 2) for k in range(-32, 7))


@dataclass(frozen=True, kw_only=True)
class KernelSearch(Settings):
    """The search for the metric, the length and the ridge of a kernel."""

    lengths: tuple[float, ...] = LENGTHS
    """The lengths that are tried, in units of the median distance."""
    ridges: tuple[float, ...] = RIDGES
    """The ridges that are tried, relative to the largest singular value."""
    quick_rows: int = 6000
    """Samples that are fitted to while inputs and metrics are compared."""
    quick_centres: int = 320
    """Centres while inputs and metrics are compared."""
    fit_rows: int = 8000
    """Samples that are fitted to while lengths and metrics are refined with all centres."""
    heldout_rows: int = 4000
    """Held-out samples by which settings are compared, and samples that represent all others."""
    unit_centres: int = 500
    """Centres whose median distance is the unit of length."""
    sketch: int = 32
    """Random directions by which the covariance of the weights is remembered."""
    uneven: float = 30.0
    """How far units inside a channel may differ before it is tried to even them out."""
    even_gain: float = 0.5
    """Evening out must multiply the held-out error by less than this."""
    rounds: int = 10
    """How often the metric is sharpened, at most."""
    replica_rounds: int = 1
    """How often a part of the data sharpens a metric of products by itself."""
    enough_gain: float = 0.99
    """Sharpening must multiply the held-out error by at most this to be tried again."""
    fine_error: float = 1e-4
    """A typical held-out error that needs no better metric."""
    least_factor: float = 0.3
    """What a direction counts at least in a new metric, relative to the one that counts most."""
    rounding: float = 1e-7
    """The largest rounding error of f, relative to y, with which a ridge may be chosen."""
    saturated_gain: float = 0.97
    """More samples and centres change nothing if they multiply the error by at least this."""

    def __post_init__(self) -> None:
        numbers = as_tuple(as_positive)
        self.check(
            lengths=numbers,
            ridges=numbers,
            quick_rows=as_count,
            quick_centres=as_count,
            fit_rows=as_count,
            heldout_rows=as_count,
            unit_centres=as_count,
            sketch=as_count,
            uneven=as_positive,
            even_gain=as_positive,
            rounds=as_count,
            replica_rounds=as_count,
            enough_gain=as_positive,
            fine_error=as_positive,
            least_factor=as_positive,
            rounding=as_positive,
            saturated_gain=as_positive,
        )


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
    """Everything but the metric: with one, it gives the best length and its fit."""

    data: Data
    units: Units
    seed: int
    centres: int
    lengths: tuple[float, ...]
    ridges: tuple[float, ...]
    search: KernelSearch
    bar: Any

    def fit_quickly(
        self, lift: Lift, metric: Tensor | None = None, near: float | None = None
    ) -> Fitted:
        """Fit a part of the centres; only neighbours of ``near`` are tried, if it is given."""
        trial, ladder = self._start(lift, metric), sorted(self.lengths, reverse=True)
        if near is not None:
            here = ladder.index(near)
            ladder = ladder[max(here - 1, 0) : here + 2]
        return Fitted(trial, *trial.compare_lengths(ladder, self.ridges))

    def fit(self, lift: Lift, metric: Tensor, near: float) -> Fitted:
        """Fit all centres, with lengths from just above ``near`` downwards."""
        trial, ladder = self._start(lift, metric), sorted(self.lengths, reverse=True)
        ladder = ladder[max(ladder.index(near) - 1, 0) :]
        return Fitted(trial, *trial.shorten(ladder, self.ridges))

    def fit_all(self, lift: Lift, metric: Tensor, length: float) -> Fitted:
        """Fit all centres to all samples, for one length."""
        trial = self._start(lift, metric)
        return Fitted(trial, length, trial.fit(length, self.ridges, trial.centres, self.data.train))

    def finish(self, best: Fitted) -> Fitted:
        """Fit the same length and metric to all samples."""
        if len(self.data.train) <= self.search.fit_rows:
            return best
        return self.fit_all(best.trial.lift, best.trial.metric, best.length)

    def is_saturated(self, best: Fitted) -> bool:
        """True if a part of the samples and centres does as well.

        Then the remaining error is noise, or out of reach.
        """
        trial = best.trial
        rows = np.sort(trial.rows[: self.search.quick_rows])
        small = trial.fit(best.length, self.ridges, trial.quick_centres, rows)
        return best.fit.typical >= self.search.saturated_gain * small.typical

    def _start(self, lift: Lift, metric: Tensor | None) -> Trial:
        if metric is None:
            metric = torch.eye(lift.size, dtype=torch.float64)
        return Trial(
            self.data, self.units, lift, metric, self.seed, self.centres, self.search, self.bar
        )


class Fitted(NamedTuple):
    """A metric with the best length for it, and the fit."""

    trial: Trial
    length: float
    fit: Fit

    def make_model(self) -> KernelModel:
        """The module, with what its sample weights need."""
        model = self.trial.make_model(self.length, self.fit)
        model.typical.copy_(model.estimate_variance(self.trial.read_sample()).median())
        return model

    def propose_metrics(self) -> dict[str, Tensor]:
        """Metrics in which the function bends alike in all directions, or slopes alike.

        The square of either is the mean over samples of JᵀJ, for the Jacobian J of what is not
        linear, or of all, in units of the outputs, where each sample counts as much as its
        derivatives can be trusted.
        """
        trial, model = self.trial, self.trial.make_model(self.length, self.fit)
        x = trial.read_sample()
        variance = model.estimate_variance(x)
        weight = 1 / (1 + variance / variance.median())
        J = model.differentiate_bells(trial.transform(x)) / trial.y_scale[:, None]
        flat = torch.einsum("b,bmn->mn", weight, J) / weight.sum()
        slope = self.fit.weights[1 : 1 + trial.lift.size].T
        least = trial.search.least_factor
        return {
            "bending": _even_out(trial.metric, J - flat, weight, least),
            "slope": _even_out(trial.metric, J + slope, weight, least),
        }


def _even_out(metric: Tensor, J: Tensor, weight: Tensor, least: float) -> Tensor:
    """The metric in which J is alike in all directions, but none is shrunk by much."""
    values, vectors = torch.linalg.eigh(torch.einsum("b,bmi,bmj->ij", weight, J, J))
    values = values.clamp_min(0.0).sqrt()
    values = (values / values[-1]).clamp_min(least) if values[-1] > 0 else values.fill_(1.0)
    return metric @ (vectors * values) @ vectors.T


class Trial:
    """One metric, with its centres and held-out samples: what fits of all lengths share."""

    def __init__(
        self,
        data: Data,
        units: Units,
        lift: Lift,
        metric: Tensor,
        seed: int,
        centres: int,
        search: KernelSearch,
        bar: Any,
    ) -> None:
        self.data, self.lift, self.metric, self.search, self.bar = data, lift, metric, search, bar
        self.y_scale, self.y_mean = units.y_scale, units.y_mean
        self.span = units.find_span(units.x_scale) * units.x_scale
        rng = np.random.default_rng((seed, 1))
        self.rows = rng.permutation(data.train)
        spare = len(data.train) - lift.size - 1 - data.outputs
        count = max(1, min(centres, spare // 2))
        self.centres = self.transform(data.read_inputs(np.sort(self.rows[:count])))
        order = rng.permutation(len(self.centres))
        self.quick_centres = self.centres[np.sort(order[: search.quick_centres])]
        first = self.centres[: search.unit_centres]
        pairs = torch.triu_indices(len(first), len(first), offset=1)
        distances = square_distances(first, first).sqrt()[pairs[0], pairs[1]]
        self.unit = (float(distances.median()) if len(distances) else 0.0) or 1.0
        held = data.heldout
        if len(held) > search.heldout_rows:
            held = np.sort(rng.permutation(held)[: search.heldout_rows])
        self.held_x = self.transform(data.read_inputs(held))
        self.held_y = self._scale_target(data.read_targets(held))
        shape = self._count_features(count), search.sketch
        self.probes = torch.from_numpy(rng.choice([-1.0, 1.0], shape))

    def read_sample(self) -> Tensor:
        """Inputs that were fitted to, enough of them to represent all."""
        return self.data.read_inputs(np.sort(self.rows[: self.search.heldout_rows]))

    def transform(self, x: Tensor) -> Tensor:
        """z."""
        return self.lift(x) @ self.metric

    def compare_lengths(self, ladder: list[float], ridges: tuple[float, ...]) -> tuple[float, Fit]:
        """The length with the least held-out error, for a part of the centres and samples."""
        rows = np.sort(self.rows[: self.search.quick_rows])
        fits = [self.fit(length, ridges, self.quick_centres, rows) for length in ladder]
        best = choose_smoothest(torch.stack([fit.squares for fit in fits], dim=1))
        return ladder[best], fits[best]

    def shorten(self, ladder: list[float], ridges: tuple[float, ...]) -> tuple[float, Fit]:
        """Shorter lengths as long as they do better: more centres favour shorter ones."""
        rows = np.sort(self.rows[: self.search.fit_rows])
        best = self.fit(ladder[0], ridges, self.centres, rows)
        for longer, shorter in pairwise(ladder):
            rival = self.fit(shorter, ridges, self.centres, rows)
            if choose_smoothest(torch.stack([best.squares, rival.squares], dim=1)) == 0:
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
        qr = StreamingQR(self._count_features(len(centres)) + m)
        for x, y in self.data.read_batches(rows):
            features = self._compute_features(self.transform(x), centres, length)
            qr.add(torch.cat([features, self._scale_target(y)], dim=1))
            self.bar.update(len(x))
        solved = Ridges(qr.R, 1 + self.metric.shape[1], m)
        held = self._compute_features(self.held_x, centres, length)
        spread = float(self.held_y.square().mean().sqrt()) or 1.0
        ladder = torch.tensor(sorted(ridges, reverse=True), dtype=torch.float64)
        weights = solved.solve(ladder)
        power = held.square().mean(dim=0)
        rounding = EPS * torch.einsum("p,pkm->k", power, weights.square()).div(m).sqrt()
        allowed = (rounding <= self.search.rounding * spread).long().cumprod(dim=0).bool()
        allowed[0] = True
        guess = (held @ weights.flatten(1)).unflatten(1, (len(ladder), m))
        squares = (guess - self.held_y[:, None, :]).square().mean(dim=2) / spread**2
        best = choose_smoothest(squares, allowed)
        return Fit(
            squares=squares[:, best],
            error=float(squares[:, best].mean().sqrt()),
            ridge=float(ladder[best]),
            weights=weights[:, best].contiguous(),
            ridges=solved,
            centres=centres,
        )

    def make_model(self, length: float, fit: Fit) -> KernelModel:
        """The module in the units of the user."""
        weights = fit.weights * self.y_scale
        weights[0] += self.y_mean
        sketch = fit.ridges.draw_weights(fit.ridge, self.probes[: len(weights)])
        arrays = {
            "metric": self.metric,
            "scale": self.lift.scale,
            "centres": fit.centres,
            "weights": weights,
            "sketch": sketch / math.sqrt(self.search.sketch),
            "span": self.span,
            "typical": torch.ones((), dtype=torch.float64),
        }
        return KernelModel(
            self.data.x_shape,
            self.data.y_shape,
            arrays,
            length=length,
            unit=self.unit,
            ridge=fit.ridge,
            products=self.lift.products,
        )

    def _compute_features(self, z: Tensor, centres: Tensor, length: float) -> Tensor:
        """One, z and the kernels."""
        exponent = square_distances(z, centres) / (-2 * (length * self.unit) ** 2)
        k = torch.expm1(exponent).mul_(find_gain(length))
        return torch.cat([torch.ones_like(z[:, :1]), z, k], dim=1)

    def _scale_target(self, y: Tensor) -> Tensor:
        return (y - self.y_mean) / self.y_scale

    def _count_features(self, centres: int) -> int:
        return 1 + self.lift.size + centres
