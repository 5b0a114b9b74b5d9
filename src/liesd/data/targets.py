"""Values that a function should give: numbers, or class labels in any of their usual forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.arrays import make_array, map_array
from liesd.data.samples import Samples, open_samples
from liesd.errors import DataError


@dataclass(frozen=True)
class Targets:
    """Values of samples, or class numbers (N,) from 0 on."""

    samples: Samples
    """As real numbers; of classes the probabilities that they stand for."""
    labels: NDArray[np.int64] | None = None
    classes: int = 0
    """How many classes there are; 0 if the values are numbers."""

    @property
    def task(self) -> str:
        """The task of :func:`liesd.learn`."""
        if not self.classes:
            return "regression"
        return "binary" if self.classes == 2 else "multiclass"

    def check(self, count: int | None, size: int) -> None:
        """Refuse values that do not belong to the samples, or are not what a spec says."""
        if count is None:
            raise DataError("with y= x must be an array too, not a stream of batches")
        if self.samples.count != count or self.samples.size != size:
            wanted = "one class number" if self.classes else f"{size} numbers each"
            raise DataError(
                f"y must hold what f should give for each of the {count} samples: {wanted}"
            )


def read_targets(y: Any, outputs: int) -> Targets:
    """Recognise class labels: whole numbers, truth values, 0.0 and 1.0, or one-hot rows.

    ``outputs`` is the number of values that the function gives per sample: one number per sample
    cannot stand for more than two classes.
    """
    value = map_array(y)
    if hasattr(value, "detach") or hasattr(value, "to_numpy") or isinstance(value, list | tuple):
        value = make_array(value, "y")
    if not isinstance(value, np.ndarray) or value.ndim == 0 or not len(value):
        return Targets(open_samples(y, "y"))
    labels = _find_labels(value, outputs)
    if labels is None:
        return Targets(open_samples(value.astype(float) if value.dtype.kind in "iub" else y, "y"))
    count = max(int(labels.max()) + 1, 2, outputs)
    rows = np.eye(count)[labels] if outputs > 1 else labels.astype(float)[:, None]
    return Targets(open_samples(rows, "y"), labels, count)


def _find_labels(value: NDArray[Any], outputs: int) -> NDArray[np.int64] | None:
    alone = value.size == len(value)
    whole = value.dtype.kind in "iub" and value.min() >= 0
    if not whole and value.dtype.kind in "fiub":
        whole = bool(np.isin(value, (0, 1)).all())
    if not whole:
        return None
    if not alone:
        rows = value.reshape(len(value), -1)
        if rows.shape[1] > max(outputs, 2):
            return None
        return rows.argmax(axis=1).astype(np.int64) if (rows.sum(axis=1) == 1).all() else None
    labels = value.reshape(-1).astype(np.int64)
    most = 2 if outputs == 1 else outputs
    return labels if labels.max() < most else None
