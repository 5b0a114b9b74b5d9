"""Arrays that stay in their files and are read chunk by chunk.

A :class:`FileArray` knows its shape and gives slices, like an array. It opens its file when it is
first read, and travels to other processes as the name of the file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data import limits
from liesd.data.files import check_expansion, check_memory, translate_errors

ArrayName = str | tuple[str, ...] | None
"""Which array of a file, or which of its columns; None where there is only one."""


class FileArray:
    """An array in a file; made by :func:`liesd.open_array`."""

    def __init__(
        self, path: Path, opener: Callable[[Path, ArrayName], Any], name: ArrayName = None
    ) -> None:
        self.path, self.name = path.absolute(), name
        self._opener = opener
        array = self._opened = self._open(path)  # messages name the file as the user did
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype = np.dtype(array.dtype)
        self.chunks: tuple[int, ...] | None = getattr(array, "chunks", None)
        check_expansion(path, self.dtype.itemsize * math.prod(self.shape))
        check_memory(path, self.dtype.itemsize * math.prod(self.chunks or ()))  # unpacked whole

    @property
    def opened(self) -> Any:
        """The array as the library of its format gives it."""
        if self._opened is None:
            self._opened = self._open(self.path)
        return self._opened

    def _open(self, path: Path) -> Any:
        with translate_errors(path):
            return self._opener(path, self.name)

    def __getitem__(self, rows: Any) -> NDArray[Any]:
        if not isinstance(rows, slice):  # as far as the library of the format takes it
            return np.asarray(self.opened[rows])
        start, stop, _ = rows.indices(len(self))
        with translate_errors(self.path, f"in samples {start} to {stop}"):
            return np.asarray(self.opened[rows])

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.path.name}: {self.dtype} array of shape {self.shape}>"

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_opened": None}


def read_if_small(array: FileArray) -> Any:
    """Read an array into memory; a large one stays in its file, a mapped one is as good."""
    if isinstance(array.opened, np.ndarray):
        return array.opened
    size = array.dtype.itemsize * math.prod(array.shape)
    return array[:] if size <= limits.LIMITS.memory_bytes else array


def read_chunks(array: Any) -> Iterator[tuple[int, NDArray[Any]]]:
    """Read an array chunk by chunk, each with the place of its first row."""
    size = array.dtype.itemsize * math.prod(array.shape[1:])
    rows = max(1, limits.LIMITS.chunk_bytes // max(1, size))
    for start in range(0, array.shape[0] if size else 0, rows):
        yield start, np.asarray(array[start : start + rows])
