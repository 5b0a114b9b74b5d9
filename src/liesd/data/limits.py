"""Numbers that decide how data is read, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Amounts that are read at a time, and limits beyond which data is refused."""

    chunk_bytes: int = 1 << 25
    """Bytes of an array that are read or copied at a time."""
    memory_bytes: int = 1 << 28
    """Bytes up to which an array in a file is read whole; a larger one stays in its file."""
    expansion: int = 100
    """Times its own size that a file may hold, once it is large: more is a mistake or an attack."""
    text_rows: int = 10_000
    """Lines of a text file that are turned into numbers together."""
    text_compared: int = 20
    """Lines with which the last one is compared, at least, to tell that it was cut short..."""
    text_fixed: int = 3
    """... and where all of them have the same number of decimals."""
    text_decimals: int = 8
    """Decimals of a number from which on it does not matter whether more were cut off."""
    text_labels: int = 1000
    """Different texts of a column that are remembered for it, at most."""
    categories: int = 100
    """Different texts of a column that may be its categories, at most."""
    name_length: int = 200
    """Characters up to which a column's name can be typed and printed."""
    exact_integer: int = 2**53
    """Whole numbers beyond this are not exact as real numbers."""
    drawn_rows: int = 64
    """Neighbours in a file that are drawn at random together, so that a draw is quick to read and
    still comes from many places."""
    shuffled_blocks: int = 1 << 20
    """Blocks that a random order has at most, so that it takes little memory."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
