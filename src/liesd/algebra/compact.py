"""The compact part: rotations, in coordinates in which the algebra is symmetric to transposing.

A reductive algebra of matrices becomes closed under transposing in suitable coordinates (Mostow);
its antisymmetric matrices are then a maximal compact subalgebra. The coordinates are those in which
the algebra's volume element is smallest (Kempf and Ness): gradient descent finds them.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg
from numpy.typing import NDArray

from liesd.algebra.brackets import orthonormal
from liesd.algebra.ranks import Judge
from liesd.spec import Spec

Array = NDArray[np.float64]
STEPS, ENOUGH, CONDITION = 400, 1e-10, 1e3


def antisymmetric_part(spec: Spec, basis: Array, judge: Judge) -> Array:
    """Columns of coordinates: the elements that are antisymmetric in balanced coordinates."""
    frames = balance(spec, basis)
    pieces = []
    for name, (n, _) in spec.unknowns.items():
        A = basis[:, spec.slices[name]].reshape(-1, n, n)
        A = frames[name] @ A @ np.linalg.inv(frames[name])
        pieces.append((A + A.transpose(0, 2, 1)).reshape(len(basis), -1))
    return judge.kernel(np.concatenate(pieces, axis=1).T / 2, "the compact part")


def balance(spec: Spec, basis: Array) -> dict[str, Array]:
    """For each unknown the matrix P of new coordinates, A ↦ P A P⁻¹."""
    frames = {name: np.eye(n) for name, (n, _) in spec.unknowns.items()}
    nothing = np.zeros((0, spec.size))
    rows = basis
    for _ in range(STEPS):
        rows = orthonormal(rows, nothing)
        if not len(rows):
            break
        moved, largest = np.empty_like(rows), 0.0
        for name, (n, _) in spec.unknowns.items():
            part = spec.slices[name]
            A = rows[:, part].reshape(-1, n, n)
            slope = np.einsum("aij,akj->ik", A, A) - np.einsum("aji,ajk->ik", A, A)
            size = max(float(sum(np.linalg.norm(one, 2) ** 2 for one in A)), 1e-300)
            step = scipy.linalg.expm(-slope / (4 * size))
            frames[name] = step @ frames[name]
            moved[:, part] = (step @ A @ np.linalg.inv(step)).reshape(len(A), -1)
            largest = max(largest, float(np.linalg.norm(slope)) / size)
        rows = moved
        if largest < ENOUGH or max(np.linalg.cond(P) for P in frames.values()) > CONDITION:
            break
    return frames
