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

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from liesd.errors import DataError, SpecError
from liesd.spec.action import (
    Action,
    Array,
    Chart,
    Hints,
    Phrase,
    Shapes,
    merge_unknowns,
    name_shift,
)
from liesd.spec.language import ACTIONS, parse
from liesd.spec.phrases import merge_phrases


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
    def parse(cls, text: str | Spec, dictionary: Mapping[str, Any] | None = None) -> Spec:
        """Read a spec from text; raises :class:`SpecError` that points at what is wrong.

        ``dictionary`` has the functions of each name in ``fields(x[2], name)``.
        """
        if isinstance(text, Spec):
            return text
        if dictionary is not None and not isinstance(dictionary, Mapping):
            raise SpecError(
                "dictionary must give a list of functions for each name, as in "
                f"{{'trig': [...]}}, not {type(dictionary).__name__}"
            )
        given = {name: ACTIONS["{}"](name, value) for name, value in (dictionary or {}).items()}
        return cls(*parse(text, given))

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

    @property
    def dictionary(self) -> dict[str, Any]:
        """The dictionaries of functions that the spec refers to, by name."""
        return {**self.output.dictionaries(), **self.input.dictionaries()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all spaces that have a library."""
        return tuple(self._join(self.input.library(), self.output.library()))

    def library(self, name: str) -> tuple[str, ...]:
        """The functions, as text, that the fields of a name combine.

        >>> Spec.parse("4*poly(x[2], 2) -> 1").library("x")
        ('1', 'x0', 'x1', 'x0**2', 'x0*x1', 'x1**2')
        """
        known = self._join(self.input.library(), self.output.library())
        if name not in known:
            raise SpecError(f"{self} has no name {name!r}: known are {', '.join(known)}")
        return known[name]

    def coordinates(self, name: str) -> tuple[str, ...]:
        """The names of the coordinates of a named space.

        >>> Spec.parse("poly(z[t, x, u], 2) -> 1").coordinates("z")
        ('t', 'x', 'u')
        """
        return {**self.output.coordinates(), **self.input.coordinates()}[name]

    def tabulate(self, theta: Mapping[str, ArrayLike]) -> dict[str, Array]:
        """The coefficients over :meth:`library` for each name: (components, functions)."""
        return self._join(self.input.tabulate(theta), self.output.tabulate(theta))

    @staticmethod
    def _join(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
        """Join two sides; a name may be an affine map on one and its matrix on the other."""
        return {
            name: max(
                (side[name] for side in (one, other) if name in side),
                key=lambda value: np.shape(value)[-1],
            )
            for name in {**one, **other}
        }

    def with_charts(self, charts: Mapping[str, Chart]) -> Spec:
        """The same with unknowns stated in charts of the named spaces."""
        if not charts:
            return self
        return Spec(self.input.with_charts(charts), self.output.with_charts(charts))

    def with_degree(self, degree: int) -> Spec:
        """The same with polynomials of another degree."""
        return Spec(self.input.with_degree(degree), self.output.with_degree(degree))

    def to_charts(self, theta: Array) -> Array:
        """State vectors θ (..., p) of the user's coordinates in the charts of this spec."""
        return self._restate(theta, self.input.to_charts, self.output.to_charts)

    def from_charts(self, theta: Array) -> Array:
        """State vectors θ (..., p) of the charts of this spec in the user's coordinates."""
        return self._restate(theta, self.input.from_charts, self.output.from_charts)

    def _restate(self, theta: Array, *sides: Callable[..., dict[str, Array]]) -> Array:
        if self.is_linear:
            return theta
        parts, out = self.unpack_rows(theta), np.array(theta, dtype=np.float64)
        for change in sides:
            for name, value in change(parts).items():
                if name not in parts or not np.array_equal(value, parts[name]):
                    out[..., self.slices[name]] = value.reshape(*theta.shape[:-1], -1)
        return out

    def for_outputs(self, count: int) -> Spec:
        """The same with a label that stands for ``count`` numbers, such as probabilities.

        >>> Spec.parse("x[2] -> 1").for_outputs(3)
        Spec.parse('x[2] -> 3')
        """
        if count == self.output.dim and not self.output.is_label:
            return self
        return Spec(self.input, self.output.for_outputs(count))

    @cached_property
    def degrees(self) -> Array:
        """The degree in x of what each number of θ multiplies, (p,)."""
        known = {**self.output.degrees(), **self.input.degrees()}
        return np.concatenate([known[name].ravel() for name in self.unknowns])

    def pack(self, theta: Mapping[str, ArrayLike]) -> Array:
        """A matrix for each unknown -> the vector θ."""
        if not isinstance(theta, Mapping):
            raise DataError(
                f"give a generator as a dictionary with a matrix for each of "
                f"{', '.join(self.unknowns)}, not as {type(theta).__name__}"
            )
        theta = self._split_shifts(theta)
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

    def _split_shifts(self, theta: Mapping[str, ArrayLike]) -> Mapping[str, ArrayLike]:
        """Accept coefficients (components, functions) for an affine map or a shift as well."""
        split = dict(theta)
        for name, shape in self.unknowns.items():
            shift, given = name_shift(name), np.asarray(theta.get(name, 0.0))
            if shift in self.unknowns and given.shape == (shape[0], shape[0] + 1):
                split |= {name: given[:, 1:], **({} if shift in theta else {shift: given[:, 0]})}
            elif len(shape) == 1 and given.shape == (*shape, 1):
                split[name] = given[:, 0]
        return split

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

    def remainder(self, theta: Array, phi: Array) -> Array:
        """The size of the part of [θ, φ] that no unknown of this spec can express."""
        left, right = self.unpack_rows(theta), self.unpack_rows(phi)
        rests = (side.remainder(left, right) for side in (self.input, self.output))
        return np.asarray(np.sqrt(sum(rest**2 for rest in rests)))

    def describe(self, theta: Mapping[str, ArrayLike], hints: Hints) -> dict[str, Phrase]:
        """Say in words what θ does to each unknown."""
        sides = (self.input, self.output)
        phrases = merge_phrases(*(side.describe(theta, hints) for side in sides))
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
