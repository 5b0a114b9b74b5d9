"""Finite steps along accepted directions, with replicas of a fit.

Values are learned better than derivatives. Where the noise of derivatives hides whether the law has
a symmetry, the group element e^(tθ) is tried itself: f(e^(tθ)x) − e^(tθ)f(x), divided by t, is the
mean of Cθ along the way, over which the errors of derivatives cancel and a defect of the law does
not. Samples move by about their root mean square, but count only where they arrive among others,
where the function is known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.equations.scale import evaluate
from liesd.numerics.moments import double
from liesd.sources import Source
from liesd.verdict import limits
from liesd.verdict.estimates import Array, Measurement, measure_replicas
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.instruments.motion import Motion


@register_instrument
class Steps(Instrument):
    """The defect of finite steps in each direction; None if too few samples arrive."""

    name = "steps"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        known = subject.fit is not None and len(subject.fit.replicas) > 0
        return known and subject.problem.source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        return measure_steps(self.subject, self.subject.thetas(directions))


def measure_steps(subject: Subject, thetas: Array) -> Measurement | None:
    """Measure the defect of finite steps in each direction θ (rows); None if too few arrive."""
    problem, spec = subject.problem, subject.problem.spec
    walk = _Walk(problem, [problem.source, *subject.replicas()])
    moments = []
    for theta in thetas:
        tried = walk(theta)
        if not tried:
            return None
        # The step with the least noise, whatever its defect.
        best = min(tried, key=lambda moment: float(_measure_noise(moment[1:, 1:])))
        moments.append(best / evaluate(subject.state.scale.terms(), spec.unpack(theta)))
    squares = np.stack(moments, axis=2)
    return measure_replicas(np.sqrt(squares[0, 0]), squares[1:, 1:])


def _measure_noise(moment: Array) -> float:
    """Measure the noise: the part that replicas do not share."""
    count = len(moment)
    return float(np.trace(moment) / count - (moment.sum() - np.trace(moment)) / count / (count - 1))


class _Walk:
    """A subsample, its values by the function and its replicas, and how far to trust them."""

    def __init__(self, problem: Problem, functions: list[Source]) -> None:
        self.problem, self.functions = problem, functions
        self.x, _ = problem.subsample(limits.LIMITS.step_samples)
        self.before = [double(one.function(self.x)).cpu() for one in functions]
        self.trusted = self._trust(self.x)

    def __call__(self, theta: Array) -> list[Array]:
        """⟨r_i, r_j⟩ of the residuals of functions i and j, for each step with enough arrivals."""
        motion = Motion(self.problem, theta)
        speed = motion.speed(self.x)
        tried = []
        for size in limits.LIMITS.step_sizes:
            t = size / speed if speed > 0 else size
            both = [self._step(sign * t, motion) for sign in (1.0, -1.0)]
            if all(arrived >= limits.LIMITS.step_arriving for _, arrived in both):
                tried.append((both[0][0] + both[1][0]) / 2)
        return tried

    def _step(self, t: float, motion: Motion) -> tuple[Array, float]:
        """⟨r_i, r_j⟩ for one step, and the part of samples that arrive at known places."""
        moved = motion.move_inputs(self.x, t)
        there = self._trust(moved)
        weight = 2 * self.trusted * there / (self.trusted + there)
        rest = torch.stack(
            [
                double(one.function(moved)).cpu() - motion.move_outputs(y, t)
                for one, y in zip(self.functions, self.before, strict=True)
            ]
        )
        rest *= self.problem.row_weights * weight.sqrt()[:, None] / t
        moment = torch.einsum("ibm,jbm->ij", rest, rest) / weight.sum()
        return moment.numpy(), float(weight.mean() / self.trusted.mean())

    def _trust(self, x: Tensor) -> Tensor:
        known = self.problem.source.weigh(x)
        return torch.ones(len(x), dtype=torch.float64) if known is None else double(known).cpu()
