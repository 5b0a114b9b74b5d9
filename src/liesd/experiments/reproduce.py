"""Reproduce the paper's tables: every run is one row, kept in a file as soon as it is done."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from liesd.data.files import check_file, write_atomically
from liesd.discovery.api import discover
from liesd.discovery.files import load
from liesd.discovery.result import Discovery
from liesd.errors import DataError, FileFormatError
from liesd.experiments.tasks import Task, get
from liesd.learning import LearnedModel, learn, load_model

KEY = ("task", "dataset", "method", "seed")
SHOWN: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("task", "dataset", "method", "verdict"), str),
    **dict.fromkeys(("seed", "dimension", "unseen", "gauge"), int),
    **dict.fromkeys(
        (
            "space_error",
            "space_error_given_number",
            "orthogonality_error",
            "seconds_learn",
            "seconds_discover",
        ),
        (int, float),
    ),
}
"""What a table needs of a row."""


class Run(NamedTuple):
    """One run to be made."""

    task: str
    dataset: str
    method: str
    seed: int


class Finished(NamedTuple):
    """A run that was made: its row, and what was found if it is still there."""

    row: dict[str, Any]
    discovery: Discovery | None


def plan(
    task: str, learners: Iterable[str], seeds: Iterable[int], datasets: Iterable[str] = ()
) -> list[Run]:
    """All runs of a task, data set by data set."""
    known = get(task).datasets
    chosen = list(datasets) or list(known)
    if wrong := [name for name in chosen if name not in known]:
        raise DataError(f"{task} has no data set {wrong[0]!r}; it has {', '.join(known)}")
    learners, seeds = list(learners), list(seeds)
    return [
        Run(task, name, learner, seed) for name in chosen for learner in learners for seed in seeds
    ]


def perform(
    run: Run,
    *,
    data: Path | None = None,
    kept: Path | None = None,
    progress: bool | None = None,
    **settings: Any,
) -> Finished:
    """Learn, discover and compare with the truth.

    ``data`` is the file of a task that needs one. ``kept`` is the file of the model: if it exists,
    nothing is learned again, and a killed training resumes from its checkpoint beside it.
    """
    task = get(run.task)
    dataset = task.datasets[run.dataset]
    x, y = dataset.load(run.seed, data)
    model = _learn_model(
        run, x, y, kept, progress, {**task.settings.get(run.method, {}), **settings}
    )
    start = time.perf_counter()
    found = discover(model, x[:: dataset.discover_every], dataset.form.spec, progress=progress)
    seconds = time.perf_counter() - start
    row = {
        **run._asdict(),
        "samples": len(x),
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "remarks": list(found.remarks),
        "unseen": len(found.unseen),
        "gauge": len(found.gauge),
        "space_error": dataset.form.space_error(found),
        "space_error_given_number": dataset.form.space_error(found, len(dataset.form.true)),
        "span_error": dataset.form.span_error(found),
        "orthogonality_error": dataset.form.orthogonality_error(found),
        "singular_values": [float(value) for value in found.singular_values],
        "heldout_error": float(model.heldout_error),
        "learner": model.learner.name,
        "seconds_learn": model.report["seconds"],
        "seconds_discover": round(seconds, 2),
    }
    return Finished(row, found)


def _learn_model(
    run: Run,
    x: Any,
    y: Any,
    kept: Path | None,
    progress: bool | None,
    settings: dict[str, Any],
) -> LearnedModel:
    if kept is not None and kept.exists():
        return load_model(kept)
    checkpoint = None if kept is None else kept.with_suffix(".checkpoint")
    start = time.perf_counter()
    model = learn(
        x,
        y,
        get(run.task).datasets[run.dataset].form.spec,
        learner=run.method,
        seed=run.seed,
        checkpoint=checkpoint,
        progress=progress,
        **settings,
    )
    model.report["seconds"] = round(time.perf_counter() - start, 2)
    if kept is not None and checkpoint is not None:
        model.save(kept)
        for file in kept.parent.glob(f"{checkpoint.name}*"):
            file.unlink()
    return model


def perform_all(
    runs: Iterable[Run],
    path: Path | None = None,
    *,
    data: Path | None = None,
    say: Callable[[str], None] = lambda text: None,
    progress: bool | None = None,
    **settings: Any,
) -> Iterator[Finished]:
    """Make the runs that are not in the file yet; those that are come back from there.

    After a kill the same call goes on: finished runs are in the file, and in a folder beside it
    are what they found, the learned models and the checkpoint of the one in the middle.
    """
    rows = read_rows(path) if path is not None and path.exists() else []
    done = {tuple(row[key] for key in KEY): row for row in rows}
    for run in runs:
        name = f"{run.task} {run.dataset} {run.method} seed {run.seed}"
        beside = None if path is None else path.with_suffix("") / "-".join(map(str, run[1:]))
        found = None if beside is None else beside.with_suffix(".liesd")
        if tuple(run) in done:
            say(f"{name}: in {path} already")
            yield Finished(done[tuple(run)], load(found) if found and found.exists() else None)
            continue
        if beside is not None:
            beside.parent.mkdir(parents=True, exist_ok=True)
        kept = None if beside is None else beside.with_suffix(".model")
        finished = perform(run, data=data, kept=kept, progress=progress, **settings)
        row = finished.row
        rows.append(row)
        if path is not None and found is not None:
            assert finished.discovery is not None
            replace(finished.discovery, sample=None).save(found)  # anybody can make the data
            write_rows(rows, path)
        say(
            f"{name}: space error {row['space_error']:.2e}, dimension {row['dimension']}, held-out "
            f"error {row['heldout_error']:.1e}, "
            f"{row['seconds_learn'] + row['seconds_discover']:.0f} s"
        )
        yield finished


def draw(finished: Finished, folder: Path, say: Callable[[str], None] = print) -> None:
    """Draw the spectrum and the bases of a run into a folder."""
    from liesd import plots

    row = finished.row
    name = f"{row['task']}-{row['dataset']}-{row['method']}"
    if finished.discovery is None:
        say(f"{name}: only the row was kept, not what was found; not drawn")
        return
    folder.mkdir(parents=True, exist_ok=True)
    plots.save_figure(plots.overview(finished.discovery), folder / f"{name}.png")


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Read the rows of a result file; an empty one has none yet."""
    if path.is_file() and not path.stat().st_size:
        return []
    check_file(path, "")
    try:
        rows = json.loads(path.read_bytes())
        if not isinstance(rows, list) or not all(map(_is_row, rows)):
            raise ValueError("no list of runs")
    except (ValueError, RecursionError) as error:
        raise FileFormatError(
            f"{path} holds no runs that liesd reproduce wrote ({error}): give another name, or "
            "delete it to start anew"
        ) from error
    return rows


