"""Lengths and directions as inputs, and as few passes over class labels as they need."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

import liesd
from liesd.learning import learn
from liesd.learning.auto import AutoLearner
from liesd.learning.network.polar import Polar, count_features
from liesd.learning.scales import is_clearly_better

RNG = np.random.default_rng(0)
X = RNG.normal(size=(3000, 4))
COSINE = (X[:, :2] * X[:, 2:]).sum(axis=1) / np.sqrt(
    (X[:, :2] ** 2).sum(axis=1) * (X[:, 2:] ** 2).sum(axis=1)
)
Y = (6 * COSINE + RNG.logistic(size=3000) > 0).astype(int)
SMALL: dict[str, Any] = {"widths": (32, 32), "epochs": 8, "batch_size": 64}


def test_directions_do_not_change_with_the_scale_of_a_channel() -> None:
    polar = Polar(5, [[0, 1], [2, 3]], size=0.5).double()
    z = torch.tensor([[1.0, 2.0, -3.0, 1.0, 0.7]], dtype=torch.float64)
    before, after = polar(z)[0], polar(z * torch.tensor([2.0, 2.0, 1.0, 1.0, 1.0]))[0]
    assert len(before) == polar.features == count_features(5, 2)
    torch.testing.assert_close(after[:4], before[:4], atol=0, rtol=0.01)  # of both channels
    assert before[4] == after[4] == z[0, 4]  # a number has no direction
    lengths = (after - before)[-2:]
    torch.testing.assert_close(lengths[0], torch.tensor(0.5 * np.log(2)), atol=0.01, rtol=0)
    assert lengths[1] == 0


def test_a_channel_of_zeros_has_a_slope() -> None:
    z = torch.zeros(1, 2, requires_grad=True)
    (slope,) = torch.autograd.grad(Polar(2, [[0, 1]], size=1.0)(z).sum(), z)
    assert torch.isfinite(slope).all()


def test_an_angle_is_learned_from_directions(tmp_path: Path) -> None:
    model = learn(X, Y, "u[2]+v[2] -> label", labels=SMALL, replicas=0, progress=False)
    assert "network of directions" in model.report["chosen"]
    assert model.channels == [[0, 1], [2, 3]]
    model.save(tmp_path / "angle.liesd")
    again = liesd.load_model(tmp_path / "angle.liesd")
    np.testing.assert_array_equal(again.predict(X[:9]), model.predict(X[:9]))


def test_what_a_network_sees_can_be_said(monkeypatch: Any) -> None:
    said = {"directions": True, **SMALL}
    model = learn(X, Y, "u[2]+v[2] -> label", labels=said, replicas=0, progress=False)
    assert "products" not in model.report["chosen"]
    assert model.report["channels"]


def test_labels_take_more_passes_only_where_that_clearly_helps() -> None:
    settings = AutoLearner(labels=SMALL)
    model = learn(X, Y, "u[2]+v[2] -> label", labels=SMALL, replicas=0, progress=False)
    assert settings.labels.epochs == 8
    assert "with 4 passes" in model.report["chosen"]
    assert model.learner.epochs < 8  # 3,000 labels are soon learned


def test_a_loss_is_clearly_less_by_a_standard_error() -> None:
    rows = torch.arange(1000) % 2
    data: Any = SimpleNamespace(
        heldout=None, read_batches=lambda _: [(rows.double()[:, None], rows)]
    )

    def make(p: float) -> Any:
        return lambda x: x * p + (1 - x) * (1 - p)

    assert is_clearly_better(make(0.9), make(0.8), data)
    assert not is_clearly_better(make(0.8), make(0.9), data)
    assert not is_clearly_better(make(0.8), make(0.8), data)
