"""Names of columns as hints: px, py, pz belong together, in this order.

Names never decide what is a symmetry. They sort the columns of a block, choose among arrangements
that are equally good, and name the channels of a spec.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_AXES = {axis: k for k, axis in enumerate("txyzw")}
_COMPONENTS = ("u", "v", "w")
_RESERVED = ("label", "affine", "shift", "poly", "fields", "grid", "turn")


class Hint(NamedTuple):
    """What the name of a column says: p and x of "p_x", x and 1 of "x1"."""

    stem: str
    axis: tuple[int, str]
    point: str

    @classmethod
    def read(cls, name: str) -> Hint:
        """Read a name.

        >>> Hint.read("px"), Hint.read("pos_y2").axis
        (Hint(stem='p', axis=(1, 'x'), point=''), (2, 'y'))
        """
        text = name.strip()
        found = re.fullmatch(r"(.*?)([_.\[ ]*)([txyzwTXYZW])[_ ]*(\d*)\]?", text)
        if found and (not found[1] or found[2] or _is_short(found[1], found[3])):
            axis = found[3].lower()
            return cls(found[1], (_AXES[axis], axis), found[4])
        found = re.fullmatch(r"([^\d]*?)[_.\[ ]*(\d+)\]?", text)
        if found:
            return cls(found[1].rstrip("_.[ "), (int(found[2]), found[2]), "")
        return cls(text, (0, ""), "")


class Hints:
    """The names of all columns, inputs first; numbers where there are none."""

    def __init__(
        self,
        n: int,
        m: int,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
    ) -> None:
        self.names = [
            *(inputs or [f"x{k}" for k in range(n)]),
            *(outputs or [f"y{k}" for k in range(m)]),
        ]
        known = [inputs is not None] * n + [outputs is not None] * m
        nothing = Hint("", (0, ""), "")
        self.each = [
            Hint.read(name) if told else nothing
            for name, told in zip(self.names, known, strict=True)
        ]

    def sort(self, columns: Sequence[int]) -> tuple[int, ...]:
        """The columns of a block in the order of their axes."""
        return tuple(sorted(columns, key=lambda k: (self.each[k].axis, self.each[k].point, k)))

    def count_things(self, columns: Sequence[int]) -> int:
        """The number of different things that the names of columns speak of."""
        return len({(self.each[k].stem, self.each[k].point) for k in columns})

    def quote(self, columns: Iterable[int]) -> str:
        """The names of columns as a spec lists them, in quotes where they are no words."""
        names = (self.names[k] for k in columns)
        return ", ".join(name if name.isidentifier() else f'"{name}"' for name in names)

    def is_word(self, column: int, taken: Iterable[str]) -> bool:
        """True if the name of a column may stand on its own in a spec."""
        name = self.names[column]
        return name.isidentifier() and name not in _RESERVED and name not in set(taken)

    def choose_name(self, columns: Sequence[int], taken: Iterable[str]) -> str:
        """A name for the channel of these columns: their common stem, or a letter."""
        stems = {self.each[k].stem for k in columns}
        stem = stems.pop() if len(stems) == 1 else ""
        used = set(taken)
        if _is_usable(stem) and stem not in used:
            return stem
        letters = "abcdefghijklmnopqrstuvwxyz"
        return next(name for name in (*letters, *(f"a{k}" for k in range(999))) if name not in used)


def count_last_alike(names: Sequence[str]) -> int:
    """The number of names at the end that speak of one thing, as fx, fy; y1, y2; or u, v.

    >>> count_last_alike(["q1", "q2", "fx", "fy"]), count_last_alike(["x1", "y1", "x2", "y2"])
    (2, 1)
    """
    for size in (3, 2):
        if tuple(name.strip().lower() for name in names[-size:]) == _COMPONENTS[:size]:
            return size
    things = [_name_thing(Hint.read(name)) for name in names]
    if not things or not things[-1]:
        return min(len(things), 1)
    return next((k for k, one in enumerate(reversed(things)) if one != things[-1]), len(things))


def _name_thing(hint: Hint) -> tuple[str, ...]:
    """What a column is a component of: f of "fx", y of "y1"; nothing where its name does not say.

    A bare "x" may be the place of a point, which has no other name.
    """
    if hint.stem and hint.axis[1]:
        return hint.stem, hint.point
    return ("", hint.axis[1]) if hint.point else ()


def _is_short(stem: str, axis: str) -> bool:
    """True if a name such as "velx" is a stem and an axis, and not a word such as "height"."""
    return len(stem) <= 4 and axis.lower() in "xyz"


def _is_usable(stem: str) -> bool:
    plain = stem.isidentifier() and stem.isascii() and not keyword.iskeyword(stem)
    return plain and stem not in _RESERVED and len(stem) <= 12
