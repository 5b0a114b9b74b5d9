"""One pass over the data: what it spans first, then values and derivatives."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from liesd.checks import whole
from liesd.data.arrays import mapped
from liesd.data.samples import samples
from liesd.equations.reduce import Engine, Stretch
from liesd.equations.reductions import (
    Equations,
    FitError,
    Grouping,
    InputSurvey,
    Judgement,
    Look,
    OutputSurvey,
    Reduced,
    Seen,
    spread,
)
from liesd.equations.scale import factor
from liesd.errors import DataError
from liesd.numerics.moments import Space, double
from liesd.sources.torch import Autodiff, Derivatives, Given
from liesd.spec import Spec
from liesd.spec.sparsity import arrange
from liesd.verdict.estimates import Array, Estimates, from_groups, from_replicas

BATCH_BYTES = 1 << 26  # what one batch's rows and Jacobians may take
BATCH_SAMPLES = 4096
JUDGED = 4096  # samples on which replicas are compared
DIFFERENCES = 1e-7  # the error of derivatives that somebody else took, perhaps by differences
GROUPS = 20  # of samples that are left out in turn
FAINT = 0.1  # outputs of a learned function that are so much smaller than its error are not seen
NEGLIGIBLE = 0.01  # what a learned function does besides commuting with everything, if so little


class Pass:
    """One look at the data: a survey of inputs and outputs first, then the derivatives.

    ``error`` is that of a learned function, relative to its outputs; None if it is what it is.
    """

    def __init__(
        self,
        stretch: Stretch,
        spec: Spec,
        engine: Engine,
        balanced: bool = True,
        error: float | None = None,
        surveyed: int | None = None,
    ) -> None:
        self.stretch, self.spec, self.engine = stretch, spec, engine
        self.source = stretch.source
        self.eps = float(torch.finfo(self.source.dtype).eps)
        self.floor = max(1e2 * self.eps, DIFFERENCES if isinstance(self.source, Given) else 0.0)
        first = stretch if surveyed is None else stretch.part(0, surveyed)
        self.count = stretch.count
        self.inputs = self._survey_inputs(first)
        scales = torch.ones(spec.output.dim, dtype=torch.float64)
        if balanced and spec.output.dim > 1:
            moments = engine(OutputSurvey(spread(first.count)), first)
            scales = Space(spec.output, moments.mean).scales
        self.row_weights = 1 / scales
        floor = math.sqrt(self.eps) if error is None else NEGLIGIBLE
        self.look = Look(spec, self.inputs, scales, floor, FAINT * (error or 0.0))

    def equations(self, start: int = 0, stop: int | None = None) -> Reduced:
        """Everything that some of the samples say, by default all."""
        part = self.stretch if stop is None else self.stretch.part(start, stop)
        return self.engine(Equations(self.look, spread(part.count or self.count)), part)

    def keep(self, count: int) -> None:
        """From now on use the first samples only."""
        self.stretch, self.count = self.stretch.part(0, count), count
        self.source = self.stretch.source

    def finish(self, seen: Seen) -> None:
        """Take over what was seen of all samples."""
        self.scale, self.count, self.total = seen.scale, seen.outputs.count, seen.outputs.total
        self.outputs = Space(self.spec.output, seen.outputs.mean)

    def estimates(
        self, replicas: list[Any], directions: Tensor, defects: Array, L: Tensor, error: float
    ) -> Estimates:
        """What replicas of the fit say of each direction, on a part of the samples."""
        step = max(1, self.count // JUDGED)
        spec = self.spec
        judges = [
            Autodiff(replica, self.source.samples, spec.input, spec.output) for replica in replicas
        ]
        judged = self.engine(Judgement(self.look, judges, directions, step), self.stretch)
        sizes = torch.stack(
            [
                (factor(spec, scale.terms()) @ directions).square().sum(dim=0) * self.total
                for scale in judged.scales
            ]
        )
        whole = (L @ directions).square().sum(dim=0)
        ratios = torch.where(whole > 0, sizes / whole, 1.0)
        return from_replicas(defects, step * judged.moments.numpy(), ratios.numpy(), error)

    def sampled(self, f: Any, directions: Tensor, defects: Array, error: float) -> Estimates:
        """What one model says of each direction: other samples would have given other defects."""
        step = max(1, self.count // JUDGED)
        model = Autodiff(f, self.source.samples, self.spec.input, self.spec.output)
        job = Grouping(self.look, model, directions, step, GROUPS)
        return from_groups(defects, self.engine(job, self.stretch).squares.numpy(), error)

    def error(self) -> float:
        """The error of f on what it was trained to give, relative to the spread of that."""
        errors = self.engine(FitError(1 / self.row_weights), replace(self.stretch, trusting=False))
        spread = errors.squares - float(errors.total.square().sum()) / errors.count
        return math.sqrt(errors.wrong / spread) if spread > 0 else math.inf

    def few(self, count: int) -> tuple[Tensor, Tensor]:
        """At most ``count`` samples and their values, evenly spread."""
        step = max(1, -(-self.count // count))
        parts = list(self.source.values(self.stretch.batch_size, step))
        x, y = (
            torch.cat([double(part).flatten(1).cpu() for part in column])
            for column in zip(*parts, strict=True)
        )
        return x, y

    def some(self, count: int) -> tuple[Array, Array]:
        """The same, in units of each channel's size."""
        x, y = self.few(count)
        return (x / self.inputs.scales).numpy(), (y * self.row_weights).numpy()

    def motion(self, theta: Array, x: Tensor) -> tuple[Tensor, Tensor, float]:
        """A and B along a direction, and how fast samples move, in units of their spread."""
        matrices = self.spec.unpack(theta)
        A, B = (torch.tensor(rep.matrix(matrices)) for rep in (self.spec.input, self.spec.output))
        A = A if self.inputs.projector is None else self.inputs.projector @ A
        return A, B, float((x @ A.T / self.inputs.rms).square().mean().sqrt())

    def require(self, unknowns: int, equations: int) -> None:
        """Refuse data that leaves unknowns undetermined for lack of equations."""
        needed = math.ceil(unknowns / equations)
        if self.count < needed:
            raise DataError(
                f"{self.count} samples are too few for {self.spec}: {unknowns} unknown numbers "
                f"with {equations} equations a sample need at least {needed} samples, better "
                f"{10 * needed}"
            )

    def _survey_inputs(self, stretch: Stretch) -> Space:
        """Check every x, and see what they span.

        A part of them mostly suffices to see that they fill the space, which more of them cannot
        undo; all of them where it does not.
        """
        for step in (spread(stretch.count), 1):
            moments = self.engine(InputSurvey(step), stretch)
            self.count = self.count or moments.count
            space = Space(self.spec.input, moments.mean)
            if space.is_filled or step == 1:
                break
        return space


