"""Efforts are settings: what they change, what overrules them, what they may say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import liesd
from liesd.learning import LEARNERS
from liesd.learning.effort import EFFORTS, Effort, read_effort
from liesd.learning.kernel.fit import KernelLearner

RNG = np.random.default_rng(0)
X = RNG.normal(size=(3000, 4))
Y = np.exp(-(X**2).sum(axis=1) / 6)
SPEC = "x[4] -> 1"


@pytest.mark.parametrize("effort", EFFORTS)
def test_efforts_know_real_learners_and_settings(effort: str) -> None:
    for learner, settings in EFFORTS[effort].settings.items():
        made = LEARNERS[learner].parse(settings)
        assert (made == LEARNERS[learner]()) == (not settings)


def test_efforts_are_ordered() -> None:
    quick, normal, thorough = (
        KernelLearner.parse(EFFORTS[name].fill("kernel", {}))
        for name in ("quick", "normal", "thorough")
    )
    assert normal == KernelLearner()
    assert quick.centres < normal.centres < thorough.centres
    assert EFFORTS["quick"].replicas == 0
    assert EFFORTS["thorough"].replicas == EFFORTS["normal"].replicas == 4


def test_what_is_given_overrules_an_effort_setting_by_setting() -> None:
    effort = Effort(settings={"auto": {"rivals": False, "kernel": {"centres": 9, "ridge": 0.1}}})
    filled = effort.fill("auto", {"kernel": {"centres": 5}, "race": 2})
    assert filled == {"rivals": False, "race": 2, "kernel": {"centres": 5, "ridge": 0.1}}
    whole = KernelLearner(centres=7)
    assert effort.fill("auto", {"kernel": whole})["kernel"] is whole
    assert effort.fill("mine", {"a": 1}) == {"a": 1}
    assert EFFORTS["quick"].settings["kernel"]["centres"] == 240  # left as it was
    model = liesd.learn(X, Y, SPEC, "kernel", effort="quick", centres=50, replicas=2)
    assert (model.report["centres"], len(model.replicas)) == (50, 2)
    assert model.learner.search.rounds == EFFORTS["quick"].settings["kernel"]["search"]["rounds"]


def test_a_quick_look_is_right_here_and_never_sure_of_the_law() -> None:
    model = liesd.learn(X, Y, SPEC, effort="quick")
    assert (model.report["effort"], len(model.replicas)) == ("quick", 0)
    found = liesd.discover(model, X, SPEC)
    assert (found.dimension, found.verdict) == (6, liesd.Verdict.UNSURE)
    assert "learn again with effort='normal'" in found.advice
    assert "the law was learned with effort='quick'" in found.notes
    normal = liesd.learn(X, Y, SPEC, centres=80, learner="kernel", replicas=0)
    assert normal.report["effort"] == "normal"
    advice = liesd.discover(normal, X, SPEC).advice
    assert "replicas=4" in advice
    assert "effort" not in advice


def test_a_law_without_symmetries_stays_unsure_after_a_quick_look() -> None:
    y = np.sin(X[:, 0]) + np.tanh(X[:, 1]) * X[:, 2] + X[:, 3] ** 3
    found = liesd.discover(liesd.learn(X, y, SPEC, effort="quick"), X, SPEC)
    assert found.verdict is liesd.Verdict.UNSURE


def test_the_effort_is_kept_in_files(tmp_path: Any) -> None:
    liesd.learn(X, Y, SPEC, effort="quick").save(tmp_path / "m")
    again = liesd.load_model(tmp_path / "m")
    assert again.report["effort"] == "quick"
    found = liesd.discover(again, X, SPEC)
    found.save(tmp_path / "d")
    assert "effort='quick'" in liesd.load(tmp_path / "d").summary()
    assert found.transcript.effort == "quick"


def test_a_discovery_with_values_learns_with_that_effort() -> None:
    import torch

    net = torch.nn.Linear(4, 1).double()
    found = liesd.discover(net, X, SPEC, y=Y, effort="quick")
    assert (found.dimension, found.verdict.name) == (6, "UNSURE")
    assert "effort='normal'" in found.advice


def test_the_estimator_takes_an_effort() -> None:
    found = liesd.SymmetryDiscovery(SPEC, effort="quick").fit(X, Y)
    assert found.model_.report["effort"] == "quick"
    assert found.discovery_.verdict is liesd.Verdict.UNSURE


@pytest.mark.parametrize("wrong", ["fast", None, 3, ["quick"]])
def test_unknown_efforts_are_refused_with_the_choices(wrong: Any) -> None:
    message = "effort must be one of quick, normal, thorough"
    with pytest.raises(liesd.DataError, match=message):
        read_effort(wrong)
    with pytest.raises(liesd.DataError, match=message):
        liesd.learn(X, Y, effort=wrong)
    with pytest.raises(liesd.DataError, match=message):
        liesd.discover(lambda x: x.norm(dim=1), X, SPEC, effort=wrong)
    with pytest.raises(liesd.DataError, match=message):
        liesd.SymmetryDiscovery(SPEC, effort=wrong).fit(X, Y)
