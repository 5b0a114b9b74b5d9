"""Data frames of Polars."""

from __future__ import annotations

from typing import Any

from liesd.data.frames.base import FrameKind, make_table, register_frame
from liesd.data.table import Table


@register_frame
class Polars(FrameKind):
    """DataFrame, LazyFrame, and Series as a frame of one column."""

    package = "polars"

    def accepts(self, value: Any) -> bool:
        return hasattr(value, "to_frame") or hasattr(value, "collect_schema")

    def open(self, value: Any) -> Table:
        frame = value.to_frame() if hasattr(value, "to_frame") else value
        frame = frame.collect() if hasattr(frame, "collect") else frame
        return make_table(list(frame.columns), lambda k: frame.to_series(k).to_numpy())
