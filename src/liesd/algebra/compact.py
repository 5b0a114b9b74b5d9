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
from liesd.algebra.brackets import orthonormalize
from liesd.algebra.ranks import RankDecider
from liesd.spec import Spec

Array = NDArray[np.float64]


class Frames(NamedTuple):
    """Coordinates for each unknown, A ↦ P A P⁻¹, and the algebra in them."""

    frames: dict[str, Array]
    rows: Array
    """Orthonormal rows θ."""

    @property
    def condition(self) -> float:
        """The condition number of the change of coordinates: 1 for a rotation."""
        return max(float(np.linalg.cond(P)) for P in self.frames.values())


def find_compact_part(spec: Spec, basis: Array, decider: RankDecider, wrong: float) -> Array:
    """Find the elements that are antisymmetric in balanced coordinates, as rows θ.

    ``wrong`` is the error of an entry: coordinates of condition κ enlarge it by κ².
    """
    found = balance_coordinates(spec, basis, max(wrong**-0.4, 2.0))
    pieces = []
    for name, (n, _) in spec.unknowns.items():
        A = found.rows[:, spec.slices[name]].reshape(-1, n, n)
        pieces.append((A + A.transpose(0, 2, 1)).reshape(len(basis), n * n))
    decider = RankDecider(max(decider.floor, wrong * found.condition**2))
    rows = decider.kernel(np.concatenate(pieces, axis=1).T / 2, "the compact part").T @ found.rows
    for name, (n, _) in spec.unknowns.items():
        P, part = found.frames[name], spec.slices[name]
        A = rows[:, part].reshape(-1, n, n)
        rows[:, part] = (np.linalg.inv(P) @ A @ P).reshape(len(rows), n * n)
    return rows


def balance_coordinates(spec: Spec, basis: Array, most: float) -> Frames:
    """Find the coordinates of smallest volume, up to a condition of ``most``."""
    found = Frames({name: np.eye(n) for name, (n, _) in spec.unknowns.items()}, basis)
    nothing = np.zeros((0, spec.size))
    for _ in range(ranks.TOLERANCES.compact_steps if len(basis) else 0):
        moved, frames, largest = np.empty_like(basis), {}, 0.0
        for name, (n, _) in spec.unknowns.items():
            part = spec.slices[name]
            A = found.rows[:, part].reshape(-1, n, n)
            slope = np.einsum("aij,akj->ik", A, A) - np.einsum("aji,ajk->ik", A, A)
            size = max(float(sum(np.linalg.norm(one, 2) ** 2 for one in A)), 1e-300)
            step = scipy.linalg.expm(
                -slope / (8 * size)
            )  # twice this would oscillate for a rotation
            frames[name] = step @ found.frames[name]
            moved[:, part] = (step @ A @ np.linalg.inv(step)).reshape(len(A), -1)
            largest = max(largest, float(np.linalg.norm(slope)) / size)
        rows = orthonormalize(moved, nothing)
        if largest < ranks.TOLERANCES.compact_slope or len(rows) < len(basis):
            break
        found = Frames(frames, rows)
        if found.condition > most:
            break
    return found
