"""Ten million samples from a memory-mapped file: rate, memory, and how many would have done.

One process on one thread reads a file of 3.2 GB. Its rate is held against that of the bare
Jacobians of the same network on stretches of the same file, before and after, because the machine
may be shared. ``python -m benchmarks.stream`` writes ``benchmarks/results/stream.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

import liesd
from benchmarks.cost import CASES, bare_jacobians, network
from benchmarks.memory import Peak, anonymous

CASE = "80-200-200-1"
STRETCH = 200_000


def write(path: Path, samples: int) -> None:
    """Normal numbers, of which the rows repeat nothing."""
    n = CASES[CASE][0][0]
    x = np.lib.format.open_memmap(path, "w+", np.float32, (samples, n))
    rng = np.random.default_rng(0)
    for start in range(0, samples, 50_000):
        part = x[start : start + 50_000]
        part[:] = rng.standard_normal(part.shape, np.float32)
    x.flush()


def bare(f: torch.nn.Module, x: np.ndarray, stretches: int) -> list[float]:
    """Processor seconds a sample of bare Jacobians, on several stretches of the file."""
    rates = []
    for start in np.linspace(0, len(x) - STRETCH, stretches).astype(int):
        begin = time.process_time()
        for first in range(start, start + STRETCH, 4096):
            part = np.array(x[first : min(first + 4096, start + STRETCH)])
            bare_jacobians(f, torch.from_numpy(part))
        rates.append((time.process_time() - begin) / STRETCH)
    return rates


def run(path: Path) -> dict[str, Any]:
    torch.set_num_threads(1)
    sizes, spec = CASES[CASE]
    torch.manual_seed(0)
    f, x = network(sizes), np.load(path, mmap_mode="r")
    liesd.discover(f, x[:5000], spec)
    before = anonymous()
    rates = bare(f, x, 3)
    with Peak(every=0.5) as peak:
        begin, clock = time.process_time(), time.perf_counter()
        full = liesd.discover(f, x, spec, progress=False)
        seconds, wall = time.process_time() - begin, time.perf_counter() - clock
    rates += bare(f, x, 3)
    clock = time.perf_counter()
    auto = liesd.discover(f, x, spec, samples="auto", progress=False)
    quick = time.perf_counter() - clock
    change = np.abs(auto.singular_values / full.singular_values - 1).max()
    return {
        "network": CASE,
        "samples": len(x),
        "file_gb": round(x.nbytes / 1e9, 2),
        "samples_a_second": round(len(x) / wall),
        "discover / bare Jacobians": round(seconds / len(x) / statistics.median(rates), 3),
        "peak_mib": round((peak.bytes - before) / 2**20, 1),
        "whole_process_mib": round(peak.bytes / 2**20, 1),
        "auto_samples": auto.samples,
        "auto_share": round(auto.samples / len(x), 5),
        "auto_change": float(change),
        "auto_seconds": round(quick, 1),
        "auto / full": round(quick / wall, 5),
        "same_dimension": auto.dimension == full.dimension,
        "load": round(os.getloadavg()[0], 1),
    }


def table(facts: dict[str, Any]) -> str:
    """The run as a Markdown table."""
    cells = {
        "samples": f"{facts['samples']:,} ({facts['file_gb']:.1f} GB)",
        "times the cost of bare Jacobians": f"{facts['discover / bare Jacobians']:.2f}",
        "peak memory beyond the page cache": f"{facts['whole_process_mib'] / 1024:.2f} GiB",
        'used by `samples="auto"`': f"{facts['auto_samples']:,} ({facts['auto_share']:.1%})",
        "largest relative change of a singular value": f"{facts['auto_change']:.1%}",
        "its time relative to all samples": f"{facts['auto / full']:.1%}",
    }
    return "\n".join(
        ["| | |", "|---|---|", *(f"| {key} | {value} |" for key, value in cells.items())]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=10_000_000)
    parser.add_argument("--folder", help="where the file is written, and deleted afterwards")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/stream.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        path = Path(folder) / "x.npy"
        write(path, options.samples)
        facts = run(path)
    print(json.dumps(facts, indent=2))
    options.out.write_text(json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    main()
