"""A file of samples as the rest sees it: named columns, read only when they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data import limits
from liesd.data.filearray import read_chunks
from liesd.errors import DataError


def _count_samples(row: int) -> str:
    return f"sample {row} (the first is 0)"


@dataclass(frozen=True, eq=False)
class Table:
    """Columns with names; a column may hold several numbers per sample."""

    path: Path | str
    """The file, or what else to call it in messages."""
    shapes: dict[str, tuple[int, ...]]
    """The shape of one sample of each column, in the order of the file."""
    fetch: Callable[[Sequence[str]], list[Any]]
    """Read the named columns, whatever they hold; the first axis counts the samples. Large ones may
    stay in their file and give slices."""
    locate: Callable[[int], str] = _count_samples
    """Name the place of a sample in the file, for messages."""

    def read_numbers(self, names: Sequence[str]) -> list[Any]:
        """Read the named columns as finite real numbers."""
        columns = zip(names, self.fetch(names), strict=True)
        return [self._check_numbers(name, column) for name, column in columns]

    def _check_numbers(self, name: str, column: Any) -> Any:
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
        for start, part in read_chunks(column):
            if part.dtype.kind in "iu":
                largest = max(int(part.max()), -int(part.min()))
                if largest > limits.LIMITS.exact_integer:
                    raise explain_large_integers(f"{here}, as {part.dtype},")
            bad = ~np.isfinite(part.reshape(len(part), -1)).all(axis=1)
            if bad.any():
                first = first if count else start + int(np.argmax(bad))
                count += int(bad.sum())
        if count:
            raise DataError(
                f"{here} holds NaN or infinity, first in {self.locate(first)}, in {count:,} of "
                f"{len(column):,} samples: drop or repair these rows first"
            )
        if column.dtype.kind != "f" or column.dtype.itemsize > 8:
            column = np.asarray(column[:], dtype=np.float64)
        return column


def take_rows(column: Any, rows: NDArray[np.intp]) -> NDArray[Any]:
    """Take samples in the order of the file, in which ``rows`` are given."""
    if isinstance(column, np.ndarray):
        return column[rows]
    parts = []
    for start, part in read_chunks(column):
        inside = slice(*np.searchsorted(rows, [start, start + len(part)]))
        parts.append(part[rows[inside] - start])
    return np.concatenate(parts)


def explain_large_integers(here: str) -> DataError:
    """Refuse whole numbers that a real number cannot hold: mostly identifiers."""
    return DataError(
        f"{here} holds whole numbers beyond 2^53, which real numbers cannot tell apart: if it is "
        "an identifier leave it out with --x and --y, else write it as 1.5e20"
    )


def check_names(path: Path, names: Iterable[str]) -> list[str]:
    """Refuse names that cannot be told apart, typed or printed."""
    names = list(names)
    for place, name in enumerate(names, 1):
        if not name.isprintable() or len(name) > limits.LIMITS.name_length:
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


def check_rows(path: Path, name: str, shape: tuple[int, ...]) -> None:
    """Refuse an array that holds no samples."""
    if not shape:
        raise DataError(f"{path} holds a single number: the first axis must count the samples")
    if shape[0] == 0:
        raise DataError(f"{name!r} in {path} has no samples: write some into it")
