"""Finite steps along accepted directions, as replicas of a fit see them.

Values are learned better than derivatives. Where the noise of derivatives hides whether the law has
a symmetry, the group element exp(tθ) is tried itself: f(exp(tA)x) − exp(tB)f(x), divided by t, is
the mean of Cθ along the way, over which the errors of derivatives cancel and a defect of the law
does not. Samples move about as far as they are spread, but count only where they arrive among
others, where the function is known.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Pass
from liesd.equations.scale import value
from liesd.numerics.moments import double
from liesd.sources.torch import Autodiff, Derivatives
from liesd.verdict.estimates import Array, Estimates, from_replicas

SAMPLES = 1000
STEPS = (1.5, 0.7, 0.35)  # how far samples move, in units of their spread
ARRIVING = 0.5  # the part of them that must arrive among others


def stepped(work: Pass, replicas: list[Any], thetas: Array) -> Estimates | None:
    """What finite steps leave in each direction; None where samples arrive nowhere."""
    spec, source = work.spec, work.source
    judges = [source, *(Autodiff(f, source.samples, spec.input, spec.output) for f in replicas)]
    walk = _Walk(work, judges)
    moments = []
    for theta in thetas:
        tried = walk(theta)
        if not tried:
            return None
        # The step with the least noise, whatever it says of the law.
        best = min(tried, key=lambda moment: float(_noise(moment[1:, 1:])))
        moments.append(best / value(work.scale.terms(), spec.unpack(theta)))
    squares = np.stack(moments, axis=2)
    return from_replicas(np.sqrt(squares[0, 0]), squares[1:, 1:])


def _noise(moment: Array) -> float:
    """What replicas do not share."""
    count = len(moment)
    return float(np.trace(moment) / count - (moment.sum() - np.trace(moment)) / count / (count - 1))


class _Walk:
    """Some samples, what each judge makes of them, and how far that can be trusted."""

    def __init__(self, work: Pass, judges: list[Derivatives]) -> None:
        self.work, self.judges = work, judges
        self.x, _ = work.few(SAMPLES)
        self.before = [double(judge.function(self.x)).cpu() for judge in judges]
        self.trusted = self._trust(self.x)

    def __call__(self, theta: Array) -> list[Array]:
        """⟨r_i, r_j⟩ for what judges i and j leave, for each step after which samples arrive."""
        A, B, speed = self.work.motion(theta, self.x)
        tried = []
        for size in STEPS:
            t = size / speed if speed > 0 else size
            both = [self._there(sign * t, A, B) for sign in (1.0, -1.0)]
            if all(arrived >= ARRIVING for _, arrived in both):
                tried.append((both[0][0] + both[1][0]) / 2)
        return tried

    def _there(self, t: float, A: Tensor, B: Tensor) -> tuple[Array, float]:
        """The same for one step, and how many arrive where the function is known."""
        moved = self.x @ torch.linalg.matrix_exp(t * A).T
        there = self._trust(moved)
        weight = 2 * self.trusted * there / (self.trusted + there)
        turn = torch.linalg.matrix_exp(t * B).T
        rest = torch.stack(
            [
                double(judge.function(moved)).cpu() - y @ turn
                for judge, y in zip(self.judges, self.before, strict=True)
            ]
        )
        rest *= self.work.row_weights * weight.sqrt()[:, None] / t
        moment = torch.einsum("ibm,jbm->ij", rest, rest) / weight.sum()
        return moment.numpy(), float(weight.mean() / self.trusted.mean())

    def _trust(self, x: Tensor) -> Tensor:
        known = self.work.source.trust(x)
        return torch.ones(len(x), dtype=torch.float64) if known is None else double(known).cpu()
