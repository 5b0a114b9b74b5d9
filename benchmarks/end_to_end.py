"""From data to generators: ours against the paper's way, in one run.

The paper's way: its network and optimizer, then a loop over samples with Kronecker products and
CᵀC, with the number of generators given. Ours: ``learn(learner="auto")`` and ``discover``, which
have to find the number themselves, once without replicas and once with, to be sure of it. All on
the same data and on one thread; CPU seconds, because the machine may be shared. Writes
``benchmarks/results/end-to-end-TASK.json``.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import torch

import liesd
from benchmarks.cost import paper_gram
from liesd.experiments.tasks import get
from liesd.metrics import space_error

CASES = {"two-body": ("uniform", 1), "inertia": ("tensor", 5)}


def papers_way(task: str, seed: int) -> tuple[float, float]:
    name, dimension = CASES[task]
    dataset = get(task).datasets[name]
    x, y = dataset.data(seed)
    spec = dataset.form.spec
    start = time.process_time()
    model = liesd.learn(
        x, y, spec, learner="paper", seed=seed, **get(task).settings["paper"]
    ).float()
    part = torch.from_numpy(x[:: dataset.discover_every]).float().reshape(-1, spec.input.dim)
    shape = model.x_shape
    gram = paper_gram(lambda s: model(s.reshape(1, *shape)).flatten(), part, spec)
    vectors = torch.linalg.eigh(gram).eigenvectors[:, :dimension].double().numpy()
    seconds = time.process_time() - start
    found = dataset.form.columns([spec.unpack(vector) for vector in vectors.T])
    return seconds, space_error(found, dataset.form.columns(dataset.form.true.values()))


def ours(task: str, seed: int, evidence: bool) -> tuple[float, float, int, str]:
    dataset = get(task).datasets[CASES[task][0]]
    x, y = dataset.data(seed)
    start = time.process_time()
    replicas = {} if evidence else {"replicas": 0}
    model = liesd.learn(x, y, dataset.form.spec, seed=seed, **replicas)
    found = liesd.discover(model, x[:: dataset.discover_every], dataset.form.spec)
    seconds = time.process_time() - start
    return seconds, dataset.form.space_error(found), found.dimension, found.verdict.name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=CASES)
    parser.add_argument("--seed", type=int, default=20)
    options = parser.parse_args()
    torch.set_num_threads(1)
    row = {"task": options.task, "dataset": CASES[options.task][0], "seed": options.seed}
    for name, evidence in (("", False), ("sure_", True)):
        seconds, error, dimension, verdict = ours(options.task, options.seed, evidence)
        row |= {
            f"{name}seconds": round(seconds, 1),
            f"{name}space_error": error,
            f"{name}dimension": dimension,
            f"{name}verdict": verdict,
        }
    seconds, error = papers_way(options.task, options.seed)
    row |= {
        "paper_seconds": round(seconds, 1),
        "paper_space_error": error,
        "times_faster": round(seconds / row["seconds"], 1),
        "sure_times_faster": round(seconds / row["sure_seconds"], 1),
        "times_more_exact": round(error / row["space_error"]),
    }
    for key, value in row.items():
        print(f"{key}: {value}")
    out = Path(__file__).parent / f"results/end-to-end-{options.task}.json"
    out.write_text(json.dumps(row, indent=2) + "\n")


def table(rows: list[dict[str, Any]]) -> str:
    """The figures as Markdown."""
    lines = [
        "| task | the paper's way, CPU seconds | LieSD | times faster | with replicas, and sure "
        "| times faster | times more exact |",
        "|---" * 7 + "|",
    ]
    lines += [
        f"| {row['task']} | {row['paper_seconds']:.0f} | {row['seconds']:.1f} "
        f"| {row['times_faster']:.1f} | {row['sure_seconds']:.1f} "
        f"| {row['sure_times_faster']:.1f} | {row['times_more_exact']:.0e} |"
        for row in rows
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
