"""Smooth functions of no particular kind: small networks with two hidden layers."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Function

WIDTH = 9


def layers(seed: int, n: int, m: int) -> Function:
    """A random network from n to m numbers: one layer of soft ramps, then one of soft steps."""
    rng = np.random.default_rng([seed, 3])

    def draw(*shape: int) -> Tensor:
        return torch.from_numpy(rng.standard_normal(shape) / np.sqrt(shape[0]))

    ramps, steps, out = 1.5 * draw(n, WIDTH), 1.5 * draw(WIDTH, WIDTH), 1.5 * draw(WIDTH, m)
    first, second = draw(1, WIDTH) / 2, draw(1, WIDTH) / 2

    def function(x: Tensor) -> Tensor:
        hidden = torch.nn.functional.gelu(x @ ramps + first)
        return torch.tanh(hidden @ steps + second) @ out

    return function
