"""Polynomial vector fields, and what all combinations of given functions share: ξ(x) = W·Θ(x).

>>> from liesd.spec import Poly, Vector
>>> Poly(Vector("x", 2), 2).library()
{'x': ('1', 'x0', 'x1', 'x0**2', 'x0*x1', 'x1**2')}
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

from liesd.spec import limits
from liesd.spec.action import (
    Array,
    Chart,
    Hints,
    Index,
    Phrase,
    Shapes,
    Theta,
    check_positive,
    choose_samples,
)
from liesd.spec.affine import Affine, PointAction
from liesd.spec.flows import integrate
from liesd.spec.language import register_action
from liesd.spec.linear import multiply_out
from liesd.spec.phrases import (
    Hint,
    describe_affine,
    describe_quadratic,
    find_size,
    format_operator,
)

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.spec.action import Coefficients

Powers = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, repr=False)
class Combination(PointAction):
    """Every combination of a list of functions Θ may stand in every component: ξ = W·Θ(x)."""

    @cached_property
    def unknowns(self) -> Shapes:
        return {self.name: (self.dim, self.features)}

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        yield self.name, multiply_out(J, phi)

    def read(self, theta: Theta) -> Array:
        """The coefficients W."""
        return np.asarray(theta[self.name], dtype=np.float64)

    def field(self, theta: Theta, x: Array) -> Array:
        import torch

        functions = self.lift(torch.from_numpy(np.ascontiguousarray(x, dtype=np.float64))).numpy()
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(np.einsum("...ik,...k->...i", self.read(theta), functions))

    def tabulate(self, theta: Theta) -> dict[str, Array]:
        return {self.name: self.read(theta)}

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        W = self.read(theta)
        if not W.any():
            return {}
        size = find_size(W)
        names = [f"∂{one}" for one in self.axes]
        formula = format_operator(np.sign(size) * W, self.texts, names)
        return {self.name: Phrase(f"field {formula} of {{}}", size, 2)}

    @property
    def texts(self) -> tuple[str, ...]:
        """The functions, as text."""
        return self.library()[self.name]


@dataclass(frozen=True, repr=False)
class Poly(Combination):
    """One unknown polynomial vector field of at most a given degree."""

    degree: int = 1
    chart: Chart | None = None
    keyword = "poly"

    def __post_init__(self) -> None:
        super().__post_init__()
        degree = check_positive(self.degree, f"the degree of {self.vector}", 0)
        object.__setattr__(self, "degree", degree)

    @property
    def powers(self) -> Powers:
        """The exponents of each monomial."""
        return list_powers(self.dim, self.degree)

    @property
    def features(self) -> int:
        return comb(self.dim + self.degree, self.degree)

    @property
    def _units(self) -> tuple[Array, Array]:
        if self.chart is None:
            return np.zeros(self.dim), np.ones(self.dim)
        return np.array(self.chart.centre), np.array(self.chart.scale)

    def lift(self, x: Tensor) -> Tensor:
        if self.chart is not None:
            centre, scale = self._units
            x = (x - x.new_tensor(centre)) / x.new_tensor(scale)
        return evaluate_monomials(x, self.degree)

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        if self.chart is not None:
            J = J * J.new_tensor(self._units[1])[:, None]
        return super().coefficients(J, phi)

    def field(self, theta: Theta, x: Array) -> Array:
        return super().field(theta, x) * self._units[1]

    def flow(self, theta: Theta, t: float, x: Array, onto: Array | None = None) -> Array:
        if self.degree <= 1 and onto is None:
            return self._flow_affine(theta, t, x)
        centre, scale = self._units
        own = Poly(self.vector, self.degree)

        def follow(z: Array, which: Index) -> Array:
            moved = own.field(choose_samples(self.unknowns, theta, which), z)
            return moved if onto is None else moved * scale @ onto.T / scale

        return integrate(follow, t, (x - centre) / scale) * scale + centre

    def _flow_affine(self, theta: Theta, t: float, x: Array) -> Array:
        """The closed form of degree 1."""
        (centre, scale), W = self._units, self.read(theta)
        A = W[..., 1:] if self.degree else np.zeros((*W.shape[:-1], self.dim))
        affine = Affine(self.vector)
        numbers = dict(zip(affine.unknowns, (A, W[..., 0]), strict=True))
        return affine.flow(numbers, t, (x - centre) / scale) * scale + centre

    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        return {self.name: self._bracket(theta, phi)[..., : self.features]}

    def remainder(self, theta: Theta, phi: Theta) -> Array:
        beyond = self._bracket(theta, phi)[..., self.features :]
        return np.asarray(np.sqrt(np.sum(beyond**2, axis=(-1, -2))))

    def _bracket(self, theta: Theta, phi: Theta) -> Array:
        """All coefficients of the bracket, up to degree 2·degree − 1."""
        W, V = self.read(theta), self.read(phi)
        along = derive_along(self.dim, self.degree)
        return _apply(along, W, V) - _apply(along, V, W)

    def with_degree(self, degree: int) -> Poly:
        return replace(self, degree=degree)

    def to_charts(self, theta: Theta) -> dict[str, Array]:
        centre, scale = self._units
        W = self.read(theta) @ substitute(self.powers, centre, scale) / scale[:, None]
        return {self.name: W}

    def from_charts(self, theta: Theta) -> dict[str, Array]:
        centre, scale = self._units
        W = scale[:, None] * self.read(theta)
        return {self.name: W @ substitute(self.powers, -centre / scale, 1 / scale)}

    def library(self) -> dict[str, tuple[str, ...]]:
        texts = (format_monomial(self.axes, power) for power in self.powers)
        return {self.name: tuple(texts)}

    def degrees(self) -> dict[str, Array]:
        degrees = np.array([float(sum(power)) for power in self.powers])
        return {self.name: np.broadcast_to(degrees, self.unknowns[self.name])}

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        hint = Hint.of(hints, self.name)
        scale, home = hint.scale or 1.0, hint.find_home(self.dim)
        W = self.read(theta) @ substitute(self.powers, home, np.ones(self.dim))
        b, A, q, size = split_degrees(W, self.powers)
        parts = [np.linalg.norm(b), np.linalg.norm(A) * scale, np.linalg.norm(q) * scale**2]
        least = limits.LIMITS.still_share * max(parts)
        told = None
        if size * scale**3 <= least:
            curved = parts[2] > least
            told = describe_quadratic(q, A, b, hint) if curved else describe_affine(A, b, hint)
        if told is None:
            return super().describe(theta, hints)
        return {self.name: told._replace(view=2)}

    def explain(self) -> str:
        return (
            f"a point of {self.dim} coordinates, moved by an unknown polynomial field of degree "
            f"{self.degree}"
        )

    def text(self, seen: set[str]) -> str:
        return f"poly({self.vector.text(seen)}, {self.degree})"


register_action("poly", Poly)


@cache
def list_powers(n: int, degree: int) -> Powers:
    """The exponents of all monomials, by total degree, then lexicographic."""
    return tuple(
        tuple(chosen.count(k) for k in range(n))
        for total in range(degree + 1)
        for chosen in combinations_with_replacement(range(n), total)
    )


def split_degrees(W: Array, powers: Powers) -> tuple[Array, Array, Array, float]:
    """Split a field into its constant, linear and quadratic part, and the size of the rest."""
    n = len(W)
    b, A, q, rest = np.zeros(n), np.zeros((n, n)), np.zeros((n, n, n)), 0.0
    for column, power in zip(W.T, powers, strict=True):
        axes = [k for k, exponent in enumerate(power) for _ in range(exponent)]
        if not axes:
            b = column
        elif len(axes) == 1:
            A[:, axes[0]] = column
        elif len(axes) == 2:
            q[:, axes[0], axes[1]] += column / 2
            q[:, axes[1], axes[0]] += column / 2
        else:
            rest = max(rest, float(np.abs(column).max()))
    return b, A, q, rest


@cache
def list_steps(n: int, degree: int) -> tuple[tuple[int, int], ...]:
    """For each monomial but 1, an earlier one and the coordinate that makes it of that."""
    powers = list_powers(n, degree)
    places = {power: k for k, power in enumerate(powers)}
    steps = []
    for power in powers[1:]:
        axis = next(k for k in reversed(range(n)) if power[k])
        less = tuple(value - (k == axis) for k, value in enumerate(power))
        steps.append((places[less], axis))
    return tuple(steps)


def evaluate_monomials(x: Tensor, degree: int) -> Tensor:
    """All monomials of samples (N, n): (N, number of monomials)."""
    n = x.shape[1]
    steps = list_steps(n, degree)
    out = x.new_ones((1 + len(steps), len(x)))
    columns = x.T
    for k, (earlier, axis) in enumerate(steps, start=1):
        out[k] = out[earlier] * columns[axis]
    return out.T


def substitute(powers: Powers, centre: Array, scale: Array) -> Array:
    """M with Θ(centre + scale·z) = M Θ(z)."""
    exponents = np.array(powers, dtype=np.intp).reshape(len(powers), -1)
    most = int(exponents.max(initial=0)) + 1
    binomials = np.array([[comb(a, b) for b in range(most)] for a in range(most)], dtype=float)
    of, into = exponents[:, None], exponents[None]
    factors = binomials[of, into] * centre ** np.maximum(of - into, 0) * scale**into
    return np.asarray(factors.prod(axis=2))


@cache
def derive_along(n: int, degree: int) -> csr_array:
    """S with Σ_j V_j ∂_j W_i = Σ W_ik V_jl S[kjl, monomial]: derivatives along a field."""
    powers, more = list_powers(n, degree), list_powers(n, max(2 * degree - 1, degree))
    places = {power: k for k, power in enumerate(more)}
    rows, columns, values = [], [], []
    for k, power in enumerate(powers):
        for j in range(n):
            for row, other in enumerate(powers):
                if power[j]:
                    made = tuple(
                        a + b - (i == j) for i, (a, b) in enumerate(zip(power, other, strict=True))
                    )
                    rows.append((k * n + j) * len(powers) + row)
                    columns.append(places[made])
                    values.append(float(power[j]))
    shape = (len(powers) * n * len(powers), len(more))
    return csr_array((values, (rows, columns)), shape=shape)


def _apply(along: csr_array, W: Array, V: Array) -> Array:
    pairs = np.einsum("...ik,...jl->...ikjl", W, V)
    flat = pairs.reshape(-1, along.shape[0]) @ along
    return np.asarray(flat).reshape(*pairs.shape[:-3], along.shape[1])


def format_monomial(names: tuple[str, ...], power: tuple[int, ...]) -> str:
    """A monomial as text."""
    factors = [
        name if exponent == 1 else f"{name}**{exponent}"
        for name, exponent in zip(names, power, strict=True)
        if exponent
    ]
    return "*".join(factors) or "1"
