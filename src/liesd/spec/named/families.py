"""Columns that belong together by their names: pos_x, pos_y, pos_z, or p0, p1, p2."""

from __future__ import annotations

from collections.abc import Collection

from liesd.errors import SpecError

_MARKS = ("", "_", ".", "-", " ")
_LETTERS = {
    2: ("xy", "uv"),
    3: ("xyz", "uvw"),
    4: ("txyz", "exyz", "Exyz", "xyzt", "xyze", "xyzE"),
}


def find_family(name: str, size: int, names: Collection[str]) -> list[str] | None:
    """The columns of a space of a name and a size, in their order; None if there are none.

    >>> find_family("p", 2, ["m", "py", "px"])
    ['px', 'py']
    >>> find_family("q", 3, ["q1", "q2", "q3", "p"])
    ['q1', 'q2', 'q3']
    """
    for mark in _MARKS:
        for first in (0, 1):
            found = [f"{name}{mark}{k}" for k in range(first, first + size)]
            if all(one in names for one in found):
                beyond = f"{name}{mark}{first + size}"
                if beyond in names:
                    raise SpecError(
                        f"{name}[{size}] is not all of the columns {found[0]}, {found[1]}, ..., "
                        f"{beyond}: give its size, or name its columns, as in {name}({found[0]}, "
                        f"{beyond})"
                        if size > 1
                        else f"{name}[1] may be {found[0]} or {beyond}: name it, {name}({found[0]})"
                    )
                return found
        for letters in _LETTERS.get(size, ()):
            found = [f"{name}{mark}{one}" for one in letters]
            if all(one in names for one in found):
                return found
    return None
