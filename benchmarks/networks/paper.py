"""The paper's own networks, trained as its appendix says, asked about the model and the law.

The paper trains on the whole set, 18,000 and 100,000 samples; here one fifth is held out for the
second question. One tenth of inertia's samples serves for the first, as in the paper.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn

import liesd
from benchmarks.networks.plain import keep, make_network, train_like_the_paper
from benchmarks.networks.rows import RESULTS, Row, describe, perform_all
from liesd.experiments.tasks import get

PATH = RESULTS / "networks-paper.json"
SEEDS = range(30, 35)


class Recipe(NamedTuple):
    """The paper's settings for a task."""

    activation: type[nn.Module]
    epochs: int
    every: int
    """Every how many samples one serves for the question about the model."""


RECIPES = {"two-body": Recipe(nn.Tanh, 10, 1), "inertia": Recipe(nn.ReLU, 100, 10)}
DATASETS = (("two-body", "uniform"), ("two-body", "non-uniform"), ("inertia", "tensor"))


def perform(key: Row) -> Row:
    """Train, ask about the model, then about the law with samples that it never saw."""
    task, name, seed = key["task"], key["dataset"], key["seed"]
    dataset, recipe = get(task).datasets[name], RECIPES[task]
    x, y = (torch.from_numpy(part).float().flatten(1) for part in dataset.load(seed, None))
    stop = len(x) * 4 // 5
    net = make_network(x.shape[1], (384, 384), y.shape[1], recipe.activation)

    def make(start: nn.Module) -> nn.Module:
        data = x[:stop], y[:stop]
        return train_like_the_paper(start, *data, nn.MSELoss(), recipe.epochs, seed)

    net = keep(f"paper-{task}-{name}-{seed}", net, make)
    with torch.no_grad():
        rest = net(x[stop:]) - y[stop:]
    form = dataset.form
    model = liesd.discover(net, x[:: recipe.every], form.spec, progress=False)
    law = liesd.discover(net, x[stop:], form.spec, y=y[stop:], progress=False)
    spread = (y[stop:] - y[stop:].mean(dim=0)).square().sum()
    return {
        "truth": len(form.true),
        "test_error": float((rest.square().sum() / spread).sqrt()),
        "space_error": form.space_error(model),
        "law_space_error": form.space_error(law),
        **describe(model),
        **describe(law, "law_"),
    }


def run() -> list[Row]:
    """All runs that are not made yet."""
    torch.set_num_threads(1)
    keys = [
        {"task": task, "dataset": name, "seed": seed} for task, name in DATASETS for seed in SEEDS
    ]
    return perform_all(keys, PATH, perform, ("task", "dataset", "seed"))


def table(rows: list[Row]) -> str:
    """The rows as Markdown, one line per data set."""
    lines = [
        "| data | test error | true | model: found | sure | to within | space error | the paper's "
        "| law: found | sure |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for task, name in DATASETS:
        runs = [row for row in rows if (row["task"], row["dataset"]) == (task, name)]
        published = next(row for row in get(task).datasets[name].paper if row.method == "LieSD")
        average = sum(row["space_error"] for row in runs) / len(runs)
        lines.append(
            f"| {task}, {name} | {_range(runs, 'test_error')} | {runs[0]['truth']} | "
            f"{_counts(runs, 'dimension')} | {_sure(runs, 'verdict')} | {_range(runs, 'within')} | "
            f"{average:.1e} | {published.space_error.average:.1e} | "
            f"{_counts(runs, 'law_dimension')} | {_sure(runs, 'law_verdict')} |"
        )
    return "\n".join(lines)


def _range(rows: list[Row], name: str) -> str:
    values = [row[name] for row in rows]
    return f"{100 * min(values):.1f} to {100 * max(values):.1f} %"


def _counts(rows: list[Row], name: str) -> str:
    return " or ".join(dict.fromkeys(str(row[name]) for row in rows))


def _sure(rows: list[Row], name: str) -> str:
    return f"{sum(row[name] == 'SURE' for row in rows)} of {len(rows)}"
