"""Samples that are not boxes, and generators of several unknowns."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from benchmarks.curved.blind.law import Generator, Sampler
from benchmarks.curved.blind.parts import Frame

CUT = 2.5


def standard(rng: np.random.Generator, n: int, size: int) -> np.ndarray:
    """Standard normal numbers without the tails."""
    z = rng.standard_normal((n, size))
    while (far := np.abs(z) > CUT).any():
        z[far] = rng.standard_normal(int(far.sum()))
    return z


def normals(mean: Sequence[float], root: ArrayLike) -> Sampler:
    """Normal samples: by deviations, or by a root of the covariance if they are correlated."""
    matrix = np.asarray(root, dtype=float)
    matrix = np.diag(matrix) if matrix.ndim == 1 else matrix

    def sample(rng: np.random.Generator, n: int) -> np.ndarray:
        return np.asarray(mean) + standard(rng, n, matrix.shape[1]) @ matrix.T

    return sample


def cloud(
    frame: Frame, anchors: Sequence[Sequence[float]], size: float, common: float = 0.0
) -> Sampler:
    """Points that are normal about their anchors, and all moved together by a common amount."""
    places, units = np.asarray(anchors, dtype=float), frame.units

    def sample(rng: np.random.Generator, n: int) -> np.ndarray:
        own = size * standard(rng, n, places.size).reshape(n, *places.shape)
        both = common * standard(rng, n, frame.size)[:, None, :]
        return (frame.origin + units * (places + own + both)).reshape(n, -1)

    return sample


def beside(*samplers: Sampler) -> Sampler:
    """Independent samples, side by side."""

    def sample(rng: np.random.Generator, n: int) -> np.ndarray:
        return np.hstack([one(rng, n) for one in samplers])

    return sample


def named(name: str, generators: Iterable[Generator]) -> tuple[Generator, ...]:
    """Generators of x, as those of another unknown."""
    return tuple({name: g["x"]} for g in generators)


def still(name: str, size: int) -> Generator:
    """The affine field of an unknown that stays where it is."""
    return {name: {"A": np.zeros((size, size)), "b": np.zeros(size)}}


def shift(name: str, *amounts: float) -> Generator:
    """A shift of an unknown."""
    return {name: {"b": np.asarray(amounts)}}


def join(*generators: Generator) -> Generator:
    """One generator that moves several unknowns at once."""
    return {name: part for one in generators for name, part in one.items()}


def beyond(generators: Iterable[Generator], *rest: Generator) -> tuple[Generator, ...]:
    """Generators that leave the other unknowns where they are."""
    return tuple(join(one, *rest) for one in generators)
