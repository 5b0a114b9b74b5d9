"""Smooth functions of no particular kind: the softened maximum of a few planes."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Function

PLANES = 6


def soft_maxima(seed: int, n: int, m: int) -> Function:
    """From n to m numbers, each the logarithm of a sum of exponentials of random affine maps."""
    rng = np.random.default_rng([seed, 5])
    slopes = torch.from_numpy(2.5 * rng.standard_normal((PLANES, n, m)) / np.sqrt(n))
    levels = torch.from_numpy(rng.standard_normal((PLANES, 1, m)))

    def function(x: Tensor) -> Tensor:
        return torch.logsumexp(x @ slopes + levels, dim=0)

    return function
