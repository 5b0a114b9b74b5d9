"""Parts of a function that its derivatives do not see: jumps, rounding, detached terms.

Such parts break a symmetry without a trace in the equations. So samples are moved along the
symmetries by finite steps of several lengths, forth and back, and f must give there what the
symmetry says. Where it does not, the equations themselves are followed along the way: the
difference is an integral of Cθ, unless f has parts without derivatives. Only what Cθ leaves open
counts, and only where a step arrives among other samples: a function may be different where the
data never goes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.numerics.moments import double
from liesd.verdict import limits
from liesd.verdict.estimates import Measurement
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.instruments.motion import Motion


class _Step(NamedTuple):
    """A motion for a time t, and the samples that it moves."""

    motion: Motion
    t: float
    rows: Tensor


@register_instrument
class Jumps(Instrument):
    """The share of finite steps over which f changes by more than its derivatives say."""

    name = "jumps"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.fit is None and subject.problem.source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement:
        problem = self.subject.problem
        x, y = problem.subsample(limits.LIMITS.jump_steps)
        bar = max(limits.LIMITS.jump_tolerance, 10 * problem.source.floor)
        wrong, tried = [], 0
        for step in self._list_steps(x, len(directions)):
            finite, found = self._compare(step, x, y, bar)
            tried += finite
            if len(found):
                wrong.append(step._replace(rows=found))
        share, worst = self._judge(wrong, x, y, bar) if wrong else (0.0, 0.0)
        size, level = np.array([worst]), np.array([bar])
        share /= max(tried, 1)
        return Measurement(size, size, size, size, level, share=share, count=tried)

    def _list_steps(self, x: Tensor, count: int) -> list[_Step]:
        """Steps along random combinations of the directions; every sample is moved."""
        problem = self.subject.problem
        thetas = self.subject.basis(count).T.contiguous()
        thetas = (thetas / torch.linalg.norm(thetas, dim=1, keepdim=True)).numpy()
        tries = _count_tries(problem)
        rounds = min(max(1, limits.LIMITS.jump_steps // len(x)), tries)
        mixes = np.random.default_rng(0).standard_normal((tries, len(thetas)))
        steps = []
        for k, mix in enumerate(mixes):
            motion = Motion(problem, mix @ thetas)
            rows = ((torch.arange(len(x)) - k) % tries < rounds).nonzero()[:, 0]
            if not len(rows) or not (speed := motion.speed(x[rows])) > 0:
                continue
            size = limits.LIMITS.jump_sizes[k // 2 % len(limits.LIMITS.jump_sizes)]
            t = float((-1) ** k * size / speed)
            steps.append(_Step(motion, t, rows))
        return steps

    def _compare(self, step: _Step, x: Tensor, y: Tensor, bar: float) -> tuple[int, Tensor]:
        """The number of steps to where f is finite, and the samples at which it differs."""
        size = self._measure_difference(step, x, y)[1]
        return int(torch.isfinite(size).sum()), step.rows[size > bar]

    def _measure_difference(self, step: _Step, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """f(e^(tθ)x) − e^(tθ)f(x), and its size relative to f; NaN where f has no value."""
        moved = step.motion.move_inputs(x[step.rows], step.t)
        wanted = step.motion.move_outputs(y[step.rows], step.t)
        made = self._evaluate(moved)
        difference = made - wanted
        return difference, (difference.abs() / (wanted.abs() + self._scales)).amax(dim=1)

    def _evaluate(self, x: Tensor) -> Tensor:
        """f, with NaN where it refuses: it may not be defined beside the data."""
        problem = self.subject.problem
        try:
            return double(problem.source.function(x)).cpu()
        except Exception:
            return x.new_full((len(x), problem.spec.output.dim), torch.nan)

    @property
    def _scales(self) -> Tensor:
        return self.subject.outputs.scales

    def _judge(self, wrong: list[_Step], x: Tensor, y: Tensor, bar: float) -> tuple[float, float]:
        """The number of steps that derivatives do not explain, and their largest change."""
        total = sum(len(step.rows) for step in wrong)
        every = max(1, -(-total // limits.LIMITS.jump_judged))
        judged, unexplained, worst = 0, 0, 0.0
        for step in wrong:
            chosen = step._replace(rows=step.rows[::every])
            judged += len(chosen.rows)
            clear = self._arrives(chosen, x) & self._is_unexplained(chosen, x, y, bar)
            if clear.any():
                unexplained += int(clear.sum())
                worst = max(worst, float(self._measure_difference(chosen, x, y)[1][clear].max()))
        return unexplained * total / max(judged, 1), worst

    def _arrives(self, step: _Step, x: Tensor) -> Tensor:
        """Mark the steps that lead to where samples are no rarer than where they started."""
        unit = self.subject.problem.frame.inputs.rms
        here = x[step.rows]
        there = step.motion.move_inputs(here, step.t)
        exactly = "donot_use_mm_for_euclid_dist"  # so that copies have no distance at all
        near, far = (
            torch.cdist(part / unit, x / unit, compute_mode=exactly) for part in (here, there)
        )
        near[near == 0] = math.inf  # the sample itself, and its copies
        rarer = limits.LIMITS.jump_rarer
        return far.min(dim=1).values <= rarer * near.min(dim=1).values

    def _is_unexplained(self, step: _Step, x: Tensor, y: Tensor, bar: float) -> Tensor:
        """Mark the steps whose difference is neither rounding nor an integral of Cθ.

        By the mean value theorem Cθ is somewhere as large as the difference over t, unless f has
        parts without derivatives.
        """
        difference, _ = self._measure_difference(step, x, y)
        x, y = x[step.rows], y[step.rows]
        explained, steep = torch.zeros_like(y), torch.zeros_like(y)
        for part in np.linspace(0.0, 1.0, limits.LIMITS.jump_points):
            rest, size = self._follow(step.motion, x, part * step.t)
            rest = step.motion.move_outputs(rest, (1 - part) * step.t)
            explained = torch.maximum(explained, rest.abs() * abs(step.t))
            steep = torch.maximum(steep, size)
        size = step.motion.move_outputs(y, step.t).abs() + self._scales + steep
        least = torch.maximum(bar * size, limits.LIMITS.jump_slack * explained)
        return (difference.abs() > least).any(dim=1)

    def _follow(self, motion: Motion, x: Tensor, s: float) -> tuple[Tensor, Tensor]:
        """Cθ at e^(sθ)x, and ‖J‖‖x‖ there; NaN where f refuses, which nothing exceeds."""
        problem = self.subject.problem
        points = motion.move_inputs(x, s)
        batch = problem.source.restore(points)
        try:
            at, y, J = (part.cpu() for part in problem.frame.linearize(problem.source, batch))
        except Exception:
            nothing = x.new_full((len(x), problem.spec.output.dim), torch.nan)
            return nothing, nothing
        moved = torch.from_numpy(motion.spec.input.field(motion.theta, at.numpy()))
        wanted = torch.from_numpy(motion.spec.output.field(motion.theta, y.numpy()))
        steep = J.abs() @ at.abs()[:, :, None]
        return wanted - (J @ moved[:, :, None])[:, :, 0], steep[:, :, 0]


def _count_tries(problem: Problem) -> int:
    """Combinations of directions that are tried: fewer where a group element is expensive."""
    largest = max(max(shape) for shape in problem.spec.unknowns.values())
    wanted = limits.LIMITS.jump_work // largest**3
    return int(min(max(wanted, limits.LIMITS.jump_tries[0]), limits.LIMITS.jump_tries[1]))
