"""The units and the span in which the rows of C are built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from liesd.data.samples import check_finite
from liesd.equations import limits
from liesd.equations.batches import Batch, Batches
from liesd.equations.outer import OuterRows
from liesd.equations.rows import Rows, build_rows
from liesd.equations.scale import Scale, is_still
from liesd.errors import DataError
from liesd.numerics.moments import Gram, double
from liesd.numerics.relations import Relations
from liesd.numerics.space import Space
from liesd.sources import Source
from liesd.spec import Action, Spec
from liesd.spec.action import Index, group_channels


class Moments:
    """Second moments of samples and of their features, Σ w, and the number of samples.

    Samples are taken from the origin of their action, and features are the samples themselves
    where the action is linear.
    """

    def __init__(self) -> None:
        self.features, self.points = Gram(), Gram()
        self.sum: Tensor | float = 0.0
        self.lifted: Tensor | float = 0.0
        self.total, self.count = 0.0, 0

    def add(self, action: Action, x: Tensor, weight: Tensor | None) -> None:
        """Take in a batch."""
        phi, weight = action.lift(x), None if weight is None else weight.to(x.dtype)
        self.features.add(phi, phi, weight)
        if phi is not x:
            x = x - torch.from_numpy(action.origin).to(x)
            self.points.add(x, x, weight)
        self.sum = self.sum + _add_up(x, weight)
        self.lifted = self.lifted + _add_up(phi, weight)
        self.total += len(x) if weight is None else float(weight.sum())

    def merge(self, other: Moments) -> None:
        """Take in other samples."""
        self.features.merge(other.features)
        self.points.merge(other.points)
        self.sum, self.lifted = self.sum + other.sum, self.lifted + other.lifted
        self.total, self.count = self.total + other.total, self.count + other.count

    def fill_features(self, action: Action) -> Space:
        """Make the space of the features of an action."""
        channels = [torch.from_numpy(own) for _, own in group_channels(action.channels())]
        still = [one.features.ravel() for one in action.channels() if is_still(one)]
        return Space(channels, self._shift(self.features, self.lifted, still))

    def fill_space(self, action: Action) -> Space:
        """Make the space on which an action acts.

        Where the action has no fixed point, or nothing moves, only differences of samples have a
        meaning, so that moments are taken about the mean.
        """
        if self.points.is_empty:
            return self.fill_features(action)
        free = [
            one.coordinates.ravel()
            for one in action.channels()
            if is_still(one) or one.name is not None
        ]
        channels = [torch.from_numpy(own) for own, _ in group_channels(action.channels())]
        return Space(channels, self._shift(self.points, self.sum, free), action.is_confined)

    def _shift(self, gram: Gram, total: Tensor | float, free: list[Index]) -> Tensor:
        """The mean of x xᵀ, about the mean of the coordinates that are ``free``."""
        moment = self._average(gram)
        if not free:
            return moment
        own = torch.from_numpy(np.concatenate(free))
        mean = torch.as_tensor(total).to(moment) / self.total
        shift = torch.zeros_like(mean)
        shift[own] = mean[own]
        cross = torch.outer(mean, shift)
        shifted = moment - cross - cross.T + torch.outer(shift, shift)
        # What is constant up to rounding has no spread to be measured by.
        least = limits.LIMITS.still_spread**2 * moment.diagonal()
        constant = own[shifted.diagonal()[own] <= least[own]]
        shifted[constant] = shifted[:, constant] = 0.0
        shifted[constant, constant] = least[constant]
        return shifted

    def _average(self, gram: Gram) -> Tensor:
        if not self.total > 0:
            raise DataError("all samples that were used have weight zero: use more")
        mean = gram.sum / self.total
        if not torch.isfinite(mean).all():
            raise DataError(
                "the squares of x or f(x) overflow: a few samples are far larger than all others, "
                "or the spec is not linear and they are large; measure them in other units, or "
                "leave such samples out"
            )
        return mean


def _add_up(x: Tensor, weight: Tensor | None) -> Tensor:
    return double((x if weight is None else weight[:, None] * x).sum(dim=0)).cpu()


class Seen:
    """State of a reduction over values and derivatives: the outputs' moment and the scale."""

    def __init__(self, scale: Scale) -> None:
        self.scale, self.outputs = scale, Moments()

    def merge(self, other: Any) -> None:
        """Take in other samples."""
        self.scale.merge(other.scale)
        self.outputs.merge(other.outputs)


@dataclass(frozen=True)
class Frame:
    """The units and the span in which rows are built."""

    spec: Spec
    """The actions, with unknowns stated in charts in which the data is of order one."""
    inputs: Space
    features: Space
    """The features of the inputs; the inputs themselves where the action is linear."""
    output_scales: Tensor
    floor: float
    """The relative size at which a Jacobian is rounding."""
    faint: float
    """The relative size of outputs below which there is nothing but error."""
    surface: Relations | None = None
    """The surface, in these units, out of which derivatives say nothing."""

    @property
    def units(self) -> Tensor:
        """The size of each input; one for those that are zero."""
        return torch.where(self.inputs.rms > 0, self.inputs.rms, 1.0)

    def start_scale(self) -> Scale:
        """An empty scale of the defect."""
        return Scale(
            self.spec, self.inputs, self.features, self.output_scales, self.floor, self.faint
        )

    def triples(self, seen: Seen, batches: Batches, step: int) -> Iterator[Batch]:
        """(x, y, J projected, weights) in float64; every ``step``-th sample goes to the scale."""
        start = batches.start
        for x, y, J, weight in batches.triples():
            if not torch.isfinite(y.sum() + J.sum()):
                check_finite(y, batches.place(start), "the output of f")
                check_finite(J, batches.place(start), "the Jacobian of f")
            x, y, J = double(x), double(y), self.project(x, J)
            seen.outputs.add(self.spec.output, y, weight)
            seen.outputs.count += len(y)
            kept = slice(-start % step, None, step)
            seen.scale.add(x[kept], y[kept], J[kept], None if weight is None else weight[kept])
            yield x, y, double(J), weight
            start += len(x)

    def project(self, x: Tensor, J: Tensor) -> Tensor:
        """Project J onto the span of the data, in single precision or better."""
        J = J.float() if J.element_size() < 4 else J
        if self.surface is not None:
            units = self.units.to(x.device)
            return self.surface.project(double(x) / units, double(J) * units) / units
        return J if self.inputs.projector is None else J @ self.inputs.projector.to(J)

    def linearize(self, source: Source, batch: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(x, y, J projected) of another function at samples as they were given, in float64."""
        y, J = source.linearize(source.place(batch))
        x = double(source.flatten(batch))
        return x, double(y), double(self.project(x, J))

    def rows(self, x: Tensor, y: Tensor, J: Tensor, weight: Tensor | None) -> Rows | OuterRows:
        """The weighted rows of C, in the units of the outputs."""
        units = 1 / self.output_scales.to(x.device)
        return build_rows(self.spec, x, y, J).weigh(
            units, None if weight is None else weight.sqrt()
        )
