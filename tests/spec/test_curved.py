"""Curved actions: the language, refusals, brackets, libraries, formulas and charts."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import liesd
from liesd import Affine, Poly, Shift, Spec, SpecError, Vector, VectorFields
from liesd.spec.commutant import CommutingMaps
from liesd.spec.polynomial import list_powers

seeds = st.integers(0, 2**32 - 1)
x2, x3 = Vector("x", 2), Vector("x", 3)
TRIG = {"trig": ["1", "sin(x0)", "cos(x0)"]}


def test_texts_and_python_say_the_same() -> None:
    assert Spec.parse("5*affine(x[3]) -> 5*x") == 5 * Affine(x3) >> 5 * x3
    assert Spec.parse("2*shift(x[2])+1 -> shift(x)") == 2 * Shift(x2) + 1 >> Shift(x2)
    assert Spec.parse("4*poly(x[2], 2) -> 1") == 4 * Poly(x2, 2) >> 1
    assert Spec.parse("fields(x[2], trig) -> 1", TRIG) == (
        VectorFields(x2, "trig", TRIG["trig"]) >> 1
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("affine(x[2])*y[2] -> 1", "no tensor product"),
        ("poly(x[2], 2)*affine(y[2]) -> 1", "no tensor product"),
        ("affine(x[2]).T -> 1", "has no dual"),
        ("poly(x[2], 2).T -> 1", "has no dual"),
        ("affine(x[2])+shift(x) -> 1", "used with two sizes"),
        ("poly(x[2], 2) -> x", "used with two sizes"),
        ("affine(2*x[2]) -> 1", "moves one named space"),
        ("poly(x[2], x) -> 1", "degree of x"),
        ("fields(x[2], trig) -> 1", "no dictionary"),
        ("fields(x[2]) -> 1", "does not take these arguments"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SpecError, match=reason):
        Spec.parse(text)


def test_affine_shares_its_matrix_with_the_plain_name() -> None:
    spec = Spec.parse("2*affine(x[2]) -> x")
    theta = {"x": np.array([[0.0, -1.0], [1.0, 0.0]]), "shift(x)": np.array([3.0, 4.0])}
    points = np.array([[1.0, 0.0, 0.0, 2.0]])
    assert np.allclose(spec.input.field(theta, points), [[3.0, 5.0, 1.0, 4.0]])
    assert np.allclose(spec.output.field(theta, points[:, :2]), [[0.0, 1.0]])


def test_libraries_are_ordered_by_degree() -> None:
    spec = Spec.parse("poly(x[2], 2)+affine(q1[2])+shift(z[1])+v[2] -> 1")
    assert spec.library("x") == ("1", "x0", "x1", "x0**2", "x0*x1", "x1**2")
    assert spec.library("q1") == ("1", "q1_0", "q1_1")
    assert (spec.library("z"), spec.library("v")) == (("1",), ("v0", "v1"))
    with pytest.raises(SpecError, match="no name 'u'"):
        spec.library("u")


def test_coefficients_are_accepted_in_place_of_matrix_and_shift() -> None:
    spec = Spec.parse("2*affine(x[2]) -> 1")
    table = np.arange(6.0).reshape(2, 3)
    both = spec.pack({"x": table[:, 1:], "shift(x)": table[:, 0]})
    assert np.array_equal(spec.pack({"x": table}), both)
    assert np.array_equal(spec.tabulate(spec.unpack(both))["x"], table)


@given(seeds)
def test_brackets_of_polynomial_fields_satisfy_jacobi(seed: int) -> None:
    spec = Poly(x2, 4) >> 1
    rng = np.random.default_rng(seed)
    low = np.array([sum(power) <= 2 for power in list_powers(2, 4)])
    a, b, c = (rng.normal(size=(3, 2, 15)) * low).reshape(3, -1)
    cycle = [(a, b, c), (b, c, a), (c, a, b)]
    total = sum(spec.bracket(one, spec.bracket(two, three)) for one, two, three in cycle)
    assert np.abs(np.asarray(total)).max() < 1e-10 * (1 + np.abs([a, b, c]).max() ** 3)
    assert spec.remainder(a, spec.bracket(b, c)) == 0


@given(seeds)
def test_brackets_of_affine_fields_satisfy_jacobi(seed: int) -> None:
    spec = Affine(x3) >> 1
    a, b, c = np.random.default_rng(seed).normal(size=(3, 12))
    cycle = [(a, b, c), (b, c, a), (c, a, b)]
    total = sum(spec.bracket(one, spec.bracket(two, three)) for one, two, three in cycle)
    assert np.abs(np.asarray(total)).max() < 1e-10


def test_a_bracket_may_leave_the_dictionary() -> None:
    spec = Poly(Vector("x", 1), 2) >> 1
    one, x, square = np.eye(3)
    assert np.allclose(spec.bracket(square, one), 2 * x)
    assert spec.remainder(square, one) == 0
    wide = Poly(x2, 2) >> 1
    a, b = np.zeros((2, 2, 6))
    a[0, 5], b[1, 3] = 1.0, 1.0  # x1² ∂0 and x0² ∂1: their bracket has degree 3
    assert wide.remainder(a.ravel(), b.ravel()) > 1
    waves = Spec.parse("fields(x[1], trig) -> 1", {"trig": ["1", "sin(x)", "cos(x)"]})
    shift, sine, cosine = np.eye(3)
    assert np.allclose(waves.bracket(sine, shift), cosine, atol=1e-9)
    assert np.allclose(waves.bracket(sine, cosine), shift, atol=1e-9)
    less = Spec.parse("fields(x[1], trig) -> 1", {"trig": ["1", "sin(x)"]})
    assert less.remainder(*np.eye(2)) > 0.1


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1", 1.0),
        ("-x0**2 + 3*x1/2", -4 + 4.5),
        ("sin(x0)*exp(-x1)", np.sin(2) * np.exp(-3)),
        ("x0^2", 4.0),
        ("sqrt(abs(x1))", np.sqrt(3)),
    ],
)
def test_formulas_are_what_they_say(formula: str, value: float) -> None:
    action = VectorFields(x2, "mine", [formula])
    lifted = action.lift(torch.tensor([[2.0, 3.0]], dtype=torch.float64))
    assert np.allclose(lifted.numpy(), [[value]])


@pytest.mark.parametrize(
    "formula", ["__import__('os')", "x0.real", "x2", "sin(x0, x1)", "lambda: 1", "x0 if x1 else 1"]
)
def test_formulas_are_never_run_as_code(formula: str) -> None:
    with pytest.raises(SpecError, match=r"is not understood|no formula"):
        VectorFields(x2, "mine", [formula])


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([], "list of functions"),
        (3, "list of functions"),
        ([lambda x: x[:, 0], lambda x: x], r"three samples gave"),
        ([lambda x: x[:, 7]], "fails on a batch"),
        ([lambda x: 1.0], "not a torch tensor"),
    ],
)
def test_dictionaries_that_do_not_work_are_refused(given: object, reason: str) -> None:
    with pytest.raises(SpecError, match=reason):
        Spec.parse("fields(x[2], mine) -> 1", {"mine": given})


def test_whole_vector_fields_have_one_number_each() -> None:
    turn = {"turn": lambda x: torch.stack([-x[:, 1], x[:, 0]], dim=1), "grow": lambda x: x}
    spec = Spec.parse("fields(x[2], mine) -> 1", {"mine": turn})
    assert (spec.unknowns, spec.library("x")) == ({"x": (2,)}, ("turn", "grow"))
    moved = spec.input.flow({"x": np.array([np.pi / 2, 0.0])}, 1.0, np.array([[1.0, 0.0]]))
    assert np.allclose(moved, [[0.0, 1.0]], atol=1e-9)


def test_a_sample_that_goes_to_infinity_does_not_stop_the_others() -> None:
    action = Poly(Vector("x", 1), 2)
    theta = {"x": np.array([[0.0, 0.0, 1.0]])}  # x' = x², x(t) = x / (1 − t x)
    moved = action.flow(theta, 1.0, np.array([[0.5], [2.0], [-3.0]]))
    assert np.allclose(moved[[0, 2]], [[1.0], [-0.75]])
    assert np.isinf(moved[1]).all()


@pytest.mark.parametrize(
    ("text", "basis", "constraint"),
    [
        ("3*affine(x[2]) -> x", 2, 0.0),  # differences of points
        ("3*affine(x[2]) -> affine(x)", 2, 1.0),  # weights that add up to one
        ("2*shift(x[2]) -> 1", 2, None),  # linear in the difference
    ],
)
def test_commuting_maps_of_points(text: str, basis: int, constraint: float | None) -> None:
    spec = Spec.parse(text)
    first, others = CommutingMaps(spec).basis()
    assert len(others) == basis
    rng = np.random.default_rng(0)
    theta = {name: rng.normal(size=shape) for name, shape in spec.unknowns.items()}
    x = rng.normal(size=(4, spec.input.dim))
    for T in (first, *(first + one for one in others)):
        wanted = spec.output.field(theta, x @ T.numpy().T)
        assert np.allclose(spec.input.field(theta, x) @ T.numpy().T, wanted, atol=1e-10)
        if constraint is not None:
            assert np.isclose(T.numpy()[0, ::2].sum(), constraint)


def test_curved_maps_commute_with_none() -> None:
    assert not CommutingMaps(Spec.parse("2*poly(x[2], 2) -> 1"))
    assert not CommutingMaps(Spec.parse("2*affine(x[2]) -> 1"))


def test_specs_travel() -> None:
    spec = Spec.parse("2*affine(x[2])+fields(y[2], trig) -> 1", {"trig": ["1", "y0"]})
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert set(spec.dictionary) == {"trig"}
    assert liesd.requirements(spec).unknowns == 10
