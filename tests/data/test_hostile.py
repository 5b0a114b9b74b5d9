"""Files and specs made to do harm: refused before memory or time is spent, and nothing escapes."""

from __future__ import annotations

import copy
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import liesd
from benchmarks.corruption import KINDS, WAYS, examine, is_bad
from liesd.data import limits
from liesd.data.formats import open_table
from liesd.data.zipped import open_zip, read_zip
from liesd.discovery.files import load_function
from liesd.errors import DataError, FileFormatError, FunctionError, LiesdError, SpecError

X = np.random.default_rng(0).normal(size=(200, 3))


def write_member(path: Path, name: str, shape: tuple[int, ...], content: bytes = b"") -> None:
    """Put an array into a zip whose header claims a shape, whatever its content is."""
    header = str({"descr": "<f8", "fortran_order": False, "shape": shape}).encode()
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
        archive.writestr(f"{name}.npy", start + content)


def test_a_header_that_claims_a_million_millions(tmp_path: Path) -> None:
    path = tmp_path / "data.npz"
    write_member(path, "x", (10**12,))
    with pytest.raises(FileFormatError, match="damaged"):
        open_table(path)
    own = tmp_path / "d.liesd"
    write_member(own, "array_generators", (10**12,))
    for load in (liesd.load, liesd.load_model, load_function):
        with pytest.raises(FileFormatError):
            load(own)


