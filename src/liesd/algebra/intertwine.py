"""Matrices that commute with an algebra: the linear algebra behind maps, forms and ideals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.algebra.ranks import RankDecider

Array = NDArray[np.float64]


def find_intertwiners(source: Array, target: Array, decider: RankDecider, about: str) -> Array:
    """Find orthonormal T (r, m, n) with B_i T = T A_i for A_i = source[i], B_i = target[i].

    The null space of L: T ↦ (B_i T − T A_i)_i is read off LᵀL, which never needs L itself; sizes
    are then computed as ‖L T‖, because square roots of eigenvalues lose half of the digits.
    """
    n, m = source.shape[-1], target.shape[-1]
    if not len(source):
        return np.eye(m * n).reshape(-1, m, n)
    ones_m, ones_n = np.eye(m), np.eye(n)
    left = np.einsum("iba,ibc->ac", target, target)
    right = np.einsum("iab,icb->ac", source, source)
    cross = np.einsum("iab,icd->acbd", target, source).reshape(m * n, m * n)
    gram = np.kron(left, ones_n) + np.kron(ones_m, right) - cross - cross.T
    values, vectors = np.linalg.eigh(gram)
    maps = vectors.T.reshape(-1, m, n)
    sizes = np.sqrt(np.maximum(values, 0.0))
    small = values <= 1e-8 * max(values[-1], 1e-300)
    moved = target[:, None] @ maps[small] - maps[small] @ source[:, None]
    sizes[small] = np.sqrt(np.sum(moved**2, axis=(0, 2, 3)))
    scale = np.sqrt(np.sum(source**2) / n + np.sum(target**2) / m)
    order = np.argsort(sizes)
    kept = len(sizes) - decider.rank(sizes, about, max(scale, 1e-300))
    return maps[order[:kept]]


def find_invariant_forms(acting: Array, decider: RankDecider) -> tuple[Array, Array]:
    """Find the symmetric and antisymmetric F with AᵀF + FA = 0 for all A: (r, n, n) each."""
    forms = find_intertwiners(acting, -acting.transpose(0, 2, 1), decider, "the invariant forms")
    flipped = np.einsum("aij,bji->ab", forms, forms)  # transposing maps the space into itself
    signs, mixes = np.linalg.eigh((flipped + flipped.T) / 2)
    turned = np.einsum("ab,aij->bij", mixes, forms)
    symmetric, antisymmetric = turned[signs > 0], turned[signs <= 0]
    return (
        (symmetric + symmetric.transpose(0, 2, 1)) / 2,
        (antisymmetric - antisymmetric.transpose(0, 2, 1)) / 2,
    )
