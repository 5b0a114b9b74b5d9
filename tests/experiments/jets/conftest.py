"""A small run of the real generator that nothing disturbed, for others to be compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from liesd.experiments.jets import Run, produce

JETS, CHUNK, SEED = 60, 20, 5


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    out = tmp_path_factory.mktemp("jets") / "jets.h5"
    return produce(out, JETS, seed=SEED, chunk=CHUNK)


@pytest.fixture
def made(undisturbed: Run, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    path = tmp_path / "jets.h5"
    path.write_bytes(undisturbed.path.read_bytes())
    return path
