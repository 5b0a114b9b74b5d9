"""Right sides that are quotients of two polynomials."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest

import liesd
from liesd.differential.fitting import regression
from liesd.differential.fitting.text import find_wrong_steps
from liesd.differential.grammar import parse
from liesd.differential.jets.draw import draw_jets
from tests.differential.equations import curves

discover = partial(liesd.discover_equation, samples=1000, progress=False)
SURE = liesd.Verdict.SURE
FORM = "y'' = F(y, y')"
TEXT = "y_xx = (−y + y·y_x²)/(1 + y²)"


def oscillator(step: float = 1.0, noise: float = 0.0) -> liesd.Fields:
    """y'' = (y·y'² − y)/(1 + y²), the oscillator of Mathews and Lakshmanan."""
    x, rng = np.linspace(0, 1.5, 61), np.random.default_rng(0)
    y = curves(lambda _, s: [s[1], (s[0] * s[1] ** 2 - s[0]) / (1 + s[0] ** 2)],
               rng.uniform(-1.2, 1.2, size=(40, 2)), x)[:, 0]  # fmt: skip
    return liesd.Fields(y=y + noise * y.std() * rng.standard_normal(y.shape), x=step * x)


@cache
def found() -> liesd.EquationDiscovery:
    return discover(oscillator(), FORM)


def fit(data: liesd.Fields, equation: str):
    """The right side of an equation, and jets."""
    asked = parse(equation, data.axes, data.names)
    jets = draw_jets(data, asked.order, 0, 1000)
    return regression.fit_equation(asked, jets), jets


def test_a_quotient_is_found() -> None:
    assert found().equation == TEXT
    assert (found().dimension, found().verdict) == (1, SURE)
    assert found().heldout_error < 1e-9


def test_each_equation_of_a_system_has_a_denominator_of_its_own() -> None:
    """One is a polynomial, one has (y − z)³ below, one does not change at all."""
    x = np.linspace(0, 0.8, 61)
    starts = [[0, 2, 0, -0.5, -0.5, -0.5], [1, 3, 1, 0.5, 0.5, 0.5]]
    low, high = np.array(starts)
    starts = np.random.default_rng(0).uniform(low, high, size=(60, 6))
    y = curves(
        lambda _, s: [*s[3:], 2 * (s[0] - s[1]) ** -3, -s[1] * s[0], 0.0], starts, x
    )  # fmt: skip
    data = liesd.Fields(y=y[:, 0], z=y[:, 1], w=y[:, 2], x=x)
    answer = discover(data, "y'', z'', w'' = F(y, z)", degree=1)
    assert answer.equation == (
        "y_xx = 2/(y³ − 3·y²·z + 3·y·z² − z³), z_xx = −y·z, w_xx = 0"
    )  # fmt: skip
    assert answer.verdict is SURE


def test_functions_stand_above_and_below() -> None:
    """Great circles, by the latitude y and the longitude z."""
    x, rng = np.linspace(0, 0.8, 61), np.random.default_rng(0)
    starts = rng.uniform([0.8, 0, -0.7, -0.7], [2.2, 2, 0.7, 0.7], size=(40, 4))
    y = curves(
        lambda _, s: [*s[2:], np.sin(s[0]) * np.cos(s[0]) * s[3] ** 2,
                      -2 * s[2] * s[3] * np.cos(s[0]) / np.sin(s[0])], starts, x
    )  # fmt: skip
    data = liesd.Fields(y=y[:, 0], z=y[:, 1], x=x)
    answer = discover(data, "y'', z'' = F(y, y', z')", degree=1)
    assert answer.equation == (
        "y_xx = z_x²·sin(y)·cos(y), z_xx = −2·y_x·z_x·cos(y)/sin(y)"
    )  # fmt: skip
    assert answer.verdict is SURE


@pytest.mark.parametrize(
    ("right", "text"),
    [
        (lambda y, p: -3 * y * p - y**3, "−3·y·y_x − y³"),
        (lambda y, p: -np.exp(-y), "−exp(−y)"),
        (lambda y, p: 2 / (2 + y), "1/(1 + 0.5·y)"),
        (lambda y, p: p**2 / (1 + y / 2), "y_x²/(1 + 0.5·y)"),
    ],
)
def test_a_quotient_is_taken_only_where_it_is_the_law(right, text: str) -> None:
    x = np.linspace(0, 1, 61)
    starts = np.random.default_rng(0).uniform(-0.7, 0.7, size=(40, 2))
    y = curves(lambda _, s: [s[1], right(*s)], starts, x)[:, 0]
    answer = discover(liesd.Fields(y=y, x=x), FORM, degree=1)
    assert answer.equation == f"y_xx = {text}"
    assert answer.verdict is SURE


def test_noise_is_not_explained_by_a_quotient() -> None:
    x, rng = np.linspace(0, 1.5, 81), np.random.default_rng(0)
    y = curves(lambda _, s: [s[1], -s[0] - s[0] ** 3], rng.uniform(-1, 1, size=(40, 2)), x)[:, 0]
    noisy = liesd.Fields(y=y + 0.01 * y.std() * rng.standard_normal(y.shape), x=x)
    answer = discover(noisy, FORM)
    assert "/" not in answer.equation
    assert "quotient" not in answer.equation
    assert answer.verdict is not SURE


def test_a_quotient_in_noise_is_not_sure() -> None:
    assert discover(oscillator(noise=0.01), FORM).verdict is not SURE


def test_few_jets_are_no_defect() -> None:
    assert discover(oscillator(), FORM, samples=10).verdict is not SURE


def test_the_arguments_are_chosen_and_those_below_count() -> None:
    answer = discover(oscillator(), "y''")
    assert answer.question == "y_xx = F(y, y_x)"
    assert answer.equation == TEXT


def test_it_is_saved_read_back_and_reported(tmp_path) -> None:
    found().save(tmp_path / "one.liesd")
    again = liesd.load(tmp_path / "one.liesd")
    assert isinstance(again, liesd.EquationDiscovery)
    assert (again.equation, again.dimension) == (TEXT, found().dimension)
    points = np.random.default_rng(0).normal(size=(20, 2))
    for one, other in zip(again.generators, found().generators, strict=True):
        assert np.array_equal(one.at(points), other.at(points))
    assert TEXT in str(found())
    assert TEXT in found().report(tmp_path / "one.html").read_text()


def test_solutions_move_to_solutions() -> None:
    moved = found().readable[0].move(oscillator(), 0.1)
    assert discover(moved, FORM).equation == TEXT


def test_wrong_steps_are_noticed() -> None:
    """A step of N/(N − 1) makes numbers of terms with derivatives uneven, above and below."""
    data = oscillator(step=61 / 60)
    model, _ = fit(data, FORM)
    assert find_wrong_steps(model, [61]) == ["x"]
    assert find_wrong_steps(fit(oscillator(), FORM)[0], [61]) == []
    assert "the steps of x may be wrong" in str(discover(data, FORM))


def test_replicas_and_other_jets_have_the_same_terms() -> None:
    model, jets = fit(oscillator(), FORM)
    assert model.divisors is not None
    assert len(model.replicas) == 4
    for replica in model.replicas:
        assert replica.measure(jets.values) < 1e-8
        assert [part is None for part in replica.terms] == [part is None for part in model.terms]
    coarse = jets.values.copy()
    coarse[:, model.left_places] *= 1 + 1e-3 * np.sin(coarse[:, :1])
    assert regression.measure_scheme(model, jets, [coarse]) < 1e-3
