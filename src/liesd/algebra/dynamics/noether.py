"""Noether's theorem for linear symmetries of positions q and momenta p.

A symmetry z ↦ Mz of the state z = (q, p) is canonical if ΩM is symmetric, Ω = [[0, −1], [1, 0]].
It then comes from the quantity J(z) = ½ zᵀΩᵀMz, which every flow with that symmetry conserves if
its Hamiltonian does not change under it. Where M turns positions by A and momenta by −Aᵀ,
J = p·Aq; for a rotation that is the angular momentum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.algebra import ranks
from liesd.algebra.element import Element
from liesd.algebra.lie import LieAlgebra
from liesd.errors import DataError, SpecError, check_numbers
from liesd.spec import Spec

Array = NDArray[np.float64]
NAMES = (("q", "p"), ("x", "p"), ("r", "p"), ("position", "momentum"))


@dataclass(frozen=True, eq=False)
class ConservedQuantity:
    """A function J(x) = ½ xᵀSx of the state that does not change along a trajectory."""

    generator: Element
    """The symmetry that it belongs to."""
    matrix: Array
    """S, (n, n), symmetric."""
    name: str
    """``angular momentum`` for a rotation, else ``conserved quantity``."""
    formula: str
    """J over the coordinates of q and p, as ``q0·p1 − q1·p0``."""
    change: float | None = None
    """Its rate of change at the samples of the discovery, relative to what a random motion of the
    same speed gives; None where the function gives no motion."""

    def __call__(self, x: ArrayLike) -> Array:
        """J at states (..., n)."""
        z = check_numbers("the states", x)
        if z.shape[-1:] != (len(self.matrix),):
            raise DataError(f"a state has {len(self.matrix)} numbers, but these are {z.shape}")
        return np.asarray(np.einsum("...i,ij,...j->...", z, self.matrix, z) / 2)

    def variation(self, trajectories: Iterable[ArrayLike]) -> float:
        """The largest change along a trajectory (T, n), relative to the spread among all of them.

        The change is half the range. The spread is the standard deviation over all states; where
        all of them have the same value, it is rounding of the size of the terms.
        """
        paths = [check_numbers("a trajectory", one) for one in trajectories]
        values = [self(one) for one in paths]
        if len(values) < 2 or any(one.ndim != 1 or len(one) < 2 for one in values):
            raise DataError("give at least two trajectories, each of states (T, n) with T > 1")
        terms = max(float(np.abs(one).max()) for one in paths) ** 2 * np.abs(self.matrix).sum()
        spread = max(float(np.concatenate(values).std()), ranks.TOLERANCES.canonical * float(terms))
        return max(float(np.ptp(one)) for one in values) / 2 / max(spread, 1e-300)

    @property
    def holds(self) -> bool | None:
        """True if the samples agree that it is conserved; None if they cannot tell."""
        return None if self.change is None else self.change <= ranks.TOLERANCES.conserved

    def __str__(self) -> str:
        told = f"{self.name}: {self.formula}"
        return f"{told} (not conserved: the samples change it)" if self.holds is False else told

    def __repr__(self) -> str:
        return f"<ConservedQuantity {self}>"


def find_conserved(
    algebra: LieAlgebra,
    positions: str | Sequence[int] | None = None,
    momenta: str | Sequence[int] | None = None,
    samples: tuple[Array, Array] | None = None,
) -> list[ConservedQuantity]:
    """The conserved quantities of the canonical symmetries of an algebra.

    ``positions`` and ``momenta`` are names of channels of the inputs, or numbers of columns that
    belong together one by one. ``samples`` (x, y) check them: y is the motion of the state x, or
    the next state.
    """
    spec = algebra.spec
    q, p = _find_columns(spec, positions, momenta)
    n = spec.input.dim
    omega = np.zeros((n, n))
    omega[p, q], omega[q, p] = 1.0, -1.0
    if not algebra.dimension:
        return []
    motions = np.array([one.input for one in algebra.basis])
    forms = omega.T @ motions
    outside = np.setdiff1d(np.arange(n), [*q, *p])
    wrong = np.concatenate(
        [
            (forms - forms.transpose(0, 2, 1)).reshape(len(forms), -1),
            motions[:, outside].reshape(len(forms), -1),
        ],
        axis=1,
    )
    left, sizes, _ = np.linalg.svd(wrong, full_matrices=True)
    sizes = np.concatenate([sizes, np.zeros(len(forms))])[: len(forms)]
    near = max(ranks.TOLERANCES.canonical, ranks.TOLERANCES.entry_noises * algebra.noise)
    mixes = left[:, sizes <= min(near, ranks.TOLERANCES.most_diagonal)].T
    if not len(mixes):
        return []
    thetas = mixes @ np.array([one.theta for one in algebra.basis])
    part = LieAlgebra.from_generators(
        spec, [spec.unpack(theta) for theta in thetas], noise=algebra.noise
    )
    return [_make(one, omega, q, p, samples) for one in part.basis]


def _make(
    one: Element, omega: Array, q: list[int], p: list[int], samples: tuple[Array, Array] | None
) -> ConservedQuantity:
    M = one.input
    S = omega.T @ M
    S = (S + S.T) / 2
    turn = M[np.ix_(q, q)]
    mixing = np.abs(M[np.ix_(q, p)]).max() + np.abs(M[np.ix_(p, q)]).max()
    size = np.abs(M).max()
    near = ranks.TOLERANCES.whole_distance * size
    is_turn = np.abs(turn + turn.T).max() <= near and mixing <= near
    name = "angular momentum" if is_turn else "conserved quantity"
    change = None if samples is None else _measure_change(S, *samples)
    return ConservedQuantity(one, S, name, _write_formula(S, q, p), change)


def _measure_change(S: Array, x: Array, y: Array) -> float | None:
    """The rate of change of J along the motion, relative to |∇J| times the speed over √n."""
    if x.shape != y.shape:
        return None
    step = y - x
    if np.sum(step**2) < np.sum(y**2) / 4:  # the next state, a step away: J at the middle
        slope, motion = (x + y) / 2 @ S, step
    else:
        slope, motion = x @ S, y
    rate = np.einsum("bi,bi->b", slope, motion)
    scale = np.linalg.norm(slope, axis=1) * np.linalg.norm(motion, axis=1) / np.sqrt(x.shape[1])
    return float(np.sqrt(np.sum(rate**2) / max(float(np.sum(scale**2)), 1e-300)))


def _find_columns(spec: Spec, positions: Any, momenta: Any) -> tuple[list[int], list[int]]:
    blocks = spec.input.require_blocks()
    channels = {block[0].name: index.ravel() for block, index in blocks.items() if len(block) == 1}
    if positions is None and momenta is None:
        known = [pair for pair in NAMES if set(pair) <= set(channels)]
        if not known:
            raise SpecError(
                f"which inputs of {spec} are positions, and which are momenta? Name the channels q "
                "and p, or give positions= and momenta=, as names or as numbers of columns"
            )
        _check_dynamics(spec, *known[0])
        positions, momenta = known[0]
    found = []
    for what, given in (("positions", positions), ("momenta", momenta)):
        if isinstance(given, str):
            if given not in channels:
                raise SpecError(f"{what}={given!r} is no channel of the inputs of {spec}")
            found.append([int(k) for k in channels[given]])
        else:
            try:
                found.append([int(k) for k in given])
            except (TypeError, ValueError):
                raise DataError(
                    f"{what} must be the name of a channel or numbers of columns"
                ) from None
    q, p = found
    every = [*q, *p]
    if (
        len(q) != len(p)
        or len(set(every)) < len(every)
        or not set(every) <= set(range(spec.input.dim))
    ):
        raise DataError(
            f"there must be one momentum for each position, all of them different columns of the "
            f"{spec.input.dim} inputs, not {len(q)} positions and {len(p)} momenta"
        )
    return q, p


def _check_dynamics(spec: Spec, positions: str, momenta: str) -> None:
    """Names alone do not make dynamics: f must be the motion of the state, or an energy of it."""
    is_motion = spec.output.dim == spec.input.dim
    is_energy = spec.output.dim == 1 and not spec.output.unknowns
    if not (is_motion or is_energy):
        raise SpecError(
            f"nothing is known to be conserved: {spec} gives {spec.output.dim} numbers, which are "
            f"neither the motion of its state nor one energy. If {positions} and {momenta} are "
            f"positions and momenta all the same, say so: positions={positions!r}, "
            f"momenta={momenta!r}"
        )


def _write_formula(S: Array, q: list[int], p: list[int]) -> str:
    """½ zᵀSz as a sum of products of coordinates."""
    names = {column: f"q{k}" for k, column in enumerate(q)}
    names |= {column: f"p{k}" for k, column in enumerate(p)}
    order = [*q, *p]
    terms: list[tuple[float, str]] = []
    for a, i in enumerate(order):
        for j in order[a:]:
            value = S[i, j] if i != j else S[i, i] / 2
            terms.append((value, f"{names[i]}²" if i == j else f"{names[i]}·{names[j]}"))
    largest = max(abs(value) for value, _ in terms)
    shown = [
        (v / largest, t) for v, t in terms if abs(v) > ranks.TOLERANCES.whole_distance * largest
    ]
    sign = 1.0 if shown[0][0] > 0 else -1.0
    text = ""
    for value, term in shown:
        number = f"{abs(value):.3g}"
        text += f" {'−' if value * sign < 0 else '+'} {'' if number == '1' else number}{term}"
    return text.removeprefix(" + ")
