"""Data frames of pandas."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.frames.base import FrameKind, make_table, register_frame
from liesd.data.table import Table


@register_frame
class Pandas(FrameKind):
    """DataFrame, and Series as a frame of one column."""

    package = "pandas"

    def accepts(self, value: Any) -> bool:
        return hasattr(value, "to_frame") or hasattr(value, "iloc")

    def open(self, value: Any) -> Table:
        frame = value.to_frame() if hasattr(value, "to_frame") else value
        if not hasattr(frame, "iloc"):  # an index
            frame = frame.to_frame()
        names = ["_".join(map(str, one)) if isinstance(one, tuple) else str(one)
                 for one in frame.columns]  # fmt: skip
        return make_table(names, lambda k: _read(frame.iloc[:, k]))


def _read(column: Any) -> NDArray[Any]:
    kind = column.dtype
    if not isinstance(kind, np.dtype) and getattr(kind, "kind", "O") in "iufb":  # nullable numbers
        return np.asarray(column.to_numpy(dtype=float, na_value=np.nan))
    return np.asarray(column.to_numpy())
