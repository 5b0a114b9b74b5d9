"""Files that a user may have, and the command line in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner, Result

from liesd.cli import main

ROTATION = [[0.0, -1.0], [1.0, 0.0]]
NAMES = ["q1", "q2", "p1", "p2", "u", "v"]


@pytest.fixture(autouse=True)
def single_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def law(q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """A force between two points of the plane: it turns when both turn."""
    distance = ((q - p) ** 2).sum(axis=1, keepdims=True)
    return (q - p) * np.exp(-distance / 12) + 0.3 * p @ np.array(ROTATION).T


def table(count: int = 1500, seed: int = 0) -> np.ndarray:
    """Four columns of inputs and two of outputs that turn with them."""
    rng = np.random.default_rng(seed)
    q, p = rng.normal(size=(2, count, 2))
    return np.hstack([q, p, law(q, p)])


def write_csv(path: Path, rows: np.ndarray, names: list[str] = NAMES) -> Path:
    np.savetxt(path, rows, delimiter=",", header=",".join(names), comments="")
    return path


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """A command line, in a directory of its own."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, [str(one) for one in arguments])


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    return write_csv(tmp_path / "data.csv", table())
