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
SHARPER = 3  # how often the metric is sharpened, at most
FINE = 1e-4  # a held-out error that needs no better metric
SATURATED = 0.97  # the gain from more samples and centres, below which there is none
BLUNT = 1e-3  # what a direction counts at least, relative to the one that counts most


def fit_kernel(
    data: Data,
    seed: int = 0,
    progress: bool | None = None,
    *,
    centres: int = CENTRES,
    length: float | None = None,
    ridge: float | None = None,
    products: bool = False,
    metric: Tensor | None = None,
    least_ridge: float = 0.0,
) -> KernelModel:
    """Fit by ridge regression; what is not given is chosen by held-out error.

    ``length`` is in units of the median distance, and ridges below ``least_ridge`` are not tried.
    ``products`` makes products of inputs inputs too. Distances are measured after ``metric`` was
    applied, a square matrix for all inputs.
    """
    if data.task != "regression":
        raise DataError("the kernel learner is for regression; use learner='network' for classes")
    whole("centres", centres, 1)
    for name, value in (("length", length), ("ridge", ridge)):
        if value is not None:
            real(name, value, "a positive number", 0.0, math.inf, closed=False)
    units = survey(data)
    lift = Lift(units.x_scale, products)
    if metric is not None and getattr(metric, "shape", None) != (lift.size, lift.size):
        raise DataError(f"metric must be a tensor of shape ({lift.size}, {lift.size})")
    ridges = tuple(one for one in RIDGES if one > least_ridge)
    if ridge or least_ridge:
        ridges = (ridge,) if ridge else (least_ridge, *ridges)
    lengths = LENGTHS if length is None else (length,)
    hide = None if progress is None else not progress
    steps = len(lengths) + math.ceil(len(data.train) / CHUNK)
    with tqdm(total=steps, desc="kernel", disable=hide, delay=1.0, leave=False) as bar:
        attempt = _Attempt(data, units, lift, seed, centres, lengths, ridges, bar)
        best = _sharpest(attempt) if metric is None else attempt(metric)
        return best.finished(attempt)


def _sharpest(attempt: _Attempt) -> _Fitted:
    """The fit with the metric that held-out samples find best, at first one number a channel.

    Where coordinates of a channel come in units so different that the small ones would be lost, one
    number a coordinate is tried too.
    """
    units = attempt.units
    if attempt.lift.products:
        best = attempt(torch.eye(attempt.lift.size, dtype=torch.float64))
    else:
        best = attempt(torch.diag(1 / units.x_scale))
    if not attempt.lift.products and (units.x_scale > UNEVEN * units.x_size).any():
        rival = attempt(torch.diag(1 / units.x_size))
        if rival.fit.error < CLEARLY * best.fit.error:
            best = rival
    for _ in range(SHARPER):
        sharper = _sharper(best, attempt) if best.fit.typical > FINE else None
        if sharper is None:
            break
        best = sharper
    return best


def _sharper(best: _Fitted, attempt: _Attempt) -> _Fitted | None:
    """The same with a sharper metric, if held-out samples find it better.

    A law of products bends along the sum of them that it depends on, so that there its slope is
    tried before what bends.
    """
    for slope in (True, False) if attempt.lift.products else (False,):
        rival = attempt(best.sharpened(slope), best.length)
        if smoothest(torch.stack([best.fit.squares, rival.fit.squares], dim=1)):
            return rival
    return None


class Fit(NamedTuple):
    """The best ridge for one length, with what it gives on held-out samples."""

    squares: Tensor
    error: float
    ridge: float
    weights: Tensor
    ridges: Ridges

    @property
    def typical(self) -> float:
        """The median error, relative to the spread of y."""
        return float(self.squares.median().sqrt())


class _Attempt(NamedTuple):
    """Everything but the metric: with one, the best length and its fit to a part of the samples."""

    data: Data
    units: Units
    lift: Lift
    seed: int
    centres: int
    lengths: tuple[float, ...]
    ridges: tuple[float, ...]
    bar: Any

    def __call__(self, metric: Tensor, near: float | None = None) -> _Fitted:
        """``near`` is the length that was best in another metric; only its neighbours are tried."""
        work = _Work(self.data, self.units, self.lift, metric, self.seed, self.centres)
        ladder = sorted(self.lengths, reverse=True)
        if near is not None:
            ladder = ladder[max(ladder.index(near) - 1, 0) :]
        elif len(ladder) > 1:
            ladder = work.search(ladder, self.ridges, self.bar)
        return _Fitted(work, *work.refine(ladder, self.ridges))


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
        weight = 1 / (1 + model.variance(work.some) / model.typical)
        J = model.bending(work.mapped(work.some)) / work.y_scale[:, None]
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
        self.tried: list[dict[str, float]] = []

    @property
    def some(self) -> Tensor:
        """Some of the samples that were fitted to."""
        return self.data.inputs(np.sort(self.rows[:HELD_ROWS]))

    def mapped(self, x: Tensor) -> Tensor:
        """z."""
        return self.lift(x) @ self.metric

    def search(self, ladder: list[float], ridges: tuple[float, ...], bar: Any) -> list[float]:
        """The ladder from the length with the least held-out error on, by a quick look."""
        rows, fits = np.sort(self.rows[:SEARCH_ROWS]), []
        for length in ladder:
            fits.append(self.fit(length, ridges, self.few, rows))
            tried = {"length": length, "ridge": fits[-1].ridge, "error": fits[-1].typical}
            self.tried.append(tried)
            bar.update()
        return ladder[smoothest(torch.stack([fit.squares for fit in fits], dim=1)) :]

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
        )

    def model(self, length: float, fit: Fit) -> KernelModel:
        """The module in the units of the user, with what its sample weights need."""
        weights = fit.weights * self.y_scale
        weights[0] += self.y_mean
        arrays = {
            "metric": self.metric,
            "scale": self.lift.scale,
            "centres": self.centres,
            "weights": weights,
            "sketch": fit.ridges.spread(fit.ridge, self.probes) / math.sqrt(SKETCH),
            "span": self.span,
            "typical": torch.ones((), dtype=torch.float64),
        }
        gain = max(length**2, 1.0)
        shapes = self.data.x_shape, self.data.y_shape
        model = KernelModel(*shapes, length * self.unit, gain, arrays, self.lift.products)
        model.typical.copy_(model.variance(self.some).median())
        model.heldout_error = fit.error
        model.report = {
            "learner": "kernel",
            "why": f"length {length:.3g} median distances and ridge {fit.ridge:.0e} gave the least "
            "error on held-out samples",
            "length": length,
            "ridge": fit.ridge,
            "products": self.lift.products,
            "centres": len(self.centres),
            "heldout_error": fit.error,
            "search": self.tried,
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
