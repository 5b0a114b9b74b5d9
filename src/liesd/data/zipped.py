"""Arrays of NumPy in a zip archive. Sizes are checked before memory is taken; nothing is unpickled.

An archive is never unpacked to disk, so that the names inside it lead nowhere.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from liesd.data import limits
from liesd.data.files import check_expansion, check_memory, explain_pickle

_ENCRYPTED = 0x1
_ENDING = ".npy"
_VERSIONS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}


@dataclass(frozen=True)
class ZippedArray:
    """An array in an archive that is not read yet."""

    info: zipfile.ZipInfo
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    order: str
    start: int
    """The place of the first number in the unpacked member."""

    @property
    def nbytes(self) -> int:
        """Bytes of its numbers."""
        return self.dtype.itemsize * math.prod(self.shape)

    def read(self, archive: zipfile.ZipFile) -> NDArray[Any]:
        """Read all of it; the check sum is compared at its end."""
        numbers = np.empty(self.nbytes, np.uint8)
        with archive.open(self.info) as file:
            file.read(self.start)
            place = 0
            while part := file.read(limits.LIMITS.chunk_bytes):
                numbers[place : place + len(part)] = np.frombuffer(part, np.uint8)
                place += len(part)
        if place != self.nbytes:
            raise EOFError(f"{self.info.filename} ends early")
        return numbers.view(self.dtype).reshape(self.shape, order=self.order)  # type: ignore[call-overload]


@contextmanager
def open_zip(
    source: Path | IO[bytes], where: Any = None
) -> Iterator[tuple[zipfile.ZipFile, dict[str, ZippedArray]]]:
    """Open an archive of ``numpy.savez``, called ``where``; gives it with its arrays by name."""
    where = source if where is None else where
    with zipfile.ZipFile(source) as archive:
        members = archive.infolist()
        size = archive.fp.seek(0, 2) if archive.fp is not None else 0
        names = [info.filename for info in members]
        if len({*names}) < len(names):
            raise ValueError("two members have one name")
        for info in members:
            if not info.filename.endswith(_ENDING):
                raise ValueError(f"{info.filename} is no array")
            if info.flag_bits & _ENCRYPTED:
                raise ValueError(f"{info.filename} is encrypted")
            if info.header_offset + info.compress_size > size:
                raise ValueError(f"{info.filename} ends beyond the end of the file")
        check_expansion(where, sum(info.file_size for info in members), size)
        yield (
            archive,
            {
                info.filename.removesuffix(_ENDING): _open_array(where, archive, info)
                for info in members
            },
        )


def read_zip(source: Path | IO[bytes], where: Any = None) -> dict[str, NDArray[Any]]:
    """Read all arrays of an archive into memory."""
    with open_zip(source, where) as (archive, arrays):
        check_memory(
            source if where is None else where, sum(array.nbytes for array in arrays.values())
        )
        return {name: array.read(archive) for name, array in arrays.items()}


def _open_array(where: Any, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> ZippedArray:
    """Read the header of an array; refuse one that claims more or less than there is."""
    with archive.open(info) as file:
        version = np.lib.format.read_magic(file)
        if version not in _VERSIONS:
            raise ValueError(f"{info.filename} is of version {version}")
        shape, is_fortran, dtype = _VERSIONS[version](file)
        start = file.tell()
    if dtype.hasobject:
        raise explain_pickle(where)
    found = ZippedArray(info, shape, dtype, "F" if is_fortran else "C", start)
    if any(length < 0 for length in shape) or not dtype.itemsize:
        raise ValueError(f"{info.filename} claims the shape {shape}")
    if found.nbytes != info.file_size - start:
        raise ValueError(
            f"{info.filename} claims {found.nbytes:,} bytes, but holds {info.file_size - start:,}"
        )
    return found
