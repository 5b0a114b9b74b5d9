"""The search for the inputs, the metric and the length of a kernel, by held-out samples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.learning.data import Data, thin
from liesd.learning.kernel.model import KernelModel
from liesd.learning.kernel.ridge import choose_least, choose_smoothest, climb, clip
from liesd.learning.kernel.settings import KernelSearch
from liesd.learning.kernel.solve import Fit, Pool, Trial
from liesd.learning.lift import Lift
from liesd.learning.scales import Units
from liesd.progress import Reporter

KINDS = ("bending", "slope")  # what a metric can be sharpened by
BOTH, SHORTER = (-1, 1), (1,)  # steps along a ladder of lengths, the longest first


class Fitted(NamedTuple):
    """A metric with the best length for it, and the fit."""

    trial: Trial
    fit: Fit
    quick: bool = False
    """Whether a part of the centres and samples was fitted."""
    kind: str = ""
    """What the metric was sharpened by last; nothing if it was not."""
    longer: float = 1.0
    """The typical error of the next longer length that was tried, relative to that of the best."""

    def make_model(self) -> KernelModel:
        """The module, with what its sample weights need."""
        model = self.trial.make_model(self.fit)
        sample = self.trial.sample[: self.trial.search.typical_rows]
        model.typical.copy_(model.estimate_variance(sample).median())
        return model

    def is_better(self, other: Fitted) -> bool:
        """True if held-out samples say so, beyond chance."""
        return choose_smoothest(torch.stack([other.fit.squares, self.fit.squares], dim=1)) == 1

    def propose_metrics(self) -> dict[str, Tensor]:
        """Metrics in which the function bends alike in all directions, or slopes alike.

        The square of either is the mean over samples of JᵀJ, for the Jacobian J of what is not
        linear, or of all, in units of the outputs, where each sample counts as much as its
        derivatives can be trusted.
        """
        trial, model = self.trial, self.trial.make_model(self.fit)
        variance = model.estimate_variance(trial.sample)
        weight = 1 / (1 + variance / variance.median())
        J = model.differentiate_bells(trial.sample) / trial.pool.units.y_scale[:, None]
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


class Attempt:
    """Everything but the inputs and the metric: with these, it gives the best length and fit."""

    def __init__(
        self,
        data: Data,
        units: Units,
        seed: int,
        centres: int,
        lengths: Sequence[float],
        ridges: Sequence[float],
        search: KernelSearch,
        progress: Reporter,
    ) -> None:
        self.data, self.units, self.search, self.ridges = data, units, search, ridges
        self.pool = Pool(data, units, seed, centres, search, progress)
        self.lengths = sorted(lengths, reverse=True)
        self._part: tuple[Trial, Fit] | None = None

    def fit_linear(self, lift: Lift) -> Fitted | None:
        """Fit a linear map, if it explains everything: kernels would add nothing but rounding."""
        trial = self._open(lift)
        best = Fitted(trial, trial.fit_linear())
        return best if best.fit.typical < self.search.rounding else None

    def start(self, lift: Lift, quick: bool = True) -> Fitted:
        """Fit inputs in the plain metric: every other length, and whatever is next to the best."""
        trial = self._open(lift)
        few = len(self.lengths) <= 3
        tried = range(len(self.lengths)) if few else range(1, len(self.lengths), 2)
        return self._climb(trial, {k: self._fit(trial, k, quick) for k in tried}, quick, BOTH)

    def enlarge(self, best: Fitted, steps: tuple[int, ...] = BOTH) -> Fitted:
        """Fit all centres: more of them favour shorter lengths, and noise longer ones.

        Where a longer one was clearly worse already, what is left is not noise.
        """
        trial, k = best.trial, self.lengths.index(best.fit.length)
        if best.quick and best.longer > self.search.clearly_worse:
            steps = SHORTER
        first = self._fit(trial, k, False, best.fit.ridge)
        return self._climb(trial, {k: first}, False, steps)._replace(kind=best.kind)

    def choose(self, plain: Fitted, rival: Fitted) -> Fitted:
        """The better of two fits to a part of the samples; if it is close, each is completed."""
        least, most = sorted((plain.fit.typical, rival.fit.typical))
        if least < self.search.clear_gain * most:
            return plain if plain.fit.typical < rival.fit.typical else rival
        plain, rival = self.complete(plain), self.complete(rival)
        return rival if rival.is_better(plain) else plain

    def complete(self, best: Fitted) -> Fitted:
        """The same with all centres, and a metric that these have sharpened."""
        return self.sharpen(self.enlarge(best), self.search.rounds) if best.quick else best

    def is_fine(self, best: Fitted) -> bool:
        """True if a fit needs no better inputs or metric; all centres make it better anyway."""
        error, fine = best.fit.typical, self.search.fine_error
        if best.quick:
            share = best.fit.centres / best.trial.count
            error, fine = error * share**self.search.centre_power, fine * self.search.quick_share
        return error <= fine

    def sharpen(self, best: Fitted, rounds: int, kinds: Iterable[str] = KINDS) -> Fitted:
        """Sharpen the metric as long as that reduces the held-out error.

        Whether the slope of the function or its bending tells more is seen from case to case: what
        helped last is tried first.
        """
        kinds = list(kinds)
        for k in range(rounds):
            if self.is_fine(best):
                break
            rivals, metrics = {}, best.propose_metrics()
            for kind in kinds:
                rival = self._try(best, metrics[kind])
                if rival is not None:
                    rivals[kind] = rival._replace(kind=kind)
                    if k > 0:
                        break
            if not rivals:
                break
            sharper, *others = rivals.values()
            for rival in others:
                sharper = rival if rival.is_better(sharper) else sharper
            kinds.sort(key=lambda kind: rivals.get(kind) is not sharper)
            little = sharper.fit.error > self.search.enough_gain * best.fit.error
            best = sharper
            if little:
                break
        return best

    def finish(self, best: Fitted) -> Fitted:
        """Fit the same length and metric to all samples, or as many as help.

        Where more centres make the fit much better, what it leaves unexplained is no noise, which
        more samples would average out; nor is it where it is rounding.
        """
        rest = self.pool.rest
        exact = best.fit.typical < self.search.rounding
        if exact or self.measure_gain(best) < self.search.bent_gain:
            rest = thin(rest, max(1, self.search.bent_rows * best.fit.centres))
        if not best.fit.centres or not len(rest):
            return best
        k = self.lengths.index(best.fit.length)
        fits = {k: best.trial.extend(best.fit, self.ridges, rest)}
        if self.is_ragged(fits[k]):  # few samples at the rim chose the length, now there are more
            k = climb(fits, lambda j: self._extend(best, j, rest), len(self.lengths), BOTH)
        return best._replace(fit=fits[k])

    def is_ragged(self, fit: Fit) -> bool:
        """True if a few samples have most of the error: it is neither small nor noise."""
        small = fit.error <= self.search.ragged_error
        return not small and fit.typical < self.search.noise_like * fit.error

    def measure_gain(self, best: Fitted) -> float:
        """The error, but for the rim, relative to that of a part of the samples and centres.

        Where it is near one, the remaining error is noise, or out of reach.
        """
        if not best.fit.centres:
            return 1.0
        both = torch.stack([best.fit.squares, self._fit_part(best).squares], dim=1)
        all_of_it, part = clip(both).mean(dim=0)
        return float((all_of_it / part).sqrt()) if part else 1.0

    def _fit_part(self, best: Fitted) -> Fit:
        """The same length and metric with a part of the samples and centres."""
        if self._part is None or self._part[0] is not best.trial:
            fit = best.trial.fit(best.fit.length, self.ridges, True, best.fit.ridge)
            self._part = best.trial, fit
        return self._part[1]

    def _extend(self, best: Fitted, k: int, rest: NDArray[np.intp]) -> Fit:
        """Another length with the same metric, for the samples of the pool and all others."""
        first = self._fit(best.trial, k, False, best.fit.ridge)
        return best.trial.extend(first, self.ridges, rest)

    def _open(self, lift: Lift) -> Trial:
        return Trial(self.pool, lift, torch.eye(lift.size, dtype=torch.float64))

    def _try(self, best: Fitted, metric: Tensor) -> Fitted | None:
        """The fit in another metric, if it is better."""
        trial, k = Trial(self.pool, best.trial.lift, metric), self.lengths.index(best.fit.length)
        first = {k: self._fit(trial, k, best.quick, best.fit.ridge)}
        near = Fitted(trial, first[k]).is_better(best)
        if best.quick:  # another length may still be better, if this one is not much worse
            near = near or first[k].typical < self.search.near_error * best.fit.typical
        if not near:
            return None
        rival = self._climb(trial, first, best.quick, BOTH if best.quick else SHORTER)
        return rival if rival.is_better(best) else None

    def _climb(
        self, trial: Trial, fits: dict[int, Fit], quick: bool, steps: tuple[int, ...]
    ) -> Fitted:
        """Try lengths next to the best until none of them is better."""
        known = next(iter(fits.values())).ridge
        best = climb(
            fits,
            lambda k: self._fit(trial, k, quick, None if quick else known),
            len(self.lengths),
            steps,
            choose_least if quick else choose_smoothest,
        )
        longer = fits[best - 1].typical if best - 1 in fits else 0.0
        return Fitted(trial, fits[best], quick, longer=longer / (fits[best].typical or 1.0))

    def _fit(self, trial: Trial, k: int, quick: bool, near: float | None = None) -> Fit:
        return trial.fit(self.lengths[k], self.ridges, quick, near)
