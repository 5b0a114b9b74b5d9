"""Compare given derivatives with given values: between neighbours, do values change as J says?

For neighbours x and x + h the change of y is ½(J(x) + J(x + h))h, the trapezoidal rule, up to
½|(J(x + h) − J(x))h| wherever y is convex or concave along the way. What exceeds that bound, e, is
an error of J, noise of y, or curvature that the samples are too far apart to show. An error δJ of J
changes its sign with h, noise of y at x does not. So with two neighbours of the same x,

    mean of cos(h, h′)·e·e′ ~ ‖δJ‖² ,

where noise averages out, however large it is, and no more neighbours are needed than two. The same
mean with the changes of y, or with those that J predicts, is the unit. Where samples are so far
apart that the bound says nothing, the mean of cos(h, h′) times one change of y and one of J still
is the squared slope of y, unless J belongs to something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from liesd.numerics.moments import double
from liesd.verdict import limits
from liesd.verdict.estimates import Measurement
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument


class _Mean(NamedTuple):
    """A mean over samples, per output, and its standard error."""

    value: Tensor
    error: Tensor

    @classmethod
    def take(cls, parts: Tensor) -> _Mean:
        return cls(parts.mean(dim=0), parts.std(dim=0) / len(parts) ** 0.5)

    @property
    def low(self) -> Tensor:
        """The least value that the samples allow."""
        return self.value - limits.LIMITS.neighbour_errors * self.error

    @property
    def high(self) -> Tensor:
        """The largest value that the samples allow."""
        return self.value + limits.LIMITS.neighbour_errors * self.error


@register_instrument
class Neighbours(Instrument):
    """The relative error of given derivatives, per output.

    Its lower end forgives whatever curvature could explain; its upper end forgives nothing of it,
    and is what derivatives leave of the changes of values where no better is known. Its noise is
    the relative change of the derivatives between neighbours.
    """

    name = "neighbours"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        source = subject.problem.source
        known = source.samples.count is not None and source.derives_values
        return known and not source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        x, y, J = self._read()
        pairs = _find_pairs(x)
        if pairs is None:
            return _find_flat(y, J)
        source = self.subject.problem.source
        kinds = (source.dtype, source.samples.dtype)
        return _compare(x, y, J, *pairs, max(torch.finfo(kind).eps for kind in kinds))

    def _read(self) -> tuple[Tensor, Tensor, Tensor]:
        """A subsample, evenly spread, as large as memory and time allow."""
        problem = self.subject.problem
        spec = problem.spec
        room = limits.LIMITS.neighbour_numbers // (spec.input.dim * spec.output.dim)
        room = min(max(room, limits.LIMITS.neighbour_least), limits.LIMITS.neighbour_samples)
        step = max(1, -(-problem.count // room))
        parts = list(problem.source.triples(problem.batches.batch_size, step))
        x, y, J = (
            torch.cat([double(part).cpu() for part in column])
            for column in zip(*parts, strict=True)
        )
        return x, y, J


def _find_pairs(x: Tensor) -> tuple[Tensor, Tensor] | None:
    """Samples (c,) and the indices of their nearest neighbours (c, k); None if there are few."""
    spread = x.std(dim=0)
    z = x / torch.where(spread > 0, spread, 1.0)
    centres = torch.arange(0, len(x), max(1, -(-len(x) // limits.LIMITS.neighbour_centres)))
    apart = torch.cdist(z[centres], z, compute_mode="donot_use_mm_for_euclid_dist")
    apart[apart <= limits.LIMITS.neighbour_copy] = torch.inf  # a sample itself, and its copies
    count = min(limits.LIMITS.neighbours, len(x) - 1)
    if count < 2:
        return None
    nearest = apart.topk(count, largest=False)
    whole = torch.isfinite(nearest.values).all(dim=1)
    if int(whole.sum()) < limits.LIMITS.neighbour_least:
        return None
    return centres[whole], nearest.indices[whole]


def _find_flat(y: Tensor, J: Tensor) -> Measurement | None:
    """Outputs that vary although all their derivatives are zero: so much few samples show."""
    spread, size = y.amax(dim=0) - y.amin(dim=0), y.abs().amax(dim=0)
    flat = (J == 0).all(dim=2).all(dim=0) & (spread > limits.LIMITS.neighbour_copy * size)
    if not flat.any():
        return None
    low = flat.double().numpy()
    return Measurement(low, low, low, np.full_like(low, np.inf), np.zeros_like(low))


def _balance(cosine: Tensor) -> Tensor:
    """Cosines between different neighbours, less their mean, in which noise at x would remain."""
    count = cosine.shape[1]
    others = 1 - torch.eye(count, dtype=cosine.dtype)
    cosine = cosine * others
    return cosine - others * cosine.sum(dim=(1, 2), keepdim=True) / (count * (count - 1))


def _shrink(part: Tensor, bound: Tensor) -> Tensor:
    """What exceeds a bound."""
    return part.sign() * (part.abs() - bound).clamp_min(0.0)


def _compare(
    x: Tensor, y: Tensor, J: Tensor, centres: Tensor, near: Tensor, eps: float
) -> Measurement:
    """Compare changes of y (samples, neighbours, outputs) with those that J tells."""
    h, change = x[near] - x[centres][:, None], y[near] - y[centres][:, None]
    before = torch.einsum("cmn,ckn->ckm", J[centres], h)
    after = torch.einsum("ckmn,ckn->ckm", J[near], h)
    told, bend = (before + after) / 2, (after - before).abs() / 2
    size = y[near].abs() + y[centres][:, None].abs()
    size = size + torch.einsum("ckmn,ckn->ckm", J[near].abs(), x[near].abs())
    rounding = limits.LIMITS.neighbour_rounding * eps * size
    bound = bend + rounding
    rest, excess = (_shrink(change - told, part) for part in (rounding, bound))
    change = _shrink(change, rounding)

    units = h / torch.where(x.std(dim=0) > 0, x.std(dim=0), 1.0)
    units = units / units.norm(dim=2, keepdim=True)
    cosine = _balance(units @ units.mT)
    total = change.square().sum(dim=1) + told.square().sum(dim=1)  # no sample counts for many
    total = torch.where(total > 0, total, 1.0)

    def correlate(part: Tensor, other: Tensor) -> _Mean:
        return _Mean.take(torch.einsum("ckl,ckm,clm->cm", cosine, part, other) / total)

    def average(part: Tensor) -> Tensor:
        mean = (part.square().sum(dim=1) / total).mean(dim=0)
        return mean.clamp_min(torch.finfo(mean.dtype).tiny)

    wrong, left, seen, claimed = (correlate(part, part) for part in (excess, rest, change, told))
    common = correlate(change, told)
    rough = average(bound) / average(told)
    unit = torch.maximum(seen.value, claimed.value).clamp_min(torch.finfo(x.dtype).tiny)
    share = torch.maximum(seen.value / average(change), claimed.value / average(told))
    coherent = wrong.value >= limits.LIMITS.neighbour_coherent * share * average(excess)
    visible = (seen.low > 0) & (seen.value > limits.LIMITS.neighbour_seen * claimed.value)
    visible &= average(bend) < limits.LIMITS.neighbour_coarse * average(change)
    smooth = (claimed.low > 0) & (rough < limits.LIMITS.neighbour_smooth)
    known = visible | smooth
    defect, low, high = (
        (part / unit).clamp_min(0.0).sqrt().numpy() for part in (wrong.value, wrong.low, left.high)
    )
    low = np.where((known & coherent).numpy(), low, 0.0)
    least = 1 - common.high / seen.value.clamp_min(torch.finfo(x.dtype).tiny)
    apart = visible & (least > limits.LIMITS.neighbour_apart)
    low = np.where(apart.numpy(), np.maximum(low, least.numpy()), low)
    plain = (average(rest) / average(change)).sqrt().numpy()
    high = np.where((known & smooth).numpy(), np.minimum(high, plain), plain)
    return Measurement(defect, defect, low, high, rough.sqrt().numpy(), count=float(len(centres)))
