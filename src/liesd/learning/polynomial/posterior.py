"""The most probable weights of a logistic polynomial, by Newton's method.

Weights of one degree have a normal prior with a variance of their own. The variances are those for
which the labels are most probable (MacKay's fixed point), so that degrees which labels do not speak
for vanish, and none has to be tuned. With k classes there are k − 1 contrasts of logits, orthogonal
to each other, so that no class is special.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from liesd.learning import limits

Stiffen = Callable[[Tensor, "Posterior"], Tensor]
"""The matrix of a quadratic penalty on weights, for the weights of logits as they are."""


class Posterior:
    """A table of terms (terms, N) with the degree of each, labels (N,), and the number of classes.

    The first term is constant, and free.
    """

    def __init__(self, table: Tensor, degrees: Tensor, labels: Tensor, classes: int) -> None:
        self.table, self.degrees = table, degrees
        self.wanted = nn.functional.one_hot(labels, classes).to(table)
        alike = torch.ones(classes, 1, dtype=table.dtype)
        frame = torch.cat([alike, torch.eye(classes, dtype=table.dtype)[:, 1:]], dim=1)
        self.contrasts = torch.linalg.qr(frame)[0][:, 1:]

    def maximise(
        self, steps: int, first: Tensor | None = None, stiffen: Stiffen | None = None
    ) -> Tensor:
        """The weights of the logits, (terms, classes), after so many steps from the ``first``."""
        terms, count = len(self.table), self.contrasts.shape[1]
        weights = self.table.new_zeros(terms, count) if first is None else first @ self.contrasts
        variances = 0.5 ** torch.arange(int(self.degrees.max()) + 1).to(self.table)
        variances[0] = limits.LIMITS.free_variance
        for _ in range(steps):
            shrink = (1 / variances)[self.degrees, None].expand_as(weights)
            stiff = torch.diag(shrink.T.flatten())
            if stiffen is not None:
                stiff += stiffen(weights @ self.contrasts.T, self)
            weights, spread = self._step(weights, stiff)
            variances = self._update(variances, weights, spread)
        return weights @ self.contrasts.T

    def curve(self, table: Tensor, middle: Tensor) -> Tensor:
        """Σ_n middle_n ⊗ Φ_n Φ_nᵀ over samples, for matrices (N, contrasts, contrasts)."""
        terms, count = len(table), middle.shape[1]
        found = table.new_empty(count, terms, count, terms)
        for a in range(count):
            for b in range(a, count):
                found[a, :, b] = (table * middle[:, a, b]) @ table.T
                found[b, :, a] = found[a, :, b].T.clone()
        return found.reshape(count * terms, count * terms)

    def spread(self, p: Tensor) -> Tensor:
        """How probabilities (N, classes) change with the contrasts, (N, classes, contrasts)."""
        mean = p @ self.contrasts
        return p[:, :, None] * (self.contrasts - mean[:, None])

    def _step(self, weights: Tensor, stiff: Tensor) -> tuple[Tensor, Tensor]:
        """One step of Newton's method, no longer than it helps, and the variances it leaves."""
        loss, p = self._lose(weights, stiff)
        rest = self.table @ (p - self.wanted) @ self.contrasts
        slope = rest.T.flatten() + stiff @ weights.T.flatten()
        middle = self.contrasts.T @ self.spread(p)
        factor = torch.linalg.cholesky(self.curve(self.table, middle) + stiff)
        change = torch.cholesky_solve(slope[:, None], factor).reshape(weights.T.shape).T
        for _ in range(limits.LIMITS.halvings):
            if self._lose(weights - change, stiff)[0] <= loss:
                break
            change = change / 2
        variances = torch.cholesky_inverse(factor).diagonal().reshape(weights.T.shape).T
        return weights - change, variances

    def _lose(self, weights: Tensor, stiff: Tensor) -> tuple[Tensor, Tensor]:
        """Minus the logarithm of the posterior, and the probabilities."""
        logs = torch.log_softmax(self.table.T @ weights @ self.contrasts.T, dim=1)
        flat = weights.T.flatten()
        return flat @ stiff @ flat / 2 - (logs * self.wanted).sum(), logs.exp()

    def _update(self, variances: Tensor, weights: Tensor, spread: Tensor) -> Tensor:
        """Better variances of the prior, degree by degree."""
        found = variances.clone()
        for degree in range(1, len(variances)):
            own = self.degrees == degree
            known = weights[own].numel() - spread[own].sum() / variances[degree]
            found[degree] = weights[own].square().sum() / known.clamp_min(limits.LIMITS.least_known)
        return found.clamp(limits.LIMITS.least_variance, limits.LIMITS.free_variance)
