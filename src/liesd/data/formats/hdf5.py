"""Data sets of an HDF5 file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from liesd.data.files import translate_errors
from liesd.data.formats.base import Format, OpenedArray, choose_array
from liesd.data.packages import need
from liesd.errors import DataError

if TYPE_CHECKING:
    from liesd.data.filearray import ArrayName, FileArray
    from liesd.data.table import Table


class Hdf5(Format):
    """Data sets, named by their paths in the file."""

    name = "HDF5"
    endings = (".h5", ".hdf5", ".hdf")

    def open(self, path: Path, name: ArrayName) -> OpenedArray:
        """Open the named data set, or the only one."""
        h5py = _need_h5py()
        file = h5py.File(path, "r")
        item = file.get(name.strip("/")) if isinstance(name, str) and name.strip("/") else None
        if not isinstance(item, h5py.Dataset):
            item = file[choose_array(path, list(_find_sets(file)), name)]
        return item

    def columns(self, path: Path) -> Table:
        """Give all data sets but single numbers."""
        from liesd.data.table import Table, check_names

        with translate_errors(path), _need_h5py().File(path, "r") as file:
            shapes = {name: item.shape[1:] for name, item in _find_sets(file).items() if item.shape}
        if not shapes:
            raise DataError(f"{path} holds no data sets of samples: store them as /x and /y")
        check_names(path, shapes)
        return Table(path, shapes, lambda names: [self._read(path, name) for name in names])

    def trace(self, array: Any) -> FileArray | None:
        """Find the file of a data set that h5py opened, which cannot travel itself."""
        if not type(array).__module__.startswith("h5py"):
            return None
        return self.array(Path(array.file.filename), array.name)

    def _read(self, path: Path, name: str) -> Any:
        from liesd.data.filearray import read_if_small
        from liesd.data.table import check_rows

        array = self.array(path, name)
        if array.dtype.names is not None:
            raise DataError(
                f"{name!r} in {path} is a table of records: store each column as a data set of its "
                "own"
            )
        check_rows(path, name, array.shape)
        if _need_h5py().check_string_dtype(array.opened.dtype):
            with translate_errors(path):
                return array.opened.asstr()[:]
        return read_if_small(array)


def _find_sets(file: Any) -> dict[str, Any]:
    dataset, found = _need_h5py().Dataset, {}

    def note(name: str, item: Any) -> None:
        if isinstance(item, dataset):
            found[name] = item

    file.visititems(note)
    return found


def _need_h5py() -> Any:
    return need("h5py", "files", "reading HDF5 files")
