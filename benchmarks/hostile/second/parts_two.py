"""Small parts that only the second set of hostile cases uses."""

from collections.abc import Callable, Sequence

import numpy as np
import torch

from benchmarks.hostile.case import Array, Inputs, Spoil, rotations


def form(q: Sequence[Sequence[float]] | Array) -> list[Array]:
    """All matrices that keep the quadratic form of a symmetric regular matrix."""
    q = np.asarray(q, dtype=np.float64)
    return [np.linalg.solve(q, s) for s in rotations(len(q))]


def weighted(*weights: float) -> list[Array]:
    """All matrices that keep a weighted sum of squares."""
    return form(np.diag(weights))


def within(basis: Sequence[Sequence[float]], small: Sequence[Array]) -> list[Array]:
    """Matrices that act on the span of some columns in the way that small ones do."""
    b = np.asarray(basis, dtype=np.float64)
    return [b @ m @ np.linalg.pinv(b) for m in small]


def rel(part: float) -> Spoil:
    """Normal noise whose size is a part of the spread of each output."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def both(first: Spoil, second: Spoil) -> Spoil:
    """One spoil after the other."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        return second(rng, *first(rng, x, y))

    return spoil


def at(count: int, center: Sequence[float], spread: float | Sequence[float]) -> Inputs:
    """Normal inputs around a point."""
    c = np.asarray(center, dtype=np.float64)
    return lambda rng: c + np.asarray(spread) * rng.normal(size=(count, len(c)))


def mixed(*parts: Inputs) -> Inputs:
    """Several clouds in one, shuffled."""

    def inputs(rng: np.random.Generator) -> Array:
        drawn = [part(rng) for part in parts]
        x = np.concatenate([d for d in drawn if not isinstance(d, tuple)])
        return np.asarray(rng.permutation(x))

    return inputs


def shell(count: int, n: int, low: float = 1.0, high: float = 1.0) -> Inputs:
    """Points on a sphere, or between two spheres."""

    def inputs(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, n))
        x /= np.linalg.norm(x, axis=1)[:, None]
        return np.asarray(x * rng.uniform(low, high, size=(count, 1)))

    return inputs


def wedge(count: int, low: float, high: float, first: float, last: float) -> Inputs:
    """Points of the plane between two radii and two angles."""

    def inputs(rng: np.random.Generator) -> Array:
        r, a = rng.uniform(low, high, count), rng.uniform(first, last, count)
        return np.stack([r * np.cos(a), r * np.sin(a)], axis=1)

    return inputs


def lognormal(count: int, scales: Sequence[float], sigma: float) -> Inputs:
    """Positive inputs, each with a typical size of its own."""
    s = np.asarray(scales, dtype=np.float64)
    return lambda rng: s * np.exp(sigma * rng.normal(size=(count, len(s))))


def student(count: int, n: int, freedom: float) -> Inputs:
    """Inputs with heavy tails, in each column on its own."""
    return lambda rng: rng.standard_t(freedom, size=(count, n))


def repeated(inputs: Inputs, times: int) -> Inputs:
    """Each row many times, one copy after the other."""

    def again(rng: np.random.Generator) -> Array:
        drawn = inputs(rng)
        x = drawn[0] if isinstance(drawn, tuple) else drawn
        return np.repeat(x, times, axis=0)

    return again


def copied(scale: float, times: int) -> Spoil:
    """Noise that is the same for each run of rows, as for copies or for one device."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        e = rng.normal(size=(len(y) // times, *y.shape[1:]))
        return x, y + scale * np.repeat(e, times, axis=0)

    return spoil


def drifting(scale: float, memory: float) -> Spoil:
    """Noise that remembers the row before."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        e = rng.normal(size=y.shape)
        for k in range(1, len(e)):
            e[k] = memory * e[k - 1] + np.sqrt(1.0 - memory**2) * e[k]
        return x, y + scale * e

    return spoil


def gross(part: float, size: float) -> Spoil:
    """Some rows get a large error of any sign."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        hit = rng.random(len(y)) < part
        y[hit] += size * y.std(axis=0) * rng.normal(size=y[hit].shape)
        return x, y

    return spoil


def flow(step: Callable[[Array], Array], start: Inputs, tracks: int, length: int) -> Inputs:
    """Tracks of a discrete flow, with the number of the track as group."""

    def inputs(rng: np.random.Generator) -> tuple[Array, np.ndarray]:
        drawn = start(rng)
        x = drawn[0] if isinstance(drawn, tuple) else drawn
        seen = []
        for _ in range(length):
            seen.append(x)
            x = step(x)
        out = np.stack(seen, axis=1).reshape(tracks * length, -1)
        return out, np.repeat(np.arange(tracks), length)

    return inputs


def euler(field: Callable[[Array], Array], dt: float, steps: int) -> Callable[[Array], Array]:
    """Some small steps along a field."""

    def step(x: Array) -> Array:
        for _ in range(steps):
            x = x + dt * field(x)
        return x

    return step


def pretend(value: torch.Tensor, slope: torch.Tensor) -> torch.Tensor:
    """A tensor with the values of one and the derivatives of another one."""
    return slope + (value - slope).detach()


def cross(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The product of vectors, row by row."""
    return torch.linalg.cross(a, b, dim=1)


def dot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The product of rows."""
    return (a * b).sum(dim=1)


def outward(x: Array) -> Array:
    """The normal of a sphere around the origin."""
    return np.asarray((x / np.linalg.norm(x, axis=1)[:, None])[:, None, :])
