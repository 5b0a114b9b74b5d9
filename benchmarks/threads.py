"""What a busy process beside it costs a discovery: wall-clock and CPU seconds, and the bits.

The same job, learning two bodies from data and discovering their symmetries, runs in processes of
its own: alone and beside as many busy loops as are asked for, on the threads that the library
chooses and on one per core. The four take turns, so that whatever else the machine does meets all
of them. Writes ``benchmarks/results/threads.json``.

    python -m benchmarks.threads [--rounds 3] [--busy 1] [--samples 1500]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import liesd
from benchmarks.zoo.run import commit
from liesd.data.files import write_atomically
from liesd.experiments.tasks import two_body
from liesd.numerics.threads import SETTINGS

RESULT = Path(__file__).parent / "results" / "threads.json"
SPEC = "q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2"
WAYS = ("all cores but one", "one thread per core")


def work(samples: int) -> None:
    """Do the job and print what it took; runs in its own process."""
    x, y = (part[:samples] for part in two_body.data(seed=0))
    start, cpu = time.perf_counter(), time.process_time()
    found = liesd.discover(liesd.learn(x, y, SPEC, progress=False), x, SPEC, progress=False)
    taken = {"wall": time.perf_counter() - start, "cpu": time.process_time() - cpu}
    bits = hashlib.sha256(found.singular_values.tobytes()).hexdigest()[:16]
    print(json.dumps({**taken, "bits": bits, "dimension": found.dimension}))


@contextmanager
def keeping_busy(loops: int) -> Iterator[None]:
    """Busy loops beside what runs meanwhile."""
    command = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(command) for _ in range(loops)]  # noqa: S603
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.wait()


def perform(way: str, loops: int, samples: int) -> dict[str, Any]:
    """Do the job once in another process."""
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    if way == WAYS[1]:
        environment["OMP_NUM_THREADS"] = str(os.cpu_count())
    command = [sys.executable, "-m", "benchmarks.threads", "--worker", "--samples", str(samples)]
    with keeping_busy(loops):
        done = subprocess.run(  # noqa: S603
            command, env=environment, capture_output=True, check=True, text=True
        )
    return {"threads": way, "busy": loops, **json.loads(done.stdout)}


def summarize(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Medians over the rounds, and what the busy loops cost."""
    told = []
    for way in WAYS:
        mine = [row for row in rows if row["threads"] == way]
        line: dict[str, Any] = {"threads": way, "bits": len({row["bits"] for row in mine})}
        for what in ("wall", "cpu"):
            alone, beside = (
                statistics.median(row[what] for row in mine if bool(row["busy"]) is busy)
                for busy in (False, True)
            )
            line |= {f"{what} alone": alone, f"{what} beside": beside, what: beside / alone}
        told.append(line)
    return told


def table(result: dict[str, Any]) -> str:
    """The medians as Markdown."""
    lines = [
        "| threads | seconds alone | beside a busy process | ratio | CPU seconds alone "
        "| beside | ratio | different bits |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in result["medians"]:
        cells = [
            f"{row[f'{what} alone']:.1f} | {row[f'{what} beside']:.1f} | {row[what]:.2f}"
            for what in ("wall", "cpu")
        ]
        same = "none" if row["bits"] == 1 else "yes"
        lines.append(f"| {row['threads']} | {' | '.join(cells)} | {same} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--busy", type=int, default=1, help="busy loops beside the job")
    parser.add_argument("--samples", type=int, default=1500)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.samples)
        return
    turns = [(way, busy) for way in WAYS for busy in (0, options.busy)] * options.rounds
    rows = []
    for way, busy in turns:
        rows.append(perform(way, busy, options.samples))
        print(json.dumps(rows[-1]), flush=True)
    facts = {"cores": os.cpu_count(), "load": os.getloadavg()[0], "commit": commit()}
    result = {**facts, **vars(options), "medians": summarize(rows), "rows": rows}
    with write_atomically(RESULT) as file:
        file.write((json.dumps(result, indent=1) + "\n").encode())
    print(table(result))


if __name__ == "__main__":
    main()
