"""A space of matrices on all columns, inputs first, that a function's symmetries span."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from liesd.algebra import LieAlgebra
from liesd.errors import LiesdError
from liesd.suggestion import limits

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Space:
    """Matrices (k, n + m, n + m), orthonormal, that move n inputs and m outputs."""

    matrices: Array
    inputs: int
    noise: float
    """The relative error of the matrices."""

    @property
    def size(self) -> int:
        """The number of columns, inputs and outputs together."""
        return self.matrices.shape[1]

    @property
    def least(self) -> float:
        """The size of an entry below which it counts as zero."""
        chosen = max(limits.LIMITS.least_entry, limits.LIMITS.entry_noises * self.noise)
        return min(chosen, limits.LIMITS.most_entry)

    @property
    def weights(self) -> Array:
        """How much of each entry the space holds, from 0 to 1: (n + m, n + m)."""
        return np.asarray(np.sum(self.matrices**2, axis=0))

    @property
    def moving(self) -> Mask:
        """Which entries count: True where they do, (n + m, n + m)."""
        seen = self.weights
        return np.asarray(seen > self.least**2 * seen.max(initial=1e-300))

    def with_matrices(self, matrices: Array) -> Space:
        """The space that other matrices span."""
        return replace(self, matrices=find_span(matrices, self.least))

    def within(self, allowed: Mask) -> Space:
        """The part of the space whose entries outside ``allowed`` are zero."""
        outside = self.matrices[:, ~allowed]
        if not len(outside):
            return self
        left, sizes, _ = np.linalg.svd(outside, full_matrices=True)
        sizes = np.concatenate([sizes, np.zeros(len(outside) - len(sizes))])
        inside = left[:, sizes <= self.least].T
        return replace(self, matrices=np.einsum("ij,jkl->ikl", inside, self.matrices))

    def core(self) -> Space:
        """The rotations and what is semisimple: the space without scalings and shears."""
        n, m = self.inputs, self.size - self.inputs
        if not len(self.matrices):
            return self
        spec = f"x[{n}] -> " + (f"y[{m}]" if m else "1")
        generators = [
            {"x": A[:n, :n], "y": A[n:, n:]} if m else {"x": A[:n, :n]} for A in self.matrices
        ]
        algebra = LieAlgebra.from_generators(spec, generators, noise=self.noise)
        found = []
        for part in ("semisimple", "compact"):
            try:
                found += [_join(one, n, m) for one in getattr(algebra, part).basis]
            except (LiesdError, np.linalg.LinAlgError):
                continue
        return self.with_matrices(np.array(found).reshape(-1, self.size, self.size))


def _join(generator: object, n: int, m: int) -> Array:
    joined = np.zeros((n + m, n + m))
    joined[:n, :n] = generator["x"]  # type: ignore[index]
    if m:
        joined[n:, n:] = generator["y"]  # type: ignore[index]
    return joined / max(float(np.linalg.norm(joined)), 1e-300)


def find_span(matrices: Array, least: float) -> Array:
    """Orthonormal matrices with the same span, without what is smaller than ``least``."""
    if not len(matrices):
        return matrices
    _, sizes, right = np.linalg.svd(matrices.reshape(len(matrices), -1), full_matrices=False)
    kept = right[sizes > least * max(float(sizes.max()), 1.0)]  # matrices come with size one
    return np.asarray(kept.reshape(-1, *matrices.shape[1:]))
