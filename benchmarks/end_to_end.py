"""From data to generators: ours against the paper's way, in one run.

The paper's way: its network and optimizer, then a loop over samples with Kronecker products and
CᵀC, with the number of generators given. Ours: ``learn(learner="auto")`` and ``discover``, which
have to find the number themselves. Both on the same data and on one thread; CPU seconds, because
the machine may be shared. Writes ``benchmarks/results/end-to-end-TASK.json``.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import torch

import liesd
from benchmarks.cost import paper_gram
from liesd.metrics import space_error
from liesd.tasks import get

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


def ours(task: str, seed: int) -> tuple[float, float, int]:
    dataset = get(task).datasets[CASES[task][0]]
    x, y = dataset.data(seed)
    start = time.process_time()
    model = liesd.learn(x, y, dataset.form.spec, seed=seed)
    found = liesd.discover(model, x[:: dataset.discover_every], dataset.form.spec)
    seconds = time.process_time() - start
    return seconds, dataset.form.space_error(found), found.dimension


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=CASES)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    seconds, error, dimension = ours(options.task, options.seed)
    print(f"ours: {seconds:.0f} CPU seconds, space error {error:.2e}, dimension {dimension}")
    paper_seconds, paper_error = papers_way(options.task, options.seed)
    print(f"the paper's way: {paper_seconds:.0f} CPU seconds, space error {paper_error:.2e}")
    row = {
        "task": options.task,
        "dataset": CASES[options.task][0],
        "seed": options.seed,
        "seconds": round(seconds, 1),
        "paper_seconds": round(paper_seconds, 1),
        "times_faster": round(paper_seconds / seconds, 1),
        "space_error": error,
        "paper_space_error": paper_error,
        "times_more_exact": round(paper_error / error),
        "dimension": dimension,
    }
    print(f"{row['times_faster']} times faster, {row['times_more_exact']} times more exact")
    out = Path(__file__).parent / f"results/end-to-end-{options.task}.json"
    out.write_text(json.dumps(row, indent=2) + "\n")


if __name__ == "__main__":
    main()
