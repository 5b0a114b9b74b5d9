"""The public top tagging reference data set (Zenodo record 2603256), without pandas.

It is a table that pandas wrote: ``table/table`` with a block of floats (E_0, PX_0, PY_0, PZ_0, E_1,
...) and a block of integers that ends with ``is_signal_new``. The names of the columns are pickled.
Unpickling runs any code, so that the names are only scanned for strings; where that fails the known
layout is taken, and in any case the first jets must be physical.
"""

from __future__ import annotations

import pickletools
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.errors import FileFormatError
from liesd.experiments.jets.settings import need

LABEL = "is_signal_new"
TRUTH = ("truthE", "truthPX", "truthPY", "truthPZ")
KNOWN = {  # the names by block, as published
    "values_block_0": [f"{c}_{k}" for k in range(200) for c in ("E", "PX", "PY", "PZ")]
    + list(TRUTH),
    "values_block_1": ["ttv", LABEL],
}
TEXT = {"STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE"}
LIST = {"MARK", "LIST", "EMPTY_LIST", "APPEND", "APPENDS", "PROTO", "FRAME", "STOP"}
LIST |= {"PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"}
CHECKED_JETS = 100  # Jets that must be physical before any is read.
ENERGY_ROUNDING = 1e-3  # Relative rounding of energies against momenta.


class Reference:
    """An open file of the reference layout."""

    def __init__(self, file: Any, path: Path) -> None:
        need("hdf5plugin")  # teaches HDF5 to read blosc
        self._table, self._path = file["table/table"], path
        self.jets = int(self._table.shape[0])
        names = self._find_columns()
        self._columns: list[list[tuple[str, int]]] = []
        while all(f"{c}_{len(self._columns)}" in names for c in ("E", "PX", "PY", "PZ")):
            k = len(self._columns)
            self._columns.append([names[f"{c}_{k}"] for c in ("E", "PX", "PY", "PZ")])
        if not self._columns or LABEL not in names:
            raise self._foreign(f"it has no columns E_0, PX_0, PY_0, PZ_0 and {LABEL}")
        self._label = names[LABEL]
        self.constituents = len(self._columns)
        self._check_jets()

    @staticmethod
    def recognises(file: Any) -> bool:
        """Is the file a table of pandas?"""
        table = file.get("table/table") if "table" in file else None
        fields = getattr(getattr(table, "dtype", None), "names", None) or ()
        return any(name.startswith("values_block_") for name in fields)

    def rows(
        self, start: int, stop: int, constituents: int
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Jets ``start`` to ``stop``."""
        rows = self._table[start:stop]
        wanted = [column for four in self._columns[:constituents] for column in four]
        blocks = {block for block, _ in wanted}
        flat = np.empty((len(rows), len(wanted)), np.float32)
        for block in blocks:
            places = [place for place, column in enumerate(wanted) if column[0] == block]
            flat[:, places] = rows[block][:, [wanted[place][1] for place in places]]
        label = rows[self._label[0]][:, self._label[1]].astype(np.int64)
        if not np.isin(label, (0, 1)).all():
            raise self._foreign(f"{LABEL} should be 0 or 1")
        return flat.reshape(len(rows), constituents, 4), label

    def _find_columns(self) -> dict[str, tuple[str, int]]:
        """Find each column: its block and its index there."""
        found: dict[str, tuple[str, int]] = {}
        for block in self._table.dtype.names:
            if not re.fullmatch(r"values_block_\d+", block):
                continue
            width = int(np.prod(self._table.dtype[block].shape))
            pickled = self._table.attrs.get(f"{block}_kind", b"")
            names = read_strings(bytes(pickled)) if isinstance(pickled, bytes) else None
            if names is None or len(names) != width:
                names = KNOWN.get(block, [])
            if len(names) != width:
                raise self._foreign(f"the columns of {block} are unknown")
            found |= {name: (block, place) for place, name in enumerate(names)}
        return found

    def _check_jets(self) -> None:
        p, _ = self.rows(0, min(CHECKED_JETS, self.jets), self.constituents)
        energy, size = p[..., 0], np.linalg.norm(p[..., 1:].astype(np.float64), axis=-1)
        if not np.isfinite(p).all() or (energy < size * (1 - ENERGY_ROUNDING)).any():
            raise self._foreign("its energies are smaller than its momenta")

    def _foreign(self, why: str) -> FileFormatError:
        return FileFormatError(
            f"{self._path} is a table of pandas, but not the top tagging reference: {why}"
        )


def read_strings(pickled: bytes) -> list[str] | None:
    """Read the strings of a pickled list without running anything; None if it is something else.

    >>> import pickle
    >>> read_strings(pickle.dumps(["E_0", "PX_0"], 0)), read_strings(pickle.dumps([print]))
    (['E_0', 'PX_0'], None)
    """
    found: list[str] = []
    try:
        for operation, argument, _ in pickletools.genops(pickled):
            if operation.name in TEXT:
                found.append(str(argument))
            elif operation.name not in LIST:
                return None
    except (ValueError, TypeError, IndexError):
        return None
    return found