def stretch_of(
    source: Derivatives,
    spec: Spec,
    sample_weight: ArrayLike | None = None,
    target: Any = None,
    batch_size: int | None = None,
    progress: bool | None = None,
    trusting: bool = False,
) -> Stretch:
    """All samples, with all that belongs to them."""
    size = _batch_size(spec) if batch_size is None else whole("batch_size", batch_size, 1)
    count = source.samples.count
    extra = {}
    if sample_weight is not None:
        extra["weight"] = samples(_weights(sample_weight, count or 0), "sample_weight")
    if target is not None:
        extra["target"] = samples(target, "y")
        if count is None:
            raise DataError("with y= x must be an array too, not a stream of batches")
        if extra["target"].count != count or extra["target"].size != spec.output.dim:
            raise DataError(
                f"y must hold what f should give for each of the {count} samples: "
                f"{spec.output.dim} numbers each"
            )
    return Stretch(source, size, extra, trusting and sample_weight is None, progress=progress)


def _weights(sample_weight: ArrayLike, count: int) -> Tensor:
    weight = np.asarray(mapped(sample_weight), dtype=np.float64)
    if weight.ndim != 1 or len(weight) != count:
        raise DataError(
            f"sample_weight needs one number a sample, shape ({count},), got {weight.shape}"
        )
    if not np.isfinite(weight).all() or (weight < 0).any() or not weight.any():
        raise DataError("sample_weight must be finite, not negative and not all zero")
    return torch.from_numpy(weight / weight.mean())


def _batch_size(spec: Spec) -> int:
    n, m, numbers = spec.input.dim, spec.output.dim, arrange(spec).numbers
    return max(1, min(BATCH_SAMPLES, BATCH_BYTES // (8 * (2 * numbers + 4 * m * n + 2 * n))))
