"""What is learned from samples: each job gives a state that merges (:mod:`liesd.equations.reduce`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from liesd.data.samples import check_finite
from liesd.equations.bordered import BorderedQR
from liesd.equations.reduce import Batch, Job, Stretch
from liesd.equations.rows import Rows, rows
from liesd.equations.scale import ENOUGH, Scale
from liesd.errors import DataError
from liesd.numerics.moments import Gram, Space, double
from liesd.sources.torch import Autodiff
from liesd.spec import Spec
from liesd.spec.sparsity import arrange


class Moments:
    """Σ w x xᵀ, Σ w, and how many samples were looked at."""

    def __init__(self) -> None:
        self.gram, self.total, self.count = Gram(), 0.0, 0

    def add(self, x: Tensor, weight: Tensor | None) -> None:
        """Take in a batch."""
        self.gram.add(x, x, None if weight is None else weight.to(x.dtype))
        self.total += len(x) if weight is None else float(weight.sum())

    def merge(self, other: Moments) -> None:
        """Take in other samples."""
        self.gram.merge(other.gram)
        self.total, self.count = self.total + other.total, self.count + other.count

    @property
    def mean(self) -> Tensor:
        """The second moment."""
        if not self.total > 0:
            raise DataError("all samples that were looked at have the weight zero: use more")
        return self.gram.sum / self.total


@dataclass
class InputSurvey(Job[Moments]):
    """Check every x; the second moment of every ``step``-th of them."""

    step: int
    title = "reading x"

    def start(self) -> Moments:
        return Moments()

    def add(self, state: Moments, stretch: Stretch) -> None:
        start = stretch.start
        for (place, batch), given in zip(stretch.inputs(), stretch.other("weight"), strict=False):
            check_finite(batch, place, "x")
            some = slice(-start % self.step, None, self.step)
            x = double(batch[some])
            if len(x):
                state.add(x, stretch.weight(batch[some], None if given is None else given[some]))
            start += len(batch)
            state.count += len(batch)


@dataclass
class OutputSurvey(Job[Moments]):
    """The second moment of every ``step``-th output."""

    step: int

    def start(self) -> Moments:
        return Moments()

    def add(self, state: Moments, stretch: Stretch) -> None:
        for _, y, weight in stretch.values(self.step):
            if not torch.isfinite(y).all():
                self._name(stretch)
            state.add(double(y), weight)
            state.count += len(y)

    def _name(self, stretch: Stretch) -> None:
        """Look at every output, to name the first sample that is not finite."""
        start = stretch.start
        for _, batch, _ in stretch.values():
            check_finite(batch, stretch.place(start), "the output of f")
            start += len(batch)


class Seen:
    """What is known of values and derivatives: the outputs' moment, and what is large."""

    def __init__(self, scale: Scale) -> None:
        self.scale, self.outputs = scale, Moments()

    def merge(self, other: Any) -> None:
        """Take in other samples."""
        self.scale.merge(other.scale)
        self.outputs.merge(other.outputs)


