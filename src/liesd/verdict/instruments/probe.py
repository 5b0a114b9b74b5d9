"""Try a finite step on an exact function: values show what derivatives miss.

Rounding, jumps and detached parts have no derivative, so they can break a symmetry without a trace
in the equations. A group element near the identity, applied to a subsample, finds them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from liesd.numerics.moments import double
from liesd.verdict import limits
from liesd.verdict.estimates import Measurement
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument
from liesd.verdict.instruments.motion import Motion


@register_instrument
class Probe(Instrument):
    """The largest share of samples at which f(e^(tθ)x) differs from e^(tθ)f(x)."""

    name = "probe"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.fit is None and subject.problem.source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement:
        problem = self.subject.problem
        thetas = self.subject.basis(len(directions)).T.contiguous()
        thetas = (thetas / torch.linalg.norm(thetas, dim=1, keepdim=True)).numpy()
        x, y = problem.subsample(limits.LIMITS.probe_samples)
        bar = max(limits.LIMITS.probe_tolerance, 10 * problem.source.floor)
        worst = 0.0
        for mix in np.random.default_rng(0).standard_normal(
            (limits.LIMITS.probe_tries, len(thetas))
        ):
            motion = Motion(problem, mix @ thetas)
            if (speed := motion.speed(x)) > 0:
                t = limits.LIMITS.probe_step / speed
                moved, wanted = motion.move_inputs(x, t), motion.move_outputs(y, t)
                worst = max(worst, self._measure_share(moved, wanted, bar))
        nothing = np.zeros(0)
        return Measurement(nothing, nothing, nothing, nothing, nothing, share=worst)

    def _measure_share(self, moved: Tensor, wanted: Tensor, bar: float) -> float:
        problem = self.subject.problem
        made = double(problem.source.function(moved)).cpu()
        size = wanted.abs() + problem.frame.output_scales
        wrong = ((made - wanted).abs() / size).amax(dim=1)
        return float((wrong > bar).double().mean())  # values that are not finite do not count


@register_instrument
class Halves(Instrument):
    """The defects that half of the samples would give."""

    name = "halves"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.fit is None and subject.problem.source.samples.count is not None

    def measure(self, directions: Sequence[int]) -> Measurement:
        problem = self.subject.problem
        half = self.subject.solver(problem.equations(0, problem.count // 2))
        values = half.solution.values.numpy()
        level = np.full_like(values, problem.source.floor)
        return Measurement(values, values, values, values, level)
