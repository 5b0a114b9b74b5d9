"""Prolongation: against the textbook formula, and against graphs that are moved."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy
import torch

from liesd.errors import SpecError
from liesd.spec import Poly, Prolonged, Spec, Vector, VectorFields
from liesd.spec.prolonged.taylor import Layout, Series, call

t, x = sympy.symbols("t x")


def textbook(u: sympy.Expr, xi: list, phi: sympy.Expr, power: tuple[int, int]) -> sympy.Expr:
    """φ^K = D_K(φ − Σ ξⁱuᵢ) + Σ ξⁱ u_{K+i} along a function u(t, x)."""
    characteristic = phi - sum(a * u.diff(b) for a, b in zip(xi, (t, x), strict=True))
    moved = characteristic
    higher = u
    for variable, times in zip((t, x), power, strict=True):
        moved, higher = moved.diff(variable, times), higher.diff(variable, times)
    return moved + sum(a * higher.diff(b) for a, b in zip(xi, (t, x), strict=True))


@pytest.mark.parametrize(
    "library", [None, ["1", "sin(x)*u", "exp(t)/x", "u**2", "sqrt(x)", "tanh(u)"]]
)
def test_it_is_the_formula_of_textbooks(library: list[str] | None) -> None:
    u = sympy.sin(x + 2 * t) + t * x**2 / 3 + sympy.Rational(1, 2)
    vector = Vector("z", 3, ("t", "x", "u"))
    base = Poly(vector, 2) if library is None else VectorFields(vector, "own", library)
    action = Prolonged(base, 2, 3)
    W = np.random.default_rng(0).normal(size=(3, base.features))
    functions = [sympy.sympify(one).subs("u", u) for one in base.texts]
    xi_t, xi_x, phi = (sum(w * f for w, f in zip(row, functions, strict=True)) for row in W)
    point = {t: 0.3, x: 1.1}
    jet = [0.3, 1.1]
    for a, b in action.layout.powers:
        jet.append(float(u.diff(t, a, x, b).subs(point)))
    moved = action.field({"z": W}, np.array([jet]))[0]
    wanted = [float(one.subs(point)) for one in (xi_t, xi_x)]
    wanted += [
        float(textbook(u, [xi_t, xi_x], phi, one).subs(point)) for one in action.layout.powers
    ]
    assert np.allclose(moved, wanted, rtol=1e-9)


def test_a_moved_graph_has_the_derivatives_that_the_flow_says() -> None:
    action = Prolonged(Poly(Vector("z", 2, ("x", "y")), 1), 1, 2)
    turn = {"z": np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])}
    angle, slope, start = 0.3, 0.5, 1.2
    jet = np.array([[start, slope * start, slope, 0.0]])  # a straight line through the origin
    moved = action.flow(turn, angle, jet)[0]
    assert moved[2] == pytest.approx(math.tan(math.atan(slope) + angle))
    assert moved[3] == pytest.approx(0.0, abs=1e-9)
    circle = np.array([[0.6, 0.8, -0.75, -1 / 0.8**3]])  # rotations leave it as it is
    there = action.flow(turn, angle, circle)[0]
    assert there[2] == pytest.approx(-there[0] / there[1])
    assert there[3] == pytest.approx(-1 / there[1] ** 3)


def test_series_know_the_derivatives_of_functions() -> None:
    value = torch.tensor([0.7], dtype=torch.float64)
    series = Series.variable(value, 0, Layout(1, 4))
    h = sympy.Symbol("h")
    for name in ("sin", "cos", "exp", "log", "sqrt", "tan", "sinh", "cosh", "tanh"):
        wanted = sympy.series(getattr(sympy, name)(sympy.Rational(7, 10) + h), h, 0, 5).removeO()
        found = call(name, series).coefficients[:, 0].numpy()
        assert np.allclose(found, [float(wanted.coeff(h, k)) for k in range(5)]), name
    assert np.allclose((2.0**series).coefficients, call("exp", series * math.log(2)).coefficients)
    assert np.allclose((1 / series).coefficients, (series**-1).coefficients)


def test_what_cannot_be_prolonged_is_refused() -> None:
    for text in ("prolonged(x[2], 1, 2) -> 1", "prolonged(poly(x[2], 1), 2, 2) -> 1"):
        with pytest.raises(SpecError, match="prolonged|variables"):
            Spec.parse(text)
    own = {"own": [lambda x: x[:, 0], lambda x: x[:, 1]]}
    with pytest.raises(SpecError, match="formulas"):
        Spec.parse("prolonged(fields(x[2], own), 1, 2) -> 1", own)
