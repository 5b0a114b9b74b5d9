"""One array of NumPy, mapped into memory. Nothing is ever unpickled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from liesd.data.files import explain_pickle
from liesd.data.formats.base import Format, OpenedArray
from liesd.errors import DataError, FileFormatError

if TYPE_CHECKING:
    from liesd.data.filearray import ArrayName

ARRAY, ARCHIVE, PICKLE = b"\x93NUMPY", b"PK", b"\x80"  # how files of NumPy start


class Npy(Format):
    """Files of ``numpy.save``."""

    name = "NumPy"
    endings = (".npy",)

    def open(self, path: Path, name: ArrayName) -> OpenedArray:
        """Map the array into memory; it has no name."""
        import numpy as np

        if name is not None:
            raise DataError(f"{path.name} holds one array without a name, not {name!r}")
        check_start(path, ARRAY)
        return np.load(path, mmap_mode="r", allow_pickle=False)


def check_start(path: Path, wanted: bytes) -> None:
    """Refuse a file that is not what its ending says, and tell what it is."""
    with path.open("rb") as file:
        start = file.read(len(ARRAY))
    if start.startswith(wanted):
        return
    if start.startswith(ARRAY):
        raise FileFormatError(f"{path} holds one array: rename it to end in .npy")
    if start.startswith(ARCHIVE):
        raise FileFormatError(f"{path} holds several arrays: rename it to end in .npz")
    if start.startswith(PICKLE):
        raise explain_pickle(path)
    raise FileFormatError(f"{path} is no {path.suffix} file: give it the ending of what it is")
