"""Right sides that are quotients: (y·y_x² − y)/(1 + y²), 2·(y − z)⁻³, cos(y)·y_x·z_x/sin(y).

P/Q explains a left side y where P − y·Q vanishes, which is linear in the coefficients of both
polynomials: of all combinations of terms and of y times terms, the smallest one is taken. Degrees,
and functions beside the arguments, are chosen by held-out trajectories.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import torch

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import Feature, Power, add_features, list_groups, list_kept
from liesd.differential.fitting.form import Form, make_form
from liesd.differential.fitting.model import Marks
from liesd.differential.fitting.solve import (
    Ratio,
    expand_terms,
    find_units,
    solve_quotient,
    weigh_rows,
)
from liesd.differential.fitting.sparse import Score, collect, leave_out
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

    @property
    def degrees(self) -> tuple[int, int]:
        """The degrees above and below the line."""
        return max(map(sum, self.above)), max(map(sum, self.below))

    def is_part(self, other: Quotient) -> bool:
        """True if another one, like this one with all terms of its degrees, has these and more."""
        if self is other or not set(self.features) <= set(other.features):
            return False
        return all(a <= b for a, b in zip(self.degrees, other.degrees, strict=True))

    def evaluate(self, z: Array) -> tuple[Array, Array]:
        """The values of the terms above and below the line."""
        every = add_features(torch.from_numpy(np.ascontiguousarray(z)), self.features).numpy()
        above, below = (
            np.stack([np.prod(every ** np.array(power), axis=1) for power in part], axis=1)
            for part in (self.above, self.below)
        )
        return above, below


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
    below = [side if any(map(any, side)) else [] for side in below]
    return make_form(equation.arguments, features, above, below)


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
    tried = [one for features in groups for one in _try_degrees(z, y, train, judge, features)]
    least = min(one.error for one in tried)
    enough = max(limits.LIMITS.simpler * least, limits.LIMITS.perfect)
    good = [one for one in tried if one.error <= enough]
    simplest = [one for one in good if not any(other.is_part(one) for other in good)]
    thinned = [_thin(one, z[train], y[train]) for one in simplest]
    return min(thinned, key=lambda one: (one.terms, one.error))


def _try_degrees(
    z: Array, y: Array, train: Marks, judge: Marks, features: Features
) -> list[Quotient]:
    """Fit quotients of polynomials with all their terms, one for each pair of degrees."""
    count = z.shape[1]
    most = min(limits.LIMITS.quotient_terms, int(train.sum()) // limits.LIMITS.jets_per_term)
    every = range(limits.LIMITS.quotient_degree + 1)
    degree = max((k for k in every if len(list_kept(count, features, k)) < most), default=0)
    kept = list_kept(count, features, degree)
    powers = [list_powers(count + len(features), degree)[k] for k in kept]
    units = find_units(z, features, centred=False)
    A = expand_terms(z[train], units, degree, features, kept)
    other = expand_terms(z[judge], units, degree, features, kept)
    pairs = _list_pairs(powers, degree, most)
    ratio = Ratio.of(A, A[:, : max(map(max, pairs))], y[train], np.ones(len(A)))
    found: list[Quotient] = []
    for above, below in pairs:
        numbers = ratio.fit(range(above), range(below))[1]
        error = _measure(other[:, :above], other[:, :below], numbers, y[judge])
        found.append(Quotient(error, features, powers[:above], powers[:below]))
    return found


def _list_pairs(powers: list[Power], degree: int, most: int) -> list[tuple[int, int]]:
    """The numbers of terms above and below the line for each pair of degrees."""
    counts = [sum(sum(power) <= top for power in powers) for top in range(degree + 1)]
    pairs = [(above, below) for below in counts for above in counts if above + below <= most]
    return pairs or [(1, 1)]


def _measure(A: Array, B: Array, numbers: Array, y: Array) -> float:
    """The error of a quotient of sums, however near to a pole."""
    above, below = A @ numbers[: A.shape[1]], B @ numbers[A.shape[1] :]
    with np.errstate(all="ignore"):
        error = float(np.sqrt(np.mean((above / below - y) ** 2)))
    return error if np.isfinite(error) else np.inf


def _thin(dense: Quotient, z: Array, y: Array) -> Quotient:
    """Leave out terms while the error hardly grows."""
    A, B = dense.evaluate(z)
    ratio = Ratio.of(A, B, y, weigh_rows(B @ solve_quotient(A, B, y)[1]))
    first = A.shape[1]

    def score(chosen: list[int]) -> tuple[float, Array]:
        above, below = [k for k in chosen if k < first], [k - first for k in chosen if k >= first]
        error, numbers = ratio.fit(above, below)
        return error / np.sqrt(len(y)), numbers * ratio.sizes[chosen]

    every = list(range(len(ratio.sizes)))
    allowed = max(limits.LIMITS.sparse * score(every)[0], limits.LIMITS.perfect)
    some = [_collect_beside(lead, ratio, allowed) for lead in range(B.shape[1])]
    few = min((one for one in some if score(one)[0] <= allowed), key=len, default=every)
    few = _halve(few, score, allowed)
    if len(few) <= limits.LIMITS.quotient_few:
        few = leave_out(few, score, allowed)
    powers = [*dense.above, *dense.below]
    above, below = [powers[k] for k in few if k < first], [powers[k] for k in few if k >= first]
    return dense._replace(above=above, below=below)


def _collect_beside(lead: int, ratio: Ratio, least: float) -> list[int]:
    """Collect the terms that explain one of the denominator, down to an error."""
    columns = dict(enumerate(np.hstack([ratio.above, ratio.left]).T))
    place = ratio.above.shape[1] + lead
    y = columns.pop(place)
    return sorted(
        [place, *collect(columns, y, least * float(np.linalg.norm(ratio.below[:, lead])))]
    )


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
