"""What the kernel learner costs for ten thousand to a million rows of a memory-mapped file.

Each size runs in its own process on one thread, which reports CPU seconds and its peak of anonymous
memory above what importing takes (the pages of the mapped files are the data and do not count).
``python -m benchmarks.kernel`` prints the figures and writes ``benchmarks/results/kernel.json``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch

import liesd
from benchmarks.memory import Peak, anonymous
from liesd.experiments.tasks import inertia

SIZES = (10_000, 100_000, 1_000_000)


def write(folder: Path, rows: int) -> None:
    """Positions and inertia tensors in two files, some rows at a time."""
    x, y = (
        np.lib.format.open_memmap(folder / f"{name}.npy", "w+", np.float64, (rows, *shape))
        for name, shape in (("x", (3, 3)), ("y", (3, 3)))
    )
    for seed, start in enumerate(range(0, rows, 50_000)):
        some = slice(start, min(start + 50_000, rows))
        x[some], y[some] = inertia.data(seed, some.stop - some.start)


def child(folder: Path) -> None:
    torch.set_num_threads(1)
    x, y = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in "xy")
    before, start = anonymous(), time.process_time()
    with Peak() as peak:
        model = liesd.learn(x, y, inertia.tensor_form().spec, "kernel")
    seconds = time.process_time() - start
    facts = {
        "rows": len(x),
        "cpu_seconds": round(seconds, 1),
        "peak_mib": round((peak.bytes - before) / 2**20),
        "data_mib": round((x.nbytes + y.nbytes) / 2**20),
        "heldout_error": model.heldout_error,
    }
    print(json.dumps(facts))


def table(rows: list[dict[str, float]]) -> str:
    """The figures as Markdown."""
    lines = ["| rows | data, MiB | peak memory, MiB | CPU seconds |", "|---|---|---|---|"]
    lines += [
        f"| {row['rows']:,} | {row['data_mib']} | {row['peak_mib']} | {row['cpu_seconds']:.0f} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/kernel.json")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.child)
    rows = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), size)
            run = [sys.executable, "-m", "benchmarks.kernel", "--child", folder]
            printed = subprocess.run(run, check=True, capture_output=True).stdout  # noqa: S603
            rows.append(json.loads(printed))
            print(rows[-1])
    options.out.write_text(json.dumps(rows, indent=2) + "\n")
    return None


if __name__ == "__main__":
    main()
