"""Polynomials as logits: what they recover, how they are kept, and when they are chosen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import liesd
from liesd.errors import DataError
from liesd.learning import LearnedModel, learn

RNG = np.random.default_rng(0)
X = RNG.normal(size=(8000, 3))


def draw(logits: np.ndarray) -> np.ndarray:
    """Labels with these logits, (N, classes)."""
    return (logits + RNG.gumbel(size=logits.shape)).argmax(axis=1)


def score_square(x: np.ndarray) -> np.ndarray:
    return 1.5 * (x**2).sum(axis=1) - 4.0


TWO = np.stack([np.zeros(len(X)), score_square(X)], axis=1)
THREE = np.stack([X[:, 0], X[:, 1] * X[:, 2], -X[:, 0] + 0.5 * X[:, 1] ** 2], axis=1)


def fit(logits: np.ndarray) -> LearnedModel:
    return learn(X, draw(logits), "x[3] -> label", "logistic", replicas=2, progress=False)


def test_log_odds_of_a_quadratic_law() -> None:
    model = fit(TWO)
    p = model.predict(X[:500])
    assert model.report["degree"] == 2
    assert np.abs(p - 1 / (1 + np.exp(-TWO[:500, 1]))).mean() < 0.01


def test_probabilities_of_three_classes() -> None:
    model = fit(THREE)
    p = model.predict(X[:500])
    wanted = np.exp(THREE[:500]) / np.exp(THREE[:500]).sum(axis=1, keepdims=True)
    assert np.abs(p - wanted).mean() < 0.015
    assert np.allclose(p.sum(axis=1), 1)


def test_no_class_is_special() -> None:
    labels = draw(THREE)
    models = [
        learn(X, y, "x[3] -> label", "logistic", replicas=0, progress=False, degree=2)
        for y in (labels, (labels + 1) % 3)
    ]
    one, other = (model.predict(X[:100]) for model in models)
    assert np.allclose(one, other[:, [1, 2, 0]], atol=1e-6)


@pytest.mark.parametrize("logits", [TWO, THREE], ids=["two", "three"])
def test_jacobians_are_those_of_the_values(logits: np.ndarray) -> None:
    model = fit(logits)
    x = torch.from_numpy(X[:20])
    found = model.linearize(x)
    assert found is not None
    y, J = (part.reshape(20, -1) for part in found)
    wanted = torch.autograd.functional.jacobian(lambda one: model(one).sum(dim=0), x)
    assert torch.allclose(y, model(x).reshape(20, -1))
    assert torch.allclose(J, wanted.reshape(-1, 20, 3).transpose(0, 1).reshape(20, -1))


def test_saved_and_loaded(tmp_path: Path) -> None:
    model = fit(THREE)
    model.save(tmp_path / "model.npz")
    again = liesd.load_model(tmp_path / "model.npz")
    assert again.learner == model.learner
    assert np.array_equal(again.predict(X), model.predict(X))


def test_auto_takes_it_where_labels_are_predicted_better() -> None:
    small = {"epochs": 2, "widths": (16,)}
    model = learn(X, draw(TWO), "x[3] -> label", replicas=0, progress=False, labels=small)
    assert model.report["learner"] == "logistic"
    assert model.report["chosen"].startswith("logistic: held-out log loss: polynomial")


def test_auto_takes_a_network_where_no_polynomial_will_do() -> None:
    x = RNG.uniform(-1, 1, size=(8000, 2))
    odds = 6 * np.sign(np.sin(14 * x[:, 0]))
    y = draw(np.stack([np.zeros(len(x)), odds], axis=1))
    few = {"degree": 2}
    model = learn(x, y, "x[2] -> label", replicas=0, progress=False, logistic=few)
    assert model.report["learner"] == "labels"


def test_symmetric_law_is_found() -> None:
    model = fit(TWO)
    found = liesd.discover(model, X, "x[3] -> label", progress=False)
    assert found.dimension == 3


def test_polynomial_kept_from_changing_has_the_symmetry() -> None:
    model = fit(THREE)

    def choose(function: LearnedModel) -> torch.Tensor:
        x = model.training_x
        return torch.stack([-x[:, 1], x[:, 0], 0 * x[:, 2]], dim=1)[None]

    def turn(function: LearnedModel) -> float:
        x = model.training_x[:500]
        found = function.linearize(x)
        assert found is not None
        return float((found[1] @ choose(function)[0, :500, :, None]).square().mean())

    free, still = model.refit_still(None), model.refit_still(choose)
    assert turn(still) < 0.2 * turn(free)


def test_numbers_are_refused() -> None:
    with pytest.raises(DataError, match="is for classes"):
        learn(X, X[:, 0], learner="logistic")


def test_many_classes_are_for_networks() -> None:
    y = np.arange(len(X)) % 30
    with pytest.raises(DataError, match="30 classes are too many"):
        learn(X, y, learner="logistic")
    small = {"epochs": 1, "widths": (8,)}
    model = learn(X, y, labels=small, replicas=0, progress=False)
    assert model.report["learner"] == "labels"
