"""Ridge regression for many ridges at once, and the choice between them."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from liesd.learning import limits

EPS = float(torch.finfo(torch.float64).eps)


class Ridges:
    """The least squares |F w − y|² + λ²|w|² for many λ, where the first columns of F are free.

    ``R`` is the triangular factor of [free columns, other columns, y]. A free column is not shrunk
    by any ridge: what it can explain, it explains.
    """

    def __init__(self, R: Tensor, free: int, outputs: int) -> None:
        p = R.shape[1] - outputs
        R = nn.functional.pad(R, (0, 0, 0, max(0, p - len(R))))  # where rows are few
        self.free = free
        self.across, self.first = R[:free, free:p], R[:free, p:]
        left, values, right = torch.linalg.svd(R[:free, :free])
        rank = int((values > limits.LIMITS.dependent * values[0]).sum())
        self.inverse = right[:rank].T / values[:rank] @ left[:, :rank].T
        rest = R[free:p, free:]
        if rank < free:  # equations left over by dependent columns constrain the others
            rest = torch.cat([rest, left[:, rank:].T @ R[:free, free:]])
            rest = torch.linalg.qr(rest, mode="r").R
        left, self.values, self.vectors = torch.linalg.svd(rest[: p - free, : p - free])
        self.projected = left.T @ rest[: p - free, p - free :]

    def solve(self, ridges: Tensor) -> Tensor:
        """The solutions, (columns, ridges, outputs), for ridges relative to the largest value."""
        damped = self.values / self._damp(ridges[:, None])
        inner = (damped.T[:, :, None] * self.projected[:, None, :]).flatten(1)
        return self._complete(inner, self.first.repeat(1, len(ridges))).unflatten(
            1, (len(ridges), -1)
        )

    def draw_weights(self, ridge: float, probes: Tensor) -> Tensor:
        """Random weights whose covariance is that of the solution, from white ``probes``."""
        inner = probes[self.free :] / self._damp(ridge).sqrt()[:, None]
        return self._complete(inner, probes[: self.free])

    def _damp(self, ridge: Tensor | float) -> Tensor:
        largest = float(self.values.max()) if len(self.values) else 0.0
        return self.values**2 + (ridge * (largest or 1.0)) ** 2

    def _complete(self, inner: Tensor, first: Tensor) -> Tensor:
        """The weights of free columns go before the others, given in singular coordinates."""
        other = self.vectors.T @ inner
        return torch.cat([self.inverse @ (first - self.across @ other), other])


def choose_smoothest(squares: Tensor, allowed: Tensor | None = None) -> int:
    """Choose the first of settings, in the order of smoothness, that is as good as the best.

    ``squares`` are squared errors (samples, settings) on samples that were not fitted to. As good
    is what one standard error of the difference cannot tell from the best, sample by sample: noise
    in the data is common to all settings, so that this sees far below it. A few samples on the rim,
    where no setting does well and which count little in a discovery, would dominate the mean:
    errors are clipped.
    """
    if allowed is not None:
        places = torch.nonzero(allowed)[:, 0]
        return int(places[choose_smoothest(squares[:, places])])
    loss = squares.clamp_max(
        limits.LIMITS.clipped_error * float(squares.median(dim=0).values.min())
    )
    best = int(loss.mean(dim=0).argmin())
    behind = loss - loss[:, best : best + 1]
    slack = behind.std(dim=0) / len(loss) ** 0.5 if len(loss) > 1 else behind[0]
    return int(torch.nonzero(behind.mean(dim=0) <= slack)[0])
