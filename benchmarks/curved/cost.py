"""What curved actions cost: ``affine`` beside the same spec without it, ``poly`` beside Jacobians.

Times mean nothing by themselves on a shared machine, so everything is measured side by side in one
run, in turns, and only ratios of processor time are reported. ``python -m benchmarks.curved.cost``
writes ``benchmarks/results/curved-cost.json``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

import liesd
from benchmarks.cost import bare_jacobians, network

RESULT = Path(__file__).parents[1] / "results/curved-cost.json"
AFFINE = {
    "12-384-384-1": ([12, 384, 384, 1], "4*x[3] -> 1", "4*affine(x[3]) -> 1"),
    "8-384-384-8": ([8, 384, 384, 8], "4*x[2] -> 4*x", "4*affine(x[2]) -> 4*x"),
    "15-384-384-15": ([15, 384, 384, 15], "5*x[3] -> 5*x", "5*affine(x[3]) -> 5*x"),
}
POLYNOMIAL = {
    "2-384-384-1": ([2, 384, 384, 1], "poly(x[2], 2) -> 1"),
    "8-384-384-1": ([8, 384, 384, 1], "4*poly(x[2], 2) -> 1"),
    "8-384-384-8": ([8, 384, 384, 8], "4*poly(x[2], 2) -> 8"),
    "8-384-384-8, one point": ([8, 384, 384, 8], "poly(x[8], 2) -> 8"),
    "8-384-384-8, one point, outputs move": ([8, 384, 384, 8], "poly(x[8], 2) -> y[8]"),
}


def seconds(work: Callable[..., object], *arguments: object) -> float:
    """Processor time, which other programs on the machine do not add to."""
    start = time.process_time()
    work(*arguments)
    return time.process_time() - start


def compare(
    first: Callable[[], object], second: Callable[[], object], rounds: int
) -> dict[str, float]:
    """The ratio of the least time of the second to that of the first, measured in turns.

    Other programs share caches and cores, which can only add to a time; the median is kept too.
    """
    first(), second()
    times = [(seconds(first), seconds(second)) for _ in range(rounds)]
    one, two = (min(part) for part in zip(*times, strict=True))
    median = statistics.median(b / a for a, b in times)
    return {"ratio": round(two / one, 3), "median": round(median, 3)}


def run(rounds: int, samples: int) -> dict[str, Any]:
    """All ratios."""
    found: dict[str, Any] = {"affine": {}, "polynomial": {}}
    for name, (sizes, plain, curved) in AFFINE.items():
        torch.manual_seed(0)
        f, x = network(sizes), torch.randn(samples, sizes[0])
        found["affine"][f"{name}, {curved}"] = compare(
            lambda f=f, x=x, plain=plain: liesd.discover(f, x, plain, exact=True),
            lambda f=f, x=x, curved=curved: liesd.discover(f, x, curved, exact=True),
            rounds,
        )
        print(name, found["affine"], flush=True)
    for name, (sizes, curved) in POLYNOMIAL.items():
        torch.manual_seed(0)
        f, x = network(sizes), torch.randn(samples, sizes[0])
        found["polynomial"][f"{name}, {curved}"] = compare(
            lambda f=f, x=x: bare_jacobians(f, x),
            lambda f=f, x=x, curved=curved: liesd.discover(f, x, curved, exact=True),
            rounds,
        )
        print(name, found["polynomial"], flush=True)
    return found


def table(result: dict[str, Any]) -> str:
    """Both ratios as a Markdown table."""
    lines = ["| network and spec | compared with | times its cost |", "|---|---|---|"]
    for kind, other in (("affine", "the spec without `affine`"), ("polynomial", "bare Jacobians")):
        for name, row in result[kind].items():
            lines.append(f"| {name} | {other} | {row['ratio']:.2f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--samples", type=int, default=20_000)
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = run(options.rounds, options.samples)
    facts = {"samples": options.samples, "dtype": "float32", "threads": 1}
    RESULT.write_text(json.dumps({"settings": facts, **found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
