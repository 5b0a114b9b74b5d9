"""Tables of PyArrow."""

from __future__ import annotations

from typing import Any

from liesd.data.frames.base import FrameKind, make_table, register_frame
from liesd.data.table import Table


@register_frame
class Arrow(FrameKind):
    """Table and RecordBatch."""

    package = "pyarrow"

    def accepts(self, value: Any) -> bool:
        return hasattr(value, "column_names") or hasattr(value, "schema")

    def open(self, value: Any) -> Table:
        def read(k: int) -> Any:
            column = value.column(k)
            if hasattr(column.type, "value_type") and hasattr(column.type, "index_type"):
                column = column.cast(column.type.value_type)  # dictionaries of categories
            if hasattr(column.type, "scale") and hasattr(column.type, "precision"):
                column = column.cast("float64")  # decimals
            chunked = hasattr(column, "chunks")
            return column.to_numpy() if chunked else column.to_numpy(zero_copy_only=False)

        return make_table(list(value.schema.names), read)
