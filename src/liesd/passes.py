"""One pass over the data: what it spans first, then values and derivatives, batch by batch."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor
from tqdm.auto import tqdm

from liesd.data import check_finite, samples
from liesd.errors import DataError
from liesd.evidence import Array, Estimates, from_groups, from_replicas
from liesd.linearize import Autodiff, Derivatives, Given
from liesd.moments import Gram, Space, double
from liesd.rows import rows
from liesd.scale import ENOUGH, Scale, factor
from liesd.spec import Spec

BATCH_BYTES = 1 << 26  # what one batch's rows and Jacobians may take
BATCH_SAMPLES = 4096
JUDGED = 4096  # samples on which replicas are compared
DIFFERENCES = 1e-7  # the error of derivatives that somebody else took, perhaps by differences
GROUPS = 20  # of samples that are left out in turn
NEGLIGIBLE = 0.01  # what a learned function does besides commuting with everything, if so little


class Pass:
    """One look at the data: a survey of inputs and outputs first, then the derivatives."""

    def __init__(
        self,
        source: Derivatives,
        spec: Spec,
        sample_weight: ArrayLike | None,
        batch_size: int | None,
        progress: bool | None,
        balanced: bool,
        learned: bool = False,
    ) -> None:
        self.source, self.spec, self.progress = source, spec, progress
        self.eps = float(torch.finfo(self.source.dtype).eps)
        self.floor = max(1e2 * self.eps, DIFFERENCES if isinstance(source, Given) else 0.0)
        self.batch_size = _batch_size(spec) if batch_size is None else batch_size
        if self.batch_size < 1:
            raise DataError(f"batch_size must be at least 1, not {batch_size}")
        self.count = self.source.samples.count or 0
        self.weight = self._weights(sample_weight)
        self.inputs = self._survey_inputs()
        scales = torch.ones(spec.output.dim, dtype=torch.float64)
        if balanced and spec.output.dim > 1:
            scales = self._survey_outputs().scales
        self.row_weights = 1 / scales
        floor = NEGLIGIBLE if learned else math.sqrt(self.eps)
        self.scale = Scale(spec, self.inputs, scales, floor)

    def triples(self) -> Iterator[tuple[Tensor, Tensor, Tensor, Tensor | None]]:
        """(x, y, J projected, weights) in float64; the scale of the defect sees what it needs."""
        projector, step, start = self.inputs.projector, self._step(), 0
        outputs = Gram()
        for batch in self._bar(self.source(self.batch_size), "discovering"):
            if not torch.isfinite(batch[1].sum() + batch[2].sum()):
                check_finite(batch[1], start, "the output of f")
                check_finite(batch[2], start, "the Jacobian of f")
            x, y, J = double(batch[0]), double(batch[1]), _at_least_single(batch[2])
            if projector is not None:
                J = J @ projector.to(J)
            weight = self._slice(start, len(x), x)
            outputs.add(y, y, weight)
            some = slice(-start % step, None, step)
            self.scale.add(x[some], y[some], J[some], None if weight is None else weight[some])
            yield x, y, double(J), weight
            start += len(x)
        self.outputs = Space(self.spec.output, outputs.sum / start)

    def estimates(
        self, replicas: list[Any], directions: Tensor, defects: Array, L: Tensor
    ) -> Estimates:
        """What replicas of the fit say of each direction, on a part of the samples."""
        step = max(1, self.count // JUDGED)
        judges = [_Judge(self, replica, directions, step) for replica in replicas]
        moments = torch.zeros((len(judges), len(judges), directions.shape[1]), dtype=torch.float64)
        for part in zip(*judges, strict=True):
            residuals = torch.stack(part)
            moments += torch.einsum("ibmk,jbmk->ijk", residuals, residuals).cpu()
        sizes = torch.stack([judge.sizes() for judge in judges])
        whole = (L @ directions).square().sum(dim=0)
        ratios = torch.where(whole > 0, sizes / whole, 1.0)
        return from_replicas(defects, step * moments.numpy(), ratios.numpy())

    def sampled(self, f: Any, directions: Tensor, defects: Array, error: float) -> Estimates:
        """What one model says of each direction: other samples would have given other defects."""
        step = max(1, self.count // JUDGED)
        squares = torch.zeros((GROUPS, directions.shape[1]), dtype=torch.float64)
        start = 0
        for residuals in _Judge(self, f, directions, step):
            group = torch.arange(start, start + len(residuals)) % GROUPS
            squares.index_add_(0, group, residuals.square().sum(dim=1).cpu())
            start += len(residuals)
        return from_groups(defects, squares.numpy(), error)

    def error(self, y: Any) -> float:
        """The error of f on what it was trained to give, relative to the spread of that."""
        target = samples(y, "y")
        if target.count != self.count or target.size != self.spec.output.dim:
            raise DataError(
                f"y must hold what f should give for each of the {self.count} samples: "
                f"{self.spec.output.dim} numbers each"
            )
        wrong, squares, count = 0.0, 0.0, 0
        total = torch.zeros(target.size, dtype=torch.float64)
        pairs = zip(
            self.source.values(self.batch_size), target.batches(self.batch_size), strict=True
        )
        for (_, guess), part in pairs:
            flat = double(part).reshape(len(part), -1).to(guess.device) * self.row_weights
            wrong += float((double(guess) * self.row_weights - flat).square().sum())
            total, squares = total + flat.sum(dim=0).cpu(), squares + float(flat.square().sum())
            count += len(flat)
        spread = squares - float(total.square().sum()) / count
        return math.sqrt(wrong / spread) if spread > 0 else math.inf

    def some(self, count: int) -> tuple[Array, Array]:
        """About ``count`` samples and their values, in units of each channel's size."""
        step = max(1, self.count // count)
        parts = list(self.source.values(self.batch_size, step))
        x, y = (
            torch.cat([double(part).flatten(1).cpu() for part in column])
            for column in zip(*parts, strict=True)
        )
        return (x / self.inputs.scales).numpy(), (y * self.row_weights).numpy()

    def function(self, x: Tensor) -> Tensor:
        """f in float64, for samples that are not in the data."""
        assert isinstance(self.source, Autodiff)
        shaped = x.reshape(len(x), *self.source.samples.shape)
        return double(self.source.value(self.source.place(shaped)))

    def require(self, unknowns: int, equations: int) -> None:
        """Refuse data that leaves unknowns undetermined for lack of equations."""
        needed = math.ceil(unknowns / equations)
        if self.count < needed:
            raise DataError(
                f"{self.count} samples are too few for {self.spec}: {unknowns} unknown numbers "
                f"with {equations} equations a sample need at least {needed} samples, better "
                f"{10 * needed}"
            )

    def _survey_inputs(self) -> Space:
        """Check every x, and see what they span.

        A part of them, in their own precision, mostly suffices to see that they fill the space,
        which more of them cannot undo; all of them in float64 where it does not.
        """
        for step, dtype in ((self._step(), self.source.dtype), (1, torch.float64)):
            gram, total, start = Gram(), 0.0, 0
            for batch in self._bar(self.source.inputs(self.batch_size), "reading x"):
                check_finite(batch, start, "x")
                weight = self._slice(start, len(batch), batch)
                some = slice(-start % step, None, step)
                x = batch[some] if dtype == self.source.dtype else double(batch[some])
                gram.add(x, x, None if weight is None else weight[some].to(x.dtype))
                total += len(x) if weight is None else float(weight[some].sum())
                start += len(batch)
            self.count = start
            space = Space(self.spec.input, gram.sum / total)
            if space.is_filled(torch.finfo(dtype).eps):
                break
        return space

    def _survey_outputs(self) -> Space:
        gram, step, count = Gram(), self._step(), 0
        for _, batch in self.source.values(self.batch_size, step):
            if not torch.isfinite(batch).all():
                self._name_bad_output()
            y = double(batch)
            weight = None if self.weight is None else self.weight[::step][count : count + len(y)]
            gram.add(y, y, None if weight is None else weight.to(y.device))
            count += len(y)
        return Space(self.spec.output, gram.sum / count)

    def _name_bad_output(self) -> None:
        """Look at every output, to name the first sample that is not finite."""
        start = 0
        for _, batch in self.source.values(self.batch_size):
            check_finite(batch, start, "the output of f")
            start += len(batch)

    def _step(self) -> int:
        """Every how many samples one serves for what needs not all of them."""
        return max(1, -(-self.count // ENOUGH))

    def _weights(self, sample_weight: ArrayLike | None) -> Tensor | None:
        if sample_weight is None:
            return None
        weight = np.asarray(sample_weight, dtype=np.float64)
        if weight.ndim != 1 or len(weight) != self.count:
            raise DataError(
                f"sample_weight needs one number a sample, shape ({self.count},), "
                f"got {weight.shape}"
            )
        if not np.isfinite(weight).all() or (weight < 0).any() or not weight.any():
            raise DataError("sample_weight must be finite, not negative and not all zero")
        return torch.from_numpy(weight / weight.mean())

    def _slice(self, start: int, length: int, like: Tensor) -> Tensor | None:
        if self.weight is None:
            return None
        return self.weight[start : start + length].to(like.device)

    def _bar(self, batches: Iterator[Any], what: str) -> Iterator[Any]:
        total = math.ceil(self.count / self.batch_size) if self.count else None
        hide = None if self.progress is None else not self.progress
        yield from tqdm(batches, what, total, disable=hide, delay=1.0, leave=False)


class _Judge:
    """One replica: C θ of every ``step``-th sample, in the units of the defect, and their scale."""

    def __init__(self, work: Pass, replica: Any, directions: Tensor, step: int) -> None:
        self.work, self.directions, self.step = work, directions, step
        self.source = Autodiff(replica, work.source.samples, work.spec.input, work.spec.output)
        self.scale = Scale(work.spec, work.inputs, 1 / work.row_weights, work.scale.floor)

    def __iter__(self) -> Iterator[Tensor]:
        """(batch, m, directions) for batch after batch."""
        work, source = self.work, self.source
        projector, start = work.inputs.projector, 0
        for batch in work._bar(source.samples.batches(work.batch_size, self.step), "judging"):
            x = source.place(batch)
            y, J = source.at(x)
            x, y, J = double(x.reshape(len(x), -1)), double(y), double(J)
            if projector is not None:
                J = J @ projector.to(J)
            weight = None
            if work.weight is not None:
                weight = work.weight[:: self.step][start : start + len(x)].to(x.device)
            self.scale.add(x, y, J, weight)
            C = rows(work.spec, x, y, J).mul_(work.row_weights[:, None].to(x.device))
            if weight is not None:
                C = C * weight.sqrt()[:, None, None]
            start += len(x)
            yield C @ self.directions.to(C)

    def sizes(self) -> Tensor:
        """S of each direction, summed over all samples."""
        L = factor(self.work.spec, self.scale.terms())
        return (L @ self.directions).square().sum(dim=0) * self.work.count


def _at_least_single(tensor: Tensor) -> Tensor:
    return tensor.float() if tensor.element_size() < 4 else tensor


def _batch_size(spec: Spec) -> int:
    n, m, p = spec.input.dim, spec.output.dim, spec.size
    return max(1, min(BATCH_SAMPLES, BATCH_BYTES // (8 * (2 * m * p + 4 * m * n + 2 * n))))
