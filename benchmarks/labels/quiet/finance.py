"""Laws from finance: a signal on a basket of returns, and the choice among three holdings."""

import numpy as np

from benchmarks.labels.law import Array, Law
from benchmarks.labels.quiet.algebra import blind_to, soft

SPREAD = np.array([1.0, -0.7, 0.5])
DRIFT = np.array([0.4, 0.9, 0.8])


def sample_returns(rng: np.random.Generator, count: int) -> Array:
    """Draw the returns of three assets that move partly together."""
    common = rng.normal(0.0, 0.5, (count, 1))
    return np.clip(common + rng.normal(0.0, 0.9, (count, 3)), -2.8, 2.8)


def basket(x: Array) -> Array:
    """Return the log-odds of a trade when only one spread matters."""
    spread = x @ SPREAD
    return soft(3.0 * spread + 0.9 * spread**2 - 0.7)


def basket_with_drift(x: Array) -> Array:
    """Return the log-odds of a trade when the spread is weighed against a drift."""
    return soft(2.4 * (x @ SPREAD) ** 2 + 2.4 * (x @ DRIFT) - 2.2)


def sample_holdings(rng: np.random.Generator, count: int) -> Array:
    """Draw the values of three holdings."""
    return np.exp(rng.uniform(-1.3, 1.3, (count, 3)))


def shares(x: Array) -> Array:
    """Return one logit for each holding from its share of the whole."""
    return soft(12.5 * x / x.sum(axis=1, keepdims=True), 11.0)


def shares_and_size(x: Array) -> Array:
    """Return one logit for each holding when the size of the whole also matters."""
    size = x.sum(axis=1) - 4.0
    tilt = np.column_stack([1.5 * size, np.zeros(len(x)), 0.6 * size**2 - 1.6])
    return soft(shares(x) + tilt, 10.0)


LAWS = (
    Law(
        "basket-spread",
        "x[3] -> label",
        sample_returns,
        basket,
        tuple({"x": matrix} for matrix in blind_to(SPREAD[None])),
    ),
    Law(
        "basket-spread-and-drift",
        "x[3] -> label",
        sample_returns,
        basket_with_drift,
        tuple({"x": matrix} for matrix in blind_to(np.stack([SPREAD, DRIFT]))),
    ),
    Law("holding-shares", "x[3] -> label", sample_holdings, shares, ({"x": np.eye(3)},)),
    Law("holding-shares-and-size", "x[3] -> label", sample_holdings, shares_and_size, ()),
)
