"""Samples out of data frames, as :func:`liesd.discover` and :func:`liesd.learn` take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.columns import Part, show_names
from liesd.data.frames.base import open_frame
from liesd.data.frames.bind import bind
from liesd.data.frames.join import find_labels, join_columns, read_outputs
from liesd.data.table import Table
from liesd.errors import DataError
from liesd.spec.named.draft import Draft
from liesd.spec.spec import Spec


@dataclass(frozen=True, eq=False)
class Taken:
    """Arrays in place of data frames, and a spec in place of one that names columns."""

    x: Any
    y: Any
    spec: Spec
    names: tuple[str, ...] = ()
    """The name of each number of x; none if it came without names."""
    notes: tuple[str, ...] = ()
    text: str = ""
    """The spec as it was asked, where that is shorter."""


def take_samples(
    x: Any,
    y: Any,
    spec: str | Spec,
    dictionary: Mapping[str, Any] | None = None,
    wants_y: bool = False,
    task: str = "auto",
) -> Taken:
    """Take inputs and outputs by the names that a spec has for them.

    ``y`` may be a data frame of its own, or the same as x; with ``wants_y`` it may be left out if
    x holds the outputs too. Arrays pass as they are.
    """
    table, other = open_frame(x), None if y is None else open_frame(y)
    if table is None:
        return Taken(x, y if other is None else _join_all(other), Spec.parse(spec, dictionary))
    text = str(spec)
    given = spec.dictionary if isinstance(spec, Spec) else dictionary
    homes = dict.fromkeys(table.shapes, table)
    inside = y is x or (y is None and wants_y)
    bound = bind(Draft.parse(text, given), homes, inside)
    values, outputs, columns = y, bound.outputs, bound.homes
    if other is not None and y is not x:
        columns = dict.fromkeys(other.shapes, other)
        outputs = _find_outputs(other, Draft.parse(text, given))
    if outputs is not None:
        labels = find_labels(columns, outputs, bound.spec, task)
        values = (
            read_outputs(columns, outputs, bound.spec.output.dim)
            if labels is None
            else labels.codes
        )
    inputs = join_columns(bound.homes, bound.inputs)
    if outputs is not None and len(values) != len(inputs):
        raise DataError(
            f"x has {len(inputs)} samples and y has {len(values)}: they must belong together one "
            "by one"
        )
    return Taken(inputs, values, bound.spec, tuple(bound.input_names), bound.notes, text)


def select_columns(table: Table, names: Sequence[str]) -> NDArray[Any]:
    """The numbers of these names, (N, numbers); "kind=a" is one category of the column kind."""
    columns = []
    for name in names:
        stem, equals, category = name.partition("=")
        if name in table.shapes:
            (column,) = table.read_numbers([name])
        elif equals and stem in table.shapes:
            (text,) = table.fetch([stem])
            column = (np.asarray(text).astype(str) == category).astype(float)
        elif name.endswith("]") and (stem := name.rpartition("[")[0]) in table.shapes:
            (whole,) = table.read_numbers([stem])
            column = whole.reshape(len(whole), -1)[:, int(name[len(stem) + 1 : -1])]
        else:
            raise DataError(
                f"there is no column {name!r}: there are {show_names(list(table.shapes))}"
            )
        columns.append(np.asarray(column[:]).reshape(len(column)))
    return np.stack(columns, axis=1)


def _find_outputs(table: Table, draft: Draft) -> Part:
    """The outputs in a frame of their own: those that the spec names, or else all."""
    named = [name for term in draft.outputs for name in term.items or (term.name,) if name]
    known = [name for name in named if name in table.shapes]
    if known and len(known) < len(named):
        missing = next(name for name in named if name not in table.shapes)
        raise DataError(f"there is no output {missing!r} in y, which the spec names")
    return Part(known or list(table.shapes))


def _join_all(table: Table) -> Any:
    """All columns of a frame of outputs; a single one of text stays text."""
    names = list(table.shapes)
    if len(names) == 1:
        (column,) = table.fetch(names)
        return column
    return join_columns(dict.fromkeys(names, table), Part(names))
