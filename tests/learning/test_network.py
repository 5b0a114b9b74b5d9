"""The network learner: good derivatives, classes, and training that survives anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest
import torch

import liesd
from liesd.learning import learn, training
from liesd.tasks import inertia, two_body

FAST = {"steps": 300, "judge_every": 50, "widths": (32, 32), "learning_rate": 5e-3}


def ring(samples=2000, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((samples, 2))
    return x, np.linalg.norm(x, axis=1)


def test_two_bodies_from_data():
    x, y = two_body.data(seed=0)
    model = learn(x, y, two_body.SPEC, "network", steps=2500)
    found = liesd.discover(model, x, two_body.SPEC, sample_weight=model.sample_weight(x))
    assert found.dimension == 1
    assert two_body.FORM.space_error(found) < 1e-3
    assert model.residual


def test_solving_the_last_layer_makes_the_fit_better():
    x, y = inertia.data(seed=0, samples=5000)
    plain, solved = (
        learn(x, y, "3*x[3] -> a[3]*b[3]", "network", solve_last=solve, **FAST)
        for solve in (False, True)
    )
    assert solved.heldout_error < plain.heldout_error


def test_the_same_seed_gives_the_same_bits():
    x, y = ring()
    a, b, c = (learn(x, y, learner="network", seed=seed, **FAST) for seed in (1, 1, 2))
    np.testing.assert_array_equal(a.predict(x), b.predict(x))
    assert (a.predict(x) != c.predict(x)).any()


def test_learning_leaves_the_global_generator_alone():
    x, y = ring()
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    learn(x, y, learner="network", **FAST)
    torch.testing.assert_close(torch.rand(3), expected)


def test_two_classes_give_a_probability_that_is_invariant():
    x, r = ring(4000)
    model = learn(x, r > 1.2, learner="network", **{**FAST, "steps": 1500})
    assert model.task == "binary"
    assert model.heldout_error < 0.05
    p = model.predict(x)
    assert p.shape == (4000,)
    assert 0 <= p.min() < 0.1 < 0.9 < p.max() <= 1
    found = liesd.discover(model, x, "x[2] -> 1")
    best = (found.generators or found.refuted)[0]["x"]
    assert abs(best[0, 1] - best[1, 0]) / np.linalg.norm(best) > 1.3  # nearly a rotation: √2


def test_several_classes_give_probabilities():
    x, r = ring()
    labels = np.digitize(r, [0.8, 1.5])
    model = learn(x, labels, learner="network", **FAST)
    assert model.task == "multiclass"
    np.testing.assert_allclose(model.predict(x).sum(axis=1), 1)
    assert model.heldout_error < 0.15


def test_whole_numbers_can_be_measurements():
    x, r = ring()
    model = learn(x, (100 * r).astype(int), learner="network", task="regression", **FAST)
    assert model.task == "regression"


def test_ctrl_c_keeps_the_best_so_far(monkeypatch):
    """An interrupt in the middle of a stretch of steps, as a terminal sends it."""
    x, y = ring()
    rate, calls = training.Plan.rate, []

    def interrupted(self, step, steps):
        calls.append(step)
        if step == 170:
            signal.raise_signal(signal.SIGINT)
        return rate(self, step, steps)

    monkeypatch.setattr(training.Plan, "rate", interrupted)
    with pytest.warns(UserWarning, match="interrupted after 170 of 300 steps"):
        model = learn(x, y, learner="network", **FAST)
    assert model.report["best_step"] in (50, 100, 150)
    assert model.heldout_error < 0.5


PROGRAM = """
import sys, numpy as np, torch
from liesd.learning import learn
torch.set_num_threads(1)
rng = np.random.default_rng(0)
x = rng.standard_normal((2000, 2))
model = learn(x, np.linalg.norm(x, axis=1), learner="network", checkpoint=sys.argv[1],
              optimizer=sys.argv[3], steps=500, judge_every=50, widths=(32, 32),
              checkpoint_seconds=0.0)
np.save(sys.argv[2], model.predict(x))
"""


@pytest.mark.parametrize("optimizer", ["adam", "adan"])
def test_a_killed_training_goes_on_to_the_same_bits(tmp_path, optimizer):
    def run(checkpoint, result):
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(checkpoint), str(result), optimizer]
        )

    checkpoint = tmp_path / "killed.ckpt"
    process = run(checkpoint, tmp_path / "killed.npy")
    while not checkpoint.exists():
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "killed.npy").exists()
    assert run(checkpoint, tmp_path / "killed.npy").wait() == 0
    assert run(tmp_path / "whole.ckpt", tmp_path / "whole.npy").wait() == 0
    killed, whole = (np.load(tmp_path / f"{name}.npy") for name in ("killed", "whole"))
    np.testing.assert_array_equal(killed, whole)


def test_a_checkpoint_of_other_data_is_refused(tmp_path):
    x, y = ring()
    learn(x, y, learner="network", checkpoint=tmp_path / "c", **FAST)
    with pytest.raises(liesd.FileFormatError, match="other data or other settings"):
        learn(x, 2 * y + x[:, 0], learner="network", checkpoint=tmp_path / "c", **FAST)


def test_a_finished_checkpoint_needs_no_more_training(tmp_path):
    x, y = ring()
    first, again = (
        learn(x, y, learner="network", checkpoint=tmp_path / "c", **FAST) for _ in range(2)
    )
    np.testing.assert_array_equal(first.predict(x), again.predict(x))


def test_the_papers_network_learns_with_adan():
    x, y = two_body.data(seed=0, trajectories=40)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = learn(x, y, two_body.SPEC, "paper", activation="tanh", epochs=3)
    assert model.widths == [384, 384]
    assert (model.report["learner"], model.report["optimizer"]) == ("paper", "adan")
    assert model.heldout_error < 0.9
    assert model.sample_weight(x) is None  # as in the paper, all samples count alike
