"""Functions made from a few numbers: affine maps, and random smooth maps of no particular kind.

A random map takes a seed and the numbers of inputs and outputs; for inputs of size 1 its outputs
are of moderate size.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Function


def apply(M: Array, shift: Array | float = 0.0) -> Function:
    """x -> M x + shift."""
    matrix, constant = torch.from_numpy(M), torch.as_tensor(shift, dtype=torch.float64)
    return lambda x: x @ matrix.T + constant


def constant(*values: float) -> Function:
    """A constant, which nevertheless is a differentiable function of x."""
    return lambda x: 0.0 * x[:, :1] + torch.tensor(values, dtype=x.dtype)


def smooth_map(seed: int, n: int, m: int) -> Function:
    """A few waves and steps, and a quadratic form."""
    rng, width = np.random.default_rng(seed), 8
    inner, shift = _draw(rng, width, n, size=n), _draw(rng, width)
    outer, linear = _draw(rng, m, width, size=width), _draw(rng, m, n, size=n)
    quadratic = _draw(rng, m, n, n, size=4 * n**2)

    def function(x: Tensor) -> Tensor:
        z = x @ inner.T + shift
        waves, steps = z.chunk(2, dim=1)
        hidden = torch.cat([torch.sin(waves), torch.tanh(steps)], dim=1)
        return hidden @ outer.T + x @ linear.T + torch.einsum("mij,bi,bj->bm", quadratic, x, x)

    return function


def bumps(seed: int, n: int, m: int) -> Function:
    """Sums of a few Gaussian bumps at random places."""
    rng, terms = np.random.default_rng([seed, 1]), 7
    centres, heights = _draw(rng, terms, n), _draw(rng, terms, m)

    def function(x: Tensor) -> Tensor:
        distances = (x[:, None, :] - centres).square().sum(2)
        return torch.exp(-distances / (2 * n)) @ heights

    return function


def ridges(seed: int, n: int, m: int) -> Function:
    """Sums of log(1 + exp(z)) for a few random affine z."""
    rng, terms = np.random.default_rng([seed, 2]), 7
    slopes = torch.from_numpy(1.5 * rng.standard_normal((n, terms)) / np.sqrt(n))
    shifts, heights = _draw(rng, terms), _draw(rng, terms, m)
    return lambda x: torch.logaddexp(x @ slopes + shifts, torch.zeros_like(shifts)) @ heights


def layers(seed: int, n: int, m: int) -> Function:
    """A network of two hidden layers: one of soft ramps, then one of soft steps."""
    rng, width = np.random.default_rng([seed, 3]), 9
    ramps = 1.5 * _draw(rng, n, width, size=n)
    steps = 1.5 * _draw(rng, width, width, size=width)
    out = 1.5 * _draw(rng, width, m, size=width)
    first, second = _draw(rng, 1, width) / 2, _draw(rng, 1, width) / 2

    def function(x: Tensor) -> Tensor:
        hidden = torch.nn.functional.gelu(x @ ramps + first)
        return torch.tanh(hidden @ steps + second) @ out

    return function


def experts(seed: int, n: int, m: int) -> Function:
    """A mixture of affine maps, among which soft gates choose."""
    rng, count = np.random.default_rng([seed, 4]), 7
    gates, offsets = 2 * _draw(rng, n, count, size=n), _draw(rng, count)
    slopes, levels = _draw(rng, count, n, m, size=n), _draw(rng, count, m)

    def function(x: Tensor) -> Tensor:
        shares = torch.softmax(x @ gates + offsets, dim=1)
        return torch.einsum("bk,knm,bn->bm", shares, slopes, x) + shares @ levels

    return function


def soft_maxima(seed: int, n: int, m: int) -> Function:
    """The softened maximum of a few planes: the logarithm of a sum of exponentials."""
    rng, planes = np.random.default_rng([seed, 5]), 6
    slopes = torch.from_numpy(2.5 * rng.standard_normal((planes, n, m)) / np.sqrt(n))
    levels = _draw(rng, planes, 1, m)
    return lambda x: torch.logsumexp(x @ slopes + levels, dim=0)


def resonances(seed: int, n: int, m: int) -> Function:
    """How much a few spectral lines absorb and delay, on a slope."""
    rng, lines = np.random.default_rng([seed, 6]), 6
    tuning, detuning = 1.5 * _draw(rng, n, lines, size=n), _draw(rng, lines)
    strengths, slope = _draw(rng, 2 * lines, m, size=lines), _draw(rng, n, m, size=2 * n)

    def function(x: Tensor) -> Tensor:
        z = x @ tuning + detuning
        shapes = torch.cat([1 / (1 + z**2), z / (1 + z**2)], dim=1)
        return 2 * shapes @ strengths + x @ slope

    return function


def _draw(rng: np.random.Generator, *shape: int, size: float = 1.0) -> Tensor:
    return torch.from_numpy(rng.standard_normal(shape) / np.sqrt(size))
