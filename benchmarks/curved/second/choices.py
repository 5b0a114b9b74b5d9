"""Choices: prices, colours, distances that were learned, hunting and shopping."""

import math

import numpy as np
import torch

from benchmarks.curved.blind.law import Function, Law
from benchmarks.curved.blind.parts import Frame, about, boxes, square
from benchmarks.curved.second.parts import beside, beyond, cloud, join, named, normals, still

ONE = np.eye(1)
PRICE = Frame((0.0,), (10.0,))
SWING = Frame((0.4,), (10.0,))


def option(x: torch.Tensor) -> torch.Tensor:
    """The price of an option on a spread that is normal: forward, strike and deviation."""
    forward, strike = PRICE.points(x[:, :2], 2)
    (swing,) = SWING.points(x[:, 2:], 1)
    d = (forward - strike) / swing
    below = 0.5 * torch.erfc(-d / math.sqrt(2.0))
    density = torch.exp(-0.5 * d**2) / math.sqrt(2.0 * math.pi)
    return PRICE.back((forward - strike) * below + swing * density)


CAMERA = Frame((64.0, 70.0, 60.0), (120.0, 100.0, 140.0))
GREY = (1.0, 1.0, 1.0)
SECTOR = ((1.0, -0.5, -0.5), (0.0, math.sqrt(0.75), -math.sqrt(0.75)))


def hue(x: torch.Tensor) -> torch.Tensor:
    """The hue of a colour, as a cosine and a sine; counts of a camera with black levels."""
    (u,) = CAMERA.points(x, 1)
    chroma = u @ torch.tensor(SECTOR, dtype=x.dtype).T
    return chroma / square(chroma).sqrt()


def colours(rng: np.random.Generator, n: int) -> np.ndarray:
    """Reds and oranges, in bright light and in dim."""
    paint = np.array([0.8, 0.4, 0.25]) + rng.uniform(-0.13, 0.13, (n, 3))
    return CAMERA.origin + CAMERA.units * rng.uniform(0.5, 1.5, (n, 1)) * paint


TASTE = Frame((35.0, 170.0, 70.0), (8.0, 10.0, 12.0))
SHEAR = np.array([[1.0, 0.3, -0.2], [0.0, 0.9, 0.5], [0.0, 0.0, 1.1]])
KEPT = np.linalg.solve(SHEAR, about((1.0, 0.0, 0.0)) @ SHEAR)


def alike(amount: float) -> Function:
    """How alike two patients are by a learned distance, and by one number more than the rest."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b = TASTE.points(x, 2)
        d = (a - b) @ torch.as_tensor(SHEAR).T
        more = d[:, :1] ** 2 * torch.exp(-0.2 * d[:, :1] ** 2)
        return torch.exp(-0.3 * square(d)) + amount * 0.416 * more

    return law


def hunting(x: torch.Tensor) -> torch.Tensor:
    """What wolves catch: they get sated by the deer, and in each other's way."""
    deer, wolves = x[:, :1] / 100.0, x[:, 1:] / 10.0
    return 6.0 * deer**2 * wolves / (1.0 + 0.8 * deer**2 + 0.6 * wolves**2 + 0.3 * deer)


def shopping(x: torch.Tensor) -> torch.Tensor:
    """What a shopper gains from three goods, two of them alike, who may also stay at home."""
    a, b, c = x.split(1, dim=1)
    both = (torch.exp(2.0 * a) + torch.exp(2.0 * b)).sqrt()
    return torch.log(1.0 + both + torch.exp(c))


NET = np.random.default_rng(20).normal(size=(4, 12))
NET_BIAS = np.random.default_rng(21).normal(size=12)
NET_OUT = np.random.default_rng(22).normal(size=12)


def network(x: torch.Tensor) -> torch.Tensor:
    """A small network that nobody has trained, of two points."""
    hidden = torch.tanh(x @ torch.as_tensor(NET) + torch.as_tensor(NET_BIAS))
    return (hidden @ torch.as_tensor(NET_OUT))[:, None]


LAWS = (
    Law(
        name="normal option",
        spec="2*affine(s[1]) + affine(v[1]) -> s",
        field="finance",
        sample=beside(
            normals((6.0, 4.0), ((7.0, 3.0), (0.0, 7.0))),
            boxes((9.0,), (4.5,)),
        ),
        law=option,
        true=(
            *beyond(named("s", PRICE.translations()), still("v", 1)),
            join(*named("s", PRICE.linear(ONE)), *named("v", SWING.linear(ONE))),
        ),
    ),
    Law(
        name="hue",
        spec="affine(c[3]) -> 2",
        field="colour",
        sample=colours,
        law=hue,
        true=named(
            "c",
            (
                CAMERA.affine(np.zeros((3, 3)), GREY),
                *CAMERA.linear(np.eye(3), *(np.outer(GREY, row) for row in np.eye(3))),
            ),
        ),
    ),
    Law(
        name="alike patients",
        spec="2*affine(x[3]) -> 1",
        field="machine learning",
        sample=cloud(TASTE, ((0.0, 0.0, 0.0), (0.4, -0.2, 0.3)), 0.8, 0.6),
        law=alike(0.05),
        true=(*TASTE.translations(), *TASTE.linear(KEPT)),
        broken=0.05,
        intact=alike(0.0),
        remains="the translations and one rotation, of se(3) in a sheared frame",
    ),
    Law(
        name="hunting",
        spec="affine(n[2]) -> 1",
        field="ecology",
        sample=boxes((150.0, 16.0), (130.0, 14.0)),
        law=hunting,
    ),
    Law(
        name="shopping",
        spec="shift(z[3]) -> 1",
        field="economics",
        sample=normals((0.2, -0.3, 0.1), (1.0, 1.0, 1.0)),
        law=shopping,
    ),
    Law(
        name="untrained network",
        spec="2*poly(x[2], 2) -> 1",
        field="machine learning",
        sample=normals((0.3, -0.2, 0.0, 0.4), (1.0, 0.8, 1.0, 1.2)),
        law=network,
    ),
)
