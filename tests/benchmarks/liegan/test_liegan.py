"""LieGAN, the baseline under benchmarks: its parts, a small game, and rows that are kept."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import scipy.linalg
import torch

from benchmarks.liegan import figures, problems, runs
from benchmarks.liegan.model import Generator, channel_penalty, identity_penalty
from benchmarks.liegan.table import liegan_table
from benchmarks.liegan.train import Settings, train
from benchmarks.networks.rows import read_rows
from liesd import DataError
from liesd.experiments.reproduce import Run
from liesd.experiments.tasks import get, top_tagging
from liesd.metrics import space_error

ROOT = Path(__file__).parents[3]
ROTATION = np.array([[[0.0, -1.0], [1.0, 0.0]]])


def test_elements_are_exponentials() -> None:
    generator = Generator(channels=2, size=4, blocks=2)
    w = torch.tensor([[0.3, -0.7], [0.0, 0.0]])
    made = generator.elements(w).detach().numpy()
    L = generator.bases.detach().numpy()
    np.testing.assert_allclose(made[0], scipy.linalg.expm(0.3 * L[0] - 0.7 * L[1]), atol=1e-5)
    np.testing.assert_allclose(made[1], np.eye(4), atol=1e-6)
    assert not made[:, :2, 2:].any()  # blocks do not mix
    assert not made[:, 2:, :2].any()


def test_all_copies_of_a_sample_move_alike() -> None:
    sample = torch.randn(5, 1, 3)
    moved = Generator(channels=1, size=3)(sample.expand(5, 4, 3))
    torch.testing.assert_close(moved, moved[:, :1].expand(5, 4, 3))
    assert not torch.allclose(moved[:, :1], sample)


def test_penalties() -> None:
    same = torch.tensor(ROTATION).expand(3, 2, 2)
    assert channel_penalty(same).item() == pytest.approx(3)  # three pairs
    orthogonal = torch.eye(4).reshape(4, 2, 2)
    assert channel_penalty(orthogonal).item() == 0
    assert channel_penalty(orthogonal[:1]).item() == 0
    x = torch.randn(50, 1, 2)
    assert identity_penalty(x, x).item() == pytest.approx(1)
    assert identity_penalty(x, -2 * x).item() == pytest.approx(1)
    quarter = torch.einsum("ij,bcj->bci", torch.tensor(ROTATION[0]).float(), x)
    assert identity_penalty(x, quarter).item() == pytest.approx(0, abs=1e-6)


def ring(samples: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    angle, radius = rng.uniform(0, 2 * np.pi, samples), rng.uniform(0.8, 1.2, samples)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)[:, None]


def test_finds_the_rotations_of_a_ring() -> None:
    settings = Settings(width=32, epochs=15, rate_generator=5e-3, rate_discriminator=2e-3)
    still = np.zeros((2000, 0))
    bases = train(ring(2000), still, settings)
    assert bases.shape == (1, 2, 2)
    assert space_error(problems.columns(bases), problems.columns(ROTATION)) < 0.05
    few = Settings(width=8, epochs=1)
    again = [train(ring(200), still[:200], few, seed) for seed in (3, 3, 4)]
    np.testing.assert_array_equal(again[0], again[1])
    assert not np.array_equal(again[0], again[2])


def test_columns_are_laid_out_like_the_true_algebra() -> None:
    for task, layout in (
        ("two-body", [np.kron(np.eye(4), 3 * ROTATION[0])]),
        ("top-tagging", list(top_tagging.ALGEBRA.values())),
    ):
        form = next(iter(get(task).datasets.values())).form
        true = form.columns(form.true.values())
        np.testing.assert_allclose(problems.columns(np.array(layout)), true)


def test_samples_move_as_the_task_says() -> None:
    x, y = np.ones((5, 8)), np.full((5, 8), 2.0)
    states = problems.pairs(x, y)
    np.testing.assert_array_equal(states.moving[:, 1], y)
    assert states.still.shape == (5, 0)
    jets = problems.labelled(np.ones((5, 20, 4)), np.arange(5))
    assert jets.moving.shape == (5, 20, 4)
    np.testing.assert_array_equal(jets.still[:, 0], np.arange(5))


def test_finished_rows_are_not_made_again(tmp_path: Path) -> None:
    made: list[Run] = []

    def perform(run: Run, jets: Path | None) -> dict[str, object]:
        made.append(run)
        figures_of_run = {"space_error": 0.5, "orthogonality_error": 0.0, "seconds_learn": 2.0}
        bases = [np.eye(8).tolist()]
        return {**run._asdict(), "dimension": 1, **figures_of_run, "bases": bases}

    path, said = tmp_path / "rows.json", []
    wanted = runs.plan("two-body", range(2))
    assert len(wanted) == 4
    runs.perform_all(wanted[:3], path, perform=perform)
    rows = runs.perform_all(wanted, path, say=said.append, perform=perform)
    assert made == wanted
    assert read_rows(path) == rows
    assert sum("already" in text for text in said) == 3

    table = liegan_table(rows)
    assert (
        "| two-body | uniform | LieGAN (paper) |  | 3.33e-04 (1.97e-04 ~ 5.93e-04) | 0 |  |  |"
        in table
    )
    assert "| two-body | uniform | LieGAN | 1 | 5.00e-01 | 0 | 2 | 2 |" in table
    names = {path.name for path in figures.draw(rows, tmp_path)}
    assert names == {"liegan-two-body-uniform.png", "liegan-two-body-non-uniform.png"}


def test_a_run_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(problems.PROBLEMS["two-body"], methods={"liegan-2": Settings(2, 4, epochs=1)})
    monkeypatch.setitem(problems.PROBLEMS, "two-body", few)
    row = runs.perform(Run("two-body", "uniform", "liegan-2", 0))
    assert (row["dimension"], row["samples"], row["settings"]["blocks"]) == (2, 18375, 4)
    assert np.array(row["bases"]).shape == (2, 8, 8)
    assert 0 < row["space_error"] < 3
    assert row["orthogonality_error"] > 0


def test_jets_must_be_given() -> None:
    with pytest.raises(DataError, match="needs a file of jets"):
        runs.perform(Run("top-tagging", "jets", "liegan-7", 0))
    command = [sys.executable, "-m", "benchmarks.liegan", "top-tagging"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: top-tagging needs a file of jets")
