"""Samples that are not independent: which rows belong together, and how to keep them so.

A model must not be tested on relatives of what it was fitted to: points of one trajectory, frames
of one film, measurements of one subject, the same row twice. Rows that belong together have one
number, their family; families are fitted to or held out as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.arrays import make_array
from liesd.errors import DataError
from liesd.learning import limits

Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Relatives:
    """The family of each row, numbered by first appearance; None if each stands for itself."""

    family: Rows | None = None
    caveat: str = ""
    """What was noticed, for people."""

    def cut(self, rows: Rows, pieces: int) -> Rows:
        """Cut rows into at most so many runs of neighbouring families; the run of each row."""
        if self.family is None:
            count, rank = len(rows), np.arange(len(rows))
        else:
            known, rank = np.unique(self.family[rows], return_inverse=True)
            count = len(known)
        return np.asarray(rank * min(pieces, count) // count, dtype=np.intp)


def find_relatives(x: NDArray[Any], groups: Any, replicas: int) -> Relatives:
    """Find the families of rows: the user's groups, or else what can be noticed.

    Runs of a series between two jumps are families; and so are rows that are the same.
    """
    if groups is not None:
        return Relatives(_check_groups(_number(read_groups(groups, len(x))), replicas))
    caveats = []
    family = None
    if _is_series(x):
        family = _find_runs(x)
        kept = "runs of neighbouring rows" if family is None else f"{family[-1] + 1} series of rows"
        caveats.append(
            f"neighbouring rows are alike, as along a trajectory: {kept} were fitted to or held "
            "out as a whole; say with groups= which rows belong together"
        )
    first = _find_repeats(x)
    repeated = first != np.arange(len(x))
    if repeated.any():
        joined, share = _number(first if family is None else family[first]), float(repeated.mean())
        is_kept = joined.max() + 1 >= limits.LIMITS.blocks
        family = joined if is_kept else family
        if share > limits.LIMITS.repeated:
            kept = "these were fitted to or held out together" if is_kept else "they are too few"
            caveats.append(f"{100 * share:.2g} % of the rows repeat the inputs of others: {kept}")
    return Relatives(family, "; ".join(caveats))


def read_groups(groups: Any, count: int) -> NDArray[Any]:
    """Read the user's groups: one name or number per sample."""
    values = np.asarray(make_array(groups, "groups"))
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.shape != (count,):
        raise DataError(
            f"groups needs one name or number per sample, shape ({count},), got {values.shape}"
        )
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise DataError("groups holds NaN: give every sample a group, or drop those without")
    return values.astype(str) if values.dtype.kind == "O" else values


def _check_groups(family: Rows, replicas: int) -> Rows:
    """Refuse too few groups."""
    found, needed = int(family.max()) + 1, max(2, replicas + 1)
    if found < needed:
        fewer = "" if replicas == 0 else "; replicas=0 needs only 2"
        raise DataError(
            f"groups holds {found} group{'s' if found > 1 else ''}, which are too few: at least "
            f"{needed} are needed, one to hold out and one for each replica, better 20 or more"
            f"{fewer}"
        )
    return family


def _number(values: NDArray[Any]) -> Rows:
    """Number values by their first appearance."""
    _, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.intp)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[inverse.reshape(-1)])


def _is_series(x: NDArray[Any]) -> bool:
    """True if neighbouring rows are much closer to each other than rows are on average."""
    change, spread = np.zeros((2, x.shape[1]))
    mean = np.zeros(x.shape[1])
    for start in range(0, len(x), limits.LIMITS.chunk_rows):
        mean += np.asarray(x[start : start + limits.LIMITS.chunk_rows], dtype=float).sum(axis=0)
    for start in range(0, len(x), limits.LIMITS.chunk_rows):
        part = np.asarray(x[start : start + limits.LIMITS.chunk_rows + 1], dtype=float)
        part = part - mean / len(x)
        scale = np.abs(part).max(axis=0)
        part = np.divide(part, scale, out=np.zeros_like(part), where=scale > 0)
        change += (np.diff(part, axis=0) ** 2).sum(axis=0) * scale**2
        spread += (part**2).sum(axis=0) * scale**2
    moves = spread > 0
    ratio = change[moves] / (2 * spread[moves])
    return bool(len(x) > 2 and moves.any() and ratio.mean() < limits.LIMITS.alike)


def _find_runs(x: NDArray[Any]) -> Rows | None:
    """The series that each row is part of; None if there are no jumps, or too few, between them."""
    size = np.zeros(x.shape[1])
    for start in range(0, len(x), limits.LIMITS.chunk_rows):
        part = np.asarray(x[start : start + limits.LIMITS.chunk_rows], dtype=float)
        size = np.maximum(size, np.abs(part).max(axis=0))
    size[size == 0] = 1.0
    rows = limits.LIMITS.chunk_rows
    parts = (np.asarray(x[k : k + rows + 1]) for k in range(0, len(x) - 1, rows))
    step = np.concatenate([np.linalg.norm(np.diff(p, axis=0) / size, axis=1) for p in parts])
    jumps = step > limits.LIMITS.jump * np.median(step)
    family = np.concatenate([[0], np.cumsum(jumps)]).astype(np.intp)
    return family if family[-1] + 1 >= limits.LIMITS.series else None


def _find_repeats(x: NDArray[Any]) -> Rows:
    """The first row that is the same as each row."""
    marks = np.zeros(len(x), dtype=np.uint64)
    mix = np.random.default_rng(0).integers(1, 2**63, x.shape[1], dtype=np.uint64) | np.uint64(1)
    for start in range(0, len(x), limits.LIMITS.chunk_rows):
        part = np.array(x[start : start + limits.LIMITS.chunk_rows], dtype=np.float64) + 0.0
        bits = np.ascontiguousarray(part).view(np.uint64)
        bits = (bits ^ (bits >> np.uint64(32))) * mix
        marks[start : start + len(part)] = (bits ^ (bits >> np.uint64(29))).sum(axis=1)
    _, first, inverse = np.unique(marks, return_index=True, return_inverse=True)
    return np.asarray(first[inverse.reshape(-1)], dtype=np.intp)
