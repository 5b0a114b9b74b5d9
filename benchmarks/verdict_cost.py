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
WAYS: dict[str, dict[str, Any]] = {"without": {"replicas": 0}, "with": {}}
LEAST = 10.0
"""Both ways are repeated in turns until this many seconds are spent; the quickest counts."""


def measure(name: str, x: Array, y: Array, spec: Any, every: int = 1) -> dict[str, Any]:
    """Seconds without replicas and evidence, and with both."""
    spent: dict[str, list[float]] = {key: [] for key in WAYS}
    while sum(map(sum, spent.values())) < LEAST:
        for key, settings in WAYS.items():
            start = time.process_time()
            model = liesd.learn(x, y, spec, seed=SEED, progress=False, **settings)
            found = liesd.discover(model, x[::every], spec, evidence=key == "with", progress=False)
            spent[key].append(time.process_time() - start)
    least = {key: min(each) for key, each in spent.items()}
    products = ", products" if model.report.get("products") else ""
    return {
        "law": name,
        **{key: round(value, 3) for key, value in least.items()},
        "model": model.report["learner"] + products,
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "ratio": round(least["with"] / least["without"], 2),
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
        f"| {row['law']} | {row['model']} | {row['without']:.2g} | {row['with']:.2g} "
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
