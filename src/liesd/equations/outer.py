"""Equations that are outer products, reduced without being written out.

The rows of C are bilinear in derivatives and features: C_b = Σ A_b[i, a]·φ_b[f] over pairs (a, f),
each of which multiplies some unknowns. ``poly(x[8], 2) -> 8`` has 8 × 45 pairs, each with an
unknown of its own, so that a sample of 109 numbers stands for rows of 2,880. CᵀC then is a product
of second moments of A and of φ, at a small part of the operations that a QR of the rows takes.

A square knows small singular values to half the digits only. So directions in which C is small are
multiplied out and factorised by a QR of their own, which keeps zeros at rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from liesd.equations import limits
from liesd.numerics.nullspace import StreamingQR
from liesd.spec import Action, Spec
from liesd.spec.sparsity import arrange


@dataclass(frozen=True, eq=False)
class Side:
    """How one action, on inputs or on outputs, multiplies unknowns by pairs (a, f)."""

    action: Action
    left: Tensor  # the coordinates that are left factors
    right: Tensor  # the features that are right factors
    place: Tensor  # the pair of each term, flat
    column: Tensor  # ... its unknown
    value: Tensor

    @property
    def shape(self) -> tuple[int, int]:
        """The number of left and of right factors."""
        return len(self.left), len(self.right)

    def expand(self, directions: Tensor) -> Tensor:
        """The numbers that directions, columns (p, d), give to each pair: (a, f, d)."""
        out = directions.new_zeros((self.shape[0] * self.shape[1], directions.shape[1]))
        out.index_add_(0, self.place, directions[self.column] * self.value[:, None])
        return out.unflatten(0, self.shape)

    def collect(self, pairs: Tensor, size: int) -> Tensor:
        """The transpose of :meth:`expand`: (a, f, d) -> (p, d)."""
        out = pairs.new_zeros((size, pairs.shape[2]))
        return out.index_add_(0, self.column, pairs.flatten(0, 1)[self.place] * self.value[:, None])


@dataclass(frozen=True, eq=False)
class Outer:
    """The outer products that the rows of a spec consist of."""

    size: int  # the number of unknowns
    input: Side
    output: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Inputs and outputs."""
        return self.input, self.output

    @property
    def numbers(self) -> int:
        """The number of factors in the equations of one sample."""
        return sum(self.output.action.dim * a + f for a, f in (side.shape for side in self.sides))

    def build_rows(self, x: Tensor, y: Tensor, J: Tensor) -> OuterRows:
        """Build the rows of η_θ(y) − J ξ_θ(x) for tensors (b, n), (b, m), (b, m, n)."""
        unit = torch.eye(y.shape[1], dtype=y.dtype, device=y.device)[:, self.output.left]
        lefts = (-J[:, :, self.input.left], unit.repeat(len(y), 1, 1))
        rights = tuple(
            side.action.lift(z)[:, side.right] if len(side.right) else z[:, :0]
            for side, z in zip(self.sides, (x, y), strict=True)
        )
        return OuterRows(self, lefts, rights)


