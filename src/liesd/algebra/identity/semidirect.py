"""Semidirect sums h ⋉ ℝⁿ: an abelian ideal, and a subalgebra that acts on it.

The ideal is V = [g, radical]. That a complement of it closes is checked, never assumed: it is a
linear problem, because V is abelian.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.algebra import ranks
from liesd.algebra.identity import structure
from liesd.algebra.intertwine import find_invariant_forms
from liesd.algebra.ranks import RankDecider, find_complement

Array = NDArray[np.float64]


def name_semidirect(
    c: Array, radical: Array, decider: RankDecider, identify: Callable[..., Any]
) -> str | None:
    """Name an algebra as h ⋉ ℝⁿ where it is one, and h has a name; None otherwise.

    Of solvable algebras only translations with a scaling are named, ℝ ⋉ ℝⁿ; where it scales them
    differently the weights belong to the name, as in ℝ ⋉ ℝ²(3,1).
    """
    every = np.eye(len(c))
    V = decider.image(structure.compute_brackets(c, every, radical), "the abelian ideal")
    n, h = V.shape[1], len(c) - V.shape[1]
    if not n or decider.rank(measure_sizes(structure.compute_brackets(c, V, V)), "its brackets"):
        return None
    Q = find_complement(V)
    if not splits(c, Q, V, decider):
        return None
    acting = np.einsum("ijk,ia,jb,kd->adb", c, Q, V, V, optimize=True)
    quotient = structure.restrict(c, Q)
    if size := find_galilei(quotient, acting, decider):
        return f"gal({size})"
    if radical.shape[1] == len(c):
        if h > 1:
            return None
        same = acting[0] - np.eye(n) * np.trace(acting[0]) / n
        if not decider.rank(measure_sizes(same), "the scaling"):
            return f"ℝ ⋉ ℝ{write_superscript(n)}"
        weights = find_weights(acting[0], decider)
        listed = ",".join(map(str, weights))
        return f"ℝ ⋉ ℝ{write_superscript(n)}({listed})" if weights else None
    part = identify(quotient, acting, decider)
    if not part.known:
        return None
    name = part.name if len(part.parts) == 1 or "⊕" not in part.name else f"({part.name})"
    return f"{name} ⋉ ℝ{write_superscript(n)}"


def find_weights(A: Array, decider: RankDecider) -> list[int]:
    """Find the whole numbers by which a matrix scales, the largest first; nothing for others.

    >>> find_weights(np.array([[-2.0, 0.0], [0.0, -6.0]]), RankDecider(1e-9))
    [3, 1]
    """
    values = np.linalg.eigvals(A)
    least = float(np.abs(values).min())
    if least <= decider.floor or np.abs(values.imag).max() > decider.floor:
        return []
    for part in range(1, ranks.TOLERANCES.most_weight + 1):
        scaled = values.real / least * part
        weights = np.round(scaled).astype(int)
        near = np.abs(scaled - weights).max() <= ranks.TOLERANCES.whole_distance / 4
        if near and np.abs(weights).max() <= ranks.TOLERANCES.most_weight:
            break
    else:
        return []
    rest = np.eye(len(A))
    for weight in np.unique(weights):  # a matrix that scales along axes is a root of this product
        rest = rest @ (A / least * part - weight * np.eye(len(A)))
    if decider.rank(measure_sizes(rest) / ranks.TOLERANCES.most_weight ** len(A), "the weights"):
        return []
    sign = -1 if np.sum(weights) < 0 else 1
    return sorted((sign * int(one) for one in weights), reverse=True)


def splits(c: Array, Q: Array, V: Array, decider: RankDecider) -> bool:
    """True if the complement Q of the abelian ideal V can be moved along V so that it closes."""
    h, n = Q.shape[1], V.shape[1]
    inner = structure.restrict(c, Q)
    rows, wrong = [np.zeros((0, n * h))], [np.zeros(0)]
    for a in range(h):
        for b in range(a):
            change = np.zeros((n, n, h))
            change[:, :, b] += np.einsum("ijk,i,jr,kv->vr", c, Q[:, a], V, V)
            change[:, :, a] -= np.einsum("ijk,i,jr,kv->vr", c, Q[:, b], V, V)
            change -= np.eye(n)[:, :, None] * inner[a, b]
            rows.append(change.reshape(n, n * h))
            wrong.append(V.T @ np.einsum("ijk,i,j->k", c, Q[:, a], Q[:, b]))
    system, target = np.concatenate(rows), np.concatenate(wrong)
    if not len(target):
        return True
    step = np.linalg.lstsq(system, -target, rcond=1e-6)[0]
    rest = float(np.linalg.norm(system @ step + target))
    return decider.rank(np.array([rest]), "the semidirect sum") == 0


def find_galilei(quotient: Array, acting: Array, decider: RankDecider) -> int:
    """Find n if these are rotations of ℝⁿ and time, acting on boosts and translations; else 0.

    Time takes boosts to translations, K ↦ P ↦ 0, and rotations turn both alike.
    """
    double, h = acting.shape[1], len(quotient)
    n = double // 2
    if double % 2 or n < 2 or h != n * (n - 1) // 2 + 1:
        return 0
    centre = structure.find_centre(quotient, decider)
    if centre.shape[1] != (1 if n > 2 else 2):
        return 0
    times = np.einsum("ia,ijk->ajk", centre, acting)
    time = _find_nilpotent(times, decider)
    if time is None:
        return 0
    H = np.einsum("a,ajk->jk", time, times)
    kernel = decider.kernel(H, "what time leaves", max(float(np.linalg.norm(H, 2)), 1e-300))
    if kernel.shape[1] != n or decider.rank(measure_sizes(H @ H), "time squared"):
        return 0
    turning = np.einsum("ajk,jb,kd->abd", acting, kernel, kernel)
    symmetric, _ = find_invariant_forms(turning, decider)
    if len(symmetric) != 1 and n > 2:
        return 0
    values = [np.linalg.eigvalsh(one) for one in symmetric]
    definite = any(v.min() * v.max() > 0 for v in values)
    rank = decider.rank(measure_sizes(turning.reshape(h, -1)), "the rotations")
    return n if definite and rank == h - 1 else 0


def _find_nilpotent(matrices: Array, decider: RankDecider) -> Array | None:
    """Find the combination of one or two commuting matrices that is nilpotent."""
    traces = np.einsum("aij,bji->ab", matrices, matrices)
    values, vectors = np.linalg.eigh(traces)
    least = int(np.argmin(np.abs(values)))
    if decider.rank(np.abs(values[least : least + 1]), "the time"):
        return None
    return np.asarray(vectors[:, least])


def measure_sizes(matrix: Array) -> Array:
    """Singular values."""
    return np.asarray(np.linalg.svd(matrix, compute_uv=False))


def write_superscript(number: int) -> str:
    """A number as a power."""
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))
