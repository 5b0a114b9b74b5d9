"""The algebra of representations: how an unknown Lie algebra acts on a space.

A representation is an immutable value built from unknown matrices with ``+``, ``*`` and ``.T``:

>>> x = Vector("x", 3)
>>> 2 * x + 1
2*x[3]+1
>>> (x * x.T).dim
9

A whole number k stands for k coordinates that do not move, and ``*`` is the tensor product, so
``3*x`` is three channels that share one unknown: there is no separate notion of copies.

Everything that the rest of the library asks of a representation is answered here:

* :meth:`Rep.contract`: the coefficients of the unknowns in ``J ξ_θ(x)``; the one routine behind
  Theorems 2-4 of the paper, which never builds the dense action;
* :meth:`Rep.matrix`: the dense matrix of the action for given unknowns;
* :meth:`Rep.words`: the irreducible blocks of the action, from which channels, gauge directions
  and commuting maps follow.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from liesd.errors import SpecError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import ArrayLike, NDArray
    from torch import Tensor

    from liesd.spec.spec import Spec

    Coefficients = Iterator[tuple[str, Tensor]]


class Leaf(NamedTuple):
    """One factor of a word: which unknown acts on this axis, and whether as its dual."""

    name: str
    size: int
    dual: bool


Word = tuple[Leaf, ...]


class Rep:
    """A representation. Build one from :class:`Vector` and whole numbers."""

    @property
    def dim(self) -> int:
        """The number of coordinates it acts on."""
        raise NotImplementedError

    @cached_property
    def unknowns(self) -> dict[str, tuple[int, ...]]:
        """Each unknown's name and the shape of its numbers, in order of first use."""
        return merge_unknowns(self._children())

    def matrix(self, theta: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
        """The dense ``dim × dim`` matrix of the action (dρ) for given values of the unknowns."""
        raise NotImplementedError

    def contract(self, J: Tensor, x: Tensor) -> Coefficients:
        """Coefficients of the unknowns in ``Σ_s J[:,:,:,s] · ξ_θ(x[:,:,s])``.

        ``J`` has shape (batch, m, dim, s), ``x`` (batch, dim, s). Yields pairs of an unknown's
        name and a tensor of shape (batch, m, *shape of the unknown); a name may come repeatedly,
        its coefficients are to be added.
        """
        raise NotImplementedError

    def words(self) -> dict[Word, NDArray[np.intp]]:
        """The blocks that the action never mixes, by kind.

        A word is a tensor product of leaves; its value is an array of coordinate numbers of shape
        (how many such blocks, *sizes of the leaves). Scalars are blocks of the empty word.
        """
        raise NotImplementedError

    def channels(self) -> list[NDArray[np.intp]]:
        """The coordinate numbers of each channel: for each size an array (channels, size)."""
        by_size: dict[int, list[NDArray[np.intp]]] = {}
        for index in self.words().values():
            flat = index.reshape(len(index), -1)
            by_size.setdefault(flat.shape[1], []).append(flat)
        return [np.concatenate(arrays) for arrays in by_size.values()]

    @property
    def T(self) -> Rep:
        """The dual representation: −Aᵀ in place of A."""
        return Dual(self)

    def __add__(self, other: Rep | int) -> Rep:
        return _sum((self, _as_rep(other)))

    def __radd__(self, other: Rep | int) -> Rep:
        return _sum((_as_rep(other), self))

    def __mul__(self, other: Rep | int) -> Rep:
        return _product((self, _as_rep(other)))

    def __rmul__(self, other: Rep | int) -> Rep:
        return _product((_as_rep(other), self))

    def __rshift__(self, other: Rep | int) -> Spec:
        from liesd.spec.spec import Spec

        return Spec(self, _as_rep(other))

    def __str__(self) -> str:
        return self.text(set())

    __repr__ = __str__

    def text(self, seen: set[str]) -> str:
        """The spec text; names in ``seen`` are written without their size."""
        raise NotImplementedError

    def _children(self) -> Iterable[Rep]:
        return ()


@dataclass(frozen=True, repr=False)
class Vector(Rep):
    """One unknown ``size × size`` matrix acting on a vector (Theorem 2)."""

    name: str
    size: int

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise SpecError(f"a name must be an identifier such as x or q1, not {self.name!r}")
        object.__setattr__(self, "size", _positive(self.size, f"the size of {self.name}"))

    @property
    def dim(self) -> int:
        return self.size

    @cached_property
    def unknowns(self) -> dict[str, tuple[int, ...]]:
        return {self.name: (self.size, self.size)}

    def matrix(self, theta: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
        return np.asarray(theta[self.name], dtype=np.float64).reshape(self.size, self.size)

    def contract(self, J: Tensor, x: Tensor) -> Coefficients:
        b, m, n, s = J.shape
        if s == 1:  # an outer product: cheaper than a batch of thin matrix products
            yield self.name, J * x.reshape(b, 1, 1, n)
        else:  # batches of small products are twice as fast on contiguous factors
            left, right = J.reshape(b, m * n, s).contiguous(), x.contiguous()
            yield self.name, (left @ right.transpose(1, 2)).reshape(b, m, n, n)

    def words(self) -> dict[Word, NDArray[np.intp]]:
        return {(Leaf(self.name, self.size, False),): np.arange(self.size)[None]}

    def text(self, seen: set[str]) -> str:
        if self.name in seen:
            return self.name
        seen.add(self.name)
        return f"{self.name}[{self.size}]"


@dataclass(frozen=True, repr=False)
class Scalar(Rep):
    """``count`` coordinates that do not move: the trivial representation."""

    count: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", _positive(self.count, "a count"))

    @property
    def dim(self) -> int:
        return self.count

    @property
    def T(self) -> Rep:
        return self

    def matrix(self, theta: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
        return np.zeros((self.count, self.count))

    def contract(self, J: Tensor, x: Tensor) -> Coefficients:
        return iter(())

    def words(self) -> dict[Word, NDArray[np.intp]]:
        return {(): np.arange(self.count)}

    def text(self, seen: set[str]) -> str:
        return str(self.count)


@dataclass(frozen=True, repr=False)
class Sum(Rep):
    """The direct sum: each part transforms on its own (Theorem 3)."""

    parts: tuple[Rep, ...]

    def __post_init__(self) -> None:
        _ = self.unknowns  # refuses one name with two sizes

    @property
    def dim(self) -> int:
        return sum(part.dim for part in self.parts)

    def _children(self) -> Iterable[Rep]:
        return self.parts

    def _offsets(self) -> list[int]:
        ends = np.cumsum([part.dim for part in self.parts])
        return [0, *map(int, ends)]

    def matrix(self, theta: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
        out = np.zeros((self.dim, self.dim))
        for part, start in zip(self.parts, self._offsets(), strict=False):
            end = start + part.dim
            out[start:end, start:end] = part.matrix(theta)
        return out

    def contract(self, J: Tensor, x: Tensor) -> Coefficients:
        for part, start in zip(self.parts, self._offsets(), strict=False):
            end = start + part.dim
            yield from part.contract(J[:, :, start:end], x[:, start:end])

    def words(self) -> dict[Word, NDArray[np.intp]]:
        found: dict[Word, list[NDArray[np.intp]]] = {}
        for part, start in zip(self.parts, self._offsets(), strict=False):
            for word, index in part.words().items():
                found.setdefault(word, []).append(index + start)
        return {word: np.concatenate(indices) for word, indices in found.items()}

    def text(self, seen: set[str]) -> str:
        return "+".join(part.text(seen) for part in self.parts)


@dataclass(frozen=True, repr=False)
class Product(Rep):
    """The tensor product on row-major data: A⊗I + I⊗B (Theorem 4); ``k*x`` is k channels."""

    factors: tuple[Rep, ...]

    def __post_init__(self) -> None:
        _ = self.unknowns  # refuses one name with two sizes

    @property
    def dim(self) -> int:
        return reduce(operator.mul, (factor.dim for factor in self.factors))

    def _children(self) -> Iterable[Rep]:
        return self.factors

    def matrix(self, theta: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
        out = np.zeros((1, 1))
        for factor in self.factors:
            A = factor.matrix(theta)
            out = np.kron(out, np.eye(len(A))) + np.kron(np.eye(len(out)), A)
        return out

    def contract(self, J: Tensor, x: Tensor) -> Coefficients:
        b, m, _, s = J.shape
        before, after = 1, self.dim
        for factor in self.factors:
            n = factor.dim
            after //= n
            if factor.unknowns:  # the axes of all the other factors join s
                Jf = J.reshape(b, m, before, n, after, s).permute(0, 1, 3, 2, 4, 5)
                xf = x.reshape(b, before, n, after, s).permute(0, 2, 1, 3, 4)
                yield from factor.contract(Jf.reshape(b, m, n, -1), xf.reshape(b, n, -1))
            before *= n

    def words(self) -> dict[Word, NDArray[np.intp]]:
        return reduce(_outer_words, ((factor.words(), factor.dim) for factor in self.factors))[0]

    def text(self, seen: set[str]) -> str:
        return "*".join(
            f"({factor.text(seen)})" if isinstance(factor, Sum) else factor.text(seen)
            for factor in self.factors
        )


@dataclass(frozen=True, repr=False)
class Dual(Rep):
    """The dual: −ρ(θ)ᵀ. Write it ``rep.T``."""

    rep: Rep

    @property
    def dim(self) -> int:
        return self.rep.dim

    @property
    def T(self) -> Rep:
        return self.rep

    def _children(self) -> Iterable[Rep]:
        return (self.rep,)

    def matrix(self, theta: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
        return -self.rep.matrix(theta).T

    def contract(self, J: Tensor, x: Tensor) -> Coefficients:
        # ρ(θ)ᵀ = ρ(θᵀ) for everything built from matrices, so the coefficients are transposed.
        for name, coefficient in self.rep.contract(J, x):
            yield name, -coefficient.transpose(-1, -2)

    def words(self) -> dict[Word, NDArray[np.intp]]:
        return {
            tuple(leaf._replace(dual=not leaf.dual) for leaf in word): index
            for word, index in self.rep.words().items()
        }

    def text(self, seen: set[str]) -> str:
        inner = self.rep.text(seen)
        return f"{inner}.T" if isinstance(self.rep, Vector) else f"({inner}).T"


def merge_unknowns(reps: Iterable[Rep]) -> dict[str, tuple[int, ...]]:
    """The unknowns of several representations together; one name must have one size."""
    merged: dict[str, tuple[int, ...]] = {}
    for rep in reps:
        for name, shape in rep.unknowns.items():
            if merged.setdefault(name, shape) != shape:
                raise SpecError(
                    f"the name {name!r} is used with two sizes, {merged[name][0]} and {shape[0]}; "
                    "one name is one unknown: give the second another name"
                )
    return merged


def _outer_words(
    left: tuple[dict[Word, NDArray[np.intp]], int], right: tuple[dict[Word, NDArray[np.intp]], int]
) -> tuple[dict[Word, NDArray[np.intp]], int]:
    (words_a, dim_a), (words_b, dim_b) = left, right
    found: dict[Word, list[NDArray[np.intp]]] = {}
    for word_a, a in words_a.items():
        for word_b, b in words_b.items():
            index = np.add.outer(a * dim_b, b)  # (S_a, *sizes_a, S_b, *sizes_b)
            index = np.moveaxis(index, a.ndim, 1)
            index = index.reshape(a.shape[0] * b.shape[0], *a.shape[1:], *b.shape[1:])
            found.setdefault(word_a + word_b, []).append(index)
    return {word: np.concatenate(indices) for word, indices in found.items()}, dim_a * dim_b


def _sum(reps: Iterable[Rep]) -> Rep:
    parts: list[Rep] = []
    for rep in reps:
        for part in rep.parts if isinstance(rep, Sum) else (rep,):
            if parts and isinstance(part, Scalar) and isinstance(parts[-1], Scalar):
                parts[-1] = Scalar(parts[-1].count + part.count)
            else:
                parts.append(part)
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def _product(reps: Iterable[Rep]) -> Rep:
    factors: list[Rep] = []
    for rep in reps:
        for factor in rep.factors if isinstance(rep, Product) else (rep,):
            if factors and isinstance(factor, Scalar) and isinstance(factors[-1], Scalar):
                factors[-1] = Scalar(factors[-1].count * factor.count)
            else:
                factors.append(factor)
    factors = [factor for factor in factors if factor != Scalar(1)] or [Scalar(1)]
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _as_rep(value: Any) -> Rep:
    if isinstance(value, Rep):
        return value
    return Scalar(value)


def _positive(value: Any, what: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if number < 1 or isinstance(value, bool):
        raise SpecError(f"{what} must be a whole number of at least 1, not {value!r}")
    return number
