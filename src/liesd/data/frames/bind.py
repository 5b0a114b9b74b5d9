"""Bind a spec to a table: which columns are inputs and outputs, and a plain spec with their names.

A term of the spec gets the columns that it names, ``pos(x, y, z)`` or ``mass``. A space with a size
gets the columns of its name: an array of it, or a family such as pos_x, pos_y, pos_z or p0, p1, p2.
What is left over goes to what is left over, in the order of the table, if that fits exactly. A spec
that names nothing is bound by order alone, inputs first.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from liesd.data import limits
from liesd.data.columns import Part, Shapes, choose_columns, count_numbers, select_names, show_names
from liesd.data.frames.join import Homes, name_numbers
from liesd.data.frames.kinds import NUMBER, TEXT, Kinds
from liesd.data.table import Table
from liesd.errors import DataError, SpecError
from liesd.spec.named.draft import BARE, BLOCK, COUNT, LABEL, VECTOR, Draft, Term, make_axes
from liesd.spec.named.families import find_family
from liesd.spec.spec import Spec


@dataclass(frozen=True)
class Bound:
    """A spec, and the columns of its inputs and outputs."""

    spec: Spec
    homes: Homes
    """The table of each column; categories that were asked for have a column each."""
    inputs: Part
    outputs: Part | None
    notes: tuple[str, ...] = ()

    @property
    def input_names(self) -> list[str]:
        """The name of each number of x."""
        return name_numbers({k: v.shapes[k] for k, v in self.homes.items()}, self.inputs)

    @property
    def output_names(self) -> list[str]:
        """The name of each number of y."""
        shapes = {k: v.shapes[k] for k, v in self.homes.items()}
        return [] if self.outputs is None else name_numbers(shapes, self.outputs)


def bind(draft: Draft, homes: Homes, wants_y: bool = True) -> Bound:
    """Find the columns of each term; without ``wants_y`` outputs need none."""
    return _Binder(draft, homes, wants_y).bind()


def bind_parts(draft: Draft, homes: Homes, parts: tuple[Part, Part | None]) -> Bound:
    """Give each term its share of columns that were chosen already, in their order."""
    return _Binder(draft, homes, parts[1] is not None).share(parts)


class _Binder:
    """The columns found so far, for each term of both sides."""

    def __init__(self, draft: Draft, homes: Homes, wants_y: bool) -> None:
        self.draft, self.homes, self.wants_y = draft, dict(homes), wants_y
        self.shapes: Shapes = {name: table.shapes[name] for name, table in homes.items()}
        self.kinds = Kinds(self.homes)
        self.notes: list[str] = []
        self.used: list[str] = []

    def bind(self) -> Bound:
        terms = (self.draft.inputs, self.draft.outputs)
        named = [[self._name(term, side) for term in terms[side]] for side in (0, 1)]
        texts = [
            [self._write(*pair) for pair in zip(terms[side], named[side], strict=True)]
            for side in (0, 1)
        ]
        sizes = self.draft.sizes(*texts)
        for side in (0, 1):
            for k, term in enumerate(terms[side]):
                if named[side][k] is None and (side == 0 or self.wants_y):
                    named[side][k] = self._recognise(term, sizes[side][k], side)
        if not any(one for side in named for one in side):
            parts = self._choose_by_order(*map(sum, sizes))
        else:
            self._fill(named, sizes, terms)
            parts = (
                Part([name for one in named[0] for name in one or ()]),
                Part([name for one in named[1] for name in one or ()]) if self.wants_y else None,
            )
        return self._finish(parts, sizes, texts)

    def share(self, parts: tuple[Part, Part | None]) -> Bound:
        texts = [[term.text for term in side] for side in (self.draft.inputs, self.draft.outputs)]
        return self._finish(parts, self.draft.sizes(*texts), texts)

    def _name(self, term: Term, side: int) -> list[str] | None:
        """The columns that a term names itself; None if it names none."""
        if term.items:
            if side == 1 and not self.wants_y and any(one not in self.shapes for one in term.items):
                return []
            found = [
                name for item in term.items for name in select_names(item, self.shapes, "the spec")
            ]
            if odd := [name for name in found if not self.kinds.holds_numbers(name)]:
                raise DataError(
                    f"{odd[0]!r} in {term.text} holds {self.kinds[odd[0]]}, which no matrix can "
                    f"move: leave it out of {term.name}, or add it on its own (+ {odd[0]})"
                )
            return self._take(found)
        if term.kind != BARE:
            return None
        if side == 1 and not self.wants_y and term.name not in self.shapes:
            return []
        if term.name not in self.shapes:
            raise self._explain_missing(term.name)
        if side == 0 and self.kinds[term.name] == TEXT:
            return self._take(self._split_categories(term.name))
        return self._take([term.name])

    def _explain_missing(self, name: str) -> SpecError:
        near = difflib.get_close_matches(name, self.shapes, 1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}? There are" if near else "there are"
        terms = (*self.draft.inputs, *self.draft.outputs)
        named = {one for term in terms for one in (term.name, *term.items)}
        free = [one for one in self.shapes if one not in named and self.kinds[one] == NUMBER]
        sizes = (re.search(r"\[(\d+)\]", term.text) for term in terms)
        size = self._count(free) - sum(int(one[1]) for one in sizes if one)
        size = size if 0 < size <= limits.LIMITS.categories else 3
        return SpecError(
            f"the first use of {name!r} must give its size, as in {name}[{size}], or be the name "
            f"of a column: {hint} {show_names(list(self.shapes))}",
            self.draft.text,
            self.draft.text.find(name),
        )

    def _take(self, names: list[str]) -> list[str]:
        if twice := [name for name in names if name in self.used or names.count(name) > 1]:
            raise DataError(f"the spec names {twice[0]!r} more than once: name each column once")
        self.used += names
        return names

    def _split_categories(self, name: str) -> list[str]:
        """One column of zeros and ones for each category of a text column."""
        (column,) = self.homes[name].fetch([name])
        different = [str(one) for one in np.unique(np.asarray(column).astype(str))]
        table = self.homes[name]
        if not 2 <= len(different) <= limits.LIMITS.categories:
            raise DataError(
                f"{name!r} holds {len(different)} different texts, which are no categories: leave "
                "it out of the spec"
            )

        def fetch(names: Any) -> list[Any]:
            (texts,) = table.fetch([name])
            return [(np.asarray(texts).astype(str) == one.removeprefix(f"{name}=")).astype(float)
                    for one in names]  # fmt: skip

        made = [f"{name}={one}" for one in different]
        virtual = Table(table.path, dict.fromkeys(made, ()), fetch, table.locate)
        for one in made:
            self.homes[one], self.shapes[one] = virtual, ()
        self.used.append(name)
        self.notes.append(f"{name!r} is {len(made)} numbers, one per category: {show_names(made)}")
        return made

    def _write(self, term: Term, names: list[str] | None) -> str:
        """The term as plain text, as far as its columns are known."""
        if term.kind == BARE:
            if len(names or ()) == 1 and self.kinds[(names or [""])[0]] == TEXT:
                return "label"
            return str(max(1, len(names or ())))
        if term.items:
            return term.with_axes(make_axes(names or term.items))
        if names and term.kind == VECTOR and all(self.shapes[one] == () for one in names):
            return term.with_axes(make_axes(names))
        return term.text

    def _recognise(self, term: Term, size: int, side: int) -> list[str] | None:
        """The columns of a term's own name, if there are any that nobody has."""
        if term.kind == COUNT or not term.name:
            return None
        free = {k: v for k, v in self.shapes.items() if k not in self.used}
        if term.name in free and count_numbers(free, [term.name]) == size:
            return self._take([term.name])
        if free.get(term.name) and term.kind == VECTOR:  # an array of another size
            count = count_numbers(free, [term.name])
            raise DataError(
                f"the {('inputs', 'outputs')[side]} {term.name!r} make {count} numbers per sample, "
                f"but the spec wants {size}: "
                f"name others with --{'xy'[side]}, or change the sizes in the spec"
            )
        found = find_family(term.name, size, free) if term.kind in (VECTOR, BLOCK) else None
        return None if found is None else self._take(found)

    def _fill(
        self,
        named: list[list[list[str] | None]],
        sizes: tuple[list[int], list[int]],
        terms: tuple[tuple[Term, ...], tuple[Term, ...]],
    ) -> None:
        """Give what is left over to the terms without columns, in order."""
        sides = (0, 1) if self.wants_y else (0,)
        wanted = [(side, k) for side in sides for k, one in enumerate(named[side]) if one is None]
        if not wanted:
            return
        rest = [name for name in self.shapes if name not in self.used]
        numbers = [name for name in rest if self.kinds[name] == NUMBER]
        asked = [terms[side][k] for side, k in wanted]
        (side, k), *others = wanted
        if side == 1 and not others and asked[0].kind in (COUNT, LABEL):  # maybe class labels
            only = ["y"] if "y" in rest else numbers or rest
            if len(only) == 1:
                named[side][k] = self._take(only)
                return
        need = sum(sizes[side][k] for side, k in wanted)
        known = [name for name in rest if self.kinds.holds_numbers(name)]
        free = next((one for one in (numbers, known) if self._count(one) == need), None)
        if free is None:
            texts = ", ".join(repr(term.text) for term in asked)
            there = show_names(numbers) if numbers else "no column of numbers"
            example = numbers[0] if numbers else "energy"
            raise DataError(
                f"the spec needs {need} more numbers per sample for {texts}, and what is left is "
                f"{there}: name the columns in the spec, as in pos(x, y, z) + mass -> {example}"
            )
        for side, k in wanted:
            named[side][k] = self._take(_cut(free, self.shapes, sizes[side][k]))

    def _count(self, names: list[str]) -> int:
        return count_numbers(self.shapes, names)

    def _choose_by_order(self, n: int, m: int) -> tuple[Part, Part | None]:
        """All columns in order, inputs first; without text and identifiers if that fits better."""
        usable = {k: v for k, v in self.shapes.items() if self.kinds[k] == NUMBER}
        labels = {k: v for k, v in self.shapes.items() if self.kinds[k] in (NUMBER, TEXT)}
        failure: DataError | None = None
        for shapes in (self.shapes, usable, labels):
            try:
                inputs, outputs = choose_columns(shapes, n, m, None, None, self.wants_y)
            except DataError as error:
                failure = failure or error
                continue
            if all(self.kinds.holds_numbers(name) for name in inputs.names):
                return inputs, outputs
            odd = next(name for name in inputs.names if not self.kinds.holds_numbers(name))
            failure = failure or DataError(
                f"{odd!r} in {self.homes[odd].path} holds {self.kinds[odd]}, not numbers: leave it "
                "out by naming the columns in the spec, as in pos(x, y, z) -> energy, or with --x "
                "and --y"
            )
        assert failure is not None
        raise failure

    def _finish(
        self,
        parts: tuple[Part, Part | None],
        sizes: tuple[list[int], list[int]],
        texts: list[list[str]],
    ) -> Bound:
        """The plain spec, with the names of columns for the coordinates of its spaces."""
        sides = (self.draft.inputs, self.draft.outputs)
        for side, part in enumerate(parts):
            if part is None:
                continue
            numbers, start = name_numbers(self.shapes, part), 0
            for k, term in enumerate(sides[side]):
                mine = numbers[start : start + sizes[side][k]]
                start += sizes[side][k]
                if term.kind == VECTOR and len(mine) == sizes[side][k]:
                    named = all(self.shapes.get(one) == () for one in mine)
                    texts[side][k] = term.with_axes(make_axes(mine)) if named else term.text
        taken = {*self.used, *parts[0].names, *(parts[1].names if parts[1] else ())}
        named_anyway = {term.name for term in sides[1]} | {
            one for term in sides[1] for one in term.items
        }
        rest = [one for one in self.shapes if one not in taken and one not in named_anyway]
        told = self.kinds.explain(rest)
        notes = (*self.notes, *([told] if told else []))
        return Bound(self.draft.spec(*texts), self.homes, *parts, notes)


def _cut(free: list[str], shapes: Shapes, size: int) -> list[str]:
    """Take columns of so many numbers from the front."""
    taken: list[str] = []
    while free and count_numbers(shapes, taken) < size:
        taken.append(free.pop(0))
    if count_numbers(shapes, taken) != size:
        raise DataError(
            f"{show_names(taken)} do not make {size} numbers per sample: name the columns in the "
            "spec, as in pos(x, y, z) + mass -> energy"
        )
    return taken
