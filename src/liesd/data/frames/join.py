"""Columns of tables side by side, and what each number is called."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from liesd.data.columns import Part, Shapes, show_names
from liesd.data.labels import Labels, read_labels
from liesd.data.table import Table
from liesd.errors import DataError
from liesd.spec.spec import Spec

Homes = Mapping[str, Table]


def join_columns(homes: Homes, part: Part) -> Any:
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


def find_labels(homes: Homes, part: Part, spec: Spec, task: str) -> Labels | None:
    """Read y as class labels; None if it holds numbers."""
    name, out = part.names[0], spec.output
    single = len(part.names) == 1 and homes[name].shapes[name] in ((), (1,))
    if not single or task == "regression":
        return None
    return read_labels(homes[name], name, out.dim, task, out.is_label)


def read_outputs(homes: Homes, part: Part, m: int) -> Any:
    """Read y as m numbers per sample."""
    values = join_columns(homes, part)
    size = math.prod(values.shape[1:])
    if size != m:
        raise DataError(
            f"the outputs {show_names(part.names)} make {size} numbers per sample, but the spec "
            f"wants {m}: name others with --y, or change the sizes in the spec"
        )
    return values


def name_numbers(shapes: Shapes, part: Part) -> list[str]:
    """Name each number, as far as names go."""
    each = [
        name if shapes[name] in ((), (1,)) else f"{name}[{k}]"
        for name in part.names
        for k in range(math.prod(shapes[name]))
    ]
    return each[part.numbers]
