"""A cluster of processes says what one process says, and survives the loss of a worker."""

from __future__ import annotations

import importlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import dask.array as da
import h5py
import numpy as np
import pytest
import torch
from distributed import Client, LocalCluster

import liesd
from liesd.equations import limits
from liesd.sources.transport import Packed, pack, unpack
from tests.equations.functions import INERTIA, data, inertia, network, same


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture(autouse=True)
def _small_partitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", replace(limits.LIMITS, partition_batches=1))


def test_every_source_gives_what_one_process_gives(client: Client, tmp_path: Path) -> None:
    x, f = data(3500), network()
    np.save(tmp_path / "x.npy", x)
    with h5py.File(tmp_path / "x.h5", "w") as file:
        file.create_dataset("x", data=x, chunks=(700, 9))
    whole = liesd.discover(f, x, INERTIA, batch_size=400)
    with h5py.File(tmp_path / "x.h5") as file:
        sources = [
            x,
            np.load(tmp_path / "x.npy", mmap_mode="r"),
            file["x"],
            da.from_array(x, chunks=(1100, 9)),
        ]
        for source in sources:
            same(whole, liesd.discover(f, source, INERTIA, client=client, batch_size=400))
    weight = 1 / (1 + x[:, 0] ** 2)
    options: dict[str, Any] = {"samples": 3000, "sample_weight": weight, "batch_size": 400}
    file, chunked = str(tmp_path / "x.h5"), da.from_array(x, chunks=(700, 9))
    for local, remote in ((x, tmp_path / "x.npy"), (file, file), (chunked, chunked)):
        one = liesd.discover(f, local, INERTIA, **options)
        same(one, liesd.discover(f, remote, INERTIA, client=client, **options))


def test_a_dask_array_needs_no_client() -> None:
    x = data()
    found = liesd.discover(inertia, da.from_array(x, chunks=(1100, 9)), INERTIA)
    same(liesd.discover(inertia, x, INERTIA), found)
    auto = liesd.discover(inertia, da.from_array(x, chunks=(500, 9)), INERTIA, samples="auto")
    assert auto.dimension == 4


@pytest.mark.parametrize(
    "spec", ["3*affine(x[3]) -> 3*x", "poly(x[9], 1) -> 9", "3*fields(x[3], waves) -> 9"]
)
def test_curved_actions_travel(client: Client, spec: str) -> None:
    x, f = 5 + data(2000), network()
    waves = {"waves": ["1", "sin(x0)", "x1*x2"]} if "waves" in spec else None
    options: dict[str, Any] = {"dictionary": waves, "batch_size": 300, "exact": True}
    same(
        liesd.discover(f, x, spec, **options), liesd.discover(f, x, spec, client=client, **options)
    )


def test_symmetries_of_a_molecule_on_a_cluster(client: Client) -> None:
    x = 7 + data(1500)
    found = liesd.discover(distances, x, "3*affine(x[3]) -> 1", batch_size=200, client=client)
    assert (found.algebra.name, found.verdict.name) == ("se(3)", "SURE")
    turn = {"x": [[0, -1, 0], [1, 0, 0], [0, 0, 0]], "shift(x)": [0, 0, 0]}
    assert liesd.measure(distances, x, "3*affine(x[3]) -> 1", turn, client=client) < 1e-12


def distances(x: torch.Tensor) -> torch.Tensor:
    """A function of the distances of three points."""
    a, b, c = x[:, :3], x[:, 3:6], x[:, 6:]
    return (a - b).norm(dim=1) + torch.sin((b - c).norm(dim=1))


def test_weights_targets_and_replicas_travel(client: Client) -> None:
    x = data(1500)[:, :3]
    model = liesd.learn(x, (x**2).sum(axis=1), "x[3] -> 1", learner="kernel", centres=40)
    one = liesd.discover(model, x, "x[3] -> 1", batch_size=300)
    two = liesd.discover(model, x, "x[3] -> 1", batch_size=300, client=client)
    same(one, two)
    left, right = (np.array([e[1:] for e in found.evidence]) for found in (one, two))
    assert np.allclose(left, right, rtol=1e-6, atol=1e-7)
    f, y = network(), network()(torch.from_numpy(data())).detach() + 0.1
    options: dict[str, Any] = {"y": y, "sample_weight": 1 + data()[:, 0] ** 2, "batch_size": 400}
    one = liesd.discover(f, data(), INERTIA, **options)
    same(one, liesd.discover(f, data(), INERTIA, client=client, **options))


def test_measure_on_a_cluster(client: Client) -> None:
    A = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 0]])
    symmetric = {"x": A, "a": A, "b": A}
    tilted = {"x": A, "a": A, "b": 2 * A}
    for generator in (symmetric, tilted):
        one = liesd.measure(inertia, data(), INERTIA, generator, batch_size=400)
        two = liesd.measure(inertia, data(), INERTIA, generator, batch_size=400, client=client)
        assert two == pytest.approx(one, rel=1e-10, abs=1e-13)


class Slow(torch.nn.Module):
    """Takes its time, so that a worker can be lost in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = network()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        time.sleep(0.1)
        return self.inner(x)


def test_a_killed_worker_changes_nothing(client: Client) -> None:
    x = data(2500)
    whole = liesd.discover(network(), x, INERTIA, batch_size=250)
    (victim, *_) = client.run(os.getpid).values()
    done = threading.Event()

    def kill() -> None:
        while not done.wait(0.02):
            running = client.processing()
            if any(task.startswith("_run") for tasks in running.values() for task in tasks):
                time.sleep(0.1)
                os.kill(victim, signal.SIGKILL)
                return

    killer = threading.Thread(target=kill)
    killer.start()
    found = liesd.discover(Slow(), x, INERTIA, batch_size=250, client=client)
    done.set()
    killer.join()
    same(whole, found)
    assert victim not in client.run(os.getpid).values()


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
def test_models_travel_as_state() -> None:
    x = data(300)[:, :3]
    model = liesd.learn(x, x[:, 0], learner="kernel", centres=20, replicas=0)
    scripted = torch.jit.freeze(torch.jit.trace(network().eval(), torch.zeros(1, 9).double()))
    for f, sample in ((model, x), (scripted, data(5))):
        packed = pack(f)
        assert isinstance(packed, Packed)
        inputs = torch.from_numpy(sample)
        assert torch.equal(unpack(packed)(inputs), f(inputs))
    sent = pack(inertia)
    assert isinstance(sent.content, bytes)
    assert unpack(sent) is inertia
    with pytest.raises(liesd.FunctionError, match="cannot be sent .* no open files, locks"):
        pack(threading.Lock().__enter__)


def test_a_function_that_workers_cannot_import(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def f(x):\n    return x.square().sum(dim=1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    f = importlib.import_module("only_here").f
    with pytest.raises(liesd.FunctionError, match=r"workers cannot import .*only_here"):
        liesd.discover(f, data(), "3*x[3] -> 1", client=client)
    for wrong in ("tcp://127.0.0.1:1", True):
        with pytest.raises(liesd.DataError, match=r"must be a dask.distributed.Client"):
            liesd.discover(inertia, data(), INERTIA, client=wrong)


def test_a_stream_cannot_be_sent(client: Client) -> None:
    with pytest.raises(liesd.DataError, match="stream of batches"):
        liesd.discover(network(), [torch.from_numpy(data())], INERTIA, client=client)
