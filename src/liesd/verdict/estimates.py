"""Measurements of directions, and how replicas of a fit give them.

A learned function is wrong in its own way, so that no direction has a defect of zero. Replicas of
the fit, made from disjoint parts of the data, tell signal from noise: what their residuals Cθ have
in common is the law, what differs is noise. For replicas i ≠ j the mean of ⟨C_iθ, C_jθ⟩ estimates
the squared defect *of the law*, because the noise of different replicas is independent;
the plain ‖Cθ‖² would add the noise to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from liesd.verdict import limits

Array = NDArray[np.float64]


KINDS = ("genuine", "multiple", "approximate", "refuted", "unseen", "gauge")
"""What a direction can be."""


class Evidence(NamedTuple):
    """Evidence for one direction. Defects are relative to what a random direction gives."""

    kind: str
    """``genuine``, ``approximate``, ``refuted``, ``unseen`` or ``gauge``."""
    defect: float
    """Of the function as it is."""
    law_defect: float
    """The estimated defect of the law behind the function, without the noise of the fit."""
    low: float
    high: float
    """A 95 % interval for :attr:`law_defect`."""
    noise: float
    """The noise that it was compared with."""

    def __str__(self) -> str:
        defect, low, high = (f"{100 * one:.2f} %" for one in (self.law_defect, self.low, self.high))
        return f"{self.kind}: defect {defect} [{low}, {high}]"


def _make_empty() -> Array:
    return np.zeros(0)


@dataclass(frozen=True, eq=False)
class Measurement:
    """A measurement of directions by an instrument, all as relative defects.

    The arrays have one entry per direction, in the order of rising defects; an instrument that
    measures several directions together gives one entry.
    """

    defect: Array
    """Of the function as it is."""
    law_defect: Array
    """The estimated defect of the law behind the function, without the noise of the fit."""
    low: Array
    high: Array
    """A 95 % interval for :attr:`law_defect`. Its upper end is the one bound on a defect: evidence
    shows it, the rule decides by it, and ``within`` is the largest of what is accepted."""
    noise: Array
    """The part of the defect that is noise of the fit."""
    square: Array = field(default_factory=_make_empty)
    """The estimate of the squared defect itself; errors may make it negative."""
    standard_error: Array = field(default_factory=_make_empty)
    """Of :attr:`square`."""
    degrees_of_freedom: float = np.inf
    """Of the standard error."""
    bias: Array = field(default_factory=_make_empty)
    """Bound on the bias of :attr:`law_defect`, which replicas share."""
    share: float = 0.0
    """The part of the samples that disagree, where samples are compared one by one."""
    count: float = 0.0
    """The number of such comparisons."""
    unit: float = 1.0
    """The relative defect for which a measured 1 stands, where something else was measured."""

    def __post_init__(self) -> None:
        """Take from the interval what is not given."""
        if len(self.law_defect) and not len(self.square):
            reach = find_reach(limits.LIMITS.confidence, self.degrees_of_freedom)
            object.__setattr__(self, "square", self.law_defect**2)
            with np.errstate(invalid="ignore"):
                spread = (self.high**2 - self.low**2) / (2 * reach)
            object.__setattr__(self, "standard_error", spread)

    def __getitem__(self, kept: slice) -> Measurement:
        values: dict[str, Any] = {one.name: getattr(self, one.name) for one in fields(self)}
        values |= {k: v[kept] for k, v in values.items() if isinstance(v, np.ndarray)}
        return Measurement(**values)

    @property
    def largest(self) -> float:
        """The largest upper bound on a defect; 0 without directions."""
        return float(self.high.max(initial=0.0))

    @property
    def largest_defect(self) -> float:
        """The same as a relative defect, where something else was measured."""
        return self.unit * self.largest

    def excludes_zero(self, confidence: float) -> NDArray[np.bool_]:
        """Mark the directions whose interval of another confidence would exclude zero.

        Squares reach as far below as Student's quantile says. So the interval of the higher
        confidence ends above zero if that of the usual one keeps the rest of the square.
        """
        levels = (limits.LIMITS.confidence, confidence)
        usual, higher = (find_reach(level, self.degrees_of_freedom) for level in levels)
        return np.asarray(self.low > math.sqrt(max(1 - usual / higher, 0.0)) * self.law_defect)

    def reach(self, confidence: float) -> Array:
        """How far the square may be off, at a confidence."""
        return find_reach(confidence, self.degrees_of_freedom) * self.standard_error

    def to_plain(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: [to_finite(one) for one in value.tolist()]
            if isinstance(value, np.ndarray)
            else to_finite(float(value))
            for name, value in values.items()
        }

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> Self:
        """Read the values that :meth:`to_plain` gave."""
        plain: dict[str, Any] = {
            name: np.array([from_finite(one) for one in value], dtype=float)
            if isinstance(value, list)
            else from_finite(value)
            for name, value in values.items()
        }
        return cls(**plain)


def find_reach(confidence: float, degrees_of_freedom: float) -> float:
    """Find how many standard errors an interval reaches to either side (Student's t)."""
    return float(stdtrit(degrees_of_freedom, 0.5 + confidence / 2))


def to_finite(value: float) -> float | None:
    """Write a number for JSON, which knows no infinity: that becomes None."""
    return value if math.isfinite(value) else None


def from_finite(value: float | None) -> float:
    """Read what :func:`to_finite` wrote."""
    return math.inf if value is None else float(value)


def measure_exact(defects: Array, noise: float) -> Measurement:
    """Measure an exact function: its defects are known up to rounding."""
    low, high = np.maximum(defects - noise, 0.0), defects + noise
    level = np.full_like(defects, noise)
    return Measurement(
        defects, defects, low, high, level, defects**2, np.zeros_like(defects), bias=level
    )


def measure_groups(defects: Array, squares: Array, error: float) -> Measurement:
    """Measure one model from Σ‖C v_k‖² over groups of samples, (groups, directions).

    The interval is that of the jackknife over groups, widened by the error of the model, which
    stands in for the unknown error of its derivatives.
    """
    count = len(squares)
    left_out = (squares.sum(axis=0) - squares) * count / (count - 1)
    variance = np.sum((left_out - left_out.mean(axis=0)) ** 2, axis=0) * (count - 1) / count
    reach = find_reach(limits.LIMITS.confidence, count - 1) * np.sqrt(variance)
    low = np.sqrt(np.maximum(defects**2 - reach, 0.0)) - error
    high = np.sqrt(defects**2 + reach) + error
    level = np.full_like(defects, error)
    return Measurement(
        defects,
        defects,
        np.maximum(low, 0.0),
        high,
        level,
        defects**2,
        np.sqrt(variance),
        count - 1,
        level,
    )


def measure_replicas(
    defects: Array, moments: Array, scales: Array | None = None, error: float = 0.0
) -> Measurement:
    """Measure a law from ⟨C_i v_k, C_j v_k⟩ of replicas, (replicas, replicas, directions).

    ``scales`` are S_i(v_k)/S(v_k), the scale of the defect as each replica sees it relative to that
    of the function, (replicas, directions): noise of the derivatives adds to a scale, and a
    replica, fitted to one of k parts of the data, has k times as much of it.

    The interval is that of the jackknife over replicas, with Student's t. Two replicas have no
    jackknife: then the standard error is the largest that their noise can cause, when all of it
    lies in one direction. A square below zero counts as zero: the noise was large by chance.
    This misses the bias that replicas share. But bias fades with more data, so the interval is
    widened by the difference between model and replicas. Where the model, fitted to all data, has a
    smaller defect than the lower end of the interval, its defect is taken: noise only adds to one.

    Learners prefer smooth functions, so the fit may miss part of the defect: a fraction between 0
    and ``error``. So the upper end is raised by half of it, give or take another half.
    """
    count = len(moments)
    scales = np.ones(moments.shape[1:]) if scales is None else scales
    scale = np.maximum(1 - (scales.mean(axis=0) - 1) / (count - 1), limits.LIMITS.signal_share)
    squares = _average_pairs(moments) / scale
    own = np.einsum("iik->ik", moments).mean(axis=0) / scale
    noise = np.sqrt(np.maximum(own - squares, 0.0) / count)
    errors = 2 * noise**2
    if count > 2:
        left_out = np.array([_leave_out(i, moments, scales) for i in range(count)]) / scale
        variance = np.sum((left_out - left_out.mean(axis=0)) ** 2, axis=0)
        errors = np.sqrt((count - 1) / count * variance)
    reach = find_reach(limits.LIMITS.confidence, count - 1) * errors
    law, low = (np.sqrt(np.maximum(square, 0.0)) for square in (squares, squares - reach))
    high = np.sqrt(np.maximum(squares, 0.0) + reach)
    fading = np.abs(np.sqrt(np.maximum(defects**2 - noise**2, 0.0)) - law)
    biased = defects < low
    law = np.where(biased, defects, law)
    low = np.maximum(low - np.where(biased, 2.0, 1.0) * fading, 0.0)
    above = np.where(biased, np.minimum(high - law, noise), np.hypot(high - law, fading))
    missed = error / 2 * law
    high = law + missed + np.hypot(above, missed)
    return Measurement(defects, law, low, high, noise, squares, errors, count - 1, fading + missed)


def _leave_out(i: int, moments: Array, scales: Array) -> Array:
    """Average the pairs of the other replicas, in units of the scale that they see."""
    rest = np.delete(np.delete(moments, i, axis=0), i, axis=1)
    return _average_pairs(rest) * scales.mean(axis=0) / np.delete(scales, i, axis=0).mean(axis=0)


def _average_pairs(moments: Array) -> Array:
    """Average over pairs of different replicas."""
    count = len(moments)
    diagonal = np.einsum("iik->k", moments)
    return np.asarray((moments.sum(axis=(0, 1)) - diagonal) / (count * (count - 1)))
