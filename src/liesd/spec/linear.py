"""One unknown matrix acting on a vector."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from liesd.errors import SpecError
from liesd.spec import limits
from liesd.spec.action import Array, Block, Blocks, Hints, Leaf, Phrase, Shapes, Theta
from liesd.spec.compose import Rep, Scalar, check_positive
from liesd.spec.language import register_action
from liesd.spec.phrases import describe_matrix

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.spec.action import Coefficients


@dataclass(frozen=True, repr=False)
class Vector(Rep):
    """One unknown ``size × size`` matrix acting on a vector (Theorem 2)."""

    name: str
    size: int

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise SpecError(f"a name must be an identifier such as x or q1, not {self.name!r:.60}")
        if len(self.name) > limits.LIMITS.name_length:
            raise SpecError(f"the name {self.name[:20]}... is too long: give a short one")
        object.__setattr__(self, "size", check_positive(self.size, f"the size of {self.name}"))

    @property
    def dim(self) -> int:
        return self.size

    @cached_property
    def unknowns(self) -> Shapes:
        return {self.name: (self.size, self.size)}

    def matrix(self, theta: Theta) -> Array:
        return np.asarray(theta[self.name], dtype=np.float64).reshape(self.size, self.size)

    def coefficients(self, J: Tensor, x: Tensor) -> Coefficients:
        b, m, n, s = J.shape
        if s == 1:  # an outer product: cheaper than a batch of thin matrix products
            yield self.name, J * x.reshape(b, 1, 1, n)
        else:  # batches of small products are twice as fast on contiguous factors
            left, right = J.reshape(b, m * n, s).contiguous(), x.contiguous()
            yield self.name, (left @ right.transpose(1, 2)).reshape(b, m, n, n)

    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        A, B = (np.asarray(one[self.name], dtype=np.float64) for one in (theta, phi))
        return {self.name: A @ B - B @ A}

    def blocks(self) -> Blocks:
        return {(Leaf(self.name, self.size, False),): np.arange(self.size)[None]}

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        A = self.matrix(theta)
        if not np.sum(A**2) > 0:
            return {}
        return {
            self.name: describe_matrix(A, hints.time.get(self.name), hints.units.get(self.name))
        }

    def explain(self) -> str:
        return f"a vector of {self.size}, moved by the unknown matrix {self.name}"

    def text(self, seen: set[str]) -> str:
        if self.name in seen:
            return self.name
        seen.add(self.name)
        return f"{self.name}[{self.size}]"


register_action("[]", Vector)


def block_rep(block: Block) -> Rep:
    """The representation on one block, as a product of vectors and duals."""
    rep: Rep = Scalar(1)
    for leaf in block:
        factor: Rep = Vector(leaf.name, leaf.size)
        rep = rep * (factor.T if leaf.dual else factor)
    return rep
