"""Lie algebras with known names, and ways to disguise them: what identification is tried on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.algebra.identity import catalogue as known

Array = NDArray[np.float64]
LARGEST = 25
CONDITION = 3.0


def exact_algebras() -> dict[str, Array]:
    """Name -> generators (k, n, n), all up to dimension 25."""
    found: dict[str, Array] = {f"ℝ^{n}": _abelian(n) for n in (1, 2, 3, 5, 10)}
    found |= {f"so({n})": known.so(n) for n in range(2, 8)}
    found |= {
        f"so({p},{n - p})": known.so(p, n - p) for n in range(2, 8) for p in range(1, n // 2 + 1)
    }
    found |= {f"sl({n})": known.sl(n) for n in range(2, 6)}
    found |= {f"gl({n})": known.gl(n) for n in range(1, 6)}
    found |= {f"sp({n})": known.sp(n) for n in (2, 4, 6)}
    found |= {f"su({n})": known.su(n) for n in range(2, 6)}
    found |= {f"u({n})": known.u(n) for n in range(1, 6)}
    found |= {f"heisenberg({2 * n + 1})": known.heisenberg(n) for n in range(1, 13)}
    found |= {f"aff({n})": known.with_translations(known.gl(n)) for n in range(1, 5)}
    found |= {f"e({n})": known.with_translations(known.so(n)) for n in range(2, 7)}
    found |= {f"e({p},{q})": known.with_translations(known.so(p, q)) for p, q in _MIXED}
    found |= {
        " ⊕ ".join(names): known.direct_sum(*(found.get(name, _LINE) for name in names))
        for names in _SUMS
    }
    found["so(3) ⊕ ℝ"] = _with_scaling(known.so(3))
    found["so(1,3) ⊕ ℝ"] = _with_scaling(known.so(1, 3))
    return {name: one for name, one in found.items() if len(one) <= LARGEST}


def tensor_square(matrices: Array) -> Array:
    """The same algebra on x⊗x: A⊗I + I⊗A."""
    ones = np.eye(matrices.shape[1])
    return np.array([np.kron(A, ones) + np.kron(ones, A) for A in matrices])


def disguise(matrices: Array, rng: np.random.Generator, noise: float = 0.0) -> Array:
    """In another basis of the space, as mixed generators, with noise of a relative size."""
    count, n, _ = matrices.shape
    P = well_conditioned(n, rng)
    moved = np.einsum("ab,kbc,cd->kad", P, matrices, np.linalg.inv(P), optimize=True)
    mixed = np.einsum("ij,jab->iab", well_conditioned(count, rng), moved)
    error = rng.standard_normal(mixed.shape)
    error /= np.linalg.norm(error, axis=(1, 2), keepdims=True)
    return mixed + noise * np.linalg.norm(mixed, axis=(1, 2), keepdims=True) * error


def well_conditioned(n: int, rng: np.random.Generator) -> Array:
    """A random matrix whose singular values differ by a factor of at most 3."""
    left, right = (np.linalg.qr(rng.standard_normal((n, n)))[0] for _ in range(2))
    sizes = np.exp(rng.uniform(-0.5, 0.5, n) * np.log(CONDITION))
    return left * sizes @ right


def _abelian(n: int) -> Array:
    return np.array([np.diag(row) for row in np.eye(n)])


def _with_scaling(matrices: Array) -> Array:
    return np.concatenate([matrices, np.eye(matrices.shape[1])[None]])


_LINE = np.ones((1, 1, 1))
_MIXED = ((1, 1), (1, 2), (1, 3), (2, 2))
_SUMS = (
    ("so(3)", "so(2)"),
    ("sl(2)", "sl(3)"),
    ("so(3)", "sl(2)"),
    ("su(3)", "so(3)"),
    ("su(3)", "su(2)", "u(1)"),
    ("heisenberg(3)", "so(3)"),
    ("heisenberg(5)", "ℝ^2"),
    ("heisenberg(3)", "heisenberg(5)"),
    ("e(2)", "so(3)"),
    ("e(3)", "so(3)"),
    ("e(3)", "ℝ"),
    ("e(3)", "e(2)"),
    ("aff(1)", "aff(1)"),
    ("aff(2)", "so(2)"),
    ("sl(3)", "so(1,3)"),
    ("gl(2)", "gl(3)"),
    ("so(1,3)", "so(1,3)"),
    ("sp(4)", "so(5)"),
)
