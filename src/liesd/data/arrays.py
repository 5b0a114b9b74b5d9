"""Arrays that stay in their files and are read stretch by stretch: npy, HDF5, Parquet, Zarr.

A :class:`FileArray` knows its shape and gives slices, like an array. It opens its file when it is
first read, and travels to other processes as the name of the file.
"""

from __future__ import annotations

import importlib
import mmap
import tempfile
import threading
from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.errors import DataError

STRETCH = 1 << 25  # bytes that are copied at a time
KINDS = {
    ".npy": "npy",
    ".h5": "hdf5",
    ".hdf5": "hdf5",
    ".hdf": "hdf5",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".zarr": "zarr",
}


def open_array(path: str | PathLike[str], name: str | Sequence[str] | None = None) -> FileArray:
    """An array in a file, to be read in stretches: memory stays flat, whatever its size.

    Parameters
    ----------
    path
        A ``.npy``, HDF5, Parquet or Zarr file.
    name
        HDF5 and Zarr: which array, where there are several. Parquet: which columns; all if not
        given. One column is one number a sample.

    Examples
    --------
    >>> import numpy as np, tempfile, liesd
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.save(f"{folder}/x.npy", np.zeros((1000, 3)))
    ...     liesd.open_array(f"{folder}/x.npy").shape
    (1000, 3)
    """
    path = Path(fspath(path))
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise DataError(
            f"cannot tell what {path.name} is: known are {', '.join(KINDS)}; text and npz files "
            "are for 'liesd discover', or for numpy to read first"
        )
    if not path.exists():
        raise DataError(f"there is no file {path}")
    return FileArray(
        path.absolute(), kind, name if name is None or isinstance(name, str) else tuple(name)
    )


class FileArray:
    """An array in a file; made by :func:`open_array`."""

    def __init__(self, path: Path, kind: str, name: str | tuple[str, ...] | None) -> None:
        self.path, self.kind, self.name = path, kind, name
        self._opened: Any = None
        array = self._array
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype = np.dtype(array.dtype)
        self.chunks: tuple[int, ...] | None = getattr(array, "chunks", None)

    def __getitem__(self, rows: slice) -> NDArray[Any]:
        try:
            return np.asarray(self._array[rows])
        except (OSError, RuntimeError) as error:
            raise DataError(
                f"{self.path} is damaged, in samples {rows.start} to {rows.stop}: write or "
                f"download it again ({str(error)[:120]})"
            ) from error

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.path.name}: {self.dtype} array of shape {self.shape}>"

    @property
    def _array(self) -> Any:
        if self._opened is None:
            try:
                self._opened = _OPENERS[self.kind](self.path, self.name)
            except (OSError, ValueError, KeyError, EOFError, TypeError) as error:
                if isinstance(error, DataError):
                    raise
                reason = str(error) or "it is empty"
                if "pickle" in reason or "memory-mapped" in reason:
                    reason = "it holds Python objects or text; save plain numbers"
                raise DataError(f"{self.path} cannot be read: {reason}") from error
        return self._opened

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_opened": None}


