"""Several arrays of NumPy in one archive. Nothing is ever unpickled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liesd.data.files import check_memory, translate_errors
from liesd.data.formats.base import Format, OpenedArray
from liesd.data.formats.npy import ARCHIVE, check_start
from liesd.errors import DataError

if TYPE_CHECKING:
    from liesd.data.filearray import ArrayName
    from liesd.data.table import Table


class Npz(Format):
    """Files of ``numpy.savez``; single numbers beside the arrays are ignored."""

    name = "NumPy archive"
    endings = (".npz",)

    def open(self, path: Path, name: ArrayName) -> OpenedArray:
        """Refuse: an array in an archive cannot be read in parts."""
        raise DataError(
            f"{path.name} is an archive, which cannot be read in parts: read it first, as in "
            f"np.load(path)[{name or 'x'!r}], save the array with np.save, or give the file to "
            "'liesd discover'"
        )

    def columns(self, path: Path) -> Table:
        """Give the arrays by their names."""
        from liesd.data.table import Table, check_names, check_rows
        from liesd.data.zipped import open_zip

        check_start(path, ARCHIVE)
        with translate_errors(path), open_zip(path) as (_, arrays):
            check_names(path, arrays)
        shapes = {name: array.shape[1:] for name, array in arrays.items() if array.shape}
        if not shapes:
            raise DataError(
                f"{path} holds no arrays of samples: save them with np.savez(path, x=x)"
            )

        def fetch(names: Sequence[str]) -> list[Any]:
            for name in names:
                check_rows(path, name, arrays[name].shape)
            with translate_errors(path), open_zip(path) as (archive, known):
                check_memory(path, sum(known[name].nbytes for name in {*names}))
                return [known[name].read(archive) for name in names]

        return Table(path, shapes, fetch)
