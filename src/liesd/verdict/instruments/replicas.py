"""Defects of every direction: from replicas of a fit, groups of samples, or one exact function."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from liesd.equations.reductions import Agreement, GroupedResiduals
from liesd.equations.scale import factorize
from liesd.verdict import limits
from liesd.verdict.estimates import (
    Measurement,
    measure_exact,
    measure_groups,
    measure_replicas,
)
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument


@register_instrument
class Replicas(Instrument):
    """The defects that replicas share, and how much of each is noise."""

    name = "replicas"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.fit is not None and len(subject.fit.replicas) > 0

    def measure(self, directions: Sequence[int]) -> Measurement:
        subject, problem = self.subject, self.subject.problem
        assert subject.fit is not None
        chosen = subject.answer.solution.directions[:, list(directions)]
        step = max(1, -(-problem.count // limits.LIMITS.replica_samples))
        shared = problem.reduce(Agreement(problem.frame, subject.replicas(), chosen, step))
        sizes = torch.stack(
            [
                (factorize(problem.spec, scale.terms()) @ chosen).square().sum(dim=0)
                * subject.total
                for scale in shared.scales
            ]
        )
        whole = (subject.answer.L @ chosen).square().sum(dim=0)
        ratios = torch.where(whole > 0, sizes / whole, 1.0)
        unknown = subject.fit.has_classes or subject.error is None
        unexplained = 0.0 if unknown else min(subject.error or 0.0, 1.0)
        defects = subject.defects[list(directions)]
        moments = step * shared.moments.numpy()
        return measure_replicas(defects, moments, ratios.numpy(), unexplained)


@register_instrument
class Groups(Instrument):
    """The defects of one model or fit, with the scatter between groups of samples."""

    name = "groups"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.problem.source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement:
        subject, problem = self.subject, self.subject.problem
        chosen = subject.answer.solution.directions[:, list(directions)]
        step = max(1, -(-problem.count // limits.LIMITS.replica_samples))
        grouped = problem.reduce(
            GroupedResiduals(
                problem.frame, problem.source, chosen, step, limits.LIMITS.jackknife_groups
            )
        )
        defects = subject.defects[list(directions)]
        return measure_groups(defects, step * grouped.squares.numpy(), subject.error or 0.0)


@register_instrument
class Rounding(Instrument):
    """The defects of an exact function, known up to rounding."""

    name = "rounding"

    def measure(self, directions: Sequence[int]) -> Measurement:
        defects = self.subject.defects[list(directions)]
        return measure_exact(defects, self.subject.problem.source.floor)
