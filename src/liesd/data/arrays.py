"""Arrays in files and in memory, as the rest of the library takes them."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from liesd.data.filearray import ArrayName, FileArray, read_chunks
from liesd.data.files import read_path
from liesd.data.formats.registry import FORMATS, check_format
from liesd.errors import DataError

__all__ = ["FileArray", "make_array", "make_portable", "map_array", "open_array"]


def open_array(path: str | PathLike[str], name: str | Sequence[str] | None = None) -> FileArray:
    """Open an array in a file, to be read in chunks: memory stays flat, whatever its size.

    Parameters
    ----------
    path
        A ``.npy``, HDF5, Parquet or Zarr file, or one of a format that was registered.
    name
        HDF5 and Zarr: which array, where there are several. Parquet: which columns; all if not
        given. One column is one number per sample.

    Examples
    --------
    >>> import numpy as np, tempfile, liesd
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.save(f"{folder}/x.npy", np.zeros((1000, 3)))
    ...     liesd.open_array(f"{folder}/x.npy").shape
    (1000, 3)
    """
    path = read_path("path", path)
    if name is None or isinstance(name, str):
        chosen: ArrayName = name
    elif isinstance(name, Sequence) and all(isinstance(one, str) for one in name):
        chosen = tuple(name)
    else:
        raise DataError(f"name must be a text or a list of texts, not {type(name).__name__}")
    return check_format(path).array(path, chosen)


def map_array(array: Any) -> Any:
    """Map an array so that its rows can be read in any order: itself, or a temporary copy.

    Learning visits samples in random order, which files of chunks are slow at; the copy is mapped
    into memory, so it takes disk but no memory.
    """
    if isinstance(array, str | PathLike):
        array = open_array(array)
    if isinstance(array, FileArray) and isinstance(array.opened, np.ndarray):
        return array.opened
    if not hasattr(array, "chunks"):
        return array
    with tempfile.TemporaryFile() as file:  # the map keeps it alive; it has no name to clean up
        for _, chunk in read_chunks(array):
            file.write(np.ascontiguousarray(chunk).tobytes())
        file.flush()
        return np.memmap(file, array.dtype, "r", shape=tuple(array.shape))


def make_array(value: Any, name: str) -> NDArray[Any]:
    """Make an array of NumPy of whatever the user gave, or refuse what is none."""
    value = map_array(value)
    try:
        if hasattr(value, "detach"):  # tensors, also sparse ones, but not those without numbers
            value = value.detach().cpu()
            value = (value.to_dense() if value.layout is not torch.strided else value).numpy()
        if hasattr(value, "to_numpy"):  # data frames
            value = value.to_numpy()
        return np.asanyarray(value)
    except Exception as error:  # objects may raise anything
        raise DataError(f"{name} is not a regular array: {str(error)[:200]}") from None


def make_portable(array: Any) -> Any:
    """Give the same array as another process may open it; itself where it can travel as it is."""
    if isinstance(array, np.memmap) and array.flags.c_contiguous and array.filename is not None:
        return _RawMap(array)
    traced = (known.trace(array) for known in FORMATS)
    return next((found for found in traced if found is not None), array)


class _RawMap:
    """A memory map as the name of its file and its place in it."""

    def __init__(self, array: np.memmap[Any, Any]) -> None:
        self.filename = str(Path(str(array.filename)).absolute())
        # A slice of a map still tells the offset of the whole: its address tells where it starts.
        address = np.frombuffer(array._mmap, np.uint8).ctypes.data  # type: ignore[attr-defined]
        page = array.offset - array.offset % mmap.ALLOCATIONGRANULARITY
        self.offset = page + array.ctypes.data - address
        self.shape, self.dtype = array.shape, array.dtype
        self._opened: Any = None

    def __getitem__(self, rows: slice) -> NDArray[Any]:
        if self._opened is None:
            self._opened = np.memmap(
                self.filename, self.dtype, "r", offset=self.offset, shape=self.shape
            )
        return np.asarray(self._opened[rows])

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_opened": None}
