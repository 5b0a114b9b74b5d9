"""The tutorial's command on a pseudo-terminal: CPU seconds from start to report, and first sign.

The law and the six columns of the tutorial, 3,000 rows, on one thread. The first output is
given in seconds of the clock and in CPU seconds of the process, because the machine may be shared.
``python -m benchmarks.tutorial`` writes ``benchmarks/results/tutorial.json``.
"""

from __future__ import annotations

import json
import os
import pty
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import psutil

RESULTS = Path(__file__).parent / "results/tutorial.json"
ROWS, SPEC, RUNS = 3000, "a[2]+b[2] -> force[2]", 3


def write_table(path: Path) -> None:
    """Write the table of the tutorial: two points of the plane, and a force."""
    rng = np.random.default_rng(0)
    q, p = rng.normal(size=(2, ROWS, 2))
    distance = ((q - p) ** 2).sum(axis=1, keepdims=True)
    force = (q - p) * np.exp(-distance / 12) + 0.3 * p @ [[0, 1], [-1, 0]]
    rows, names = np.hstack([q, p, force]), "a1,a2,b1,b2,u,v"
    np.savetxt(path, rows, delimiter=",", header=names, comments="")


def run(folder: Path) -> dict[str, Any]:
    """Run the command once, and watch its terminal."""
    outputs = ["--report", str(folder / "report.html"), "--save", str(folder / "found.liesd")]
    command = [sys.executable, "-m", "liesd.cli", "discover", str(folder / "data.csv"), SPEC]
    main, terminal = pty.openpty()
    before, start = os.times(), time.monotonic()
    process = subprocess.Popen(  # noqa: S603
        [*command, *outputs],
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    os.close(terminal)
    shown, first, spent = b"", 0.0, 0.0
    while True:
        try:
            part = os.read(main, 4096)
        except OSError:  # closed
            break
        if not shown:
            first, times = time.monotonic() - start, psutil.Process(process.pid).cpu_times()
            spent = times.user + times.system
        shown += part
    process.wait()
    os.close(main)
    after = os.times()
    cpu = sum(after[2:4]) - sum(before[2:4])
    assert process.returncode == 0, shown.decode()
    text = re.sub("\x1b\\[[0-9;]*m", "", shown.decode())  # without colours
    said = next(line for line in text.splitlines() if "the law has" in line)
    return {
        "cpu_seconds": round(cpu, 2),
        "clock_seconds": round(time.monotonic() - start, 2),
        "first_sign_seconds": round(first, 2),
        "first_sign_cpu_seconds": round(spent, 2),
        "answer": said.strip(),
        "sure": "  SURE:" in text,
    }


def measure() -> dict[str, Any]:
    """Measure some runs; the median of each figure."""
    with tempfile.TemporaryDirectory() as name:
        write_table(Path(name) / "data.csv")
        runs = [run(Path(name)) for _ in range(RUNS)]
    numbers = [key for key, value in runs[0].items() if isinstance(value, float)]
    facts = {key: statistics.median(one[key] for one in runs) for key in numbers}
    return {
        "rows": ROWS,
        "runs": RUNS,
        **facts,
        "answer": runs[0]["answer"],
        "sure": all(one["sure"] for one in runs),
    }


def table(facts: dict[str, Any]) -> str:
    """The figures as Markdown."""
    rows = {
        "from start to report, CPU seconds": f"{facts['cpu_seconds']:.1f}",
        "time to the first output, CPU seconds": f"{facts['first_sign_cpu_seconds']:.2f}",
        "time to the first output, seconds of the clock": f"{facts['first_sign_seconds']:.2f}",
    }
    lines = [f"| `liesd discover`, {facts['rows']:,} rows, six columns | |", "|---|---|"]
    return "\n".join([*lines, *(f"| {name} | {value} |" for name, value in rows.items())])


def main() -> None:
    facts = measure()
    RESULTS.write_text(json.dumps(facts, indent=2) + "\n")
    print(json.dumps(facts, indent=2))
    print(table(facts))


if __name__ == "__main__":
    main()
