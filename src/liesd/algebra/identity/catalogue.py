"""The classical Lie algebras by their definition: matrices that obey linear conditions.

Each entry has the marks that tell real simple algebras apart: the dimension, the number of positive
(not compact) directions of the Killing form, and whether it is a complex algebra in disguise. What
these
do not tell apart (so(7) and the compact sp(6)) differs in :func:`compute_quartic`.
Simple algebras are listed up to dimension 28.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra.identity.structure import compute_adjoint, compute_killing

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Simple:
    """A simple real Lie algebra and the matrices that define it."""

    name: str
    dim: int
    positive: int
    """The positive directions of its Killing form; the others are negative."""
    is_complex: bool
    build: Callable[[], Array]

    def __hash__(self) -> int:
        return hash(self.name)


def solve_conditions(
    n: int,
    forms: tuple[Array, ...] = (),
    commuting: tuple[Array, ...] = (),
    traceless: tuple[Array, ...] = (),
) -> Array:
    """Find all X with XᵀF + FX = 0, XJ = JX and tr(XM) = 0, as orthonormal (k, n, n)."""
    units = np.eye(n * n).reshape(-1, n, n)
    conditions = [np.zeros((n * n, 1))]
    conditions += [(units.transpose(0, 2, 1) @ F + F @ units).reshape(n * n, -1) for F in forms]
    conditions += [(units @ J - J @ units).reshape(n * n, -1) for J in commuting]
    conditions += [np.einsum("aij,ji->a", units, M)[:, None] for M in traceless]
    left, sizes, _ = np.linalg.svd(np.column_stack(conditions), full_matrices=True)
    rank = int(np.sum(sizes > 1e-9))
    return left[:, rank:].T.reshape(-1, n, n)


def so(p: int, q: int = 0) -> Array:
    """Rotations and boosts, which preserve diag(1, …, −1, …) with p and q entries."""
    return solve_conditions(p + q, forms=(_diagonal(p, q),))


def sl(n: int) -> Array:
    """Matrices that preserve volume."""
    return solve_conditions(n, traceless=(np.eye(n),))


def gl(n: int) -> Array:
    """All matrices."""
    return solve_conditions(n)


def sp(n: int) -> Array:
    """Matrices that preserve the symplectic form on ℝⁿ, n even."""
    return solve_conditions(n, forms=(_symplectic(n),))


def u(p: int, q: int = 0) -> Array:
    """Unitary matrices of size p + q, written as real matrices of twice the size."""
    J = _imaginary(p + q)
    return solve_conditions(2 * (p + q), forms=(_kron(np.eye(2), _diagonal(p, q)),), commuting=(J,))


def su(p: int, q: int = 0) -> Array:
    """Matrices of u(p, q) without a phase."""
    J, metric = _imaginary(p + q), _kron(np.eye(2), _diagonal(p, q))
    return solve_conditions(2 * (p + q), forms=(metric,), commuting=(J,), traceless=(J,))


def sl_complex(n: int) -> Array:
    """sl(n, ℂ), written as real matrices of twice the size."""
    J = _imaginary(n)
    return solve_conditions(2 * n, commuting=(J,), traceless=(np.eye(2 * n), J))


def usp(p: int, q: int = 0) -> Array:
    """The quaternionic unitary algebra: u(2p, 2q) that preserves a complex symplectic form."""
    n = 2 * (p + q)
    metric = _kron(np.eye(2), _kron(np.eye(2), _diagonal(p, q)))
    omega = _symplectic(n)
    real, imaginary = _kron(_diagonal(1, 1), omega), _kron([[0, 1], [1, 0]], omega)
    return solve_conditions(2 * n, forms=(metric, real, imaginary), commuting=(_imaginary(n),))


def heisenberg(n: int) -> Array:
    """Positions, momenta and their commutator: dimension 2n + 1, matrices of size n + 2."""
    out = np.zeros((2 * n + 1, n + 2, n + 2))
    for i in range(n):
        out[i, 0, i + 1] = out[n + i, i + 1, n + 1] = 1.0
    out[2 * n, 0, n + 1] = 1.0
    return out


def with_translations(linear: Array) -> Array:
    """The linear algebra acting on ℝⁿ together with all translations: matrices of size n + 1."""
    count, n, _ = linear.shape
    out = np.zeros((count + n, n + 1, n + 1))
    out[:count, :n, :n] = linear
    out[count + np.arange(n), np.arange(n), n] = 1.0
    return out


def direct_sum(*parts: Array) -> Array:
    """Algebras side by side, each on a block of its own."""
    size, count = sum(part.shape[1] for part in parts), sum(len(part) for part in parts)
    out, row, start = np.zeros((count, size, size)), 0, 0
    for part in parts:
        end = start + part.shape[1]
        out[row : row + len(part), start:end, start:end] = part
        row, start = row + len(part), end
    return out


def list_simple_algebras() -> Iterator[Simple]:
    """List all simple algebras with a name here, the most usual name of each first."""
    for n in range(3, 9):
        for p in range(n // 2 + 1):
            if (n, p) not in ((4, 0), (4, 2)):  # these two are sums
                q, dim = n - p, n * (n - 1) // 2
                name = f"so({n})" if p == 0 else f"so({p},{q})"
                yield Simple(name, dim, p * q, (n, p) == (4, 1), partial(so, p, q))
    for n in range(2, 6):
        compact = n * (n - 1) // 2
        yield Simple(f"sl({n})", n * n - 1, n * n - 1 - compact, False, partial(sl, n))
        for p in range(n // 2 + 1):
            q = n - p
            name = f"su({n})" if p == 0 else f"su({p},{q})"
            yield Simple(name, n * n - 1, 2 * p * q, False, partial(su, p, q))
    for n in (1, 2, 3):
        dim = n * (2 * n + 1)
        yield Simple(f"sp({2 * n})", dim, n * (n + 1), False, partial(sp, 2 * n))
        for p in range(n // 2 + 1):
            q = n - p
            name = f"usp({2 * n})" if p == 0 else f"usp({2 * p},{2 * q})"
            yield Simple(name, dim, 4 * p * q, False, partial(usp, p, q))
    for n in (2, 3):
        dim = 2 * (n * n - 1)
        yield Simple(f"sl({n},ℂ)", dim, n * n - 1, True, partial(sl_complex, n))


@cache
def find_candidates(dim: int, positive: int, is_complex: bool) -> tuple[Simple, ...]:
    """Find the entries with these marks."""
    marks = (dim, positive, is_complex)
    return tuple(
        one for one in list_simple_algebras() if (one.dim, one.positive, one.is_complex) == marks
    )


@cache
def compute_reference(entry: Simple) -> tuple[float, float]:
    """Compute an entry's quartic, and the smallest Casimir eigenvalue of its own matrices."""
    matrices = entry.build()
    c = compute_constants(matrices)
    return compute_quartic(c), find_smallest_casimir(c, matrices)


