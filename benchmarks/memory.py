"""Peak memory beyond the data itself, for ten times more samples from a memory-mapped file.

Each size runs in its own process, which reports its peak of anonymous memory (the pages of the
mapped file are the data and do not count) above what importing and one small discovery take.
``python -m benchmarks.memory`` prints the figures and writes ``benchmarks/results/memory.json``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
import psutil
import torch

import liesd
from benchmarks.cost import CASES, network

CASE = "80-200-200-1"


def anonymous() -> int:
    """Bytes of memory of this process that belong to no file."""
    memory = psutil.Process().memory_info()
    return int(memory.rss - memory.shared)


class Peak:
    """The highest anonymous memory while the block runs, looked at every few milliseconds."""

    def __init__(self, every: float = 0.005) -> None:
        self.every = every

    def __enter__(self) -> Peak:
        self.bytes, self._done = anonymous(), threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def _watch(self) -> None:
        while not self._done.wait(self.every):
            self.bytes = max(self.bytes, anonymous())

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def child(path: str) -> None:
    sizes, spec = CASES[CASE]
    torch.manual_seed(0)
    f, x = network(sizes), np.load(path, mmap_mode="r")
    liesd.discover(f, x[:1000], spec)
    before = anonymous()
    with Peak() as peak:
        liesd.discover(f, x, spec)
    print(peak.bytes - before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/memory.json")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.child)
    peaks = {}
    with tempfile.TemporaryDirectory() as folder:
        for samples in options.samples:
            path = f"{folder}/x.npy"
            x = np.lib.format.open_memmap(path, "w+", np.float32, (samples, CASES[CASE][0][0]))
            rng = np.random.default_rng(0)
            for start in range(0, samples, 50_000):
                part = x[start : start + 50_000]
                part[:] = rng.normal(size=part.shape)
            del x
            run = [sys.executable, "-m", "benchmarks.memory", "--child", path]
            printed = subprocess.run(run, check=True, capture_output=True).stdout  # noqa: S603
            peaks[samples] = int(printed)
            print(f"{samples:>10,} samples: {peaks[samples] / 2**20:.1f} MiB")
    least, most = peaks[min(peaks)], peaks[max(peaks)]
    print(f"ratio {most / least:.3f}")
    facts = {"network": CASE, "peak_bytes": peaks, "ratio": round(most / least, 3)}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(facts, indent=2) + "\n")
    return None


if __name__ == "__main__":
    main()
