"""Finite motion of samples along a direction, in the frame of a problem."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.verdict.estimates import Array


class Motion:
    """One direction θ: how fast it moves samples, and where they arrive.

    Inputs stay in the span of the data, off which a learned function knows nothing.
    """

    def __init__(self, problem: Problem, theta: Array) -> None:
        self.spec, self.inputs = problem.spec, problem.frame.inputs
        self.theta = self.spec.unpack(theta)
        projector = self.inputs.projector
        self.onto = None if projector is None else projector.numpy()

    def speed(self, x: Tensor) -> float:
        """How far samples move per unit of time, in units of their spread."""
        moved = self.spec.input.field(self.theta, x.numpy())
        moved = moved if self.onto is None else moved @ self.onto.T
        return float(np.sqrt(np.mean((moved / self.inputs.rms.numpy()) ** 2)))

    def move_inputs(self, x: Tensor, t: float) -> Tensor:
        """Where inputs arrive."""
        return torch.from_numpy(self.spec.input.flow(self.theta, t, x.numpy(), self.onto))

    def move_outputs(self, y: Tensor, t: float) -> Tensor:
        """Where outputs arrive."""
        return torch.from_numpy(self.spec.output.flow(self.theta, t, y.numpy()))
