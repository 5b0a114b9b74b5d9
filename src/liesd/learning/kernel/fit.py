"""Regression with a Gaussian kernel: derivatives that are accurate to many digits, in seconds.

Centres are drawn from the samples (Nyström), and everything is in float64. The length of the kernel
and the ridge are those with the least error on held-out samples; the linear part is free of any
ridge. Then the metric is sharpened: distances are stretched where the function changes and shrunk
where it does not, by the mean of JᵀJ over the samples, as long as held-out samples confirm it. So a
direction that matters little costs little. Where it helps, products of inputs are inputs too.

How one fit is made: :mod:`liesd.learning.kernel.solve`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NoReturn

import torch
from tqdm.auto import tqdm

from liesd.errors import DataError, check_real, check_whole
from liesd.learning.data import Data
from liesd.learning.kernel.model import KernelModel
from liesd.learning.kernel.ridge import smoothest
from liesd.learning.kernel.solve import Attempt, Fitted
from liesd.learning.lift import Lift
from liesd.learning.scales import survey

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
UNEVEN = 30.0  # how far units inside a channel may differ before it is tried to even them
CLEARLY = 0.5  # what that must do to the error
SHARPER = 10  # how often the metric is sharpened, at most
ENOUGH = 0.99  # what that must do to the error to be tried again
OWN = 1  # how often a part of the data sharpens a metric of products itself
FINE = 1e-4  # a held-out error that needs no better metric


def fit_kernel(
    data: Data,
    seed: int = 0,
    progress: bool | None = None,
    *,
    centres: int = CENTRES,
    length: float | None = None,
    ridge: float | None = None,
    products: bool | None = None,
) -> KernelModel:
    """Fit by ridge regression; what is not given is chosen by held-out error.

    ``length`` is in units of the median distance, and ``products`` says whether products of inputs
    are inputs too.
    """
    if data.task != "regression":
        raise DataError("the kernel learner is for regression; use learner='network' for classes")
    check_whole("centres", centres, 1)
    for name, value in (("length", length), ("ridge", ridge)):
        if value is not None:
            check_real(name, value, "a positive number", 0.0, math.inf, closed=False)
    lengths = LENGTHS if length is None else (length,)
    ridges = RIDGES if ridge is None else (ridge,)
    with _bar(progress) as bar:
        attempt = Attempt(data, survey(data), seed, centres, lengths, ridges, bar)
        best = attempt.finished(_search(attempt, products))
        model = best.model()
        model.report["saturated"] = attempt.saturated(best)
    return model


def refit_kernel(
    model: KernelModel, data: Data, seed: int = 0, progress: bool | None = None
) -> KernelModel:
    """The same kernel for a part of the data.

    It keeps its metric, its length and the number of its centres, and takes a larger ridge if need
    be, since there is less data. But with products among its inputs there is so much to a metric
    that its faults would look like the law's if all parts shared them: then it starts half way
    back, and sharpens the metric with its own samples.
    """
    report, lift, metric, length = model.report, model.lift, model.metric, model.report["length"]
    lengths, least = tuple({*LENGTHS, length}), report["ridge"]
    ridges = (least, *(ridge for ridge in RIDGES if ridge > least))
    with _bar(progress) as bar:
        attempt = Attempt(data, survey(data), seed, report["centres"], lengths, ridges, bar)
        if not model.products:
            return attempt.whole(lift, metric, length).model()
        left, stretches, right = torch.linalg.svd(metric)
        best = attempt.fit(lift, left * stretches.sqrt() @ right, length)
        return attempt.finished(_sharpest(best, attempt.fit, OWN)).model()


def _bar(progress: bool | None) -> tqdm[NoReturn]:
    hide = None if progress is None else not progress
    return tqdm(
        desc="kernels", unit=" samples", unit_scale=True, disable=hide, delay=1.0, leave=False
    )


def _search(attempt: Attempt, products: bool | None) -> Fitted:
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


def _sharpest(best: Fitted, fit: Callable[..., Fitted], rounds: int = SHARPER) -> Fitted:
    """The same with sharper and sharper metrics, as long as held-out samples find them better.

    Whether the slope of the function or its bending tells more is seen from case to case: what
    helped last is tried first.
    """
    kinds = ["bending", "slope"]
    for k in range(rounds):
        if best.fit.typical <= FINE:
            break
        rivals, metrics = {}, best.sharpened()
        for kind in kinds:
            rival = fit(best.work.lift, metrics[kind], best.length)
            if _better(rival, best):
                rivals[kind] = rival
                if k > 0:
                    break
        if not rivals:
            break
        sharper = min(rivals.values(), key=lambda rival: rival.fit.error)
        kinds.sort(key=lambda kind: rivals.get(kind) is not sharper)
        little = sharper.fit.error > ENOUGH * best.fit.error
        best = sharper
        if little:
            break
    return best


def _better(rival: Fitted, best: Fitted) -> bool:
    return smoothest(torch.stack([best.fit.squares, rival.fit.squares], dim=1)) == 1