@dataclass(eq=False)
class OuterRows:
    """The rows of C as outer products; they answer like :class:`~liesd.equations.rows.Rows`."""

    outer: Outer
    lefts: tuple[Tensor, ...]  # (b, m, a) of each side
    rights: tuple[Tensor, ...]  # (b, f) of each side

    @classmethod
    def join(cls, parts: list[OuterRows]) -> OuterRows:
        """Join the rows of several batches."""
        lefts = zip(*(part.lefts for part in parts), strict=True)
        rights = zip(*(part.rights for part in parts), strict=True)
        return cls(
            parts[0].outer,
            tuple(torch.cat(own).cpu() for own in lefts),
            tuple(torch.cat(own).cpu() for own in rights),
        )

    def weigh(self, output: Tensor, sample: Tensor | None) -> OuterRows:
        """Multiply equations by the weights of their outputs (m,) and samples (b,), in place."""
        for left in self.lefts:
            left.mul_(output[:, None])
            if sample is not None:
                left.mul_(sample[:, None, None])
        return self

    def __matmul__(self, directions: Tensor) -> Tensor:
        """The residual of each equation for directions θ, columns (p, d): (b, m, d)."""
        out: Tensor | None = None
        for side, left, right in self._sides():
            pairs = side.expand(directions.cpu()).to(right)
            moved = right @ pairs.transpose(0, 1).flatten(1)  # (b, a·d)
            part = left @ moved.unflatten(1, (-1, directions.shape[1]))
            out = part if out is None else out + part
        assert out is not None
        return out

    def apply_transpose(self, residuals: Tensor) -> Tensor:
        """Cᵀ applied to numbers per equation, (b, m, d): (p, d)."""
        out = residuals.new_zeros((self.outer.size, residuals.shape[2]))
        for side, left, right in self._sides():
            pairs = right.T @ (left.mT @ residuals).flatten(1)  # (f, a·d)
            pairs = pairs.unflatten(1, (-1, residuals.shape[2])).transpose(0, 1)
            out += side.collect(pairs, self.outer.size)
        return out

    def square(self) -> Tensor:
        """CᵀC, from second moments of the left factors times second moments of the right ones."""
        size = self.outer.size
        totals: dict[tuple[int, int], Tensor] = {}
        for part in self.split():
            sides = list(part._sides())
            columns = [right.T.contiguous() for _, _, right in sides]
            for i, (_, left, _) in enumerate(sides):
                for j, (_, other, _) in enumerate(sides[: i + 1]):
                    rights = _multiply_pairs(columns[i], columns[j] if i != j else None)
                    lefts = (left.mT @ other).flatten(1)  # (b, a·a')
                    made = rights @ (lefts[:, _list_half(left.shape[2])] if i == j else lefts)
                    totals[i, j] = totals[i, j].add_(made) if (i, j) in totals else made
        out = torch.zeros((size, size), dtype=torch.float64)
        moving = [side for side in self.outer.sides if len(side.left)]
        for (i, j), total in totals.items():
            one, two = moving[i], moving[j]
            (a, f), (b, g) = one.shape, two.shape
            if i == j:
                total = total[_number_pairs(f)][..., _number_pairs(a)]
            moments = total.reshape(f, g, a, b).permute(2, 0, 3, 1)
            half = one.collect(moments.reshape(a, f, b * g), size)  # (p, b·g)
            whole = two.collect(half.T.reshape(b, g, size), size).T
            out += whole if i == j else whole + whole.T
        return (out + out.T) / 2

    def to_dense(self) -> Tensor:
        """The rows written out: (b, m, p)."""
        return self @ torch.eye(self.outer.size, dtype=torch.float64)

    @property
    def numbers(self) -> int:
        """The numbers that it holds."""
        return sum(part.numel() for part in (*self.lefts, *self.rights))

    def split(self) -> Iterator[OuterRows]:
        """The same in parts whose products stay in the processor's cache."""
        count = limits.LIMITS.outer_samples
        for start in range(0, len(self.lefts[0]), count):
            part = slice(start, start + count)
            yield OuterRows(
                self.outer,
                tuple(left[part] for left in self.lefts),
                tuple(right[part] for right in self.rights),
            )

    def _sides(self) -> Iterator[tuple[Side, Tensor, Tensor]]:
        """The sides that move, with their factors."""
        for side, left, right in zip(self.outer.sides, self.lefts, self.rights, strict=True):
            if len(side.left):
                yield side, left, right


class OuterQR:
    """R with RᵀR = CᵀC for all rows seen so far, as :class:`StreamingQR` has it."""

    def __init__(self, outer: Outer) -> None:
        self.outer = outer
        self.common = StreamingQR(outer.size)
        self._pending: list[OuterRows] = []

    def add(self, rows: OuterRows) -> None:
        """Take the equations of more samples, in float64."""
        self._pending.append(rows)
        if sum(part.numbers for part in self._pending) >= limits.LIMITS.outer_numbers:
            self._reduce()

    def merge(self, other: OuterQR) -> None:
        """Take in the rows of another factor."""
        other._reduce()
        self.common.merge(other.common)

    def __getstate__(self) -> dict[str, Any]:
        self._reduce()  # what travels is the factor, not the rows
        return vars(self)

    @property
    def R(self) -> Tensor:
        """The factor, with at most p rows."""
        self._reduce()
        return self.common.R

    def _reduce(self) -> None:
        if self._pending:
            rows, self._pending = OuterRows.join(self._pending), []
            self.common.add(factorize_outer(rows))


