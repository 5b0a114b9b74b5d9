"""Try a finite step on an exact function: values show what derivatives miss.

Rounding, jumps and detached parts have no derivative, so they can break a symmetry without a trace
in the equations. A group element near the identity, applied to a subsample, finds them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from liesd.equations.scale import is_still
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
class Slopes(Instrument):
    """The share of samples at which values change otherwise than the derivatives of f say.

    Clipped, rounded and hand-written gradients belong to another function than the values do. A
    sample moves towards another one by several small steps: rounding spoils the shortest, bends
    the longest, and only wrong derivatives all of them. What the spec leaves alone stays.
    """

    name = "slopes"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.fit is None and subject.problem.source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        source = self.subject.problem.source
        x, J = self._read()
        way = x.roll(1, dims=0) - x
        for one in self.subject.problem.spec.input.channels():
            if is_still(one):  # as a weekday or an index, with values in between that mean nothing
                way[:, one.coordinates.ravel()] = 0.0
        told = torch.einsum("bmn,bn->bm", J, way)
        here = double(source.function(x)).cpu().flatten(1)
        wrong = torch.ones_like(told, dtype=torch.bool)
        for step in limits.LIMITS.slope_steps:
            try:
                ahead = double(source.function(x + step * way)).cpu().flatten(1)
            except Exception:  # f has no value between samples
                return None
            seen = (ahead - here) / step
            size = torch.maximum(seen.abs(), told.abs())
            size = size + limits.LIMITS.slope_typical * told.square().mean(dim=0).sqrt()
            wrong &= (seen - told).abs() > limits.LIMITS.slope_error * size
        nothing = np.zeros(0)
        share = float(wrong.any(dim=1).double().mean())  # NaN does not count
        return Measurement(nothing, nothing, nothing, nothing, nothing, share=share)

    def _read(self) -> tuple[Tensor, Tensor]:
        """Samples and derivatives, evenly spread."""
        problem = self.subject.problem
        step = max(1, -(-problem.count // limits.LIMITS.probe_samples))
        parts = list(problem.source.triples(problem.batches.batch_size, step))
        x, _, J = (
            torch.cat([double(part).cpu() for part in column])
            for column in zip(*parts, strict=True)
        )
        return x.flatten(1), J


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
