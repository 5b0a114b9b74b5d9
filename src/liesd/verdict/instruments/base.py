"""The contract of an instrument: what it measures of directions, beyond their defects.

An instrument is made for one discovery, the :class:`Subject`. It answers in terms of relative
defects: an estimate, its standard error and degrees of freedom, a bound on its bias. The rule
decides what follows. A new instrument is one file with a subclass and one
call of :func:`register_instrument`; it is then asked about the directions that are accepted, and a
significant defect raises a doubt.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.equations.reductions import Reduced
from liesd.equations.solve import Answer, Solver
from liesd.errors import check_registration
from liesd.numerics.nullspace import right_svd
from liesd.numerics.space import Space
from liesd.sources import Fit, Source
from liesd.verdict.estimates import Array, Measurement


@dataclass(frozen=True)
class Subject:
    """The subject of measurements: the solved equations of a problem, and the fit behind them."""

    problem: Problem
    solver: Solver
    state: Reduced
    answer: Answer
    defects: Array
    """Of every visible direction, ascending."""
    outputs: Space
    fit: Fit | None
    error: float | None
    """Of the fit on held-out samples, or on what it was trained to give."""
    refined: dict[int, Tensor] = field(default_factory=dict)
    """For a number of symmetries, better directions (p, number) that an instrument has found."""

    @property
    def total(self) -> float:
        """The weight of all samples."""
        return self.state.outputs.total

    def replicas(self) -> list[Source]:
        """The replicas of the fit, as sources on the same samples."""
        functions = () if self.fit is None else self.fit.replicas
        return [self.problem.source.with_function(one) for one in functions]

    def thetas(self, directions: Sequence[int]) -> Array:
        """The directions with these indices, as rows θ."""
        return self.answer.solution.directions[:, list(directions)].T.numpy()

    def basis(self, count: int) -> Tensor:
        """Orthonormal columns that span the first directions without hidden ones, best first."""
        solution = self.answer.solution
        chosen = self.refined.get(count, solution.directions[:, :count])
        hidden = solution.hidden
        clean = chosen - hidden @ (hidden.T @ chosen)
        left = torch.linalg.svd(clean / torch.linalg.norm(clean, dim=0), full_matrices=False).U
        return self.rank(left)

    def rank(self, columns: Tensor) -> Tensor:
        """Another orthonormal basis of orthonormal columns: the least defect first."""
        return columns @ right_svd(self.answer.R @ columns)[1].flip(1)


class Instrument(ABC):
    """Measures directions of one subject."""

    name: ClassVar[str]

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        """Tell whether the instrument can be used at all."""
        return True

    @abstractmethod
    def measure(self, directions: Sequence[int]) -> Measurement | None:
        """Measure the directions with these indices; None if that is impossible."""


INSTRUMENTS: dict[str, type[Instrument]] = {}
"""All instruments by name."""


def register_instrument(instrument: type[Instrument]) -> type[Instrument]:
    """Add an instrument; a class decorator."""
    known = INSTRUMENTS.get(instrument.name)
    check_registration("an instrument", instrument.name, known, instrument)
    INSTRUMENTS[instrument.name] = instrument
    return instrument
