"""Text with one sample per line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from liesd.data.formats.base import Format, OpenedArray
from liesd.errors import DataError

if TYPE_CHECKING:
    from liesd.data.filearray import ArrayName
    from liesd.data.table import Table


class Text(Format):
    """CSV and its relatives, with any usual delimiter."""

    name = "text"
    endings = (".csv", ".tsv", ".txt", ".dat")

    def open(self, path: Path, name: ArrayName) -> OpenedArray:
        """Refuse: where a line of text starts is unknown before all of it is read."""
        raise DataError(
            f"{path.name} is text, which cannot be read in parts: read it first, as in "
            "np.loadtxt(path, delimiter=','), or give the file to 'liesd discover'"
        )

    def columns(self, path: Path) -> Table:
        """Give the columns by the names in the header, or by their place."""
        from liesd.data.formats.cells import read_table

        return read_table(path)