def mapped(array: Any) -> Any:
    """An array of rows that can be read in any order: itself, or its copy in a temporary file.

    Learning visits samples in random order, which files of chunks are slow at; the copy is mapped
    into memory, so it takes disk but no memory.
    """
    if isinstance(array, str | PathLike):
        array = open_array(array)
    if isinstance(array, FileArray) and array.kind == "npy":
        return array._array
    if not isinstance(array, FileArray) and not hasattr(array, "chunks"):
        return array
    rows = max(1, STRETCH // max(1, array.dtype.itemsize * int(np.prod(array.shape[1:]))))
    with tempfile.TemporaryFile() as file:  # the map keeps it alive; it has no name to clean up
        for start in range(0, array.shape[0], rows):
            file.write(np.ascontiguousarray(array[start : start + rows]).tobytes())
        file.flush()
        return np.memmap(file, array.dtype, "r", shape=tuple(array.shape))


def portable_array(array: Any) -> Any:
    """The same array as another process may open it; itself where it can travel as it is."""
    if isinstance(array, np.memmap) and array.flags.c_contiguous and array.filename is not None:
        return _RawMap(array)
    if type(array).__module__.startswith("h5py"):
        return FileArray(Path(array.file.filename).absolute(), "hdf5", array.name)
    return array


class _RawMap:
    """A memory map as the name of its file and its place in it."""

    def __init__(self, array: np.memmap[Any, Any]) -> None:
        self.filename = str(Path(str(array.filename)).absolute())
        # A slice of a map still tells the offset of the whole: its address tells where it starts.
        mapped = np.frombuffer(array._mmap, np.uint8).ctypes.data  # type: ignore[attr-defined]
        page = array.offset - array.offset % mmap.ALLOCATIONGRANULARITY
        self.offset = page + array.ctypes.data - mapped
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


class _Table:
    """Columns of a Parquet file as an array (rows, columns), row group by row group."""

    def __init__(self, path: Path, columns: str | tuple[str, ...] | None) -> None:
        parquet = need("pyarrow.parquet", "files")
        self._file = parquet.ParquetFile(path, memory_map=True)
        facts, known = self._file.metadata, self._file.schema_arrow.names
        self.columns = list(
            known if columns is None else [columns] if isinstance(columns, str) else columns
        )
        if not self.columns:
            raise DataError(f"no column is named; {path.name} has {', '.join(known)}")
        self._lock = threading.Lock()
        if missing := [name for name in self.columns if name not in known]:
            raise DataError(
                f"{path.name} has no column {', '.join(missing)}; it has {', '.join(known)}"
            )
        self.shape = (facts.num_rows, len(self.columns))
        lengths = [facts.row_group(k).num_rows for k in range(facts.num_row_groups)]
        self._starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        self.chunks = (max(lengths, default=1), len(self.columns))
        self._kept: tuple[int, NDArray[Any]] = (-1, np.empty((0, len(self.columns))))
        self.dtype = self._group(0).dtype if lengths else np.dtype(np.float64)

    def _group(self, k: int) -> NDArray[Any]:
        """One row group; the last one is kept, since readers go on where they were."""
        with self._lock:  # a Parquet file is no place for two threads
            if self._kept[0] != k:
                table = self._file.read_row_group(k, columns=self.columns)
                parts = [table.column(name).to_numpy() for name in self.columns]
                for name, part in zip(self.columns, parts, strict=True):
                    if part.dtype.kind not in "fiub":
                        raise DataError(
                            f"column {name!r} does not hold numbers but {table.column(name).type}; "
                            "name the others: liesd.open_array(path, [columns])"
                        )
                self._kept = (k, np.stack(parts, axis=1))
            return self._kept[1]

    def __getitem__(self, rows: slice) -> NDArray[Any]:
        wanted = np.arange(*rows.indices(self.shape[0]))
        groups = np.searchsorted(self._starts, wanted, side="right") - 1
        parts = [
            self._group(int(k))[wanted[groups == k] - self._starts[k]] for k in np.unique(groups)
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.shape[1]), self.dtype)


def _npy(path: Path, name: Any) -> Any:
    if name is not None:
        raise DataError(f"{path.name} holds one array without a name, not {name!r}")
    return np.load(path, mmap_mode="r", allow_pickle=False)


def _hdf5(path: Path, name: Any) -> Any:
    h5py = need("h5py", "files")
    file = h5py.File(path, "r")
    found: list[str] = []
    file.visititems(lambda key, item: found.append(key) if isinstance(item, h5py.Dataset) else None)
    return file[_choose(path, found, name)]


def _zarr(path: Path, name: Any) -> Any:
    zarr = need("zarr", "files")
    store = zarr.open(str(path), mode="r")
    if isinstance(store, zarr.Array):
        if name is not None:
            raise DataError(f"{path.name} is one array without a name, not {name!r}")
        return store
    found = [key for key, item in store.members(max_depth=None) if isinstance(item, zarr.Array)]
    return store[_choose(path, found, name)]


_OPENERS = {"npy": _npy, "hdf5": _hdf5, "parquet": _Table, "zarr": _zarr}


def _choose(path: Path, found: list[str], name: Any) -> str:
    if isinstance(name, str) and name.strip("/") in found:
        return name
    if name is None and len(found) == 1:
        return found[0]
    which = ", ".join(found) or "no array at all"
    asked = "say which one" if name is None else f"not {name!r}"
    raise DataError(f"{path.name} holds {which}; {asked}: liesd.open_array(path, name)")


def need(module: str, extra: str) -> Any:
    """An optional package, or an error that names the extra that brings it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise DataError(f"this needs the package {package}: pip install 'liesd[{extra}]'") from None
