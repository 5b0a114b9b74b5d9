"""Judge a suggestion: the structure of its spec, and what it found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import torch

import liesd
from benchmarks.suggest.case import Case
from liesd.suggestion.result import Suggestions

_TERM = re.compile(r"(?:(\d+)\*)?(?:(affine|shift)\()?([a-zA-Z]\w*)(?:\[(\d+)\])?\)?|(\d+)")


def read_structure(spec: str) -> tuple[Any, ...]:
    """The families of a spec without their names, and its numbers that do not move.

    Each family is (size, kind of shift, channels among the inputs, channels among the outputs).

    >>> read_structure("2*affine(a[3]) + b[1] + 2 -> a")
    (((1, '', 1, 0), (3, 'affine', 2, 1)), 2, 0)
    """
    families: dict[str, list[Any]] = {}
    still = [0, 0]
    for side, text in enumerate(spec.replace(" ", "").split("->")):
        for term in text.split("+"):
            found = _TERM.fullmatch(term)
            assert found, f"not judged here: {term!r} in {spec!r}"
            if found[5]:
                still[side] += int(found[5])
                continue
            family = families.setdefault(found[3], [int(found[4] or 0), "", 0, 0])
            family[1] = found[2] or family[1]
            family[2 + side] += int(found[1] or 1)
    return tuple(sorted(map(tuple, families.values()))), *still


def count_symmetries(case: Case, x: torch.Tensor) -> int:
    """The number of symmetries of the exact function, with the spec of the case."""
    return liesd.discover(case.f, x, case.spec, progress=False).dimension


def judge(case: Case, found: Suggestions, dimension: int) -> str:
    """``right``, ``wrong``, or ``too poor``."""
    if not len(found):
        return "too poor"
    best = found.best
    same = read_structure(str(best.spec)) == read_structure(case.spec)
    return "right" if same and best.dimension == dimension else "wrong"


Channels = dict[str, list[tuple[int, ...]]]


def read_channels(spec: str, order: Sequence[int], outputs: Sequence[int]) -> Channels:
    """The columns of each channel, by letter; outputs are numbered from -1 downwards.

    >>> read_channels("2*a[2]+1 -> a", [3, 1, 2, 0, 4], [1, 0])
    {'a': [(3, 1), (2, 0), (-2, -1)]}
    """
    found: Channels = {}
    sizes: dict[str, int] = {}
    columns = (list(order), [-1 - k for k in outputs])
    for text, left in zip(spec.replace(" ", "").split("->"), columns, strict=True):
        for term in text.split("+"):
            match = _TERM.fullmatch(term)
            assert match, f"not judged here: {term!r} in {spec!r}"
            if match[5]:
                del left[: int(match[5])]
                continue
            size = sizes.setdefault(match[3], int(match[4] or 0))
            for _ in range(int(match[1] or 1)):
                found.setdefault(match[3], []).append(tuple(left[:size]))
                del left[:size]
    return found


def judge_columns(wanted: Channels, dimension: int, each: Sequence[tuple[Channels, int]]) -> str:
    """Judge suggestions by columns, where single numbers may be scaled or stand still.

    Right is a first suggestion whose channels of several columns are the wanted ones, that finds at
    least the wanted number of symmetries, and in which the same channels move alike; or where a
    later suggestion says which ones move alike up to scalings.
    """
    if not each:
        return "too poor"
    best, found = each[0]
    if _list_sets(best) != _list_sets(wanted) or found < dimension:
        return "wrong"
    if _list_families(best) == _list_families(wanted):
        return "right"
    later = any(_list_families(one) == _list_families(wanted) for one, _ in each[1:])
    return "right" if later else "wrong"


def _list_families(channels: Channels) -> set[frozenset[frozenset[int]]]:
    """Channels of several columns that share a letter."""
    return {
        frozenset(frozenset(one) for one in group)
        for group in channels.values()
        if len(group[0]) > 1
    }


def _list_sets(channels: Channels) -> set[frozenset[int]]:
    return {one for family in _list_families(channels) for one in family}
