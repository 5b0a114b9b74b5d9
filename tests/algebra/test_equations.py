"""Names of the algebras of differential equations, from their exact generators."""

from __future__ import annotations

import numpy as np
import pytest

from liesd import LieAlgebra
from liesd.algebra.element import Element
from liesd.experiments.equations.tasks import TASKS, express
from liesd.spec import Poly, Prolonged, Scalar, Spec, Vector

HEAT = [{"t": "1"}, {"x": "1"}, {"t": "2*t", "x": "x"}, {"x": "2*t", "u": "-x*u"}, {"u": "u"}]
CURVED = {"t": "4*t**2", "x": "4*t*x", "u": "-x**2*u-2*t*u"}
ADDED = [{"u": "1"}, {"u": "x"}, {"u": "x**2+2*t"}]
KDV = [{"t": "1"}, {"x": "1"}, {"x": "t", "u": "1"}]


def algebra(fields, coordinates=("t", "x", "u"), variables=2, degree=2, noise=1e-9) -> LieAlgebra:
    base = Poly(Vector("point", len(coordinates), coordinates), degree)
    spec = Spec(Prolonged(base, variables, 2), Scalar(1))
    found = [{"point": express(one, coordinates, base.texts)} for one in fields]
    rng = np.random.default_rng(0)
    for one in found:
        one["point"] = one["point"] + noise * rng.standard_normal(one["point"].shape)
    return LieAlgebra.from_generators(spec, found, noise=10 * noise)


@pytest.mark.parametrize(
    ("fields", "degree", "name"),
    [
        (TASKS["burgers"].true, 2, "sch(1)"),
        (TASKS["kdv"].true, 2, "gal(1) ⋊ ℝ(z=3)"),
        (KDV, 2, "heisenberg(3)"),
        ([{"t": "1"}, {"x": "1"}, {"t": "3*t", "x": "x", "u": "-u"}], 1, "ℝ ⋉ ℝ²(3,1)"),
        ([*HEAT, CURVED], 3, "sch(1)"),
        ([*HEAT[:2], *HEAT[3:]], 2, "bargmann(1)"),
        ([*HEAT, CURVED, *ADDED, {"u": "x**3+6*t*x"}], 3, "sch(1) ⋉ superpositions"),
        ([*HEAT, *ADDED], 2, "bargmann(1) ⋊ ℝ(z=2) ⋉ superpositions"),
    ],
)
def test_names(fields, degree: int, name: str) -> None:
    assert algebra(fields, degree=degree).name == name


@pytest.mark.parametrize(
    ("task", "name", "title"),
    [
        (
            "wave",
            "(so(2,3) ⊕ ℝ) ⋉ superpositions",
            "span of 20 fields, not closed within degree 2, in (so(2,3) ⊕ ℝ) ⋉ superpositions, "
            "where so(2,3) is the conformal algebra",
        ),
        (
            "schroedinger",
            "bargmann(2) ⋊ ℝ(z=2)",
            "bargmann(2) ⋊ ℝ(z=2), the Galilei algebra with mass and a scaling",
        ),
    ],
)
def test_two_dimensions_of_space(task: str, name: str, title: str) -> None:
    coordinates = ("t", "x", "y", "u", "v")[: 4 + (task == "schroedinger")]
    found = algebra(TASKS[task].true, coordinates, 3)
    assert found.name == name
    assert found.title.startswith(f"{title}: three translations, one rotation")
    assert found.margin > 3


def test_a_nickname_is_that_of_its_summand() -> None:
    """Multiples of u beside it are no part of the Poincaré algebra."""
    motions = [{"t": "1"}, {"x": "1"}, {"t": "x", "x": "t"}]
    alone, beside = algebra(motions), algebra([*motions, {"u": "u"}])
    assert alone.title.startswith("e(1,1), the Poincaré algebra: ")
    assert beside.title.startswith("e(1,1) ⊕ ℝ, where e(1,1) is the Poincaré algebra: ")


