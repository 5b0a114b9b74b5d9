"""Samples to learn from: checked, flat, and split into rows to fit and held-out rows."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from liesd.data.arrays import make_array
from liesd.data.samples import check_finite
from liesd.errors import DataError, TooLittleDataError, check_choice
from liesd.learning import limits
from liesd.learning.relatives import Relatives, find_relatives
from liesd.spec import Spec

TASKS = ("auto", "regression", "binary", "multiclass")


@dataclass(frozen=True, eq=False)
class Data:
    """x (N, n) and y, either numbers (N, m) or class labels (N,), as views of what was given."""

    x: NDArray[Any]
    y: NDArray[Any]
    x_shape: tuple[int, ...]
    y_shape: tuple[int, ...]
    task: str
    spec: Spec | None
    train: NDArray[np.intp]
    heldout: NDArray[np.intp]
    relatives: Relatives = field(default_factory=Relatives)
    """Which rows belong together."""

    @property
    def outputs(self) -> int:
        """m, how many numbers the model gives per sample."""
        return int(np.prod(self.y_shape))

    def read_inputs(self, rows: NDArray[np.intp]) -> Tensor:
        """The given rows of x in float64."""
        return torch.from_numpy(np.array(self.x[rows], dtype=np.float64))

    def read_targets(self, rows: NDArray[np.intp]) -> Tensor:
        """The given rows of y in float64; class labels as they are."""
        kind = np.float64 if self.task == "regression" else np.int64
        return torch.from_numpy(np.array(self.y[rows], dtype=kind))

    def read_values(self, rows: NDArray[np.intp]) -> Tensor:
        """The given rows of y as the model gives them: of classes the probabilities, 0 or 1."""
        targets = self.read_targets(rows)
        if self.task == "regression":
            return targets
        if self.task == "binary":
            return targets.double()[:, None]
        return nn.functional.one_hot(targets, self.outputs).double()

    def read_batches(
        self, rows: NDArray[np.intp], size: int = limits.LIMITS.chunk_rows
    ) -> Iterator[tuple[Tensor, Tensor]]:
        """Pairs (x, y) of the given rows, at most ``size`` rows at a time."""
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            yield self.read_inputs(part), self.read_targets(part)


def prepare(
    x: Any,
    y: Any,
    spec: str | Spec | None,
    task: str,
    seed: int,
    groups: Any = None,
    replicas: int = 0,
) -> Data:
    """Check everything that can be wrong with samples before any time is spent on them."""
    check_choice("task", task, TASKS)
    x, y = _make_array(x, "x"), _make_array(y, "y")
    if len(x) != len(y):
        raise DataError(
            f"x has {len(x)} samples and y has {len(y)}: they must belong together one by one"
        )
    if x.dtype.kind != "f":
        x = x.astype(np.float64)
    if not x.size or not y.size:
        raise DataError(f"samples of {'y' if x.size else 'x'} hold no numbers: give at least one")
    task = _guess_task(y) if task == "auto" else task
    flat = x.reshape(len(x), -1)
    needed = max(6, flat.shape[1] + 1)
    if len(x) < needed:
        raise TooLittleDataError(
            f"{len(x)} samples are too few to learn from {flat.shape[1]} numbers each: at least "
            f"{needed} are needed, some thousand for good derivatives"
        )
    _check_values(flat, "x")
    labels, y_shape = (
        (y.reshape(len(y), -1), y.shape[1:]) if task == "regression" else _read_labels(y, task)
    )
    if task == "regression":
        _check_values(labels, "y")
    if spec is not None:
        spec = Spec.parse(spec)
        m = int(np.prod(y_shape))
        spec = spec if task == "regression" else spec.for_outputs(m)
        for name, size, rep in (("x", flat.shape[1], spec.input), ("y", m, spec.output)):
            if size != rep.dim:
                raise DataError(
                    f"a sample of {name} has {size} numbers, but {rep} in the spec has {rep.dim}"
                )
    relatives = find_relatives(flat, groups, replicas)
    train, heldout = split(len(x), seed, relatives)
    return Data(flat, labels, x.shape[1:], y_shape, task, spec, train, heldout, relatives)


def split(
    count: int, seed: int, relatives: Relatives | None = None
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows to fit, and one eighth of the rows, which is held out.

    Whole runs of neighbouring rows are held out, and all relatives of a row with it: neighbours in
    a file are often relatives (points of one orbit, frames of one film), and a model must not be
    tested on relatives of what it was fitted to.
    """
    place = (relatives or Relatives()).cut(np.arange(count), limits.LIMITS.blocks)
    blocks = int(place.max()) + 1
    held = np.random.default_rng(seed).permutation(blocks)[
        : max(1, blocks * limits.LIMITS.heldout_blocks // limits.LIMITS.blocks)
    ]
    is_held = np.isin(place, held)
    return np.flatnonzero(~is_held), np.flatnonzero(is_held)


def thin(rows: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """At most ``count`` of the rows, evenly spread."""
    return rows[:: max(1, -(-len(rows) // count))]


def _make_array(value: Any, name: str) -> NDArray[Any]:
    array = make_array(value, name)
    if array.dtype.kind not in "fiub":
        hint = ""
        if name == "y" and array.dtype.kind in "US":
            hint = "; for class labels give numbers: np.unique(y, return_inverse=True)[1]"
        raise DataError(f"{name} must hold real numbers, not {array.dtype}{hint}")
    if array.ndim == 0 or len(array) == 0:
        raise DataError(f"{name} holds no samples: its first axis must count them")
    return array


def _check_values(flat: NDArray[Any], name: str) -> None:
    """Refuse what is not finite or of extreme size; warn of columns that never change."""
    changes, sizes = np.zeros(flat.shape[1], dtype=bool), np.zeros(flat.shape[1])
    for start in range(0, len(flat), limits.LIMITS.chunk_rows):
        chunk = np.array(flat[start : start + limits.LIMITS.chunk_rows], dtype=np.float64)
        check_finite(torch.from_numpy(chunk), start, name)
        changes |= (chunk != flat[0]).any(axis=0)
        sizes = np.maximum(sizes, np.abs(chunk).max(axis=0))
    _check_sizes(sizes, name)
    if not changes.any() and name == "x":
        raise TooLittleDataError("x is the same in all samples: there is nothing to learn from")
    if not changes.all():
        still = ", ".join(map(str, np.flatnonzero(~changes)[:10]))
        warnings.warn(
            f"{name} never changes in column {still}: nothing can be learned of it; leave such "
            "columns out, or expect directions that the data cannot determine",
            UserWarning,
            stacklevel=4,
        )


def _check_sizes(sizes: NDArray[np.float64], name: str) -> None:
    """Refuse columns whose powers would overflow or underflow."""
    most = limits.LIMITS.extreme
    wrong = (sizes > 0) & ((sizes > most) | (sizes < 1 / most))
    if wrong.any():
        column = int(np.flatnonzero(wrong)[0])
        raise DataError(
            f"column {column} of {name} holds numbers of the size {sizes[column]:.0e}, whose "
            "powers are out of range: measure it in other units"
        )


def _guess_task(y: NDArray[Any]) -> str:
    if y.dtype.kind == "f":
        return "regression"
    if y.size != len(y):
        return "regression"
    return "binary" if y.dtype.kind == "b" or int(y.max()) <= 1 else "multiclass"


def _read_labels(y: NDArray[Any], task: str) -> tuple[NDArray[np.int64], tuple[int, ...]]:
    if y.size != len(y):
        raise DataError(f"classes need one label per sample, but y has shape {y.shape}")
    labels = y.reshape(-1).astype(np.int64)
    classes = int(labels.max()) + 1
    if labels.min() < 0 or (labels != y.reshape(-1)).any():
        raise DataError("class labels must be the whole numbers 0, 1, 2, ...")
    if task == "binary" and classes > 2:
        raise DataError(f"task='binary' needs labels 0 and 1, but y goes up to {classes - 1}")
    if classes > min(limits.LIMITS.classes, max(2, len(labels) // 2)):
        raise DataError(
            f"y goes up to {classes - 1}, too many classes for {len(labels)} samples; "
            "say task='regression' if these are measurements"
        )
    if len(np.unique(labels)) < 2:
        raise TooLittleDataError("all samples are of one class: there is nothing to learn")
    return labels, (y.shape[1:] if task == "binary" else (classes,))
