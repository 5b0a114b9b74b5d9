"""Datasets and arrays of xarray: the dimension that all variables share counts the samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from liesd.data.frames.base import FrameKind, make_table, register_frame
from liesd.data.table import Table
from liesd.errors import DataError


@register_frame
class Xarray(FrameKind):
    """A Dataset, with its coordinates along the samples; a DataArray with names for its columns."""

    package = "xarray"

    def accepts(self, value: Any) -> bool:
        if hasattr(value, "data_vars"):
            return True
        names = _list_names(value)
        return names is not None

    def open(self, value: Any) -> Table:
        if not hasattr(value, "data_vars"):
            names = _list_names(value) or []
            return make_table(names, lambda k: np.asarray(value.values[:, k]))
        variables = dict(value.data_vars)
        shared = [name for name in value.sizes
                  if all(name in one.dims for one in variables.values())]  # fmt: skip
        if not variables or not shared:
            raise DataError(
                "the variables of the dataset share no dimension that could count the samples: "
                "stack what belongs together, as ds.stack(sample=['x', 'y'])"
            )
        rows = shared[0]
        along = {k: v for k, v in value.coords.items() if rows in v.dims and v.ndim == 1}
        columns = {str(k): v.transpose(rows, ...) for k, v in {**along, **variables}.items()}
        each = list(columns.values())
        shapes = [tuple(one.shape[1:]) for one in each]
        return make_table(list(columns), lambda k: np.asarray(each[k].values), shapes)


def _list_names(value: Any) -> list[str] | None:
    """The names of the columns of an array with two dimensions, if the second has any."""
    if getattr(value, "ndim", 0) != 2 or value.dims[1] not in value.coords:
        return None
    labels = np.asarray(value.coords[value.dims[1]].values)
    return [str(one) for one in labels] if labels.dtype.kind in "USOT" else None
