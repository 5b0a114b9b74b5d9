"""Units for learning that no symmetry can notice: one number a channel, never one a coordinate."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from liesd.learning.data import CHUNK, Data
from liesd.numerics.space import SPAN_TOLERANCE
from liesd.spec import Action


class Units(NamedTuple):
    """What one look at the training rows tells."""

    x_scale: Tensor
    x_size: Tensor  # root mean square, coordinate by coordinate
    y_scale: Tensor  # of the spread about the mean; class labels have none
    y_mean: Tensor
    x_moment: Tensor

    def span(self, x_scale: Tensor) -> Tensor:
        """Orthonormal rows: the directions of scaled inputs that the data has."""
        values, vectors = torch.linalg.eigh(self.x_moment / torch.outer(x_scale, x_scale))
        return vectors.T[values > SPAN_TOLERANCE**2 * values[-1]]


def survey(data: Data, residual: bool = False) -> Units:
    """Scales of x and y, or of y − x, the mean of y, and the second moments of x."""
    moment: Any = 0.0
    total: Any = torch.zeros(data.outputs, dtype=torch.float64)
    squares: Any = torch.zeros(data.outputs, dtype=torch.float64)
    for x, y in data.batches(data.train, CHUNK):
        moment = moment + x.T @ x
        if data.task == "regression":
            rest = y - x if residual else y
            total, squares = total + rest.sum(dim=0), squares + rest.square().sum(dim=0)
    count, spec = len(data.train), data.spec
    moment, mean = moment / count, total / count
    size = moment.diagonal().clone()
    x_scale = channel_scales(size, None if spec is None else spec.input)
    spread = (squares / count - mean**2).clamp_min(0.0)
    y_scale = channel_scales(spread, None if spec is None else spec.output)
    return Units(x_scale, torch.where(size > 0, size.sqrt(), 1.0), y_scale, mean, moment)


def channel_scales(power: Tensor, rep: Action | None) -> Tensor:
    """The root mean square of each channel, for every coordinate of it.

    ``power`` holds the mean square of each coordinate. Without a representation everything is one
    channel: a finer scaling could break a symmetry that nobody has named yet.
    """
    channels = [np.arange(len(power))[None]] if rep is None else rep.channels()
    scales = torch.ones_like(power)
    for index in channels:
        block = torch.from_numpy(index)
        rms = power[block].mean(dim=1, keepdim=True).sqrt()
        scales[block] = torch.where(rms > 0, rms, 1.0).expand(block.shape)
    return scales
