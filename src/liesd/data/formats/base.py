"""The contract of a file format: an array that stays in its file, and a table of named columns.

Nothing heavy is imported before a file is read, so that the command line can list all formats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from liesd.errors import DataError

if TYPE_CHECKING:
    from liesd.data.filearray import ArrayName, FileArray
    from liesd.data.table import Table


class OpenedArray(Protocol):
    """An array from :meth:`Format.open`; ``chunks``, a shape, may tell what to read together."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of samples, then the shape of one."""

    @property
    def dtype(self) -> Any:
        """The NumPy type of the numbers."""

    def __getitem__(self, rows: slice, /) -> Any:
        """Read samples, as an array of NumPy."""


class Format(ABC):
    """A kind of file. Only :meth:`open` must be written; :func:`register` makes it known."""

    name: ClassVar[str]
    """What it is called in messages, as in "reading HDF5 files"."""
    endings: ClassVar[tuple[str, ...]]
    """How its files end, in small letters, as in ``(".h5", ".hdf5")``."""
    is_folder: ClassVar[bool] = False
    """Whether a directory may be such a file."""

    @abstractmethod
    def open(self, path: Path, name: ArrayName) -> OpenedArray:
        """Open an array without reading it, or refuse and say what to do instead.

        ``name`` is an array's name, or those of columns; None if the user gave none. Errors of
        libraries need no care: whatever they raise is told as a damaged file. An array of NumPy, a
        memory map too, counts as one whose rows can be read in any order.
        """

    def columns(self, path: Path) -> Table:
        """Give the arrays or columns of a file by name; here the only one, named after the file."""
        from liesd.data.filearray import read_if_small
        from liesd.data.table import Table, check_rows

        array = self.array(path)
        check_rows(path, path.stem, array.shape)
        return Table(
            path, {path.stem: array.shape[1:]}, lambda names: [read_if_small(array) for _ in names]
        )

    def array(self, path: Path, name: ArrayName = None) -> FileArray:
        """Give an array that stays in its file and can be sent to other processes."""
        from liesd.data.filearray import FileArray

        return FileArray(path, self.open, name)

    def trace(self, array: Any) -> FileArray | None:
        """Find the file of an array that this format's own library opened; None if it did not."""
        return None


def choose_array(path: Path, found: Sequence[str], name: ArrayName) -> str:
    """Choose the only array where none is named, or say which ones there are."""
    if name is None and len(found) == 1:
        return found[0]
    which = ", ".join(found) or "no array at all"
    asked = "say which one" if name is None else f"not {name!r}"
    raise DataError(f"{path.name} holds {which}; {asked}: liesd.open_array(path, name)")
