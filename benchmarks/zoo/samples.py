"""Where the data is: uniform, crowded, heavy-tailed, on one side, on a subspace."""

from __future__ import annotations

import numpy as np

from benchmarks.zoo.case import Array, Sample


def normal(n: int, scale: float = 1.0) -> Sample:
    """The standard normal distribution in n dimensions."""
    return lambda rng, count: scale * rng.standard_normal((count, n))


def box(n: int, low: float = -1.5, high: float = 1.5) -> Sample:
    """Uniform in a cube."""
    return lambda rng, count: rng.uniform(low, high, (count, n))


def ranges(*limits: tuple[float, float]) -> Sample:
    """Uniform, with limits for each coordinate."""
    low, high = zip(*limits, strict=True)
    return lambda rng, count: rng.uniform(low, high, (count, len(limits)))


def beside(*samples: Sample) -> Sample:
    """Samples of several kinds beside each other, drawn one after the other."""
    return lambda rng, count: np.hstack([sample(rng, count) for sample in samples])


def student(n: int, dof: float) -> Sample:
    """Heavy tails: Student's t, with all coordinates of a sample far out together."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        return rng.standard_normal((count, n)) * np.sqrt(dof / rng.chisquare(dof, (count, 1)))

    return sample


def half_space(n: int) -> Sample:
    """Normal, but with a first coordinate that is never negative."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        x = rng.standard_normal((count, n))
        x[:, 0] = np.abs(x[:, 0])
        return x

    return sample


def partly_positive(n: int, positive: slice, low: float, high: float) -> Sample:
    """Normal, but with some coordinates that are uniform and positive."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        x = rng.standard_normal((count, n))
        x[:, positive] = rng.uniform(low, high, x[:, positive].shape)
        return x

    return sample


def wedge(angle: float, middle: float = 0.0, low: float = 0.5, high: float = 2.5) -> Sample:
    """A sector of the plane, ``angle`` to either side of the direction ``middle``."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        phi, r = middle + rng.uniform(-angle, angle, count), rng.uniform(low, high, count)
        return np.stack([r * np.cos(phi), r * np.sin(phi)], axis=1)

    return sample


def crowded(strength: float) -> Sample:
    """The plane, with angles that follow von Mises' distribution: few samples at the back."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        phi, r = rng.vonmises(0.7, strength, count), rng.gamma(4.0, 0.4, count)
        return np.stack([r * np.cos(phi), r * np.sin(phi)], axis=1)

    return sample


def clusters(*centres: tuple[float, ...], spread: float) -> Sample:
    """Round clouds about some centres, each half as crowded as the one before."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        weights = 0.5 ** np.arange(len(centres))
        which = rng.choice(len(centres), count, p=weights / weights.sum())
        middle = np.array(centres)[which]
        return middle + spread * rng.standard_normal(middle.shape)

    return sample


def shell(n: int, width: float) -> Sample:
    """Near the unit sphere."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        x = rng.standard_normal((count, n))
        r = 1 + width * rng.uniform(-1, 1, (count, 1))
        return r * x / np.linalg.norm(x, axis=1, keepdims=True)

    return sample


def through(matrix: Array, sample: Sample) -> Sample:
    """Samples z of another kind as x = matrix z: a subspace, or other units."""
    return lambda rng, count: sample(rng, count) @ matrix.T


def positive(n: int) -> Sample:
    """Symmetric positive matrices: G Gᵀ/n + 1/2."""

    def sample(rng: np.random.Generator, count: int) -> Array:
        G = rng.standard_normal((count, n, n))
        return (G @ G.transpose(0, 2, 1) / n + np.eye(n) / 2).reshape(count, n * n)

    return sample


def stresses(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 3×3 matrices, with normal entries: six of nine directions."""
    s = rng.standard_normal((count, 3, 3))
    return ((s + s.transpose(0, 2, 1)) / 2).reshape(count, 9)


def forward(rng: np.random.Generator, count: int) -> Array:
    """Energies and momenta of particles with masses between 1/2 and 3/2."""
    p, mass = rng.standard_normal((count, 3)), rng.uniform(0.5, 1.5, count)
    return np.column_stack([np.sqrt(mass**2 + (p**2).sum(axis=1)), p])
