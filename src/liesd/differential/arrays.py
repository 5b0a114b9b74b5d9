"""Named arrays in files."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from liesd.data.files import read_path
from liesd.data.formats.registry import open_table
from liesd.errors import DataError


def read_arrays(
    path: str | PathLike[str],
    axes: str | Iterable[str] | None = None,
    names: Iterable[str] | None = None,
) -> dict[str, Any]:
    """Read arrays by name: ``axes`` first, or else ``t`` and then the others by the alphabet."""
    place = read_path("path", path)
    table = open_table(place)
    known = sorted(table.shapes, key=lambda name: (name != "t", name))
    known = known if names is None else list(names)
    if axes is not None:
        first = [axes] if isinstance(axes, str) else list(axes)
        known = [*first, *(name for name in known if name not in first)]
    if missing := [name for name in known if name not in table.shapes]:
        there = ", ".join(table.shapes)
        raise DataError(f"{place} has no array {', '.join(missing)}: it holds {there}")
    if odd := [name for name in known if not name.isidentifier()]:
        raise DataError(
            f"{place} holds {', '.join(map(repr, odd[:5]))}, which is no name of a field or an "
            "axis: say which arrays to read with names="
        )
    return {name: one[:] for name, one in zip(known, table.read_numbers(known), strict=True)}
