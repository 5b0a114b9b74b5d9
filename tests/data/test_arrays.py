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
from distributed import Client

import liesd
from liesd.data.arrays import FileArray, make_portable, map_array
from tests.equations.functions import INERTIA, data, inertia, same


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
    assert np.array_equal(map_array(file), x)
    whole = liesd.discover(inertia, x, INERTIA)
    same(whole, liesd.discover(inertia, file, INERTIA, batch_size=512))
    same(
        liesd.discover(inertia, file, INERTIA, samples=4000),
        liesd.discover(inertia, file, INERTIA, samples=4000, batch_size=300),
    )


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_drawn_part_has_each_sample_once(make: Maker, tmp_path: Path) -> None:
    from liesd.data.samples import Order, open_samples

    x = data()
    drawn = open_samples(make(tmp_path, x))
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
    sent = pickle.dumps(make_portable(part))
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
        ("x.doc", None, r"x.doc is not of a kind that liesd reads: .* ends in \.csv"),
        ("none.npy", None, "no file"),
        ("x.h5", None, "say which one"),
        ("x.h5", "other", "group/x, label; not 'other'"),
        ("broken.h5", None, "broken.h5 is damaged, cut short or no .h5 file: write or download"),
    ):
        with pytest.raises((liesd.DataError, liesd.FileFormatError), match=words):
            liesd.open_array(tmp_path / name, array)
    _parquet(tmp_path, data(20))
    with pytest.raises(liesd.DataError, match="no column z; it has c0"):
        liesd.open_array(tmp_path / "x.parquet", "z")
    np.save(tmp_path / "x.npy", data(20))
    with pytest.raises(liesd.DataError, match="without a name"):
        liesd.open_array(tmp_path / "x.npy", "x")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty.npy").touch()
    np.save(tmp_path / "text.npy", np.array(["a", None], dtype=object))
    with pytest.raises(liesd.DataError, match=r"empty.npy is empty: write the samples"):
        liesd.open_array(tmp_path / "empty.npy")
    with pytest.raises(liesd.FileFormatError, match=r"holds Python objects.*: save plain numbers"):
        liesd.open_array(tmp_path / "text.npy")
    path = tmp_path / "half.h5"
    with h5py.File(path, "w") as file:
        values = np.random.default_rng(0).normal(size=(5000, 9))
        file.create_dataset("x", data=values, chunks=(500, 9), compression="gzip")
        place = file["x"].id.get_chunk_info(6).byte_offset
    with path.open("r+b") as raw:
        raw.seek(place)
        raw.write(b"\0" * 200)
    with pytest.raises(
        liesd.FileFormatError, match=r"half.h5 is damaged, in samples .* download it"
    ):
        liesd.discover(inertia, path, INERTIA)


def test_columns_that_hold_no_numbers(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1.0, 2.0], "day": ["mon", "tue"]}), tmp_path / "x.parquet")
    with pytest.raises(liesd.DataError, match=r"column 'day' does not hold numbers but string"):
        liesd.open_array(tmp_path / "x.parquet")
    with pytest.raises(liesd.DataError, match=r"no column is named; x.parquet has a, day"):
        liesd.open_array(tmp_path / "x.parquet", [])


def test_arrays_within_groups_of_zarr(tmp_path: Path) -> None:
    store = zarr.open_group(str(tmp_path / "g.zarr"), mode="w")
    store.create_array("u/v", data=np.ones((4, 2)))
    store.create_array("w", data=np.zeros((4, 2)))
    assert liesd.open_array(tmp_path / "g.zarr", "u/v")[:1].tolist() == [[1.0, 1.0]]
    with pytest.raises(liesd.DataError, match=r"holds u/v, w; say which|holds w, u/v; say which"):
        liesd.open_array(tmp_path / "g.zarr")
    zarr.save_array(str(tmp_path / "one.zarr"), np.ones((4, 2)))
    with pytest.raises(liesd.DataError, match=r"one array without a name, not 'nope'"):
        liesd.open_array(tmp_path / "one.zarr", "nope")


def test_a_draw_comes_from_all_over_a_file(tmp_path: Path) -> None:
    x = np.random.default_rng(0).normal(size=(40_960, 3))
    x[: 9 * 4096, 2] = 0  # classes are often stored one after the other
    with h5py.File(tmp_path / "x.h5", "w") as file:
        file.create_dataset("x", data=x, chunks=(4096, 3))
    for seed in range(3):
        found = liesd.discover(
            lambda x: x.square().sum(dim=1),
            tmp_path / "x.h5",
            "x[3] -> 1",
            samples="auto",
            seed=seed,
        )
        assert (found.dimension, found.input_rank) == (3, 3)


def test_threads_share_a_parquet_file(tmp_path: Path) -> None:
    x = data(3000)
    whole, array = liesd.discover(inertia, x, INERTIA), _parquet(tmp_path, x)
    with Client(processes=False, threads_per_worker=4, dashboard_address=":0") as client:
        for _ in range(5):
            same(whole, liesd.discover(inertia, array, INERTIA, client=client, batch_size=25))
