"""All formats of files, found by the end of a file's name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from liesd.data.files import check_file
from liesd.data.formats.base import Format
from liesd.data.formats.hdf5 import Hdf5
from liesd.data.formats.npy import Npy
from liesd.data.formats.npz import Npz
from liesd.data.formats.parquet import Parquet
from liesd.data.formats.text import Text
from liesd.data.formats.zarr import Zarr
from liesd.errors import FileFormatError, RegistrationError, check_registration

if TYPE_CHECKING:
    from liesd.data.table import Table

FORMATS: list[Format] = []
"""Every format that is known, in the order in which messages name them."""


def register(new: Format) -> None:
    """Make a format known to :func:`liesd.open_array` and to the command line."""
    taken = {ending: known for known in FORMATS for ending in known.endings}
    for ending in new.endings:
        if not ending or ending != Path(f"file{ending}").suffix.lower():
            raise RegistrationError(f"an ending is as '.h5', in small letters, not {ending!r}")
        check_registration("a format for the ending", ending, taken.get(ending), new)
    FORMATS[:] = [known for known in FORMATS if not {*known.endings} & {*new.endings}]
    FORMATS.append(new)


def list_endings() -> list[str]:
    """List the endings of all formats."""
    return [ending for known in FORMATS for ending in known.endings]


def format_of(path: str | Path) -> Format:
    """Find the format of a file by its ending."""
    ending = Path(path).suffix.lower()
    for known in FORMATS:
        if ending in known.endings:
            return known
    raise FileFormatError(
        f"{path} is not of a kind that liesd reads: give a file that ends in "
        f"{', '.join(list_endings())}"
    )


def check_format(path: Path) -> Format:
    """Find the format of a file, and refuse one that is missing, empty or no file."""
    found = format_of(path)
    if not (found.is_folder and path.is_dir()):
        check_file(path, "write the samples into it again")
    return found


def open_table(path: str | Path) -> Table:
    """Open a file of samples; its columns are read when they are asked for."""
    path = Path(path)
    return check_format(path).columns(path)


for _known in (Text(), Npy(), Npz(), Parquet(), Hdf5(), Zarr()):
    register(_known)
