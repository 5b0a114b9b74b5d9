"""Class labels whose logits are polynomials: quick, and with little noise where a law is smooth.

Terms are those up to a total degree, in inputs of unit spread, so that no direction is special.
Labels say how large the weights of each degree are (:mod:`liesd.learning.polynomial.posterior`),
and held-out labels how many degrees there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import ClassVar

import torch
from torch import Tensor

from liesd.errors import DataError
from liesd.learning import limits
from liesd.learning.base import Learner
from liesd.learning.data import Data, thin
from liesd.learning.polynomial.basis import (
    Recurrence,
    find_recurrence,
    list_powers,
    whiten,
)
from liesd.learning.polynomial.model import PolynomialModel
from liesd.learning.polynomial.posterior import Posterior
from liesd.learning.scales import score, survey
from liesd.learning.settings import as_count
from liesd.progress import Show, read_progress
from liesd.sources.fitted import Choose


@dataclass(frozen=True, kw_only=True)
class LogisticLearner(Learner[PolynomialModel]):
    """Polynomials as logits of classes; their degree is chosen by held-out labels."""

    name: ClassVar[str] = "logistic"
    weights: int = 1000
    """How many weights there are, at most: terms times classes less one."""
    classes: int = 20
    """With more classes than this, it is not tried."""
    degree: int = 12
    """The largest total degree."""
    patience: int = 2
    """The search for a degree ends after so many that do not help."""
    steps: int = 10
    """Steps of Newton's method."""
    rows: int = 50_000
    """How many samples are fitted to, at most."""

    def __post_init__(self) -> None:
        self.check(
            weights=as_count,
            classes=as_count,
            degree=as_count,
            patience=as_count,
            steps=as_count,
            rows=as_count,
        )

    def can_fit(self, data: Data) -> bool:
        """True if there are so few inputs and classes that a linear fit is within bounds."""
        return data.outputs <= self.classes and self._count_weights(data, 1) <= self.weights

    def fit(
        self,
        data: Data,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> PolynomialModel:
        """Try one degree after another; it is quick, and keeps no checkpoint."""
        if data.task == "regression":
            raise DataError(
                "the logistic learner is for classes; use learner='polynomial' for regression"
            )
        if not self.can_fit(data):
            raise DataError(
                f"{data.x.shape[1]} inputs and {data.outputs} classes are too many for the "
                "logistic learner; use learner='labels'"
            )
        with read_progress(progress).stage("fitting polynomials to labels"):
            best = self._fit_degree(data, 1)
            for model in self._try_degrees(data, 2):
                if _get_loss(model) < _get_loss(best):
                    best = model
                elif _get_degree(model) - _get_degree(best) >= self.patience:
                    break
        return best

    def refit(
        self,
        model: PolynomialModel,
        data: Data,
        share: int,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> PolynomialModel:
        """Fit a polynomial of the same degree to a part of the data."""
        return self._fit_degree(data, _get_degree(model))

    def refit_still(
        self, model: PolynomialModel, choose: Choose | None, seed: int
    ) -> PolynomialModel:
        """Fit the kept samples again with the same terms, and with a penalty on changes."""
        arrays = model.named_arrays()
        other = PolynomialModel(model.x_shape, model.y_shape, arrays, **model.config())
        x, labels = model.training_x, model.training_y.long()
        posterior = _pose(other, x, labels, max(2, other.weights.shape[1]))

        def stiffen(weights: Tensor, posterior: Posterior) -> Tensor:
            other.weights.copy_(_give_outputs(weights, other.weights.shape[1]))
            assert choose is not None
            return _penalise(other, x, choose(other), posterior)

        first = _give_logits(other.weights)
        found = posterior.maximise(self.steps, first, None if choose is None else stiffen)
        other.weights.copy_(_give_outputs(found, other.weights.shape[1]))
        return other.eval().requires_grad_(False)

    def _try_degrees(self, data: Data, first: int) -> Iterator[PolynomialModel]:
        for degree in range(first, self.degree + 1):
            if self._count_weights(data, degree) > self.weights:
                return
            yield self._fit_degree(data, degree)

    def _count_weights(self, data: Data, degree: int) -> int:
        return comb(data.x.shape[1] + degree, degree) * max(1, data.outputs - 1)

    def _fit_degree(self, data: Data, degree: int) -> PolynomialModel:
        rows = thin(data.train, self.rows)
        x, labels = data.read_inputs(rows), data.read_targets(rows)
        model = _start(data, x, degree)
        found = _pose(model, x, labels, max(2, data.outputs)).maximise(self.steps)
        model.weights.copy_(_give_outputs(found, data.outputs))
        model.eval().requires_grad_(False)
        model.learner = self
        model.heldout_error, extra = score(model, data)
        model.report = {
            "learner": self.name,
            "why": f"degree {degree} gave the least log loss on held-out samples",
            "degree": degree,
            "terms": len(model.terms),
            **extra,
            "heldout_error": model.heldout_error,
        }
        return model


def _start(data: Data, x: Tensor, degree: int) -> PolynomialModel:
    """The polynomial of all terms up to a degree, with weights of zero."""
    units = survey(data)
    lift = units.lift(units.x_scale, False)
    mean, directions = whiten(lift(x))
    recurrence = find_recurrence((lift(x) - mean) @ directions, degree, limits.LIMITS.distinct)
    r = directions.shape[1]
    powers, _ = list_powers([1.0] * r, recurrence.count_degrees(), comb(r + degree, degree))
    powers = powers[powers.sum(axis=1) <= degree]
    arrays = {
        "costs": torch.ones(r, dtype=torch.float64),
        "scale": lift.scale,
        "origin": units.x_centre,
        "mean": mean,
        "directions": directions,
        "diagonals": recurrence.a,
        "norms": recurrence.b,
        "powers": torch.from_numpy(powers).double(),
        "weights": torch.zeros(len(powers), data.outputs, dtype=torch.float64),
        "sketch": torch.zeros(len(powers), 1, dtype=torch.float64),
        "span": units.find_span(units.x_scale) * units.x_scale,
        "typical": torch.zeros((), dtype=torch.float64),
    }
    return PolynomialModel(data.x_shape, data.y_shape, arrays, task=data.task)


def _pose(model: PolynomialModel, x: Tensor, labels: Tensor, classes: int) -> Posterior:
    degrees = model.powers.sum(dim=1).long()
    return Posterior(_tabulate(model, x), degrees, labels, classes)


def _tabulate(model: PolynomialModel, x: Tensor) -> Tensor:
    """The terms at flat samples, (terms, N)."""
    z = (model.lift(x) - model.mean) @ model.directions
    return model.terms.evaluate(Recurrence(model.diagonals, model.norms), z)


def _give_outputs(weights: Tensor, outputs: int) -> Tensor:
    """The weights of the logits that a model gives; of two classes it may be the log-odds."""
    return weights if outputs > 1 else weights[:, 1:] - weights[:, :1]


def _give_logits(weights: Tensor) -> Tensor:
    """The weights of the logits of all classes."""
    return weights if weights.shape[1] > 1 else torch.cat([0 * weights, weights], dim=1)


def _penalise(model: PolynomialModel, x: Tensor, fields: Tensor, posterior: Posterior) -> Tensor:
    """The penalty on squared changes of the outputs along fields (fields, N, n)."""
    stride = max(1, len(x) // limits.LIMITS.still_rows)
    x, fields, outputs = x[::stride], fields[:, ::stride], model.weights.shape[1]
    step = limits.LIMITS.still_difference / float((fields / model.scale).square().mean().sqrt())
    p = model(x.reshape(-1, *model.x_shape)).reshape(len(x), -1)
    p = torch.cat([1 - p, p], dim=1) if outputs == 1 else p
    seen = posterior.spread(p)[:, -outputs:]
    strength = 2 * limits.LIMITS.still_strength * len(posterior.wanted) / len(x)
    middle = strength * seen.transpose(1, 2) @ seen
    changes = [
        (_tabulate(model, x + step * one) - _tabulate(model, x - step * one)) / (2 * step)
        for one in fields
    ]
    return posterior.curve(torch.cat(changes, dim=1), middle.repeat(len(fields), 1, 1))


def _get_loss(model: PolynomialModel) -> float:
    return float(model.report["heldout_log_loss"])


def _get_degree(model: PolynomialModel) -> int:
    return int(model.powers.sum(dim=1).max())
