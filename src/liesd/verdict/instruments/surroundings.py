"""The region of the data, in which moved samples must arrive."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.verdict import limits


class Surroundings:
    """The region of the data: as close to a sample as samples are to each other."""

    def __init__(self, problem: Problem) -> None:
        self.rms = problem.frame.inputs.rms
        self.others = problem.subsample(limits.LIMITS.heldout_neighbours)[0] / self.rms
        apart = torch.cdist(self.others, self.others).fill_diagonal_(math.inf)
        self.radius = apart.min(dim=1).values.quantile(limits.LIMITS.heldout_radius)

    def hold(self, x: Tensor) -> Tensor:
        """Mark the samples inside the region."""
        nearest = [
            torch.cdist(part, self.others).min(dim=1).values for part in (x / self.rms).split(1024)
        ]
        return torch.cat(nearest) <= self.radius
