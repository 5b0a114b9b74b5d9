"""A spec: how unknown algebras act on inputs and on outputs.

>>> from liesd.spec import Spec, Vector
>>> spec = Spec.parse("q[2]+p[2] -> q+p")
>>> spec.unknowns
{'q': (2, 2), 'p': (2, 2)}
>>> str(spec)
'q[2]+p[2] -> q+p'
>>> x, a = Vector("x", 3), Vector("a", 3)
>>> 3*x >> a*a == Spec.parse("3*x[3] -> a[3]*a")
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from liesd.errors import DataError, SpecError
from liesd.spec.action import Action, Array, Hints, Phrase, Shapes, merge_unknowns
from liesd.spec.language import parse


@dataclass(frozen=True)
class Spec:
    """How the unknowns act: ``input`` is the space of x (Φ_X), ``output`` that of y (Φ_Y).

    The unknown numbers of all matrices, one after another and row-major, are the vector θ.
    """

    input: Action
    output: Action

    def __post_init__(self) -> None:
        if not self.unknowns:
            raise SpecError(f"nothing can move under {self}: name at least one vector, as in x[3]")

    @classmethod
    def parse(cls, text: str | Spec) -> Spec:
        """Read a spec from text; raises :class:`SpecError` that points at what is wrong."""
        return text if isinstance(text, Spec) else cls(*parse(text))

    @cached_property
    def unknowns(self) -> Shapes:
        """Each unknown's name and shape, in the order in which they make up θ."""
        return merge_unknowns((self.input, self.output))

    @cached_property
    def slices(self) -> dict[str, slice]:
        """The slice of each unknown in θ."""
        slices, start = {}, 0
        for name, shape in self.unknowns.items():
            end = start + int(np.prod(shape))
            slices[name] = slice(start, end)
            start = end
        return slices

    @property
    def size(self) -> int:
        """p, the number of unknown numbers in θ."""
        return max(part.stop for part in self.slices.values())

    @property
    def is_linear(self) -> bool:
        """True if both actions are linear: every unknown is then a matrix."""
        return all(action.blocks() is not None for action in (self.input, self.output))

    def for_outputs(self, count: int) -> Spec:
        """The same with a label that stands for ``count`` numbers, such as probabilities.

        >>> Spec.parse("x[2] -> 1").for_outputs(3)
        Spec.parse('x[2] -> 3')
        """
        if count == self.output.dim and not self.output.is_label:
            return self
        return Spec(self.input, self.output.for_outputs(count))

    def pack(self, theta: Mapping[str, ArrayLike]) -> Array:
        """A matrix for each unknown -> the vector θ."""
        if not isinstance(theta, Mapping):
            raise DataError(
                f"give a generator as a dictionary with a matrix for each of "
                f"{', '.join(self.unknowns)}, not as {type(theta).__name__}"
            )
        if missing := [name for name in self.unknowns if name not in theta]:
            raise DataError(
                f"the generator says nothing of {', '.join(missing)} in {self}; give a matrix of "
                "zeros for an unknown that stays still"
            )
        if extra := [str(name) for name in theta if name not in self.unknowns]:
            raise DataError(
                f"the generator names {', '.join(extra)}, but the unknowns of {self} are "
                f"{', '.join(self.unknowns)}"
            )
        vector = np.empty(self.size)
        for name, shape in self.unknowns.items():
            try:
                matrix = np.asarray(theta[name], dtype=np.float64)
            except Exception:  # objects may raise anything
                kind = type(theta[name]).__name__
                raise DataError(f"{name} needs numbers of shape {shape}, not {kind}") from None
            if matrix.shape != shape:
                noun = "a matrix" if len(shape) == 2 else "numbers"
                raise DataError(f"{name} needs {noun} of shape {shape}, got {matrix.shape}")
            if not np.isfinite(matrix).all():
                raise DataError(f"the matrix for {name} holds a number that is not finite")
            vector[self.slices[name]] = matrix.ravel()
        return vector

    def unpack(self, theta: Array) -> dict[str, Array]:
        """The vector θ -> a matrix for each unknown."""
        return {
            name: np.asarray(theta[self.slices[name]]).reshape(shape)
            for name, shape in self.unknowns.items()
        }

    def bracket(self, theta: Array, phi: Array) -> Array:
        """[θ, φ] of vectors θ and φ (..., p); leading axes are broadcast."""
        left, right = self.unpack_rows(theta), self.unpack_rows(phi)
        brackets = {**self.output.bracket(left, right), **self.input.bracket(left, right)}
        shape = np.broadcast_shapes(theta.shape[:-1], phi.shape[:-1])
        flat = [
            brackets[name].reshape(*shape, int(np.prod(size)))
            for name, size in self.unknowns.items()
        ]
        return np.concatenate(flat, axis=-1)

    def describe(self, theta: Mapping[str, ArrayLike], hints: Hints) -> dict[str, Phrase]:
        """Say in words what θ does to each unknown."""
        phrases = {**self.output.describe(theta, hints), **self.input.describe(theta, hints)}
        return {name: phrases[name] for name in self.unknowns if name in phrases}

    def unpack_rows(self, theta: Array) -> dict[str, Array]:
        """Vectors θ (..., p) -> the numbers of each unknown, (..., *its shape)."""
        return {
            name: theta[..., self.slices[name]].reshape(*theta.shape[:-1], *shape)
            for name, shape in self.unknowns.items()
        }

    def __str__(self) -> str:
        seen: set[str] = set()
        return f"{self.input.text(seen)} -> {self.output.text(seen)}"

    def __repr__(self) -> str:
        return f"Spec.parse({str(self)!r})"
