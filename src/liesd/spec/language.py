"""The language: ``"3*x[3] -> a[3]*b[3]"`` says how unknown algebras act on inputs and outputs.

A table maps whole numbers, names with a size, and functions such as ``shift(x[3])`` to actions. A
new action adds one line to it with :func:`register_action`. Nothing is evaluated as code, and every
error points at its place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from liesd.errors import SpecError, check_registration
from liesd.spec import limits

ACTIONS: dict[str, Callable[..., Any]] = {}
"""What makes an action: ``""`` of a whole number, ``"[]"`` of a name and a size, ``".T"`` of what
has a dual, ``"{}"`` of a dictionary of functions, and any other name of the arguments between its
brackets, or of none where it stands alone, as ``label`` does."""


def register_action(name: str, make: Callable[..., Any]) -> None:
    """Let ``name(...)`` in a spec stand for the action that ``make`` gives for its arguments.

    Arguments are actions, or whole numbers that stand alone: ``poly(x[2], 2)`` calls
    ``make(Vector("x", 2), 2)``.
    """
    check_registration("an action", name, ACTIONS.get(name), make)
    ACTIONS[name] = make


def parse(text: str, values: Mapping[str, Any] | None = None) -> tuple[Any, Any]:
    """Read the two sides of a spec; raises :class:`SpecError` that points at what is wrong.

    ``values`` are what names stand for as arguments of an action, as ``trig`` in
    ``fields(x[2], trig)``.
    """
    return _Parser(text, values or {}).sides()


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


_TOKEN = re.compile(
    r"\s*(?:(?P<arrow>->)|(?P<dual>\.\s*T(?!\w))|(?P<decimal>\d+\.\d*(?!\s*T)|\.\d+)|(?P<int>\d+)"
    r"|(?P<name>[^\W\d]\w*)|(?P<mark>[-+*(),\[\]])|(?P<other>\S))"
)
_END = "the end of the spec"


class _Parser:
    """Recursive descent: sum := product ('+' product)*, product := postfix ('*' postfix)*."""

    def __init__(self, text: str, values: Mapping[str, Any]) -> None:
        if not isinstance(text, str):
            raise SpecError(f"a spec is a text such as 'x[3] -> y[3]', not {type(text).__name__}")
        self.text = " ".join(text.split())
        if len(self.text) > limits.LIMITS.text_length:
            raise SpecError(
                f"the spec has {len(self.text):,} characters, more than any that can be solved: "
                f"{self.text[:60]}..."
            )
        self.sizes: dict[str, int] = {}
        self.axes: dict[str, tuple[str, ...]] = {}
        self.values = values
        self.tokens = []
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup or "other"
            self.tokens.append(_Token(kind, match[kind], match.start(kind)))
        self.tokens.append(_Token("end", _END, len(self.text)))
        self.next = 0

    def sides(self) -> tuple[Any, Any]:
        try:
            source = self.sum()
            self.expect("->", "'+', '*', '.T' or '->'")
            target = self.sum()
            self.expect(_END, f"'+', '*', '.T' or {_END}")
            if not self.sizes:
                raise SpecError("nothing can move here: name a vector, as in x[3]", self.text, 0)
            return source, target
        except RecursionError:
            raise SpecError(f"the spec is nested too deeply: {self.text[:60]}...") from None

    def sum(self) -> Any:
        rep = self.product()
        while self.accept("+"):
            rep = rep + self.product()
        return rep

    def product(self) -> Any:
        rep = self.postfix()
        while self.accept("*"):
            rep = rep * self.postfix()
        return rep

    def postfix(self) -> Any:
        rep = self.atom()
        while self.peek().kind == "dual":
            self.next += 1
            rep = rep.T
        return rep

    def atom(self) -> Any:
        if self.accept("("):
            rep = self.sum()
            self.expect(")", "'+', '*', '.T' or ')'")
            return rep
        token = self.peek()
        if token.kind == "int":
            return ACTIONS[""](self.number("a count"))
        if token.kind == "name":
            called = self.tokens[self.next + 1].text == "("
            return self.call() if called and not self.names_columns() else self.vector()
        if token.kind == "decimal":
            raise self.error(f"a count must be a whole number, not {token.text}")
        raise self.wrong("a name with its size such as x[3], a whole number or '('")

    def names_columns(self) -> bool:
        """True at ``pos(x, y, z)``: no action, and names between the brackets.

        It is the same as ``pos[x, y, z]``; a single name must be in round brackets.
        """
        if self.peek().text in ACTIONS:
            return False
        inside = [*self.tokens[self.next + 2 :], self.tokens[-1]]
        if inside[1].text == ")" and inside[0].text in self.sizes:
            return False  # an action of a space, misspelt
        while inside[0].kind == "name":
            if inside[1].text != ",":
                return inside[1].text == ")"
            inside = inside[2:]
        return False

    def call(self) -> Any:
        """``name(argument, ...)``: an action from the table."""
        token = self.peek()
        if token.text not in ACTIONS:
            known = ", ".join(sorted(name for name in ACTIONS if name.isidentifier()))
            hint = f"known are {known}" if known else "none is registered"
            raise self.error(
                f"there is no action {token.text!r}: {hint}, a product is written with '*', and "
                "your own actions need liesd.spec.register_action first"
            )
        self.next += 2
        arguments = [self.argument()]
        while self.accept(","):
            arguments.append(self.argument())
        self.expect(")", "',' or ')'")
        return self.make(token, arguments)

    def make(self, token: _Token, arguments: list[Any], name: str | None = None) -> Any:
        """The action that the table has for a name."""
        try:
            return ACTIONS[name or token.text](*arguments)
        except SpecError as error:
            raise SpecError(error.message, self.text, token.position) from error
        except TypeError as error:
            raise SpecError(
                f"{token.text} does not take these arguments ({error})", self.text, token.position
            ) from error

    def argument(self) -> Any:
        token = self.peek()
        alone = self.tokens[min(self.next + 1, len(self.tokens) - 1)].text in (",", ")")
        if alone and token.kind == "int":
            return self.number("a number", 0)
        if alone and token.kind == "name" and token.text not in self.sizes:
            self.next += 1
            if token.text in self.values:
                return self.values[token.text]
            known = f"known are {', '.join(self.values)}" if self.values else "none is given"
            raise SpecError(
                f"{token.text!r} is no space with a size, as in {token.text}[3], and no "
                f"dictionary: {known} (dictionary={{{token.text!r}: [...]}})",
                self.text,
                token.position,
            )
        return self.sum()

    def vector(self) -> Any:
        token = self.peek()
        self.next += 1
        known, axes = self.sizes.get(token.text), self.axes.get(token.text, ())
        if self.peek().text in ("[", "("):
            opening = self.peek().text
            self.next += 1
            place = self.peek().position
            size, axes = self.size(token.text, opening == "(")
            self.axes.setdefault(token.text, axes)  # what the name alone stands for
            self.expect("]" if opening == "[" else ")", "']'" if opening == "[" else "')'")
            if known not in (None, size):
                raise SpecError(
                    f"{token.text!r} has size {known} above and {size} here; one name is one "
                    "unknown: give the second another name",
                    self.text,
                    place,
                )
            self.sizes[token.text] = size
        elif known is None and token.text in ACTIONS:
            return self.make(token, [])
        elif known is None:
            raise SpecError(
                f"the first use of {token.text!r} must give its size, as in {token.text}[3]",
                self.text,
                token.position,
            )
        arguments = [token.text, self.sizes[token.text], *([axes] if axes else [])]
        return self.make(token, arguments, "[]")

    def size(self, name: str, named: bool = False) -> tuple[int, tuple[str, ...]]:
        """A number, or the names of coordinates: in round brackets always, else at least two."""
        if not named and (self.peek().kind != "name" or self.tokens[self.next + 1].text != ","):
            return self.number(f"the size of {name!r}"), ()
        names = [self.coordinate("the name of a coordinate")]
        while self.accept(","):
            names.append(self.coordinate("another name of a coordinate"))
        return len(names), tuple(names)

    def coordinate(self, wanted: str) -> str:
        token = self.peek()
        if token.kind != "name":
            raise self.wrong(wanted)
        self.next += 1
        return token.text

    def number(self, what: str, least: int = 1) -> int:
        token = self.peek()
        if token.kind != "int":
            raise self.wrong(f"{what} to be a whole number of at least {least}")
        if len(token.text) > len(str(limits.LIMITS.coordinates)):
            raise self.error(f"{what} is too large")
        if int(token.text) < least:
            raise self.error(f"{what} must be at least {least}, not {token.text}")
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
        hint = " (did you mean '->'?)" if found.text in (">", "=>", "-", "=", "→") else ""
        return self.error(f"expected {wanted}, found {shown}{hint}")

    def error(self, message: str) -> SpecError:
        return SpecError(message, self.text, self.peek().position)
