"""Everything that users may add is added by registration alone, and runs end to end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

import liesd
from liesd.data.formats import Format, register
from liesd.learning import register as register_learner
from liesd.learning import register_model
from liesd.sources import register_source
from liesd.spec import Vector, register_action
from liesd.verdict import Verdict
from liesd.verdict.instruments import register_instrument
from tests.contracts.toy import LinearModel, ToyLearner
from tests.contracts.toys import Formula, FormulaSource, Shift, Suspicion
from tests.registries import kept_registries


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    with kept_registries():
        yield


def pair(x: torch.Tensor) -> torch.Tensor:
    """A force between two points of the plane: it depends on their difference only."""
    d = x[:, :2] - x[:, 2:]
    return torch.sin(d[:, :1]) * (1 + 0.5 * d[:, 1:] ** 2) + d[:, 1:]


@pytest.fixture
def points() -> torch.Tensor:
    return torch.randn(600, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0))


def test_an_action(points: torch.Tensor) -> None:
    register_action("shift", Shift)
    found = liesd.discover(pair, points, "2*shift(x[2]) -> 1")
    assert (found.dimension, found.verdict) == (2, Verdict.SURE)
    assert str(found.spec) == "2*shift(x[2]) -> 1"
    assert "shift by" in found.summary()
    one = liesd.discover(lambda x: pair(x) + 0.3 * x[:, :1] ** 2, points, "2*shift(x[2]) -> 1")
    assert (one.dimension, one.verdict) == (1, Verdict.SURE)
    assert np.allclose(np.abs(one.generators[0]["x"]), [0.0, 1.0], atol=1e-6)
    defect = liesd.measure(pair, points, "2*shift(x[2]) -> 1", {"x": [1.0, 2.0]}, finite=0.5)
    assert defect < 1e-12
    with pytest.raises(liesd.SpecError, match="no tensor product"):
        liesd.Spec.parse("shift(x[2])*y[2] -> 1")
    with pytest.raises(liesd.SpecError, match="has no dual"):
        Shift(Vector("x", 2)).T  # noqa: B018
    with pytest.raises(liesd.SpecError, match=r"there is no action 'shfit': known are .*shift"):
        liesd.Spec.parse("shfit(x[2]) -> 1")


def test_an_action_beside_linear_ones(points: torch.Tensor) -> None:
    register_action("shift", Shift)
    f = lambda x: pair(x[:, :4]) * x[:, 4:].norm(dim=1, keepdim=True)
    x = torch.cat([points, points[:, :2].roll(1, 0) + 0.1], dim=1)
    found = liesd.discover(f, x, "2*shift(x[2])+v[2] -> 1")
    assert (found.dimension, found.verdict) == (3, Verdict.SURE)  # two shifts and a rotation


def test_a_curved_output(points: torch.Tensor) -> None:
    register_action("shift", Shift)
    middle = lambda x: (x[:, :2] + x[:, 2:]) / 2 + 0.1 * torch.tanh(x[:, :2] - x[:, 2:])
    found = liesd.discover(middle, points, "2*shift(x[2]) -> shift(x)")
    assert (found.dimension, found.verdict) == (2, Verdict.SURE)


def test_a_source(points: torch.Tensor) -> None:
    register_source(FormulaSource)
    formula = Formula(lambda x: np.sum(x**2, axis=1), lambda x: 2 * x)
    found = liesd.discover(formula, points, "x[4] -> 1")
    assert (found.dimension, found.verdict) == (6, Verdict.SURE)
    assert found.algebra.name == "so(4)"
    assert found.orbits is not None
    assert found.orbits.values is not None
    assert liesd.discover(pair, points, "x[4] -> 1").dimension == 8  # torch functions go on


def test_a_learner(points: torch.Tensor) -> None:
    register_model(LinearModel)
    register_learner(ToyLearner)
    x = points.numpy()
    model = liesd.learn(x, x @ [1.0, 2.0, 0.0, 0.0], "x[4] -> 1", learner="toy", replicas=2)
    found = liesd.discover(model, x, "x[4] -> 1")
    assert found.dimension == 12  # all that keep one covector


def test_a_format(points: torch.Tensor, tmp_path: Path) -> None:
    class Toy(Format):
        name, endings = "toy", (".toy",)

        def open(self, path, name):
            return np.memmap(path, np.float64, "r").reshape(-1, 4)

    register(Toy())
    path = tmp_path / "x.toy"
    path.write_bytes(points.numpy().tobytes())
    assert liesd.open_array(path).shape == (600, 4)
    assert liesd.discover(pair, path, "2*x[2] -> 1").samples == 600


def test_an_instrument(points: torch.Tensor) -> None:
    f = lambda x: x.norm(dim=1)
    assert liesd.discover(f, points, "x[4] -> 1").verdict is Verdict.SURE
    register_instrument(Suspicion)
    found = liesd.discover(f, points, "x[4] -> 1")
    assert (found.dimension, found.verdict) == (6, Verdict.UNSURE)
    assert "a suspicion shows a defect of 10.0%" in found.reason
    assert found.decision.doubts == ("CONTRADICTED",)
