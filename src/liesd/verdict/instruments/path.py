"""Defects of one function over finite steps.

The difference of f(e^(tθ)x) and e^(tθ)f(x), divided by t, is the mean of Cθ along the way. Kinks,
as those of a network with ReLU, make derivatives rough, but their errors cancel along a step. What
derivatives do not see at all, such as jumps, shows there too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from liesd.equations.scale import evaluate
from liesd.numerics.moments import double
from liesd.verdict import limits
from liesd.verdict.estimates import Array, Measurement, measure_groups
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.instruments.motion import Motion
from liesd.verdict.instruments.surroundings import Surroundings


@register_instrument
class Path(Instrument):
    """The defect of each direction over finite steps; of derivatives where no step arrives."""

    name = "path"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.problem.source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement:
        problem = self.subject.problem
        x, y = problem.subsample(limits.LIMITS.path_samples)
        region = Surroundings(problem)
        inside = region.hold(x)
        x, y = x[inside], y[inside]
        places = torch.arange(len(x)) % limits.LIMITS.jackknife_groups
        columns, defects = [], []
        for k, theta in zip(directions, self.subject.thetas(directions), strict=True):
            squares = self._follow(theta, x, y, region)
            if squares is None:
                squares = torch.full((len(x),), float(self.subject.defects[k]) ** 2)
            defects.append(float(squares.mean().sqrt()))
            groups = torch.zeros(limits.LIMITS.jackknife_groups, dtype=torch.float64)
            columns.append(groups.index_add_(0, places, squares.double() / len(x)).numpy())
        grouped: Array = np.stack(columns, axis=1)
        return measure_groups(np.array(defects), grouped, 0.0)

    def _follow(self, theta: Array, x: Tensor, y: Tensor, region: Surroundings) -> Tensor | None:
        """The squared defect per sample, over all steps at which enough samples arrive.

        Several lengths, because one alone may be an element of a discrete symmetry.
        """
        problem = self.subject.problem
        motion = Motion(problem, theta)
        speed = motion.speed(x)
        if not speed > 0:
            return None
        scale = evaluate(self.subject.state.scale.terms(), problem.spec.unpack(theta))
        total, steps = torch.zeros(len(x), dtype=torch.float64), 0
        for size in limits.LIMITS.path_sizes:
            for t in (size / speed, -size / speed):
                moved = motion.move_inputs(x, t)
                arrived = region.hold(moved)
                share = float(arrived.double().mean())
                if share < limits.LIMITS.step_arriving:
                    continue
                made = double(problem.source.function(moved[arrived])).cpu()
                rest = (made - motion.move_outputs(y, t)[arrived]) * problem.row_weights / t
                total[arrived] += rest.square().sum(dim=1) / share
                steps += 1
        return total / (steps * scale) if steps and scale > 0 else None
