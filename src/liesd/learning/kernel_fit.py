"""Regression with a Gaussian kernel: derivatives that are accurate to many digits, in seconds.

Centres are drawn from the samples (Nyström), and everything is in float64. The length of the kernel
and the ridge are those with the least error on held-out samples; the linear part is free of any
ridge. Then the metric is sharpened: distances are stretched where the function bends and shrunk
where it does not, by the mean of JᵀJ over the samples, as long as held-out samples confirm it. So a
direction that matters little costs little. Products of inputs may be taken for inputs too.

All samples are reduced to one triangular factor by streaming, so memory stays flat: about
8·(16,384 + 5p)·p bytes for p = centres + n + 1 features. Time is N·p² multiplications, some times.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from tqdm.auto import tqdm

from liesd.checks import real, whole
from liesd.errors import DataError
from liesd.learning.data import CHUNK, Data
from liesd.learning.kernel import KernelModel, squared_distance
from liesd.learning.lift import Lift
from liesd.learning.ridge import EPS, Ridges, smoothest
from liesd.learning.scales import Units, survey
from liesd.nullspace import StreamingQR

CENTRES = 700
LENGTHS = (
    0.18,
    0.25,
    0.35,
    0.5,
    0.7,
    1.0,
    2.0,
    4.0,
    8.0,
    16.0,
    32.0,
)  # in units of the median distance
RIDGES = tuple(10.0 ** (k / 2) for k in range(-32, 7))  # relative to the largest singular value
SEARCH_ROWS, SEARCH_CENTRES, REFINE_ROWS = 6000, 320, 8000
HELD_ROWS = 4000  # enough to compare settings
SKETCH = 32
ROUNDING = 1e-7  # the largest rounding of f, relative to y, that a choice may have
UNEVEN = 30.0  # how far units inside a channel may differ before it is tried to even them
CLEARLY = 0.5  # what that must do to the error
SHARPER = 10  # how often the metric is sharpened, at most
ENOUGH = 0.99  # what that must do to the error to be tried again
FINE = 1e-4  # a held-out error that needs no better metric
SATURATED = 0.97  # the gain from more samples and centres, below which there is none
BLUNT = 0.3  # what a direction counts at least, relative to the one that counts most


def fit_kernel(
    data: Data,
    seed: int = 0,
    progress: bool | None = None,
    *,
    centres: int = CENTRES,
    length: float | None = None,
    ridge: float | None = None,
    products: bool | None = None,
    least_ridge: float = 0.0,
    start: Start | None = None,
) -> KernelModel:
    """Fit by ridge regression; what is not given is chosen by held-out error.

    ``length`` is in units of the median distance, and ridges below ``least_ridge`` are not tried.
    ``products`` says whether products of inputs are inputs too. With ``start`` the search for the
    metric starts from that of another fit.
    """
    if data.task != "regression":
        raise DataError("the kernel learner is for regression; use learner='network' for classes")
    whole("centres", centres, 1)
    for name, value in (("length", length), ("ridge", ridge)):
        if value is not None:
            real(name, value, "a positive number", 0.0, math.inf, closed=False)
    ridges = tuple(one for one in RIDGES if one > least_ridge)
    if ridge or least_ridge:
        ridges = (ridge,) if ridge else (least_ridge, *ridges)
    lengths = LENGTHS if length is None else (length,)
    hide = None if progress is None else not progress
    steps = len(lengths) + math.ceil(len(data.train) / CHUNK)
    with tqdm(total=steps, desc="kernel", disable=hide, delay=1.0, leave=False) as bar:
        attempt = _Attempt(data, survey(data), seed, centres, lengths, ridges, bar)
        if start is None:
            best = _search(attempt, products)
        else:
            best = attempt.fit(start.lift, start.metric, start.length)
            best = _sharpest(best, attempt.fit, start.rounds)
        return best.finished(attempt)


class Start(NamedTuple):
    """The lift, the metric and the length of a fit, from which another starts."""

    lift: Lift
    metric: Tensor
    length: float
    rounds: int = 0
    """How often its metric is sharpened, at most."""


def _search(attempt: _Attempt, products: bool | None) -> _Fitted:
    """The fit with the inputs and the metric that held-out samples find best.

    At first a few centres and samples are enough. Inputs are measured by one number a channel;
    where coordinates of a channel come in units so different that the small ones would be lost, one
    number a coordinate is tried too.
    """
    units, look = attempt.units, attempt.look
    best = look(Lift(units.x_scale, False))
    if (units.x_scale > UNEVEN * units.x_size).any():
        rival = look(Lift(units.x_size, False))
        if rival.fit.error < CLEARLY * best.fit.error:
            best = rival
    if not products:
        best = _sharpest(best, look)
    lift = Lift(best.work.lift.scale, True)
    worth = best.fit.typical > FINE and lift.affordable(len(attempt.data.train))
    if products or (products is None and worth):
        rival = _sharpest(look(lift), look)
        if products or _better(rival, best):
            best = rival
    best = attempt.fit(best.work.lift, best.work.metric, best.length)
    return _sharpest(best, attempt.fit)


def _sharpest(best: _Fitted, fit: Callable[..., _Fitted], rounds: int = SHARPER) -> _Fitted:
    """The same with sharper and sharper metrics, as long as held-out samples find them better.

    Whether the slope of the function or its bending tells more is seen from case to case: what
    helped last is tried first.
    """
    kinds = [False, True]
    for k in range(rounds):
        if best.fit.typical <= FINE:
            break
        rivals = []
        for slope in kinds:
            rival = fit(best.work.lift, best.sharpened(slope), best.length)
            if _better(rival, best):
                rivals.append((rival, slope))
                if k > 0:
                    break
        if not rivals:
            break
        sharper, slope = min(rivals, key=lambda one: one[0].fit.error)
        kinds = [slope, not slope]
        little = sharper.fit.error > ENOUGH * best.fit.error
        best = sharper
        if little:
            break
    return best


def _better(rival: _Fitted, best: _Fitted) -> bool:
    return smoothest(torch.stack([best.fit.squares, rival.fit.squares], dim=1)) == 1


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


class _Attempt(NamedTuple):
    """Everything but the metric: with one, the best length and its fit to a part of the samples."""

    data: Data
    units: Units
    seed: int
    centres: int
    lengths: tuple[float, ...]
    ridges: tuple[float, ...]
    bar: Any

    def look(self, lift: Lift, metric: Tensor | None = None, near: float | None = None) -> _Fitted:
        """A quick look, by a few centres; only neighbours of ``near`` are tried, if it is given."""
        work, ladder = self._work(lift, metric), sorted(self.lengths, reverse=True)
        if near is not None:
            here = ladder.index(near)
            ladder = ladder[max(here - 1, 0) : here + 2]
        else:
            self.bar.update(len(ladder))
        return _Fitted(work, *work.search(ladder, self.ridges))

    def fit(self, lift: Lift, metric: Tensor, near: float) -> _Fitted:
        """By all centres. From a length that is longer than ``near`` on, shorter ones are tried."""
        work, ladder = self._work(lift, metric), sorted(self.lengths, reverse=True)
        ladder = ladder[max(ladder.index(near) - 1, 0) :]
        return _Fitted(work, *work.refine(ladder, self.ridges))

    def _work(self, lift: Lift, metric: Tensor | None) -> _Work:
        if metric is None:
            metric = torch.eye(lift.size, dtype=torch.float64)
        return _Work(self.data, self.units, lift, metric, self.seed, self.centres)


class _Fitted(NamedTuple):
    work: _Work
    length: float
    fit: Fit

    def finished(self, attempt: _Attempt) -> KernelModel:
        """The same length and metric for all samples."""
        work, rows, ridges = self.work, self.work.data.train, attempt.ridges
        fit = self.fit
        if len(rows) > REFINE_ROWS:
            fit = work.fit(self.length, ridges, work.centres, rows, attempt.bar)
        some = np.sort(work.rows[:SEARCH_ROWS])
        small = work.fit(self.length, ridges, work.few, some)
        model = work.model(self.length, fit)
        model.typical.copy_(model.variance(work.some).median())
        # If a third of the samples and half of the centres do as well, the rest is noise, or out of
        # reach.
        model.report["saturated"] = fit.typical >= SATURATED * small.typical
        return model

    def sharpened(self, slope: bool) -> Tensor:
        """The metric in which the function bends alike in all directions, or slopes alike.

        Its square is the mean over samples of JᵀJ, for the Jacobian J of all or of what is not
        linear, in units of the outputs, where each sample counts as much as its derivatives can be
        trusted.
        """
        work, model = self.work, self.work.model(self.length, self.fit)
        x = work.some
        variance = model.variance(x)
        weight = 1 / (1 + variance / variance.median())
        J = model.bending(work.mapped(x)) / work.y_scale[:, None]
        if slope:
            J += self.fit.weights[1 : 1 + work.lift.size].T
        else:
            J -= torch.einsum("b,bmn->mn", weight, J) / weight.sum()
        values, vectors = torch.linalg.eigh(torch.einsum("b,bmi,bmj->ij", weight, J, J))
        values = values.clamp_min(0.0).sqrt()
        values = (values / values[-1]).clamp_min(BLUNT) if values[-1] > 0 else values.fill_(1.0)
        return work.metric @ (vectors * values) @ vectors.T


class _Work:
    """What the search and the final fit share: the metric, centres and held-out samples."""

    def __init__(
        self, data: Data, units: Units, lift: Lift, metric: Tensor, seed: int, centres: int
    ) -> None:
        self.data, self.lift, self.metric = data, lift, metric
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
        bar: Any = None,
    ) -> Fit:
        """All rows -> one triangular factor -> the ridge with the least held-out error."""
        m = self.data.outputs
        qr = StreamingQR(self._size(len(centres)) + m)
        for x, y in self.data.batches(rows, CHUNK):
            features = self._features(self.mapped(x), centres, length)
            qr.add(torch.cat([features, self._target(y)], dim=1))
            if bar is not None:
                bar.update()
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
