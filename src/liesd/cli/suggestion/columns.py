"""Which columns of files are inputs and outputs, where no spec says how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from liesd.data.columns import Shapes, count_numbers, select_names, show_names
from liesd.data.formats import open_table
from liesd.data.table import Table
from liesd.errors import DataError
from liesd.suggestion.names import count_last_alike

_OUTPUTS = ("y", "target", "label", "output", "outputs", "class")


class Columns(NamedTuple):
    """The names of inputs and outputs, as the options --x and --y take them."""

    x: list[str]
    y: list[str]
    spec: str
    """The most general spec of so many numbers."""
    notes: list[str]
    guess: str = ""
    """Which columns are outputs and how to say otherwise, where nobody named them."""


def choose_columns(
    paths: Sequence[Path], x: str | None, y: str | None, groups: str | None
) -> Columns:
    """Choose columns: those that are named; else arrays x and y; else the last ones are outputs.

    The last column is one, and so are those before it whose names say that they belong to it.
    Text and running numbers are left out where nobody names them.
    """
    homes: dict[str, Table] = {}
    for table in map(open_table, paths):
        homes |= dict.fromkeys(table.shapes, table)
    shapes: Shapes = {name: table.shapes[name] for name, table in homes.items() if name != groups}
    inputs = select_names(x, shapes, "--x") if x is not None else None
    outputs = select_names(y, shapes, "--y") if y is not None else None
    free = [name for name in shapes if name not in (*(inputs or ()), *(outputs or ()))]
    notes: list[str] = []
    guess = ""
    if outputs is None:
        outputs = [name for name in free if name.lower() in _OUTPUTS]
        if "z" in free:  # x, y, z are the axes of space
            outputs = [name for name in outputs if name != "y"]
        if not outputs:
            useful = _leave_out(free, homes, [])
            outputs = _take_last(useful, inputs)
            notes += [_describe(outputs)] if outputs else []
            guess = _doubt(outputs, useful) if len(useful) > 1 else ""
    if inputs is None:
        rest = [name for name in free if name not in outputs]
        inputs = ["x"] if "x" in rest and len(shapes["x"]) else _leave_out(rest, homes, notes)
    if not inputs or not outputs:
        raise DataError(
            "there are no columns of numbers for inputs and outputs among "
            f"{show_names(list(shapes))}: name them with --x and --y"
        )
    n, m = count_numbers(shapes, inputs), count_numbers(shapes, outputs)
    is_label = len(outputs) == 1 and m == 1 and _holds_labels(homes[outputs[0]], outputs[0])
    return Columns(inputs, outputs, f"x[{n}] -> {'label' if is_label else f'y[{m}]'}", notes, guess)


def _take_last(names: list[str], inputs: list[str] | None) -> list[str]:
    """The last column with those that belong to it; alone if too few would be left as inputs."""
    count = count_last_alike(names)
    left = len(names) - count if inputs is None else len(inputs)
    return names[-count if left >= count else -1 :]


def _describe(outputs: list[str]) -> str:
    """Say which columns are taken to be outputs, without being told."""
    if len(outputs) == 1:
        return f"the output is taken to be {outputs[0]!r}, the last column"
    names = f"{', '.join(map(repr, outputs[:-1]))} and {outputs[-1]!r}"
    return f"the outputs are taken to be {names}, the last columns, whose names belong together"


def _doubt(outputs: list[str], names: list[str]) -> str:
    """The same, with an example of how to say otherwise."""
    other = names[-2:] if len(outputs) == 1 else names[-1:]
    return f"{_describe(outputs)}; name the right ones if it is not so, as --y {quote_names(other)}"


def quote_names(names: Sequence[str]) -> str:
    """Names as one argument of an option."""
    quoted = [f'"{name}"' if "," in name or '"' in name else name for name in names]
    return ",".join(quoted)


def _leave_out(names: list[str], homes: dict[str, Table], notes: list[str]) -> list[str]:
    """The names of columns that hold numbers other than 0, 1, 2, ... in the order of the file."""
    kept = []
    for name in names:
        (column,) = homes[name].fetch([name])
        if column.dtype.kind not in "fiub":
            notes.append(f"{name!r} holds text and is left out")
        elif column.ndim == 1 and _is_running(np.asarray(column[:])):
            notes.append(f"{name!r} numbers the rows and is left out")
        else:
            kept.append(name)
    return kept


def _is_running(column: np.ndarray) -> bool:
    return len(column) > 2 and bool(np.all(np.diff(column.astype(float)) == 1))


def _holds_labels(table: Table, name: str) -> bool:
    (column,) = table.fetch([name])
    return column.dtype.kind in "bUSO"