def test_what_does_not_close_is_called_a_span() -> None:
    """The boost takes x² + 2t to a solution of degree 3."""
    told = algebra([*HEAT, *ADDED]).summary()
    assert told.startswith("span of 8 fields, not closed within degree 2, in bargmann(1)")
    assert told.count("close") == 1
    assert "span" not in algebra(HEAT).summary()


def test_flows_say_where_they_are_of_first_order() -> None:
    """u → u − εx of a moving x is not the whole motion, and t → t + 4εt² has no end."""
    assert "Galilean boost: x → x + εt, u → u + ε" in algebra(KDV).words
    bent = algebra(TASKS["burgers"].true).words
    assert "Galilean boost: x → x + 2εt, u → u − εx − ε²t" in bent
    assert all(one.count("first order") == ("εt²" in one) for one in bent if "boost" not in one)
    assert not any("first order" in one for one in algebra([*HEAT[:3], *ADDED]).words)


def test_words_formula_and_flow_are_of_one_motion() -> None:
    found = algebra(TASKS["burgers"].true)
    place = next(k for k, words in enumerate(found.words) if words.startswith("Galilean"))
    assert found.formulas[place] == found[place].formula == "2t∂x − x∂u"
    base = found.spec.input.base
    step = 0.7 / base.read(found[place])[1, list(base.powers).index((1, 0, 0))]
    t, x, u = np.random.default_rng(0).normal(size=(3, 5))
    moved = base.flow(found[place], 2 * step, np.stack([t, x, u], axis=1))
    boosted = np.stack([t, x + 2 * 0.7 * t, u - 0.7 * x - 0.7**2 * t], axis=1)
    np.testing.assert_allclose(moved, boosted, atol=1e-9)
    opposite = Element(found.spec, -found[place].theta)
    assert (opposite.words, opposite.formula) == (found.words[place], "2t∂x − x∂u")


def test_the_schroedinger_algebra_of_space() -> None:
    axes = ("x", "y", "z")
    shifts = [{one: "1"} for one in ("t", *axes)]
    turns = [{"x": "y", "y": "-x"}, {"y": "z", "z": "-y"}, {"z": "x", "x": "-z"}]
    boosts = [{one: "2*t", "u": f"-{one}"} for one in axes]
    scaling = {"t": "2*t", **{one: one for one in axes}}
    bent = {"t": "t**2", **{one: f"t*{one}" for one in axes}, "u": "-(x**2+y**2+z**2)/4"}
    fields = [*shifts, *turns, *boosts, scaling, bent, {"u": "1"}]
    found = algebra(fields, ("t", *axes, "u"), 4)
    assert (found.dimension, found.name) == (13, "sch(3)")
    without = algebra([*fields[:7], *fields[7:10], {"u": "1"}], ("t", *axes, "u"), 4)
    assert without.name == "bargmann(3)"


def test_what_is_no_superposition_is_not_divided_out() -> None:
    """∂y of y'' = exp(y') is a symmetry like others."""
    fields = [{"x": "1"}, {"y": "1"}, {"x": "x", "y": "y-x"}]
    assert algebra(fields, ("x", "y"), 1, 1).name == "unidentified (dimension 3, solvable)"
    lines = [{"x": "1"}, {"y": "1"}, {"x": "x"}, {"y": "x"}, {"x": "y"}, {"y": "y"}]
    assert algebra(lines, ("x", "y"), 1, 1).name == "aff(2)"


def test_a_wrong_bracket_is_not_named() -> None:
    """A boost with another weight than time and space say belongs to no such algebra."""
    fields = [*KDV, {"t": "3*t", "x": "x", "u": "-2*u"}]
    assert algebra(fields).name.startswith("gal(1)")
    assert not algebra([*KDV, {"t": "3*t", "x": "x", "u": "u"}]).is_closed
