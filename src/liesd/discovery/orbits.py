"""Samples moved along the symmetries that were found: e^{tA}x, f(e^{tA}x) and e^{tB}f(x).

A discovery keeps a few of its samples and, as long as it lives, the function. The orbits are made
when they are first asked for, and are saved with the discovery, so that a picture or a report of a
file needs no model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.data.samples import samples
from liesd.discovery.generator import Generator
from liesd.sources import Source
from liesd.spec import Action

Array = NDArray[np.float64]

KEPT = 48  # samples that a discovery keeps
STEPS = 41  # places along an orbit; odd, so that the sample itself is in the middle
MOST = 16  # generators with orbits
NUMBERS = 100_000  # values of f that are kept for all orbits together
GROWTH = 3.0  # how much the size of a channel may change along an orbit
GONE = "the function was not at hand, only its values and derivatives"


@dataclass(frozen=True, eq=False)
class Orbits:
    """A few samples, and what f gives as they are moved along each generator."""

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
        """Themselves: they were made already."""
        return self


@dataclass(frozen=True, eq=False)
class Sample:
    """A subsample with its values, and the function if it can be evaluated elsewhere."""

    x: Array
    y: Array
    source: Source | None = None
    projector: Tensor | None = None
    """Onto what the inputs span: off it, a learned function knows nothing."""

    @classmethod
    def take(cls, x: Array, y: Array, source: Source, projector: Tensor | None) -> Sample:
        """The subsample, and the source without all the others."""
        if not source.is_evaluable:
            return cls(x, y)
        shape, dtype = source.samples.shape, source.samples.dtype
        points = torch.from_numpy(x).to(dtype).reshape(len(x), *shape)
        alone = source.over([samples(points)])
        alone.fit = None
        return cls(x, y, alone, projector)

    def __getstate__(self) -> dict[str, Any]:
        """A copy for another process goes without the function, which may not travel."""
        return {**self.__dict__, "source": None}

    def orbits(self, generators: Sequence[Generator]) -> Orbits:
        """Move the samples along the generators, as many as can be kept."""
        room = NUMBERS // (STEPS * self.y.shape[1])
        shown = list(generators[: max(1, min(MOST, room))])
        places = np.linspace(0, len(self.x) - 1, max(1, min(len(self.x), room // len(shown))))
        x, y = self.x[places.round().astype(int)], self.y[places.round().astype(int)]
        reach = np.array([_reach(generator, x, y) for generator in shown])
        orbits = Orbits(shown, np.outer(reach, np.linspace(-1, 1, STEPS)), x, y, None, GONE)
        if self.source is None:
            return orbits
        try:
            values = np.stack([self._values(self.source, orbits, k) for k in range(len(shown))])
        except Exception as error:  # f is not ours, and a discovery is saved whatever it does
            kind, words = type(error).__name__, " ".join(str(error).split())
            missing = f"the function could not be evaluated on moved samples ({kind}: {words})"
            return Orbits(shown, orbits.t, x, y, None, missing)
        return Orbits(shown, orbits.t, x, y, values)

    def _values(self, source: Source, orbits: Orbits, k: int) -> NDArray[np.float32]:
        parts = []
        with source.ready():
            for points in orbits.inputs(k):
                flat = torch.from_numpy(points)
                flat = flat if self.projector is None else flat @ self.projector.cpu()
                parts.append(source.function(flat.to(source.samples.dtype)).cpu())
        return np.asarray(torch.stack(parts).numpy(), dtype=np.float32)


def frequency(generator: Generator) -> float:
    """The fastest rotation in a generator, in radians per unit of t."""
    matrices = [generator[name] for name in generator]
    return max(float(np.abs(np.linalg.eigvals(A).imag).max()) for A in matrices)


def is_turn(generator: Generator, t: Array) -> bool:
    """Tell whether an orbit makes a full turn."""
    return abs(frequency(generator) * t[-1] - np.pi) < 1e-6


def _reach(generator: Generator, x: Array, y: Array) -> float:
    """How far to move: a half turn to either side, or until a channel grows or shrinks too much."""
    size = max(float(np.linalg.norm(generator[name], 2)) for name in generator)
    turning = frequency(generator)
    reach = np.pi / turning if turning > 1e-2 * size else 20 / size
    sides = ((generator.spec.input, x), (generator.spec.output, y))
    while any(_growth(rep, generator, reach, points) > GROWTH for rep, points in sides):
        reach *= 0.85
    return float(reach)


def _growth(rep: Action, generator: Generator, t: float, points: Array) -> float:
    """By what factor the size of any channel changes up to ±t, either way."""
    worst = 1.0
    for place in np.linspace(-t, t, 9):
        moved = rep.flow(generator, place, points)
        for index in rep.require_blocks().values():
            before = float(np.linalg.norm(points[:, index]))
            after = float(np.linalg.norm(moved[:, index]))
            if before > 0:
                worst = max(worst, after / before, before / max(after, 1e-300))
    return worst
