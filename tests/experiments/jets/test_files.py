"""Reading both layouts, in whole and in parts, and refusing everything else in one clear line."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path
from typing import Any

import h5py
import hdf5plugin
import numpy as np
import pytest

from liesd import DataError, FileFormatError
from liesd.experiments.jets import Run, chunks, header, read, sample
from liesd.experiments.jets.reference import KNOWN, read_strings

NAMES = KNOWN["values_block_0"]


def write_reference(
    path: Path,
    p: np.ndarray,
    label: np.ndarray,
    blosc: bool = True,
    kinds: dict[str, Any] | None = None,
    width: int = 804,
) -> Path:
    """A file with the layout of the reference data set: a table of two blocks."""
    blocks = [("values_block_0", "<f4", (width,)), ("values_block_1", "<i8", (2,))]
    rows = np.zeros(len(p), [("index", "<i8"), *blocks])
    rows["index"] = np.arange(len(p)) * 7
    size = int(np.prod(p.shape[1:]))
    rows["values_block_0"][:, :size] = p.reshape(len(p), size)
    rows["values_block_1"][:, 0] = 2  # ttv: not the label
    rows["values_block_1"][:, 1] = label
    kinds = KNOWN if kinds is None else kinds
    with h5py.File(path, "w") as file:
        group = file.create_group("table")
        group.attrs["pandas_type"] = np.bytes_(b"frame_table")
        how = hdf5plugin.Blosc(cname="blosclz", clevel=9) if blosc else {}
        table = group.create_dataset("table", data=rows, chunks=(16,), maxshape=(None,), **how)
        for name, columns in kinds.items():
            value = columns if isinstance(columns, bytes) else pickle.dumps(columns, 0)
            table.attrs[f"{name}_kind"] = np.bytes_(value)
    return path


@pytest.fixture(scope="module")
def jets() -> tuple[np.ndarray, np.ndarray]:
    return sample(100, 200)


@pytest.mark.parametrize("blosc", [True, False])
def test_the_reference_layout(jets: Any, blosc: bool, tmp_path: Path) -> None:
    path = write_reference(tmp_path / "test.h5", *jets, blosc)
    with h5py.File(path) as file:
        filters = file["table/table"].id.get_create_plist().get_nfilters()
    assert filters == int(blosc)
    p, label = read(path, constituents=200)
    assert p.dtype == np.float32
    assert label.dtype == np.int64
    assert np.array_equal(p, jets[0])
    assert np.array_equal(label, jets[1])
    with pytest.raises(FileFormatError, match="tells no settings"):
        header(path)


def test_a_file_that_pandas_wrote(jets: Any) -> None:
    """``DataFrame.to_hdf(path, key="table", format="table", complib="blosc")`` of pandas 3.1."""
    p, label = read(Path(__file__).with_name("pandas.h5"), constituents=200)
    assert np.array_equal(p, jets[0][:8])
    assert np.array_equal(label, jets[1][:8])


def test_parts_of_either_layout(jets: Any, undisturbed: Run, tmp_path: Path) -> None:
    reference = write_reference(tmp_path / "test.h5", *jets)
    for path in (reference, undisturbed.path):
        p, label = read(path, constituents=200)
        some, labels = read(path, jets=13, start=20)
        assert some.shape == (13, 20, 4)
        assert np.array_equal(some, p[20:33, :20])
        assert np.array_equal(labels, label[20:33])
        assert np.array_equal(read(path, constituents=210)[0][:, :200], p)
        assert not read(path, constituents=210)[0][:, 200:].any()
        streamed = list(chunks(path, 200, 17))
        assert [len(part) for part, _ in streamed][:-1] == [17] * (len(p) // 17)
        assert np.array_equal(np.concatenate([part for part, _ in streamed]), p)
        assert np.array_equal(np.concatenate([part for _, part in streamed]), label)
        with pytest.raises(DataError, match=r"holds \d+ jets, which is too few for 40 from number"):
            read(path, jets=40, start=len(p) - 39)
        with pytest.raises(DataError, match="too few"):
            read(path, start=len(p))
        for wrong in ({"jets": 0}, {"start": -1}, {"constituents": 0}):
            with pytest.raises(DataError):
                read(path, **wrong)
        with pytest.raises(DataError):
            next(chunks(path, size=0))


def test_large_files_are_read_in_pieces(jets: Any, tmp_path: Path, monkeypatch: Any) -> None:
    path = write_reference(tmp_path / "test.h5", *jets)
    monkeypatch.setattr("liesd.experiments.jets.files.READ_JETS", 30)
    assert np.array_equal(read(path, 95, 20, 3)[0], jets[0][3:98, :20])


def test_columns_are_found_by_name(jets: Any, tmp_path: Path) -> None:
    order = np.random.default_rng(0).permutation(800)
    names = [*(NAMES[place] for place in order), *NAMES[800:]]
    shuffled = jets[0].reshape(100, 800)[:, order]
    for protocol in range(5):
        kinds = {"values_block_0": pickle.dumps(names, protocol)}
        path = write_reference(tmp_path / f"{protocol}.h5", shuffled, jets[1], kinds=kinds)
        assert np.array_equal(read(path, constituents=200)[0], jets[0])
    # fewer constituents than published
    kinds = {"values_block_0": NAMES[:120], "values_block_1": KNOWN["values_block_1"]}
    few = write_reference(tmp_path / "few.h5", jets[0][:, :30], jets[1], kinds=kinds, width=120)
    assert np.array_equal(read(few, constituents=30)[0], jets[0][:, :30])


class Malicious:
    def __reduce__(self) -> Any:
        return os.mkdir, ("pickle-was-run",)


def test_pickled_names_are_never_run(jets: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for protocol in range(5):
        evil = pickle.dumps([*NAMES[:-1], Malicious()], protocol)
        assert read_strings(evil) is None
    path = write_reference(
        tmp_path / "test.h5", *jets, kinds={"values_block_0": evil.replace(b"\0", b"\1")}
    )
    assert np.array_equal(read(path)[0], jets[0][:, :20])  # by the known layout
    assert not (tmp_path / "pickle-was-run").exists()
    assert read_strings(b"") is None or read_strings(b"") == []
    assert read_strings(b"\xff\xff") is None


def test_tables_of_something_else_are_refused(jets: Any, tmp_path: Path) -> None:
    p, label = jets
    path = tmp_path / "test.h5"
    narrow = write_reference(path, p[:, :2], label, kinds={}, width=12)
    with pytest.raises(FileFormatError, match="columns of values_block_0 are unknown"):
        read(narrow)
    other = [f"c{k}" for k in range(804)]
    with pytest.raises(FileFormatError, match="no columns E_0, PX_0, PY_0, PZ_0"):
        read(write_reference(path, p, label, kinds={"values_block_0": other}))
    with pytest.raises(FileFormatError, match="energies are smaller than its momenta"):
        read(write_reference(path, np.roll(p, 1, axis=-1), label))
    with pytest.raises(FileFormatError, match="is_signal_new should be 0 or 1"):
        read(write_reference(path, p, label + 1))


def test_files_that_cannot_be_read(made: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no file .*liesd data top-tagging"):
        read(tmp_path / "missing.h5")
    text = tmp_path / "text.h5"
    text.write_text("E, px, py, pz")
    with pytest.raises(FileFormatError, match="no HDF5 file"):
        read(text)
    text.write_bytes(b"")
    with pytest.raises(FileFormatError, match="no HDF5 file"):
        read(text)
    whole = made.read_bytes()
    for size in (50, 5000, len(whole) - 1):
        made.write_bytes(whole[:size])
        with pytest.raises(FileFormatError, match="damaged or cut short"):
            read(made)
    spoilt = bytearray(whole)
    middle = len(whole) // 2
    spoilt[middle : middle + 64] = bytes(64)
    made.write_bytes(spoilt)
    with pytest.raises(FileFormatError, match="damaged or cut short"):
        read(made, constituents=200)


def test_hdf5_of_something_else(made: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.h5"
    with h5py.File(foreign, "w") as file:
        file["table"] = np.zeros(3)
    with pytest.raises(FileFormatError, match="neither a jet file of liesd nor"):
        read(foreign)
    with h5py.File(made, "r+") as file:
        file.attrs["version"] = 99
    with pytest.raises(FileFormatError, match="newer version of liesd"):
        read(made)
    with h5py.File(made, "r+") as file:
        file.attrs["version"] = 1
        del file["label"]
    with pytest.raises(FileFormatError, match="damaged"):
        read(made)


def test_empty_files(made: Path, tmp_path: Path) -> None:
    empty = write_reference(tmp_path / "e.h5", np.zeros((0, 200, 4), "f4"), np.zeros(0, int), False)
    with pytest.raises(DataError, match="is empty: it holds no jets"):
        read(empty)
    with h5py.File(made, "r+") as file:
        del file["label"], file["constituents"]
        file["label"], file["constituents"] = np.zeros(0, "i1"), np.zeros((0, 200, 4), "f4")
    with pytest.raises(DataError, match="is empty"):
        next(chunks(made))


def test_missing_packages_are_named(jets: Any, tmp_path: Path, monkeypatch: Any) -> None:
    path = write_reference(tmp_path / "test.h5", *jets)
    for package in ("h5py", "hdf5plugin"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, package, None)
            with pytest.raises(DataError, match=rf"{package} is needed.*liesd\[hep\]"):
                read(path)
