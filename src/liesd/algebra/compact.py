"""The compact part: rotations, in coordinates in which the algebra is closed under transposition.

A reductive algebra of matrices becomes closed under transposition in suitable coordinates (Mostow);
its antisymmetric matrices are then a maximal compact subalgebra. Gradient descent finds the
coordinates: they minimise the algebra's volume element (Kempf and Ness). With translations the
volume has no minimum, and the descent ends at a condition that the noise allows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.linalg
from numpy.typing import NDArray

from liesd.algebra import ranks
from liesd.algebra.ranks import RankDecider

Array = NDArray[np.float64]


class Frames(NamedTuple):
    """Coordinates for each block, A ↦ P A P⁻¹, and the algebra in them."""

    frames: list[Array]
    blocks: list[Array]
    """The matrices of an orthonormal basis, (k, n, n) for each block."""
    mix: Array
    """That basis in terms of the given one, (k, k)."""

    @property
    def condition(self) -> float:
        """The condition number of the change of coordinates: 1 for a rotation."""
        return max(float(np.linalg.cond(P)) for P in self.frames)


def find_compact_part(blocks: list[Array], decider: RankDecider, wrong: float) -> Array:
    """Find the combinations of generators that are antisymmetric in balanced coordinates.

    ``blocks`` are the matrices of all generators, (k, n, n), on each space that the algebra acts
    on; they must be independent. ``wrong`` is the error of an entry: coordinates of condition κ
    enlarge it by κ².
    """
    found = balance_coordinates(blocks, max(wrong**-0.4, 2.0))
    both = [A + A.transpose(0, 2, 1) for A in found.blocks]
    decider = RankDecider(max(decider.floor, wrong * found.condition**2))
    antisymmetric = decider.kernel(_flatten(both).T / 2, "the compact part")
    return np.asarray(antisymmetric.T @ found.mix)


def balance_coordinates(blocks: list[Array], most: float) -> Frames:
    """Find the coordinates of smallest volume, up to a condition of ``most``."""
    frames, mix = [np.eye(A.shape[1]) for A in blocks], np.eye(len(blocks[0]))
    found = _orthonormalize(Frames(frames, blocks, mix)) or Frames(frames, blocks, mix)
    for _ in range(ranks.TOLERANCES.compact_steps if len(mix) else 0):
        frames, moved, largest = [], [], 0.0
        for P, A in zip(found.frames, found.blocks, strict=True):
            slope = np.einsum("aij,akj->ik", A, A) - np.einsum("aji,ajk->ik", A, A)
            size = max(float(sum(np.linalg.norm(one, 2) ** 2 for one in A)), 1e-300)
            step = scipy.linalg.expm(
                -slope / (8 * size)
            )  # twice this would oscillate for a rotation
            frames.append(step @ P)
            moved.append(step @ A @ np.linalg.inv(step))
            largest = max(largest, float(np.linalg.norm(slope)) / size)
        better = _orthonormalize(Frames(frames, moved, found.mix))
        if largest < ranks.TOLERANCES.compact_slope or better is None:
            break
        found = better
        if found.condition > most:
            break
    return found


def _orthonormalize(found: Frames) -> Frames | None:
    """The same with the orthonormal basis that is nearest; None if matrices are dependent."""
    left, sizes, _ = np.linalg.svd(_flatten(found.blocks), full_matrices=False)
    if not len(sizes) or sizes[-1] <= ranks.TOLERANCES.independent * sizes[0]:
        return None
    turn = left / sizes @ left.T
    blocks = [np.einsum("ij,jkl->ikl", turn, A) for A in found.blocks]
    return Frames(found.frames, blocks, turn @ found.mix)


def _flatten(blocks: list[Array]) -> Array:
    """All entries of each generator in one row."""
    return np.concatenate([A.reshape(len(A), A.shape[1] * A.shape[2]) for A in blocks], axis=1)
