"""Samples (x, y) of a spec from one file or several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from liesd.data.columns import Part, Shapes, choose, show
from liesd.data.formats.registry import open_table
from liesd.data.labels import Labels, read_labels
from liesd.data.table import Table, take
from liesd.errors import DataError
from liesd.spec.spec import Spec


@dataclass(frozen=True, eq=False)
class FileSamples:
    """Inputs and outputs with the names of the columns that they came from."""

    x: Any
    """An array, or one that stays in its file because it is large."""
    y: Any
    x_names: list[str]
    y_names: list[str]
    task: str = "regression"
    """What y is: ``regression``, ``binary`` or ``multiclass``."""
    classes: tuple[str, ...] = ()
    """The labels that 0, 1, 2, ... stand for, if y is classes."""


def read_samples(
    paths: Sequence[str | Path],
    spec: str | Spec,
    x: str | None = None,
    y: str | None = None,
    *,
    wants_y: bool = True,
    task: str = "auto",
    samples: int | None = None,
    seed: int = 0,
) -> FileSamples:
    """Read inputs and outputs for ``spec`` from files.

    ``x`` and ``y`` name columns: ``"a,b"``, a range ``"x0:x3"`` in the order of the file, or a
    pattern ``"p_*"``. Without them: arrays named x and y; else all columns in order, inputs first.
    ``samples`` takes so many of the rows, at random. Text, or whole numbers with as many
    different values as the spec has classes, are class labels unless ``task`` says otherwise.
    """
    spec = Spec.parse(spec)
    tables = [open_table(path) for path in paths]
    homes: dict[str, Table] = {}
    for table in tables:
        for name in table.shapes:
            if name in homes:
                raise DataError(
                    f"{name!r} is in {homes[name].path} and in {table.path}: rename one of them"
                )
            homes[name] = table
    shapes: Shapes = {name: table.shapes[name] for name, table in homes.items()}
    n, m = spec.input.dim, spec.output.dim
    wants_y = wants_y or y is not None
    inputs, outputs = choose(shapes, n, m, x, y, wants_y)
    values = _together(homes, inputs)
    target: Any = None
    kind, classes = "regression", ()  # type: tuple[str, tuple[str, ...]]
    if outputs is not None:
        found = _outputs(homes, outputs, spec, task)
        if isinstance(found, Labels):
            kind, classes, target = found.task, found.classes, found.codes
        else:
            target = found
        if len(target) != len(values):
            raise DataError(
                f"there are {len(values):,} samples of the inputs and {len(target):,} of the "
                "outputs: they must belong together one by one"
            )
    if samples is not None and samples < len(values):
        rows = np.sort(np.random.default_rng(seed).permutation(len(values))[:samples])
        values, target = take(values, rows), None if target is None else take(target, rows)
    y_names = [] if outputs is None else _names(shapes, outputs)
    return FileSamples(values, target, _names(shapes, inputs), y_names, kind, classes)


def _together(homes: dict[str, Table], part: Part) -> Any:
    """Columns side by side; one array alone keeps its shape."""
    columns: dict[str, Any] = {}
    for table in {id(homes[name]): homes[name] for name in part.names}.values():
        mine = [name for name in part.names if homes[name] is table]
        columns |= zip(mine, table.numbers(mine), strict=True)
    lengths = {name: len(columns[name]) for name in part.names}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name!r} has {count:,}" for name, count in lengths.items())
        raise DataError(f"the columns differ in length ({shown}): give as many samples of each")
    if len(part.names) == 1 and part.numbers == slice(None):
        return columns[part.names[0]]
    flat = [np.asarray(columns[name][:]).reshape(lengths[name], -1) for name in part.names]
    return np.ascontiguousarray(np.concatenate(flat, axis=1)[:, part.numbers])


def _outputs(homes: dict[str, Table], part: Part, spec: Spec, task: str) -> Labels | Any:
    """y as class labels, or as numbers."""
    m, name = spec.output.dim, part.names[0]
    single = len(part.names) == 1 and homes[name].shapes[name] in ((), (1,))
    if single and task != "regression":
        labels = read_labels(homes[name], name, m, task)
        if labels is not None:
            return labels
    values = _together(homes, part)
    size = math.prod(values.shape[1:])
    if size != m:
        raise DataError(
            f"the outputs {show(part.names)} make {size} numbers a sample, but the spec wants {m}: "
            "name others with --y, or change the sizes in the spec"
        )
    return values


def _names(shapes: Shapes, part: Part) -> list[str]:
    """A name for each number, as far as names go."""
    each = [
        name if shapes[name] in ((), (1,)) else f"{name}[{k}]"
        for name in part.names
        for k in range(math.prod(shapes[name]))
    ]
    return each[part.numbers]
