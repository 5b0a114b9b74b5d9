"""Regression with polynomials in the directions that matter: quick, and exact where a law is one.

A law is often smooth and depends on few combinations of its inputs: on differences of positions,
say. In coordinates along which it changes much, little, or not at all, a polynomial needs far fewer
terms. Such directions are found step by step. The mean of JᵀJ over the samples says in which
directions a first fit changes; coefficients then tell how fast they decay with the degree in each
of them; and the next fit takes the terms that are likely to be large. Held-out samples decide how
many terms there are, and whether a step helped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
from torch import Tensor

from liesd.errors import DataError
from liesd.learning.base import Learner
from liesd.learning.data import Data
from liesd.learning.polynomial.model import PolynomialModel
from liesd.learning.polynomial.settings import PolynomialSearch
from liesd.learning.polynomial.solve import Fit, Pool
from liesd.learning.scales import survey
from liesd.learning.settings import as_count, as_settings
from liesd.progress import Show, read_progress


@dataclass(frozen=True, kw_only=True)
class PolynomialLearner(Learner[PolynomialModel]):
    """Least squares with polynomials; what is not given is chosen by held-out error."""

    name: ClassVar[str] = "polynomial"
    terms: int = 1500
    """How many terms there are, at most; fewer where samples are scarce."""
    search: PolynomialSearch = field(default_factory=PolynomialSearch)
    """How directions and terms are searched for."""

    def __post_init__(self) -> None:
        self.check(terms=as_count, search=as_settings(PolynomialSearch))

    def fit(
        self,
        data: Data,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> PolynomialModel:
        """Search for directions and terms; it is quick, and keeps no checkpoint."""
        pool = self._open(data, seed, progress)
        with pool.progress.stage("searching for a polynomial"):
            best = self._search(pool)
        return self._finish(pool, best)

    def refit(
        self,
        model: PolynomialModel,
        data: Data,
        share: int,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> PolynomialModel:
        """Fit a part of the data, which finds its own directions, from those of the model on.

        Where the law is a polynomial, its terms are known, and few samples give their weights;
        unless the terms depend on each other in this part.
        """
        directions, costs, count = model.directions, model.costs.tolist(), len(model.powers)
        exact, shown = self.search.exact, "fitting a polynomial"
        if model.heldout_error <= exact:
            rows = max(self.search.sloping_rows, self.search.bent_rows * count)
            pool = self._open(data, seed, progress, rows)
            with pool.progress.stage(shown):
                best = pool.fit(directions, costs, count, settled=True)
            if best.error <= exact:
                return self._finish(pool, best)
        count = max(count, min(self.terms, self.search.stages[0]))
        pool = self._open(data, seed, progress)
        with pool.progress.stage(shown):
            best = pool.fit(directions, costs, count)
            if best.typical > exact and best.is_full:
                best = self._step(pool, best, count)[0]
        return self._finish(pool, best)

    def _finish(self, pool: Pool, best: Fit) -> PolynomialModel:
        """Fit as many samples as help: all of them where what is left is noise."""
        rows = pool.rows
        if best.typical <= self.search.exact or not best.saturated:
            rows = rows[: self.search.bent_rows * len(best.terms)]
        if len(rows) > best.rows:
            best = pool.extend(best, rows)
        model, used = pool.make_model(best), len(best.terms)
        model.learner, model.heldout_error = self, best.error
        why = f"{used} term{'s' * (used > 1)} gave the least error on held-out samples"
        if best.typical <= self.search.exact:
            why = f"a polynomial of degree {best.terms.degree} explains held-out samples up to "
            why += "rounding"
        model.report = {
            "learner": self.name,
            "why": why,
            "terms": used,
            "degree": best.terms.degree,
            "directions": best.directions.shape[1],
            "saturated": best.saturated,
            "heldout_error": best.error,
        }
        return model

    def _open(self, data: Data, seed: int, progress: Show, rows: int = 0) -> Pool:
        """Read so many samples, or as many as a search takes."""
        if data.task != "regression":
            raise DataError(
                "the polynomial learner is for regression; use learner='logistic' for classes"
            )
        rows = rows or self.search.rows_per_term * max(self.search.stages)
        return Pool(data, survey(data), seed, self.search, read_progress(progress), rows)

    def _search(self, pool: Pool) -> Fit:
        """Sharpen directions with few terms, then with more, as long as that helps."""
        search = self.search
        best = pool.fit(pool.white, [1.0] * pool.white.shape[1], min(self.terms, search.stages[0]))
        before = math.inf
        for count in (*(k for k in search.stages if k < self.terms), self.terms):
            last = count == self.terms
            for _ in range(1 if last else search.rounds):
                if best.typical <= search.exact or best.saturated:
                    return best
                tried, helps = self._step(pool, best, count)
                little = tried.error > search.enough_gain * best.error
                best = tried if helps else best
                if little:
                    break
            if not best.is_full or best.error > min(search.growth * before, search.hopeless):
                break
            before = best.error
        return best

    def _step(self, pool: Pool, best: Fit, count: int) -> tuple[Fit, bool]:
        """The fit in sharper directions, and whether it is better."""
        directions = best.directions @ self._find_slopes(pool, best)
        first = pool.fit(directions, best.costs, min(count, self.search.stages[0]))
        tried = pool.fit(directions, self._estimate_costs(pool, first), count)
        return tried, tried.is_better(best)

    def _find_slopes(self, pool: Pool, fit: Fit) -> Tensor:
        """Orthonormal directions of z, from the one along which the fit changes most."""
        z = pool.transform(pool.x[: self.search.sloping_rows], fit.directions)
        table = fit.terms.evaluate(fit.recurrence, z)
        slopes = fit.terms.differentiate(fit.recurrence, fit.weights)
        J = torch.einsum("pn,rpk->nkr", table, slopes).flatten(0, 1)
        return torch.linalg.eigh(J.T @ J)[1].flip(1)

    def _estimate_costs(self, pool: Pool, fit: Fit) -> list[float]:
        """How fast coefficients decay with the degree in each direction, in units of the slowest.

        It is the logarithm of what is left beyond the last degree that stands out of the noise, per
        degree.
        """
        search, count = self.search, fit.rows
        powers = fit.tried.powers[: len(fit.coefficients)]
        energy = fit.coefficients.square().sum(dim=1).numpy() / count
        total = float(energy[1:].sum()) or 1.0
        noise = search.noise * (fit.error * pool.spread) ** 2 * pool.data.outputs / count
        noise = max(noise, total * np.finfo(float).eps ** 2)
        costs = []
        for column in powers.T:
            cost = math.log(max(total / noise, 1.0)) / 2
            for degree in range(int(column.max(initial=0)), 0, -1):
                beyond = column >= degree
                left = float(energy[beyond].sum())
                if left > noise * beyond.sum():
                    cost = math.log(max(total / left, 1.0)) / (2 * degree)
                    break
            costs.append(max(cost, 0.05))
        return [min(cost / min(costs), search.costly) for cost in costs]
