"""One file, no pickle: what is saved comes back, and a bad file says so."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

import liesd
from liesd import FileFormatError
from liesd.verdict import decide
from tests.exact import inertia


@pytest.fixture
def found() -> liesd.Discovery:
    x = torch.randn(200, 3, 3, dtype=torch.float64)
    return liesd.discover(inertia, x, "3*x[3] -> y[9]")


def test_everything_comes_back(found: liesd.Discovery, tmp_path: Path) -> None:
    path = tmp_path / "inertia.liesd"
    found.save(path)
    back = liesd.load(path)
    assert back.spec == found.spec
    assert back.summary() == found.summary()
    assert repr(back) == repr(found)
    assert np.array_equal(back.singular_values, found.singular_values)
    for group in ("generators", "unseen", "gauge", "refuted"):
        for one, two in zip(getattr(back, group), getattr(found, group), strict=True):
            assert np.array_equal(one.theta, two.theta)
            assert one.defect == two.defect
            assert str(one) == str(two)
    assert back.decision == found.decision
    assert back.transcript is not None
    assert decide(back.transcript) == found.decision
    assert list(tmp_path.iterdir()) == [path]


def test_the_header_is_plain_json(found: liesd.Discovery, tmp_path: Path) -> None:
    found.save(tmp_path / "d.liesd")
    with np.load(tmp_path / "d.liesd") as archive:
        header = str(archive["header"])
    assert "Infinity" not in header
    assert "NaN" not in header
    assert liesd.load(tmp_path / "d.liesd").evidence == found.evidence


def test_no_pickle_inside(found: liesd.Discovery, tmp_path: Path) -> None:
    found.save(tmp_path / "d.liesd")
    with np.load(tmp_path / "d.liesd", allow_pickle=False) as archive:
        assert all(archive[name].dtype.kind in "fU" for name in archive.files)


def write(path: Path, **arrays: np.ndarray) -> None:
    with path.open("wb") as file:
        np.savez(file, **arrays)


def test_damaged_foreign_and_newer_files(found: liesd.Discovery, tmp_path: Path) -> None:
    path = tmp_path / "d.liesd"
    found.save(path)
    whole = path.read_bytes()
    for size in (0, 1, 30, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(FileFormatError, match="d.liesd"):
            liesd.load(path)
    flipped = bytearray(whole)
    flipped[len(whole) // 3] ^= 0xFF
    path.write_bytes(flipped)
    with pytest.raises(FileFormatError, match="damaged"):
        liesd.load(path)
    path.write_text("x,y\n1,2\n")
    with pytest.raises(FileFormatError, match="not a discovery"):
        liesd.load(path)
    write(path, header=np.array("{}"))
    with pytest.raises(FileFormatError, match="not a discovery"):
        liesd.load(path)
    write(path, other=np.ones(3))
    with pytest.raises(FileFormatError, match="not a discovery"):
        liesd.load(path)
    header = json.dumps({"format": "liesd.Discovery", "version": 99})
    write(path, header=np.array(header))
    with pytest.raises(FileFormatError, match="newer version"):
        liesd.load(path)
    with pytest.raises(liesd.errors.DataError, match="does not exist"):
        liesd.load(tmp_path / "missing.liesd")


def test_a_failed_save_leaves_the_old_file(
    found: liesd.Discovery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "d.liesd"
    found.save(path)
    before = path.read_bytes()
    monkeypatch.setitem(found.settings, "bad", object())  # cannot be written as JSON
    with pytest.raises(TypeError):
        found.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
