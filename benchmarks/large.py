"""Large specs: x[n] -> 1 has p = n² unknown numbers; is the algebra right, and what does it cost?

The function is generic in two diagonal quadratic forms that share equal entries in seven
coordinates, four and three of them, so that its algebra is so(4)+so(3), of dimension nine. Each
size runs in a process of its own. ``python -m benchmarks.large`` prints the table and writes
``benchmarks/results/large.json``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

import liesd

GROUPS = (range(4), range(4, 7))


class TwoForms(torch.nn.Module):
    """sin(u) cos(v) of two standardised quadratic forms u and v."""

    def __init__(self, n: int) -> None:
        super().__init__()
        forms = np.random.default_rng(0).normal(size=(2, n))
        for group in GROUPS:
            forms[:, list(group)] = forms[:, group.start, None]
        self.register_buffer("forms", torch.from_numpy(forms))

    def forward(self, x: Tensor) -> Tensor:
        u, v = ((x.square() - 1) @ self.forms.T / (2 * self.forms.square().sum(dim=1)).sqrt()).T
        return torch.sin(u) * torch.cos(v)


def truth(n: int) -> np.ndarray:
    """The rotations of coordinates that both forms treat alike, as rows θ."""
    rows = []
    for group in GROUPS:
        for i, j in itertools.combinations(group, 2):
            A = np.zeros((n, n))
            A[i, j], A[j, i] = np.sqrt(0.5), -np.sqrt(0.5)
            rows.append(A.ravel())
    return np.array(rows)


def child(n: int, samples: int) -> dict[str, Any]:
    x = np.random.default_rng(1).normal(size=(samples, n))
    start = time.perf_counter()
    found = liesd.discover(TwoForms(n), x, f"x[{n}] -> 1", progress=False)
    seconds = time.perf_counter() - start
    basis = np.array([generator.theta for generator in found.generators]).reshape(-1, n * n)
    true = truth(n)
    lost = np.linalg.norm(true - true @ basis.T @ basis, axis=1).max()
    return {
        "n": n,
        "unknowns": n * n,
        "samples": samples,
        "seconds": round(seconds, 1),
        "processor_seconds": round(time.process_time(), 1),
        "threads": torch.get_num_threads(),
        "load": round(os.getloadavg()[0], 1),
        "peak_gib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 2),
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "true_dimension": len(true),
        "space_error": float(lost),
        "largest_zero": float(found.singular_values[-len(true)]),
        "smallest_other": float(found.singular_values[-len(true) - 1]),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The costs of large specs as a Markdown table."""
    lines = [
        "| spec | unknown numbers | samples | processor minutes | clock | peak memory | "
        "symmetries found | error |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| `x[{row['n']}] -> 1` | {row['unknowns']:,} | {row['samples']:,} | "
        f"{row['processor_seconds'] / 60:.1f} | {row['seconds'] / 60:.1f} | "
        f"{row['peak_gib']:.1f} GiB | {row['dimension']} of {row['true_dimension']} | "
        f"{row['space_error']:.0e} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[25, 50, 70, 100])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/large.json")
    parser.add_argument("--child", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return print(json.dumps(child(*options.child)))
    known = json.loads(options.out.read_text()) if options.out.exists() else []
    rows = {row["n"]: row for row in known}
    for n in options.sizes:
        run = [sys.executable, "-m", "benchmarks.large", "--child", str(n), str(3 * n * n)]
        printed = subprocess.run(run, check=True, capture_output=True).stdout  # noqa: S603
        rows[n] = json.loads(printed)
        print(rows[n], flush=True)
        ordered = [rows[n] for n in sorted(rows)]
        options.out.write_text(json.dumps(ordered, indent=2) + "\n")
    return None


if __name__ == "__main__":
    main()
