"""The reductions over samples, each with its mergeable state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from liesd.data.samples import check_finite
from liesd.equations import limits
from liesd.equations.batches import Batches
from liesd.equations.bordered import start_factor
from liesd.equations.frame import Frame, Moments, Seen
from liesd.equations.reduce import Reduction
from liesd.equations.scale import Scale
from liesd.errors import DataError
from liesd.numerics.moments import double
from liesd.sources import Source
from liesd.spec import Action, Spec


@dataclass
class InputSurvey(Reduction[Moments]):
    """Check every x; the second moment of every ``step``-th of them."""

    action: Action
    step: int
    title = "reading x"

    def start(self) -> Moments:
        return Moments()

    def add(self, state: Moments, batches: Batches) -> None:
        start = batches.start
        for (place, batch), given in zip(batches.inputs(), batches.other("weight"), strict=False):
            check_finite(batch, place, "x")
            first = -start % self.step
            kept = slice(first, None, self.step)
            x = double(batch[kept])
            if len(x):
                spot = (start + first, self.step, len(x))
                weight = batches.weigh(batch[kept], None if given is None else given[kept], spot)
                state.add(self.action, x, weight)
            start += len(batch)
            state.count += len(batch)


@dataclass
class OutputSurvey(Reduction[Moments]):
    """The second moment of every ``step``-th output."""

    action: Action
    step: int
    title = "reading f(x)"

    def start(self) -> Moments:
        return Moments()

    def add(self, state: Moments, batches: Batches) -> None:
        for _, y, weight in batches.values(self.step):
            if not torch.isfinite(y).all():
                self._name(batches)
            state.add(self.action, double(y), weight)
            state.count += len(y)

    def _name(self, batches: Batches) -> None:
        """Check every output, to name the first sample that is not finite."""
        start = batches.start
        for _, batch, _ in batches.values():
            check_finite(batch, batches.place(start), "the output of f")
            start += len(batch)


class Spread:
    """Σ w, Σ w x and Σ w x² of each coordinate."""

    def __init__(self) -> None:
        self.total: float = 0.0
        self.first: Tensor | float = 0.0
        self.second: Tensor | float = 0.0

    def add(self, x: Tensor, weight: Tensor | None) -> None:
        """Take in a batch."""
        heavy = x if weight is None else weight[:, None].to(x) * x
        self.total += len(x) if weight is None else float(weight.sum())
        self.first = self.first + heavy.sum(dim=0).cpu()
        self.second = self.second + (heavy * x).sum(dim=0).cpu()

    def merge(self, other: Spread) -> None:
        """Take in other samples."""
        self.total += other.total
        self.first, self.second = self.first + other.first, self.second + other.second


@dataclass
class SpreadSurvey(Reduction[Spread]):
    """Mean and spread of every ``step``-th input or output: charts need no more."""

    step: int
    of_outputs: bool
    title = "reading units"

    def start(self) -> Spread:
        return Spread()

    def add(self, state: Spread, batches: Batches) -> None:
        if self.of_outputs:
            for _, y, weight in batches.values(self.step):
                state.add(double(y), weight)
            return
        for batch, weight in batches.samples(self.step):
            state.add(double(batches.source.place(batch)).reshape(len(batch), -1), weight)


class Reduced(Seen):
    """All equations as one triangular factor."""

    def __init__(self, scale: Scale, spec: Spec) -> None:
        super().__init__(scale)
        self.qr = start_factor(spec)

    def merge(self, other: Reduced) -> None:
        super().merge(other)
        self.qr.merge(other.qr)


@dataclass
class Equations(Reduction[Reduced]):
    """The rows of C, reduced."""

    frame: Frame
    step: int
    title = "making equations"

    def start(self) -> Reduced:
        return Reduced(self.frame.start_scale(), self.frame.spec)

    def add(self, state: Reduced, batches: Batches) -> None:
        for x, y, J, weight in self.frame.triples(state, batches, self.step):
            state.qr.add(self.frame.rows(x, y, J, weight))


class Residue(Seen):
    """Σ‖Cθ‖² for one θ."""

    squares = 0.0

    def merge(self, other: Residue) -> None:
        super().merge(other)
        self.squares += other.squares


@dataclass
class Residuals(Reduction[Residue]):
    """The residuals of the equations for one generator θ.

    With ``finite=t`` the group element itself is tried, f(e^(tθ)x) − e^(tθ)f(x), divided by t.
    """

    frame: Frame
    step: int
    theta: Mapping[str, ArrayLike]
    finite: float | None
    title = "measuring residuals"

    def start(self) -> Residue:
        return Residue(self.frame.start_scale())

    def add(self, state: Residue, batches: Batches) -> None:
        spec, P = self.frame.spec, self.frame.inputs.projector
        onto = None if P is None else P.numpy()
        for x, y, J, weight in self.frame.triples(state, batches, self.step):
            inputs, outputs = x.cpu().numpy(), y.cpu().numpy()
            if self.finite is None:  # J is projected already
                moved = torch.from_numpy(spec.input.field(self.theta, inputs)).to(x)
                wanted = torch.from_numpy(spec.output.field(self.theta, outputs)).to(y)
                residual = wanted - torch.einsum("bmn,bn->bm", J, moved)
            else:
                there = spec.input.flow(self.theta, self.finite, inputs, onto)
                if not np.isfinite(there).all():
                    raise DataError(
                        f"a sample goes to infinity before t = {self.finite:g}: take a smaller step"
                    )
                wanted = torch.from_numpy(spec.output.flow(self.theta, self.finite, outputs)).to(y)
                made = double(batches.source.function(torch.from_numpy(there).to(x)))
                residual = (made - wanted) / self.finite
            residual = residual / self.frame.output_scales.to(x.device)
            squares = residual.square().sum(dim=1)
            state.squares += float((squares if weight is None else squares * weight).sum())


class Shared:
    """⟨C_i v_k, C_j v_k⟩ of replicas i, j in directions k, and the scale as each sees it."""

    def __init__(self, scales: list[Scale], directions: int) -> None:
        self.scales = scales
        self.moments = torch.zeros((len(scales), len(scales), directions), dtype=torch.float64)

    def merge(self, other: Shared) -> None:
        """Take in other samples."""
        self.moments += other.moments
        for mine, theirs in zip(self.scales, other.scales, strict=True):
            mine.merge(theirs)


@dataclass
class Agreement(Reduction[Shared]):
    """Products of residuals between replicas of a fit, at every ``step``-th sample."""

    frame: Frame
    replicas: list[Source]
    directions: Tensor
    step: int
    title = "residuals of replicas"

    def start(self) -> Shared:
        return Shared([self.frame.start_scale() for _ in self.replicas], self.directions.shape[1])

    def add(self, state: Shared, batches: Batches) -> None:
        for batch, weight in batches.samples(self.step):
            parts = []
            for replica, scale in zip(self.replicas, state.scales, strict=True):
                x, y, J = self.frame.linearize(replica, batch)
                scale.add(x, y, J, weight)
                C = self.frame.rows(x, y, J, weight)
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
class GroupedResiduals(Reduction[Grouped]):
    """Residuals of one model in given directions, in groups of every ``step``-th sample."""

    frame: Frame
    model: Source
    directions: Tensor
    step: int
    groups: int
    title = "residuals of groups"

    def start(self) -> Grouped:
        return Grouped(self.groups, self.directions.shape[1])

    def add(self, state: Grouped, batches: Batches) -> None:
        start = -(-batches.start // self.step)  # the index of the first sample that is used
        for batch, weight in batches.samples(self.step):
            x, y, J = self.frame.linearize(self.model, batch)
            residuals = self.frame.rows(x, y, J, weight) @ self.directions.to(x.device)
            squares = residuals.square().sum(dim=1).cpu()
            group = torch.arange(start, start + len(squares)) % self.groups
            state.squares.index_add_(0, group, squares)
            start += len(squares)


def choose_step(count: int) -> int:
    """Choose the stride that leaves about 8,192 samples."""
    return max(1, -(-count // limits.LIMITS.scale_samples))
