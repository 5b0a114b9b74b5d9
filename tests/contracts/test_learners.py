"""What every learner promises, those of the library and any that is registered from outside."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

import liesd
from liesd.learning import (
    LEARNERS,
    LearnedModel,
    Learner,
    learn,
    load_model,
    register,
    register_model,
)
from liesd.learning.base import KINDS
from liesd.learning.data import Data, prepare
from liesd.learning.replicas import replicate, take_part
from tests.contracts.toy import LinearModel, ToyLearner

TINY = {"steps": 40, "widths": [8], "check_every": 20}
SETTINGS = {
    "auto": {"polynomial": {"terms": 6}, "kernel": {"centres": 20}, "network": TINY},
    "kernel": {"centres": 30},
    "polynomial": {"terms": 20},
    "network": TINY,
    "paper": {"epochs": 1, "widths": [8]},
}
LEARNS_CLASSES = ("auto", "network", "paper", "logistic")
LEARNS_NO_NUMBERS = ("logistic",)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registered as anybody could, and forgotten after the test."""
    monkeypatch.setattr(LEARNERS, "data", dict(LEARNERS.data))
    monkeypatch.setattr(KINDS, "data", dict(KINDS.data))
    register_model(LinearModel)
    register(ToyLearner)


def samples(count: int = 600) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((count, 2, 2))
    y = x[:, 0] * [1.0, 2.0] + 0.3 * np.sin(3 * x[:, 1]) + 0.1 * rng.standard_normal((count, 2))
    return x, y


def pose(learner: Learner, count: int = 600) -> tuple[np.ndarray, np.ndarray, str]:
    """Samples that a learner can learn, and their spec."""
    x, y = samples(count)
    if learner.name in LEARNS_NO_NUMBERS:
        return x, y[:, 0] > 0, "2*x[2] -> label"
    return x, y, "2*x[2] -> y[2]"


@pytest.fixture(params=[*LEARNERS, "toy"])
def learner(request: pytest.FixtureRequest) -> Learner:
    return LEARNERS[request.param].parse(SETTINGS.get(request.param, {}))


@pytest.fixture
def data(learner: Learner) -> Data:
    return prepare(*pose(learner), "auto", 0)


class TestEveryLearner:
    """A learner is a frozen set of settings that gives models which can be kept."""

    def test_it_gives_a_module_with_its_error(self, learner: Learner, data: Data) -> None:
        model = learner.fit(data, 0)
        assert isinstance(model, LearnedModel)
        assert {t.dtype for t in model.state_dict().values()} == {torch.float64}
        assert 0 < model.heldout_error < 2
        assert model.task == data.task
        assert model.learner.name in LEARNERS
        assert model.interrupted is False

    def test_the_same_seed_gives_the_same_bits(self, learner: Learner, data: Data) -> None:
        first, again = (learner.fit(data, 3).state_dict() for _ in range(2))
        assert list(first) == list(again)
        assert all(torch.equal(first[name], again[name]) for name in first)

    def test_it_predicts_in_the_shape_of_the_data(self, learner: Learner, data: Data) -> None:
        x, y, _ = pose(learner)
        values = learner.fit(data, 0).predict(x)
        assert values.shape == y.shape
        assert values.dtype == np.float64

    def test_a_file_gives_back_the_same(self, learner: Learner, tmp_path) -> None:
        x, y, spec = pose(learner, 1200)
        settings = SETTINGS.get(learner.name, {})
        model = learn(x, y, spec, learner.name, replicas=2, **settings)
        model.save(tmp_path / "model")
        again = load_model(tmp_path / "model")
        assert type(again) is type(model)
        assert len(again.replicas) == len(model.replicas) == 2
        for mine, kept in zip((model, *model.replicas), (again, *again.replicas), strict=True):
            np.testing.assert_array_equal(mine.predict(x), kept.predict(x))
            assert mine.learner == kept.learner
            assert mine.config() == kept.config()
            assert mine.report == kept.report
            assert (mine.heldout_error, mine.interrupted) == (kept.heldout_error, kept.interrupted)
        assert torch.equal(again.heldout_x, model.heldout_x)

    def test_it_learns_again_from_a_part(self, learner: Learner, data: Data) -> None:
        model = learner.fit(data, 0)
        again = learner.refit(model, take_part(data, 1, 2), 2, 7)
        assert type(again) is type(model)
        assert again.learner.name == model.learner.name
        x = samples()[0]
        assert (again.predict(x) != model.predict(x)).any()

    def test_a_replica_needs_no_report(self, learner: Learner, data: Data) -> None:
        """The report is for people; what code needs are attributes."""
        model, silent = (learner.fit(data, 0) for _ in range(2))
        silent.report = {}
        for each in (model, silent):
            replicate(each, data, 0, 2, None, None)
        first, again = model.state_dict(), silent.state_dict()
        assert list(first) == list(again)
        assert all(torch.equal(first[name], again[name]) for name in first)
        assert len(silent.replicas) == 2

    def test_an_unknown_setting_is_refused_by_name(self, learner: Learner) -> None:
        match = f"learner '{learner.name}' does not know a setting: 'depth'.*leave it out"
        with pytest.raises(liesd.DataError, match=match):
            learn(*samples(), learner=learner.name, depth=3)

    def test_settings_are_plain_values(self, learner: Learner) -> None:
        text = json.dumps(learner.describe())
        assert type(learner).parse(json.loads(text)) == learner
        with pytest.raises(AttributeError):
            learner.name_of_anything = 3

    def test_classes_are_learned_or_refused(self, learner: Learner) -> None:
        x, y = samples()
        data = prepare(x, y[:, 0] > 0, None, "auto", 0)
        if learner.name in ("kernel", "polynomial"):
            with pytest.raises(liesd.DataError, match="is for regression"):
                learner.fit(data, 0)
        elif learner.name in LEARNS_CLASSES:
            model = learner.fit(data, 0)
            assert model.task == "binary"
            assert 0 <= model.predict(x).min() <= model.predict(x).max() <= 1


def test_a_learner_from_outside_takes_part_in_everything(tmp_path) -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((2000, 2))
    y = x @ [1.0, 2.0] + 0.01 * rng.standard_normal(2000)
    model = learn(x, y, "x[2] -> 1", learner="toy", ridge=0.1)
    assert (model.report["learner"], len(model.replicas)) == ("toy", 4)
    found = liesd.discover(model, x, "x[2] -> 1")
    assert found.dimension == 2  # whatever moves x without moving x₁ + 2x₂
    assert found.verdict is liesd.Verdict.SURE
    model.save(tmp_path / "model")
    again = liesd.load_model(tmp_path / "model")
    assert again.learner == ToyLearner(ridge=0.1)
    assert liesd.discover(again, x, "x[2] -> 1").dimension == 2


def test_a_file_of_an_unknown_learner_says_what_is_missing(tmp_path) -> None:
    x, y = samples()
    learn(x, y, learner="toy").save(tmp_path / "model")
    del LEARNERS["toy"]
    with pytest.raises(liesd.FileFormatError, match="'toy'.*import the module that registers"):
        load_model(tmp_path / "model")


def test_the_names_are_known_without_torch() -> None:
    import subprocess
    import sys

    program = (
        "import sys\nfrom liesd.learning import LEARNERS\n"
        "assert set(LEARNERS) == "
        "{'auto', 'kernel', 'polynomial', 'logistic', 'network', 'labels', 'paper'}\n"
        "assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
