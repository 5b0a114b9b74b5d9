"""Replicas of a fit: disjoint, kept with the model, and what a verdict rests on."""

from __future__ import annotations

import numpy as np
import pytest

import liesd
from liesd import Verdict
from liesd.learning import learn, load_model
from liesd.learning.data import prepare
from liesd.learning.replicas import take_part


def bell(samples=3000, noise=0.0, broken=0.0, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((samples, 3))
    y = np.exp(-np.sum(x**2, axis=1) / 4) + broken * np.sin(x[:, 0] + x[:, 1] ** 2 * x[:, 2])
    return x, y + noise * rng.standard_normal(samples)


def test_parts_are_disjoint_and_leave_the_held_out_samples_alone():
    data = prepare(*bell(), None, "auto", 0)
    parts = [take_part(data, k, 4) for k in range(4)]
    rows = np.concatenate([one.train for one in parts])
    assert sorted(rows) == sorted(data.train)
    assert len(set(rows)) == len(rows)
    assert all((one.heldout == data.heldout).all() for one in parts)


@pytest.mark.parametrize("learner", ["kernel", "network"])
def test_replicas_are_kept_with_the_model(tmp_path, learner):
    x, y = bell()
    fast = {"steps": 200, "widths": (16,)} if learner == "network" else {"centres": 60}
    model = learn(x, y, learner=learner, **fast)
    assert len(model.replicas) == 4
    values = [replica.predict(x[:50]) for replica in model.replicas]
    assert len({float(value.sum()) for value in values}) == 4
    model.save(tmp_path / "model")
    again = load_model(tmp_path / "model")
    for mine, kept in zip(model.replicas, again.replicas, strict=True):
        np.testing.assert_array_equal(mine.predict(x), kept.predict(x))
        assert mine.report == kept.report


def test_noise_leaves_an_exact_symmetry_sure():
    x, y = bell(8000, noise=0.003)
    model = learn(x, y, "x[3] -> 1", "kernel")
    found = liesd.discover(model, x, "x[3] -> 1")
    assert (found.dimension, found.verdict) == (3, Verdict.SURE)
    worst = max(one.law_defect for one in found.evidence[:3])
    assert worst < found.evidence[0].noise * 2
    assert found.decision.within < 0.02
    unasked = liesd.discover(model, x, "x[3] -> 1", evidence=False)
    assert unasked.verdict is Verdict.UNSURE


def test_a_broken_symmetry_is_not_called_exact():
    x, y = bell(8000, broken=0.02)
    model = learn(x, y, "x[3] -> 1", "kernel")
    found = liesd.discover(model, x, "x[3] -> 1")
    assert found.dimension == 0 or found.verdict is Verdict.UNSURE

    def law(x):
        return (-(x**2).sum(1) / 4).exp() + 0.02 * (x[:, 0] + x[:, 1] ** 2 * x[:, 2]).sin()

    exact = liesd.discover(law, x, "x[3] -> 1", sample_weight=model.sample_weight(x))
    for learned, true in zip(found.evidence[:3], exact.evidence[:3], strict=True):
        assert learned.law_defect == pytest.approx(true.law_defect, abs=learned.noise)


def test_one_replica_makes_no_sense():
    with pytest.raises(liesd.DataError, match="one cannot differ"):
        learn(*bell(400), replicas=1)
    assert len(learn(*bell(400), replicas=0).replicas) == 0


def test_too_few_samples_have_no_replicas():
    assert len(learn(*bell(300)).replicas) == 0
