"""Many problems at once: two discoveries side by side against one alone, on all cores.

Threads are left to the library: nothing is set in the environment. Processes start together once
all of them have imported everything; runs alone and side by side take turns, and medians count. A
machine that is busy otherwise is seen in the seconds of the clock, but hardly in CPU seconds, which
grow where threads wait for each other. ``python -m benchmarks.side_by_side`` writes
``benchmarks/results/side-by-side.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import torch

import liesd
from benchmarks.cost import CASES, network
from liesd.numerics.threads import SETTINGS

RESULTS = Path(__file__).parent / "results/side-by-side.json"
CASE = "80-200-200-1"
SAMPLES, ROUNDS = 500_000, 5
WAYS = {"one alone": 1, "two side by side": 2}


def child(samples: int) -> None:
    """Discover once the parent says so, and print seconds of the clock and of the processor."""
    sizes, spec = CASES[CASE]
    torch.manual_seed(0)
    f, x = network(sizes), torch.randn(samples, sizes[0])
    liesd.discover(f, x[:2000], spec, progress=False)
    print("ready", flush=True)
    sys.stdin.readline()
    start, spent = time.perf_counter(), time.process_time()
    liesd.discover(f, x, spec, progress=False)
    seconds, spent = time.perf_counter() - start, time.process_time() - spent
    print(json.dumps([seconds, spent]), flush=True)


def run(count: int, samples: int) -> tuple[float, float]:
    """So many processes at the same time: the longest by the clock, and by the processor."""
    free = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    command = [sys.executable, "-m", "benchmarks.side_by_side", "--child", str(samples)]
    started = [
        subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=free, text=True
        )
        for _ in range(count)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers = [json.loads(process.communicate()[0]) for process in started]
    return max(one[0] for one in answers), max(one[1] for one in answers)


def measure(samples: int, rounds: int) -> dict[str, Any]:
    """Measure both ways in turns."""
    runs = [{way: run(count, samples) for way, count in WAYS.items()} for _ in range(rounds)]
    clock, spent = (
        {way: round(statistics.median(one[way][k] for one in runs), 2) for way in WAYS}
        for k in (0, 1)
    )
    alone, both = WAYS
    return {
        "network": CASE,
        "samples": samples,
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 1),
        "clock_seconds": clock,
        "cpu_seconds": spent,
        "clock_ratio": round(clock[both] / clock[alone], 2),
        "cpu_ratio": round(spent[both] / spent[alone], 2),
    }


def table(facts: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = ["| discoveries | seconds | CPU seconds of each |", "|---|---|---|"]
    lines += [
        f"| {way} | {facts['clock_seconds'][way]:.1f} | {facts['cpu_seconds'][way]:.1f} |"
        for way in WAYS
    ]
    return "\n".join([*lines, f"| ratio | {facts['clock_ratio']:.2f} | {facts['cpu_ratio']:.2f} |"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.child)
    facts = measure(options.samples, options.rounds)
    options.out.write_text(json.dumps(facts, indent=2) + "\n")
    print(json.dumps(facts, indent=2))
    print(table(facts))
    return None


if __name__ == "__main__":
    main()
