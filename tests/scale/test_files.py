"""Files of every kind give what the array in memory gives."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zarr

import liesd
from liesd.files import FileArray, mapped, portable_array
from tests.scale.functions import INERTIA, data, inertia, same


def _npy(path: Path, x: Any) -> FileArray:
    np.save(path / "x.npy", x)
    return liesd.open_array(path / "x.npy")


def _hdf5(path: Path, x: Any) -> FileArray:
    with h5py.File(path / "x.h5", "w") as file:
        file.create_dataset("group/x", data=x, chunks=(min(len(x), 700), 9), compression="gzip")
        file["label"] = np.zeros(len(x))
    return liesd.open_array(path / "x.h5", "group/x")


def _parquet(path: Path, x: Any) -> FileArray:
    table = pa.table({f"c{k}": column for k, column in enumerate(x.T)} | {"id": np.arange(len(x))})
    pq.write_table(table, path / "x.parquet", row_group_size=700)
    return liesd.open_array(path / "x.parquet", [f"c{k}" for k in range(9)])


def _zarr(path: Path, x: Any) -> FileArray:
    zarr.create_array(str(path / "x.zarr"), data=x, chunks=(700, 9))
    return liesd.open_array(path / "x.zarr")


MAKERS = {"npy": _npy, "hdf5": _hdf5, "parquet": _parquet, "zarr": _zarr}
Maker = Callable[[Path, Any], FileArray]


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_file_gives_what_the_array_gives(make: Maker, tmp_path: Path) -> None:
    x = data()
    file = make(tmp_path, x)
    assert file.shape == x.shape
    for rows in (slice(0, 10), slice(650, 1500), slice(3, 4000, 711), slice(4990, None)):
        assert np.array_equal(file[rows], x[rows])
    assert np.array_equal(pickle.loads(pickle.dumps(file))[650:1500], x[650:1500])
    assert np.array_equal(mapped(file), x)
    whole = liesd.discover(inertia, x, INERTIA)
    same(whole, liesd.discover(inertia, file, INERTIA, batch_size=512))
    same(
        liesd.discover(inertia, file, INERTIA, samples=4000),
        liesd.discover(inertia, file, INERTIA, samples=4000, batch_size=300),
    )


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_drawn_part_has_each_sample_once(make: Maker, tmp_path: Path) -> None:
    from liesd.data import Order, samples

    x = data()
    drawn = samples(make(tmp_path, x))
    drawn = drawn.shuffled(Order(len(x), drawn.block, seed=3))
    parts = [drawn.part(start, start + 1300) for start in range(0, len(x), 1300)]
    rows = np.concatenate([batch.numpy() for part in parts for batch in part.batches(400)])
    assert not np.array_equal(rows[:100], x[:100])
    order = np.lexsort(rows.T)
    assert np.array_equal(rows[order], x[np.lexsort(x.T)])


def test_a_slice_of_a_memory_map_travels_as_its_place(tmp_path: Path) -> None:
    x = data(6000)
    np.save(tmp_path / "x.npy", x)
    part = np.load(tmp_path / "x.npy", mmap_mode="r")[1234:5000]
    sent = pickle.dumps(portable_array(part))
    assert len(sent) < 1000
    assert np.array_equal(pickle.loads(sent)[:], x[1234:5000])


def test_learning_reads_files(tmp_path: Path) -> None:
    x = data(400)
    y = (x[:, :3] ** 2).sum(axis=1)
    file = _hdf5(tmp_path, x)
    a = liesd.learn(x, y, learner="kernel", replicas=0, centres=50)
    b = liesd.learn(file, y, learner="kernel", replicas=0, centres=50)
    assert np.array_equal(a.predict(x), b.predict(x))


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    _hdf5(tmp_path, data(20))
    (tmp_path / "broken.h5").write_bytes(b"nothing")
    for name, array, words in (
        ("x.txt", None, "known are .npy"),
        ("none.npy", None, "no file"),
        ("x.h5", None, "say which one"),
        ("x.h5", "other", "group/x, label; not 'other'"),
        ("broken.h5", None, "cannot be read"),
    ):
        with pytest.raises(liesd.DataError, match=words):
            liesd.open_array(tmp_path / name, array)
    _parquet(tmp_path, data(20))
    with pytest.raises(liesd.DataError, match="no column z; it has c0"):
        liesd.open_array(tmp_path / "x.parquet", "z")
    np.save(tmp_path / "x.npy", data(20))
    with pytest.raises(liesd.DataError, match="without a name"):
        liesd.open_array(tmp_path / "x.npy", "x")
