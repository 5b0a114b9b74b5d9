"""More smooth functions of no particular kind: bumps, and soft ridges."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Function

TERMS = 7


def bumps(seed: int, n: int, m: int) -> Function:
    """Sums of a few Gaussian bumps at random places."""
    rng = np.random.default_rng([seed, 1])
    centres = torch.from_numpy(rng.standard_normal((TERMS, n)))
    heights = torch.from_numpy(rng.standard_normal((TERMS, m)))

    def function(x: Tensor) -> Tensor:
        distances = (x[:, None, :] - centres).square().sum(2)
        return torch.exp(-distances / (2 * n)) @ heights

    return function


def ridges(seed: int, n: int, m: int) -> Function:
    """Sums of log(1 + exp(z)) for a few random affine z."""
    rng = np.random.default_rng([seed, 2])
    slopes = torch.from_numpy(1.5 * rng.standard_normal((n, TERMS)) / np.sqrt(n))
    shifts = torch.from_numpy(rng.standard_normal(TERMS))
    heights = torch.from_numpy(rng.standard_normal((TERMS, m)))
    return lambda x: torch.logaddexp(x @ slopes + shifts, torch.zeros_like(shifts)) @ heights
