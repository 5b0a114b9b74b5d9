"""The symmetries of equations with known algebras, from their solutions."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import liesd
from benchmarks.equations.laws import LAWS
from benchmarks.equations.second import LAWS as OTHERS
from liesd.differential.growth import count_added
from liesd.errors import DataError, FunctionError
from liesd.experiments.equations import solvers
from liesd.experiments.equations.odes import ODES
from liesd.experiments.equations.tasks import BURGERS, HEAT, KDV, WAVE, express
from tests.differential.equations import curves, heat

discover = partial(liesd.discover_equation, samples=3000)
FORM = "u_t = F(u, u_x, u_xx)"
SURE = liesd.Verdict.SURE


@pytest.mark.parametrize(
    ("task", "settings", "most"),
    [
        (HEAT, {"points": 64, "steps": 80}, 1e-8),
        (BURGERS, {}, 1e-4),
        (KDV, {}, 1e-5),
        (WAVE, {"points": 16, "steps": 40, "count": 6}, 1e-8),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_known_algebras_are_found(task, settings: dict, most: float) -> None:
    found = liesd.discover_equation(task.solve(0, **settings), task.equation)
    assert (found.dimension, found.verdict) == (len(task.true), SURE)
    assert task.distance(found) <= most
    assert found.about == "law"
    assert found.transcript.replicated


def test_the_answer_is_readable() -> None:
    found = discover(solvers.solve_kdv(0, points=128, steps=200), KDV.equation)
    assert found.equation == "u_t = −u_xxx − u·u_x"
    assert found.coordinates == ("t", "x", "u")
    assert " ".join(found.library) == "1 t x u t**2 t*x t*u x**2 x*u u**2"
    assert found.generators[0].coefficients.shape == (3, 10)
    assert set(found.words) == {
        "translation in t",
        "translation in x",
        "scaling: t → λ³t, x → λx, u → λ⁻²u",
        "Galilean boost: x → x + εt, u → u + ε",
    }
    assert "assumed, not found" in str(found)
    assert found.assumed == ("t", "x")
    assert str(found).startswith("u_t = F(u, u_x, u_xx, u_xxx): the law has 4 point symmetries")
    assert "4" in repr(found)


def test_a_small_term_breaks_symmetries() -> None:
    whole = discover(heat(), FORM)
    broken = discover(heat(growth=0.1), FORM)
    assert (whole.dimension, whole.verdict) == (8, SURE)
    assert (broken.dimension, broken.verdict) == (5, SURE)  # no polynomial solves it any more
    assert any(words.startswith("superposition") for words in whole.words)
    assert not any(words.startswith("superposition") for words in broken.words)
    assert broken.equation == "u_t = 0.1·u + u_xx"


def test_units_do_not_matter() -> None:
    plain = heat()
    one = plain.trajectories[0]
    U = np.stack([each.values[0] for each in plain.trajectories])
    other = liesd.Fields(
        u=1e5 * U + 3e5, t=1e-3 * one.axes[0], x=50 * one.axes[1] + 7, periodic="x"
    )
    found = discover(other, FORM)
    assert (found.dimension, found.verdict) == (8, SURE)


def test_a_given_function_is_asked_exactly() -> None:
    data = heat(growth=0.5)
    found = discover(data, FORM, function=lambda u, u_x, u_xx: u_xx + 0.5 * u)
    assert (found.dimension, found.verdict, found.about) == (5, SURE, "function")
    with pytest.raises(DataError, match="unexplained: the data obey another equation"):
        discover(data, FORM, function=lambda u, u_x, u_xx: u_xx - 3 * u)
    with pytest.raises(FunctionError, match="one per equation"):
        discover(data, FORM, function=lambda u, u_x, u_xx: (u, u_x))
    with pytest.raises(FunctionError, match="write it with torch"):
        discover(data, FORM, function=lambda u: u)


def test_translations_are_found_where_they_are_not_assumed() -> None:
    found = discover(heat(), "u_t = F(t, x, u, u_x, u_xx)")
    assert (found.dimension, found.verdict, found.assumed) == (8, SURE, ())
    assert "assumed" not in str(found)


def test_systems_and_curves() -> None:
    t = np.linspace(0, 2, 81)
    starts = np.random.default_rng(0).normal(size=(60, 4))
    y = curves(lambda _, s: [s[2], s[3], -s[0], -s[1]], starts, t)
    data = liesd.Fields(a=y[:, 0], b=y[:, 1], t=t)
    found = discover(data, "a_tt, b_tt = F(a, b, a_t, b_t)", degree=1)
    assert (found.dimension, found.verdict) == (5, SURE)  # ∂t and all linear maps of (a, b)
    assert "phase rotation of (a, b)" in found.words or found.algebra.dimension == 5


@pytest.mark.parametrize(("degree", "dimension"), [(1, 2), (2, 3), (5, 6)])
def test_the_number_grows_with_the_degree(degree: int, dimension: int) -> None:
    x = np.linspace(0, 2, 61)
    starts = np.abs(np.random.default_rng(0).normal(size=(100, 2)))
    y = curves(lambda _, s: [s[1], -3 * s[0] * s[1] - s[0] ** 3], starts, x)[:, 0]
    data = liesd.Fields(y=y, x=x)
    found = discover(data, "y'' = F(x, y, y')", degree=degree)
    assert (found.dimension, found.verdict) == (dimension, SURE)
    assert found.equation == "y_xx = −3·y·y_x − y³"


def test_straight_lines_have_eight_and_painleve_none() -> None:
    rng, x = np.random.default_rng(0), np.linspace(0, 1.2, 61)
    lines = rng.normal(size=(60, 1)) + rng.normal(size=(60, 1)) * x
    found = discover(liesd.Fields(y=lines, x=x), "y'' = F(x, y, y')")
    assert (found.dimension, found.verdict, found.equation) == (8, SURE, "y_xx = 0")
    starts = rng.uniform(-0.7, 0.2, size=(80, 2))
    y = curves(lambda x, s: [s[1], 6 * s[0] ** 2 + x], starts, x)[:, 0]
    found = discover(liesd.Fields(y=y, x=x), "y'' = F(x, y, y')")
    assert (found.dimension, found.verdict) == (0, SURE)
    assert found.equation == "y_xx = x + 6·y²"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("inverse cube", "y_xx = y⁻³"),
        ("Emden–Fowler", "y_xx = −y² − 2·x⁻¹·y_x"),
        ("Kepler", "x_tt = −x·|(x, y)|⁻³, y_tt = −y·|(x, y)|⁻³"),
    ],
)
def test_right_sides_that_are_no_polynomials(name: str, text: str) -> None:
    task = ODES[name]
    found = discover(task.solve(0, count=80), task.equation)
    assert (found.dimension, found.verdict, found.equation) == (len(task.true), SURE, text)
    assert task.distance(found) <= 1e-5


@pytest.mark.parametrize("task", [HEAT, BURGERS, KDV], ids=lambda one: one.name)
def test_right_sides_may_be_learned(task) -> None:
    found = liesd.discover_equation(task.solve(0), task.equation, learner="kernel")
    assert (found.dimension, found.verdict, found.about) == (len(task.true), SURE, "law")
    assert task.distance(found) <= 1e-4
    assert found.equation == task.equation


def test_learners_are_checked() -> None:
    with pytest.raises(DataError, match="learner must be one of polynomial"):
        discover(heat(), FORM, learner="magic")
    with pytest.raises(DataError, match="either known or learned"):
        discover(heat(), FORM, learner="kernel", function=lambda u, u_x, u_xx: u_xx)


def test_a_library_of_functions() -> None:
    rng, x = np.random.default_rng(0), np.linspace(0, 2, 81)
    y = rng.normal(size=(60, 1)) * np.sin(x) + rng.normal(size=(60, 1)) * np.cos(x)
    waves = ["sin(x)", "cos(x)", "sin(2*x)", "cos(2*x)"]
    library = ["1", "y", *waves, *(f"y*{one}" for one in waves), "y**2*sin(x)", "y**2*cos(x)"]
    found = discover(liesd.Fields(y=y, x=x), "y'' = F(x, y, y')", library=library)
    assert (found.dimension, found.verdict) == (8, SURE)
    assert found.library == tuple(library)
    with pytest.raises(liesd.SpecError, match="not understood"):
        discover(liesd.Fields(y=y, x=x), "y'' = F(y)", library=["eval(y)"])
    with pytest.raises(DataError, match="list of functions"):
        discover(liesd.Fields(y=y, x=x), "y'' = F(y)", library="sin(x)")


def test_what_is_no_data_is_refused() -> None:
    with pytest.raises(DataError, match="liesd.Fields"):
        discover(np.zeros((3, 4)), FORM)
    with pytest.raises(DataError, match="degree"):
        discover(heat(), FORM, degree=-1)


def test_truths_are_expressed_over_the_library() -> None:
    found = express({"x": "2*t", "u": "-x*u"}, ("t", "x", "u"), ("1", "t", "x*u"))
    assert np.allclose(found, [[0, 0, 0], [0, 2, 0], [0, 0, -1]])
    with pytest.raises(ValueError, match="no combination"):
        express({"u": "x**3"}, ("t", "x", "u"), ("1", "x"))


def test_the_same_seed_gives_the_same_bits() -> None:
    one, other = (discover(heat(), FORM, seed=5) for _ in range(2))
    assert all(
        np.array_equal(a.theta, b.theta)
        for a, b in zip(one.generators, other.generators, strict=True)
    )


def test_the_arguments_may_be_left_to_the_library() -> None:
    found = discover(heat(), "u_t")
    assert (found.question, found.equation) == ("u_t = F(u_xx)", "u_t = u_xx")
    assert (found.dimension, found.verdict) == (8, SURE)
    assert "were chosen by held-out trajectories" in str(found)
    with pytest.raises(DataError, match="say what the function depends on"):
        discover(heat(), "u_t", function=lambda u: u)


def test_axes_and_other_functions_are_arguments_too() -> None:
    x = np.linspace(0.5, 2, 61)
    starts = np.random.default_rng(0).normal(size=(40, 2))
    y = curves(lambda x, s: [s[1], x - s[0] ** 2], starts, x)[:, 0]
    found = discover(liesd.Fields(y=y, x=x), "y''", degree=1)
    assert (found.question, found.equation) == ("y_xx = F(x, y)", "y_xx = x − y²")


@pytest.mark.parametrize(
    ("right", "text"),
    [
        (lambda p: (1 + p**2) ** 1.5, "(1 + y_x²)^(1/2) + y_x²·(1 + y_x²)^(1/2)"),
        (lambda p: 1 / (1 + p**2), "(1 + y_x²)⁻¹"),
    ],
)
def test_arcs_are_found(right, text: str) -> None:
    """Of what explains as much, that with the fewest terms is taken."""
    x = np.linspace(0, 0.6, 61)
    starts = np.random.default_rng(0).uniform(-1.0, 0.3, size=(40, 2))
    y = curves(lambda _, s: [s[1], right(s[1])], starts, x)[:, 0]
    found = discover(liesd.Fields(y=y, x=x), "y'' = F(y')", degree=1)
    assert found.equation == f"y_xx = {text}"


def test_functions_of_differences_and_lengths() -> None:
    x = np.linspace(0, 1, 61)
    starts = np.random.default_rng(0).uniform(-1, 1, size=(40, 4))
    y = curves(lambda _, s: [s[2], s[3], -np.exp(s[0] - s[1]), np.exp(s[0] - s[1])], starts, x)
    data = liesd.Fields(y=y[:, 0], z=y[:, 1], x=x)
    found = discover(data, "y'', z'' = F(y, z)", degree=1)
    assert found.equation == "y_xx = −exp(y − z), z_xx = exp(y − z)"
    assert (found.dimension, found.verdict) == (5, SURE)


def test_functions_of_two_axes_are_found_together() -> None:
    """Neither helps alone: u_t = u_xx + cos(x − t)."""
    rng, k = np.random.default_rng(0), np.arange(4)
    t, x = np.linspace(0, 1, 80), 2 * np.pi * np.arange(32) / 32
    size, phase = rng.normal(size=(10, 1, 1, 4)), rng.uniform(0, 6, size=(10, 1, 1, 4))
    free = size * np.exp(-(k**2) * t[:, None, None]) * np.cos(k * x[:, None] + phase)
    driven = (np.cos(x - t[:, None]) - np.sin(x - t[:, None])) / 2
    data = liesd.Fields(u=free.sum(axis=3) + driven, t=t, x=x, periodic="x")
    found = discover(data, "u_t = F(t, x, u_xx)")
    assert found.equation == "u_t = u_xx + sin(t)·sin(x) + cos(t)·cos(x)"
    assert (found.dimension, found.verdict) == (4, SURE)
    assert any("t → t + ε, x → x + ε" in words for words in found.words)


def test_a_truncated_series_is_no_symmetry() -> None:
    """With a small damping a boost is exponential in time: a polynomial is nearly one."""
    law = next(one for one in LAWS if one.name == "burgers_damped")
    data = liesd.Fields(**law.sample(0), axes=("t", "x"), periodic="x")
    found = liesd.discover_equation(data, law.equation)
    assert found.dimension == 2 or found.verdict is not SURE


@pytest.mark.parametrize(
    ("name", "dimension", "text"),
    [
        ("porous_medium_square", 4, "u_t = u²·u_xx + 2·u·u_x²"),
        ("spherical_kdv", 2, "u_t = −u_xxx − u·u_x − t⁻¹·u"),
    ],
)
def test_steps_that_suffice_for_differences_of_high_order(name, dimension: int, text: str) -> None:
    law = next(one for one in OTHERS if one.name == name)
    data = liesd.Fields(**law.sample(0), axes=("t", "x"), periodic="x")
    found = liesd.discover_equation(data, law.equation)
    assert (found.dimension, found.verdict, found.equation) == (dimension, SURE, text)


def test_the_degree_may_be_left_to_the_library() -> None:
    x = np.linspace(0, 2, 61)
    starts = np.abs(np.random.default_rng(0).normal(size=(60, 2)))
    y = curves(lambda _, s: [s[1], -s[0] - s[0] ** 3], starts, x)[:, 0]
    found = discover(liesd.Fields(y=y, x=x), "y'' = F(x, y, y')", degree="auto")
    assert (found.dimension, found.verdict, found.library) == (1, SURE, ("1", "x", "y"))
    assert found.growth == {1: 1, 2: 1, 3: 1}
    lines = liesd.Fields(y=starts[:, :1] + starts[:, 1:] * x, x=x)
    found = discover(lines, "y'' = F(x, y, y')", degree="auto")
    assert found.growth == {1: 6, 2: 8, 3: 8}
    assert count_added(found) == 2
    assert "of these 2, 2, 2 add a solution to others" in str(found)
    with pytest.raises(DataError, match="degree"):
        discover(lines, "y'' = F(x, y, y')", degree="large")


def test_it_is_saved_and_read_back(tmp_path) -> None:
    found = discover(heat(), FORM)
    found.save(tmp_path / "heat.liesd")
    again = liesd.load(tmp_path / "heat.liesd")
    assert isinstance(again, liesd.EquationDiscovery)
    assert str(again) == str(found)
    assert (again.equation, again.library, again.assumed) == (
        found.equation,
        found.library,
        found.assumed,
    )
    assert np.array_equal(again.generators[2].coefficients, found.generators[2].coefficients)
    page = found.report(tmp_path / "heat.html")
    assert "u_t = F(u, u_x, u_xx)" in page.read_text()
