"""Discover the symmetries of all equations, and compare them with the truth."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from liesd.data.files import write_atomically
from liesd.differential.api import discover_equation
from liesd.errors import DataError, FileFormatError
from liesd.experiments.equations.tasks import TASKS, Task

HEADS = ("equation", "true", "found", "sure", "distance", "LieNLSD", "CPU seconds")


def perform(task: Task, seed: int, **options: Any) -> dict[str, Any]:
    """Solve, discover, and compare with the truth: one row."""
    data = task.solve(seed)
    start = time.process_time()
    found = discover_equation(
        data, task.equation, seed=seed, progress=False, **{**task.options, **options}
    )
    return {
        "equation": task.name,
        "seed": seed,
        "dimension": found.dimension,
        "true": len(task.true),
        "verdict": found.verdict.name,
        "distance": task.distance(found),
        "text": found.equation,
        "heldout_error": found.heldout_error,
        "within": found.decision.within,
        "signs": dict(found.transcript.signs) if found.transcript is not None else {},
        "cpu_seconds": round(time.process_time() - start, 2),
    }


def perform_all(
    names: Iterable[str],
    seeds: Iterable[int],
    path: Path | None = None,
    say: Callable[[str], None] = lambda text: None,
    tasks: Mapping[str, Task] = TASKS,
    **options: Any,
) -> list[dict[str, Any]]:
    """Make the runs that are not in the file yet, and keep each as soon as it is done."""
    rows = _read(path) if path is not None and path.exists() else []
    done = {(row["equation"], row["seed"]) for row in rows}
    chosen, wanted = list(names) or list(tasks), list(seeds)
    for name in chosen:
        if name not in tasks:
            raise DataError(f"there is no equation {name!r}: there are {', '.join(tasks)}")
        for seed in wanted:
            if (name, seed) in done:
                continue
            rows.append(perform(tasks[name], seed, **options))
            if path is not None:
                text = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
                with write_atomically(path) as file:
                    file.write(text.encode())
            row = rows[-1]
            say(
                f"{name} seed {seed}: {row['dimension']} of {row['true']}, {row['verdict']}, "
                f"distance {row['distance']:.1e}, {row['cpu_seconds']:.0f} CPU s"
            )
    return [row for row in rows if row["equation"] in chosen and row["seed"] in wanted]


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(path.read_bytes())
        _ = [(row["equation"], row["seed"], row["distance"]) for row in rows]
    except (ValueError, KeyError, TypeError) as error:
        raise FileFormatError(
            f"{path} holds no runs of equations: give another name, or delete it to start anew"
        ) from error
    return list(rows)


def tabulate(rows: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """One line per equation, over all seeds, with the published distance."""
    return [
        (*line[:-1], f"{TASKS[line[0]].published:.1e}", line[-1]) for line in tabulate_plain(rows)
    ]


def tabulate_plain(rows: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """One line per equation, over all seeds."""
    lines: list[tuple[str, ...]] = []
    for name in dict.fromkeys(row["equation"] for row in rows):
        runs = [row for row in rows if row["equation"] == name]
        counts = " or ".join(dict.fromkeys(str(row["dimension"]) for row in runs))
        sure = sum(row["verdict"] == "SURE" for row in runs)
        worst = max(row["distance"] for row in runs)
        seconds = sum(row["cpu_seconds"] for row in runs) / len(runs)
        lines.append(
            (
                name,
                str(runs[0]["true"]),
                counts,
                f"{sure} of {len(runs)}",
                f"{worst:.1e}",
                f"{seconds:.1f}",
            )
        )
    return lines
