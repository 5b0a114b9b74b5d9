"""Samples moved along the symmetries that were found: e^{tA}x, f(e^{tA}x) and e^{tB}f(x).

A discovery keeps a subsample and, while in memory, the function. Orbits are computed on first
access and saved with the discovery, so that a figure or a report of a file needs no model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.algebra.fields.acting import find_slopes
from liesd.data.samples import open_samples
from liesd.discovery import limits
from liesd.discovery.generator import Generator
from liesd.sources import Source
from liesd.spec import Action, Channel

Array = NDArray[np.float64]

GONE = "the function was not at hand, only its values and derivatives"


@dataclass(frozen=True, eq=False)
class Orbits:
    """A subsample, and the values of f as it moves along each generator."""

    generators: list[Generator]
    t: Array
    """Where along each generator: (generators, steps), zero in the middle."""
    x: Array
    """The samples, (samples, n)."""
    y: Array
    """f(x), (samples, m)."""
    values: NDArray[np.float32] | None
    """f(e^{tA}x), (generators, steps, samples, m)."""
    missing: str = ""
    """Why there are no values, if there are none."""

    def inputs(self, k: int) -> Array:
        """e^{tA}x for the k-th generator, (steps, samples, n)."""
        generator = self.generators[k]
        rep = generator.spec.input
        return np.stack([rep.flow(generator, t, self.x) for t in self.t[k]])

    def expected(self, k: int) -> Array:
        """e^{tB}f(x), which is f(e^{tA}x) if the symmetry is exact; (steps, samples, m)."""
        generator = self.generators[k]
        rep = generator.spec.output
        return np.stack([rep.flow(generator, t, self.y) for t in self.t[k]])

    def orbits(self, generators: Sequence[Generator]) -> Orbits:
        """Return these orbits: they exist already."""
        return self


@dataclass(frozen=True, eq=False)
class Film:
    """Lines of a solution, as a symmetry moves it."""

    t: Array
    """How far it moves at each step, zero in the middle."""
    path: Array
    """(steps, lines, points, 2)."""
    level: Array
    """Where each line is on another axis, (steps, lines)."""
    labels: tuple[str, str]
    """What is drawn across and up."""
    level_name: str
    """The name of the other axis; empty if there is none."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A subsample with its values, and the function if it can be evaluated elsewhere."""

    x: Array
    y: Array
    source: Source | None = None
    projector: Tensor | None = None
    """Onto the span of the inputs, outside which a learned function is unknown."""
    origin: Array | None = None
    """The point from which the span goes out; zero by default."""

    @classmethod
    def take(
        cls, x: Array, y: Array, source: Source, projector: Tensor | None, origin: Array
    ) -> Sample:
        """Take the subsample, and the source without the other samples."""
        if not source.is_evaluable:
            return cls(x, y)
        shape, dtype = source.samples.shape, source.samples.dtype
        points = torch.from_numpy(x).to(dtype).reshape(len(x), *shape)
        alone = source.over([open_samples(points)])
        alone.fit = None
        return cls(x, y, alone, projector, origin)

    def __getstate__(self) -> dict[str, Any]:
        """Copies for other processes leave out the function, which may not be picklable."""
        return {**self.__dict__, "source": None}

    def orbits(self, generators: Sequence[Generator]) -> Orbits:
        """Move the samples along the generators, as many as can be kept."""
        room = limits.LIMITS.orbit_values // (limits.LIMITS.orbit_steps * self.y.shape[1])
        shown = list(generators[: max(1, min(limits.LIMITS.orbit_generators, room))])
        places = np.linspace(0, len(self.x) - 1, max(1, min(len(self.x), room // len(shown))))
        x, y = self.x[places.round().astype(int)], self.y[places.round().astype(int)]
        reach = np.array([_find_reach(generator, x, y) for generator in shown])
        orbits = Orbits(
            shown, np.outer(reach, np.linspace(-1, 1, limits.LIMITS.orbit_steps)), x, y, None, GONE
        )
        if self.source is None:
            return orbits
        try:
            values = np.stack([self._values(self.source, orbits, k) for k in range(len(shown))])
        except Exception as error:  # f is not ours, and a discovery is saved whatever it does
            kind, message = type(error).__name__, " ".join(str(error).split())
            missing = f"the function could not be evaluated on moved samples ({kind}: {message})"
            return Orbits(shown, orbits.t, x, y, None, missing)
        return Orbits(shown, orbits.t, x, y, values)

    def _values(self, source: Source, orbits: Orbits, k: int) -> NDArray[np.float32]:
        parts = []
        with source.ready():
            for points in orbits.inputs(k):
                flat = torch.from_numpy(points)
                if self.projector is not None:
                    origin = 0.0 if self.origin is None else torch.from_numpy(self.origin)
                    flat = (flat - origin) @ self.projector.cpu() + origin
                parts.append(source.function(flat.to(source.samples.dtype)).cpu())
        return np.asarray(torch.stack(parts).numpy(), dtype=np.float32)


def find_frequency(generator: Generator) -> float:
    """Find the fastest rotation in a generator, in radians per unit of t; 0 if it is curved."""
    matrices = [A for A in find_slopes(generator).values() if A.size]
    return max((float(np.abs(np.linalg.eigvals(A).imag).max()) for A in matrices), default=0.0)


def is_turn(generator: Generator, t: Array) -> bool:
    """Tell whether an orbit makes a full turn."""
    return abs(find_frequency(generator) * t[-1] - np.pi) < 1e-6


def _find_reach(generator: Generator, x: Array, y: Array) -> float:
    """Find how far to move: half a turn, or until a channel grows, shrinks or moves too much."""
    sides = ((generator.spec.input, x), (generator.spec.output, y))
    size = max(_measure_speed(rep, generator, points) for rep, points in sides) or 1.0
    turning = find_frequency(generator)
    far = 20 if generator.spec.is_linear else 3  # curved flows soon leave the data
    reach = np.pi / turning if turning > 1e-2 * size else far / size
    while any(
        not _measure_growth(rep, generator, reach, points) <= limits.LIMITS.orbit_growth
        for rep, points in sides
    ):
        reach *= 0.85
    return float(reach)


def _measure_speed(rep: Action, generator: Generator, points: Array) -> float:
    """Measure the largest rate of change of a channel, relative to its size."""
    if rep.blocks() is not None:
        own = [generator[name] for name in rep.unknowns]
        return max((float(np.linalg.norm(A, 2)) for A in own), default=0.0)
    moved, worst = rep.field(generator, points), 0.0
    for channel in rep.channels():
        spread = _measure_spread(channel, points)
        if spread > 0:
            worst = max(worst, float(np.linalg.norm(moved[:, channel.coordinates])) / spread)
    return worst


def _measure_growth(rep: Action, generator: Generator, t: float, points: Array) -> float:
    """Measure the largest factor by which the size of a channel changes up to ±t.

    Points have no size but their spread; they may move by no more than that.
    """
    worst = 1.0
    for place in sorted(np.linspace(-t, t, 9), key=abs):
        if worst > limits.LIMITS.orbit_growth:
            break  # further on it takes long to follow what goes to infinity
        moved = rep.flow(generator, place, points)
        if not np.isfinite(moved).all():
            return np.inf
        for channel in rep.channels():
            before = _measure_spread(channel, points)
            after = _measure_spread(channel, moved)
            if not before > 0:
                continue
            shift = 0.0
            if channel.name is not None:
                mean = (moved - points).mean(axis=0)[channel.coordinates]
                shift = 2 * float(np.linalg.norm(mean)) * len(points) ** 0.5 / before
                start, end = points[:, channel.coordinates], moved[:, channel.coordinates]
                far = float(np.abs(end - start.mean(axis=(0, 1))).max())
                worst = max(worst, far / float(np.abs(start - start.mean(axis=(0, 1))).max()))
            ratio = max(after / before, before / max(after, 1e-300))
            worst = max(worst, ratio, 1 + shift)
    return float(worst)


def _measure_spread(channel: Channel, points: Array) -> float:
    """Measure the size of a channel, from zero or, for points, from their mean."""
    here = points[:, channel.coordinates]
    if channel.name is None:
        return float(np.linalg.norm(here))
    return float(np.linalg.norm(here - here.mean(axis=(0, 1))))
