"""What it costs to be sure: learning and discovery with a verdict, and without one.

Both in one run on one thread and in CPU seconds, because the machine may be shared: the paper's
tasks, and laws of the zoo with 1 % noise for each kind of model that ``learn`` chooses. Writes
``benchmarks/results/verdict-cost.json``.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import torch

import liesd
from benchmarks.zoo import CASES
from benchmarks.zoo.run import SAMPLES, Array, draw, write_rows
from liesd.experiments.tasks import get

RESULTS = Path(__file__).parent / "results" / "verdict-cost.json"
SEED = 20
NOISE = 0.01
TASKS = (("two-body", "uniform"), ("inertia", "tensor"))
LAWS = ("so3-spin-two", "so5-bell", "none-matrix-in", "so2-cloud")


def measure(name: str, x: Array, y: Array, spec: Any, every: int = 1) -> dict[str, Any]:
    """Seconds without replicas and evidence, and with both."""
    row: dict[str, Any] = {"law": name}
    for key, settings in (("without", {"replicas": 0}), ("with", {})):
        start = time.process_time()
        model = liesd.learn(x, y, spec, seed=SEED, progress=False, **settings)
        found = liesd.discover(model, x[::every], spec, evidence=key == "with", progress=False)
        row[key] = round(time.process_time() - start, 1)
    products = ", products" if model.report.get("products") else ""
    return row | {
        "model": model.report["learner"] + products,
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "ratio": round(row["with"] / row["without"], 2),
    }


def run() -> list[dict[str, Any]]:
    rows = []
    for task, name in TASKS:
        dataset = get(task).datasets[name]
        x, y = dataset.data(SEED)
        rows.append(measure(f"{task}, {name}", x, y, dataset.form.spec, dataset.discover_every))
    for name in LAWS:
        case = CASES[name]
        rows.append(measure(name, *draw(case, NOISE, SEED, SAMPLES), case.spec))
    return rows


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    lines = [
        "| law | model | CPU seconds without a verdict | with it | ratio |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['law']} | {row['model']} | {row['without']:.1f} | {row['with']:.1f} "
        f"| {row['ratio']:.2f} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    torch.set_num_threads(1)
    rows = run()
    write_rows(rows, RESULTS)
    print(table(rows))


if __name__ == "__main__":
    main()
