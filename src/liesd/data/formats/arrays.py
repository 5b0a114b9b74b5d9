"""Files of arrays: .npy, .npz, Parquet, HDF5 and Zarr. Nothing is ever unpickled."""

from __future__ import annotations

import math
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.arrays import open_array
from liesd.data.table import IN_MEMORY, Table, check_names
from liesd.errors import DataError, FileFormatError, LiesdError, ResourceError


def open_npy(path: Path) -> Table:
    """One array, named after the file."""
    _check_start(path, b"\x93NUMPY")
    with _reading(path):
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    _check_rows(path, path.stem, array.shape)
    return Table(path, {path.stem: array.shape[1:]}, lambda names: [array for _ in names])


def open_npz(path: Path) -> Table:
    """The arrays of ``numpy.savez``; single numbers beside them are taken for notes."""
    _check_start(path, b"PK")
    with _reading(path), path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in check_names(path, archive.files)}
    shapes = {name: array.shape[1:] for name, array in arrays.items() if array.shape}
    if not shapes:
        raise DataError(f"{path} holds no arrays of samples: save them with np.savez(path, x=x)")

    def fetch(names: Sequence[str]) -> list[NDArray[Any]]:
        for name in names:
            _check_rows(path, name, arrays[name].shape)
        return [arrays[name] for name in names]

    return Table(path, shapes, fetch)


def open_parquet(path: Path) -> Table:
    """The columns of a Parquet file."""
    parquet = _need("pyarrow.parquet", path)
    arrow = _need("pyarrow", path)
    with _reading(path):
        schema = parquet.read_schema(path)
    names = check_names(path, schema.names)

    def fetch(names: Sequence[str]) -> list[NDArray[Any]]:
        with _reading(path):
            table = parquet.ParquetFile(path).read(columns=list(names))
        found = []
        for name in names:
            column = table.column(name)
            if arrow.types.is_nested(column.type):
                raise DataError(
                    f"{name!r} in {path} holds {column.type}: store one column for each number"
                )
            if column.null_count:
                row = column.is_null().to_pylist().index(True)
                raise DataError(
                    f"{name!r} in {path} is empty in sample {row} (the first is 0): drop or fill "
                    f"the {column.null_count:,} rows without a value"
                )
            if arrow.types.is_decimal(column.type):
                column = column.cast(arrow.float64())
            if arrow.types.is_dictionary(column.type):
                column = column.cast(column.type.value_type)
            found.append(column.to_numpy())
        return found

    return Table(path, dict.fromkeys(names, ()), fetch)


def open_hdf5(path: Path) -> Table:
    """All data sets of an HDF5 file, named by their paths in it."""
    h5py = _need("h5py", path)
    shapes: dict[str, tuple[int, ...]] = {}

    def note(name: str, item: Any) -> None:
        if isinstance(item, h5py.Dataset) and item.shape:
            shapes[name] = item.shape[1:]

    with _reading(path), h5py.File(path, "r") as file:
        file.visititems(note)
    if not shapes:
        raise DataError(f"{path} holds no data sets of samples: store them as /x and /y")
    check_names(path, shapes)

    def fetch(names: Sequence[str]) -> list[Any]:
        with _reading(path), h5py.File(path, "r") as file:
            sets = [file[name] for name in names]
            for name, data in zip(names, sets, strict=True):
                if data.dtype.names is not None:
                    raise DataError(
                        f"{name!r} in {path} is a table of records: store each column as a data "
                        "set of its own"
                    )
                _check_rows(path, name, data.shape)
            return [
                data.asstr()[:] if h5py.check_string_dtype(data.dtype) else _whole(path, name, data)
                for name, data in zip(names, sets, strict=True)
            ]

    return Table(path, shapes, fetch)


def open_zarr(path: Path) -> Table:
    """All arrays of a Zarr store, named by their paths in it; one without a name after the file."""
    zarr = _need("zarr", path)
    with _reading(path):
        store = zarr.open(str(path), mode="r")
        single = isinstance(store, zarr.Array)
        items = {path.stem: store} if single else dict(store.members(max_depth=None))
        arrays = {name: item for name, item in items.items() if isinstance(item, zarr.Array)}
    shapes = {name: array.shape[1:] for name, array in arrays.items() if array.shape}
    if not shapes:
        raise DataError(f"{path} holds no arrays of samples: store them as x and y")

    def fetch(names: Sequence[str]) -> list[Any]:
        with _reading(path):
            for name in names:
                _check_rows(path, name, arrays[name].shape)
            return [_whole(path, None if single else name, arrays[name]) for name in names]

    return Table(path, shapes, fetch)


def _whole(path: Path, name: str | None, array: Any) -> Any:
    """An array of a file in memory; a large one stays where it is."""
    size = array.dtype.itemsize * math.prod(array.shape)
    return array[:] if size <= IN_MEMORY else open_array(path, name)


def _check_rows(path: Path, name: str, shape: tuple[int, ...]) -> None:
    if not shape:
        raise DataError(f"{path} holds a single number: the first axis must count the samples")
    if shape[0] == 0:
        raise DataError(f"{name!r} in {path} has no samples: write some into it")


def _check_start(path: Path, start: bytes) -> None:
    with path.open("rb") as file:
        found = file.read(6)
    if found.startswith(start):
        return
    if found.startswith((b"\x93NUMPY", b"PK")):
        what, ending = ("one array", ".npy") if found[:1] == b"\x93" else ("several arrays", ".npz")
        raise FileFormatError(f"{path} holds {what}: rename it to end in {ending}")
    if found.startswith(b"\x80"):
        raise _pickled(path)
    raise FileFormatError(f"{path} is no {path.suffix} file: give it the ending of what it is")


def _pickled(path: Path) -> FileFormatError:
    return FileFormatError(
        f"{path} holds Python objects, and reading those can run code: save plain numbers, as in "
        "np.savez(path, x=np.asarray(x, dtype=float))"
    )


def _need(module: str, path: Path) -> Any:
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise DataError(
            f"reading {path.suffix} files needs the package {package}: pip install 'liesd[files]'"
        ) from None


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """What the libraries raise on foreign and damaged files, in one kind of words."""
    try:
        yield
    except LiesdError:
        raise
    except MemoryError:
        raise ResourceError(
            f"{path} does not fit into memory: give a part of it, or fewer columns"
        ) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, KeyError) as error:
        if "allow_pickle" in str(error) or "Python objects" in str(error):
            raise _pickled(path) from None
        raise FileFormatError(
            f"{path} is damaged, cut short or no {path.suffix} file: write or download it again "
            f"({str(error)[:120]})"
        ) from error
