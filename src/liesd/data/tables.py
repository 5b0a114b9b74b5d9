"""Samples (x, y) of a spec from one file or several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from liesd.data.columns import Shapes, choose_columns, select_names, show_names
from liesd.data.formats import open_table
from liesd.data.frames import Bound, bind
from liesd.data.frames.bind import bind_parts
from liesd.data.frames.join import find_labels, join_columns, read_outputs
from liesd.data.table import Table, take_rows
from liesd.errors import DataError
from liesd.spec.named.draft import Draft
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
    spec: Spec | None = None
    """The spec, with the names of columns for its coordinates."""
    notes: tuple[str, ...] = ()
    """What was left out, and why."""


def read_samples(
    paths: Sequence[str | Path],
    draft: str | Spec | Draft,
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

    A spec may name its columns: ``"pos(x,y,z) + mass -> energy"`` (:mod:`liesd.data.frames.bind`).
    ``x`` and ``y`` name them too: ``"a,b"``, a range ``"x0:x3"`` in the order of the file, or a
    pattern ``"p_*"``. Without either: arrays named x and y; else all columns in order, inputs
    first.
    ``groups`` names the column that says which samples belong together.
    ``samples`` takes so many of the rows, at random. Text is class labels, and so are whole numbers
    if the output of the spec is ``label`` or has as many classes, unless ``task`` says otherwise.
    """
    homes = _find_columns(paths)
    family = _take_groups(homes, groups)
    bound = _bind(homes, draft, x, y, wants_y)
    columns, spec, outputs, m = bound.homes, bound.spec, bound.outputs, bound.spec.output.dim
    found = FileSamples(
        join_columns(columns, bound.inputs), None, bound.input_names, [], groups=family, spec=spec,
        notes=bound.notes,
    )  # fmt: skip
    if family is not None and len(family) != len(found.x):
        raise DataError(
            f"there are {len(found.x):,} samples and {len(family):,} values of {groups!r}, which "
            "--groups names: give one for each sample"
        )
    if outputs is not None:
        labels = find_labels(columns, outputs, spec, task)
        found = replace(
            found,
            y=read_outputs(columns, outputs, m) if labels is None else labels.codes,
            y_names=bound.output_names,
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


def _bind(
    homes: dict[str, Table], draft: str | Spec | Draft, x: str | None, y: str | None, wants_y: bool
) -> Bound:
    """Find the columns by the names in the spec, or by those that options give."""
    if isinstance(draft, Spec):
        draft = Draft.parse(str(draft), draft.dictionary)
    elif not isinstance(draft, Draft):
        draft = Draft.parse(draft)
    if x is None and y is None:
        return bind(draft, homes, wants_y)
    spec = draft.spec()
    shapes: Shapes = {name: table.shapes[name] for name, table in homes.items()}
    n, m = spec.input.dim, spec.output.dim
    parts = choose_columns(shapes, n, m, x, y, wants_y or y is not None)
    return bind_parts(draft, homes, parts)


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
