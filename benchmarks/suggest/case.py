"""One function with the spec that suits its columns in their natural order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A function f of a batch (N, n) with values (N,) or (N, m), and its samples."""

    name: str
    inputs: int
    f: Callable[[Tensor], Tensor]
    spec: str
    """The spec to suggest first, for columns in their natural order."""
    sample: Callable[[np.random.Generator, int], Array] | None = None
    """Draws inputs (N, n); standard normal ones without it."""
    columns: dict[str, list[tuple[int, ...]]] | None = None
    """The columns of each channel, outputs from -1 downwards, where these are judged."""
    dimension: int | None = None
    """The number of symmetries; measured from the function without it."""

    def draw(self, rng: np.random.Generator, count: int) -> Array:
        """Draw inputs."""
        if self.sample is None:
            return rng.normal(size=(count, self.inputs))
        return self.sample(rng, count)
