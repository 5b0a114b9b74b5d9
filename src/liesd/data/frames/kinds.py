"""What a column holds: numbers, or text, dates and identifiers, which cannot move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.columns import show_names
from liesd.data.table import Table
from liesd.errors import DataError

NOT_USED = "not used: "
NUMBER, TEXT, DATE, IDENTIFIER, OTHER = "numbers", "text", "dates", "an identifier", "no numbers"
_IDENTIFIER = re.compile(r"(^|.*[_\W])(id|idx|index|key|uuid|no|nr|row|#)|unnamed: \d+", re.I)


class Kinds:
    """The kinds of the columns of tables, each read when it is asked for."""

    def __init__(self, homes: Mapping[str, Table]) -> None:
        self.homes = homes
        self._known: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        if name not in self._known:
            try:
                (column,) = self.homes[name].fetch([name])
            except DataError:  # damaged: who uses the column is told
                self._known[name] = NUMBER
            else:
                self._known[name] = _find_kind(name, column)
        return self._known[name]

    def holds_numbers(self, name: str) -> bool:
        """True for numbers, also for those that seem to be identifiers."""
        return self[name] in (NUMBER, IDENTIFIER)

    def explain(self, names: Iterable[str]) -> str:
        """Say of columns that are left out what they are."""
        odd = [f"{name!r} ({self[name]})" for name in names if self[name] != NUMBER]
        plain = [name for name in names if self[name] == NUMBER]
        told = [f"left out: {', '.join(odd[:12])}"] if odd else []
        told += [f"{NOT_USED}{show_names(plain)}"] if plain else []
        return f"columns {'; '.join(told)}" if told else ""


def _find_kind(name: str, column: Any) -> str:
    kind = column.dtype.kind
    if kind in "USO":
        return TEXT
    if kind in "mM":
        return DATE
    if kind not in "fiub":
        return OTHER
    return IDENTIFIER if _is_identifier(name, np.asarray(column[:])) else NUMBER


def _is_identifier(name: str, values: NDArray[Any]) -> bool:
    """True for whole numbers, all different, that count the rows or have such a name."""
    if values.ndim != 1 or len(values) < 3 or values.dtype.kind == "b":
        return False
    if not np.isfinite(values).all() or (values != np.round(values)).any():
        return False
    if _IDENTIFIER.fullmatch(name):
        return len(np.unique(values)) == len(values)
    return bool((np.diff(values) == 1).all())
