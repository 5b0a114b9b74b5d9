"""Finite motion of samples along a direction, in the frame of a problem."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Problem
from liesd.verdict.estimates import Array


class Motion:
    """The motion along a direction θ: its speed, and where samples arrive.

    Inputs stay in the span of the data, outside which a learned function is unknown.
    """

    def __init__(self, problem: Problem, theta: Array) -> None:
        self.spec, self.inputs = problem.spec, problem.frame.inputs
        self.theta = self.spec.unpack(theta)
        projector = self.inputs.projector
        self.onto = None if projector is None else projector.numpy()

    def speed(self, x: Tensor) -> float:
        """The distance per unit of time, in units of the root mean square of the samples."""
        return float(np.sqrt(np.mean((self.field(x) / self.inputs.rms.numpy()) ** 2)))

    def field(self, x: Tensor) -> Array:
        """The velocity of inputs."""
        moved = self.spec.input.field(self.theta, x.numpy())
        return moved if self.onto is None else moved @ self.onto.T

    def move_inputs(self, x: Tensor, t: float) -> Tensor:
        """Move inputs."""
        return torch.from_numpy(self.spec.input.flow(self.theta, t, x.numpy(), self.onto))

    def move_outputs(self, y: Tensor, t: float) -> Tensor:
        """Move outputs."""
        return torch.from_numpy(self.spec.output.flow(self.theta, t, y.numpy()))
