"""Named arrays in files."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from liesd.data.files import read_path
from liesd.data.formats.registry import open_table
from liesd.errors import DataError


def read_arrays(
    path: str | PathLike[str],
    axes: str | Iterable[str] | None = None,
    names: Iterable[str] | None = None,
) -> dict[str, Any]:
    """Read arrays by name: ``axes`` first, or else ``t`` and then the others by the alphabet."""
    place = read_path("path", path)
    table = open_table(place)
    known = sorted(table.shapes, key=lambda name: (name != "t", name))
    known = known if names is None else list(names)
    if axes is not None:
        first = [axes] if isinstance(axes, str) else list(axes)
        known = [*first, *(name for name in known if name not in first)]
    if missing := [name for name in known if name not in table.shapes]:
        there = ", ".join(table.shapes)
        raise DataError(f"{place} has no array {', '.join(missing)}: it holds {there}")
    if odd := [name for name in known if not name.isidentifier()]:
        raise DataError(
            f"{place} holds {', '.join(map(repr, odd[:5]))}, which is no name of a field or an "
            "axis: say which arrays to read with names="
        )
    return {name: one[:] for name, one in zip(known, table.read_numbers(known), strict=True)}


def read_dataset(
    dataset: Any, trajectory: str | None = None, names: Iterable[str] | None = None
) -> dict[str, Any]:
    """Arrays of a Dataset or a DataArray by name, the dimension of trajectories first."""
    if not hasattr(dataset, "data_vars"):
        if not hasattr(dataset, "to_dataset"):
            kind = type(dataset).__name__
            raise DataError(f"from_xarray takes a Dataset or a DataArray of xarray, not {kind}")
        dataset = dataset.to_dataset(name=dataset.name or "u")
    chosen = list(map(str, dataset.data_vars)) if names is None else list(names)
    if missing := [name for name in chosen if name not in dataset.data_vars]:
        there = ", ".join(map(str, dataset.data_vars))
        raise DataError(f"the dataset has no field {', '.join(missing)}: it holds {there}")
    dims = list(dict.fromkeys(str(dim) for name in chosen for dim in dataset[name].dims))
    bare = [dim for dim in dims if dim not in dataset.coords]
    if trajectory is None and len(bare) == 1:
        trajectory = bare[0]
    if lost := [dim for dim in bare if dim != trajectory]:
        raise DataError(
            f"the dimension {', '.join(lost)} has no coordinates: assign_coords gives them, or say "
            "trajectory= if it counts trajectories"
        )
    axes = [dim for dim in dims if dim != trajectory]
    order = axes if trajectory is None else [trajectory, *axes]
    found = {name: dataset.coords[name].to_numpy() for name in axes}
    return found | {name: dataset[name].transpose(*order).to_numpy() for name in chosen}