@dataclass
class Look:
    """How values and derivatives are looked at: in which units, and on which span."""

    spec: Spec
    inputs: Space
    output_scales: Tensor
    floor: float
    faint: float

    def scale(self) -> Scale:
        """A scale of the defect that knows no samples yet."""
        return Scale(self.spec, self.inputs, self.output_scales, self.floor, self.faint)

    def triples(self, seen: Seen, stretch: Stretch, step: int) -> Iterator[Batch]:
        """(x, y, J projected, weights) in float64; every ``step``-th tells what is large."""
        start = stretch.start
        for x, y, J, weight in stretch.triples():
            if not torch.isfinite(y.sum() + J.sum()):
                check_finite(y, stretch.place(start), "the output of f")
                check_finite(J, stretch.place(start), "the Jacobian of f")
            x, y, J = double(x), double(y), self.project(J)
            seen.outputs.add(y, weight)
            seen.outputs.count += len(y)
            some = slice(-start % step, None, step)
            seen.scale.add(x[some], y[some], J[some], None if weight is None else weight[some])
            yield x, y, double(J), weight
            start += len(x)

    def project(self, J: Tensor) -> Tensor:
        """J on the span of the data, at least in single precision."""
        J = J.float() if J.element_size() < 4 else J
        return J if self.inputs.projector is None else J @ self.inputs.projector.to(J)

    def at(self, model: Autodiff, batch: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(x, y, J projected) of another model, in float64."""
        x = model.place(batch)
        y, J = model.at(x)
        return double(x.flatten(1)), double(y), double(self.project(J))

    def rows(self, x: Tensor, y: Tensor, J: Tensor, weight: Tensor | None) -> Rows:
        """The weighted rows of C, in the units of the outputs."""
        units = 1 / self.output_scales.to(x.device)
        return rows(self.spec, x, y, J).weigh(units, None if weight is None else weight.sqrt())


class Reduced(Seen):
    """All equations as one triangular factor."""

    def __init__(self, scale: Scale, spec: Spec) -> None:
        super().__init__(scale)
        self.qr = BorderedQR(arrange(spec))

    def merge(self, other: Reduced) -> None:
        super().merge(other)
        self.qr.merge(other.qr)


@dataclass
class Equations(Job[Reduced]):
    """The rows of C, reduced."""

    look: Look
    step: int
    title = "discovering"

    def start(self) -> Reduced:
        return Reduced(self.look.scale(), self.look.spec)

    def add(self, state: Reduced, stretch: Stretch) -> None:
        for x, y, J, weight in self.look.triples(state, stretch, self.step):
            state.qr.add(self.look.rows(x, y, J, weight))


class Residue(Seen):
    """Σ‖Cθ‖² for one θ."""

    squares = 0.0

    def merge(self, other: Residue) -> None:
        super().merge(other)
        self.squares += other.squares


@dataclass
class Residuals(Job[Residue]):
    """What one generator, A on inputs and B on outputs, leaves of the equations.

    With ``finite=t`` A and B are the group elements exp(tA) and exp(tB).
    """

    look: Look
    step: int
    A: Tensor
    B: Tensor
    finite: float | None

    def start(self) -> Residue:
        return Residue(self.look.scale())

    def add(self, state: Residue, stretch: Stretch) -> None:
        for x, y, J, weight in self.look.triples(state, stretch, self.step):
            A, B = self.A.to(x.device), self.B.to(x.device)
            if self.finite is None:
                residual = y @ B.T - torch.einsum("bmn,bn->bm", J, x @ A.T)
            else:
                moved = double(stretch.source.function(x @ A.T))
                residual = (moved - y @ B.T) / self.finite
            residual = residual / self.look.output_scales.to(x.device)
            squares = residual.square().sum(dim=1)
            state.squares += float((squares if weight is None else squares * weight).sum())


class Judged:
    """⟨C_i v_k, C_j v_k⟩ of replicas i, j in directions k, and the scale as each sees it."""

    def __init__(self, scales: list[Scale], directions: int) -> None:
        self.scales = scales
        self.moments = torch.zeros((len(scales), len(scales), directions), dtype=torch.float64)

    def merge(self, other: Judged) -> None:
        """Take in other samples."""
        self.moments += other.moments
        for mine, theirs in zip(self.scales, other.scales, strict=True):
            mine.merge(theirs)


@dataclass
class Judgement(Job[Judged]):
    """What replicas of a fit say of some directions, at every ``step``-th sample."""

    look: Look
    replicas: list[Autodiff]
    directions: Tensor
    step: int
    title = "judging"

    def start(self) -> Judged:
        return Judged([self.look.scale() for _ in self.replicas], self.directions.shape[1])

    def add(self, state: Judged, stretch: Stretch) -> None:
        for batch, weight in stretch.batches(self.step):
            parts = []
            for replica, scale in zip(self.replicas, state.scales, strict=True):
                x, y, J = self.look.at(replica, batch)
                scale.add(x, y, J, weight)
                C = self.look.rows(x, y, J, weight)
                parts.append(C @ self.directions.to(x.device))
            residuals = torch.stack(parts)
            state.moments += torch.einsum("ibmk,jbmk->ijk", residuals, residuals).cpu()


class Grouped:
    """Σ‖C v_k‖² over groups of samples, (groups, directions)."""

    def __init__(self, groups: int, directions: int) -> None:
        self.squares = torch.zeros((groups, directions), dtype=torch.float64)

    def merge(self, other: Grouped) -> None:
        """Take in other samples."""
        self.squares += other.squares


@dataclass
class Grouping(Job[Grouped]):
    """What one model leaves of some directions, in groups of every ``step``-th sample."""

    look: Look
    model: Autodiff
    directions: Tensor
    step: int
    groups: int
    title = "judging"

    def start(self) -> Grouped:
        return Grouped(self.groups, self.directions.shape[1])

    def add(self, state: Grouped, stretch: Stretch) -> None:
        start = stretch.start // self.step
        for batch, weight in stretch.batches(self.step):
            x, y, J = self.look.at(self.model, batch)
            residuals = self.look.rows(x, y, J, weight) @ self.directions.to(x.device)
            squares = residuals.square().sum(dim=1).cpu()
            group = torch.arange(start, start + len(squares)) % self.groups
            state.squares.index_add_(0, group, squares)
            start += len(squares)


class Errors:
    """Sums of squares: of errors, of targets about their mean."""

    def __init__(self, size: int) -> None:
        self.wrong, self.squares, self.count = 0.0, 0.0, 0
        self.total = torch.zeros(size, dtype=torch.float64)

    def merge(self, other: Errors) -> None:
        """Take in other samples."""
        self.wrong, self.squares = self.wrong + other.wrong, self.squares + other.squares
        self.total, self.count = self.total + other.total, self.count + other.count


@dataclass
class FitError(Job[Errors]):
    """How far f is from the targets, in the units of the outputs."""

    output_scales: Tensor

    def start(self) -> Errors:
        return Errors(len(self.output_scales))

    def add(self, state: Errors, stretch: Stretch) -> None:
        units, start = 1 / self.output_scales, stretch.start
        for (_, guess, _), target in zip(stretch.values(), stretch.other("target"), strict=False):
            assert target is not None
            check_finite(target, stretch.place(start), "y")
            start += len(target)
            flat = double(target).reshape(len(target), -1).cpu() * units
            state.wrong += float((double(guess).cpu() * units - flat).square().sum())
            state.squares += float(flat.square().sum())
            state.total, state.count = state.total + flat.sum(dim=0), state.count + len(flat)


def spread(count: int) -> int:
    """Every how many samples one serves for what needs not all of them."""
    return max(1, -(-count // ENOUGH))
