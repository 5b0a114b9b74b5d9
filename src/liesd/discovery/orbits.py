"""Samples moved along the symmetries that were found: e^{tA}x, f(e^{tA}x) and e^{tB}f(x).

A discovery keeps a few of its samples and, as long as it lives, the function. The orbits are made
when they are first asked for, and are saved with the discovery, so that a picture or a report of a
file needs no model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from liesd.spec import Action

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.discovery.result import Generator

Array = NDArray[np.float64]

KEPT = 48  # samples that a discovery keeps
STEPS = 41  # places along an orbit; odd, so that the sample itself is in the middle
MOST = 16  # generators with orbits
NUMBERS = 100_000  # values of f that are kept for all orbits together
STRETCH = 3.0  # how much the size of a channel may change along an orbit
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


@dataclass(frozen=True, eq=False)
class Sample:
    """A few samples with their values, and the function if there is one."""

    x: Array
    y: Array
    function: Callable[[Tensor], Tensor] | None = None
    shape: tuple[int, ...] = ()
    """Of one sample, as the function takes it."""
    dtype: Any = None
    projector: Tensor | None = None
    """Onto what the inputs span: off it, a learned function knows nothing."""

    def __getstate__(self) -> dict[str, Any]:
        """A copy for another process goes without the function, which may not travel."""
        return {**self.__dict__, "function": None}

    def orbits(self, generators: Sequence[Generator]) -> Orbits:
        """Move the samples along the generators, as many as can be kept."""
        room = NUMBERS // (STEPS * self.y.shape[1])
        shown = list(generators[: max(1, min(MOST, room))])
        some = np.linspace(0, len(self.x) - 1, max(1, min(len(self.x), room // len(shown))))
        x, y = self.x[some.round().astype(int)], self.y[some.round().astype(int)]
        reach = np.array([_reach(generator, x, y) for generator in shown])
        orbits = Orbits(shown, np.outer(reach, np.linspace(-1, 1, STEPS)), x, y, None, GONE)
        if self.function is None:
            return orbits
        try:
            values = np.stack([self._values(orbits, k) for k in range(len(shown))])
        except Exception as error:  # f is not ours, and a discovery is saved whatever it does
            kind, words = type(error).__name__, " ".join(str(error).split())
            missing = f"the function could not be evaluated on moved samples ({kind}: {words})"
            return Orbits(shown, orbits.t, x, y, None, missing)
        return Orbits(shown, orbits.t, x, y, values)

    def _values(self, orbits: Orbits, k: int) -> NDArray[np.float32]:
        import torch

        from liesd.data.samples import samples
        from liesd.sources.torch import Autodiff

        def shaped(points: Array) -> Tensor:
            flat = torch.from_numpy(points)
            if self.projector is not None:
                flat = flat @ self.projector.cpu()
            return flat.to(self.dtype).reshape(len(flat), *self.shape)

        assert self.function is not None
        spec = orbits.generators[k].spec
        source = Autodiff(self.function, samples(shaped(orbits.x)), spec.input, spec.output)
        with source.ready():
            parts = [source.value(source.place(shaped(part))).cpu() for part in orbits.inputs(k)]
        return np.asarray(torch.stack(parts).numpy(), dtype=np.float32)


def frequency(generator: Generator) -> float:
    """The fastest rotation in a generator, in radians per unit of t."""
    matrices = [generator[name] for name in generator]
    return max(float(np.abs(np.linalg.eigvals(A).imag).max()) for A in matrices)


def is_turn(generator: Generator, t: Array) -> bool:
    """Does this stretch of an orbit make a full turn?"""
    return abs(frequency(generator) * t[-1] - np.pi) < 1e-6


def _reach(generator: Generator, x: Array, y: Array) -> float:
    """How far to move: a half turn to either side, or until a channel grows or shrinks too much."""
    size = max(float(np.linalg.norm(generator[name], 2)) for name in generator)
    turning = frequency(generator)
    reach = np.pi / turning if turning > 1e-2 * size else 20 / size
    sides = ((generator.spec.input, x), (generator.spec.output, y))
    while any(_stretch(rep, generator, reach, points) > STRETCH for rep, points in sides):
        reach *= 0.85
    return float(reach)


def _stretch(rep: Action, generator: Generator, t: float, points: Array) -> float:
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