def compute_constants(matrices: Array) -> Array:
    """Compute the structure constants of orthonormal matrices."""
    products = np.einsum("iab,jbc->ijac", matrices, matrices)
    return np.einsum("ijac,kac->ijk", products - products.transpose(1, 0, 2, 3), matrices)


def compute_quartic(c: Array) -> float:
    """Compute tr Q⁴ / dim for Q = Σ K^{ij} ad_i ⊗ ad_j on g ⊗ g, which is independent of the basis.

    It is fixed by the root system: 0.176 for so(7), 0.236 for sp(6).
    """
    ad = compute_adjoint(c)
    raised = np.einsum("ij,jab->iab", np.linalg.inv(compute_killing(c)), ad)
    k = len(c)
    Q = np.einsum("iab,icd->acbd", raised, ad, optimize=True).reshape(k * k, k * k)
    square = Q @ Q
    return float(np.sum(square * square.T)) / k


def compute_casimir(c: Array, matrices: Array) -> Array:
    """Compute Σ K^{ij} A_i A_j for the matrices of a semisimple algebra in the basis of c."""
    return np.einsum(
        "ij,iab,jbc->ac", np.linalg.inv(compute_killing(c)), matrices, matrices, optimize=True
    )


def find_smallest_casimir(c: Array, matrices: Array) -> float:
    """Find the smallest nonzero eigenvalue of the Casimir matrix.

    The adjoint representation has 1; spin one half has 3/8 for so(3).
    """
    values = np.linalg.eigvals(compute_casimir(c, matrices)).real
    return float(min((value for value in values if value > 0.05), default=1.0))


def _diagonal(p: int, q: int) -> Array:
    return np.diag([1.0] * p + [-1.0] * q)


def _symplectic(n: int) -> Array:
    half = np.eye(n // 2)
    return _kron([[0.0, 1.0], [-1.0, 0.0]], half)


def _imaginary(n: int) -> Array:
    """Multiplication by i on ℂⁿ = ℝ²ⁿ."""
    return _kron([[0.0, -1.0], [1.0, 0.0]], np.eye(n))


def _kron(left: ArrayLike, right: Array) -> Array:
    return np.asarray(np.kron(np.asarray(left, dtype=np.float64), right))
