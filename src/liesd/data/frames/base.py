"""The contract of a data frame: it becomes a table of named columns, as a file does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from liesd.data.table import Table
from liesd.errors import DataError

PLACE = "the data frame"


class FrameKind(ABC):
    """A library of data frames; :func:`register_frame` makes it known."""

    package: ClassVar[str]
    """The package whose objects it takes; it is not imported."""

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Tell whether an object of the package has named columns."""

    @abstractmethod
    def open(self, value: Any) -> Table:
        """The columns, which are read when they are asked for."""


FRAMES: list[FrameKind] = []
"""All libraries that are known."""


def register_frame(kind: type[FrameKind]) -> type[FrameKind]:
    """Add a library of data frames; a class decorator."""
    FRAMES[:] = [known for known in FRAMES if type(known).__name__ != kind.__name__]
    FRAMES.append(kind())
    return kind


def open_frame(value: Any) -> Table | None:
    """The table of a data frame; None for anything else."""
    package = type(value).__module__.partition(".")[0]
    for known in FRAMES:
        if known.package == package and known.accepts(value):
            try:
                return known.open(value)
            except DataError:
                raise
            except Exception as error:  # whatever the library raises
                said = " ".join(str(error).split())[:200]
                raise DataError(f"{PLACE} cannot be read ({said})") from error
    return None


def make_table(
    names: Sequence[str],
    read: Callable[[int], NDArray[Any]],
    shapes: Sequence[tuple[int, ...]] | None = None,
) -> Table:
    """A table of columns that are read by number."""
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        raise DataError(
            f"{PLACE} has more than one column named {', '.join(map(repr, twice[:5]))}: give each "
            "column a name of its own"
        )
    places = {name: k for k, name in enumerate(names)}

    def fetch(wanted: Sequence[str]) -> list[NDArray[Any]]:
        return [simplify(read(places[name])) for name in wanted]

    return Table(PLACE, dict(zip(names, shapes or [()] * len(names), strict=True)), fetch)


def simplify(column: Any) -> NDArray[Any]:
    """An array of NumPy's own types: numbers where all are numbers, else text."""
    array = np.asarray(column)
    if array.dtype.kind != "O":
        return array
    kinds = {type(one) for one in array.flat}
    if kinds <= {int, float, bool, type(None), np.float64, np.int64, np.bool_}:
        return np.array([np.nan if one is None else one for one in array.flat], dtype=float)
    return np.array([str(one) for one in array.flat]).reshape(array.shape)
