"""The problem to solve: samples, and the frame of units and span in which it is stated."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from liesd.data.arrays import make_array
from liesd.data.samples import open_samples
from liesd.equations import limits
from liesd.equations.batches import Batches
from liesd.equations.frame import Frame
from liesd.equations.outer import find_outer
from liesd.equations.reduce import Engine, Reduction, State
from liesd.equations.reductions import (
    Equations,
    InputSurvey,
    OutputSurvey,
    Reduced,
    SpreadSurvey,
    choose_step,
)
from liesd.errors import DataError, check_whole
from liesd.numerics.moments import double
from liesd.numerics.space import Space
from liesd.progress import Show
from liesd.sources import Source
from liesd.spec import Array, Chart, Spec
from liesd.spec.sparsity import arrange


@dataclass(frozen=True)
class Problem:
    """Samples, the frame in which their equations are built, and the engine that reduces them."""

    batches: Batches
    frame: Frame
    engine: Engine
    count: int
    """The number of samples."""

    @property
    def spec(self) -> Spec:
        """The spec of the actions."""
        return self.frame.spec

    @property
    def source(self) -> Source:
        """The source of values and derivatives."""
        return self.batches.source

    @property
    def eps(self) -> float:
        """The precision of values and derivatives."""
        return float(torch.finfo(self.source.dtype).eps)

    @property
    def row_weights(self) -> Tensor:
        """The weight of each output, which makes its units irrelevant."""
        return 1 / self.frame.output_scales

    def reduce(self, reduction: Reduction[State]) -> State:
        """Reduce all samples."""
        return self.engine(reduction, self.batches)

    def equations(self, start: int = 0, stop: int | None = None) -> Reduced:
        """The equations of a range of samples, by default of all."""
        part = self.batches if stop is None else self.batches.part(start, stop)
        step = choose_step(part.count or self.count)
        return self.engine(Equations(self.frame, step), part)

    def keep(self, count: int) -> Problem:
        """Keep the first samples only."""
        return replace(self, batches=self.batches.part(0, count), count=count)

    def subsample(self, count: int) -> tuple[Tensor, Tensor]:
        """At most ``count`` samples and their values, evenly spread."""
        step = max(1, -(-self.count // count))
        parts = list(self.source.values(self.batches.batch_size, step))
        x, y = (
            torch.cat([double(part).flatten(1).cpu() for part in column])
            for column in zip(*parts, strict=True)
        )
        return x, y

    def require(self, unknowns: int, equations: int) -> None:
        """Refuse data that leaves unknowns undetermined for lack of equations."""
        needed = math.ceil(unknowns / equations)
        if self.count < needed:
            raise DataError(
                f"{self.count} samples are too few for {self.spec}: {unknowns} unknown numbers "
                f"with {equations} equations per sample need at least {needed} samples, better "
                f"{10 * needed}"
            )


def state_problem(
    batches: Batches,
    engine: Engine,
    balanced: bool = True,
    error: float | None = None,
    surveyed: int | None = None,
) -> Problem:
    """Survey inputs and outputs, and fix the frame.

    ``error`` is that of a learned function, relative to its outputs; None for an exact function.
    ``surveyed`` samples are enough for the survey; all if not given.
    """
    dtype = batches.source.dtype
    first = batches if surveyed is None else batches.part(0, surveyed)
    spec = batches.source.spec
    spec = spec.with_charts(find_charts(spec, first, engine))
    inputs, features, count = _survey_inputs(first, spec, engine)
    scales = torch.ones(spec.output.dim, dtype=torch.float64)
    if balanced and spec.output.dim > 1:
        moments = engine(OutputSurvey(spec.output, choose_step(first.count)), first)
        scales = moments.fill_space(spec.output).scales
    floor = (
        math.sqrt(float(torch.finfo(dtype).eps))
        if error is None
        else limits.LIMITS.negligible_jacobian
    )
    faint = limits.LIMITS.faint_outputs * (error or 0.0)
    frame = Frame(spec, inputs, features, scales, floor, faint)
    return Problem(batches, frame, engine, batches.count or count)


def find_charts(spec: Spec, batches: Batches, engine: Engine) -> dict[str, Chart]:
    """Find centre and scale of each named space of points; inputs go before outputs."""
    charts: dict[str, Chart] = {}
    for action, of_outputs in ((spec.input, False), (spec.output, True)):
        missing = [one for one in action.channels() if one.name not in (None, *charts)]
        if not missing:
            continue
        spread = engine(SpreadSurvey(choose_step(batches.count), of_outputs), batches)
        if not spread.total > 0:
            raise DataError("all samples that were used have weight zero: use more")
        mean = (torch.as_tensor(spread.first) / spread.total).numpy()
        square = (torch.as_tensor(spread.second) / spread.total).numpy()
        for name in dict.fromkeys(one.name for one in missing):
            places = np.concatenate([one.coordinates for one in missing if one.name == name])
            charts[str(name)] = _make_chart(mean[places], square[places])
    return charts


def _make_chart(mean: Array, square: Array) -> Chart:
    """The chart of all copies, (copies, size), of a space; a constant coordinate has no scale."""
    centre = mean.mean(axis=0)
    spread = np.sqrt(np.maximum(square.mean(axis=0) - centre**2, 0.0))
    least = max(float(spread.max()), float(np.abs(centre).max())) * limits.LIMITS.least_spread
    scale = np.where(spread > least, spread, spread.max() if spread.max() > least else 1.0)
    finite = np.isfinite(centre).all() and np.isfinite(scale).all()  # x is checked by the survey
    centre, scale = (centre, scale) if finite else (0 * mean[0], 0 * mean[0] + 1)
    return Chart(tuple(map(float, centre)), tuple(map(float, scale)))


def _survey_inputs(batches: Batches, spec: Spec, engine: Engine) -> tuple[Space, Space, int]:
    """Check every x, and find the span of samples and of their features.

    If a subsample fills the space, so do all samples; otherwise all of them are used.
    """
    for step in (choose_step(batches.count), 1):
        moments = engine(InputSurvey(spec.input, step), batches)
        features = moments.fill_features(spec.input)
        space = features if spec.input.blocks() is not None else moments.fill_space(spec.input)
        if step == 1 or (space.is_filled and features.is_filled):
            break
    return space, features, moments.count


def make_batches(
    source: Source,
    sample_weight: ArrayLike | None = None,
    batch_size: int | None = None,
    progress: Show = None,
    trusting: bool = True,
) -> Batches:
    """Join samples with their weights: the user's, or else the model's if it is ``trusting``."""
    spec, count = source.spec, source.samples.count
    size = choose_batch(spec)
    if batch_size is not None:
        size = min(check_whole("batch_size", batch_size, 1), sys.maxsize)
    extra = {}
    if sample_weight is not None:
        extra["weight"] = open_samples(_check_weights(sample_weight, count or 0), "sample_weight")
    trusting = trusting and sample_weight is None
    return Batches(source, size, extra, trusting, progress=progress)


def choose_batch(spec: Spec) -> int:
    """Choose how many samples at a time fit into the memory budget."""
    n, m = spec.input.dim, spec.output.dim
    outer = find_outer(spec)
    numbers = arrange(spec).numbers if outer is None else outer.numbers
    return max(
        1,
        min(
            limits.LIMITS.batch_samples,
            limits.LIMITS.batch_bytes // (8 * (2 * numbers + 4 * m * n + 2 * n)),
        ),
    )


def _check_weights(sample_weight: ArrayLike, count: int) -> Tensor:
    weight = make_array(sample_weight, "sample_weight")
    if weight.dtype.kind not in "fiub":
        raise DataError(f"sample_weight must hold real numbers, not {weight.dtype}")
    weight = np.asarray(weight, dtype=np.float64)
    if weight.ndim != 1 or len(weight) != count:
        raise DataError(
            f"sample_weight needs one number per sample, shape ({count},), got {weight.shape}"
        )
    if not np.isfinite(weight).all() or (weight < 0).any() or not weight.any():
        raise DataError("sample_weight must be finite, not negative and not all zero")
    weight = weight / weight.max()  # first, so that no sum overflows
    return torch.from_numpy(weight / weight.mean())
