"""Every registered format keeps the same promises; a new one needs only a writer here."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner, Result

import liesd
from liesd.cli import main
from liesd.data.formats import FORMATS, Format, format_of, list_endings, open_table, register
from liesd.data.formats.base import OpenedArray
from liesd.data.tables import read_samples
from tests.cli.test_discover import model

X = np.random.default_rng(0).normal(size=(50, 3))
Y = (X**2).sum(axis=1)
SPEC = "x[3] -> 1"
COLUMNS = {"x0": X[:, 0], "x1": X[:, 1], "x2": X[:, 2], "y": Y}
IN_PARTS = {"NumPy", "Parquet", "HDF5", "Zarr", "toy"}
"""Formats whose arrays can stay in their files."""


class Toy(Format):
    """Rows of three numbers behind a word; what somebody else may add."""

    name = "toy"
    endings = (".toy",)

    def open(self, path: Path, name: Any) -> OpenedArray:
        with path.open("rb") as file:
            if file.read(3) != b"TOY":
                raise ValueError("it does not start with TOY")
        if (path.stat().st_size - 3) % 24:
            raise ValueError("the last row is not whole")
        return np.memmap(path, np.float64, "r", offset=3).reshape(-1, 3)


def write_text(path: Path) -> None:
    rows = np.stack(list(COLUMNS.values()), axis=1).tolist()
    path.write_text("\n".join([",".join(COLUMNS), *(",".join(map(repr, row)) for row in rows)]))


def write_parquet(path: Path) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table(COLUMNS), path, row_group_size=20)


def write_hdf5(path: Path) -> None:
    import h5py

    with h5py.File(path, "w") as file:
        file.create_dataset("x", data=X, chunks=(20, 3))
        file["y"] = Y


def write_zarr(path: Path) -> None:
    import zarr

    store = zarr.open_group(str(path), mode="w")
    store.create_array("x", data=X, chunks=(20, 3))
    store.create_array("y", data=Y)


WRITERS: dict[str, Callable[[Path], Any]] = {
    "text": write_text,
    "NumPy": lambda path: np.save(path, X),
    "NumPy archive": lambda path: np.savez(path, x=X, y=Y),
    "Parquet": write_parquet,
    "HDF5": write_hdf5,
    "Zarr": write_zarr,
    "toy": lambda path: path.write_bytes(b"TOY" + X.tobytes()),
}
NAMES: dict[str, Any] = {"Parquet": ["x0", "x1", "x2"], "HDF5": "x", "Zarr": "x"}
"""How the array is named in :func:`liesd.open_array`."""
CASES = [(one.name, ending) for one in (*FORMATS, Toy()) for ending in one.endings]


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    before = list(FORMATS)
    register(Toy())
    yield
    FORMATS[:] = before


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model(tmp_path_factory.mktemp("model") / "length.pt2")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """A command line, in a directory of its own."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, [str(one) for one in arguments])


