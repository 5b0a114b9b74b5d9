"""Right sides that are sums of a few products of powers."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import liesd
from liesd.differential.fitting.products import collect_products, list_products
from tests.differential.equations import curves

discover = partial(liesd.discover_equation, samples=3000)
SURE = liesd.Verdict.SURE


@pytest.mark.parametrize(
    ("right", "equation", "text", "dimension"),
    [
        (lambda x, y, p: y**1.5 / x, "y'' = F(x, y)", "x⁻¹·y^(3/2)", 1),
        (lambda x, y, p: p**2 / y - p / x, "y'' = F(x, y, y')", "−x⁻¹·y_x + y⁻¹·y_x²", 2),
    ],
)
def test_powers_of_two_arguments_are_found_together(right, equation, text, dimension) -> None:
    """Neither of two features helps without the other."""
    x = np.linspace(1, 2.5, 81)
    starts = np.random.default_rng(0).uniform([0.5, -0.2], [2, 1], size=(40, 2))
    y = curves(lambda x, s: [s[1], right(x, *s)], starts, x)[:, 0]
    found = discover(liesd.Fields(y=y, x=x), equation)
    assert found.equation == f"y_xx = {text}"
    assert (found.dimension, found.verdict) == (dimension, SURE)


def test_each_equation_of_a_system_has_its_own_products() -> None:
    x = np.linspace(0, 1, 81)
    starts = np.random.default_rng(0).uniform([1, 1, -0.3, -0.3], [2, 2, 0.5, 0.5], size=(40, 4))
    y = curves(lambda _, s: [*s[2:], s[0] ** -2 / s[1], s[1] ** -2 / s[0]], starts, x)
    found = discover(liesd.Fields(y=y[:, 0], z=y[:, 1], x=x), "y'', z'' = F(y, z)")
    assert found.equation == "y_xx = y⁻²·z⁻¹, z_xx = y⁻¹·z⁻²"
    assert (found.dimension, found.verdict) == (3, SURE)


def test_products_are_told_from_ones_that_are_much_alike() -> None:
    rng = np.random.default_rng(0)
    z = np.column_stack([rng.uniform(1.2, 2, 1000), rng.normal(size=(1000, 3))])
    u, p, q, r = z.T
    y = -(u**-1.5) * r / 2 + 9 / 4 * u**-2.5 * p * q - 15 / 8 * u**-3.5 * p**3
    products = list_products(z)
    found = {tuple(map(float, products[k])) for k in collect_products(z, y / y.std(), products)}
    assert found == {(-1.5, 0, 0, 1), (-2.5, 1, 1, 0), (-3.5, 3, 0, 0)}


def test_the_simplest_products_are_listed_where_there_are_many() -> None:
    z = np.random.default_rng(0).uniform(1, 2, size=(50, 8))
    products = list_products(z)
    assert len(products) == len(set(products)) == 1000
    assert all(sum(map(abs, one)) <= 3 for one in products)


def test_a_function_with_fewer_terms_is_preferred() -> None:
    """Several powers of y explain exp(y) to many digits."""
    x = np.linspace(0, 0.6, 61)
    starts = np.random.default_rng(0).uniform([0.3, -0.5], [2, 0.3], size=(40, 2))
    y = curves(lambda _, s: [s[1], np.exp(s[0])], starts, x)[:, 0]
    found = discover(liesd.Fields(y=y, x=x), "y'' = F(y)", degree=1)
    assert found.equation == "y_xx = exp(y)"


def test_a_cubic_polynomial_that_leaves_something_is_not_taken() -> None:
    """It explains a pendulum of small amplitude to 0.07 %."""
    x = np.linspace(0, 1, 61)
    starts = np.random.default_rng(0).uniform(-0.7, 0.7, size=(40, 2))
    y = curves(lambda _, s: [s[1], -np.sin(s[0])], starts, x)[:, 0]
    assert discover(liesd.Fields(y=y, x=x), "y'' = F(y)").heldout_error < 1e-6
