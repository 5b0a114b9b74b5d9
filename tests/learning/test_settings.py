"""Settings that a user gives: checked by name, and kept as plain values."""

from __future__ import annotations

import numpy as np
import pytest

import liesd
from liesd.learning import LEARNERS, learn, load_model

WRONG = [
    ("kernel", {"centres": "many"}, "centres must be a whole number of at least 1, not 'many'"),
    ("kernel", {"length": -1}, "length must be a positive number, not -1"),
    ("kernel", {"products": "yes"}, "products must be true or false, not 'yes'"),
    ("kernel", {"search": {"rounds": 0}}, "rounds must be a whole number"),
    ("kernel", {"search": {"round": 1}}, "KernelSearch does not know a setting: 'round'"),
    ("network", {"widths": 16}, "widths must be a list, not 16"),
    ("network", {"widths": (16, "x")}, "each of widths must be a whole number"),
    ("network", {"learning_rate": "fast"}, "learning_rate must be a number of at least 0"),
    ("network", {"warm_up": "slow"}, "warm_up is a share of all steps, not slow"),
    ("network", {"input_size": 0}, "input_size must be positive, not 0"),
    ("network", {"optimizer": ["adam"]}, "optimizer must be one of adam, adan"),
    ("paper", {"solve_last": 3}, "solve_last must be true or false, not 3"),
    ("auto", {"kernel": 400}, "kernel must be a dictionary of settings, not 400"),
    ("auto", {"network": {"depth": 3}}, "learner 'network' does not know a setting: 'depth'"),
]


@pytest.mark.parametrize(("learner", "settings", "message"), WRONG)
def test_values_of_the_wrong_kind_are_named(learner: str, settings: dict, message: str) -> None:
    x = np.random.default_rng(0).standard_normal((100, 2))
    with pytest.raises(liesd.DataError, match=message):
        learn(x, x[:, 0], learner=learner, **settings)


def test_numbers_of_numpy_become_plain(tmp_path) -> None:
    x = np.random.default_rng(0).standard_normal((300, 2))
    settings = {"centres": np.int64(20), "length": np.float32(0.5), "products": np.bool_(True)}
    model = learn(x, x[:, 0] ** 2, learner="kernel", **settings)
    assert model.learner == LEARNERS["kernel"](centres=20, length=0.5, products=True)
    model.save(tmp_path / "model")
    assert load_model(tmp_path / "model").learner == model.learner


def test_nothing_and_infinity_are_allowed_where_they_mean_something() -> None:
    network = LEARNERS["network"].parse({"epochs": None, "checkpoint_seconds": np.inf})
    assert (network.epochs, network.checkpoint_seconds) == (None, np.inf)
    assert LEARNERS["auto"](kernel=None) == LEARNERS["auto"]()
