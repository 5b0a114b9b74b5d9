"""The nearest algebra that closes exactly, and the simple one behind the noise.

Rows b_i = e_i + w_i, with w at right angles to all e, close when the part of [b_i, b_j] outside
their span is zero. That is solved by damped Gauss-Newton steps of least motion, with a damping
that follows the residual: directions along which algebras stay closed are then left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import LinearOperator, lsmr

from liesd.algebra import ranks
from liesd.algebra.brackets import measure_closure, orthonormalize
from liesd.algebra.readable import normalize_rows
from liesd.errors import DataError
from liesd.spec import Spec

Array = NDArray[np.float64]


def rectify(algebra: Any, simple: bool) -> Any:
    """The nearest :class:`LieAlgebra` that closes exactly, or a simple one within the noise."""
    spec, units = algebra.spec, algebra._balanced
    rows = close_algebra(spec, units.rows, units.modulo)
    if rows is None:
        raise _refuse(algebra)
    found, noise = algebra._with(units.back(rows)), algebra.noise
    if measure_angle(algebra._comparable, found._comparable) > ranks.TOLERANCES.far_angle:
        raise _refuse(algebra)
    if simple and len(rows):
        exact = simplify_rows(spec, found._graded.rows, algebra.modulo, noise, units.into)
        if exact is not None:
            found, noise = algebra._with(exact), ranks.TOLERANCES.exact_noise
    if found._closure.beyond > ranks.TOLERANCES.exact_noise:
        raise _refuse(algebra)
    moved = measure_angle(algebra._comparable, found._comparable)
    return replace(found, noise=noise, moved=moved)


def _refuse(algebra: Any) -> DataError:
    return DataError(
        f"no algebra closes near these {algebra.dimension} generators (their brackets leave "
        f"the span by {algebra.closure_residual:.1e}): is the dimension right?"
    )


def close_algebra(spec: Spec, basis: Array, modulo: Array) -> Array | None:
    """Find orthonormal rows of an exactly closed algebra near ``basis``; None if there is none."""
    problem = _Problem(spec, basis, modulo)
    W = np.zeros_like(basis)
    size = np.inf
    for _ in range(ranks.TOLERANCES.closing_steps):
        wrong = problem.excess(W)
        size = float(np.linalg.norm(wrong))
        if size <= ranks.TOLERANCES.closing_residual * len(basis):
            break
        step = problem.step(W, wrong)
        if np.linalg.norm(problem.excess(W + step)) >= size:
            break
        W = W + step
    return orthonormalize(basis + W, modulo) if size <= 1e-10 else None


class _Problem:
    """The equations of closure in w, and their linear solution."""

    def __init__(self, spec: Spec, basis: Array, modulo: Array) -> None:
        self.spec, self.basis = spec, basis
        self.fixed = np.concatenate([basis, np.linalg.qr(modulo.T)[0].T]) if len(modulo) else basis
        self.scale = measure_closure(spec, basis, modulo).scale

    def outside(self, rows: Array) -> Array:
        return rows - (rows @ self.fixed.T) @ self.fixed

    def brackets(self, left: Array, right: Array) -> Array:
        return self.spec.bracket(left[:, None], right[None]) / self.scale

    def excess(self, W: Array) -> Array:
        """The part of the brackets of e + w outside their span: (k, k, p)."""
        rows = self.basis + W
        brackets = self.brackets(rows, rows)
        return self.outside(brackets) - (brackets @ self.basis.T) @ W

    def step(self, W: Array, wrong: Array) -> Array:
        """The smallest change of w that undoes ``wrong`` to first order, damped."""
        basis, rows, shape = self.basis, self.basis + W, W.shape
        inside = self.brackets(rows, rows) @ basis.T
        adjoint = self._find_adjoint(rows)

        def forward(flat: Array) -> Array:
            change = self.outside(flat.reshape(shape))
            moved = self.brackets(change, rows)
            moved = moved - moved.transpose(1, 0, 2)
            return (self.outside(moved) - (moved @ basis.T) @ W - inside @ change).ravel()

        def backward(flat: Array) -> Array:
            given = flat.reshape(wrong.shape)
            back = self.outside(given) - (given @ W.T) @ basis
            back = back - back.transpose(1, 0, 2)
            lifted = -np.einsum("ija,ijp->ap", inside, given)
            for j in range(len(rows)):
                lifted += adjoint(back[:, j], j)
            return self.outside(lifted).ravel()

        linear = LinearOperator(
            (wrong.size, W.size), matvec=forward, rmatvec=backward, dtype=np.float64
        )
        damp = float(np.sqrt(np.linalg.norm(wrong)))
        found = lsmr(linear, -wrong.ravel(), damp=damp, atol=1e-12, btol=1e-12, maxiter=300)[0]
        return self.outside(np.asarray(found).reshape(shape))

    def _find_adjoint(self, rows: Array) -> Callable[[Array, int], Array]:
        """The adjoint of A ↦ [A, B] for each row B: G ↦ [G, Bᵀ] where they are matrices."""
        if self.spec.is_linear:
            turned = _transpose_rows(self.spec, rows)
            return lambda given, j: self.brackets(given, turned[j : j + 1])[:, 0]
        every = self.brackets(np.eye(self.spec.size), rows)
        return lambda given, j: np.asarray(given @ every[:, j].T)


def _transpose_rows(spec: Spec, rows: Array) -> Array:
    out = np.empty_like(rows)
    for name, (n, _) in spec.unknowns.items():
        part = spec.slices[name]
        out[:, part] = rows[:, part].reshape(-1, n, n).transpose(0, 2, 1).reshape(len(rows), -1)
    return out


def simplify_rows(
    spec: Spec, readable: Array, modulo: Array, noise: float, into: Callable[[Array], Array]
) -> Array | None:
    """Round readable rows to whole and half numbers, if that is within the noise and closes.

    They must be within the noise in other units as well, which ``into`` converts to.
    """
    within = ranks.TOLERANCES.simple_within * noise
    if within > ranks.TOLERANCES.simple_distance:
        return None
    rows = normalize_rows(readable)
    rounded = np.round(2 * rows) / 2
    for convert in (np.asarray, into):
        distance = np.linalg.norm(convert(rows - rounded), axis=1)
        distance /= np.linalg.norm(convert(rows), axis=1)
        if distance.max(initial=0.0) > max(within, 1e-9):
            return None
    basis = orthonormalize(rounded, modulo)
    if len(basis) < len(rows) or measure_closure(spec, basis, modulo).residual > 1e-12:
        return None
    return basis


def measure_angle(one: Array, other: Array) -> float:
    """Measure the largest angle between the spans of orthonormal rows."""
    if not len(one):
        return 0.0
    sine = float(np.linalg.norm(other - (other @ one.T) @ one, 2))
    return float(np.arcsin(min(sine, 1.0)))
