"""Columns of a Parquet file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liesd.data.files import check_expansion, check_memory, translate_errors
from liesd.data.formats.base import Format, OpenedArray
from liesd.data.packages import need
from liesd.errors import DataError

if TYPE_CHECKING:
    from liesd.data.filearray import ArrayName
    from liesd.data.table import Table

_NUMBER_BYTES = 8


class Parquet(Format):
    """One number per sample in each column."""

    name = "Parquet"
    endings = (".parquet", ".pq")

    def open(self, path: Path, name: ArrayName) -> OpenedArray:
        """Open the named columns, or all, side by side."""
        from liesd.data.formats.rowgroups import RowGroups

        return RowGroups(path.name, _open(path, memory_map=True), name)

    def columns(self, path: Path) -> Table:
        """Give all columns."""
        from liesd.data.table import Table, check_names

        with translate_errors(path):
            schema = _need_arrow("pyarrow.parquet").read_schema(path)
        names = check_names(path, schema.names)
        return Table(path, dict.fromkeys(names, ()), lambda names: _read_columns(path, names))


def _read_columns(path: Path, names: Sequence[str]) -> list[Any]:
    with translate_errors(path):
        file = _open(path)
        size = file.metadata.num_rows * _NUMBER_BYTES * len(names)
        check_expansion(path, size)
        check_memory(path, size)
        table = file.read(columns=list(names))
    return [_read_column(path, name, table.column(name)) for name in names]


def _open(path: Path, **options: Any) -> Any:
    arrow = _need_arrow("pyarrow.parquet")
    return arrow.ParquetFile(path, page_checksum_verification=True, **options)


def _read_column(path: Path, name: str, column: Any) -> Any:
    arrow = _need_arrow("pyarrow")
    if arrow.types.is_nested(column.type):
        raise DataError(f"{name!r} in {path} holds {column.type}: store one column for each number")
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
    return column.to_numpy()


def _need_arrow(module: str) -> Any:
    return need(module, "files", "reading Parquet files")
