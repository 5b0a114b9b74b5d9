"""CSV as people have it: any usual delimiter, a header or none, comments, quotes, a BOM.

Read by Python's own ``csv``, cell by cell, so that every refusal can name its line and column.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data import limits
from liesd.data.formats.ending import Ending, LastCells, explain_cut, explain_open
from liesd.data.table import Table, check_names, explain_large_integers
from liesd.errors import DataError, FileFormatError

DELIMITERS = (",", ";", "\t", " ")
"""What may separate cells; a space only where there is no other."""


@dataclass(frozen=True)
class _Layout:
    """The layout of a file: its delimiter, its names, and the first line of data."""

    path: Path
    delimiter: str
    names: list[str]
    first: int
    """The number of the first line of data."""
    sample: list[str]
    """The cells of that line; what is a number there is a column of numbers."""


def read_table(path: Path) -> Table:
    """Open a text file with one sample per line."""
    layout, told = _read_layout(path), set[str]()

    def tell(remark: str) -> None:
        if remark not in told:  # inputs and outputs are fetched one after the other
            told.add(remark)
            warnings.warn(remark, UserWarning, stacklevel=2)

    def fetch(names: Sequence[str]) -> list[NDArray[Any]]:
        return _read_columns(layout, [layout.names.index(name) for name in names], tell)

    def locate(row: int) -> str:
        (number, _) = next(islice(_read_rows(layout), row, None))
        return f"line {number}"

    return Table(path, dict.fromkeys(layout.names, ()), fetch, locate)


def _read_layout(path: Path) -> _Layout:
    lines = _read_lines(path)
    number, line, comment = 0, "", ""
    for number, line in lines:  # noqa: B007
        if line.startswith("#"):
            comment = line.lstrip("# ")
        elif line.strip():
            break
    else:
        raise DataError(f"{path} holds no rows: write a header and one line per sample")
    counts = {mark: _drop_quoted(line).strip().count(mark) for mark in DELIMITERS}
    delimiter = max(counts, key=lambda mark: (counts[mark] > 0 and mark != " ", counts[mark]))
    cells = _split_cells(line, delimiter, path, number)
    if not _is_header(cells):
        names = _split_cells(comment, delimiter, path, number) if comment else []
        if len(names) != len(cells) or not _is_header(names):
            names = [""] * len(cells)
        return _Layout(path, delimiter, _fill_names(path, names), number, cells)
    values = [cell for cell in cells if "." in cell and _is_number(cell)]
    if values:
        raise DataError(
            f"line {number} of {path} holds both names and numbers (such as {values[0]!r}): put a "
            "line with a name for each column above it"
        )
    for first, line in lines:
        if line.strip() and not line.startswith("#"):
            sample = _split_cells(line, delimiter, path, first)
            return _Layout(path, delimiter, _fill_names(path, cells), first, sample)
    raise DataError(f"{path} has a header and no rows: write one line per sample below it")


def _read_columns(
    layout: _Layout, wanted: list[int], tell: Callable[[str], None]
) -> list[NDArray[Any]]:
    rows = _read_rows(layout, tell)
    found: list[list[NDArray[Any]]] = [[] for _ in wanted]
    text = {k for k in wanted if k < len(layout.sample) and _is_text(layout.sample[k])}
    while chunk := list(islice(rows, limits.LIMITS.text_rows)):
        for parts, k in zip(found, wanted, strict=True):
            cells = [row[k] for _, row in chunk]
            parts.append(np.array(cells) if k in text else _parse_numbers(layout, k, chunk))
    return [np.concatenate(parts) for parts in found]


def _read_rows(
    layout: _Layout, tell: Callable[[str], None] = lambda remark: None
) -> Iterator[tuple[int, list[str]]]:
    """Read the number and the cells of every line of data; tell if the last may be incomplete."""
    width, ends, ended, number = len(layout.names), LastCells(), True, 0
    for number, line in _read_lines(layout.path):
        if number < layout.first or not line.strip() or line.startswith("#"):
            continue
        cells, ended = _split_cells(line, layout.delimiter, layout.path, number), line[-1] == "\n"
        if len(cells) != width:
            cut = "" if ended else ", and no line break at its end: the file was cut short"
            raise DataError(
                f"line {number} of {layout.path} has {len(cells)} cells, but there are {width} "
                f"columns{cut}; repair or remove that line"
            )
        ends.add(cells[-1])
        yield number, cells
    if not ended and ends.judge() is Ending.CUT:
        raise explain_cut(layout.path, number, ends.last)
    if not ended and ends.judge() is Ending.OPEN:
        tell(explain_open(layout.path, ends.last))


def _parse_numbers(
    layout: _Layout, k: int, chunk: list[tuple[int, list[str]]]
) -> NDArray[np.float64]:
    try:
        values = np.array([float(row[k]) for _, row in chunk])
    except ValueError:
        number, cell = next((n, row[k]) for n, row in chunk if not _is_number(row[k]))
        here = f"line {number} of {layout.path}, column {layout.names[k]!r},"
        if not cell.strip():
            raise DataError(f"{here} is empty: fill it or remove that line") from None
        advice = "write decimals with a point" if "," in cell else "repair or remove that line"
        raise DataError(f"{here} is not a number ({cell[:40]!r}): {advice}") from None
    for place in np.flatnonzero(np.abs(values) > limits.LIMITS.exact_integer):
        number, row = chunk[place]
        if re.fullmatch(r"\s*[+-]?\d+\s*", row[k]):
            raise explain_large_integers(
                f"line {number} of {layout.path}, column {layout.names[k]!r},"
            )
    return values


def _read_lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield from enumerate(file, 1)
    except UnicodeDecodeError:
        raise FileFormatError(
            f"{path} is no UTF-8 text: save it as CSV in UTF-8, or give it the ending of what it is"
        ) from None


def _split_cells(line: str, delimiter: str, path: Path, number: int) -> list[str]:
    line = line.strip() if delimiter == " " else line.rstrip("\r\n")
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise FileFormatError(
            f"line {number} of {path} does not read as CSV ({error}): close its quotes, and keep "
            "line breaks out of cells"
        ) from None


def _drop_quoted(line: str) -> str:
    return re.sub(r'"[^"]*"', "", line)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _is_text(cell: str) -> bool:
    """Tell text from numbers and attempts at them: empty cells, or decimal commas."""
    return not _is_number(cell) and re.fullmatch(r"[\s\d+-]*(,\d+)?\s*", cell) is None


def _is_header(cells: list[str]) -> bool:
    """Tell names from numbers; but 0, 1, 2, ... are the names that data frames give."""
    counted = [cell for cell in cells if cell.strip()]
    if len(counted) > 1 and counted == [str(k) for k in range(len(counted))]:
        return True
    return not all(_is_number(cell) for cell in counted)


def _fill_names(path: Path, cells: Iterable[str]) -> list[str]:
    names = [cell.strip() or f"column{place}" for place, cell in enumerate(cells, 1)]
    return check_names(path, names)
