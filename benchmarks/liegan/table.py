"""The table of LieGAN's runs, with the published figures and LieSD's runs beside them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.liegan.problems import PROBLEMS, columns
from benchmarks.networks.rows import read_rows
from liesd.experiments.tasks import get

HEAD = (
    *("task", "data", "method", "dimension"),
    *("space error", "orthogonality error", "runs", "CPU seconds"),
)
WORDS = {
    "full": "any 8×8",
    "light": "identity weight 0.1",
    "heavy": "identity weight 10",
    "two": "2 constituents",
    "weak": "channel weight 0.1",
}


def liegan_table(rows: list[dict[str, Any]], published: bool = True) -> str:
    """Rows as Markdown, average (minimum ~ maximum) over seeds; rows of LieSD are welcome too."""
    lines: list[Iterable[str]] = [HEAD]
    for task, dataset in dict.fromkeys((row["task"], row["dataset"]) for row in rows):
        for line in get(task).datasets[dataset].paper:
            if published and line.method.startswith("LieGAN"):
                errors = line.space_error, line.orthogonality_error
                name = line.method.replace("LieGAN", "LieGAN (paper)")
                lines.append(
                    (task, dataset, name, "", *(_span(*error) for error in errors), "", "")
                )
        chosen = [row for row in rows if (row["task"], row["dataset"]) == (task, dataset)]
        for method in dict.fromkeys(row["method"] for row in chosen):
            runs = [row for row in chosen if row["method"] == method]
            lines.append((task, dataset, _name(method), *_cells(runs)))
    texts = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([texts[0], "|---" * len(HEAD) + "|", *texts[1:]])


def page_tables(folder: Path) -> dict[str, str]:
    """The tables of ``docs/liegan.md`` by their marks, from the result files in a folder."""
    main, variants = (
        [
            row
            for task in PROBLEMS
            if (path := folder / f"liegan-{task}{end}.json").exists()
            for row in read_rows(path)
        ]
        for end in ("", "-variants")
    )
    return {
        "liegan": liegan_table(main),
        "liegan-variants": liegan_table(variants, published=False),
        "liegan-share": share_table(main + variants),
    }


def share_table(rows: list[dict[str, Any]]) -> str:
    """How much of each true generator lies in the learned span, 0 to 1, average over seeds."""
    chosen = [row for row in rows if row["task"] == "top-tagging" and row["dataset"] == "jets"]
    form = get("top-tagging").datasets["jets"].form
    true = form.columns(form.true.values())
    texts = ["| method | " + " | ".join(form.true) + " |", "|---" * (len(form.true) + 1) + "|"]
    for method in dict.fromkeys(row["method"] for row in chosen):
        runs = [columns(np.array(row["bases"])) for row in chosen if row["method"] == method]
        spans = [np.linalg.svd(found, full_matrices=False)[0] for found in runs]
        share = np.mean([((span.T @ true) ** 2).sum(axis=0) for span in spans], axis=0)
        texts.append(f"| {_name(method)} | " + " | ".join(f"{value:.2f}" for value in share) + " |")
    return "\n".join(texts)


def _cells(runs: list[dict[str, Any]]) -> tuple[str, ...]:
    dimension = " or ".join(dict.fromkeys(str(row["dimension"]) for row in runs))
    errors = ([row[key] for row in runs] for key in ("space_error", "orthogonality_error"))
    seconds = _mean([row["seconds_learn"] for row in runs])
    spans = (_span(_mean(values), min(values), max(values)) for values in errors)
    return dimension, *spans, str(len(runs)), f"{seconds:.0f}"


def _name(method: str) -> str:
    kind, *variant = method.split("-")
    if kind != "liegan":
        return f"LieSD, {method}"
    return ", ".join(["LieGAN", *(WORDS.get(part, f"{part} channels") for part in variant)])


def _span(average: float, minimum: float, maximum: float) -> str:
    if not maximum:
        return "0"
    return f"{average:.2e}" + (f" ({minimum:.2e} ~ {maximum:.2e})" if maximum > minimum else "")


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)
