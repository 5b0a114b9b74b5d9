"""Impose a number of symmetries on a fit, and ask held-out samples what that costs.

A fit to noisy labels has noisy derivatives, in which a symmetry of the law drowns. So another
function is fitted to the same samples that *has* d symmetries, whichever suit it best: its d
smallest defects are held at zero while it learns. Let p_d be its probabilities and p_0 those of a
free fit. For held-out labels y, the mean product

    ⟨y − p_d, log p_0 − log p_d⟩

is zero if the law has these symmetries, because the noise of a fit does not predict held-out
labels, and positive if the free fit knows something true that symmetry forbids. It is measured in
units of what the free fit explains of the labels at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from liesd.equations.bordered import start_factor
from liesd.numerics.moments import double
from liesd.numerics.nullspace import Solution, solve_seen
from liesd.sources.fitted import Fitted
from liesd.verdict import limits
from liesd.verdict.estimates import Array, Measurement
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.instruments.heldout import make_measurement
from liesd.verdict.instruments.motion import Motion


class _Imposed(NamedTuple):
    """A function that has symmetries."""

    logs: Tensor
    """Its log probabilities at held-out samples."""
    directions: Tensor
    """The directions (p, d) in which it was kept from changing..."""
    left: float
    """... and the largest defect that it has in them."""


@register_instrument
class Imposed(Instrument):
    """The asymmetry that the law must have if it has fewer symmetries than these directions."""

    name = "imposed"

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self._learned: dict[int, _Imposed] = {}

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        fit = subject.fit
        if fit is None or fit.model is None or fit.heldout is None or not fit.has_classes:
            return False
        return len(fit.model.training_x) > 0 and not subject.problem.spec.output.unknowns

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        free, still = self._learn(0), self._learn(len(directions))
        self.subject.refined[len(directions)] = still.directions
        y = _give_both(double(self._model.heldout_y).cpu())
        if len(y) < limits.LIMITS.heldout_samples:
            return None
        before, after = _calibrate(free.logs, y), _calibrate(still.logs, y)
        shares = y.mean(dim=0).clamp_min(1e-300)
        explained = float((y * (before - shares.log())).sum(dim=1).mean())
        if explained <= 0:
            return None
        products = ((y - after.exp()) * (before - after)).sum(dim=1) / explained
        mean, error = float(products.mean()), float(products.std()) / len(y) ** 0.5
        return make_measurement(still.left**2, mean, error, len(y) - 1)

    @property
    def _model(self) -> Fitted:
        """The fitted model, with the samples that it keeps."""
        fit = self.subject.fit
        assert fit is not None
        assert fit.model is not None
        return fit.model

    @cached_property
    def _x(self) -> Tensor:
        """The samples that the model was fitted to, in the shape in which they were given."""
        shape = self.subject.problem.source.samples.shape
        return double(self._model.training_x).cpu().reshape(-1, *shape)

    def _learn(self, count: int) -> _Imposed:
        """Fit a function that has so many symmetries."""
        if count not in self._learned:

            def choose(function: Any) -> Tensor:
                return self._make_fields(self._solve(function).directions[:, :count])

            model = self._model.refit_still(choose if count else None)
            assert model is not None
            with torch.no_grad():
                p = double(model(self._model.heldout_x.reshape(-1, *self._x.shape[1:])))
            logs = _give_both(p.reshape(len(p), -1)).clamp_min(1e-300).log()
            solution = self._solve(model)
            left = float(solution.values[:count].max()) if count else 0.0
            self._learned[count] = _Imposed(logs, solution.directions[:, :count], left)
        return self._learned[count]

    def _solve(self, function: Any) -> Solution:
        """The directions of a function, in order of rising defects."""
        problem, (_, L, solution) = self.subject.problem, self.subject.answer
        source = problem.source.with_function(function)
        step = max(1, len(self._x) // limits.LIMITS.imposed_samples)
        batch = self._x[::step]
        qr = start_factor(problem.spec)
        qr.add(problem.frame.rows(*problem.frame.linearize(source, batch), None))
        scale = L * (len(batch) / self.subject.total) ** 0.5
        return solve_seen(qr.R, scale, solution.hidden)

    def _make_fields(self, directions: Tensor) -> Tensor:
        """The fields at all samples, (count, N, n), along which a random output changes by one."""
        problem, source = self.subject.problem, self.subject.problem.source
        weights = problem.row_weights / source.output_units
        unit = float(weights.square().mean() * self.subject.total) ** 0.5
        sizes = torch.linalg.norm(self.subject.answer.L @ directions, dim=0) / unit
        x = source.flatten(self._x)
        fields = [Motion(problem, theta).field(x) for theta in (directions / sizes).T.numpy()]
        return torch.stack([source.restore(torch.from_numpy(one)).flatten(1) for one in fields])


def _calibrate(logs: Tensor, y: Tensor) -> Tensor:
    """Log probabilities with the best slope and offsets: too bold or too timid is not asymmetric.

    A few numbers that all held-out labels determine: they cost less than one label.
    """
    wanted, classes = y.numpy(), y.shape[1]

    def change(numbers: Array) -> Tensor:
        offsets = torch.from_numpy(np.append(numbers[1:], 0.0))
        return torch.log_softmax(numbers[0] * logs + offsets, dim=1)

    def lose(numbers: Array) -> tuple[float, Array]:
        made = change(numbers)
        rest = made.exp().numpy() - wanted
        slope = np.append((rest * logs.numpy()).sum(), rest[:, :-1].sum(axis=0))
        return -float((made.numpy() * wanted).sum()) / len(y), slope / len(y)

    from scipy.optimize import minimize  # slow to import, and for class labels only

    best = minimize(lose, np.append(1.0, np.zeros(classes - 1)), jac=True, method="BFGS")
    return change(best.x)


def _give_both(p: Tensor) -> Tensor:
    """The probability of each class; of two classes only that of the second may be given."""
    return torch.cat([1 - p, p], dim=1) if p.shape[1] == 1 else p
