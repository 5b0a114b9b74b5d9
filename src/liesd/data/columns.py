"""Which columns are inputs and which are outputs: as the user says, or where it is plain."""

from __future__ import annotations

import csv
import difflib
import math
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple

from liesd.errors import DataError

Shapes = dict[str, tuple[int, ...]]


class Part(NamedTuple):
    """Columns, and which of their numbers."""

    names: list[str]
    numbers: slice = slice(None)


def choose(
    shapes: Shapes, n: int, m: int, x: str | None, y: str | None, wants_y: bool
) -> tuple[Part, Part | None]:
    """The inputs (n numbers a sample) and, if they are wanted, the outputs (m numbers).

    Without a word from the user: arrays that are named x and y; else everything, in the order of
    the file, if that makes n or n + m numbers. If only one side is named, the other is the rest.
    """
    everything = list(shapes)
    inputs = select(x, shapes, "--x") if x is not None else None
    outputs = select(y, shapes, "--y") if y is not None else None
    if inputs is not None and outputs is not None:
        both = [name for name in outputs if name in inputs]
        if both:
            raise DataError(
                f"{show(both)} is both input and output: name each column in --x or in --y only"
            )
    if inputs is None:
        rest = [name for name in everything if name not in (outputs or ())]
        if "x" in rest and (outputs is not None or "y" in rest or not wants_y):
            inputs = ["x"]
        elif outputs is None and width(shapes, rest) == n + m:
            first, second = _split(shapes, rest, n)
            return first, second if wants_y else None
        elif width(shapes, rest) == n and (outputs is not None or not wants_y):
            inputs = rest
        else:
            raise _unclear(shapes, n, m, "--x" if outputs is not None or not wants_y else "both")
    if outputs is None and wants_y:
        rest = [name for name in everything if name not in inputs]
        outputs = ["y"] if "y" in rest else rest
        if not rest or (len(outputs) > 1 and width(shapes, outputs) != m):
            raise _unclear(shapes, n, m, "--y")
    if width(shapes, inputs) != n:
        raise DataError(
            f"the inputs {show(inputs)} make {width(shapes, inputs)} numbers a sample, but the "
            f"spec wants {n}: name others with --x, or change the sizes in the spec"
        )
    return Part(inputs), None if outputs is None else Part(outputs)


def _split(shapes: Shapes, names: list[str], n: int) -> tuple[Part, Part]:
    """The first n numbers and the rest, by whole columns if that can be."""
    for k in range(1, len(names)):
        if width(shapes, names[:k]) == n:
            return Part(names[:k]), Part(names[k:])
    return Part(names, slice(0, n)), Part(names, slice(n, None))


def select(text: str, shapes: Shapes, option: str) -> list[str]:
    """Names from a list such as ``a,b``, ``x0:x3`` or ``p_*``.

    >>> select("a:c,z*", dict.fromkeys(["a", "b", "c", "d", "z1", "z2"], ()), "--x")
    ['a', 'b', 'c', 'z1', 'z2']
    """
    if text in shapes:
        return [text]
    chosen: list[str] = []
    for item in next(csv.reader([text], skipinitialspace=True), []):
        found = _matching(item.strip(), list(shapes), option)
        if twice := [name for name in found if name in chosen]:
            raise DataError(f"{option} names {show(twice)} more than once: name each column once")
        chosen += found
    if not chosen:
        raise DataError(f"{option} names no column: give names such as {show(list(shapes)[:3])}")
    return chosen


def _matching(item: str, names: list[str], option: str) -> list[str]:
    if item in names:
        return [item]
    first, colon, last = (part.strip() for part in item.partition(":"))
    if colon and first in names and last in names:
        found = names[names.index(first) : names.index(last) + 1]
    else:
        found = [name for name in names if fnmatchcase(name, item)]
    if found:
        return found
    near = difflib.get_close_matches(item, names, 1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise DataError(
        f"{option} asks for {item!r}, which is not there: {hint}There are {show(names)}"
    )


def _unclear(shapes: Shapes, n: int, m: int, option: str) -> DataError:
    what = {
        "--x": f"which of them are the {n} inputs: name these with --x",
        "--y": f"which of them are the {m} outputs: name these with --y",
        "both": f"which {n} are inputs and which {m} are outputs: name them with --x and --y",
    }[option]
    total = width(shapes, shapes)
    return DataError(
        f"there are {total} numbers a sample ({show(list(shapes))}), and it is not plain {what}, "
        "or change the sizes in the spec"
    )


def width(shapes: Shapes, names: Iterable[str]) -> int:
    """How many numbers a sample some columns hold together."""
    return sum(math.prod(shapes[name]) for name in names)


def show(names: list[str], most: int = 12) -> str:
    """Names for a message."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(repr, names[:most])) + more
