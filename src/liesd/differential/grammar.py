"""The language of equations: ``"u_t = F(u, u_x, u_xx)"``.

A derivative is a field, an underscore and the names of axes, one for each derivative: ``u_xx``,
``v_xy``. For curves primes do as well: ``y''``. A left side alone, ``"u_t"``, leaves the arguments
to the library. Nothing is evaluated as code, and every error points at its place.

>>> parse("u_t = F(u, u_x, u_xx)", ("t", "x"), ("u",)).order
2
>>> str(parse("y'' = F(x, y, y')", ("x",), ("y",)))
'y_xx = F(x, y, y_x)'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from liesd.errors import EquationError

Power = tuple[int, ...]


class Term(NamedTuple):
    """A derivative of a field; of an axis itself, the field is None."""

    field: int | None
    power: Power
    """How often it is derived by each axis; the axis itself where there is no field."""

    @property
    def order(self) -> int:
        """How often it is derived."""
        return 0 if self.field is None else sum(self.power)


@dataclass(frozen=True)
class Equation:
    """One or several equations that give some derivatives as functions of others."""

    axes: tuple[str, ...]
    fields: tuple[str, ...]
    left: tuple[Term, ...]
    right: tuple[Term, ...] | None
    """None where the library chooses the arguments."""
    function: str = "F"

    @property
    def order(self) -> int:
        """The highest order of a derivative."""
        return max(term.order for term in (*self.left, *(self.right or ())))

    @property
    def free_axes(self) -> tuple[str, ...]:
        """The axes that F does not depend on: translations along them are symmetries by itself."""
        used = {term.power.index(1) for term in self.right or () if term.field is None}
        return tuple(name for k, name in enumerate(self.axes) if k not in used)

    def name(self, term: Term) -> str:
        """A term as text."""
        if term.field is None:
            return self.axes[term.power.index(1)]
        letters = "".join(axis * k for axis, k in zip(self.axes, term.power, strict=True))
        return f"{self.fields[term.field]}_{letters}" if letters else self.fields[term.field]

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of what F depends on."""
        return tuple(map(self.name, self.right or ()))

    def __str__(self) -> str:
        left = ", ".join(map(self.name, self.left))
        if self.right is None:
            return left
        return f"{left} = {self.function}({', '.join(self.arguments)})"


_TOKEN = re.compile(r"\s*(?:(?P<name>[^\W\d]\w*'*)|(?P<mark>[=(),])|(?P<other>\S))")


class _Token(NamedTuple):
    text: str
    position: int
    kind: str


def parse(text: str, axes: tuple[str, ...], fields: tuple[str, ...]) -> Equation:
    """Read an equation between fields on axes."""
    return _Parser(text, axes, fields).equation()


