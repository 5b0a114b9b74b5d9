"""The compact part: rotations, in coordinates in which the algebra is symmetric to transposing.

A reductive algebra of matrices becomes closed under transposing in suitable coordinates (Mostow);
its antisymmetric matrices are then a maximal compact subalgebra. The coordinates are those in which
the algebra's volume element is smallest (Kempf and Ness): gradient descent finds them. Beside
translations the volume has no smallest value, and the descent ends where the noise would tell.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.linalg
from numpy.typing import NDArray

from liesd.algebra.brackets import orthonormal
from liesd.algebra.ranks import Judge
from liesd.spec import Spec

Array = NDArray[np.float64]
STEPS, ENOUGH = 400, 1e-10


class Frames(NamedTuple):
    """Coordinates for each unknown, A ↦ P A P⁻¹, and the algebra in them."""

    frames: dict[str, Array]
    rows: Array
    """Orthonormal rows θ."""

    @property
    def condition(self) -> float:
        """How far the coordinates are from the given ones: 1 if they are only turned."""
        return max(float(np.linalg.cond(P)) for P in self.frames.values())


def antisymmetric_part(spec: Spec, basis: Array, judge: Judge, wrong: float) -> Array:
    """Rows θ of the elements that are antisymmetric in balanced coordinates.

    ``wrong`` is how far an entry may be off: coordinates of condition κ make that κ² as large.
    """
    found = balance(spec, basis, max(wrong**-0.4, 2.0))
    pieces = []
    for name, (n, _) in spec.unknowns.items():
        A = found.rows[:, spec.slices[name]].reshape(-1, n, n)
        pieces.append((A + A.transpose(0, 2, 1)).reshape(len(basis), n * n))
    judge = Judge(max(judge.floor, wrong * found.condition**2))
    rows = judge.kernel(np.concatenate(pieces, axis=1).T / 2, "the compact part").T @ found.rows
    for name, (n, _) in spec.unknowns.items():
        P, part = found.frames[name], spec.slices[name]
        A = rows[:, part].reshape(-1, n, n)
        rows[:, part] = (np.linalg.inv(P) @ A @ P).reshape(len(rows), n * n)
    return rows


def balance(spec: Spec, basis: Array, most: float) -> Frames:
    """Coordinates in which the volume is smallest, up to this condition."""
    found = Frames({name: np.eye(n) for name, (n, _) in spec.unknowns.items()}, basis)
    nothing = np.zeros((0, spec.size))
    for _ in range(STEPS if len(basis) else 0):
        moved, frames, largest = np.empty_like(basis), {}, 0.0
        for name, (n, _) in spec.unknowns.items():
            part = spec.slices[name]
            A = found.rows[:, part].reshape(-1, n, n)
            slope = np.einsum("aij,akj->ik", A, A) - np.einsum("aji,ajk->ik", A, A)
            size = max(float(sum(np.linalg.norm(one, 2) ** 2 for one in A)), 1e-300)
            step = scipy.linalg.expm(-slope / (8 * size))  # of a rotation, twice this would swing
            frames[name] = step @ found.frames[name]
            moved[:, part] = (step @ A @ np.linalg.inv(step)).reshape(len(A), -1)
            largest = max(largest, float(np.linalg.norm(slope)) / size)
        rows = orthonormal(moved, nothing)
        if largest < ENOUGH or len(rows) < len(basis):
            break
        found = Frames(frames, rows)
        if found.condition > most:
            break
    return found
