"""What the summary of an equation says, and what it does not claim."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import liesd
from liesd.differential.fitting.model import Given
from liesd.differential.grammar import parse
from liesd.differential.result import EquationDiscovery
from liesd.experiments.equations import solvers
from tests.differential.equations import heat

FORM = "u_t = F(u, u_x, u_xx)"
LINEAR = "infinite-dimensional (superposition of solutions); only the part"


@cache
def discover_heat(growth: float = 0.0) -> EquationDiscovery:
    return liesd.discover_equation(heat(growth), FORM, samples=2000)


def test_the_headline_says_what_was_looked_for() -> None:
    first = str(discover_heat()).splitlines()[0]
    assert "8 point symmetries with polynomial coefficients of degree ≤ 2, to within" in first
    assert first.endswith("(30 unknown numbers, 2,000 of 40,960 points).")
    library = ["1", "t", "x", "u", "exp(t)"]
    found = liesd.discover_equation(heat(1.0), FORM, library=library, samples=2000)
    assert f"{found.dimension} point symmetries in the given library, to" in str(found)
    assert f"{LINEAR} in the given library is listed" in str(found)


def test_a_linear_equation_has_more_than_is_listed() -> None:
    assert f"the equation is linear, so its full symmetry algebra is {LINEAR}" in str(
        discover_heat()
    )
    assert f"{LINEAR} within degree 2 is listed" in str(discover_heat(0.1))


def test_superpositions_are_not_claimed_of_others() -> None:
    """KdV is not linear, and a linear equation of curves has solutions of two parameters only."""
    kdv = solvers.solve_kdv(0, points=128, steps=200)
    x, rng = np.linspace(0, 1, 50), np.random.default_rng(0)
    lines = rng.normal(size=(40, 1)) + rng.normal(size=(40, 1)) * x
    for data, form in (
        (kdv, "u_t = F(u, u_x, u_xx, u_xxx)"),
        (liesd.Fields(y=lines, x=x), "y'' = F(x, y, y')"),
    ):
        assert LINEAR not in str(liesd.discover_equation(data, form, samples=2000))


@pytest.mark.parametrize(
    ("function", "is_linear"),
    [
        (lambda x, u, u_xx: u_xx, True),
        (lambda x, u, u_xx: x**2 * u_xx - u / (1 + x**2) + x.sin(), True),
        (lambda x, u, u_xx: 0 * u, True),
        (lambda x, u, u_xx: u_xx + 0.001 * u**2, False),
        (lambda x, u, u_xx: u_xx**2 / (1 + u_xx.abs()), False),
        (lambda x, u, u_xx: u_xx.abs(), False),
    ],
)
def test_linear_is_what_takes_means_to_means(function, is_linear: bool) -> None:
    asked = parse("u_t = F(x, u, u_xx)", ("t", "x"), ("u",))
    jets = np.random.default_rng(0).normal(size=(600, 8))
    assert (Given(asked, function).measure_bend(jets) < 1e-12) is is_linear


def test_a_truncated_series_is_told_as_what_it_may_be() -> None:
    """Solutions exp(0.01 t) of u_t = u_xx + 0.01 u are nearly polynomials."""
    hint = "may be that of a truncated symmetry that is not polynomial: try library=[...]"
    found = discover_heat(0.01)
    assert (found.dimension, found.verdict) == (5, liesd.Verdict.SURE)
    assert found.next_best.law_defect < 1e-2
    assert hint in str(found)
    assert "truncated" not in str(discover_heat())
