"""Prices, taxes, auctions and portfolios: homogeneous laws with floors, fees and thresholds."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    SQUEEZE,
    Array,
    Generator,
    Inputs,
    Spoil,
    entry,
    keeping,
    make,
    normal,
    on,
    rotations,
    turn,
    uniform,
)

economy = partial(make, "economy_six", "exact")
economy_learned = partial(make, "economy_six", "learned")

ONE = np.eye(1)
NIL = np.zeros((1, 1))
RISK = np.array([[1.0, 0.3, 0.1], [0.3, 0.6, -0.2], [0.1, -0.2, 1.5]])


def powers(names: str, *weights: Sequence[float]) -> tuple[Generator, ...]:
    """Changes of the units of single columns."""
    return tuple({n: w * ONE for n, w in zip(names, row, strict=True)} for row in weights)


def lognormal(count: int, n: int, width: float) -> Inputs:
    """Positive inputs with long tails."""
    return lambda rng: np.exp(width * rng.normal(size=(count, n)))


def relative(part: float) -> Spoil:
    """Noise that is a part of the spread of the outputs."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def tax(s: torch.Tensor) -> torch.Tensor:
    """A tax with three brackets."""
    return 0.15 * s + 0.15 * torch.relu(s - 2.0) + 0.2 * torch.relu(s - 5.0)


def call(x: torch.Tensor) -> torch.Tensor:
    """The price of an option: spot, strike, and volatility over the whole time."""
    spot, strike, v = x[:, 0], x[:, 1], x[:, 2]
    d = (torch.log(spot / strike) + 0.5 * v.square()) / v
    up, down = (0.5 * (1.0 + torch.erf(z / np.sqrt(2.0))) for z in (d, d - v))
    return spot * up - strike * down


def market(count: int) -> Inputs:
    """Spots, strikes and volatilities."""
    return lambda rng: rng.uniform([0.4, 0.4, 0.15], [2.0, 2.0, 0.6], size=(count, 3))


def second(x: torch.Tensor) -> torch.Tensor:
    """The second highest bid."""
    return torch.sort(x, dim=1).values[:, -2]


def risk(x: torch.Tensor) -> torch.Tensor:
    """The variance of a portfolio."""
    return torch.einsum("ni,ij,nj->n", x, torch.from_numpy(RISK), x)


def around_cost() -> Array:
    """The only turn of the form of risk that leaves the first weight alone."""
    c = np.linalg.inv(RISK)[:, 0]
    cross = np.array([[0.0, -c[2], c[1]], [c[2], 0.0, -c[0]], [-c[1], c[0], 0.0]])
    # In the metric of RISK, turning about c: the axial vector of RISK @ A is along c.
    return np.asarray(np.linalg.inv(RISK) @ cross)


def dual(generator: Array) -> Generator:
    """Prices by a matrix; quantities follow by the dual one."""
    return {"p": generator}


