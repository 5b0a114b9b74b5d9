"""Arrays of a Zarr store, which is a directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from liesd.data.files import translate_errors
from liesd.data.formats.base import Format, OpenedArray, choose_array
from liesd.data.packages import need
from liesd.errors import DataError

if TYPE_CHECKING:
    from liesd.data.filearray import ArrayName
    from liesd.data.table import Table


class Zarr(Format):
    """Arrays, named by their paths in the store; one without a name is named after the file."""

    name = "Zarr"
    endings = (".zarr",)
    is_folder = True

    def open(self, path: Path, name: ArrayName) -> OpenedArray:
        """Open the named array, or the only one."""
        zarr = _need_zarr()
        store = zarr.open(str(path.absolute()), mode="r")  # each chunk is a file, opened later
        if isinstance(store, zarr.Array):
            if name is not None:
                raise DataError(f"{path.name} is one array without a name, not {name!r}")
            return store
        item = store.get(name.strip("/")) if isinstance(name, str) and name.strip("/") else None
        if not isinstance(item, zarr.Array):
            item = store[choose_array(path, list(_find_arrays(store)), name)]
        return item

    def columns(self, path: Path) -> Table:
        """Give all arrays but single numbers."""
        from liesd.data.table import Table

        zarr = _need_zarr()
        with translate_errors(path):
            store = zarr.open(str(path), mode="r")
            if isinstance(store, zarr.Array):
                return super().columns(path)
            arrays = _find_arrays(store)
        shapes = {name: array.shape[1:] for name, array in arrays.items() if array.shape}
        if not shapes:
            raise DataError(f"{path} holds no arrays of samples: store them as x and y")
        return Table(path, shapes, lambda names: [self._read(path, name) for name in names])

    def _read(self, path: Path, name: str) -> Any:
        from liesd.data.filearray import read_if_small
        from liesd.data.table import check_rows

        array = self.array(path, name)
        check_rows(path, name, array.shape)
        return read_if_small(array)


def _find_arrays(store: Any) -> dict[str, Any]:
    zarr = _need_zarr()
    members = store.members(max_depth=None)
    return {name: item for name, item in members if isinstance(item, zarr.Array)}


def _need_zarr() -> Any:
    return need("zarr", "files", "reading Zarr files")
