"""Ridge regression for one ridge after another, and the choice between settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import numpy as np
import torch
from scipy.linalg import lapack
from torch import Tensor, nn

from liesd.learning import limits
from liesd.numerics.limits import LIMITS as NUMERICS

EPS = float(torch.finfo(torch.float64).eps)


class Ridges:
    """The least squares |F w − y|² + λ²|w|² for any λ, where the first columns of F are free.

    ``R`` is the triangular factor of [free columns, other columns, y]. A free column is not shrunk
    by any ridge: what it can explain, it explains. Ridges are relative to the ``size`` of the
    others, their root sum of squares.
    """

    def __init__(self, R: Tensor, free: int, outputs: int) -> None:
        p = R.shape[1] - outputs
        R = nn.functional.pad(R, (0, 0, 0, max(0, p - len(R))))  # where rows are few
        self.free, self.count = free, p - free
        self.across, self.first = R[:free, free:p], R[:free, p:]
        left, values, right = torch.linalg.svd(R[:free, :free])
        rank = int((values > limits.LIMITS.dependent * values[0]).sum())
        self.inverse = right[:rank].T / values[:rank] @ left[:, :rank].T
        rest = R[free:p, free:]
        if rank < free:  # equations left over by dependent columns constrain the others
            rest = torch.cat([rest, left[:, rank:].T @ R[:free, free:]])
            rest = torch.linalg.qr(rest, mode="r").R
        self.rest = np.zeros((len(rest.T), len(rest.T)), order="F")
        self.rest[: self.count] = rest[: self.count].numpy()
        self.size = float(np.linalg.norm(self.rest[:, : self.count])) or 1.0

    def solve(self, ridge: float) -> Tensor:
        """The solution, (columns, outputs)."""
        triangle, targets = self._shrink(ridge)
        other = torch.linalg.solve_triangular(triangle, targets, upper=True)
        return self._complete(other, self.first)

    def draw_weights(self, ridge: float, probes: Tensor) -> Tensor:
        """Random weights whose covariance is that of the solution, from white ``probes``."""
        triangle, _ = self._shrink(ridge)
        other = torch.linalg.solve_triangular(triangle, probes[self.free :], upper=True)
        return self._complete(other, probes[: self.free])

    def _shrink(self, ridge: float) -> tuple[Tensor, Tensor]:
        """The triangular factor and the targets with the ridge as rows of their own."""
        joined = self.rest
        if self.count:
            below = np.zeros((self.count, len(joined)), order="F")
            np.fill_diagonal(below, ridge * self.size)
            joined = lapack.dtpqrt(
                self.count,
                min(self.count, NUMERICS.panel),
                self.rest.copy(order="F"),
                below,
                overwrite_a=1,
                overwrite_b=1,
            )[0]
        rows = torch.from_numpy(joined[: self.count])
        return rows[:, : self.count], rows[:, self.count :]

    def _complete(self, other: Tensor, first: Tensor) -> Tensor:
        """The weights of free columns go before the others."""
        return torch.cat([self.inverse @ (first - self.across @ other), other])


class Judged(Protocol):
    """A setting that was tried."""

    @property
    def squares(self) -> Tensor:
        """The squared errors on samples that were not fitted to."""
        ...


J = TypeVar("J", bound=Judged)


def climb(
    tried: dict[int, J],
    evaluate: Callable[[int], J],
    count: int,
    steps: tuple[int, ...],
    choose: Callable[[Tensor], int] | None = None,
) -> int:
    """Try settings next to the best, out of ``count`` in the order of smoothness, until it is best.

    What was tried is added to ``tried``; the place of the best, by default the smoothest that is as
    good as any, is returned.
    """
    choose = choose or choose_smoothest
    while True:
        places = sorted(tried)
        best = places[choose(torch.stack([tried[k].squares for k in places], dim=1))]
        near = [best + step for step in steps if 0 <= best + step < count]
        missing = [k for k in near if k not in tried]
        if not missing:
            return best
        tried |= {k: evaluate(k) for k in missing}


def choose_smoothest(squares: Tensor) -> int:
    """Choose the first of settings, in the order of smoothness, that is as good as the best.

    ``squares`` are squared errors (samples, settings) on samples that were not fitted to. As good
    is what one standard error of the difference cannot tell from the best, sample by sample: noise
    in the data is common to all settings, so that this sees far below it. A few samples on the rim,
    where no setting does well and which count little in a discovery, would dominate the mean:
    errors are clipped.
    """
    loss = clip(squares)
    best = int(loss.mean(dim=0).argmin())
    behind = loss - loss[:, best : best + 1]
    slack = behind.std(dim=0) / len(loss) ** 0.5 if len(loss) > 1 else behind[0]
    return int(torch.nonzero(behind.mean(dim=0) <= slack)[0])


def choose_least(squares: Tensor) -> int:
    """Choose the setting with the least error, be it by chance: there is more to come."""
    return int(clip(squares).mean(dim=0).argmin())


def clip(squares: Tensor) -> Tensor:
    """Squared errors (samples, settings) without the few large ones on the rim."""
    most = limits.LIMITS.clipped_error * float(squares.median(dim=0).values.min())
    return squares.clamp_max(most)
