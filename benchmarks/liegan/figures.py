"""Pictures of learned bases, from rows alone: all of norm 1 and in one colour scale."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from benchmarks.liegan.problems import columns
from liesd import plots


def draw(rows: list[dict[str, Any]], folder: Path) -> list[Path]:
    """One picture a task, data set and method, of its first seed."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for key in dict.fromkeys((row["task"], row["dataset"], row["method"]) for row in rows):
        of_key = [row for row in rows if (row["task"], row["dataset"], row["method"]) == key]
        first = min(of_key, key=lambda row: row["seed"])
        task, dataset, method = key
        variant = method.removeprefix("liegan").removeprefix("-")
        parts = ("liegan", task, dataset, variant)
        path = folder / ("-".join(part for part in parts if part) + ".png")
        picture(np.array(first["bases"])).savefig(path, dpi=130)
        made.append(path)
    return made


def picture(bases: np.ndarray) -> Figure:
    """All bases in a row, normalised."""
    unit = columns(bases).T.reshape(bases.shape)
    limit = float(np.abs(unit).max())
    side = 0.28 * bases.shape[-1]
    figure = Figure(figsize=(side * len(unit) + 0.9, side + 0.3), layout="constrained")
    axes = figure.subplots(1, len(unit), squeeze=False)[0]
    for number, (ax, values) in enumerate(zip(axes, unit, strict=True), start=1):
        plots.matrix(values, ax, limit)
        if len(unit) > 1:
            ax.set_title(str(number), fontsize=9)
    figure.colorbar(axes[-1].images[0], ax=axes, shrink=0.9)
    return figure
