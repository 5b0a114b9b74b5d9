"""The language: ``"3*x[3] -> a[3]*b[3]"`` says how unknown algebras act on inputs and outputs.

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

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from liesd.errors import DataError, SpecError
from liesd.spec.compose import Rep, Scalar, Vector, merge_unknowns

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Spec:
    """How the unknowns act: ``input`` is the space of x (Φ_X), ``output`` that of y (Φ_Y).

    The unknown numbers of all matrices, one after another and row-major, are the vector θ.
    """

    input: Rep
    output: Rep

    def __post_init__(self) -> None:
        if not self.unknowns:
            raise SpecError(f"nothing can move under {self}: name at least one vector, as in x[3]")

    @classmethod
    def parse(cls, text: str | Spec) -> Spec:
        """Read a spec from text; raises :class:`SpecError` that points at what is wrong."""
        return text if isinstance(text, Spec) else _Parser(text).spec()

    @cached_property
    def unknowns(self) -> dict[str, tuple[int, ...]]:
        """Each unknown's name and shape, in the order in which they make up θ."""
        return merge_unknowns((self.input, self.output))

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each unknown stands in θ."""
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

    def pack(self, theta: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
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
            matrix = np.asarray(theta[name], dtype=np.float64)
            if matrix.shape != shape:
                raise DataError(f"{name} needs a matrix of shape {shape}, got {matrix.shape}")
            if not np.isfinite(matrix).all():
                raise DataError(f"the matrix for {name} holds a number that is not finite")
            vector[self.slices[name]] = matrix.ravel()
        return vector

    def unpack(self, theta: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """The vector θ -> a matrix for each unknown."""
        return {
            name: np.asarray(theta[self.slices[name]]).reshape(shape)
            for name, shape in self.unknowns.items()
        }

    def __str__(self) -> str:
        seen: set[str] = set()
        return f"{self.input.text(seen)} -> {self.output.text(seen)}"

    def __repr__(self) -> str:
        return f"Spec.parse({str(self)!r})"


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


_TOKEN = re.compile(
    r"\s*(?:(?P<arrow>->)|(?P<dual>\.\s*T(?!\w))|(?P<decimal>\d+\.\d*(?!\s*T)|\.\d+)|(?P<int>\d+)"
    r"|(?P<name>[^\W\d]\w*)|(?P<mark>[-+*()\[\]])|(?P<other>\S))"
)
_END = "the end of the spec"


class _Parser:
    """Recursive descent: sum := product ('+' product)*, product := postfix ('*' postfix)*."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise SpecError(f"a spec is a text such as 'x[3] -> y[3]', not {type(text).__name__}")
        self.text = " ".join(text.split())
        self.sizes: dict[str, int] = {}
        self.tokens = []
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup or "other"
            self.tokens.append(_Token(kind, match[kind], match.start(kind)))
        self.tokens.append(_Token("end", _END, len(self.text)))
        self.next = 0

    def spec(self) -> Spec:
        try:
            source = self.sum()
            self.expect("->", "'+', '*', '.T' or '->'")
            target = self.sum()
            self.expect(_END, f"'+', '*', '.T' or {_END}")
            if not self.sizes:
                raise SpecError("nothing can move here: name a vector, as in x[3]", self.text, 0)
            return Spec(source, target)
        except RecursionError:
            raise SpecError(f"the spec is nested too deeply: {self.text[:60]}...") from None

    def sum(self) -> Rep:
        rep = self.product()
        while self.accept("+"):
            rep = rep + self.product()
        return rep

    def product(self) -> Rep:
        rep = self.postfix()
        while self.accept("*"):
            rep = rep * self.postfix()
        return rep

    def postfix(self) -> Rep:
        rep = self.atom()
        while self.peek().kind == "dual":
            self.next += 1
            rep = rep.T
        return rep

    def atom(self) -> Rep:
        if self.accept("("):
            rep = self.sum()
            self.expect(")", "'+', '*', '.T' or ')'")
            return rep
        token = self.peek()
        if token.kind == "int":
            return Scalar(self.number("a count"))
        if token.kind == "name":
            return self.vector()
        if token.kind == "decimal":
            raise self.error(f"a count must be a whole number, not {token.text}")
        raise self.wrong("a name with its size such as x[3], a whole number or '('")

    def vector(self) -> Rep:
        token = self.peek()
        self.next += 1
        known = self.sizes.get(token.text)
        if self.accept("["):
            place = self.peek().position
            size = self.number(f"the size of {token.text!r}")
            self.expect("]", "']'")
            if known not in (None, size):
                raise SpecError(
                    f"{token.text!r} has size {known} above and {size} here; one name is one "
                    "unknown: give the second another name",
                    self.text,
                    place,
                )
            self.sizes[token.text] = size
        elif known is None:
            raise SpecError(
                f"the first use of {token.text!r} must give its size, as in {token.text}[3]",
                self.text,
                token.position,
            )
        return Vector(token.text, self.sizes[token.text])

    def number(self, what: str) -> int:
        token = self.peek()
        if token.kind != "int":
            raise self.wrong(f"{what} to be a whole number of at least 1")
        if len(token.text) > 9:
            raise self.error(f"{what} is too large")
        if int(token.text) < 1:
            raise self.error(f"{what} must be at least 1, not {token.text}")
        self.next += 1
        return int(token.text)

    def peek(self) -> _Token:
        return self.tokens[self.next]

    def accept(self, text: str) -> bool:
        found = self.peek().text == text
        self.next += found
        return found

    def expect(self, text: str, wanted: str) -> None:
        if not self.accept(text):
            raise self.wrong(wanted)
        self.next = min(self.next, len(self.tokens) - 1)

    def wrong(self, wanted: str) -> SpecError:
        found = self.peek()
        shown = found.text if found.kind == "end" else repr(found.text)
        return self.error(f"expected {wanted}, found {shown}")

    def error(self, message: str) -> SpecError:
        return SpecError(message, self.text, self.peek().position)
