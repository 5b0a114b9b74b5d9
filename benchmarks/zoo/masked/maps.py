"""Smooth functions of no particular kind: spectral lines across a few directions."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Function

LINES = 6


def resonances(seed: int, n: int, m: int) -> Function:
    """From n to m numbers: how much a few random lines absorb and delay, on a slope."""
    rng = np.random.default_rng([seed, 6])

    def draw(*shape: int, size: float = 1.0) -> Tensor:
        return torch.from_numpy(rng.standard_normal(shape) / np.sqrt(size))

    tuning, detuning = 1.5 * draw(n, LINES, size=n), draw(LINES)
    strengths, slope = draw(2 * LINES, m, size=LINES), draw(n, m, size=2 * n)

    def function(x: Tensor) -> Tensor:
        z = x @ tuning + detuning
        lines = torch.cat([1 / (1 + z**2), z / (1 + z**2)], dim=1)
        return 2 * lines @ strengths + x @ slope

    return function
