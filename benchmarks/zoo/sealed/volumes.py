"""What keeps areas and volumes: beams, entropies, the volume of a metric, loops in phase space."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case, Sample
from benchmarks.zoo.families.volumes import determinant, pairing, three_areas
from benchmarks.zoo.matrices import each, number, symplectic, traceless
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

volume = partial(Case, family="volumes")


def positive(n: int) -> Sample:
    """Symmetric positive matrices: G Gᵀ/n + 1/2."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        G = rng.standard_normal((count, n, n))
        return (G @ G.transpose(0, 2, 1) / n + np.eye(n) / 2).reshape(count, n * n)

    return sample


def entropy(x: Tensor) -> Tensor:
    """The entropy of a Gaussian with covariance x: half the logarithm of its determinant."""
    a, b, c, d = x.T
    return torch.log(a * d - b * c)[:, None] / 2


def loops(x: Tensor) -> Tensor:
    """The symplectic areas of three points of a phase space, two of them bent."""
    a, b, c = x.split(4, dim=1)
    u, v, w = (pairing(torch.cat(pair, dim=1)) for pair in ((a, b), (b, c), (c, a)))
    return torch.cat([u, torch.tanh(v / 2), w + w**2 / 4], dim=1)


CASES = [
    volume(
        name="sl2-emittance",
        spec="3*x[2] -> 1",
        sample=normal(6),
        function=lambda x: torch.sqrt(0.5 + squares(three_areas(x))),
        true=each(traceless(2), "x"),
    ),
    volume(
        name="sl2-entropy",
        spec="x[2]*x -> 1",
        sample=positive(2),
        function=entropy,
        true=each(traceless(2), "x"),
    ),
    volume(
        name="sl3-metric-volume",
        spec="x[3]*x -> s[1]",
        sample=positive(3),
        function=lambda x: torch.sqrt(determinant(x)),
        true=[*each(traceless(3), "x"), {"x": np.eye(3), "s": number(3)}],
    ),
    volume(
        name="sp4-loops",
        spec="3*x[4] -> 3",
        sample=box(12, -1.0, 1.0),
        function=loops,
        true=each(symplectic(4), "x"),
    ),
]
