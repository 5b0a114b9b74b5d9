"""A spec whose parts name columns, before the table is known: ``pos(x,y,z) + mass -> energy``.

A draft is cut into terms, the summands of both sides. Each term may be told its columns, and then
the draft gives a plain spec whose coordinates have the names of the columns. Nothing here knows
what is in a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from liesd.errors import SpecError
from liesd.spec.language import ACTIONS
from liesd.spec.spec import Spec

_PIECE = re.compile(
    r"""\s*(?:(?P<quoted>"[^"]*"|'[^']*')|(?P<arrow>->)|(?P<name>[^\W\d]\w*)|(?P<int>\d+)"""
    r"""|(?P<mark>\S))"""
)
COUNT, VECTOR, BARE, LABEL, BLOCK = "count", "vector", "bare", "label", "block"


@dataclass(frozen=True)
class Term:
    """One summand of a side, as the user wrote it."""

    text: str
    kind: str
    """A whole number, one space, a name that must be a column, a label, or anything composed."""
    name: str = ""
    """The name of its space or column, where there is one."""
    items: tuple[str, ...] = ()
    """The columns that it names, as written."""
    span: tuple[int, int] = (0, 0)
    """The place of the space within the text."""

    def with_axes(self, axes: Sequence[str]) -> str:
        """The text of the term with names of coordinates in place of a size."""
        start, end = self.span
        return f"{self.text[:start]}{self.name}({', '.join(axes)}){self.text[end:]}"


@dataclass(frozen=True)
class Draft:
    """The terms of both sides."""

    text: str
    inputs: tuple[Term, ...]
    outputs: tuple[Term, ...]
    dictionary: Mapping[str, Any] | None = field(default=None, compare=False)

    @classmethod
    def parse(cls, text: str, dictionary: Mapping[str, Any] | None = None) -> Draft:
        """Cut a spec into terms; what is wrong with it otherwise is told when it is a spec."""
        known: set[str] = set()
        sides = [
            tuple(_read_term(term, known) for term in _split(side, "+"))
            for side in _split(text, "->")
        ]
        if len(sides) != 2:
            Spec.parse(text, dictionary)  # says what is wrong
            raise SpecError("a spec has two sides, as in x[3] -> 1", text, 0)
        return cls(text, sides[0], sides[1], dictionary)

    @property
    def names_columns(self) -> bool:
        """True if it can be understood with a table only, or says which columns it wants."""
        return any(one.items or one.kind == BARE for one in (*self.inputs, *self.outputs))

    def spec(
        self, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None
    ) -> Spec:
        """The plain spec, of the texts of its terms if they are given."""
        one = [term.text for term in self.inputs] if inputs is None else inputs
        other = [term.text for term in self.outputs] if outputs is None else outputs
        return Spec.parse(f"{' + '.join(one)} -> {' + '.join(other)}", self.dictionary)

    @property
    def preview(self) -> Spec | None:
        """The spec as far as it is known without a table; None where its sizes are not."""
        items = (item for one in (*self.inputs, *self.outputs) for item in one.items)
        if any(set(item) & set(":*?") for item in items):
            return None
        return self.spec(*([_preview(one) for one in side] for side in (self.inputs, self.outputs)))

    def sizes(self, inputs: Sequence[str], outputs: Sequence[str]) -> tuple[list[int], list[int]]:
        """The numbers per sample of each term, given as plain text."""

        def parse(one: Sequence[str], other: Sequence[str]) -> Spec:
            return Spec.parse(f"{' + '.join(one)} -> {' + '.join(other)}", self.dictionary)

        first = [parse(inputs[: k + 1], [_NOBODY]).input.dim for k in range(len(inputs))]
        second = [parse(inputs, outputs[: k + 1]).output.dim for k in range(len(outputs))]
        one, other = ([b - a for a, b in pairwise([0, *ends])] for ends in (first, second))
        return one, other


_NOBODY = "nobody_has_this_name[1]"


def _preview(term: Term) -> str:
    if term.items:
        return term.with_axes(make_axes(term.items))
    return "1" if term.kind == BARE else term.text


def _split(text: str, mark: str) -> list[str]:
    """Cut a text at a mark outside all brackets and quotes."""
    parts, depth, start = [], 0, 0
    for found in _PIECE.finditer(text):
        piece = found[found.lastgroup or 0]
        depth += (piece in "([") - (piece in ")]") if len(piece) == 1 else 0
        if piece == mark and depth == 0:
            parts.append(text[start : found.start(found.lastgroup or 0)].strip())
            start = found.end()
    return [*parts, text[start:].strip()]


def _read_term(text: str, known: set[str]) -> Term:
    """Find the one space or column of a term; ``known`` are the spaces so far."""
    pieces = [(found.lastgroup, found[found.lastgroup or 0], found.start(found.lastgroup or 0))
              for found in _PIECE.finditer(text)]  # fmt: skip
    spaces: list[Term] = []
    composed, k = False, 0
    while k < len(pieces):
        kind, piece, place = pieces[k]
        after = pieces[k + 1][1] if k + 1 < len(pieces) else ""
        composed |= piece in ("*", "+")
        is_argument = k > 0 and pieces[k - 1][1] == ","
        if kind == "name" and not is_argument and text[place - 1 : place] != ".":
            is_action = piece in ACTIONS and piece not in known
            if after == "[" or (after == "(" and not is_action):
                end = next((j for j in range(k + 2, len(pieces)) if pieces[j][1] in ")]"), None)
                if end is None:
                    return Term(text, BLOCK)
                inside = text[pieces[k + 1][2] + 1 : pieces[end][2]]
                items = () if inside.strip().isdigit() else _split_items(inside)
                known.add(piece)
                spaces.append(Term(text, VECTOR, piece, items, (place, pieces[end][2] + 1)))
                k = end
            elif not (after == "(" and is_action):
                kinds = LABEL if is_action else VECTOR if piece in known else BARE
                spaces.append(Term(text, kinds, piece, (), (place, place + len(piece))))
        k += 1
    if composed or len(spaces) > 1:
        if any(one.items for one in spaces):
            name = next(one.name for one in spaces if one.items)
            raise SpecError(
                f"{text!r} is more than one vector, so that the columns in {name}(...) are not "
                f"enough: write a sum, as {name}(a, b) + {name}(c, d)"
            )
        alone = spaces[0].name if len({one.name for one in spaces}) == 1 else ""
        return Term(text, BLOCK, alone)
    if spaces:
        return spaces[0]
    return Term(text, COUNT if text.isdigit() else BLOCK)


def _split_items(text: str) -> tuple[str, ...]:
    return tuple(item[1:-1] if item[:1] in "\"'" else item for item in _split(text, ",") if item)


def make_axes(names: Sequence[str]) -> list[str]:
    """Names of columns as names of coordinates: "p x (GeV)" becomes p_x_GeV.

    >>> make_axes(["p x (GeV)", "2", "x"])
    ['p_x_GeV', '_2', 'x']
    """
    axes: list[str] = []
    for name in names:
        axis = re.sub(r"\W+", "_", name).strip("_") or "_"
        axis = axis if axis.isidentifier() else f"_{axis}"
        while axis in axes:
            axis += "_"
        axes.append(axis)
    return axes