@pytest.mark.parametrize("name", ["data.npz", "d.liesd", "model.pt2"])
def test_a_file_that_expands_a_thousandfold(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIMITS", replace(limits.LIMITS, memory_bytes=1 << 20))
    path = tmp_path / name
    write_member(path, "x", (10**6,), bytes(8 * 10**6))
    assert path.stat().st_size < 10**5
    with pytest.raises(FileFormatError, match="claims to hold 8,000,"):
        {"data.npz": open_table, "d.liesd": liesd.load}.get(name, load_function)(path)


def test_data_that_was_never_written(tmp_path: Path) -> None:
    h5py, zarr = pytest.importorskip("h5py"), pytest.importorskip("zarr")
    with h5py.File(tmp_path / "x.h5", "w") as file:
        file.create_dataset("x", (10**12, 3), "f8", chunks=(1000, 3))
    zarr.create_array(str(tmp_path / "x.zarr"), shape=(10**12, 3), chunks=(1000, 3), dtype="f8")
    for name in ("x.h5", "x.zarr"):
        with pytest.raises(FileFormatError, match="claims to hold"):
            liesd.open_array(tmp_path / name)


def test_names_inside_an_archive_lead_nowhere(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    path = inner / "data.npz"
    write_member(path, "../../x", (3,), bytes(24))
    write_member(path, "/x", (3,), bytes(24))
    assert sorted(read_zip(path)) == ["../../x", "/x"]
    assert [one.name for one in tmp_path.rglob("*")] == ["inner", "data.npz"]
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("note.txt", "hello")
    with pytest.raises(ValueError, match="is no array"), open_zip(path):
        pass


def replace_leaf(header: dict[str, Any], rng: np.random.Generator) -> list[Any]:
    """Put something else into a random place of a header; returns the way to it."""
    way, inner = [], header
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        way.append(keys[rng.integers(len(keys))])
        below = inner[way[-1]]
        if not isinstance(below, dict | list) or not below or rng.random() < 0.2:
            break
        inner = below
    others = [None, "abc", -1, 1e308, [], {}, True, [[1]], 10**30]
    inner[way[-1]] = others[rng.integers(len(others))]
    return way


def test_a_tampered_header_never_surprises(tmp_path: Path) -> None:
    path = tmp_path / "d.liesd"
    liesd.discover(lambda x: x.norm(dim=1), X, "x[3] -> 1").save(path)
    arrays = read_zip(path)
    header = json.loads(str(arrays.pop("header")))
    rng, refused = np.random.default_rng(0), 0
    for _ in range(150):
        changed = copy.deepcopy(header)
        way = replace_leaf(changed, rng)
        with path.open("wb") as file:
            np.savez(file, header=np.array(json.dumps(changed)), **arrays)
        try:
            found = liesd.load(path)
        except LiesdError:
            refused += 1
            continue
        except Exception as error:
            raise AssertionError(f"{way}: {error!r}") from error
        assert isinstance(found.summary(), str)
        found._repr_html_()
    assert refused > 50


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10**6 + "[2] -> 1",
        "x" * 300 + "[2] -> 1",
        "(" * 20_000 + "x[2]" + ")" * 20_000 + " -> 1",
        "(" * 2000,
        "*".join(["3"] * 30) + "*x[2] -> 1",
        "*".join(f"a{k}[9]" for k in range(20)) + " -> 1",
        "999999999*x[2] -> 1",
        "x[2] -> 99999999",
        "x[" + "9" * 1000 + "] -> 1",
        "x\0[2] -> 1",
        "😀[2] -> 1",
        "x[²] -> 1",
        "<script>[2] -> 1",
        "-> " * 1000,
    ],
    ids=range(14),
)
def test_hostile_specs(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        liesd.Spec.parse(text)
    assert len(str(caught.value)) < 1000


def test_a_space_that_no_memory_holds_is_refused_in_python_too() -> None:
    x = liesd.Vector("x", 3)
    for make in (lambda: 10**9 * x, lambda: x + 10**9, lambda: liesd.Vector("y", 10**12)):
        with pytest.raises(SpecError, match="numbers per sample"):
            make()


def test_whatever_f_raises_is_quoted() -> None:
    errors = [ValueError("no"), KeyError("k"), ZeroDivisionError(), OSError(2, "gone"), Exception()]
    for error in errors:

        def f(x: Any, error: Exception = error) -> Any:
            raise error

        with pytest.raises(FunctionError, match=type(error).__name__):
            liesd.discover(f, X, "x[3] -> 1")
        with pytest.raises(FunctionError, match=type(error).__name__):
            liesd.measure(f, X, "x[3] -> 1", {"x": np.eye(3)})
    with pytest.raises(FunctionError, match="must stay in torch"):
        liesd.discover(lambda x: x.numpy(), X, "x[3] -> 1")


ODD = [None, 3, "abc", b"ab", [], [[1], [1, 2]], {"x": 1}, object(), np.zeros((0, 2)), X > 0,
       np.array(["a", "b"]), X * np.nan, X + 1j, 10**400, int, np.zeros((200, 0))]  # fmt: skip


@pytest.mark.parametrize(
    "option",
    ["ask", "exact", "disjoint", "weights", "sample_weight", "tolerance", "evidence", "samples",
     "settle", "seed", "dtype", "batch_size", "progress", "y"],
)  # fmt: skip
def test_odd_options_end_in_errors_of_our_own(option: str) -> None:
    for value in ODD:
        if option == "progress" and callable(value):
            continue  # a callback, and what it raises is its own
        try:
            liesd.discover(lambda x: x.norm(dim=1), X[:40], "x[3] -> 1", **{option: value})
        except LiesdError:
            continue
        except Exception as error:
            raise AssertionError(f"{option}={value!r:.60}: {error!r}") from error


@pytest.mark.parametrize("call", [liesd.load, liesd.load_model, liesd.open_array])
def test_what_is_no_path(call: Any) -> None:
    for value in (None, 3, X, [], object(), "", "a\0b"):
        with pytest.raises(LiesdError):
            call(value)


def test_outputs_of_any_shape_in_the_estimator() -> None:
    y = np.stack([X[:, 0], X[:, 1], X[:, 2], X[:, 0]] * 2, axis=1).reshape(-1, 2, 2, 2)
    found = liesd.SymmetryDiscovery("x[3] -> y[8]", learner="kernel", replicas=0).fit(X, y)
    assert found.predict(X).shape == y.shape
    assert found.score(X, y) > 0.99
    with pytest.raises(DataError):
        liesd.SymmetryDiscovery().fit(X.reshape(-1, 3, 1), y)


def test_damaged_files(tmp_path: Path) -> None:
    """A part of what ``benchmarks.corruption`` does in full, in a process of its own."""
    names = [name for name in KINDS if name != "model.liesd"]
    cases = [(name, way, seed) for name in names for way in WAYS for seed in range(1000, 1010)]
    rows = examine(tmp_path, cases)
    assert [row for row in rows if is_bad(row[3], KINDS[row[0]])] == []
    assert {row[0] for row in rows if row[3] == "own error"} == set(names)
