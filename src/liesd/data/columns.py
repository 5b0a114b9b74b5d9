"""Choose the columns of inputs and outputs: by name, or where it is obvious."""

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


def choose_columns(
    shapes: Shapes, n: int, m: int, x: str | None, y: str | None, wants_y: bool
) -> tuple[Part, Part | None]:
    """Choose the inputs (n numbers per sample) and, if they are wanted, the outputs (m numbers).

    Without a word from the user: arrays that are named x and y; else everything, in the order of
    the file, if that makes n or n + m numbers. If only one side is named, the other is the rest.
    """
    everything = list(shapes)
    inputs = select_names(x, shapes, "--x") if x is not None else None
    outputs = select_names(y, shapes, "--y") if y is not None else None
    if inputs is not None and outputs is not None:
        both = [name for name in outputs if name in inputs]
        if both:
            raise DataError(
                f"{show_names(both)} is both input and output: name each column in --x or in --y "
                "only"
            )
    if inputs is None:
        rest = [name for name in everything if name not in (outputs or ())]
        array = "x" in rest and count_numbers(shapes, ["x"]) == n
        if array and (outputs is not None or "y" in rest or not wants_y):
            inputs = ["x"]
        elif outputs is None and count_numbers(shapes, rest) == n + m:
            first, second = _split_columns(shapes, rest, n)
            return first, second if wants_y else None
        elif count_numbers(shapes, rest) == n and (outputs is not None or not wants_y):
            inputs = rest
        else:
            option = "--x" if outputs is not None or not wants_y else "both"
            raise _explain_doubt(shapes, n, m, option)
    if outputs is None and wants_y:
        rest = [name for name in everything if name not in inputs]
        outputs = ["y"] if "y" in rest else rest
        if not rest or (len(outputs) > 1 and count_numbers(shapes, outputs) != m):
            raise _explain_doubt(shapes, n, m, "--y")
    count = count_numbers(shapes, inputs)
    if count != n:
        raise DataError(
            f"the inputs {show_names(inputs)} make {count} numbers per sample, but the spec wants "
            f"{n}: name others with --x, or change the sizes in the spec"
        )
    return Part(inputs), None if outputs is None else Part(outputs)


def _split_columns(shapes: Shapes, names: list[str], n: int) -> tuple[Part, Part]:
    """Split off the first n numbers, by whole columns if that can be."""
    for k in range(1, len(names)):
        if count_numbers(shapes, names[:k]) == n:
            return Part(names[:k]), Part(names[k:])
    return Part(names, slice(0, n)), Part(names, slice(n, None))


def select_names(text: str, shapes: Shapes, option: str) -> list[str]:
    """Read names from a list such as ``a,b``, ``x0:x3`` or ``p_*``.

    >>> select_names("a:c,z*", dict.fromkeys(["a", "b", "c", "d", "z1", "z2"], ()), "--x")
    ['a', 'b', 'c', 'z1', 'z2']
    """
    if text in shapes:
        return [text]
    chosen: list[str] = []
    for item in next(csv.reader([text], skipinitialspace=True), []):
        found = _match_names(item.strip(), list(shapes), option)
        if twice := [name for name in found if name in chosen]:
            raise DataError(
                f"{option} names {show_names(twice)} more than once: name each column once"
            )
        chosen += found
    if not chosen:
        raise DataError(
            f"{option} names no column: give names such as {show_names(list(shapes)[:3])}"
        )
    return chosen


def _match_names(item: str, names: list[str], option: str) -> list[str]:
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
    hint = f"did you mean {near[0]!r}? There are" if near else "there are"
    raise DataError(f"{option} asks for {item!r}, which is not there: {hint} {show_names(names)}")


def _explain_doubt(shapes: Shapes, n: int, m: int, option: str) -> DataError:
    what = {
        "--x": f"which of them are the {n} inputs: name these with --x",
        "--y": f"which of them are the {m} outputs: name these with --y",
        "both": f"which {n} are inputs and which {m} are outputs: name them with --x and --y",
    }[option]
    total = count_numbers(shapes, shapes)
    return DataError(
        f"there are {total} numbers per sample ({show_names(list(shapes))}), and it is not plain "
        f"{what}, or change the sizes in the spec, or name the columns in it, as in "
        "pos(x, y, z) -> energy"
    )


def count_numbers(shapes: Shapes, names: Iterable[str]) -> int:
    """Count the numbers per sample that columns hold together."""
    return sum(math.prod(shapes[name]) for name in names)


def show_names(names: list[str], most: int = 12) -> str:
    """Write names for a message."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(repr, names[:most])) + more
