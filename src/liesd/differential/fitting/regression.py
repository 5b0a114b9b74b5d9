"""The equation behind jets: polynomials of rising degree, judged by held-out trajectories."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from torch import Tensor

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import Feature, list_groups, list_kept
from liesd.differential.fitting.form import Form, Summand
from liesd.differential.fitting.model import (
    Explained,
    Learned,
    Marks,
    Polynomial,
    find_natural,
    find_places,
)
from liesd.differential.fitting.products import find_products, list_products
from liesd.differential.fitting.quotients import find_quotients
from liesd.differential.fitting.solve import find_units, fit_terms, measure_error, refit
from liesd.differential.fitting.sparse import find_summands
from liesd.differential.grammar import Equation
from liesd.differential.jets.draw import Jets
from liesd.errors import DataError
from liesd.learning.api import learn

Features = tuple[Feature, ...]


@dataclass(frozen=True)
class Sides:
    """Both sides of an equation at jets, and which of these serve for what."""

    equation: Equation
    z: Array
    """The arguments of F."""
    y: Array
    train: Marks
    judge: Marks
    groups: list[Marks]
    """Disjoint groups of trajectories among those to train on."""
    least: Array
    """The spread of a left side below which it is zero."""

    @classmethod
    def of(cls, equation: Equation, jets: Jets, seed: int) -> Sides:
        """Both sides at jets, with trajectories held out."""
        z, y = read_sides(equation, jets.values)
        held, groups = split_trajectories(jets, seed)
        train = ~held if (~held).any() else np.ones(len(z), dtype=bool)
        least = limits.LIMITS.constant * find_natural(equation, jets.values, equation.left)
        return cls(equation, z, y, train, held if held.any() else train, groups, least)

    def thin(self) -> Sides:
        """The same with fewer jets, to try many fits on."""
        step = max(1, len(self.z) // limits.LIMITS.tried_jets)
        z, y = self.z[::step], self.y[::step]
        train, judge = self.train[::step], self.judge[::step]
        return replace(self, z=z, y=y, train=train, judge=judge, groups=[])

    def allows(self, terms: int) -> bool:
        """True if there are jets enough for a polynomial of so many terms."""
        fewest = min(int(part.sum()) for part in (self.train, *self.groups))
        return terms <= limits.LIMITS.most_terms and limits.LIMITS.jets_per_term * terms <= fewest

    def fit(self, part: Marks, degree: int, features: Features = ()) -> Polynomial:
        """Fit a polynomial to some of the jets."""
        units, kept = find_units(self.z, features), list_kept(self.z.shape[1], features, degree)
        z, y = self.z[part], self.y[part]
        return fit_terms(self.equation, z, y, units, degree, features, kept)

    def fit_form(self, part: Marks, form: Form) -> Polynomial:
        """Fit the terms of a form, each equation its own."""
        units = find_units(self.z, form.features, centred=False)
        kept = sorted({one.place for part in form.parts for one in part} | {0})

        def mark(sides: list[list[Summand]]) -> Marks:
            own = [{one.place for one in side} for side in sides]
            return np.array([[place in places for places in own] for place in kept])

        below = None if form.divisors is None else mark(form.divisors)
        return fit_terms(
            self.equation, self.z[part], self.y[part], units, form.degree, form.features, kept,
            mark(form.summands), below,
        )  # fmt: skip

    def judge_model(self, model: Polynomial, part: Marks | None = None) -> float:
        """The error on held-out trajectories, or on some others."""
        part = self.judge if part is None else part
        return measure_error(model, self.z[part], self.y[part], self.least)


class Best(NamedTuple):
    """The best fit so far."""

    error: float
    model: Polynomial
    own: float
    """The least error of all that were tried, on the trajectories that they were fitted to."""


class Sparse(NamedTuple):
    """A fit, and the terms with which it explains the left sides."""

    best: Best
    form: Form

    @property
    def is_readable(self) -> bool:
        """True if very few terms explain the left sides, so that nothing else is looked for."""
        few = max(map(len, self.form.parts)) <= limits.LIMITS.quotient_less
        return few and self.best.error <= limits.LIMITS.hidden

    def is_simpler(self, other: Sparse) -> bool:
        """True if it explains much more than another fit, or as much with fewer terms."""
        if self.best.error < limits.LIMITS.gain * other.best.error:
            return True
        same = max(limits.LIMITS.sparse * other.best.error, limits.LIMITS.perfect)
        return self.best.error <= same and self.form.terms < other.form.terms


def fit_equation(equation: Equation, jets: Jets, seed: int = 0, rich: bool = True) -> Polynomial:
    """Fit the right side by polynomials, and the same to disjoint groups of trajectories.

    Where low degrees leave much unexplained, features of arguments are tried as well, unless
    ``rich`` is false.
    """
    sides = Sides.of(equation, jets, seed)
    low = limits.LIMITS.low_degree if rich else limits.LIMITS.most_degree
    best = _raise_degree(sides, range(1, low + 1), ())
    few: Sparse | None = None
    if rich and _is_lacking(best):
        few = _fit_products(sides)
        if few.best.error > limits.LIMITS.perfect:
            best = _add_features(sides, best)
    whole = Sparse(best, _shorten(sides, best.model))
    if few is not None and not (few if few.is_simpler(whole) else whole).is_readable:
        quotients = _fit_quotients(sides)
        few = quotients if quotients.is_simpler(few) else few
    noisy = jets.noise > limits.LIMITS.noisy
    enough = best.error if noisy else limits.LIMITS.hidden
    if few is not None and few.is_simpler(whole):
        (best, form), is_sparse = few, True
    else:
        form = whole.form
        fewer = sides.fit_form(sides.train, form)
        error = sides.judge_model(fewer)
        same = max(limits.LIMITS.sparse * best.error, limits.LIMITS.shown)
        if is_sparse := error <= min(enough, same):
            best = best._replace(error=error, model=fewer)
    model = best.model
    model.replicas.extend(refit(model, sides.z[part], sides.y[part]) for part in sides.groups)
    model.form, model.heldout_error = form, best.error
    model.extrapolates = is_sparse and best.error <= enough
    model.report |= {"terms": len(model.coefficients), "heldout_error": best.error}
    model.signs |= {
        "unexplained": best.error,
        "few": best.error / max(best.own, limits.LIMITS.perfect),
        "unheld": float((sides.train == sides.judge).all()),
        "noise": jets.noise,
    }
    return model


def _add_features(sides: Sides, best: Best) -> Best:
    """Fit polynomials in features of arguments, or of a higher degree where none is found."""
    every = range(1, limits.LIMITS.most_degree + 1)
    if features := find_features(sides.thin()):
        return _find_shorter(sides, _raise_degree(sides, every, features))
    return _raise_degree(sides, every[limits.LIMITS.low_degree :], (), best)


def _fit_products(sides: Sides) -> Sparse:
    """Fit a few products of powers of arguments."""
    rows = np.flatnonzero(sides.train)
    rows = rows[:: max(1, len(rows) // limits.LIMITS.product_jets)]
    y = sides.y[rows]
    units = np.maximum(y.std(axis=0), np.maximum(sides.least, np.finfo(float).tiny))
    products = list_products(sides.z)
    return _fit_form(sides, find_products(sides.equation, sides.z[rows], y / units, products))


def _fit_quotients(sides: Sides) -> Sparse:
    """Fit quotients of polynomials with few terms."""
    thin = sides.thin()
    units = np.maximum(thin.y.std(axis=0), np.maximum(sides.least, np.finfo(float).tiny))
    form = find_quotients(sides.equation, thin.z, thin.y / units, thin.train, thin.judge)
    return _fit_form(sides, form)


def _fit_form(sides: Sides, form: Form) -> Sparse:
    model = sides.fit_form(sides.train, form)
    best = Best(sides.judge_model(model), model, sides.judge_model(model, sides.train))
    return Sparse(best, _read_numbers(form, model))


def _read_numbers(form: Form, model: Polynomial) -> Form:
    """The same form with the numbers of a fit, for arguments in their own units.

    The first term of a denominator is one.
    """
    scale = model.scale.numpy()

    def read(numbers: Tensor, terms: list[Summand], unit: float = 1.0) -> list[Summand]:
        return [
            one._replace(
                number=float(numbers[model.kept.index(one.place)])
                / float(np.prod(scale ** np.array(one.power)))
                / unit
            )
            for one in terms
        ]

    above, below = list(form.summands), list(form.divisors or ())
    for k in range(len(above)):
        unit = 1.0
        if model.divisors is not None and below[k]:
            unit = read(model.divisors[:, k], below[k])[0].number
            below[k] = read(model.divisors[:, k], below[k], unit)
        above[k] = read(model.coefficients[:, k], above[k], unit)
    return form._replace(summands=above, divisors=below or None)


def _shorten(sides: Sides, model: Polynomial) -> Form:
    """The terms of a polynomial that explain the left sides about as well."""
    thin = sides.thin()
    summands = find_summands(model, thin.z[thin.train], thin.y[thin.train])
    return Form(model.degree, model.features, summands)


def _is_lacking(best: Best) -> bool:
    """True if a low degree does not end the search."""
    return best.error > limits.LIMITS.perfect and (
        best.model.degree >= limits.LIMITS.low_degree or best.error > limits.LIMITS.unexplained
    )


def _raise_degree(
    sides: Sides, degrees: range, features: Features, best: Best | None = None
) -> Best:
    """Raise the degree while the error on held-out trajectories falls."""
    failed = 0 if best is None else degrees.start - 1 - best.model.degree
    own = np.inf if best is None else best.own
    for degree in degrees:
        terms = len(list_kept(sides.z.shape[1], features, degree))
        if best is not None and not sides.allows(terms):
            break
        model = sides.fit(sides.train, degree, features)
        error = sides.judge_model(model)
        own = min(own, sides.judge_model(model, sides.train))
        failed += 1
        if best is None or error < limits.LIMITS.better * best.error:
            best, failed = Best(error, model, own), 0
        if error < limits.LIMITS.perfect or failed > limits.LIMITS.patience:
            break
    assert best is not None
    return best._replace(own=own)


def _find_shorter(sides: Sides, best: Best) -> Best:
    """Take the next degree if fewer terms do with it.

    Features replace each other, so that a degree can be enough which lacks terms of the law.
    """
    degree, features = best.model.degree + 1, best.model.features
    if not sides.allows(len(list_kept(sides.z.shape[1], features, degree))):
        return best
    model, thin = sides.fit(sides.train, degree, features), sides.thin()
    error = sides.judge_model(model)
    same = error <= max(limits.LIMITS.sparse * best.error, limits.LIMITS.perfect)
    if same and _count_terms(thin, model) < _count_terms(thin, best.model):
        return best._replace(error=error, model=model)
    return best


def find_features(sides: Sides) -> Features:
    """Find features of arguments that make what is unexplained many times smaller.

    Of those that explain about as much, the ones with which the fewest terms do so are taken.
    """
    groups = list_groups(sides.equation, sides.z)
    found: Features = ()
    error = sides.judge_model(_try_features(sides, ()))
    for _ in range(limits.LIMITS.most_features):
        tried = []
        for group in groups:
            if (both := tuple(dict.fromkeys((*found, *group)))) != found:
                model = _try_features(sides, both)
                tried.append((sides.judge_model(model), model))
        least = min((one for one, _ in tried if np.isfinite(one)), default=np.inf)
        if not least < limits.LIMITS.gain * error:
            break
        enough = max(limits.LIMITS.simpler * least, limits.LIMITS.perfect)
        alike = [pair for pair in tried if pair[0] <= min(enough, limits.LIMITS.gain * error)]
        if len(alike) > 1:
            alike.sort(key=lambda pair: (_count_terms(sides, pair[1]), pair[0]))
        error, found = alike[0][0], alike[0][1].features
        if error < limits.LIMITS.perfect:
            break
    return found


def _count_terms(sides: Sides, model: Polynomial) -> int:
    """The number of terms that explain the left sides about as well."""
    summands = find_summands(model, sides.z[sides.train], sides.y[sides.train])
    return sum(map(len, summands))


def _try_features(sides: Sides, features: Features) -> Polynomial:
    """Fit with features, of the highest degree that is cheap to try."""
    count = sides.z.shape[1]
    degree = 1
    for more in range(2, limits.LIMITS.tried_degree + 1):
        terms = len(list_kept(count, features, more))
        if terms > limits.LIMITS.tried_terms or not sides.allows(terms):
            break
        degree = more
    return sides.fit(sides.train, degree, features)


def learn_equation(
    equation: Equation, jets: Jets, learner: str, seed: int = 0, progress: bool | None = None
) -> Learned:
    """Learn the right side by ``liesd.learn``, with trajectories held out as a whole."""
    z, y = read_sides(equation, jets.values)
    model = learn(
        z, y, None, learner, seed, groups=jets.trajectory, progress=progress, task="regression"
    )
    learned = Learned(equation, model)
    learned.signs |= {"unexplained": learned.heldout_error}
    return learned


def measure_scheme(model: Explained, jets: Jets, others: list[Array], seed: int = 0) -> float:
    """How many times better differences of plain schemes explain the left sides.

    ``others`` are the same jets with such differences for derivatives.
    """
    held, _ = split_trajectories(jets, seed)
    if not held.any():
        return 0.0
    errors = []
    for values in (jets.values, *others):
        z, y = values[:, model.right_places], values[:, model.left_places]
        fitted = refit(model, z[~held], y[~held])
        errors.append(measure_error(fitted, z[held], y[held], np.zeros(y.shape[1])))
    return errors[0] / max(min(errors[1:]), np.finfo(float).eps)


def read_sides(equation: Equation, jets: Array) -> tuple[Array, Array]:
    """The arguments of F and the left sides."""
    assert equation.right is not None
    z = jets[:, find_places(equation, equation.right)]
    y = jets[:, find_places(equation, equation.left)]
    natural = find_natural(equation, jets, equation.right)
    for name, column, size in zip(equation.arguments, z.T, natural, strict=True):
        if float(np.ptp(column)) <= limits.LIMITS.constant * size:
            raise DataError(
                f"{name} never changes in these data: leave it out of the equation, or give "
                "trajectories in which it does"
            )
    return z, y


def split_trajectories(jets: Jets, seed: int) -> tuple[Marks, list[Marks]]:
    """Held-out trajectories, and disjoint groups of the others."""
    names = np.random.default_rng(seed).permutation(np.unique(jets.trajectory))
    count = int(np.ceil(limits.LIMITS.heldout * len(names))) if len(names) > 2 else 0
    held, rest = names[:count], names[count:]
    parts = min(limits.LIMITS.replicas, len(rest))
    groups = [np.isin(jets.trajectory, rest[k::parts]) for k in range(parts)] if parts > 1 else []
    return np.isin(jets.trajectory, held), groups
