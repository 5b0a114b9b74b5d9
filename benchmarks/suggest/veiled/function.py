"""The description of one test function, and helpers which draw its samples."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

Sampler = Callable[[np.random.Generator, int], NDArray]


@dataclass(frozen=True)
class Function:
    """A function with the grouping of its columns which shows all its linear symmetries."""

    name: str
    f: Callable[[Tensor], Tensor]
    spec: str
    inputs: tuple[tuple[int, ...], ...]
    outputs: tuple[tuple[int, ...], ...]
    dimension: int
    sample: Sampler


def normal(rng: np.random.Generator, count: int, size: int, spread: float = 1.0) -> NDArray:
    """Vectors with independent normal components."""
    return spread * rng.standard_normal((count, size))


def shell(rng: np.random.Generator, count: int, size: int, inner: float, outer: float) -> NDArray:
    """Vectors of any direction whose length is uniform between two radii."""
    v = rng.standard_normal((count, size))
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    return v * rng.uniform(inner, outer, (count, 1))


def uniform(rng: np.random.Generator, count: int, *ranges: tuple[float, float]) -> NDArray:
    """Independent uniform numbers, one column for each range."""
    low, high = np.array(ranges).T
    return rng.uniform(low, high, (count, len(ranges)))


def momentum(rng: np.random.Generator, count: int, spread: float) -> NDArray:
    """Four-momenta (energy first) of particles with masses between 1 and 2."""
    p = normal(rng, count, 3, spread)
    mass = rng.uniform(1.0, 2.0, count)
    energy = np.sqrt(mass**2 + (p**2).sum(axis=1))
    return np.column_stack([energy, p])
