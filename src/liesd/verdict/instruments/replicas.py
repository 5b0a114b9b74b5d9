"""What replicas of a fit share, or what one fit says on groups of samples: of every direction."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from liesd.equations.reductions import Agreement, GroupedResiduals
from liesd.equations.scale import factorize
from liesd.verdict.estimates import (
    Measurement,
    measure_exact,
    measure_groups,
    measure_replicas,
)
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument

COMPARED = 4096  # samples on which replicas are compared
GROUPS = 20  # of samples that are left out in turn


@register_instrument
class Replicas(Instrument):
    """What replicas have in common, and how much of each defect is noise."""

    name = "replicas"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.fit is not None and len(subject.fit.replicas) > 0

    def measure(self, directions: Sequence[int]) -> Measurement:
        subject, problem = self.subject, self.subject.problem
        assert subject.fit is not None
        chosen = subject.answer.solution.directions[:, list(directions)]
        step = max(1, problem.count // COMPARED)
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
    """What one fit says of each direction: other samples would have given other defects."""

    name = "groups"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        return subject.error is not None and subject.problem.source.is_evaluable

    def measure(self, directions: Sequence[int]) -> Measurement:
        subject, problem = self.subject, self.subject.problem
        chosen = subject.answer.solution.directions[:, list(directions)]
        step = max(1, problem.count // COMPARED)
        grouped = problem.reduce(
            GroupedResiduals(problem.frame, problem.source, chosen, step, GROUPS)
        )
        defects = subject.defects[list(directions)]
        return measure_groups(defects, grouped.squares.numpy(), subject.error or 0.0)


@register_instrument
class Rounding(Instrument):
    """An exact function: nothing but rounding."""

    name = "rounding"

    def measure(self, directions: Sequence[int]) -> Measurement:
        defects = self.subject.defects[list(directions)]
        return measure_exact(defects, self.subject.problem.source.floor)
