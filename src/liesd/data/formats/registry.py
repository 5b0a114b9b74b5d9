"""Which reader a file needs, by the end of its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from liesd.data.formats.arrays import open_hdf5, open_npy, open_npz, open_parquet, open_zarr
from liesd.data.formats.text import open_csv
from liesd.data.table import Table
from liesd.errors import DataError, FileFormatError

READERS: dict[str, Callable[[Path], Table]] = {
    ".csv": open_csv,
    ".tsv": open_csv,
    ".txt": open_csv,
    ".dat": open_csv,
    ".npy": open_npy,
    ".npz": open_npz,
    ".parquet": open_parquet,
    ".h5": open_hdf5,
    ".hdf5": open_hdf5,
    ".zarr": open_zarr,
}


def open_table(path: str | Path) -> Table:
    """Open a file of samples; its columns are read when they are asked for."""
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise FileFormatError(
            f"{path} is not of a kind that liesd reads: give a file that ends in "
            f"{', '.join(READERS)}"
        )
    if reader is not open_zarr or not path.is_dir():  # a Zarr store is a directory
        check_file(path, "write the samples into it again")
    return reader(path)


def check_file(path: Path, again: str) -> None:
    """Refuse what cannot be read; ``again`` says what to do about an empty file."""
    if path.is_dir():
        raise FileFormatError(f"{path} is a directory: give a file in it")
    if not path.exists():
        there = [p.name for p in path.parent.glob("*") if p.suffix == path.suffix]
        hint = f"; in that directory there are {', '.join(sorted(there)[:5])}" if there else ""
        raise DataError(f"{path} does not exist: check the name and the directory{hint}")
    if not path.is_file():
        raise FileFormatError(f"{path} is no ordinary file: write its contents to a file first")
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except PermissionError:
        raise DataError(
            f"{path} may not be read by this user: change its permissions (chmod u+r) or copy it"
        ) from None
    except OSError as error:
        raise DataError(
            f"{path} cannot be read ({error.strerror}): copy it to another disk and try again"
        ) from None
    if empty:
        raise DataError(f"{path} is empty: {again}")
