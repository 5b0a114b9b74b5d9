"""The kernel learner finds out which directions matter."""

from __future__ import annotations

import numpy as np
import torch

import liesd
from liesd.learning import learn


def noisy_line(samples=4000, noise=0.01, seed=0):
    """A bell along one direction of six, and linear in all."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((samples, 6))
    along = x @ np.array([1.0, 1.0, 0.0, 0.0, -1.0, 0.0]) / np.sqrt(3)
    law = np.exp(-(along**2)) + 0.1 * x.sum(axis=1)
    return x, law, law + noise * law.std() * rng.standard_normal(samples)


def test_the_metric_turns_to_what_bends():
    x, law, y = noisy_line()
    model = learn(x, y, "x[6] -> 1", "kernel", replicas=0, centres=200)
    left, values, _ = torch.linalg.svd(model.metric)
    assert values[0] > 10 * values[1]
    truth = np.array([1.0, 1.0, 0.0, 0.0, -1.0, 0.0]) / np.sqrt(3)
    assert abs(float(left[:, 0] @ torch.from_numpy(truth))) > 0.999
    assert np.std(model.predict(x).ravel() - law) < 0.003 * law.std()


def test_replicas_measure_with_the_same_metric():
    x, _, y = noisy_line()
    model = learn(x, y, "x[6] -> 1", "kernel", centres=100)
    for replica in model.replicas:
        torch.testing.assert_close(replica.metric, model.metric, rtol=0, atol=0)
        assert replica.report["ridge"] >= model.report["ridge"]


def test_a_linear_law_is_fitted_as_one():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((4000, 4))
    A = rng.standard_normal((4, 3))
    y = x @ A + 0.05 * rng.standard_normal((4000, 3))
    model = learn(x, y, learner="kernel", replicas=0, centres=100)
    J = torch.autograd.functional.jacobian(model, torch.zeros(1, 4).double())[0, :, 0]
    plain = np.linalg.lstsq(np.c_[x, np.ones(4000)], y, rcond=None)[0]
    assert np.abs(J.numpy() - A.T).max() < 2 * np.abs(plain[:4] - A).max()


def test_outputs_that_stay_on_a_line_are_unseen_elsewhere():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((6000, 3))
    law = np.outer(x @ [1.0, 2.0, -1.0], [1.0, -1.0, 0.5])
    y = law + 0.01 * law.std() * rng.standard_normal(law.shape)
    model = learn(x, y, "x[3] -> y[3]", "kernel", centres=100)
    found = liesd.discover(model, x, "x[3] -> y[3]")
    exact = liesd.discover(
        lambda x: torch.outer(x @ x.new_tensor([1.0, 2.0, -1.0]), x.new_tensor([1.0, -1.0, 0.5])),
        x,
        "x[3] -> y[3]",
    )
    assert found.verdict is liesd.Verdict.SURE
    assert (found.dimension, len(found.unseen)) == (exact.dimension, len(exact.unseen))


def test_an_output_that_drowns_in_the_error_of_others_is_told():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((4000, 2))
    law = x * np.sum(x**2, axis=1, keepdims=True) * [1.0, 1e-6]
    y = law + 0.01 * law[:, :1].std() * rng.standard_normal(law.shape)
    model = learn(x, y, "x[2] -> y[2]", "kernel", centres=100)
    found = liesd.discover(model, x, "x[2] -> y[2]")
    assert found.verdict is liesd.Verdict.UNSURE
    assert "output 1 is nothing" in found.reason
    assert "channel of their own" in found.advice
