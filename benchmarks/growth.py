"""How the cost grows with the samples N, the inputs n, the outputs m and the unknowns p.

Each axis grows alone, and derivatives are given, so that what is measured is the library itself.
Fitted is the slope of the larger half of the points on logarithmic axes, in processor time.
``python -m benchmarks.growth`` writes ``benchmarks/results/growth.json`` and a picture.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import liesd

ROOT = Path(__file__).parent.parent


class Axis(NamedTuple):
    """One quantity that grows: its sizes, what one size means, and the slope that follows."""

    sizes: tuple[int, ...]
    case: Callable[[int], tuple[int, int, int, str]]
    """A size -> N, n, m and the spec."""
    expected: float
    why: str


AXES = {
    "N": Axis(
        (200_000, 400_000, 800_000, 1_600_000, 3_200_000),
        lambda N: (N, 16, 1, "4*p[4] -> 1"),
        1.0,
        "every sample costs the same",
    ),
    "n": Axis(
        (32, 64, 128, 256, 512),
        lambda n: (150_000, n, 1, f"{n // 4}*p[4] -> 1"),
        1.0,
        "p stays: rows are sums over channels",
    ),
    "m": Axis(
        (4, 8, 16, 32, 64),
        lambda m: (60_000, 6, m, f"x[6] -> {m}"),
        1.0,
        "one row per output",
    ),
    "p": Axis(
        (400, 576, 784, 1024, 1296),
        lambda p: (40_000, math.isqrt(p), 1, f"x[{math.isqrt(p)}] -> 1"),
        2.0,
        "the factor of N rows takes 2Np²",
    ),
}


def data(N: int, n: int, m: int) -> tuple[Any, Any, Any]:
    """Inputs, sines of their length, one per output, and the derivatives."""
    x = np.random.default_rng(0).normal(size=(N, n))
    r, k = np.linalg.norm(x, axis=1, keepdims=True), np.arange(1, m + 1)
    return x, np.sin(k * r), (k * np.cos(k * r))[:, :, None] * (x / r)[:, None, :]


def seconds(N: int, n: int, m: int, spec: str, rounds: int) -> float:
    x, y, J = data(N, n, m)
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        liesd.discover(None, x, spec, y=y, jacobian=J, progress=False)
        times.append(time.process_time() - begin)
    return statistics.median(times)


def run(rounds: int) -> dict[str, Any]:
    torch.set_num_threads(1)
    results = {}
    seconds(*AXES["N"].case(20_000), 1)  # the first call loads what is loaded late
    for name, axis in AXES.items():
        points = {size: seconds(*axis.case(size), rounds) for size in axis.sizes}
        upper = list(points)[len(points) // 2 :]
        slope = np.polyfit(np.log(upper), np.log([points[size] for size in upper]), 1)[0]
        results[name] = {
            "seconds": {str(size): round(value, 4) for size, value in points.items()},
            "slope": round(float(slope), 2),
            "expected": axis.expected,
            "why": axis.why,
        }
        print(name, results[name], flush=True)
    return results


def table(results: dict[str, Any]) -> str:
    """The slopes as a Markdown table."""
    lines = [
        "| grows with | from … to | measured slope | expected | because |",
        "|---|---|---|---|---|",
    ]
    for name, row in results.items():
        sizes = list(row["seconds"])
        lines.append(
            f"| {name} | {int(sizes[0]):,} … {int(sizes[-1]):,} | {row['slope']:.2f} | "
            f"{row['expected']:.0f} | {row['why']} |"
        )
    return "\n".join(lines)


def draw(results: dict[str, Any], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(results), figsize=(11, 2.8), layout="constrained")
    for ax, (name, row) in zip(axes, results.items(), strict=True):
        sizes = np.array([int(size) for size in row["seconds"]])
        times = np.array(list(row["seconds"].values()))
        ax.loglog(sizes, times, "o-", color="#1f77b4", label=f"slope {row['slope']:.2f}")
        ideal = times[-1] * (sizes / sizes[-1]) ** row["expected"]
        ax.loglog(sizes, ideal, "--", color="#999999", label=f"expected {row['expected']:.0f}")
        ax.set_xlabel(name)
        ax.set_xticks(sizes[::2], [f"{size:,}" for size in sizes[::2]])
        ax.minorticks_off()
        ax.legend(frameon=False, fontsize=8)
    axes[0].set_ylabel("processor seconds")
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results/growth.json")
    options = parser.parse_args()
    results = run(options.rounds)
    options.out.write_text(json.dumps(results, indent=2) + "\n")
    draw(results, ROOT / "docs/images/growth.png")


if __name__ == "__main__":
    main()