def _is_row(row: Any) -> bool:
    """Whether something is a row as :func:`perform` makes it, of whatever version."""
    return isinstance(row, dict) and all(
        isinstance(row.get(name), kind) and not isinstance(row.get(name), bool)
        for name, kind in SHOWN.items()
    )


def write_rows(rows: list[dict[str, Any]], path: Path) -> None:
    """Write the rows as a JSON list, one per line."""
    text = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
    with write_atomically(path) as file:
        file.write(text.encode())


class Line(NamedTuple):
    """A line of the table: a method on a data set over several seeds, or what the paper says."""

    dataset: str
    method: str
    dimension: str
    sure: str
    """The number of runs whose verdict is SURE."""
    space_error: str
    given_the_number: str
    orthogonality_error: str
    seconds: str


def table(task: Task, rows: list[dict[str, Any]]) -> list[Line]:
    """The paper's table with ours beside it: average (minimum ~ maximum)."""
    lines = []
    for name, dataset in task.datasets.items():
        chosen = [row for row in rows if row["task"] == task.name and row["dataset"] == name]
        if not chosen:
            continue
        lines += [
            Line(
                name,
                f"{published.method} (paper)",
                "",
                "",
                _format_span(*published.space_error),
                "",
                _format_span(*published.orthogonality_error),
                "",
            )
            for published in dataset.paper
        ]
        for method in dict.fromkeys(row["method"] for row in chosen):
            runs = [row for row in chosen if row["method"] == method]
            counts = dict.fromkeys(
                f"{row['dimension']}"
                + (f" + {row['unseen']} unseen" if row["unseen"] else "")
                + (f" + {row['gauge']} gauge" if row["gauge"] else "")
                for row in runs
            )
            sure = sum(row["verdict"] == "SURE" for row in runs)
            seconds = [row["seconds_learn"] + row["seconds_discover"] for row in runs]
            lines.append(
                Line(
                    name,
                    f"LieSD, {method}",
                    " or ".join(counts),
                    f"{sure} of {len(runs)}",
                    figures(row["space_error"] for row in runs),
                    figures(row["space_error_given_number"] for row in runs),
                    figures(row["orthogonality_error"] for row in runs),
                    f"{math.fsum(seconds) / len(seconds):.0f}",
                )
            )
    return lines


def figures(values: Iterable[float]) -> str:
    """Average (minimum ~ maximum), as in the paper's tables."""
    numbers = list(values)
    return _format_span(math.fsum(numbers) / len(numbers), min(numbers), max(numbers))


def _format_span(average: float, minimum: float, maximum: float) -> str:
    return f"{average:.2e} ({minimum:.2e} ~ {maximum:.2e})"
