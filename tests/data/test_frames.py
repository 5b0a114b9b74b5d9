"""Data frames as samples: columns by name, in any order, with the rest named."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import torch
import xarray as xr

import liesd
from liesd.data.frames import FRAMES, open_frame, take_samples

N = 300
X = np.random.default_rng(0).normal(size=(N, 4))
SPEC = "pos(x, y, z) + mass -> energy"


def f(x):
    return torch.exp(-(x[:, :3] ** 2).sum(dim=1) / 4) * (1 + x[:, 3] / 4)


ENERGY = f(torch.from_numpy(X)).numpy()
PANDAS = pd.DataFrame(
    {
        "id": np.arange(N) + 100,
        "name": [f"s{k}" for k in range(N)],
        "z": X[:, 2],
        "y": X[:, 1],
        "x": X[:, 0],
        "mass": X[:, 3],
        "energy": ENERGY,
        "temperature": np.random.default_rng(1).normal(size=N),
        "kind": pd.Categorical(np.random.default_rng(2).choice(["a", "b"], N)),
        "day": pd.date_range("2020-01-01", periods=N),
    }
)
OTHERS = {
    "pandas": PANDAS,
    "nullable": PANDAS.convert_dtypes(),
    "polars": pl.from_pandas(PANDAS),
    "lazy": pl.from_pandas(PANDAS).lazy(),
    "pyarrow": pa.Table.from_pandas(PANDAS),
    "xarray": xr.Dataset.from_dataframe(PANDAS.drop(columns="kind")),
}


@pytest.mark.parametrize("frame", OTHERS.values(), ids=list(OTHERS))
def test_columns_are_found_by_name(frame) -> None:
    taken = take_samples(frame, None, SPEC, wants_y=True)
    assert np.array_equal(taken.x, X)
    assert np.array_equal(taken.y.reshape(-1), ENERGY)
    assert taken.names == ("x", "y", "z", "mass")
    (note,) = taken.notes
    assert "'id' (an identifier), 'name' (text)" in note
    assert "'day' (dates)" in note
    assert "not used: 'temperature'" in note


def test_every_library_is_tried_here() -> None:
    packages = {type(one).__module__.partition(".")[0] for one in OTHERS.values()}
    assert packages == {one.package for one in FRAMES}


@pytest.mark.parametrize("frame", [OTHERS["polars"], OTHERS["xarray"]], ids=["polars", "xarray"])
def test_names_go_into_the_result(frame, tmp_path) -> None:
    found = liesd.discover(f, frame, SPEC)
    assert found.dimension == 3
    assert set(found.words) == {"rotation of (x, y)", "rotation of (x, z)", "rotation of (y, z)"}
    assert found.settings["data"]["columns"] == ["x", "y", "z", "mass"]
    assert str(found).startswith(SPEC)
    assert "temperature" in found.notes[-1]
    found.save(tmp_path / "found.liesd")
    again = liesd.load(tmp_path / "found.liesd")
    assert again.words == found.words
    assert str(again) == str(found)
    assert "rotation of (x, y)" in found.report(tmp_path / "r.html").read_text()


def test_values_may_be_a_frame_too() -> None:
    for y in (PANDAS, PANDAS[["energy"]], PANDAS["energy"], OTHERS["polars"].select("energy")):
        taken = take_samples(PANDAS, y, SPEC)
        assert np.array_equal(taken.y.reshape(-1), ENERGY)
        taken = take_samples(PANDAS[["x", "y", "z", "mass"]], y, "pos(x,y,z) + 1 -> energy")
        assert np.array_equal(taken.x, X)
    assert take_samples(PANDAS, ENERGY, SPEC).y is ENERGY
    assert np.array_equal(take_samples(X, PANDAS["energy"], "x[4] -> 1").y, ENERGY)
    with pytest.raises(liesd.DataError, match="one by one"):
        take_samples(PANDAS, PANDAS[["energy"]][:5], SPEC)


@pytest.mark.parametrize(
    ("spec", "columns", "plain"),
    [
        ("p[3] + m -> 1", ["m", "pz", "py", "px", "E"], "p[px, py, pz]+1 -> 1"),
        ("p[3] -> f[2]", ["p1", "p2", "p3", "f_x", "f_y"], "p[p1, p2, p3] -> f[f_x, f_y]"),
        ("a[2] -> b[2]", ["u", "v", "b1", "b0"], "a[u, v] -> b[b0, b1]"),
        ("x[2] -> 1", ["id", "u", "v", "e"], "x[u, v] -> 1"),
        ("2*x[2] -> 1", ["e", "x1", "x2", "x3", "x0"], "2*x[2] -> 1"),
        ("m(mass) + l(len) -> t(time)", ["len", "time", "mass"], "m(mass)+l(len) -> t(time)"),
        ('x("a b", "c (m)") -> 1', ["c (m)", "a b", "e"], "x[a_b, c_m] -> 1"),
        ("x(a:c) -> 1", ["a", "b", "c", "e"], "x[a, b, c] -> 1"),
        ("q(a, b) + q(c, d) -> q", ["a", "b", "c", "d", "e", "f"],
         "q[a, b]+q[c, d] -> q[e, f]"),
        ("affine(q(a, b)) -> e", ["b", "a", "e"], "affine(q[a, b]) -> 1"),
    ],
)  # fmt: skip
def test_a_spec_finds_its_columns(spec: str, columns: list[str], plain: str) -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(20, len(columns))), columns=columns)
    if "id" in columns:
        frame["id"] = np.arange(20)
    taken = take_samples(frame, None, spec, wants_y=True)
    assert str(taken.spec) == plain
    assert np.array_equal(taken.x.reshape(20, -1), frame[list(taken.names)].to_numpy())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pos(x, y, zz) + mass -> energy", "'zz', which is not there: did you mean 'z'"),
        ("pos(x, y, z) + mas -> energy", "first use of 'mas' .* did you mean 'mass'"),
        ("pos(x, y, name) -> energy", "holds text, which no matrix can move"),
        ("pos(x, y, x) -> energy", "'x' more than once"),
        ("pos(x, y) + x -> energy", "'x' more than once"),
        ("pos[3] + mass -> energy", "3 more numbers per sample for 'pos"),
        ("pos(x, y, z) + mass -> 1", "'energy', 'temperature'"),
        ("v[7] -> 1", "not plain which 7 are inputs"),
        ("pos(x, y, z) + name -> energy", "no categories"),
    ],
)
def test_what_does_not_fit_is_said(spec: str, message: str) -> None:
    with pytest.raises(liesd.LiesdError, match=message):
        take_samples(PANDAS, None, spec, wants_y=True)


def test_categories_are_numbers_if_asked() -> None:
    taken = take_samples(PANDAS, None, "pos(x, y, z) + mass + kind -> energy", wants_y=True)
    assert taken.names[-2:] == ("kind=a", "kind=b")
    assert np.array_equal(taken.x[:, 4], (PANDAS["kind"] == "a").to_numpy(dtype=float))
    assert str(taken.spec) == "pos[x, y, z]+3 -> 1"
    assert "one per category" in taken.notes[0]


def test_text_as_an_output_is_a_label() -> None:
    taken = take_samples(PANDAS, None, "pos(x, y, z) -> kind", wants_y=True)
    assert taken.spec.output.is_label
    assert np.array_equal(taken.y, (PANDAS["kind"] == "b").to_numpy(dtype=int))


def test_missing_values_are_refused_where_they_matter() -> None:
    frame = PANDAS.copy()
    frame.loc[3, "temperature"] = np.nan
    assert len(take_samples(frame, None, SPEC, wants_y=True).x) == N
    frame.loc[3, "mass"] = np.nan
    with pytest.raises(liesd.DataError, match="'mass' in the data frame holds NaN"):
        take_samples(frame, None, SPEC, wants_y=True)


def test_arrays_of_several_numbers_and_names_of_columns_in_xarray() -> None:
    data = xr.Dataset(
        {"pos": (("sample", "axis"), X[:, :3]), "mass": ("sample", X[:, 3])},
        {"time": ("sample", np.linspace(0, 1, N))},
    )
    taken = take_samples(data, None, "pos[3] + mass -> 1")
    assert np.array_equal(taken.x, X)
    assert str(taken.spec) == "pos[3]+1 -> 1"
    named = xr.DataArray(X, dims=("sample", "what"), coords={"what": ["z", "y", "x", "mass"]})
    assert take_samples(named, None, "pos(x, y, z) -> 1").names == ("x", "y", "z")
    assert open_frame(xr.DataArray(X)) is None
    apart = xr.Dataset({"a": ("p", [1.0]), "b": ("q", [1.0])})
    with pytest.raises(liesd.DataError, match="share no dimension"):
        take_samples(apart, None, "a -> b")


def test_learn_takes_all_of_it_from_one_frame() -> None:
    model = liesd.learn(OTHERS["polars"], spec=SPEC, effort="quick", progress=False)
    assert model.report["columns"] == "x, y, z, mass"
    assert "'id' (an identifier)" in model.report["about columns"]
    assert model.heldout_error < 0.1
    with pytest.raises(liesd.DataError, match="y is missing"):
        liesd.learn(X, spec="x[4] -> 1")


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
def test_the_estimator_reads_frames(name: str) -> None:
    frame = OTHERS[name]
    found = liesd.SymmetryDiscovery(SPEC, effort="quick").fit(frame)
    assert found.dimension_ == 3
    assert "rotation of (x, y)" in found.discovery_.words
    plain = liesd.SymmetryDiscovery("pos[3] + 1 -> 1", effort="quick").fit(X, ENERGY)
    assert np.allclose(found.predict(frame), plain.predict(X))
    if name != "pyarrow":
        assert list(found.feature_names_in_) == ["x", "y", "z", "mass"]


def test_the_estimator_keeps_its_categories() -> None:
    spec = "pos(x, y, z) + mass + kind -> energy"
    found = liesd.SymmetryDiscovery(spec, effort="quick").fit(PANDAS)
    some = PANDAS[PANDAS["kind"] == "a"]
    whole = found.predict(PANDAS)[(PANDAS["kind"] == "a").to_numpy()]
    assert np.allclose(found.predict(some), whole)
