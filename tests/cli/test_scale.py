"""Large files and clusters from the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from dask.distributed import LocalCluster

from liesd.cli import limits as cli_limits
from liesd.data import limits
from liesd.data.arrays import FileArray
from liesd.data.tables import read_samples
from tests.cli.test_discover import model

X = np.random.default_rng(0).normal(size=(5000, 3))
SPEC = "x[3] -> 1"


def save(kind: str) -> Path:
    """The same samples in files of different kinds."""
    path = Path(f"data.{kind}")
    if kind == "h5":
        import h5py

        with h5py.File(path, "w") as file:
            file.create_dataset("x", data=X, chunks=(1000, 3))
            file["y"] = np.sum(X**2, axis=1)
    elif kind == "zarr":
        import zarr

        zarr.save_group(str(path), x=X, y=np.sum(X**2, axis=1))
    else:
        path = Path("x.npy")
        np.save(path, X)
    return path


@pytest.mark.parametrize("kind", ["npy", "h5", "zarr"])
def test_large_arrays_stay_in_their_files(
    kind: str, run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, exported = save(kind), model(tmp_path / "length.pt2")
    monkeypatch.setattr(limits, "LIMITS", limits.Limits(memory_bytes=0, chunk_bytes=1 << 14))
    samples = read_samples([path], SPEC, wants_y=kind != "npy")
    assert isinstance(samples.x, np.memmap if kind == "npy" else FileArray)
    done = run("discover", path, SPEC, "--model", exported, "--json")
    facts = json.loads(done.stdout)
    assert (facts["dimension"], facts["samples"]) == (3, 5000)
    drawn = read_samples([path], SPEC, wants_y=kind != "npy", samples=700)
    assert len(drawn.x) == 700
    assert {tuple(row) for row in drawn.x} <= {tuple(row) for row in X}
    if kind != "npy":
        assert np.allclose(drawn.y, np.sum(drawn.x**2, axis=1))
        assert np.array_equal(drawn.x, read_samples([path], SPEC, "x", "y", samples=700).x)


@pytest.mark.parametrize("kind", ["h5", "zarr"])
def test_what_is_wrong_in_a_large_file_is_found(
    kind: str, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.Limits(memory_bytes=0, chunk_bytes=1 << 14))
    with pytest.MonkeyPatch.context() as patch:
        bad = X.copy()
        bad[[1234, 4000], 1] = np.nan
        patch.setitem(globals(), "X", bad)
        path = save(kind)
    done = run("discover", path, SPEC)
    assert done.exit_code == 1
    assert "NaN or infinity, first in sample 1234" in done.output
    assert "in 2 of 5,000 samples" in done.output


def test_learning_from_a_large_file(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.Limits(memory_bytes=0))
    done = run(
        "discover", save("h5"), SPEC, "--learner", "kernel", "--setting", "centres=60", "--json"
    )
    assert json.loads(done.stdout)["dimension"] == 3


def test_as_many_samples_as_needed(run, tmp_path: Path) -> None:
    np.save("x.npy", np.random.default_rng(0).normal(size=(60_000, 3)))
    exported = model(tmp_path / "length.pt2")
    command = ("discover", "x.npy", SPEC, "--model", exported, "--json")
    settled = json.loads(run(*command, "--samples", "auto", "--settle", "0.2").stdout)
    assert settled["dimension"] == 3
    assert settled["samples"] < 60_000
    turn = json.dumps({"x": [[0, -1, 0], [1, 0, 0], [0, 0, 0]]})
    done = run("measure", "x.npy", SPEC, "--model", exported, "--generator", turn, "--samples=auto")
    assert done.exit_code == 2
    assert "--samples auto is for 'liesd discover'" in done.output
    done = run("discover", "x.npy", SPEC, "--model", exported, "--samples", "many")
    assert done.exit_code == 2


def test_the_precision_of_derivatives(run, tmp_path: Path) -> None:
    exported = model(tmp_path / "length.pt2")
    done = run("discover", save("npy"), SPEC, "--model", exported, "--dtype", "float32", "--save=d")
    assert done.exit_code == 0, done.output
    import liesd

    assert liesd.load("d").dtype == "float32"


def test_workers_of_a_scheduler(run, tmp_path: Path) -> None:
    path, exported = save("npy"), model(tmp_path / "length.pt2")
    command = ("discover", path.absolute(), SPEC, "--model", exported, "--json")
    here = json.loads(run(*command).stdout)
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster:
        done = run(*command, "--scheduler", cluster.scheduler_address)
        assert done.exit_code == 0, done.output
        there = json.loads(done.stdout)
    assert np.allclose(there["singular_values"], here["singular_values"], rtol=1e-10, atol=1e-14)


def test_a_scheduler_that_is_not_there(run, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = replace(cli_limits.LIMITS, scheduler_seconds=1)
    monkeypatch.setattr(cli_limits, "LIMITS", waiting)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        done = run("discover", save("npy"), SPEC, "--scheduler", address)
        assert done.exit_code == 1
        assert done.stdout == ""
        assert f"no Dask scheduler answers at {address!r}" in done.stderr.splitlines()[-1]
