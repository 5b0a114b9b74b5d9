"""Tell whether a text file was cut short, by how its last line ends.

A whole file mostly ends in a line break. Many honest ones do not, so the last cell is compared with
the others of its column: one that lacks digits which all others have was cut.
"""

from __future__ import annotations

import enum
from pathlib import Path

from liesd.data import limits
from liesd.errors import FileFormatError


class Ending(enum.Enum):
    """What the last line tells of a file."""

    WHOLE = "nothing is missing"
    CUT = "digits are missing that all others have"
    OPEN = "nobody can tell"


class LastCells:
    """The last cells of all lines, of which only what tells them apart is kept.

    >>> cells = LastCells()
    >>> for cell in ["0.25", "0.50"] * 10 + ["0.7"]:
    ...     cells.add(cell)
    >>> cells.judge()
    <Ending.CUT: 'digits are missing that all others have'>
    """

    def __init__(self) -> None:
        self.count = 0
        self.last = ""
        self.decimals = (0, 0)
        """The smallest and the largest number of decimals before the last cell."""
        self.lengths = (0, 0)
        self.exponents = False
        """Whether some number has an exponent, of which a cut would leave another number."""
        self.texts: set[str] = set()

    def add(self, cell: str) -> None:
        """Add the last cell of a line."""
        if self.count:
            before = self.count == 1
            self.decimals = _widen(self.decimals, _count_decimals(self.last), before)
            self.lengths = _widen(self.lengths, len(self.last), before)
            if len(self.texts) < limits.LIMITS.text_labels:
                self.texts.add(self.last)
        self.count += 1
        self.last = cell
        self.exponents |= "." in cell and "e" in cell.lower()

    def judge(self) -> Ending:
        """Compare the last cell with those before it."""
        decimals, length = _count_decimals(self.last), len(self.last)
        others = self.count - 1
        fixed = self.decimals[0] == self.decimals[1]
        needed = limits.LIMITS.text_fixed if fixed else limits.LIMITS.text_compared
        if others >= needed and decimals < self.decimals[0]:
            return Ending.CUT
        if self.decimals[1] and self.decimals == (decimals, decimals):
            return Ending.WHOLE
        if decimals >= limits.LIMITS.text_decimals and not self.exponents:
            return Ending.WHOLE  # or nearly so: what is missing is too small to matter
        if others and self.lengths == (length, length):
            return Ending.WHOLE
        if not self.last.strip()[-1:].isdigit() and self.last in self.texts:
            return Ending.WHOLE
        return Ending.OPEN


def explain_cut(path: Path, number: int, cell: str) -> FileFormatError:
    """Refuse a file that was cut short inside its last cell."""
    return FileFormatError(
        f"{path} was cut short: line {number}, the last one, ends in {cell[:40]!r} without a line "
        "break, and all other lines have more digits there; repair or remove that line, or end it "
        "with a line break if it is whole"
    )


def explain_open(path: Path, cell: str) -> str:
    """Say that nobody can tell whether a file is whole."""
    return (
        f"{path} does not end in a line break: if it was cut short, its last cell ({cell[:40]!r}) "
        "may be incomplete; end the last line with a line break if it is whole"
    )


def _count_decimals(cell: str) -> int:
    """Count what follows the decimal point, an exponent included."""
    return len(cell.strip().partition(".")[2])


def _widen(span: tuple[int, int], value: int, first: bool) -> tuple[int, int]:
    return (value, value) if first else (min(span[0], value), max(span[1], value))