class _Parser:
    def __init__(self, text: str, axes: tuple[str, ...], fields: tuple[str, ...]) -> None:
        if not isinstance(text, str):
            kind = type(text).__name__
            raise EquationError(f"an equation is a text such as 'u_t = F(u, u_x)', not {kind}")
        self.text, self.axes, self.fields = text, axes, fields
        self.tokens = [
            _Token(found[kind], found.start(kind), kind)
            for found in _TOKEN.finditer(text)
            if (kind := found.lastgroup or "other")
        ]
        self.tokens.append(_Token("the end", len(text), "end"))
        self.next = 0

    def equation(self) -> Equation:
        left = self.terms("=", "a derivative such as u_t")
        places = [token for token, _ in left]
        self.check_left(left)
        found = tuple(term for _, term in left)
        if self.tokens[self.next].kind == "end":
            return Equation(self.axes, self.fields, found, None)
        self.expect("=")
        name = self.tokens[self.next]
        if name.kind != "name" or self.tokens[self.next + 1].text != "(":
            raise self.error("the right side must be a function such as F(u, u_x)", name)
        self.next += 2
        right = self.terms(")", "an argument such as u, u_x or x")
        self.expect(")")
        if self.tokens[self.next].kind != "end":
            raise self.error("nothing may follow the right side", self.tokens[self.next])
        self.check_right(right, found)
        made = Equation(
            self.axes, self.fields, found, tuple(term for _, term in right), name.text.rstrip("'")
        )
        self.check_first_order(made, places[0])
        return made

    def terms(self, end: str, wanted: str) -> list[tuple[_Token, Term]]:
        found = []
        while True:
            token = self.tokens[self.next]
            if token.kind != "name":
                raise self.error(f"expected {wanted}, found {_show(token)}", token)
            found.append((token, self.read(token)))
            self.next += 1
            if self.tokens[self.next].text != ",":
                break
            self.next += 1
        here = self.tokens[self.next]
        if here.text != end and not (end == "=" and here.kind == "end"):
            raise self.error(f"expected ',' or {end!r}, found {_show(here)}", here)
        return found

    def read(self, token: _Token) -> Term:
        name = token.text.rstrip("'")
        primes = len(token.text) - len(name)
        if name in self.fields:
            return self.derive(token, self.fields.index(name), primes)
        if name in self.axes and not primes:
            return Term(None, tuple(int(axis == name) for axis in self.axes))
        field, _, letters = name.rpartition("_")
        if field not in self.fields:
            raise self.error(
                f"{name!r} is neither a field nor an axis nor a derivative: fields are "
                f"{', '.join(self.fields)}, axes {', '.join(self.axes)}",
                token,
            )
        power = [0] * len(self.axes)
        rest = letters
        while rest:
            axis = next((k for k, one in enumerate(self.axes) if rest.startswith(one)), None)
            if axis is None:
                raise self.error(
                    f"{name!r} is derived by {rest!r}, but the axes are {', '.join(self.axes)}",
                    token,
                )
            power[axis] += 1
            rest = rest[len(self.axes[axis]) :]
        if primes or not letters:
            raise self.error(
                f"{token.text!r} is no derivative: write {field}_{self.axes[0]}", token
            )
        return Term(self.fields.index(field), tuple(power))

    def derive(self, token: _Token, field: int, primes: int) -> Term:
        if primes and len(self.axes) > 1:
            raise self.error(
                f"{token.text!r} does not say by which axis it is derived: write "
                f"{self.fields[field]}_{self.axes[0] * primes}",
                token,
            )
        return Term(field, (primes,) + (0,) * (len(self.axes) - 1))

    def check_left(self, left: list[tuple[_Token, Term]]) -> None:
        for number, (token, term) in enumerate(left):
            if term.order == 0:
                raise self.error(f"the left side must be a derivative, not {token.text!r}", token)
            if term in [other for _, other in left[:number]]:
                raise self.error(f"{token.text!r} stands twice on the left side", token)

    def check_right(self, right: list[tuple[_Token, Term]], left: tuple[Term, ...]) -> None:
        for number, (token, term) in enumerate(right):
            if term in [other for _, other in right[:number]]:
                raise self.error(f"{token.text!r} stands twice among the arguments", token)
            for one in left:
                if term.field == one.field and all(
                    a >= b for a, b in zip(term.power, one.power, strict=True)
                ):
                    raise self.error(
                        f"{token.text!r} is the left side, or a derivative of it: it follows from "
                        "the equation",
                        token,
                    )

    def check_first_order(self, made: Equation, token: _Token) -> None:
        if len(self.axes) == 1 and made.order == 1:
            raise self.error(
                "an ordinary differential equation of first order has infinitely many symmetries, "
                "whatever it is: ask about one of second order",
                token,
            )

    def expect(self, text: str) -> None:
        token = self.tokens[self.next]
        if token.text != text:
            raise self.error(f"expected {text!r}, found {_show(token)}", token)
        self.next += 1

    def error(self, message: str, token: _Token) -> EquationError:
        return EquationError(message, self.text, token.position)


def _show(token: _Token) -> str:
    return token.text if token.kind == "end" else repr(token.text)
