"""Two Dask worker processes against one, with one thread each, and one that is killed.

Runs with one and with two workers take turns, and the medians count. ``python -m
benchmarks.workers`` writes ``benchmarks/results/workers.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from distributed import Client, LocalCluster

import liesd
from benchmarks.cost import CASES, network
from benchmarks.stream import CASE, write


def timed(f: torch.nn.Module, path: Path, client: Client) -> tuple[float, float, np.ndarray]:
    """Seconds, processor seconds of the busiest worker, and the singular values."""
    before, begin = client.run(time.process_time), time.perf_counter()
    found = liesd.discover(f, path, CASES[CASE][1], client=client)
    seconds, after = time.perf_counter() - begin, client.run(time.process_time)
    busy = max(after[worker] - before.get(worker, 0.0) for worker in after)
    return seconds, busy, found.singular_values


@contextmanager
def cluster(count: int) -> Iterator[Client]:
    """Worker processes, each in a session of its own, as on a machine of its own."""
    with LocalCluster(n_workers=0, dashboard_address=":0") as local, Client(local) as client:
        dask = str(Path(sys.executable).with_name("dask"))
        command = [dask, "worker", local.scheduler_address, "--nthreads", "1", "--no-dashboard"]
        started = [
            subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)  # noqa: S603
            for _ in range(count)
        ]
        client.wait_for_workers(count)
        try:
            yield client
        finally:
            for worker in started:
                worker.terminate()
            for worker in started:
                worker.wait()


def kill_later(client: Client, seconds: float) -> threading.Thread:
    """End one worker process in the middle of the next run."""
    victim = next(iter(client.run(os.getpid).values()))
    thread = threading.Timer(seconds, os.kill, (victim, signal.SIGKILL))
    thread.start()
    return thread


def run(path: Path, rounds: int) -> dict[str, Any]:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    f = network(CASES[CASE][0])
    alone = liesd.discover(f, path, CASES[CASE][1], progress=False).singular_values
    with cluster(1) as one, cluster(2) as two:
        times: dict[int, list[float]] = {1: [], 2: []}
        busy: dict[int, list[float]] = {1: [], 2: []}
        values = {}
        for turn in range(rounds + 1):  # the first turn warms up
            for count, client in ((1, one), (2, two)):
                seconds, processor, values[count] = timed(f, path, client)
                times[count] += [seconds] if turn else []
                busy[count] += [processor] if turn else []
        medians = {count: statistics.median(part) for count, part in times.items()}
        killer = kill_later(two, medians[2] / 2)
        *_, after = timed(f, path, two)
        killer.join()
        lost = len(two.run(os.getpid))

    def change(other: np.ndarray) -> float:
        return float(np.abs(other / alone - 1).max())

    return {
        "network": CASE,
        "samples": len(np.load(path, mmap_mode="r")),
        "two workers / one": round(medians[1] / medians[2], 2),
        "two workers / one, processor time": round(
            statistics.median(busy[1]) / statistics.median(busy[2]), 2
        ),
        "best two / best one": round(min(times[1]) / min(times[2]), 2),
        "rounds": {count: [round(t, 2) for t in part] for count, part in times.items()},
        "change_one_worker": change(values[1]),
        "change_two_workers": change(values[2]),
        "change_killed": change(after),
        "workers_after": lost,
        "load": round(os.getloadavg()[0], 1),
    }


def table(facts: dict[str, Any]) -> str:
    """The comparison as a Markdown table."""
    return "\n".join(
        [
            "| | |",
            "|---|---|",
            f"| samples | {facts['samples']:,} |",
            f"| rate of two workers relative to one | {facts['two workers / one']:.2f} |",
            "| the same by the processor time of the busiest worker, as on free cores | "
            f"{facts['two workers / one, processor time']:.2f} |",
            "| largest relative change of a singular value, two workers | "
            f"{facts['change_two_workers']:.0e} |",
            f"| the same with a worker killed on the way | {facts['change_killed']:.0e} |",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=4_500_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/workers.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.npy"
        write(path, options.samples)
        facts = run(path, options.rounds)
    print(json.dumps(facts, indent=2))
    options.out.write_text(json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    main()
