"""Right sides that are quotients: (y·y_x² − y)/(1 + y²), 2·(y − z)⁻³, cos(y)·y_x·z_x/sin(y).

P/Q explains a left side y where P − y·Q vanishes, which is linear in the coefficients of both
polynomials: of all combinations of terms and of y times terms, the smallest one is taken. Degrees,
and functions beside the arguments, are chosen by held-out trajectories.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from scipy.linalg import qr

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import Feature, Power, format_term, list_groups, list_kept
from liesd.differential.fitting.form import Form, Summand
from liesd.differential.fitting.model import Marks
from liesd.differential.fitting.solve import expand_terms, find_units, solve_quotient
from liesd.differential.fitting.sparse import Score, leave_out
from liesd.differential.grammar import Equation
from liesd.spec.polynomial import list_powers

Features = tuple[Feature, ...]


class Quotient(NamedTuple):
    """The terms of a quotient that explains one left side."""

    error: float
    """On held-out trajectories."""
    features: Features
    above: list[Power]
    below: list[Power]

    @property
    def terms(self) -> int:
        """How many terms it has."""
        return len(self.above) + len(self.below)


def find_quotients(equation: Equation, z: Array, y: Array, train: Marks, judge: Marks) -> Form:
    """Find a quotient for each left side; ``y`` are left sides in units of their spread."""
    groups: list[Features] = [(), *_list_functions(equation, z)]
    found = [_find_one(z, one, train, judge, groups) for one in y.T]
    features = tuple(dict.fromkeys(feature for one in found for feature in one.features))

    def spell(power: Power, own: Features) -> Power:
        count = z.shape[1]
        known = dict(zip(own, power[count:], strict=True))
        return (*power[:count], *(known.get(feature, 0) for feature in features))

    above = [[spell(power, one.features) for power in one.above] for one in found]
    below = [[spell(power, one.features) for power in one.below] for one in found]
    below = [[] if all(not any(power) for power in side) else side for side in below]
    degree = max((sum(power) for side in (*above, *below) for power in side), default=1)
    places = {power: k for k, power in enumerate(list_powers(z.shape[1] + len(features), degree))}

    def write(side: list[Power]) -> list[Summand]:
        names = equation.arguments
        return sorted(
            Summand(0.0, places[power], power, format_term(names, features, power))
            for power in side
        )

    return Form(degree, features, list(map(write, above)), list(map(write, below)))


def _list_functions(equation: Equation, z: Array) -> list[Features]:
    """Features that may stand above and below a line, so that no inverse ones are needed."""
    found: dict[Features, None] = {}
    for group in list_groups(equation, z):
        kept = []
        for one in group:
            if one.kind == "power":
                if one.exponent.denominator > 1:
                    kept.append(one._replace(exponent=Fraction(1, one.exponent.denominator)))
            elif one.exponent > 0:
                kept.append(one)
        if kept:
            found[tuple(kept)] = None
    return list(found)


def _find_one(z: Array, y: Array, train: Marks, judge: Marks, groups: list[Features]) -> Quotient:
    """Find a quotient that explains a left side about best, the one with the fewest terms."""
    tried = [_Dense.of(z, y, train, judge, features) for features in groups]
    least = min(one.error for one in tried)
    enough = max(limits.LIMITS.simpler * least, limits.LIMITS.perfect)
    thinned = [one.thin() for one in tried if one.error <= enough]
    return min(thinned, key=lambda one: (one.terms, one.error))


class _Dense(NamedTuple):
    """A quotient of polynomials with all their terms."""

    error: float
    features: Features
    powers: list[Power]
    above: list[int]
    below: list[int]
    terms: Array
    """The values of all terms at jets to train on."""
    y: Array

    @classmethod
    def of(cls, z: Array, y: Array, train: Marks, judge: Marks, features: Features) -> _Dense:
        """Find the simplest pair of degrees that explains a left side about best."""
        count = z.shape[1]
        most = min(limits.LIMITS.quotient_terms, int(train.sum()) // limits.LIMITS.jets_per_term)
        counts = [
            len(list_kept(count, features, k)) for k in range(limits.LIMITS.quotient_degree + 1)
        ]
        degree = max(k for k, terms in enumerate(counts) if terms < most)
        kept = list_kept(count, features, degree)
        units = find_units(z, features, centred=False)
        A = expand_terms(z[train], units, degree, features, kept)
        other = expand_terms(z[judge], units, degree, features, kept)
        every = list_powers(count + len(features), degree)
        powers = [every[k] for k in kept]
        pairs = _list_pairs(powers, degree, most)
        under = max((len(below) for _, below in pairs), default=1)
        M = np.hstack([A, -y[train, None] * A[:, :under]])
        sizes = np.sqrt(np.mean(M**2, axis=0))
        sizes = np.where(sizes > 0, sizes, 1.0)
        triangle = qr(M / sizes, mode="r")[0][: M.shape[1]]
        best: tuple[float, list[int], list[int]] = (np.inf, [], [0])
        for above, below in pairs:
            some = [*above, *(len(kept) + k for k in below)]
            numbers = np.linalg.svd(triangle[:, some])[2][-1] / sizes[some]
            guess = _divide(other[:, above], other[:, below], numbers)
            error = float(np.sqrt(np.mean((guess - y[judge]) ** 2)))
            if error < limits.LIMITS.better * best[0]:
                best = (error, above, below)
            if error <= limits.LIMITS.perfect:
                break
        return cls(best[0], features, powers, *best[1:], A, y[train])

    def thin(self) -> Quotient:
        """Leave out terms while the error hardly grows."""
        A, B = self.terms[:, self.above], self.terms[:, self.below]
        below = np.abs(B @ solve_quotient(A, B, self.y)[1])
        weight = (np.median(below) / np.maximum(below, limits.LIMITS.pole * below.max()))[:, None]
        M = weight * np.hstack([A, -self.y[:, None] * B])
        sizes = np.sqrt(np.mean(M**2, axis=0))
        sizes = np.where(sizes > 0, sizes, 1.0)
        triangle = qr(M / sizes, mode="r")[0][: M.shape[1]]
        under = qr(weight * B, mode="r")[0][: B.shape[1]]
        first = A.shape[1]

        def score(chosen: list[int]) -> tuple[float, Array]:
            if all(k < first for k in chosen):
                return np.inf, np.zeros(len(chosen))
            numbers = np.linalg.svd(triangle[:, chosen])[2][-1]
            rest = float(np.linalg.norm(triangle[:, chosen] @ numbers))
            places = [j for j, k in enumerate(chosen) if k >= first]
            bottom = [chosen[j] for j in places]
            size = under[:, [k - first for k in bottom]] @ (numbers[places] / sizes[bottom])
            return rest / max(float(np.linalg.norm(size)), np.finfo(float).tiny), numbers

        every = list(range(M.shape[1]))
        whole = score(every)[0]
        allowed = max(limits.LIMITS.sparse * whole, limits.LIMITS.perfect)
        some = _halve(every, score, allowed)
        few = leave_out(some, score, allowed) if len(some) <= limits.LIMITS.quotient_few else some
        names = [*self.above, *self.below]
        above = [self.powers[names[k]] for k in few if k < first]
        below_ = [self.powers[names[k]] for k in few if k >= first]
        return Quotient(self.error, self.features, above, below_)


def _halve(terms: list[int], score: Score, allowed: float) -> list[int]:
    """Leave out many small terms at once, as long as the error allows."""
    part = 2
    while part <= len(terms):
        numbers = np.abs(score(terms)[1])
        fewer = sorted(np.array(terms)[np.argsort(numbers)][len(terms) // part :].tolist())
        if score(fewer)[0] <= allowed:
            terms = fewer
        else:
            part *= 2
    return terms


def _list_pairs(powers: list[Power], degree: int, most: int) -> list[tuple[list[int], list[int]]]:
    """The terms above and below a line for each pair of degrees, the fewest first."""
    within = [[k for k, power in enumerate(powers) if sum(power) <= top]
              for top in range(degree + 1)]  # fmt: skip
    pairs = [(above, below) for below in within for above in within]
    fitting = [(above, below) for above, below in pairs if len(above) + len(below) <= most]
    return sorted(fitting, key=lambda pair: len(pair[0]) + len(pair[1]))


def _divide(A: Array, B: Array, numbers: Array) -> Array:
    below = B @ numbers[A.shape[1] :]
    tiny = np.finfo(float).tiny
    return np.asarray(A @ numbers[: A.shape[1]] / np.where(np.abs(below) > tiny, below, tiny))
