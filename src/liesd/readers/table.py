"""A file of samples as the rest sees it: named columns, read only when they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.errors import DataError

LONGEST_NAME = 200
EXACT = 2**53  # whole numbers beyond this are not exact as real numbers


def _sample(row: int) -> str:
    return f"sample {row} (the first is 0)"


@dataclass(frozen=True, eq=False)
class Table:
    """Columns with names; a column may hold several numbers a sample."""

    path: Path
    shapes: dict[str, tuple[int, ...]]
    """The shape of one sample of each column, in the order of the file."""
    fetch: Callable[[Sequence[str]], list[NDArray[Any]]]
    """Read some columns, whatever they hold; the first axis counts the samples."""
    where: Callable[[int], str] = _sample
    """How to name the place of a sample in the file."""

    def numbers(self, names: Sequence[str]) -> list[NDArray[Any]]:
        """Some columns as finite real numbers."""
        columns = zip(names, self.fetch(names), strict=True)
        return [self._checked(name, column) for name, column in columns]

    def _checked(self, name: str, column: NDArray[Any]) -> NDArray[Any]:
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
        if column.dtype.kind in "iu" and column.size:
            huge = max(int(column.max()), -int(column.min())) > EXACT
            if huge:
                raise too_large(f"{here}, as {column.dtype},")
        if column.dtype.kind != "f" or column.dtype.itemsize > 8:
            column = column.astype(np.float64)
        bad = ~np.isfinite(column.reshape(len(column), -1)).all(axis=1)
        if bad.any():
            raise DataError(
                f"{here} holds NaN or infinity, first in {self.where(int(np.argmax(bad)))}, in "
                f"{int(bad.sum()):,} of {len(bad):,} samples: drop or repair these rows first"
            )
        return column


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
