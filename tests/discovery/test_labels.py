"""Labels may be written as one thing, and a classifier may give them in any form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

import liesd
from liesd.sources.links import Probabilities

RNG = np.random.default_rng(0)
X = RNG.normal(size=(3000, 2))
RADIUS = np.linalg.norm(X, axis=1)
THREE = np.digitize(RADIUS + 0.15 * RNG.normal(size=3000), [0.8, 1.5])
TWO = (THREE > 0).astype(int)
QUICK: dict[str, Any] = {"progress": False, "labels": {"epochs": 4, "widths": (32,)}}


@pytest.mark.parametrize("output", ["1", "label", "3"])
def test_three_classes_are_learned_by_one_word(output: str) -> None:
    model = liesd.learn(X, THREE, f"x[2] -> {output}", replicas=0, **QUICK)
    assert model.predict(X[:5]).shape == (5, 3)
    found = liesd.discover(model, X, f"x[2] -> {output}", progress=False)
    assert (found.about, str(found.spec)) == ("law", "x[2] -> 3")


def test_labels_are_learned_by_the_better_fit() -> None:
    model = liesd.learn(X, TWO, "x[2] -> label", replicas=0, **QUICK)
    assert model.report["learner"] == "labels"
    assert "held-out log loss: polynomial" in model.report["chosen"]
    assert "network of products" in model.report["chosen"]
    assert len(model.heldout_x) == len(model.heldout_y) > 0
    assert set(model.heldout_y.unique().tolist()) == {0.0, 1.0}


def logit(x: Tensor) -> Tensor:
    return 8 * (x.norm(dim=1, keepdim=True) - 0.8)


CLASSIFIERS = {
    "logit": (logit, 1),
    "probability": (lambda x: torch.sigmoid(logit(x)), 1),
    "two logits": (lambda x: torch.cat([0 * logit(x), logit(x)], dim=1), 2),
    "two probabilities": (
        lambda x: torch.cat([torch.sigmoid(-logit(x)), torch.sigmoid(logit(x))], dim=1),
        2,
    ),
}


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_classifiers_in_all_forms_are_asked_about_the_law(name: str) -> None:
    f, outputs = CLASSIFIERS[name]
    x = torch.from_numpy(X)
    given = Probabilities(f, x[:20])(x)
    assert given.shape == (3000, outputs)
    assert torch.allclose(given[:, -1:], torch.sigmoid(logit(x)))
    found = liesd.discover(f, x, "x[2] -> label", y=TWO, evidence=False)
    assert (found.about, found.dimension) == ("law", 1)
    function = liesd.discover(f, x, "x[2] -> label")
    assert (function.about, function.dimension) == ("function", 1)


def test_scores_of_classes_ask_for_the_word() -> None:
    f = CLASSIFIERS["two logits"][0]
    with pytest.raises(liesd.DataError, match="-> label"):
        liesd.discover(f, torch.from_numpy(X), "x[2] -> 1")
