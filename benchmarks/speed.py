"""From data to an answer, this code beside another checkout of it, law by law in turns.

``python -m benchmarks.speed OTHER`` learns the laws of the zoo's tune half from 20,000 samples
without noise and asks for their symmetries, with the code in the folder ``OTHER`` and with this
one, each in a process of its own on one thread. CPU seconds, since the machine may be shared.
Rows are kept in ``benchmarks/results/speed.json`` as soon as they are made.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

Row = dict[str, Any]
HERE = Path(__file__).resolve().parent.parent
RESULTS = HERE / "benchmarks" / "results" / "speed.json"


def measure(name: str) -> Row:
    """Learn a law and ask for its symmetries; with whatever code is imported."""
    import torch

    from benchmarks.zoo import run

    torch.set_num_threads(1)
    run.time = SimpleNamespace(perf_counter=time.process_time)  # CPU seconds of learn and discover
    row = run.perform((name, "auto", 0, run.SAMPLES))
    return {
        "seconds": round(row["seconds_learn"] + row.get("seconds_discover", 0.0), 2),
        "right": run.is_right(row),
        "verdict": row.get("verdict"),
        "dimension": row["dimension"],
        "error": row.get("heldout_error"),
        "commit": run.commit(),
    }


def measure_in(folder: Path, name: str) -> Row:
    """Measure with the code of a folder, in another process."""
    paths = os.pathsep.join([str(folder / "src"), str(folder)])
    done = subprocess.run(  # noqa: S603
        [sys.executable, str(Path(__file__).resolve()), "--measure", name],
        env={**os.environ, "PYTHONPATH": paths, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    row: Row = json.loads(done.stdout.splitlines()[-1])
    return row


def run(other: Path) -> list[Row]:
    """Both codes in turns, for the laws that are not in the file yet."""
    from benchmarks.zoo import CASES
    from benchmarks.zoo.run import write_rows

    rows: list[Row] = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    names = [case.name for case in CASES.values() if case.split == "tune"]
    auto = json.loads((RESULTS.parent / "zoo-auto.json").read_text())
    learned = {row["name"] for row in auto if row["split"] == "tune"}
    chosen = [name for name in names if name in learned]
    np.random.default_rng(0).shuffle(chosen)  # so that a run that was cut short is a fair sample
    for name in chosen:
        if any(row["law"] == name for row in rows):
            continue
        row = {"law": name, "before": measure_in(other, name), "after": measure_in(HERE, name)}
        rows.append(row)
        write_rows(rows, RESULTS)
        print(name, row["before"]["seconds"], row["after"]["seconds"], flush=True)
    return rows


def table(rows: list[Row]) -> str:
    """Medians and the number of right and sure answers as Markdown."""
    lines = [
        "| code | laws | median CPU seconds | right & sure | wrong & sure |",
        "|---|---|---|---|---|",
    ]
    for name in ("before", "after"):
        part = [row[name] for row in rows]
        sure = [one["right"] for one in part if one["verdict"] == "SURE"]
        median = statistics.median(one["seconds"] for one in part)
        lines.append(
            f"| {name} | {len(part)} | {median:.1f} | {sum(sure)} | {len(sure) - sum(sure)} |"
        )
    ratio = statistics.median(row["before"]["seconds"] / row["after"]["seconds"] for row in rows)
    return "\n".join([*lines, "", f"Law by law, the median ratio is {ratio:.1f}."])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.argv[2])))
    else:
        print(table(run(Path(sys.argv[1]).resolve())))
