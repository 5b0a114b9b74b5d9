"""A learner from outside the library: least squares, linear in the inputs."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from liesd.learning import LearnedModel, Learner
from liesd.learning.scales import score


class LinearModel(LearnedModel):
    kind = "toy"

    def __init__(self, x_shape, y_shape, slope):
        super().__init__(x_shape, y_shape)
        self.register_buffer("slope", slope.clone())

    def forward(self, x):
        return (x.reshape(len(x), -1) @ self.slope).reshape(len(x), *self.y_shape)

    @classmethod
    def build(cls, config, arrays):
        return cls(**config, slope=arrays["slope"])


@dataclass(frozen=True)
class ToyLearner(Learner[LinearModel]):
    name = "toy"
    ridge: float = 0.0

    def fit(self, data, seed, progress=None, checkpoint=None):
        x, y = data.read_inputs(data.train), data.read_targets(data.train).double()
        gram = x.T @ x + self.ridge * torch.eye(x.shape[1], dtype=x.dtype)
        model = LinearModel(data.x_shape, data.y_shape, torch.linalg.solve(gram, x.T @ y))
        model.learner = self
        model.heldout_error, _ = score(model, data)
        return model
