"""The structure of an abstract Lie algebra, given by its structure constants.

Everything here works on c[i, j, k] (scaled to the order of one) and on subspaces given by
orthonormal columns; :class:`liesd.algebra.ranks.RankDecider` decides what is zero.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg
from numpy.typing import NDArray

from liesd.algebra.intertwine import find_intertwiners
from liesd.algebra.ranks import RankDecider, find_complement

Array = NDArray[np.float64]


def compute_adjoint(c: Array) -> Array:
    """Compute ad_i as matrices: (ad_i)[k, j] = c[i, j, k]."""
    return c.transpose(0, 2, 1)


def compute_killing(c: Array) -> Array:
    """Compute the Killing form K(x, y) = tr(ad_x ad_y)."""
    return np.einsum("iab,jba->ij", c, c)


def measure_size(c: Array) -> float:
    """Measure the largest norm of ad_x over unit vectors x, the scale of all decisions."""
    return max(float(np.linalg.norm(c.reshape(len(c), -1), 2)), 1e-300) if len(c) else 1.0


def compute_brackets(c: Array, U: Array, V: Array) -> Array:
    """Compute [u, v] for all columns u of U and v of V, as columns."""
    return np.einsum("ijk,ia,jb->kab", c, U, V).reshape(len(c), U.shape[1] * V.shape[1])


def restrict(c: Array, U: Array) -> Array:
    """Restrict structure constants to the subalgebra with orthonormal columns U."""
    return np.einsum("ijk,ia,jb,kd->abd", c, U, U, U, optimize=True)


def find_derived(c: Array, decider: RankDecider) -> Array:
    """Find the derived algebra [g, g]."""
    every = np.eye(len(c))
    return decider.image(compute_brackets(c, every, every), "the derived algebra")


def list_series(c: Array, decider: RankDecider, lower: bool = False) -> tuple[int, ...]:
    """List the dimensions of the derived series g ⊃ [g, g] ⊃ …, or of the lower central one."""
    every = now = np.eye(len(c))
    dims = [len(c)]
    while now.shape[1]:
        now = decider.image(compute_brackets(c, every if lower else now, now), "a series of ideals")
        if now.shape[1] >= dims[-1]:  # noise can make it grow
            break
        dims.append(now.shape[1])
    return tuple(dims)


def find_centre(c: Array, decider: RankDecider) -> Array:
    """Find the centre {x : [x, y] = 0 for all y}."""
    return decider.kernel(c.reshape(len(c), len(c) ** 2).T, "the centre")


def find_radical(c: Array, decider: RankDecider) -> Array:
    """Find the largest solvable ideal: the complement of [g, g] under the Killing form."""
    D = find_derived(c, decider)
    return decider.kernel(D.T @ compute_killing(c) / measure_size(c) ** 2, "the radical")


def find_levi(c: Array, decider: RankDecider) -> Array:
    """Find a semisimple subalgebra that complements the radical (Levi's theorem), as columns.

    A complement X of the radical closes up to terms in the radical; these are removed step by
    step along its derived series, each step a linear problem.
    """
    R = find_radical(c, decider)
    X = find_complement(R)
    if not R.shape[1] or X.shape[1] < 2:
        return X
    inner = np.einsum("ijk,ia,jb,kd->abd", c, X, X, X)
    while R.shape[1]:
        smaller = decider.image(compute_brackets(c, R, R), "the radical's own series")
        modulo = find_complement(smaller).T  # what is left to repair, up to the next ideal
        unknown = R.shape[1] * X.shape[1]
        rows, target = [], []
        for a in range(X.shape[1]):
            for b in range(a):
                wrong = np.einsum("ijk,i,j->k", c, X[:, a], X[:, b]) - X @ inner[a, b]
                change = np.zeros((len(c), R.shape[1], X.shape[1]))
                change[:, :, b] += np.einsum("ijk,i,jr->kr", c, X[:, a], R)
                change[:, :, a] -= np.einsum("ijk,i,jr->kr", c, X[:, b], R)
                change -= R[:, :, None] * inner[a, b]
                rows.append(modulo @ change.reshape(len(c), unknown))
                target.append(-modulo @ wrong)
        step = np.linalg.lstsq(np.concatenate(rows), np.concatenate(target), rcond=1e-6)[0]
        X = X + R @ step.reshape(R.shape[1], -1)
        if smaller.shape[1] >= R.shape[1]:  # noise again: no radical is its own derived algebra
            break
        R = smaller
    return np.linalg.qr(X)[0]


def split(c: Array, decider: RankDecider) -> tuple[Array, list[tuple[Array, bool]]]:
    """Split the algebra into a direct sum: an abelian part, and indecomposable ideals.

    Each ideal comes with a flag: is it a complex algebra in disguise?
    """
    Z, D = find_centre(c, decider), find_derived(c, decider)
    outside = np.linalg.svd(Z - D @ (D.T @ Z), full_matrices=False)
    free = decider.rank(outside[1], "the centre in the derived algebra")
    flat = Z @ outside[2][:free].T
    rest = _complement_containing(D, flat)
    ideals = _split_ideals(restrict(c, rest), decider) if rest.shape[1] else []
    return flat, [(rest @ ideal, is_complex) for ideal, is_complex in ideals]


def _complement_containing(D: Array, flat: Array) -> Array:
    """Find a complement of ``flat`` that contains D."""
    extra = find_complement(np.linalg.qr(np.column_stack([D, flat]))[0])
    return np.linalg.qr(np.column_stack([D, extra]))[0]


def _split_ideals(c: Array, decider: RankDecider) -> list[tuple[Array, bool]]:
    """Split into ideals by the centroid, the maps T with T[x, y] = [Tx, y].

    Modulo nilpotent maps, on which the trace form vanishes, the centroid holds one number field
    for each ideal, ℝ or ℂ; the eigenspaces of a generic map are the ideals.
    """
    ad = compute_adjoint(c)
    maps = find_intertwiners(ad, ad, decider, "the ideals")
    form = np.einsum("aij,bji->ab", maps, maps)
    values, vectors = np.linalg.eigh((form + form.T) / 2)
    fields = decider.rank(np.abs(values), "the ideals", 1.0)
    kept = np.argsort(-np.abs(values))[:fields]
    disguised = int(np.sum(values[kept] < 0))
    whole = [(np.eye(len(c)), disguised == 1)]
    if 2 * fields > len(c):  # an ideal that is not abelian has at least two dimensions per field
        decider.note(1.0, "the ideals")
        return whole
    if fields <= 1 + disguised and disguised <= 1:
        return whole
    best = max(
        (
            _cluster(np.einsum("a,aij->ij", vectors[:, kept] @ mix, maps), fields)
            for mix in _draw_mixes(fields)
        ),
        key=lambda found: found[0],
    )
    if sum(basis.shape[1] for basis, _ in best[1]) != len(c):
        decider.note(1.0, "the ideals")
        return whole
    decider.note(best[0], "the ideals")
    return best[1]


def _draw_mixes(count: int) -> Array:
    return np.random.default_rng(0).standard_normal((20, count))


def _cluster(T: Array, fields: int) -> tuple[float, list[tuple[Array, bool]]]:
    """Find invariant subspaces of T by ``fields`` clusters of eigenvalues, and their separation."""
    from scipy.cluster.hierarchy import fcluster, linkage

    eigenvalues = np.linalg.eigvals(T)
    points = np.column_stack([eigenvalues.real, eigenvalues.imag])
    merges = linkage(points, "single")
    labels = fcluster(merges, fields, "maxclust")
    apart = merges[-(fields - 1), 2] / max(merges[-fields, 2] if fields < len(T) else 0.0, 1e-9)
    centres = np.array([eigenvalues[labels == label].mean() for label in np.unique(labels)])
    wide = merges[-(fields - 1), 2]
    ideals = []
    for middle in centres[centres.imag > -wide / 4]:
        is_complex = bool(abs(middle.imag) > wide / 4)
        wanted = [middle, np.conj(middle)] if is_complex else [middle]

        def chosen(re: float, im: float, wanted: list[complex] = wanted) -> bool:
            nearest = centres[np.argmin(np.abs(centres - complex(re, im)))]
            return any(abs(nearest - one) < wide / 4 for one in wanted)

        _, basis, count = scipy.linalg.schur(T, sort=chosen)
        ideals.append((basis[:, :count], is_complex))
    return float(apart), ideals
