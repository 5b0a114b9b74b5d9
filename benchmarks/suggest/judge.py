"""Judge a suggestion: the structure of its spec, and what it found."""

from __future__ import annotations

import re
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
