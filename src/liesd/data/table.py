"""A file of samples as the rest sees it: named columns, read only when they are asked for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.arrays import STRETCH
from liesd.errors import DataError

LONGEST_NAME = 200
IN_MEMORY = 1 << 28  # bytes up to which an array in a file is read whole
EXACT = 2**53  # whole numbers beyond this are not exact as real numbers


def _sample(row: int) -> str:
    return f"sample {row} (the first is 0)"


@dataclass(frozen=True, eq=False)
class Table:
    """Columns with names; a column may hold several numbers a sample."""

    path: Path
    shapes: dict[str, tuple[int, ...]]
    """The shape of one sample of each column, in the order of the file."""
    fetch: Callable[[Sequence[str]], list[Any]]
    """Some columns, whatever they hold; the first axis counts the samples. Large ones may stay in
    their file and give slices."""
    where: Callable[[int], str] = _sample
    """How to name the place of a sample in the file."""

    def numbers(self, names: Sequence[str]) -> list[Any]:
        """Some columns as finite real numbers."""
        columns = zip(names, self.fetch(names), strict=True)
        return [self._checked(name, column) for name, column in columns]

    def _checked(self, name: str, column: Any) -> Any:
        here = f"{name!r} in {self.path}"
        if column.dtype.kind == "c":
            raise DataError(
                f"{here} holds complex numbers: store real and imaginary parts as two columns"
            )
        if column.dtype.kind in "USO":
            raise DataError(
                f"{here} holds text (such as {str(column.flat[0])[:40]!r}), not numbers: leave it "
                "out with --x and --y, or turn it into numbers"
            )
        if column.dtype.kind not in "fiub":
            raise DataError(
                f"{here} holds {column.dtype} values, not numbers: turn it into real numbers first"
            )
        first, count = 0, 0
        for start, part in stretches(column):
            if part.dtype.kind in "iu" and max(int(part.max()), -int(part.min())) > EXACT:
                raise too_large(f"{here}, as {part.dtype},")
            bad = ~np.isfinite(part.reshape(len(part), -1)).all(axis=1)
            if bad.any():
                first = first if count else start + int(np.argmax(bad))
                count += int(bad.sum())
        if count:
            raise DataError(
                f"{here} holds NaN or infinity, first in {self.where(first)}, in {count:,} of "
                f"{len(column):,} samples: drop or repair these rows first"
            )
        if column.dtype.kind != "f" or column.dtype.itemsize > 8:
            column = np.asarray(column[:], dtype=np.float64)
        return column


def stretches(column: Any) -> Iterator[tuple[int, NDArray[Any]]]:
    """An array, or one in a file, part by part, each with the place of its first sample."""
    size = column.dtype.itemsize * math.prod(column.shape[1:])
    rows = max(1, STRETCH // max(1, size))
    for start in range(0, len(column) if size else 0, rows):
        yield start, np.asarray(column[start : start + rows])


def take(column: Any, rows: NDArray[np.intp]) -> NDArray[Any]:
    """Some samples, in the order of the file, in which ``rows`` are given."""
    if isinstance(column, np.ndarray):
        return column[rows]
    parts = []
    for start, part in stretches(column):
        some = slice(*np.searchsorted(rows, [start, start + len(part)]))
        parts.append(part[rows[some] - start])
    return np.concatenate(parts)


def too_large(here: str) -> DataError:
    """Whole numbers that a real number cannot hold: mostly identifiers, not measurements."""
    return DataError(
        f"{here} holds whole numbers beyond 2^53, which real numbers cannot tell apart: if it is "
        "an identifier leave it out with --x and --y, else write it as 1.5e20"
    )


def check_names(path: Path, names: Iterable[str]) -> list[str]:
    """Names that can be told apart, typed and printed."""
    names = list(names)
    for place, name in enumerate(names, 1):
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise DataError(
                f"column {place} of {path} has a name that cannot be typed or printed "
                f"({name[:40]!r}): rename it in the file"
            )
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise DataError(
            f"{path} has more than one column named {', '.join(map(repr, twice[:5]))}: give each "
            "column a name of its own"
        )
    return names