@pytest.fixture
def written(name: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path(f"data{ending}")
    WRITERS[name](path)
    return path


def cut(path: Path) -> None:
    """Take the end off a file, or off every file in a folder."""
    for file in [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]:
        content = file.read_bytes()
        end = int(0.6 * len(content)) - 1
        if content.startswith(b"x0,"):  # a line of text that lacks cells
            end = content.rindex(b"\n", 0, end) + 5
        file.write_bytes(content[:end])


@pytest.mark.parametrize(("name", "ending"), CASES, ids=[ending for _, ending in CASES])
class TestFormat:
    def test_it_is_found_by_its_ending(self, name: str, ending: str) -> None:
        assert format_of(f"data{ending}").name == name
        assert format_of(f"DATA{ending.upper()}").name == name
        assert list_endings().count(ending) == 1

    def test_an_array_stays_in_its_file_and_travels(
        self, name: str, written: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if name not in IN_PARTS:
            with pytest.raises(liesd.DataError, match=r"data.* cannot be read in parts: read it"):
                liesd.open_array(written)
            return
        array = liesd.open_array(written, NAMES.get(name))
        assert (array.shape, array.dtype, len(array)) == (X.shape, X.dtype, 50)
        for rows in (slice(0, 5), slice(17, 43), slice(3, 40, 7), slice(-2, None), slice(60, 70)):
            found = array[rows]
            assert isinstance(found, np.ndarray)
            assert np.array_equal(found, X[rows])
        monkeypatch.chdir("/")
        sent = pickle.dumps(array)
        assert len(sent) < 1000
        there = pickle.loads(sent)
        assert (there.shape, there.dtype, there.chunks) == (array.shape, array.dtype, array.chunks)
        assert np.array_equal(there[10:30], X[10:30])
        assert np.array_equal(array[:], X)

    def test_columns_by_name(self, name: str, written: Path) -> None:
        expected: dict[str, Any] = {"x": X, "y": Y}
        if name in ("text", "Parquet"):
            expected = COLUMNS
        elif name in ("NumPy", "toy"):
            expected = {"data": X}
        table = open_table(written)
        assert table.shapes == {key: value.shape[1:] for key, value in expected.items()}
        assert list(table.shapes) == list(expected) or name == "Zarr"
        columns = table.read_numbers(list(expected))
        for column, value in zip(columns, expected.values(), strict=True):
            assert column.dtype == np.float64
            assert np.array_equal(column[:], value)

    def test_samples_and_symmetries(self, name: str, written: Path, exported: Path, run) -> None:
        samples = read_samples([written], SPEC, wants_y=False)
        assert np.array_equal(samples.x[:], X)
        done = run("discover", written, SPEC, "--model", exported)
        assert done.exit_code == 0, done.output
        assert "50 samples" in done.output
        if name in IN_PARTS:
            array = liesd.open_array(written, NAMES.get(name))
            found = liesd.discover(lambda x: torch.linalg.norm(x, dim=1), array, SPEC)
            assert found.dimension == 3

    @pytest.mark.parametrize("way", [liesd.open_array, open_table])
    def test_a_missing_file(self, name: str, ending: str, way: Any, tmp_path: Path) -> None:
        with pytest.raises(
            liesd.DataError, match=rf"none\{ending} does not exist: .*check the name"
        ):
            way(tmp_path / f"none{ending}")

    @pytest.mark.parametrize("way", [liesd.open_array, open_table])
    def test_an_empty_file(self, name: str, ending: str, way: Any, tmp_path: Path) -> None:
        (tmp_path / f"data{ending}").touch()
        with pytest.raises(liesd.DataError, match=rf"data\{ending} is empty: write the samples"):
            way(tmp_path / f"data{ending}")

    def test_a_folder(self, name: str, ending: str, tmp_path: Path) -> None:
        (tmp_path / f"data{ending}").mkdir()
        words = "damaged" if format_of(f"data{ending}").is_folder else "is a directory: give a file"
        with pytest.raises(liesd.FileFormatError, match=rf"data\{ending} .*{words}"):
            open_table(tmp_path / f"data{ending}")

    def test_a_damaged_file(self, name: str, written: Path) -> None:
        cut(written)
        words = rf"data\{written.suffix}"

        def read_columns() -> None:
            table = open_table(written)
            table.read_numbers(list(table.shapes))

        with pytest.raises(liesd.LiesdError, match=words):
            read_columns()
        with pytest.raises(liesd.LiesdError, match=words):
            liesd.open_array(written, NAMES.get(name))[:]

    def test_something_else(self, name: str, ending: str, tmp_path: Path) -> None:
        path = tmp_path / f"data{ending}"
        path.write_bytes(b"\x00\xff\xfe" * 50)
        with pytest.raises(liesd.LiesdError, match=rf"data\{ending}"):
            open_table(path).read_numbers(["x"])
        with pytest.raises(liesd.LiesdError, match=rf"data\{ending}"):
            liesd.open_array(path)


PACKAGES = {".parquet": "pyarrow", ".h5": "h5py", ".zarr": "zarr"}


@pytest.mark.parametrize("ending", PACKAGES)
@pytest.mark.parametrize("way", [liesd.open_array, open_table])
def test_a_missing_package(
    ending: str, way: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"data{ending}"
    WRITERS[format_of(path).name](path)
    for module in ("pyarrow", "pyarrow.parquet", "h5py", "zarr"):
        monkeypatch.setitem(sys.modules, module, None)
    words = f"reading .* files needs the package {PACKAGES[ending]}: pip install 'liesd.files.'"
    with pytest.raises(liesd.DataError, match=words):
        way(path)


class TestRegistration:
    def test_the_help_names_every_ending(self, run) -> None:
        said = " ".join(run("discover", "--help").output.split())
        assert f"{', '.join(list_endings()[:-1])} or .toy, or several such files" in said

    def test_learning_reads_it(self, tmp_path: Path) -> None:
        WRITERS["toy"](tmp_path / "a.toy")
        learned = liesd.learn(tmp_path / "a.toy", Y, learner="kernel", replicas=0, centres=20)
        expected = liesd.learn(X, Y, learner="kernel", replicas=0, centres=20)
        assert np.array_equal(learned.predict(X), expected.predict(X))

    def test_discover_takes_its_name(self, tmp_path: Path) -> None:
        WRITERS["toy"](tmp_path / "a.toy")
        found = liesd.discover(lambda x: x.square().sum(dim=1), tmp_path / "a.toy", SPEC)
        assert found.dimension == 3

    @pytest.mark.parametrize("ending", [".h5", ".TOY", "toy", ".tar.gz", ""])
    def test_endings_that_are_taken_or_none(self, ending: str) -> None:
        class Other(Toy):
            endings = (ending,)

        before = list(FORMATS)
        with pytest.raises(ValueError, match="ending"):
            register(Other())
        assert before == FORMATS

    def test_a_generator_may_be_in_any_file_of_arrays(self, run, exported: Path) -> None:
        import h5py

        turn = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 0]])
        np.save("x.npy", turn)
        with h5py.File("turn.h5", "w") as file:
            file["x"] = turn
        Path("turn.txt").write_text('{"x": [[0, -1, 0], [1, 0, 0], [0, 0, 0]]}')
        WRITERS["toy"](Path("a.toy"))
        for name in ("x.npy", "turn.h5", "turn.txt"):
            done = run("measure", "a.toy", SPEC, "--model", exported, "--generator", name)
            assert done.exit_code == 0, done.output
            assert "the given generator has a relative defect" in done.output


def test_every_registered_format_is_tested() -> None:
    assert {one.name for one in FORMATS} == set(WRITERS)
