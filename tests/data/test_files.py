"""The one writer: whole files or none, through links, never over a device, with the mode kept."""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

import liesd
from liesd.data import files
from liesd.data.files import check_target, put_in_place, write_atomically
from liesd.errors import DataError, LiesdError
from liesd.experiments.reproduce import write_rows
from liesd.report.plots import overview, save_figure

X = np.random.default_rng(0).normal(size=(300, 2))


def write(path: Path, content: bytes = b"new") -> None:
    with write_atomically(path) as file:
        file.write(content)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(scope="module")
def found() -> liesd.Discovery:
    return liesd.discover(lambda x: x.norm(dim=1), X, "x[2] -> 1")


@pytest.fixture(scope="module")
def model() -> liesd.LearnedModel:
    return liesd.learn(X, np.exp(-(X**2).sum(axis=1)), "x[2] -> 1", "kernel", replicas=0)


def learn_into(path: Path) -> None:
    y = X[:, 0] * X[:, 1]
    liesd.learn(X, y, "x[2] -> 1", "network", checkpoint=path, steps=5, replicas=0)


WRITERS: dict[str, Callable[[Path, liesd.Discovery, liesd.LearnedModel], object]] = {
    "discovery": lambda path, found, model: found.save(path),
    "report": lambda path, found, model: found.report(path),
    "model": lambda path, found, model: model.save(path),
    "checkpoint": lambda path, found, model: learn_into(path),
    "picture": lambda path, found, model: save_figure(overview(found), path),
    "rows": lambda path, found, model: write_rows([], path),
    "bytes": lambda path, found, model: write(path),
}
NODES: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "device": lambda path: os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3)),
    "socket": lambda path: os.mknod(path, stat.S_IFSOCK | 0o600),
}


@pytest.mark.parametrize("node", NODES)
@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_no_file_is_refused_and_stays(
    writer: str, node: str, tmp_path: Path, found, model
) -> None:
    path = tmp_path / "out.png"
    try:
        NODES[node](path)
    except PermissionError:
        pytest.skip("this user may make no such node")
    before = path.lstat()
    with pytest.raises(LiesdError, match=f"{re.escape(str(path))} is no ordinary file"):
        WRITERS[writer](path, found, model)
    assert path.lstat().st_mode == before.st_mode
    assert path.lstat().st_ino == before.st_ino
    assert names(tmp_path) == ["out.png"]


@pytest.mark.parametrize("writer", [name for name in WRITERS if name != "checkpoint"])
def test_a_link_stays_and_its_target_is_written(writer: str, tmp_path: Path, found, model) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "real.png", tmp_path / "out.png"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(Path("far") / "real.png")
    WRITERS[writer](link, found, model)
    assert link.is_symlink()
    assert target.read_bytes() != b"old"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["far", "out.png", "real.png"]


def test_a_link_to_nothing_yet_makes_its_target(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "link")
    assert (tmp_path / "real").read_bytes() == b"new"
    (tmp_path / "lost").symlink_to(tmp_path / "no" / "real")
    with pytest.raises(DataError, match="lost is a link to .*there is no directory .*no"):
        write(tmp_path / "lost")


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(DataError, match="cannot be written"):
        write(tmp_path / "a")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_is_kept(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(mode)
    write(path)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    os.chown(path, 1234, 2345)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_a_new_file_obeys_the_mask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path / "file")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_missing_folder_is_named_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("no/d.liesd", "./no/../no/d.liesd"):
        with pytest.raises(DataError, match=rf"no directory {re.escape(str(Path(path).parent))} "):
            found.save(path)
    Path("file").touch()
    with pytest.raises(DataError, match="no directory file to write d.liesd into"):
        found.save("file/d.liesd")
    with pytest.raises(DataError, match="is a directory: give the name of a file in it"):
        found.report(".")
    for path, why in (("a" * 300, "cannot be written"), ("a\0b", "must be the path of a file")):
        with pytest.raises(DataError, match=why):
            found.save(path)


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail() -> None:
        with write_atomically(path) as file:
            file.write(b"half")
            raise OSError(28, "No space left on device")

    with pytest.raises(DataError, match="file cannot be written .No space left"):
        fail()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_a_file_from_another_disk_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, path = tmp_path / "made", tmp_path / "out"
    made.write_bytes(b"new")
    replace = os.replace

    def refuse(source: Path, target: Path) -> None:
        if Path(source) == made:
            raise OSError(18, "Invalid cross-device link")
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", refuse)
    put_in_place(made, path)
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["out"]


def test_an_unknown_picture_is_refused(tmp_path: Path, found) -> None:
    with pytest.raises(DataError, match=r"is no picture: give a name that ends in .*\.png"):
        save_figure(overview(found), tmp_path / "out.xyz")
    assert not names(tmp_path)


def test_a_buffer_is_as_good(model) -> None:
    buffer = io.BytesIO()
    model.save(buffer)
    again = liesd.load_model(io.BytesIO(buffer.getvalue()))
    assert torch.equal(again(torch.from_numpy(X)), model(torch.from_numpy(X)))


def test_nothing_is_written_by_a_check(tmp_path: Path) -> None:
    assert check_target(tmp_path / "file") == (tmp_path / "file").resolve()
    assert not names(tmp_path)
