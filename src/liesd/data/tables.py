"""Samples (x, y) of a spec from one file or several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from liesd.data.columns import Part, Shapes, choose_columns, select_names, show_names
from liesd.data.formats import open_table
from liesd.data.labels import Labels, read_labels
from liesd.data.table import Table, take_rows
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
    groups: Any = None
    """The group of each sample, if a column says so."""


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
    groups: str | None = None,
) -> FileSamples:
    """Read inputs and outputs for ``spec`` from files.

    ``x`` and ``y`` name columns: ``"a,b"``, a range ``"x0:x3"`` in the order of the file, or a
    pattern ``"p_*"``. Without them: arrays named x and y; else all columns in order, inputs first.
    ``groups`` names the column that says which samples belong together.
    ``samples`` takes so many of the rows, at random. Text is class labels, and so are whole numbers
    if the output of the spec is ``label`` or has as many classes, unless ``task`` says otherwise.
    """
    spec = Spec.parse(spec)
    homes = _find_columns(paths)
    family = _take_groups(homes, groups)
    shapes: Shapes = {name: table.shapes[name] for name, table in homes.items()}
    n, m = spec.input.dim, spec.output.dim
    inputs, outputs = choose_columns(shapes, n, m, x, y, wants_y or y is not None)
    found = FileSamples(
        _join_columns(homes, inputs), None, _name_numbers(shapes, inputs), [], groups=family
    )
    if family is not None and len(family) != len(found.x):
        raise DataError(
            f"there are {len(found.x):,} samples and {len(family):,} values of {groups!r}, which "
            "--groups names: give one for each sample"
        )
    if outputs is not None:
        labels = _read_labels(homes, outputs, spec, task)
        found = replace(
            found,
            y=_read_outputs(homes, outputs, m) if labels is None else labels.codes,
            y_names=_name_numbers(shapes, outputs),
            task="regression" if labels is None else labels.task,
            classes=() if labels is None else labels.classes,
        )
        if len(found.y) != len(found.x):
            raise DataError(
                f"there are {len(found.x):,} samples of the inputs and {len(found.y):,} of the "
                "outputs: they must belong together one by one"
            )
    if samples is None or samples >= len(found.x):
        return found
    rows = np.sort(np.random.default_rng(seed).permutation(len(found.x))[:samples])
    drawn = None if found.y is None else take_rows(found.y, rows)
    family = None if family is None else family[rows]
    return replace(found, x=take_rows(found.x, rows), y=drawn, groups=family)


def _find_columns(paths: Sequence[str | Path]) -> dict[str, Table]:
    """Find the table of each column."""
    homes: dict[str, Table] = {}
    for table in [open_table(path) for path in paths]:
        for name in table.shapes:
            if name in homes:
                raise DataError(
                    f"{name!r} is in {homes[name].path} and in {table.path}: rename one of them"
                )
            homes[name] = table
    return homes


def _take_groups(homes: dict[str, Table], groups: str | None) -> Any:
    """Read the column of groups, numbers or text, and take it from the others."""
    if groups is None:
        return None
    shapes = {name: table.shapes[name] for name, table in homes.items()}
    names = select_names(groups, shapes, "--groups")
    if len(names) != 1 or shapes[names[0]] not in ((), (1,)):
        raise DataError(
            f"--groups names {show_names(names)}, but one column is needed, with one name or "
            "number per sample"
        )
    (column,) = homes.pop(names[0]).fetch(names)
    return np.asarray(column[:]).reshape(-1)


def _join_columns(homes: dict[str, Table], part: Part) -> Any:
    """Read columns side by side; one array alone keeps its shape."""
    columns: dict[str, Any] = {}
    for table in {id(homes[name]): homes[name] for name in part.names}.values():
        mine = [name for name in part.names if homes[name] is table]
        columns |= zip(mine, table.read_numbers(mine), strict=True)
    lengths = {name: len(columns[name]) for name in part.names}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name!r} has {count:,}" for name, count in lengths.items())
        raise DataError(f"the columns differ in length ({shown}): give as many samples of each")
    if len(part.names) == 1 and part.numbers == slice(None):
        return columns[part.names[0]]
    flat = [np.asarray(columns[name][:]).reshape(lengths[name], -1) for name in part.names]
    return np.ascontiguousarray(np.concatenate(flat, axis=1)[:, part.numbers])


def _read_labels(homes: dict[str, Table], part: Part, spec: Spec, task: str) -> Labels | None:
    """Read y as class labels; None if it holds numbers."""
    name, out = part.names[0], spec.output
    single = len(part.names) == 1 and homes[name].shapes[name] in ((), (1,))
    if not single or task == "regression":
        return None
    return read_labels(homes[name], name, out.dim, task, out.is_label)


def _read_outputs(homes: dict[str, Table], part: Part, m: int) -> Any:
    """Read y as m numbers per sample."""
    values = _join_columns(homes, part)
    size = math.prod(values.shape[1:])
    if size != m:
        raise DataError(
            f"the outputs {show_names(part.names)} make {size} numbers per sample, but the spec "
            f"wants {m}: name others with --y, or change the sizes in the spec"
        )
    return values


def _name_numbers(shapes: Shapes, part: Part) -> list[str]:
    """Name each number, as far as names go."""
    each = [
        name if shapes[name] in ((), (1,)) else f"{name}[{k}]"
        for name in part.names
        for k in range(math.prod(shapes[name]))
    ]
    return each[part.numbers]
