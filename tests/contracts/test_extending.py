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
from liesd.sources import SOURCES, register_source
from liesd.spec import Rep, Vector, register_action
from liesd.spec.gauge import find_gauge
from liesd.spec.language import ACTIONS
from liesd.verdict import Measurement, Verdict
from liesd.verdict.instruments import register_instrument
from tests.contracts.toy import LinearModel, ToyLearner
from tests.contracts.toys import Formula, FormulaSource, Slide, Suspicion
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
    register_action("slide", Slide)
    found = liesd.discover(pair, points, "2*slide(x[2]) -> 1")
    assert (found.dimension, found.verdict) == (2, Verdict.SURE)
    assert str(found.spec) == "2*slide(x[2]) -> 1"
    assert "slide by" in found.summary()
    one = liesd.discover(lambda x: pair(x) + 0.3 * x[:, :1] ** 2, points, "2*slide(x[2]) -> 1")
    assert (one.dimension, one.verdict) == (1, Verdict.SURE)
    assert np.allclose(np.abs(one.generators[0]["x"]), [0.0, 1.0], atol=1e-6)
    defect = liesd.measure(pair, points, "2*slide(x[2]) -> 1", {"x": [1.0, 2.0]}, finite=0.5)
    assert defect < 1e-12
    with pytest.raises(liesd.SpecError, match="no tensor product"):
        liesd.Spec.parse("slide(x[2])*y[2] -> 1")
    with pytest.raises(liesd.SpecError, match="has no dual"):
        Slide(Vector("x", 2)).T  # noqa: B018
    with pytest.raises(liesd.SpecError, match=r"there is no action 'sldie': known are .*slide"):
        liesd.Spec.parse("sldie(x[2]) -> 1")


def test_what_an_action_found_is_shown_and_kept(points: torch.Tensor, tmp_path: Path) -> None:
    register_action("slide", Slide)
    f = lambda x: pair(x[:, :4]) * x[:, 4:].norm(dim=1, keepdim=True)
    x = torch.cat([points, points[:, :2].roll(1, 0) + 0.1], dim=1)
    found = liesd.discover(f, x, "2*slide(x[2])+v[2] -> 1")
    words = " ".join(found.words)
    assert "rotation of v" in words
    assert words.count("slide by") == 2  # a sparse basis, not a mixture
    page = found.report(tmp_path / "r.html").read_text()
    assert "2 copies of slide(x[2])" in page
    assert "rotation of v" in page
    assert "rotation" in found._repr_html_()
    assert liesd.plots.generators(found).patches
    liesd.plots.spectrum(found)
    found.save(tmp_path / "d.liesd")
    again = liesd.load(tmp_path / "d.liesd")
    assert again.summary() == found.summary()
    assert again.algebra.name == "ℝ³"  # all that is known of it are brackets
    del ACTIONS["slide"]
    with pytest.raises(liesd.FileFormatError, match="no action 'slide'.*registers its actions"):
        liesd.load(tmp_path / "d.liesd")
    register_action("slide", Slide)


def test_a_large_linear_part_beside_an_action_is_no_trouble() -> None:
    register_action("slide", Slide)
    assert find_gauge(liesd.Spec.parse("x[20]+slide(y[2]) -> 1")).shape == (402, 0)


def test_an_action_beside_linear_ones(points: torch.Tensor) -> None:
    register_action("slide", Slide)
    f = lambda x: pair(x[:, :4]) * x[:, 4:].norm(dim=1, keepdim=True)
    x = torch.cat([points, points[:, :2].roll(1, 0) + 0.1], dim=1)
    found = liesd.discover(f, x, "2*slide(x[2])+v[2] -> 1")
    assert (found.dimension, found.verdict) == (3, Verdict.SURE)  # two slides and a rotation


def test_a_curved_output(points: torch.Tensor) -> None:
    register_action("slide", Slide)
    middle = lambda x: (x[:, :2] + x[:, 2:]) / 2 + 0.1 * torch.tanh(x[:, :2] - x[:, 2:])
    found = liesd.discover(middle, points, "2*slide(x[2]) -> slide(x)")
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


@pytest.mark.parametrize(
    ("formula", "spec", "reason"),
    [
        (Formula(lambda x: x[:, :3], lambda x: 2 * x), "x[4] -> 1", r"values of shape \(\d+, 3\)"),
        (Formula(lambda x: x[:, 0], lambda x: x[:, :1]), "x[4] -> 1", "derivatives of shape"),
    ],
)
def test_a_source_that_does_not_fit_its_spec(
    points: torch.Tensor, formula: Formula, spec: str, reason: str
) -> None:
    class Loose(FormulaSource):
        def linearize(self, x):
            slope = torch.from_numpy(self.formula.slope(x.numpy()))
            return self.value(x), slope.reshape(len(x), 1, -1)

    register_source(Loose)
    with pytest.raises(liesd.FunctionError, match=reason):
        liesd.discover(formula, points, spec)
    fits = Formula(lambda x: np.sum(x**2, axis=1), lambda x: 2 * x)
    with pytest.raises(liesd.DataError, match="Loose evaluates f in float64"):
        liesd.discover(fits, points, spec, dtype="float32")
    with pytest.raises(liesd.DataError, match="not both"):
        liesd.discover(fits, points, spec, y=points[:, 0], jacobian=points)


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
    assert "a suspicion shows a defect of 10.0 %" in found.reason
    assert found.decision.doubts == ("CONTRADICTED",)


def test_an_instrument_may_give_an_interval_alone(points: torch.Tensor) -> None:
    class Plain(Suspicion):
        name = "an interval"

        def measure(self, directions):
            law = np.full(len(directions), 0.3)
            return Measurement(law, law, 0.9 * law, 1.1 * law, 0.01 * law)

    register_instrument(Plain)
    found = liesd.discover(lambda x: x.norm(dim=1), points, "x[4] -> 1")
    assert "an interval shows a defect of 30.0 %" in found.reason


def test_names_are_taken_once_but_a_cell_may_run_twice() -> None:
    for _ in range(2):
        register_action("slide", Slide)
        register_source(FormulaSource)
        register_instrument(Suspicion)
        register_model(LinearModel)
        register_learner(ToyLearner)
    assert SOURCES.count(FormulaSource) == 1

    class Other(Suspicion):
        name = "rounding"

    with pytest.raises(liesd.RegistrationError, match="an instrument 'rounding' already"):
        register_instrument(Other)
    with pytest.raises(liesd.RegistrationError, match="an action 'slide' already"):
        register_action("slide", Vector)

    class Kernel(ToyLearner):
        name = "kernel"

    with pytest.raises(liesd.RegistrationError, match="a learner 'kernel' already"):
        register_learner(Kernel)

    class Csv(Format):
        name, endings = "mine", (".csv",)

        def open(self, path, name):
            raise NotImplementedError

    with pytest.raises(liesd.RegistrationError, match=r"'\.csv' already"):
        register(Csv())


def test_a_forgotten_field_is_named() -> None:
    class Forgetful(Slide):
        field = Rep.field

    action = Forgetful(Vector("x", 2))
    with pytest.raises(liesd.SpecError, match=r"Forgetful must define field\(theta, x\)"):
        action.field({"x": np.ones(2)}, np.ones((3, 2)))
