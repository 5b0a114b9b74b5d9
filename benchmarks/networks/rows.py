"""Rows of result files that are kept as soon as they are made."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.zoo.run import commit, write_rows

RESULTS = Path(__file__).parent.parent / "results"
Row = dict[str, Any]


def perform_all(
    keys: Iterable[Row], path: Path, perform: Callable[[Row], Row], order: Sequence[str]
) -> list[Row]:
    """Make the rows that are not in the file yet; a key is what tells a row from the others."""
    rows = read_rows(path) if path.exists() else []
    for key in keys:
        if any(all(row.get(k) == v for k, v in key.items()) for row in rows):
            continue
        start = time.process_time()
        row = {**key, **perform(key), "cpu_seconds": 0.0, "commit": commit()}
        row["cpu_seconds"] = round(time.process_time() - start, 1)
        rows.append(row)
        rows.sort(key=lambda one: [str(one.get(name)) for name in order])
        write_rows(rows, path)
        shown = {k: v for k, v in row.items() if isinstance(v, str | int | float)}
        print(" ".join(f"{k}={v}" for k, v in shown.items() if k != "commit"), flush=True)
    return rows


def read_rows(path: Path) -> list[Row]:
    """The rows of a result file."""
    return list(json.loads(path.read_text()))


def describe(found: Any, prefix: str = "") -> Row:
    """What a discovery says, as plain values."""
    return {
        f"{prefix}about": found.about,
        f"{prefix}dimension": found.dimension,
        f"{prefix}verdict": found.verdict.name,
        f"{prefix}within": found.decision.within,
        f"{prefix}exact": found.decision.exact,
        f"{prefix}candidates": [one.dimension for one in found.candidates],
        f"{prefix}reason": found.reason,
        f"{prefix}defects": [float(f"{one.defect:.4g}") for one in found.evidence[:20]],
    }
