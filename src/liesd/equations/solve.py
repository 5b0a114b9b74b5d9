"""Solve reduced equations for directions and their defects."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from liesd.equations import limits
from liesd.equations.problem import Problem
from liesd.equations.reductions import Reduced
from liesd.equations.scale import factorize
from liesd.numerics import limits as numerics_limits
from liesd.numerics.nullspace import Solution, solve_action, solve_seen
from liesd.spec.gauge import find_gauge


class Answer(NamedTuple):
    """The factors R and L, and the directions that extremise ‖Rθ‖/‖Lθ‖."""

    R: Tensor
    L: Tensor
    solution: Solution


class Solver:
    """Solves the reduced equations of a problem, in balanced units or in the paper's.

    ``within`` are orthonormal columns that span the motions that can be judged, if not all can be.
    """

    def __init__(self, problem: Problem, balanced: bool, within: Tensor | None = None) -> None:
        self.problem, self.balanced, self.within = problem, balanced, within

    def __call__(self, state: Reduced) -> Answer:
        """Solve for the directions, in order of rising defects."""
        spec, R = self.problem.spec, state.qr.R
        L = factorize(spec, state.scale.terms()) * math.sqrt(state.outputs.total)
        outputs = state.outputs.fill_features(spec.output)
        inputs = self.problem.frame.features
        filled = spec.is_linear and inputs.projector is None and outputs.rank == spec.output.dim
        filled = filled and self.within is None
        if spec.size > numerics_limits.LIMITS.large and self.balanced and filled and L.any():
            return Answer(R, L, solve_seen(R, L, find_gauge(spec)))
        action = factorize(spec, state.scale.action(outputs))
        scale = L if self.balanced else torch.eye(spec.size, dtype=L.dtype)
        if self.within is None:
            return Answer(R, L, solve_action(R, scale, action))
        part = solve_action(R @ self.within, scale @ self.within, action @ self.within)
        return Answer(R, L, _widen(part, self.within, R))


def _widen(part: Solution, within: Tensor, R: Tensor) -> Solution:
    """The solution for all unknowns of one for motions in a part of the space, (p, q)."""
    outside = torch.linalg.qr(within, mode="complete").Q[:, within.shape[1] :]
    return replace(
        part,
        directions=within @ part.directions,
        hidden=torch.cat([within @ part.hidden, outside], dim=1),
        hidden_values=torch.cat([part.hidden_values, torch.linalg.norm(R @ outside, dim=0)]),
    )


def keep_inside(problem: Problem, thetas: Tensor, hidden: Tensor) -> Tensor:
    """Add directions that nobody can see, so that motions leave the span as little as possible.

    Where inputs span a part of their space only, a motion is judged by its part within the span:
    the rotation of a vector is as good as that of the vector and its copy together. Only the second
    takes samples to such as there are.
    """
    onto = problem.frame.inputs.projector
    if onto is None or not problem.spec.is_linear or not (thetas.shape[1] and hidden.shape[1]):
        return thetas
    x, _ = problem.subsample(limits.LIMITS.inside_samples)
    action, units = problem.spec.input, problem.frame.inputs.rms.numpy()
    units = np.where(units > 0, units, 1.0)

    def lead_out(columns: Tensor) -> np.ndarray:
        moved = [action.field(problem.spec.unpack(one), x.numpy()) for one in columns.T.numpy()]
        return np.stack([((one - one @ onto.numpy().T) / units).ravel() for one in moved], axis=1)

    out = lead_out(thetas)
    if np.abs(out).max() <= limits.LIMITS.inside_rank:  # as wherever there is one channel alone
        return thetas
    added = np.linalg.lstsq(lead_out(hidden), out, rcond=limits.LIMITS.inside_rank)[0]
    return thetas - hidden @ torch.from_numpy(added)
