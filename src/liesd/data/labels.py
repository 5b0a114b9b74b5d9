"""Class labels in a column: text, or whole numbers where the spec or their number says so."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.data.table import Table
from liesd.errors import DataError


class Labels(NamedTuple):
    """Labels 0, 1, 2, ... and what they stand for."""

    codes: NDArray[np.int64]
    classes: tuple[str, ...]

    @property
    def task(self) -> str:
        """The task of :func:`liesd.learn`."""
        return "binary" if len(self.classes) == 2 else "multiclass"


def read_labels(
    table: Table, name: str, outputs: int, task: str, is_label: bool = False
) -> Labels | None:
    """Read the labels in a column; None if it holds numbers to learn as they are.

    Two classes give one number per sample, the probability of the second; k classes give k. More
    than two whole numbers are labels if the spec says so: "label", or as many outputs.
    """
    column = table.fetch([name])[0]
    text = column.dtype.kind in "USO"
    values = (
        column.reshape(-1) if text else np.asarray(table.read_numbers([name])[0][:]).reshape(-1)
    )
    asked = task != "auto" or is_label
    if not text and (values != np.round(values)).any():
        if asked:
            raise DataError(
                f"{'the spec' if is_label else f'--task {task}'} needs class labels, but {name!r} "
                "holds real numbers: name the labels with --y, or say --task regression"
            )
        return None
    if text:
        values = values.astype(str)
    different, codes = np.unique(values, return_inverse=True)
    classes = tuple(str(one) if text else f"{one:g}" for one in different)
    if not (text or asked) and outputs == 1 and len(classes) > 2:
        return None
    problem = _find_problem(name, len(classes), outputs, task)
    if problem and (text or asked):
        raise DataError(problem)
    return None if problem else Labels(codes.astype(np.int64), classes)


def _find_problem(name: str, count: int, outputs: int, task: str) -> str | None:
    if count < 2:
        return f"{name!r} holds one class only, from which nothing can be learned: add the others"
    if task == "binary" and count != 2:
        return f"--task binary needs two classes, but {name!r} has {count}: say --task multiclass"
    if outputs not in (1, count) or count == outputs == 2:
        return (
            f"{name!r} holds {count} classes, but the output of the spec has size {outputs}: let "
            "the spec end in '-> label', or name other outputs with --y"
        )
    return None
