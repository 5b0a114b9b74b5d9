"""Samples that a fit never saw, against its average over the symmetries that were found.

A fit has asymmetries of its own, and replicas share some of them. Only data can tell those from an
asymmetry of the law. Let f̄ be the mean of exp(−tB) f(exp(tA)x) over many group elements: what f is
where the symmetry is imposed on it. Then d = f − f̄ is the asymmetry of the fit, and y − f̄ holds
that of the law, where y was held out. Their mean product

    ⟨y − f̄, d⟩ = (asymmetry of the law)² + (errors of f̄)·(errors of f)

is the law's, because an error of the fit predicts nothing of samples that it never saw. Noise of y
averages out over all samples, so that this sees far less than derivatives do. What the errors of f̄
add is mostly positive: a law seems less symmetric than it is, where moved samples arrive at places
that the fit knows badly. So only what arrives among other samples counts, and the more the better
replicas of the fit agree there, and values that go astray are clipped.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.numerics.moments import double
from liesd.verdict.estimates import Array, Measurement
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.motion import Motion

MOVES = 24  # group elements over which a fit is averaged
STEPS = (0.25, 3.0)  # how far samples move, in units of their spread: from, to
OTHERS = 1024  # samples among which a moved one must arrive
NEAREST = 0.9  # ... as close to the next as this part of them are to each other
MOSTLY = 0.1  # the least of y that is looked at as the law, if the rest commutes with everything
STRAY = 2.0  # how far a value may be from the median, in units of the median distance
FEWEST = 100  # held-out samples that must take part


@register_instrument
class Heldout(Instrument):
    """The asymmetry of the law itself; None if too few samples arrive anywhere."""

    name = "heldout"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        fit = subject.fit
        return fit is not None and fit.heldout is not None and len(fit.replicas) > 0

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        subject, fit = self.subject, self.subject.fit
        assert fit is not None
        assert fit.heldout is not None
        x, y = (double(part).cpu().flatten(1) for part in fit.heldout)
        return measure_asymmetry(subject, x, y, subject.thetas(directions))


def measure_asymmetry(subject: Subject, x: Tensor, y: Tensor, thetas: Array) -> Measurement | None:
    """The asymmetry of the law that gave y at x, along all directions θ (rows) together."""
    problem, units = subject.problem, subject.problem.row_weights
    functions = [problem.source, *subject.replicas()]
    surroundings = _Surroundings(problem)
    spread = _spread(subject, x, y)
    inside = surroundings.hold(x)
    x, y = x[inside], y[inside]
    if len(x) < FEWEST or spread == 0:
        return None

    def evaluate(z: Tensor) -> tuple[Tensor, Tensor]:
        """f(z), and how far replicas differ there."""
        values = torch.stack([double(one.function(z)).cpu() for one in functions])
        return values[0], (values[1:] * units).var(dim=0).sum(dim=1)

    here, doubt = evaluate(x)
    typical = doubt.median().clamp_min(torch.finfo(doubt.dtype).tiny)
    own = typical / (typical + doubt)
    values, weights = here.expand(MOVES, -1, -1).clone(), own.new_zeros(MOVES, len(own))
    for k, (motion, t) in enumerate(_moves(problem, x, thetas)):
        moved = motion.move_inputs(x, t)
        arrived = surroundings.hold(moved).nonzero()[:, 0]
        if len(arrived):
            there, doubt = evaluate(moved[arrived])
            values[k, arrived] = motion.move_outputs(there, -t)
            weights[k, arrived] = typical / (typical + doubt)
    weight, average = weights.sum(dim=0), _mean(values, weights)
    if int((weight > 0).sum()) < FEWEST:
        return None
    counts = own * weight / (MOVES * own + weight)
    counts = counts / counts.sum()
    products = ((y - average) * (here - average) * units**2).sum(dim=1) / spread
    mean = float(counts @ products)
    return _as_measurement(mean, float((counts * (products - mean)).norm()), len(x) - 1)


def _as_measurement(square: float, error: float, degrees: float) -> Measurement:
    """One number, the squared asymmetry, with its standard error."""
    low, law, high = (
        np.sqrt(np.maximum([value], 0.0))
        for value in (square - 2 * error, square, square + 2 * error)
    )
    noise = np.sqrt([error])
    return Measurement(
        law, law, low, high, noise, np.array([square]), np.array([error]), degrees, np.zeros(1)
    )


def _mean(values: Tensor, weights: Tensor) -> Tensor:
    """Over the first axis of (moves, samples, outputs), by weights (moves, samples).

    What is further from the median than others are by far counts as if it were not.
    """
    middle = _median(values, weights)
    reach = STRAY * _median((values - middle).abs(), weights)
    clipped = torch.clamp(values, middle - reach, middle + reach)
    weights = weights / weights.sum(dim=0).clamp_min(torch.finfo(weights.dtype).tiny)
    return torch.where(
        weights.any(dim=0)[:, None], torch.einsum("kb,kbm->bm", weights, clipped), middle
    )


def _median(values: Tensor, weights: Tensor) -> Tensor:
    order = values.argsort(dim=0)
    heap = weights[:, :, None].expand_as(values).gather(0, order).cumsum(dim=0)
    middle = (heap >= heap[-1:] / 2).to(torch.int8).argmax(dim=0, keepdim=True)
    return values.gather(0, order.gather(0, middle))[0]


def _spread(subject: Subject, x: Tensor, y: Tensor) -> float:
    """The mean square of what y does besides commuting with every choice of the unknowns.

    Left in, that part would make a flow over a short time look symmetric, whatever it does.
    """
    maps, units = subject.state.scale.maps, subject.problem.row_weights
    x, y = (part - part.mean(dim=0) for part in (x, y))
    y = y * units
    whole = float(y.square().sum(dim=1).mean())
    if not maps:
        return whole
    count = maps.coefficients(x.new_zeros(1, *maps.shape)).shape[1]
    basis = maps.combine(torch.eye(count, dtype=x.dtype)) * units[:, None]
    columns = torch.einsum("kmn,bn->bmk", basis, x).flatten(0, 1)
    rest = y.flatten() - columns @ torch.linalg.lstsq(columns, y.flatten(), driver="gelsd").solution
    return max(float(rest.square().sum()) / len(y), MOSTLY**2 * whole)


def _moves(problem: Problem, x: Tensor, thetas: Array) -> Iterator[tuple[Motion, float]]:
    """Random combinations of the directions, there and back again, and how long to follow them."""
    rng = np.random.default_rng(0)
    for size in np.linspace(*STEPS, MOVES // 2):
        motion = Motion(problem, rng.standard_normal(len(thetas)) @ thetas)
        speed = motion.speed(x)
        t = float(size / speed) if speed > 0 else float(size)
        yield motion, t
        yield motion, -t


class _Surroundings:
    """Where the data is: what lies as close to a sample as samples lie to each other."""

    def __init__(self, problem: Problem) -> None:
        self.rms = problem.frame.inputs.rms
        self.others = problem.subsample(OTHERS)[0] / self.rms
        apart = torch.cdist(self.others, self.others).fill_diagonal_(math.inf)
        self.radius = apart.min(dim=1).values.quantile(NEAREST)

    def hold(self, x: Tensor) -> Tensor:
        """Mark the samples that are there."""
        nearest = [
            torch.cdist(part, self.others).min(dim=1).values for part in (x / self.rms).split(1024)
        ]
        return torch.cat(nearest) <= self.radius
