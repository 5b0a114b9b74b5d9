"""Class labels: text, or whole numbers with as many different values as the spec has classes."""

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


def read_labels(table: Table, name: str, outputs: int, task: str) -> Labels | None:
    """Read the labels in a column; None if it holds numbers to learn as they are.

    Two classes give one number per sample, the probability of the second; k classes give k.
    """
    column = table.fetch([name])[0]
    text = column.dtype.kind in "USO"
    values = (
        column.reshape(-1) if text else np.asarray(table.read_numbers([name])[0][:]).reshape(-1)
    )
    asked = task != "auto"
    if not text and (values != np.round(values)).any():
        if asked:
            raise DataError(
                f"--task {task} needs class labels, but {name!r} holds real numbers: name the "
                "labels with --y, or say --task regression"
            )
        return None
    if text:
        values = values.astype(str)
    different, codes = np.unique(values, return_inverse=True)
    classes = tuple(str(one) if text else f"{one:g}" for one in different)
    problem = _find_problem(name, len(classes), outputs, task)
    if problem and (text or asked):
        raise DataError(problem)
    return None if problem else Labels(codes.astype(np.int64), classes)


def _find_problem(name: str, count: int, outputs: int, task: str) -> str | None:
    if count < 2:
        return f"{name!r} holds one class only, from which nothing can be learned: add the others"
    if task == "binary" and count != 2:
        return f"--task binary needs two classes, but {name!r} has {count}: say --task multiclass"
    wanted = 1 if count == 2 else count
    if outputs != wanted:
        return (
            f"{name!r} holds {count} classes, but the output of the spec has size {outputs}: let "
            f"the spec end in '-> {wanted}', the probabilities, or name other outputs with --y"
        )
    return None
