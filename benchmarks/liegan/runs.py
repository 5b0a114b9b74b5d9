"""Runs as rows of a file, like those of ``liesd reproduce``, with the learned bases in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.liegan.problems import PROBLEMS, columns
from benchmarks.liegan.train import train
from benchmarks.networks.rows import read_rows
from liesd.experiments.reproduce import KEY, Run, write_rows
from liesd.experiments.tasks import get
from liesd.metrics import orthogonality_error, space_error


def plan(
    task: str, seeds: Iterable[int], datasets: Iterable[str] = (), methods: Iterable[str] = ()
) -> list[Run]:
    """All runs of a task, data set by data set; by default those of the paper's table."""
    problem, seeds = PROBLEMS[task], list(seeds)
    methods = list(methods) or problem.main
    return [
        Run(task, dataset, method, seed)
        for dataset in (list(datasets) or problem.datasets)
        for method in methods
        for seed in seeds
    ]


def perform(run: Run, jets: Path | None = None) -> dict[str, Any]:
    """Train once and compare with the truth."""
    problem, dataset = PROBLEMS[run.task], get(run.task).datasets[run.dataset]
    settings = problem.methods[run.method]
    samples = problem.samples(*dataset.load(run.seed, jets))
    start = time.process_time()
    bases = train(*samples, settings, run.seed)
    seconds = time.process_time() - start
    found = columns(bases)
    return {
        **run._asdict(),
        "dimension": len(bases),
        "space_error": space_error(found, dataset.form.columns(dataset.form.true.values())),
        "orthogonality_error": orthogonality_error(found),
        "samples": len(samples.moving),
        "seconds_learn": round(seconds, 2),
        "settings": asdict(settings),
        "bases": bases.tolist(),
    }


def perform_all(
    runs: Iterable[Run],
    path: Path | None = None,
    jets: Path | None = None,
    say: Callable[[str], None] = lambda text: None,
    perform: Callable[[Run, Path | None], dict[str, Any]] = perform,
) -> list[dict[str, Any]]:
    """All rows of the file, with those of the runs that were not in it yet."""
    rows = read_rows(path) if path is not None and path.exists() else []
    done = {tuple(row[key] for key in KEY) for row in rows}
    for run in runs:
        name = f"{run.task} {run.dataset} {run.method} seed {run.seed}"
        if tuple(run) in done:
            say(f"{name}: in {path} already")
            continue
        row = perform(run, jets)
        rows.append(row)
        if path is not None:
            write_rows(rows, path)
        say(
            f"{name}: space error {row['space_error']:.2e}, orthogonality error "
            f"{row['orthogonality_error']:.2e}, {row['seconds_learn']:.0f} s"
        )
    return rows
