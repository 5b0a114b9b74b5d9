"""Whole files: the same bytes whatever happens on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner

from liesd import DataError, FileFormatError, LiesdError
from liesd.cli.data import data
from liesd.experiments.jets import Run, Settings, header, produce, read
from liesd.experiments.jets.parts import Parts
from liesd.experiments.jets.produce import make_part
from liesd.experiments.jets.workers import answer_all
from tests.experiments.jets.conftest import CHUNK, JETS, SEED

COMMAND = [sys.executable, "-c", "from liesd.cli.data import data; data(prog_name='liesd data')"]
ASK = ["top-tagging", "--jets", str(JETS), "--chunk", str(CHUNK), "--seed", str(SEED)]


def start(out: Path, jets: int = JETS) -> subprocess.Popen[str]:
    """The real command, once it has kept its first chunk; it gives way to this test."""
    command = ["nice", "-n", "19", *COMMAND, *ASK, "--jets", str(jets), "--workers", "2"]
    command += ["--out", str(out)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    folder = out.with_name(out.name + ".parts")
    until(lambda: bool(list(folder.glob("chunk-*.npz"))) or process.poll() is not None)
    assert process.poll() is None, process.communicate()
    return process


def until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited for too long"
        time.sleep(0.02)


def alive(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def again(out: Path, **options: int) -> Run:
    return produce(out, JETS, seed=SEED, chunk=CHUNK, **options)


def identity(run: Run) -> dict[str, Any]:
    """What the chunks of a run have in common, as the library tells runs apart."""
    same = {name: run.header[name] for name in ("settings", "pythia", "seed", "chunk")}
    return {"format": 1, "pythia8mc": run.header["versions"]["pythia8mc"], **same}


def test_the_number_of_workers_does_not_matter(undisturbed: Run, tmp_path: Path) -> None:
    out = tmp_path / "jets.h5"
    run = again(out, workers=2)
    assert run.fresh
    assert run.header == undisturbed.header
    assert out.read_bytes() == undisturbed.path.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["jets.h5"]


def test_killed_and_started_again(undisturbed: Run, tmp_path: Path) -> None:
    out = tmp_path / "jets.h5"
    process = start(out)
    workers = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate()
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "jets.h5.parts").glob("chunk*")}
    assert kept
    assert not out.exists()
    until(lambda: not any(alive(worker) for worker in workers))  # orphans leave by themselves
    (tmp_path / "jets.h5.parts" / "assembled.h5").write_bytes(b"killed while putting together")
    made = []
    original = Parts.load
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Parts, "load", lambda *a: (made.append(_times(kept)), original(*a))[1])
        run = again(out)
    assert made[0] == kept  # what was finished was not made again
    assert out.read_bytes() == undisturbed.path.read_bytes()
    assert run.header == header(out)


def _times(paths: dict[Path, int]) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in paths}


def test_stopped_by_hand(undisturbed: Run, tmp_path: Path) -> None:
    out = tmp_path / "jets.h5"
    process = start(out)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on from there" in stderr
    assert "Traceback" not in stdout + stderr
    assert again(out).fresh
    assert out.read_bytes() == undisturbed.path.read_bytes()


def test_a_killed_worker_is_noticed(tmp_path: Path) -> None:
    process = start(tmp_path / "jets.h5", jets=1000)  # enough to keep both workers busy
    victims = [
        child
        for child in psutil.Process(process.pid).children()
        if "spawn_main" in " ".join(child.cmdline())
    ]
    victims[0].kill()
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "a worker process was ended from outside" in stderr
    assert "nothing finished is lost" in stderr
    assert list((tmp_path / "jets.h5.parts").glob("chunk-*.npz"))


def test_errors_of_workers_arrive(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "jets.h5", {"seed": 0})  # whose folder was never made
    work = partial(make_part, parts, Settings())
    with pytest.raises(DataError):
        list(answer_all(work, [(0, 2)], 1))


def test_a_complete_file_is_kept(made: Path, undisturbed: Run) -> None:
    before = made.stat().st_mtime_ns
    left = identity(undisturbed)
    Parts(made, left).open()
    run = again(made)
    assert not made.with_name("jets.h5.parts").exists()  # left by a kill just before the end
    Parts(made, {**left, "seed": 6}).open()
    assert not again(made).fresh
    assert made.with_name("jets.h5.parts").exists()  # the chunks of another run stay
    Parts(made, {**left, "seed": 6}).remove()
    assert not run.fresh
    assert run.header == header(made)
    assert made.stat().st_mtime_ns == before
    with pytest.raises(DataError, match=r"holds other jets \(seed is 5, not 6\).*--force"):
        produce(made, JETS, seed=6, chunk=CHUNK)
    with pytest.raises(DataError, match=r"jets is 60, not 80"):
        produce(made, 80, seed=SEED, chunk=CHUNK)
    with pytest.raises(DataError, match=r"pt_max is 650.0, not 640.0"):
        produce(made, JETS, Settings(pt_max=640.0), seed=SEED, chunk=CHUNK)
    assert made.stat().st_mtime_ns == before
    assert produce(made, 4, seed=6, chunk=4, force=True).fresh
    assert len(read(made)[1]) == 4


def test_a_foreign_file_is_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "jets.h5"
    out.write_text("my thesis")
    with pytest.raises(FileFormatError, match="no HDF5 file"):
        produce(out, 4)
    assert out.read_text() == "my thesis"
    with pytest.raises(DataError, match="is a directory"):
        produce(tmp_path, 4)
    with pytest.raises(DataError, match="there is no directory"):
        produce(tmp_path / "no" / "jets.h5", 4)


def test_chunks_of_another_run_are_refused(tmp_path: Path) -> None:
    out, folder = tmp_path / "jets.h5", tmp_path / "jets.h5.parts"
    parts = Parts(out, {"seed": 1, "chunk": 4, "settings": {"radius": 0.8}})
    parts.open()
    (folder / "chunk-000000-4-00000000.npz").touch()
    with pytest.raises(DataError, match=r"chunks of another run \(.*\): finish that run"):
        produce(out, 4, chunk=4)
    assert produce(out, 4, chunk=4, force=True).fresh
    assert not folder.exists()
    folder.mkdir()
    (folder / "notes.txt").touch()
    out.unlink()
    with pytest.raises(FileFormatError, match="holds something else"):
        produce(out, 4, chunk=4)
    assert (folder / "notes.txt").exists()


def test_a_damaged_chunk_is_named(undisturbed: Run, tmp_path: Path) -> None:
    out = tmp_path / "jets.h5"
    parts = Parts(out, identity(undisturbed))
    parts.open()
    for place in range(3):
        parts.path(place, CHUNK).write_bytes(b"PK not really")
    with pytest.raises(FileFormatError, match=r"chunk-000000.*damaged.*delete it"):
        again(out)
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"jets": 1}, "jets must be at least 2"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"chunk": 1}, "chunk must be at least 2"),
        ({"seed": -1}, "seed must not be negative"),
    ],
)
def test_wrong_numbers_are_refused(options: dict[str, int], message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        produce(tmp_path / "jets.h5", **{"jets": 4, **options})
    assert not list(tmp_path.iterdir())


def test_the_command_says_what_it_made(made: Path, tmp_path: Path) -> None:
    out, png, facts = tmp_path / "new.h5", tmp_path / "jets.png", tmp_path / "facts.json"
    shown = ["--plot", str(png), "--json", str(facts)]
    arguments = ["top-tagging", "--jets", "20", "--chunk", "20", "--seed", str(SEED)]
    result = CliRunner().invoke(data, [*arguments, "--out", str(out), *shown])
    assert result.exit_code == 0, result.output
    for word in ("top", "qcd", "jets per event", "mass, peak", "constituents", "20 jets in"):
        assert word in result.output
    assert png.read_bytes().startswith(b"\x89PNG")
    told = json.loads(facts.read_text())
    assert told["classes"]["top"]["jets_a_second"] > 0
    assert told["settings"] == header(out)["settings"] == Settings().as_dict()
    # the first chunk of a longer run with the same seed
    assert (read(out)[0] == read(made, 20)[0]).all()

    result = CliRunner().invoke(data, [*ASK, "--out", str(made), "--json", str(facts)])
    assert result.exit_code == 0
    assert "complete already" in result.output
    told = json.loads(facts.read_text())
    assert told["wall_seconds"] is None


def test_the_command_refuses_in_one_line(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = CliRunner().invoke(data, [*ASK[:-1], "9", "--out", str(made)])
    assert isinstance(other.exception, LiesdError)
    physics = CliRunner().invoke(data, [*ASK, "--out", str(made), "--radius", "0"])
    assert isinstance(physics.exception, DataError)
    for package, extra in (("pythia8mc", "hep"), ("h5py", "hep"), ("matplotlib", "plot")):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, package, None)
            ask = [*ASK, "--out", str(made), "--plot", "no.png"]
            missing = CliRunner().invoke(data, ask)
            assert f"pip install 'liesd[{extra}]'" in str(missing.exception)


def test_help_answers_without_numpy() -> None:
    program = (
        "import sys\nfrom liesd.cli.data import data\n"
        "try:\n    data(['top-tagging', '--help'])\nexcept SystemExit:\n    pass\n"
        "assert 'numpy' not in sys.modules and 'liesd.experiments.jets' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
