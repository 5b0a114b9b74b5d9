"""A million samples of ten numbers from memory-mapped files: learning and discovery on one thread.

One law without noise and one with 1 %, each in a process of its own, which reports its CPU seconds
(imports left out) and the peak of its memory (imports and all, but not the pages of the mapped
files, which are the data). ``python -m benchmarks.million`` writes
``benchmarks/results/million.json``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

import liesd
from benchmarks.memory import Peak
from benchmarks.zoo.run import Array, write_rows

RESULTS = Path(__file__).parent / "results/million.json"
SAMPLES = 1_000_000
SPEC = "q[5]+p[5] -> f[5]"
LAWS = {"force between two points": 0.0, "the same with 1 % noise": 0.01}
DIMENSION = 10  # so(5), which turns both points and the force


def compute_force(x: Array) -> Array:
    """The force between two points of five dimensions: it turns when both turn."""
    apart = x[:, :5] - x[:, 5:]
    return apart * np.exp(-(apart**2).sum(axis=1, keepdims=True) / 20)


def write(folder: Path, noise: float, samples: int) -> None:
    """Write samples and values, some rows at a time."""
    rng = np.random.default_rng(0)
    x, y = (
        np.lib.format.open_memmap(folder / f"{name}.npy", "w+", np.float64, (samples, width))
        for name, width in (("x", 10), ("y", 5))
    )
    for start in range(0, samples, 50_000):
        part = x[start : start + 50_000]
        part[:] = rng.normal(size=part.shape)
        values = compute_force(part)
        values += noise * values.std() * rng.normal(size=values.shape)
        y[start : start + 50_000] = values


def child(folder: Path) -> None:
    """Learn and discover in this process, and print the figures."""
    torch.set_num_threads(1)
    x, y = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in "xy")
    learn, discover = liesd.learn, liesd.discover  # imports are not what is measured
    start = time.process_time()
    with Peak(every=0.02) as peak:
        model = learn(x, y, SPEC, progress=False)
        between = time.process_time()
        found = discover(model, x, SPEC, progress=False)
    end = time.process_time()
    facts = {
        "samples": len(x),
        "learn_seconds": round(between - start, 1),
        "discover_seconds": round(end - between, 1),
        "peak_gib": round(peak.bytes / 2**30, 2),
        "heldout_error": model.heldout_error,
        "dimension": found.dimension,
        "verdict": found.verdict.name,
    }
    print(json.dumps(facts))


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    lines = [
        "| law, 1,000,000 samples | learning, CPU s | discovery, CPU s | peak memory | found |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['law']} | {row['learn_seconds']:.0f} | {row['discover_seconds']:.0f} "
        f"| {row['peak_gib']:.2f} GiB | {row['dimension']} of {DIMENSION}, {row['verdict']} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.child)
    rows = []
    for law, noise in LAWS.items():
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), noise, options.samples)
            run = [sys.executable, "-m", "benchmarks.million", "--child", folder]
            printed = subprocess.run(run, check=True, capture_output=True).stdout  # noqa: S603
            rows.append({"law": law, **json.loads(printed)})
            print(rows[-1], flush=True)
    write_rows(rows, options.out)
    print(table(rows))
    return None


if __name__ == "__main__":
    main()