def factorize_outer(rows: OuterRows) -> Tensor:
    """R with RᵀR = CᵀC, with an error of rounding relative to C, not to its square.

    The eigenvectors V of CᵀC are split where its eigenvalues get small. On the large ones C V is
    known from the square. On the others it is multiplied out, made orthogonal to the large ones,
    and factorised:

        R V = [Λ^½  Λ^-½ V₁ᵀCᵀY],    Y = C V₀,    Q R₂ = Y − C V₁Λ^-1 V₁ᵀCᵀY
              [0    R₂          ]
    """
    gram = rows.square()
    size = gram.diagonal().sqrt()
    size = torch.where(size > 0, size, 1.0)
    squares, vectors = torch.linalg.eigh(gram / size / size[:, None])
    least = limits.LIMITS.outer_small**2 * squares[-1]
    count = int((squares <= least).sum())
    small, large, squares = vectors[:, :count], vectors[:, count:], squares[count:]
    top = squares.sqrt()[:, None] * large.T
    if not count:
        return top * size
    cross = torch.zeros_like(small)
    for part in rows.split():
        cross += part.apply_transpose(part @ (small / size[:, None]))
    mixed = large.T @ (cross / size[:, None]) / squares[:, None]
    alone = (small - large @ mixed) / size[:, None]
    rest = StreamingQR(count)
    for part in rows.split():
        rest.add((part @ alone).flatten(0, 1))
    top = top + squares.sqrt()[:, None] * mixed @ small.T
    return torch.cat([top, rest.R @ small.T]) * size


def _multiply_pairs(columns: Tensor, others: Tensor | None) -> Tensor:
    """Products of all pairs of columns, given as rows (f, b): (pairs, b); once each if alike."""
    if others is not None:
        return (columns[:, None] * others).flatten(0, 1)
    f, start = len(columns), 0
    out = columns.new_empty((f * (f + 1) // 2, columns.shape[1]))
    for k in range(f):
        torch.mul(columns[k], columns[k:], out=out[start : start + f - k])
        start += f - k
    return out


def _list_half(size: int) -> Tensor:
    """The places of pairs i ≤ j in a matrix, flat."""
    i, j = torch.triu_indices(size, size)
    return i * size + j


def _number_pairs(size: int) -> Tensor:
    """The place of each pair in a list of pairs i ≤ j, (size, size)."""
    i, j = torch.triu_indices(size, size)
    out = torch.zeros((size, size), dtype=torch.long)
    out[i, j] = out[j, i] = torch.arange(len(i))
    return out


@cache
def find_outer(spec: Spec) -> Outer | None:
    """Find the outer products that the rows of a spec consist of; None where they do not pay."""
    if not limits.LIMITS.outer_least <= spec.size <= limits.LIMITS.outer_most:
        return None
    if count_operations(spec) * limits.LIMITS.outer_gain > arrange(spec).operations:
        return None
    return Outer(spec.size, _find_side(spec, spec.input), _find_side(spec, spec.output))


def count_operations(spec: Spec) -> float:
    """The operations per sample of a reduction by outer products."""
    m = spec.output.dim
    moving = [(one.dim, one.features) for one in (spec.input, spec.output) if one.unknowns]
    alone = sum(a * (a + 1) * f * (f + 1) / 2 + 2 * m * a**2 for a, f in moving)
    if len(moving) < 2:
        return float(alone)
    (a, f), (b, g) = moving
    return float(alone + 2 * a * b * (f * g + m))


def _find_side(spec: Spec, action: Action) -> Side:
    """Find what multiplies each unknown, by asking for the coefficients of each pair."""
    n, f = action.dim, action.features
    J = torch.eye(n, dtype=torch.float64).expand(f, n, n)[..., None]
    phi = torch.eye(f, dtype=torch.float64)[..., None]
    none = torch.zeros(0, dtype=torch.long)
    parts = [(none, none, none, torch.zeros(0, dtype=torch.float64))]
    for name, coefficient in action.coefficients(J, phi):
        flat = coefficient.flatten(2)
        feature, coordinate, number = flat.nonzero(as_tuple=True)
        value = flat[feature, coordinate, number]
        parts.append((coordinate, feature, number + spec.slices[name].start, value))
    coordinate, feature, column, value = (torch.cat(each) for each in zip(*parts, strict=True))
    left, a = torch.unique(coordinate, return_inverse=True)
    right, b = torch.unique(feature, return_inverse=True)
    return Side(action, left, right, a * len(right) + b, column, value)
