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
from liesd.experiments.tasks import inertia, two_body
from liesd.learning import learn
from liesd.learning.network.plan import Plan, make_optimizer, make_schedule

FAST = {"steps": 300, "check_every": 50, "widths": (32, 32), "learning_rate": 5e-3}


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


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({"schedule": "cosine", "warm_up": 0.1}, {0: 0.01, 99: 1, 100: 1, 550: 0.5, 999: 0}),
        ({"schedule": "linear", "warm_up": 0.1}, {49: 0.5, 100: 1, 699: 1, 850: 0.5, 999: 0}),
        ({"schedule": "constant", "warm_up": 0.0}, {0: 1, 500: 1, 999: 1}),
        ({"schedule": "cosine", "warm_up": 0.0}, {0: 1, 500: 0.5, 999: 0}),
    ],
)
def test_the_learning_rate_follows_the_schedule(settings, points):
    plan = Plan(steps=1000, learning_rate=0.2, **settings)
    optimizer = make_optimizer(plan, torch.nn.Linear(2, 1))
    schedule = make_schedule(plan, optimizer, plan.steps)
    rates = []
    for _ in range(plan.steps):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    for step, expected in points.items():
        assert rates[step] == pytest.approx(0.2 * expected, abs=1e-3)


@pytest.mark.parametrize(
    "settings", [{"optimizer": "sgd"}, {"schedule": "step"}, {"warm_up": 200}, {"epochs": 0}]
)
def test_settings_that_make_no_sense_are_named(settings):
    x, y = ring()
    with pytest.raises(liesd.DataError, match=next(iter(settings))):
        learn(x, y, learner="network", **settings)


PROGRAM = """
import sys, numpy as np, torch
from liesd.learning import learn
torch.set_num_threads(1)
rng = np.random.default_rng(0)
x = rng.standard_normal((2000, 2))
model = learn(x, np.linalg.norm(x, axis=1), learner="network", checkpoint=sys.argv[1],
              optimizer=sys.argv[3], steps=int(sys.argv[4]), check_every=50, widths=(32, 32),
              checkpoint_seconds=0.0)
np.save(sys.argv[2], model.predict(x))
print(model.heldout_error, model.report["best_step"])
"""


def start(checkpoint, result, optimizer="adam", steps=500):
    """A training in a process of its own, which can be killed."""
    arguments = [str(checkpoint), str(result), optimizer, str(steps)]
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until_it_exists(path, process):
    while not path.exists():
        assert process.poll() is None
        time.sleep(0.01)


def test_ctrl_c_keeps_the_best_so_far(tmp_path):
    checkpoint = tmp_path / "checkpoint"
    process = start(checkpoint, tmp_path / "result.npy", steps=10**7)
    until_it_exists(checkpoint, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 0, err
    assert "training was interrupted after" in err
    assert "of 10000000 steps: the best network so far is kept" in err
    assert "Traceback" not in err
    heldout_error, best_step = out.split()
    assert float(heldout_error) < 1
    assert int(best_step) >= 50
    assert (tmp_path / "result.npy").exists()


@pytest.mark.parametrize("optimizer", ["adam", "adan"])
def test_a_killed_training_goes_on_to_the_same_bits(tmp_path, optimizer):
    checkpoint = tmp_path / "killed.ckpt"
    process = start(checkpoint, tmp_path / "killed.npy", optimizer)
    until_it_exists(checkpoint, process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert not (tmp_path / "killed.npy").exists()
    for name in ("killed", "whole"):
        again = start(tmp_path / f"{name}.ckpt", tmp_path / f"{name}.npy", optimizer)
        again.communicate()
        assert again.returncode == 0
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
