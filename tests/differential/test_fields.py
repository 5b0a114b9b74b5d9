"""Fields: shapes, axes and errors that say what is wrong."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.errors import DataError

t, x = np.linspace(0, 1, 12), np.linspace(0, 1, 16, endpoint=False)
U = np.sin(2 * np.pi * (x - t[:, None])) * np.arange(1.0, 4.0)[:, None, None]


def test_axes_and_fields_are_told_apart() -> None:
    data = liesd.Fields(u=U, t=t, x=x, periodic="x")
    assert (data.axes, data.names, len(data)) == (("t", "x"), ("u",), 3)
    assert data.coordinates == ("t", "x", "u")
    assert data.points().shape == (3 * 12 * 16, 3)
    assert "3 trajectories on 12 × 16 points, periodic in x" in repr(data)
    assert len(liesd.Fields(u=U[0], t=t, x=x)) == 1
    assert len(liesd.Fields(u=torch.from_numpy(U), v=U.tolist(), t=t, x=list(x)).names) == 2


def test_curves_may_have_grids_of_their_own() -> None:
    grids = [np.linspace(0, 1, n) for n in (20, 31)]
    data = liesd.Fields(y=[np.exp(-g) for g in grids], x=grids)
    assert (data.axes, data.names) == (("x",), ("y",))
    assert [one.values.shape for one in data.trajectories] == [(1, 20), (1, 31)]
    same = np.stack([grids[0], grids[0] + 1])
    assert liesd.Fields(y=np.cos(9 * same), x=same).axes == ("x",)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "by name"),
        ({"t": t, "x": x}, "axes only"),
        ({"u": U, "t": x, "x": t}, "in the order in which they are given"),
        ({"u": U + 0j, "t": t, "x": x}, "real and imaginary part"),
        ({"u": U, "t": t[::-1], "x": x}, "must rise"),
        ({"u": U, "t": t, "x": x, "periodic": "y"}, "is no axis"),
        ({"u": U, "t": t, "x": x**2, "periodic": "x"}, "even steps"),
        ({"u": U, "v": U[:2], "t": t, "x": x}, "same trajectories"),
        ({"u": np.where(U > 0.99, np.nan, U), "t": t, "x": x}, "not finite, in trajectory"),
        ({"u": np.full(U.shape, "a"), "t": t, "x": x}, "real numbers"),
        ({"y": [x, x[:5]], "x": [x, x[:4]]}, "same points on every curve|axes"),
        ({"y": np.stack([x, x]), "x": np.stack([x, x])}, "which of"),
        ({"u": U, "t": t, "x": x, "axes": "s"}, "not given"),
    ],
)
def test_what_is_wrong_is_said(given: dict, message: str) -> None:
    with pytest.raises(DataError, match=message):
        liesd.Fields(**given)


def test_xarray_is_read() -> None:
    xr = pytest.importorskip("xarray")
    fields = {"u": (("run", "x", "t"), U.transpose(0, 2, 1)), "v": (("run", "t", "x"), 2 * U)}
    data = xr.Dataset(fields, coords={"x": x, "t": t})
    read = liesd.Fields.from_xarray(data[["v", "u"]], periodic="x")
    assert (set(read.axes), read.names, len(read)) == ({"t", "x"}, ("v", "u"), 3)
    assert np.array_equal(read.trajectories[1].values[1], read.trajectories[1].values[0] / 2)
    single = liesd.Fields.from_xarray(data["v"].assign_coords(run=[1, 2, 3]), trajectory="run")
    assert np.array_equal(single.trajectories[2].values[0], 2 * U[2])
    with pytest.raises(DataError, match="no coordinates"):
        liesd.Fields.from_xarray(data.drop_vars("x"))
    with pytest.raises(DataError, match="has no field w"):
        liesd.Fields.from_xarray(data, names=["w"])
    with pytest.raises(DataError, match="of xarray, not list"):
        liesd.Fields.from_xarray([1.0])