CASES = (
    economy(
        "ces-near-cobb-douglas",
        "x[2] -> y[1]",
        lambda x: (0.4 * x[:, 0] ** -0.25 + 0.6 * x[:, 1] ** -0.25) ** -4.0,
        lognormal(3000, 2, 0.9),
        ({"x": EYE, "y": ONE},),
        "Substitution is close to that of a product of powers, but only growth together is exact.",
        decoys=({"x": np.diag([0.6, -0.4]), "y": NIL},),
    ),
    economy(
        "cobb-douglas",
        "x[3] -> 1",
        lambda x: x[:, 0] ** 0.3 * x[:, 1] ** 0.5 * x[:, 2] ** 0.2,
        lognormal(3000, 3, 0.7),
        on("x", [np.diag([5.0, -3.0, 0.0]), np.diag([0.0, 2.0, -5.0])]),
        "A plain product of powers: capital, labour and material replace each other.",
    ),
    economy(
        "capped-contribution",
        "x[2] -> y[1]",
        lambda x: torch.clamp(x[:, 0] * x[:, 1], max=4.0),
        lognormal(4000, 2, 0.6),
        ({"x": SQUEEZE, "y": NIL},),
        "Hours times wage up to a cap that five per cent reach: growth is no longer a power.",
        decoys=({"x": EYE, "y": 2.0 * ONE},),
    ),
    economy(
        "brackets",
        "x[3] -> 1",
        lambda x: tax(x.sum(dim=1)),
        uniform(3000, 3, 0.0, 4.0),
        on("x", keeping((1.0, 1.0, 1.0))),
        "A tax with brackets on the sum of three incomes: kinks, but only the sum counts.",
    ),
    economy(
        "brackets-and-gains",
        "x[3] -> 1",
        lambda x: tax(x[:, 0] + x[:, 1]) + 0.27 * x[:, 2],
        uniform(3000, 3, 0.0, 4.0),
        on("x", keeping((1.0, 1.0, 0.0), (0.0, 0.0, 1.0))),
        "Gains are taxed at a flat rate which is close to the mean rate of the other incomes.",
        decoys=on("x", [np.outer([1.0, 0.0, -1.0], [0.0, 1.0, 0.0])]),
    ),
    economy(
        "subsistence-with-constant",
        "x[3] -> 1",
        lambda x: 0.5 * torch.log(x[:, 0] - x[:, 2]) + 0.3 * torch.log(x[:, 1] - 0.5 * x[:, 2]),
        lambda rng: np.column_stack([rng.uniform(1.5, 6.0, size=(2000, 2)), np.ones(2000)]),
        on(
            "x",
            [
                np.array([[0.3, 0.0, -0.3], [0.0, -0.5, 0.25], [0.0, 0.0, 0.0]]),
                *(np.outer([1.0, 0.5, 1.0], e) for e in np.eye(3)),
            ],
        ),
        "What exceeds the needs counts; a constant column in the block makes shifts possible.",
    ),
    economy(
        "option",
        "x[2]+1 -> y[1]",
        call,
        market(2000),
        ({"x": EYE, "y": ONE},),
        "The price of an option is homogeneous in spot and strike.",
        decoys=({"x": SQUEEZE, "y": NIL},),
    ),
    economy(
        "option-and-fee",
        "x[2]+1 -> y[1]",
        lambda x: call(x) + 0.08,
        market(2000),
        (),
        "A fixed fee on top of a homogeneous price.",
        decoys=({"x": EYE, "y": ONE},),
    ),
    economy(
        "basket",
        "p[3]+p.T -> 1",
        lambda x: (x[:, :3] * x[:, 3:]).sum(dim=1),
        uniform(2000, 6, 0.5, 3.0),
        tuple(dual(entry(3, i, j)) for i in range(3) for j in range(3)),
        "Prices times quantities: every change of goods that quantities follow in the dual way.",
    ),
    economy(
        "basket-with-rebate",
        "p[3]+p.T -> 1",
        lambda x: (x[:, :3] * x[:, 3:]).sum(dim=1) - 0.15 * x[:, 0] * x[:, 3].square(),
        uniform(2000, 6, 0.5, 3.0),
        tuple(dual(entry(3, i, j)) for i in (1, 2) for j in (1, 2)),
        "The first good has a rebate that grows with its quantity.",
        decoys=tuple(dual(entry(3, i, i)) for i in (0,)),
    ),
    economy(
        "second-price",
        "x[3] -> y[1]",
        second,
        uniform(3000, 3, 0.0, 1.0),
        ({"x": np.eye(3), "y": ONE},),
        "The second highest bid of three is homogeneous, and piecewise a single bid.",
        decoys=({"x": np.diag([1.0, 0.0, -1.0]), "y": NIL},),
    ),
    economy(
        "second-price-reserve",
        "x[3] -> y[1]",
        lambda x: torch.clamp(second(x), min=0.2),
        uniform(3000, 3, 0.0, 1.0),
        (),
        "A reserve price that decides one auction in ten.",
        decoys=({"x": np.eye(3), "y": ONE},),
    ),
    economy(
        "portfolio-cost",
        "x[3] -> 1",
        lambda x: risk(x) + 0.3 * x[:, 0],
        normal(3000, 3),
        on("x", [around_cost()]),
        "A form of risk with a small cost of one asset: one of three turns is left.",
        decoys=on("x", [np.linalg.inv(RISK) @ turn(3, 0, 1)]),
    ),
    economy_learned(
        "portfolio",
        "x[3] -> 1",
        risk,
        normal(3000, 3),
        on("x", [np.linalg.inv(RISK) @ k for k in rotations(3)]),
        "The variance of a portfolio, a skew form with three turns of its own.",
        spoil=relative(0.02),
        decoys=on("x", rotations(3)),
    ),
    economy_learned(
        "trade-by-gravity",
        "a[1]+b[1]+d[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 1] ** 0.8 / x[:, 2],
        uniform(3000, 3, 0.5, 2.5),
        powers("abdy", (1, 0, 0, 1), (0, 1, 0, 0.8), (0, 0, 1, -1)),
        "Trade grows with both economies and falls with distance, each as a power.",
        spoil=relative(0.02),
    ),
    economy_learned(
        "trade-with-tariff",
        "a[1]+b[1]+d[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 1] / (x[:, 2] + 1.0) + 0.5 * x[:, 0],
        uniform(3000, 3, 0.5, 2.5),
        powers("abdy", (1, 0, 0, 1)),
        "A fixed cost next to distance and a base that needs no partner leave one power.",
        spoil=relative(0.01),
        decoys=powers("abdy", (0, 1, 0, 1), (0, 0, 1, -1)),
    ),
    economy_learned(
        "option",
        "x[2]+1 -> y[1]",
        call,
        market(3000),
        ({"x": EYE, "y": ONE},),
        "The price of an option from a table of trades.",
        spoil=relative(0.01),
        decoys=({"x": SQUEEZE, "y": NIL},),
    ),
    economy_learned(
        "option-and-fee",
        "x[2]+1 -> y[1]",
        lambda x: call(x) + 0.3 * torch.cos(2.0 * x[:, 0]),
        market(3000),
        (),
        "A fee that comes and goes with the spot, on top of a homogeneous price.",
        spoil=relative(0.01),
        decoys=({"x": EYE, "y": ONE},),
    ),
)
