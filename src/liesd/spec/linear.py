"""Linear actions: one unknown matrix acting on a vector, its dual, and a label that stays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from liesd.errors import SpecError
from liesd.spec import limits
from liesd.spec.action import (
    Array,
    Block,
    Blocks,
    Hints,
    Leaf,
    Phrase,
    Shapes,
    Theta,
    check_positive,
)
from liesd.spec.compose import Rep, Scalar
from liesd.spec.language import register_action
from liesd.spec.named.words import name_axes
from liesd.spec.phrases import Hint, describe_matrix

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.spec.action import Coefficients


@dataclass(frozen=True, repr=False)
class Vector(Rep):
    """One unknown ``size × size`` matrix acting on a vector (Theorem 2)."""

    name: str
    size: int
    axes: tuple[str, ...] = ()
    """The names of the coordinates, where they have names of their own."""

    def __post_init__(self) -> None:
        for name in (self.name, *self.axes):
            if not isinstance(name, str) or not name.isidentifier():
                raise SpecError(f"a name must be an identifier such as x or q1, not {name!r:.60}")
            if len(name) > limits.LIMITS.name_length:
                raise SpecError(f"the name {name[:20]}... is too long: give a short one")
        object.__setattr__(self, "size", check_positive(self.size, f"the size of {self.name}"))
        if self.axes and len(set(self.axes)) != self.size:
            raise SpecError(
                f"{self.name} of size {self.size} needs {self.size} different names of "
                f"coordinates, not {', '.join(self.axes)}"
            )

    @property
    def dim(self) -> int:
        return self.size

    @cached_property
    def unknowns(self) -> Shapes:
        return {self.name: (self.size, self.size)}

    def matrix(self, theta: Theta) -> Array:
        return np.asarray(theta[self.name], dtype=np.float64).reshape(self.size, self.size)

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        yield self.name, multiply_out(J, phi)

    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        A, B = (np.asarray(one[self.name], dtype=np.float64) for one in (theta, phi))
        return {self.name: A @ B - B @ A}

    def library(self) -> dict[str, tuple[str, ...]]:
        return self.coordinates()

    def coordinates(self) -> dict[str, tuple[str, ...]]:
        return {self.name: self.axes or name_coordinates(self.name, self.size)}

    def tabulate(self, theta: Theta) -> dict[str, Array]:
        return {self.name: np.asarray(theta[self.name], dtype=np.float64)}

    def blocks(self) -> Blocks:
        return {(Leaf(self.name, self.size, False),): np.arange(self.size)[None]}

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        A = self.matrix(theta)
        if not np.sum(A**2) > 0:
            return {}
        phrase = describe_matrix(A, Hint.of(hints, self.name))
        return {self.name: name_axes(phrase, self.axes)}

    def explain(self) -> str:
        return f"a vector of {self.size}, moved by the unknown matrix {self.name}"

    def text(self, seen: set[str]) -> str:
        alone = self.size == 1 and self.axes
        inside = ", ".join(self.axes) or str(self.size)
        full = f"{self.name}({inside})" if alone else f"{self.name}[{inside}]"
        if self.name in seen and (not self.axes or f"first {full}" in seen):
            return self.name
        if self.name not in seen:  # what the name alone stands for from here on
            seen.add(f"first {full}")
        seen.add(self.name)
        return full


register_action("[]", Vector)


def multiply_out(J: Tensor, phi: Tensor) -> Tensor:
    """Σ_s J[..., s] φ[..., s]: (b, m, n, s) and (b, k, s) -> (b, m, n, k)."""
    b, m, n, s = J.shape
    k = phi.shape[1]
    if s == 1:  # an outer product: cheaper than a batch of thin matrix products
        return J * phi.reshape(b, 1, 1, k)
    # batches of small products are twice as fast on contiguous factors
    left, right = J.reshape(b, m * n, s).contiguous(), phi.contiguous()
    return (left @ right.transpose(1, 2)).reshape(b, m, n, k)


def name_coordinates(name: str, size: int) -> tuple[str, ...]:
    """The names of the coordinates of a vector: x0, x1, ...; x alone if it is only one."""
    stem = f"{name}_" if name[-1].isdigit() else name
    return (name,) if size == 1 else tuple(f"{stem}{k}" for k in range(size))


@dataclass(frozen=True, repr=False)
class Dual(Rep):
    """The dual: −ρ(θ)ᵀ. Write it ``rep.T``."""

    rep: Rep

    def __post_init__(self) -> None:
        if self.rep.blocks() is None:
            raise SpecError(f"{self.rep} is not linear: it has no dual")

    @property
    def dim(self) -> int:
        return self.rep.dim

    @property
    def T(self) -> Rep:
        return self.rep

    @property
    def children(self) -> tuple[Rep, ...]:
        return (self.rep,)

    def matrix(self, theta: Theta) -> Array:
        return -self.rep.matrix(theta).T

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        # ρ(θ)ᵀ = ρ(θᵀ) for everything built from matrices, so the coefficients are transposed.
        for name, coefficient in self.rep.coefficients(J, phi):
            yield name, -coefficient.transpose(-1, -2)

    def blocks(self) -> Blocks:
        own = self.rep.blocks()
        assert own is not None
        return {
            tuple(leaf._replace(dual=not leaf.dual) for leaf in block): index
            for block, index in own.items()
        }

    def explain(self) -> str:
        return f"a covector: minus the transpose of what {self.rep} does"

    def text(self, seen: set[str]) -> str:
        inner = self.rep.text(seen)
        return f"({inner}).T" if self.rep.children else f"{inner}.T"


register_action(".T", Dual)


@dataclass(frozen=True, repr=False)
class Label(Scalar):
    """The label of a sample; a model gives one number or one per class for it.

    >>> from liesd.spec import Spec
    >>> spec = Spec.parse("x[2] -> label")
    >>> spec.for_outputs(3)
    Spec.parse('x[2] -> 3')
    """

    def explain(self) -> str:
        return "a class label, which does not move"

    def text(self, seen: set[str]) -> str:
        return "label"

    @property
    def is_label(self) -> bool:
        return True


register_action("label", Label)


def block_rep(block: Block) -> Rep:
    """The representation on one block, as a product of vectors and duals."""
    rep: Rep = Scalar(1)
    for leaf in block:
        factor: Rep = Vector(leaf.name, leaf.size)
        rep = rep * (factor.T if leaf.dual else factor)
    return rep
