"""A Parquet file as an array (samples, columns), read row group by row group."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.filearray import ArrayName
from liesd.errors import DataError


class RowGroups:
    """Columns side by side; the row group that was read last is kept."""

    def __init__(self, title: str, file: Any, columns: ArrayName) -> None:
        self._file = file
        facts, known = self._file.metadata, self._file.schema_arrow.names
        self.columns = list(
            known if columns is None else [columns] if isinstance(columns, str) else columns
        )
        if not self.columns:
            raise DataError(f"no column is named; {title} has {', '.join(known)}")
        self._lock = threading.Lock()
        if missing := [name for name in self.columns if name not in known]:
            raise DataError(
                f"{title} has no column {', '.join(missing)}; it has {', '.join(known)}"
            )
        self.shape = (facts.num_rows, len(self.columns))
        lengths = [facts.row_group(k).num_rows for k in range(facts.num_row_groups)]
        self._starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        self.chunks = (max(lengths, default=1), len(self.columns))
        self._kept: tuple[int, NDArray[Any]] = (-1, np.empty((0, len(self.columns))))
        self.dtype = self._read_group(0).dtype if lengths else np.dtype(np.float64)

    def _read_group(self, k: int) -> NDArray[Any]:
        """Read one row group; the last one is kept, since readers go on where they were."""
        with self._lock:  # a Parquet file is no place for two threads
            if self._kept[0] != k:
                table = self._file.read_row_group(k, columns=self.columns)
                parts = [table.column(name).to_numpy() for name in self.columns]
                for name, part in zip(self.columns, parts, strict=True):
                    if part.dtype.kind not in "fiub":
                        raise DataError(
                            f"column {name!r} does not hold numbers but {table.column(name).type}; "
                            "name the others: liesd.open_array(path, [columns])"
                        )
                self._kept = (k, np.stack(parts, axis=1))
            return self._kept[1]

    def __getitem__(self, rows: slice) -> NDArray[Any]:
        wanted = np.arange(*rows.indices(self.shape[0]))
        groups = np.searchsorted(self._starts, wanted, side="right") - 1
        parts = [
            self._read_group(int(k))[wanted[groups == k] - self._starts[k]]
            for k in np.unique(groups)
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.shape[1]), self.dtype)
