"""Compare held-out samples with the average of a fit over the symmetries that were found.

A fit has asymmetries of its own, and replicas share some of them. Only data can tell those from an
asymmetry of the law. Let f̄ be the mean of exp(−tB) f(exp(tA)x) over many group elements: f with
the symmetry imposed. Then d = f − f̄ is the asymmetry of the fit, and for held-out y the difference
y − f̄ contains that of the law. Their mean product

    ⟨y − f̄, d⟩ = (asymmetry of the law)² + (errors of f̄)·(errors of f)

estimates the law's, because errors of the fit do not predict held-out samples. Noise of y averages
out over all samples, so that far smaller asymmetries are seen than by derivatives. The errors of f̄
add a term that is mostly positive: where moved samples arrive at places that the fit knows badly, a
law seems less symmetric than it is. So only samples that arrive among others count, by how well
replicas of the fit agree there, and outliers are clipped.

⟨d, d⟩ is what the product would be if the law had all of the asymmetry of the fit. Only if it is
clearly less does it say that the asymmetry is a fault of the fit.

An asymmetry is a part of the outputs; a defect is relative to what random directions give. So the
asymmetry of the fit along random directions is the unit in which an asymmetry is a defect.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.numerics.moments import double
from liesd.verdict import limits
from liesd.verdict.estimates import Array, Measurement, find_reach
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.instruments.motion import Motion
from liesd.verdict.instruments.surroundings import Surroundings


@register_instrument
class Heldout(Instrument):
    """The asymmetry of the law, from held-out samples; None if too few arrive among others.

    ``defect`` is the asymmetry of the fit itself, at the same samples, ``bias`` its error there.
    """

    name = "heldout"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        fit = subject.fit
        return fit is not None and fit.heldout is not None

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        x, y = self._samples
        found = measure_asymmetry(self.subject, x, y, self.subject.thetas(directions))
        return None if found is None else replace(found, unit=self._unit)

    @cached_property
    def _samples(self) -> tuple[Tensor, Tensor]:
        fit = self.subject.fit
        assert fit is not None
        assert fit.heldout is not None
        x, y = (double(part).cpu().flatten(1) for part in fit.heldout)
        return x, y

    @cached_property
    def _unit(self) -> float:
        return measure_unit(self.subject, *self._samples)


def measure_asymmetry(subject: Subject, x: Tensor, y: Tensor, thetas: Array) -> Measurement | None:
    """Measure the asymmetry of the law that gave y at x, for all directions θ (rows) together."""
    size = measure_law(subject, x, y)
    seen = _compare(subject, x, y, thetas) if size > 0 else None
    if seen is None:
        return None
    products = (seen.rest * seen.own).sum(dim=1) / size
    mean = float(seen.counts @ products)
    of_fit = float(seen.counts @ seen.own.square().sum(dim=1)) / size
    error = float((seen.counts * (products - mean)).norm())
    left = float(seen.counts @ (seen.rest - seen.own).square().sum(dim=1)) / size
    return make_measurement(of_fit, mean, error, len(products) - 1, left)


def measure_unit(subject: Subject, x: Tensor, y: Tensor) -> float:
    """The defect that an asymmetry of 1 stands for: random directions have a defect of about 1.

    It is infinite where random motions lead away from the samples.
    """
    size, every = measure_law(subject, x, y), subject.thetas(range(len(subject.defects)))
    step = -(-len(x) // limits.LIMITS.unit_samples)
    seen = _compare(subject, x[::step], y[::step], every) if size > 0 else None
    if seen is None:
        return math.inf
    asymmetry = math.sqrt(float(seen.counts @ seen.own.square().sum(dim=1)) / size)
    return 1 / asymmetry if asymmetry > 0 else math.inf


class _Compared(NamedTuple):
    """Held-out values and a fit beside the fit with symmetries imposed, in units of the rows."""

    rest: Tensor
    """y − f̄."""
    own: Tensor
    """f − f̄."""
    counts: Tensor
    """The weight of each sample; they add up to 1."""


def _compare(subject: Subject, x: Tensor, y: Tensor, thetas: Array) -> _Compared | None:
    """Impose symmetries on a fit; None if too few samples arrive among others."""
    units, region = subject.problem.row_weights, Surroundings(subject.problem)
    inside = region.hold(x)
    x, y = x[inside], y[inside]
    if len(x) < limits.LIMITS.heldout_samples:
        return None
    here, average, own, weights = symmetrize(subject, x, thetas, region)
    weight = weights.sum(dim=0)
    if (
        int((weight > 0).sum()) < limits.LIMITS.heldout_samples
        or float((weights > 0).double().mean()) < limits.LIMITS.heldout_arriving
    ):
        return None
    counts = own * weight / (limits.LIMITS.heldout_moves * own + weight)
    return _Compared((y - average) * units, (here - average) * units, counts / counts.sum())


class Symmetrized(NamedTuple):
    """A fit f at samples, its mean f̄ over group elements, and how far both can be trusted."""

    here: Tensor
    average: Tensor
    own: Tensor
    """The weight of each sample, by how well replicas agree there."""
    weights: Tensor
    """The same for each motion, (moves, samples); zero where it does not arrive among others."""


def symmetrize(
    subject: Subject,
    x: Tensor,
    thetas: Array,
    region: Surroundings,
    chosen: Tensor | None = None,
) -> Symmetrized:
    """Average a fit over random elements of the group that directions θ (rows) generate.

    ``chosen`` marks the samples for which it is asked; the others only tell what is typical.
    """
    problem, units = subject.problem, subject.problem.row_weights
    functions = [problem.source, *subject.replicas()]

    def evaluate(z: Tensor) -> tuple[Tensor, Tensor]:
        """Evaluate f(z), and the variance of replicas there; none without replicas."""
        values = torch.stack([double(one.function(z)).cpu() for one in functions])
        if len(values) < 3:
            return values[0], torch.zeros(len(z), dtype=values.dtype)
        return values[0], (values[1:] * units).var(dim=0).sum(dim=1)

    here, doubt = evaluate(x)
    typical = doubt.median().clamp_min(torch.finfo(doubt.dtype).tiny)
    if chosen is not None:
        x, here, doubt = x[chosen], here[chosen], doubt[chosen]
    own = typical / (typical + doubt)
    values, weights = (
        here.expand(limits.LIMITS.heldout_moves, -1, -1).clone(),
        own.new_zeros(limits.LIMITS.heldout_moves, len(own)),
    )
    for k, (motion, t) in enumerate(_draw_moves(problem, x, thetas)):
        moved = motion.move_inputs(x, t)
        arrived = region.hold(moved).nonzero()[:, 0]
        if len(arrived):
            there, doubt = evaluate(moved[arrived])
            values[k, arrived] = motion.move_outputs(there, -t)
            weights[k, arrived] = typical / (typical + doubt)
    return Symmetrized(here, _average(values, weights), own, weights)


def make_measurement(
    own: float, square: float, error: float, degrees: float, left: float = 0.0
) -> Measurement:
    """Make a measurement of one number, the squared asymmetry, with its standard error.

    ``own`` is that of the fit, and ``left`` the square of what the fit leaves unexplained.

    A square below zero says that the fit is no guide: it counts as much as one above.
    """
    reach = find_reach(limits.LIMITS.confidence, degrees) * error
    low, law, high = (
        np.sqrt(np.maximum([value], 0.0)) for value in (square - reach, square, abs(square) + reach)
    )
    noise, whole, bias = np.sqrt([error]), np.sqrt([own]), np.sqrt([left])
    return Measurement(
        whole, law, low, high, noise, np.array([square]), np.array([error]), degrees, bias
    )


def _average(values: Tensor, weights: Tensor) -> Tensor:
    """Average over the first axis of (moves, samples, outputs), by weights (moves, samples).

    Values far from the median are clipped.
    """
    middle = _find_median(values, weights)
    reach = limits.LIMITS.heldout_clip * _find_median((values - middle).abs(), weights)
    clipped = torch.clamp(values, middle - reach, middle + reach)
    weights = weights / weights.sum(dim=0).clamp_min(torch.finfo(weights.dtype).tiny)
    return torch.where(
        weights.any(dim=0)[:, None], torch.einsum("kb,kbm->bm", weights, clipped), middle
    )


def _find_median(values: Tensor, weights: Tensor) -> Tensor:
    order = values.argsort(dim=0)
    heap = weights[:, :, None].expand_as(values).gather(0, order).cumsum(dim=0)
    middle = (heap >= heap[-1:] / 2).to(torch.int8).argmax(dim=0, keepdim=True)
    return values.gather(0, order.gather(0, middle))[0]


def measure_law(subject: Subject, x: Tensor, y: Tensor) -> float:
    """Measure the mean square of y without its part that commutes with every action.

    With that part, a flow over a short time would always look symmetric.
    """
    scale, units = subject.state.scale, subject.problem.row_weights
    x, y = (part - part.mean(dim=0) for part in (x, y))
    whole = float((y * units).square().sum(dim=1).mean())
    if not scale.maps:
        return whole
    first, basis = scale.commuting()
    y = (y - x @ first.T) * units
    columns = torch.einsum("kmn,bn->bmk", basis * units[:, None], x).flatten(0, 1)
    rest = y.flatten() - columns @ torch.linalg.lstsq(columns, y.flatten(), driver="gelsd").solution
    return max(float(rest.square().sum()) / len(y), limits.LIMITS.heldout_share**2 * whole)


def _draw_moves(problem: Problem, x: Tensor, thetas: Array) -> Iterator[tuple[Motion, float]]:
    """Draw random combinations of the directions, forth and back, with the time to follow each."""
    rng = np.random.default_rng(0)
    for size in np.linspace(*limits.LIMITS.heldout_steps, limits.LIMITS.heldout_moves // 2):
        motion = Motion(problem, rng.standard_normal(len(thetas)) @ thetas)
        speed = motion.speed(x)
        t = float(size / speed) if speed > 0 else float(size)
        yield motion, t
        yield motion, -t
