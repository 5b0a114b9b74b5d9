"""Judge a law where its fit is poor: at the rim of the data, by held-out values.

A learned model trusts its derivatives little where samples are rare, and so do the equations. What
holds for the others need not hold there. Held-out values can tell: if the fit leaves no more of
them unexplained there than elsewhere, nothing is hidden. Otherwise the mean f̄ of the fit over the
group (:mod:`liesd.verdict.instruments.heldout`) is compared with the fit f: imposing a symmetry
that the law has makes predictions better, and worse if the law does not have it. Few samples are
held out, and fewer of them are at the rim. So the fit is also compared with f̄ at the rim of all
samples: where it explains values and is asymmetric, the law may be.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.numerics.moments import double
from liesd.verdict import limits
from liesd.verdict.estimates import Array, Measurement, find_reach
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.instruments.heldout import measure_law, symmetrize
from liesd.verdict.instruments.surroundings import Surroundings


@register_instrument
class Rim(Instrument):
    """The held-out error at samples that hardly count, and whether symmetries make it larger.

    ``share`` is the part of the samples at the rim, ``defect`` the root mean square over all
    samples of what the fit leaves unexplained there beyond what it does elsewhere, ``square`` by
    how much the square of that grows if the symmetries are imposed, and ``bias`` the asymmetry of
    the fit itself there.
    """

    name = "rim"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        fit = subject.fit
        return (
            fit is not None
            and fit.heldout is not None
            and not fit.has_classes
            and subject.problem.batches.trusting
        )

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        subject, rim = self.subject, _find_errors(self.subject)
        if rim is None:
            return None
        inside, error, share = rim.inside, rim.excess, float(rim.inside.double().mean())
        units, region = subject.problem.row_weights, Surroundings(subject.problem)
        found = symmetrize(subject, rim.x, subject.thetas(directions), region, inside)
        imposed = ((rim.y[inside] - found.average) * units).square().sum(dim=1) / rim.unit
        arrived = found.weights.sum(dim=0) > 0
        more = share * (imposed - rim.squares[inside])[arrived]
        degrees = max(len(more) - 1, 1)
        grown, scatter = error**2, error**2  # unless values tell, all of it may be asymmetric
        if len(more) >= limits.LIMITS.rim_samples:
            grown, scatter = float(more.mean()), float(more.std()) / math.sqrt(len(more))
        reach = find_reach(limits.LIMITS.confidence, degrees) * scatter
        law, low, high = (
            np.sqrt(np.maximum([value], 0.0)) for value in (grown, grown - reach, grown + reach)
        )
        return Measurement(
            np.array([error]),
            law,
            low,
            high,
            np.sqrt([scatter]),
            np.array([grown]),
            np.array([scatter]),
            degrees,
            np.array([self._measure_fit(subject.thetas(directions), region, rim.unit)]),
            share,
        )

    def _measure_fit(self, thetas: Array, region: Surroundings, unit: float) -> float:
        """The asymmetry of the fit at the rim, as a root mean square over all samples.

        It says something of a sample that arrives somewhere where replicas agree as well as here.
        """
        subject, problem = self.subject, self.subject.problem
        x, _ = problem.subsample(limits.LIMITS.replica_samples)
        inside = _find_rim(problem, x, x)
        if inside is None or not inside.any():
            return 0.0
        found = symmetrize(subject, x, thetas, region, inside)
        rest = ((found.here - found.average) * problem.row_weights).square().sum(dim=1)
        known = found.weights.max(dim=0).values >= found.own
        return math.sqrt(float(rest[known].sum()) / len(x) / unit)


class _Errors(NamedTuple):
    """Held-out samples, and the error of the fit at each."""

    x: Tensor
    y: Tensor
    inside: Tensor
    """Which of them are at the rim."""
    squares: Tensor
    """The squared error of each, in units of ``unit``."""
    unit: float

    @property
    def excess(self) -> float:
        """The error that the rim adds, beyond that of the other samples."""
        beyond = (self.squares - self.squares[~self.inside].mean()) * self.inside
        return math.sqrt(max(float(beyond.mean()), 0.0))


def _find_errors(subject: Subject) -> _Errors | None:
    """Find which held-out samples hardly count; None if there are none such."""
    problem, fit = subject.problem, subject.fit
    assert fit is not None
    assert fit.heldout is not None
    x, y = (double(part).cpu().flatten(1) for part in fit.heldout)
    others, _ = problem.subsample(limits.LIMITS.replica_samples)
    unit, inside = measure_law(subject, x, y), _find_rim(problem, x, others)
    if inside is None or unit == 0 or not inside.any() or inside.all():
        return None
    made = double(problem.source.function(x)).cpu()
    squares = ((y - made) * problem.row_weights).square().sum(dim=1) / unit
    return _Errors(x, y, inside, squares, unit)


def _find_rim(problem: Problem, x: Tensor, others: Tensor) -> Tensor | None:
    """Mark the samples that hardly count beside others; None if all count alike."""
    weight, typical = problem.source.weigh(x), problem.source.weigh(others)
    if weight is None or typical is None:
        return None
    return double(weight).cpu() < limits.LIMITS.rim_weight * double(typical).cpu().mean()


def find_place(subject: Subject) -> str:
    """Say where the samples lie that hardly count, and the errors there; "" if all count alike."""
    rim = _find_errors(subject) if Rim.applies(subject) else None
    if rim is None:
        return ""
    x = rim.x * subject.problem.source.input_units
    return describe_place(x.numpy(), (rim.squares.sqrt() * rim.inside).numpy())


def describe_place(x: Array, errors: Array) -> str:
    """Describe in one inequality where most of the errors lie, among as few samples as possible.

    >>> x = np.linspace(-3, 3, 601)[:, None] * [1.0, 0.0]
    >>> describe_place(x, (x[:, 0] > 2).astype(float))
    'x[0] > 2.2'
    """
    best, said = len(x) + 1, ""
    for name, values in _list_heights(x):
        order = np.argsort(-values)
        heap = np.cumsum(errors[order])
        count = int(np.searchsorted(heap, limits.LIMITS.rim_part * heap[-1])) + 1
        if count < best:
            best, bound = count, float(values[order[count - 1]])
            shown = _round(abs(bound), float(values.std()))
            sign = "-" if (bound < 0) != (name[0] == "-") else ""
            said = f"{name[1:]} < {sign}{shown}" if name[0] == "-" else f"{name} > {sign}{shown}"
    return said


def _round(size: float, spread: float) -> str:
    """A bound with as many digits as tell it from others, two at least.

    >>> _round(2.57, 1.0), _round(1000.567, 0.3)
    ('2.6', '1000.6')
    """
    more = math.floor(math.log10(size / spread)) if size > spread > 0 else 0
    return f"{size:.{2 + more}g}"


def _list_heights(x: Array) -> Iterator[tuple[str, Array]]:
    for k, column in enumerate(x.T):
        yield f"x[{k}]", column
        yield f"-x[{k}]", -column
        yield f"|x[{k}]|", np.abs(column)
    if x.shape[1] > 1:
        yield "|x|", np.linalg.norm(x, axis=1)
