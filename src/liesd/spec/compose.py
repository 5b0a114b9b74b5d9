"""Actions that compose: direct sums, tensor products, copies and duals.

>>> from liesd.spec import Vector
>>> x = Vector("x", 3)
>>> 2 * x + 1
2*x[3]+1
>>> (x * x.T).dim
9

A whole number k stands for k coordinates that do not move, and ``*`` is the tensor product, so
``3*x`` is three channels that share one unknown: there is no separate notion of copies.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from liesd.errors import SpecError
from liesd.spec.action import (
    Action,
    Array,
    Blocks,
    Channel,
    Hints,
    Index,
    Leaf,
    Phrase,
    Theta,
    apply_to_axis,
    check_positive,
    check_size,
    exponentiate,
    leaf_matrix,
    multiply_blocks,
)
from liesd.spec.language import ACTIONS, register_action
from liesd.spec.phrases import merge_phrases
from liesd.spec.spec import Spec

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.spec.action import Coefficients


class Rep(Action):
    """An action that can be composed. Build one from :class:`Vector` and whole numbers."""

    def field(self, theta: Theta, x: Array) -> Array:
        blocks = self.blocks()
        if blocks is None:
            return self._each(theta, x, lambda part, own, points: part.field(own, points))
        out = np.zeros(x.shape)
        for block, index in blocks.items():
            part = x[:, index]
            for axis, leaf in enumerate(block):
                out[:, index] += apply_to_axis(leaf_matrix(leaf, theta), part, axis)
        return out

    def flow(self, theta: Theta, t: float, x: Array, onto: Array | None = None) -> Array:
        blocks = self.blocks()
        if blocks is None:
            if onto is not None or not self.children:
                return super().flow(theta, t, x, onto)
            return self._each(theta, x, lambda part, own, points: part.flow(own, t, points))
        if onto is not None:
            with np.errstate(over="ignore", invalid="ignore"):
                return np.asarray(x @ exponentiate(t * (onto @ self.matrix(theta))).T)
        group = {
            leaf: exponentiate(t * leaf_matrix(leaf, theta)) for block in blocks for leaf in block
        }
        out = np.array(x, dtype=np.float64)
        for block, index in blocks.items():
            part = out[:, index]
            for axis, leaf in enumerate(block):
                part = apply_to_axis(group[leaf], part, axis)
            out[:, index] = part
        return out

    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        out: dict[str, Array] = {}
        for child in self.children:
            out |= child.bracket(theta, phi)
        return out

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        return merge_phrases(*(child.describe(theta, hints) for child in self.children))

    def _each(self, theta: Theta, x: Array, move: Callable[[Action, Theta, Array], Array]) -> Array:
        """Move each part of a space on which an action is not linear."""
        raise SpecError(
            f"{type(self).__name__} must define field(theta, x), or blocks() if it is linear in x"
        )

    @property
    def T(self) -> Rep:
        """The dual representation: −Aᵀ in place of A."""
        dual: Rep = ACTIONS[".T"](self)
        return dual

    def __add__(self, other: Rep | int) -> Rep:
        return _sum((self, _as_rep(other)))

    def __radd__(self, other: Rep | int) -> Rep:
        return _sum((_as_rep(other), self))

    def __mul__(self, other: Rep | int) -> Rep:
        return _product((self, _as_rep(other)))

    def __rmul__(self, other: Rep | int) -> Rep:
        return _product((_as_rep(other), self))

    def __rshift__(self, other: Rep | int) -> Spec:
        return Spec(self, _as_rep(other))


@dataclass(frozen=True, repr=False)
class Scalar(Rep):
    """``count`` coordinates that do not move: the trivial representation."""

    count: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", check_positive(self.count, "a count"))

    @property
    def dim(self) -> int:
        return self.count

    @property
    def T(self) -> Rep:
        return self

    def for_outputs(self, count: int) -> Action:
        return Scalar(count) if self.count == 1 else self

    def matrix(self, theta: Theta) -> Array:
        return np.zeros((self.count, self.count))

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        return iter(())

    def blocks(self) -> Blocks:
        return {(): np.arange(self.count)}

    def explain(self) -> str:
        return (
            "a number that does not move" if self.count == 1 else f"{self.count} numbers that stay"
        )

    def text(self, seen: set[str]) -> str:
        return str(self.count)


register_action("", Scalar)


@dataclass(frozen=True, repr=False)
class Sum(Rep):
    """The direct sum: each part transforms on its own (Theorem 3)."""

    summands: tuple[Rep, ...]

    def __post_init__(self) -> None:
        _ = self.unknowns  # refuses one name with two sizes

    @property
    def dim(self) -> int:
        return sum(part.dim for part in self.summands)

    @property
    def children(self) -> tuple[Rep, ...]:
        return self.summands

    @property
    def parts(self) -> tuple[Rep, ...]:
        return self.summands

    @cached_property
    def _places(self) -> list[tuple[Rep, slice, slice]]:
        """Each part with its coordinates and its features."""
        sizes = ([one.dim for one in self.summands], [one.features for one in self.summands])
        ends = (pairwise([0, *np.cumsum(own).tolist()]) for own in sizes)
        places = ([slice(*pair) for pair in own] for own in ends)
        return list(zip(self.summands, *places, strict=True))

    @property
    def features(self) -> int:
        return sum(part.features for part in self.summands)

    def lift(self, x: Tensor) -> Tensor:
        if self.blocks() is not None:
            return x
        import torch

        return torch.cat([part.lift(x[:, place]) for part, place, _ in self._places], dim=1)

    def channels(self) -> list[Channel]:
        if self.blocks() is not None:
            return super().channels()
        return [
            one.shifted(place.start, features.start)
            for part, place, features in self._places
            for one in part.channels()
        ]

    def _rebuild(self, change: Callable[[Any], Any]) -> Rep:
        return replace(self, summands=tuple(map(change, self.summands)))

    def matrix(self, theta: Theta) -> Array:
        out = np.zeros((self.dim, self.dim))
        for part, place, _ in self._places:
            out[place, place] = part.matrix(theta)
        return out

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        for part, place, own in self._places:
            yield from part.coefficients(J[:, :, place], phi[:, own])

    def blocks(self) -> Blocks | None:
        found: dict[tuple[Leaf, ...], list[Index]] = {}
        for part, place, _ in self._places:
            own = part.blocks()
            if own is None:
                return None
            for block, index in own.items():
                found.setdefault(block, []).append(index + place.start)
        return {block: np.concatenate(indices) for block, indices in found.items()}

    def _each(self, theta: Theta, x: Array, move: Callable[[Action, Theta, Array], Array]) -> Array:
        moved = [move(part, theta, x[:, place]) for part, place, _ in self._places]
        return np.concatenate(moved, axis=1)

    def explain(self) -> str:
        return "several parts together"

    def text(self, seen: set[str]) -> str:
        return "+".join(part.text(seen) for part in self.summands)


@dataclass(frozen=True, repr=False)
class Product(Rep):
    """The tensor product on row-major data: A⊗I + I⊗B (Theorem 4); ``k*x`` is k channels."""

    factors: tuple[Rep, ...]

    def __post_init__(self) -> None:
        _ = self.unknowns  # refuses one name with two sizes
        curved = [one for one in self.factors if one.blocks() is None]
        if curved and sum(bool(one.unknowns) for one in self.factors) > 1:
            raise SpecError(
                f"{curved[0]} is not linear, so that it has no tensor product with another action; "
                f"copies of it are 3*{curved[0]}"
            )

    @property
    def dim(self) -> int:
        return reduce(operator.mul, (factor.dim for factor in self.factors))

    @property
    def children(self) -> tuple[Rep, ...]:
        return self.factors

    def matrix(self, theta: Theta) -> Array:
        out = np.zeros((1, 1))
        for factor in self.factors:
            A = factor.matrix(theta)
            out = np.kron(out, np.eye(len(A))) + np.kron(np.eye(len(out)), A)
        return out

    @property
    def features(self) -> int:
        return reduce(operator.mul, (factor.features for factor in self.factors))

    @cached_property
    def _curved(self) -> tuple[Rep, int, int]:
        """The factor that is not linear, and the numbers of copies before and after it."""
        place = next(k for k, one in enumerate(self.factors) if one.blocks() is None)
        before, after = self.factors[:place], self.factors[place + 1 :]
        count, more = (int(np.prod([one.dim for one in part])) for part in (before, after))
        return self.factors[place], count, more

    def lift(self, x: Tensor) -> Tensor:
        if self.blocks() is not None:
            return x
        factor, before, after = self._curved
        rows = x.reshape(len(x), before, factor.dim, after).transpose(2, 3)
        lifted = factor.lift(rows.reshape(-1, factor.dim))
        lifted = lifted.reshape(len(x), before, after, factor.features)
        return lifted.transpose(2, 3).reshape(len(x), -1)

    def channels(self) -> list[Channel]:
        if self.blocks() is not None:
            return super().channels()
        factor, before, after = self._curved

        def copy(index: Index, size: int) -> Index:
            starts = np.add.outer(np.arange(before) * size * after, np.arange(after)).ravel()
            return np.add.outer(starts, index * after).reshape(-1, index.shape[1])

        return [
            one._replace(
                coordinates=copy(one.coordinates, factor.dim),
                features=copy(one.features, factor.features),
            )
            for one in factor.channels()
        ]

    def _rebuild(self, change: Callable[[Any], Any]) -> Rep:
        return replace(self, factors=tuple(map(change, self.factors)))

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        b, m, _, s = J.shape
        before, after = 1, self.dim
        for factor in self.factors:
            n, k = factor.dim, factor.features
            after //= n
            if factor.unknowns:  # the axes of all the other factors join s
                Jf = J.reshape(b, m, before, n, after, s).permute(0, 1, 3, 2, 4, 5)
                own = phi.reshape(b, before, k, after, s).permute(0, 2, 1, 3, 4)
                yield from factor.coefficients(Jf.reshape(b, m, n, -1), own.reshape(b, k, -1))
            before *= n

    def blocks(self) -> Blocks | None:
        pairs = []
        for factor in self.factors:
            own = factor.blocks()
            if own is None:
                return None
            pairs.append((own, factor.dim))
        return reduce(multiply_blocks, pairs)[0]

    def _each(self, theta: Theta, x: Array, move: Callable[[Action, Theta, Array], Array]) -> Array:
        place, factor = next((k, one) for k, one in enumerate(self.factors) if one.unknowns)
        sizes = [one.dim for one in self.factors]
        rows = np.moveaxis(x.reshape(len(x), *sizes), place + 1, -1)
        copies = rows.size // max(len(x) * factor.dim, 1)
        shapes = factor.unknowns
        own = {
            name: np.repeat(value, copies, axis=0)
            if np.ndim(value := theta[name]) > len(shapes[name])
            else value
            for name in shapes
        }
        moved = move(factor, own, rows.reshape(-1, factor.dim)).reshape(rows.shape)
        return np.moveaxis(moved, -1, place + 1).reshape(x.shape)

    def explain(self) -> str:
        first, *rest = self.factors
        if not first.unknowns:
            names = " and ".join(f"{one}" for one in rest)
            return f"{first.dim} copies of {names}, one after another, all moved alike"
        sides = " × ".join(str(one.dim) for one in self.factors)
        return f"a tensor of {sides}, row-major, moved on each side"

    def text(self, seen: set[str]) -> str:
        return "*".join(
            f"({factor.text(seen)})" if len(factor.parts) > 1 else factor.text(seen)
            for factor in self.factors
        )


def _sum(reps: Iterable[Rep]) -> Rep:
    parts: list[Rep] = []
    for rep in reps:
        for part in rep.summands if isinstance(rep, Sum) else (rep,):
            if parts and isinstance(part, Scalar) and isinstance(parts[-1], Scalar):
                parts[-1] = Scalar(parts[-1].count + part.count)
            else:
                parts.append(part)
    check_size(sum(part.dim for part in parts))
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def _product(reps: Iterable[Rep]) -> Rep:
    factors: list[Rep] = []
    for rep in reps:
        for factor in rep.factors if isinstance(rep, Product) else (rep,):
            if factors and isinstance(factor, Scalar) and isinstance(factors[-1], Scalar):
                factors[-1] = Scalar(factors[-1].count * factor.count)
            else:
                factors.append(factor)
    check_size(math.prod(factor.dim for factor in factors))
    factors = [factor for factor in factors if factor != Scalar(1)] or [Scalar(1)]
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _as_rep(value: Any) -> Rep:
    return value if isinstance(value, Rep) else Scalar(value)
