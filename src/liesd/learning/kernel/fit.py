"""Regression with a Gaussian kernel: derivatives that are accurate to many digits, in seconds.

Centres are drawn from the samples (Nyström), and everything is in float64. The length of the kernel
and the ridge are those with the least error on held-out samples; the linear part is free of any
ridge. Then the metric is sharpened: distances grow where the function changes and shrink where it
does not, by the mean of JᵀJ over the samples, as long as held-out samples confirm it. So a
direction that matters little costs little. Where it helps, products of inputs are inputs too.

How one fit is made: :mod:`liesd.learning.kernel.solve`; how its settings are found:
:mod:`liesd.learning.kernel.search`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import torch

from liesd.errors import DataError
from liesd.learning.base import Learner
from liesd.learning.data import Data
from liesd.learning.kernel.model import KernelModel
from liesd.learning.kernel.search import KINDS, SHORTER, Attempt, Fitted
from liesd.learning.kernel.settings import KernelSearch
from liesd.learning.kernel.solve import Trial
from liesd.learning.lift import is_affordable
from liesd.learning.scales import survey
from liesd.learning.settings import as_count, as_flag, as_optional, as_positive, as_settings
from liesd.progress import Show, read_progress


@dataclass(frozen=True, kw_only=True)
class KernelLearner(Learner[KernelModel]):
    """Gaussian kernel ridge regression; what is not given is chosen by held-out error."""

    name: ClassVar[str] = "kernel"
    centres: int = 700
    """How many kernels there are; fewer where samples are scarce."""
    length: float | None = None
    """The length of the kernel in units of the median distance."""
    ridge: float | None = None
    """The ridge, relative to the size of all kernels at all samples."""
    products: bool | None = None
    """Whether products of inputs are inputs too."""
    search: KernelSearch = field(default_factory=KernelSearch)
    """How what is not given is searched for."""

    def __post_init__(self) -> None:
        self.check(
            centres=as_count,
            length=as_optional(as_positive),
            ridge=as_optional(as_positive),
            products=as_optional(as_flag),
            search=as_settings(KernelSearch),
        )

    def fit(
        self,
        data: Data,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> KernelModel:
        """Search for the best metric, length and ridge; it is quick, and keeps no checkpoint."""
        if data.task != "regression":
            raise DataError(
                "the kernel learner is for regression; use learner='network' for classes"
            )
        lengths = self.search.lengths if self.length is None else (self.length,)
        ridges = self.search.ridges if self.ridge is None else (self.ridge,)
        shown = read_progress(progress)
        with shown.stage("searching for a kernel"):
            attempt = Attempt(
                data, survey(data), seed, self.centres, lengths, ridges, self.search, shown
            )
            best = _search(attempt, self.products)
        best = attempt.finish(best)
        model = self._make_model(best)
        settled = attempt.measure_gain(best) >= self.search.saturated_gain
        model.saturated = settled and not attempt.is_ragged(best.fit)
        model.report["saturated"] = model.saturated
        return model

    def refit(
        self,
        model: KernelModel,
        data: Data,
        share: int,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> KernelModel:
        """Fit the same kernel to a part of the data.

        It keeps its metric, its length and the number of its centres, and takes a larger ridge if
        need be, since there is less data. But with products among its inputs there is so much to a
        metric that its faults would look like the law's if all parts shared them: then it starts
        half way back, and sharpens the metric with its own samples, by what helped the whole fit.
        """
        lift, metric, length, least = model.lift, model.metric, model.length, model.ridge
        lengths = tuple({*self.search.lengths, length})
        ridges = (least, *(ridge for ridge in self.search.ridges if ridge > least))
        centres = len(model.centres)
        shown = read_progress(progress)
        with shown.stage("fitting a kernel"):
            attempt = Attempt(
                data, survey(data), seed, centres, lengths, ridges, self.search, shown
            )
            trial = Trial(attempt.pool, lift, metric)
            if not centres:
                return self._make_model(Fitted(trial, trial.fit_linear()))
            if not model.products:
                best = Fitted(trial, trial.fit(length, ridges, near=least))
            else:
                left, values, right = torch.linalg.svd(metric)
                trial = Trial(attempt.pool, lift, left * values.sqrt() @ right)
                few = Fitted(trial, trial.fit(length, ridges, True, least), quick=True)
                kinds = (model.report["sharpened"],) if model.report["sharpened"] else KINDS
                sharp = attempt.sharpen(few, self.search.replica_rounds, kinds)
                best = attempt.enlarge(sharp, SHORTER)
        return self._make_model(attempt.finish(best))

    def _make_model(self, best: Fitted) -> KernelModel:
        model, length, ridge = best.make_model(), best.fit.length, best.fit.ridge
        model.learner, model.heldout_error = self, best.fit.error
        why = f"length {length:.3g} median distances and ridge {ridge:.0e} gave the least error on "
        why += "held-out samples"
        if not best.fit.centres:
            products = " and their products" if model.products else ""
            why = f"a linear map of the inputs{products} explains held-out samples up to rounding"
        model.report = {
            "learner": self.name,
            "why": why,
            "length": length,
            "ridge": ridge,
            "products": model.products,
            "sharpened": best.kind,
            "centres": len(model.centres),
            "heldout_error": best.fit.error,
        }
        return model


def _search(attempt: Attempt, products: bool | None) -> Fitted:
    """The fit with the inputs and the metric that held-out samples find best.

    At first a part of the centres and samples is enough. Inputs are measured by one number per
    channel; where coordinates of a channel come in units so different that the small ones would be
    lost, one number per coordinate is tried too.
    """
    units, search = attempt.units, attempt.search
    affordable = is_affordable(units.lift(units.x_scale, True).size, len(attempt.data.train))
    for lifted in (False, True) if products is None else (products,):
        if affordable or not lifted:
            linear = attempt.fit_linear(units.lift(units.x_scale, lifted))
            if linear is not None:
                return linear
    best = attempt.start(units.lift(units.x_scale, False))
    if (units.x_scale > search.uneven * units.x_size).any():
        rival = attempt.start(units.lift(units.x_size, False))
        if rival.fit.error < search.even_gain * best.fit.error:
            best = rival
    if not products:
        best = attempt.sharpen(best, search.rounds)
    lift = units.lift(best.trial.lift.scale, True)
    if products or (products is None and affordable and not attempt.is_fine(best)):
        rival = attempt.sharpen(attempt.start(lift), search.rounds)
        best = rival if products else attempt.choose(best, rival)
    return attempt.complete(best)
