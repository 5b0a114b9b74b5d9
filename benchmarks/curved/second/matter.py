"""Matter and instruments: clocks, bridges, reactions, plumes, heat and growth."""

import math

import numpy as np
import torch

from benchmarks.curved.blind.law import Function, Law
from benchmarks.curved.blind.parts import Frame, about, boxes, square
from benchmarks.curved.second.parts import beside, beyond, join, named, normals, shift, still

ONE = np.eye(1)
QUARTZ = Frame((1200.0,), (60.0,))
COUNTER = Frame((52000.0,), (3000.0,))


def clocks(x: torch.Tensor) -> torch.Tensor:
    """How fast a counter runs by a clock, both read at the same two times."""
    a, b = QUARTZ.points(x[:, :2], 2)
    c, d = COUNTER.points(x[:, 2:], 2)
    return (d - c) / (b - a)


ARMS = Frame((2.0, 3.0), (100.0, 100.0))
OTHER_ARMS = Frame((1.5, 0.5), (1000.0, 1000.0))


def bridge(x: torch.Tensor) -> torch.Tensor:
    """The voltage of a bridge of four resistors with leads, and the supply."""
    (u,), (v,) = ARMS.points(x[:, :2], 1), OTHER_ARMS.points(x[:, 2:4], 1)
    one, two = u[:, 1:] / u.sum(dim=1, keepdim=True), v[:, 1:] / v.sum(dim=1, keepdim=True)
    return x[:, 4:] * (one - two)


RATES = Frame((0.0, 0.0), (0.2, 0.2))
START = Frame((8.5,), (5.0,))


def reactions(x: torch.Tensor) -> torch.Tensor:
    """How much of a drug and of what it turns into is left, by two rates and the hour."""
    (k,), (t,) = RATES.points(x[:, :2], 1), START.points(x[:, 2:], 1)
    first, second = torch.exp(-k[:, :1] * t), torch.exp(-k[:, 1:] * t)
    between = k[:, :1] / (k[:, 1:] - k[:, :1]) * (first - second)
    return torch.cat([first, between], dim=1)


PER_PH = -59.16


def acid(x: torch.Tensor) -> torch.Tensor:
    """The charge of an acid with two protons: millivolts of an electrode, and two constants."""
    ph = (x[:, :1] - 410.0) / PER_PH
    one = torch.exp(math.log(10.0) * (ph - x[:, 1:2]))
    two = one * torch.exp(math.log(10.0) * (ph - x[:, 2:]))
    return -(one + 2.0 * two) / (1.0 + one + two)


VALLEY = Frame((2600.0, 1100.0, 45.0), (300.0, 300.0, 300.0))
WIND = (3.0, 4.0, 0.0)


def plume(x: torch.Tensor) -> torch.Tensor:
    """The smell of a leak at a detector, in a steady wind."""
    a, b = VALLEY.points(x, 2)
    r = b - a
    far = square(r).sqrt()
    along = r @ torch.tensor(WIND, dtype=x.dtype)[:, None] / 5.0
    return torch.exp(-2.5 * (far - along)) / far


DAY = 24.0 / (2.0 * math.pi)


def rhythms(x: torch.Tensor) -> torch.Tensor:
    """The rates of three clocks of the body that pull at each other; hours of the day."""
    a, b, c = (x / DAY).split(1, dim=1)
    return torch.cat(
        [
            torch.sin(b - a) + 0.4 * torch.sin(c - a - 0.3),
            0.8 * torch.sin(a - b) + 0.5 * torch.sin(2.0 * (c - b)),
            0.6 * torch.sin(a - c + 0.5) + 0.3 * torch.sin(b - c),
        ],
        dim=1,
    )


def cooling(amount: float) -> Function:
    """How long a body takes from one temperature to another, near a third; it glows as well."""

    def law(x: torch.Tensor) -> torch.Tensor:
        above, below = (x[:, :1] - x[:, 2:]) / 30.0, (x[:, 1:2] - x[:, 2:]) / 30.0
        glow = above**2 - 0.8 * above * below
        return torch.log(above / below) - amount * 0.204 * glow

    return law


def growth(x: torch.Tensor) -> torch.Tensor:
    """How fast wheat grows: by light, which saturates, by warmth and by water in the soil."""
    light, warm, water = x.split(1, dim=1)
    bell = torch.exp(-(((warm - 24.0) / 9.0) ** 2))
    thirst = (water / 0.2) ** 2 / (1.0 + (water / 0.2) ** 2)
    return 30.0 * torch.tanh(light / 500.0) * bell * thirst - 0.08 * warm


LAWS = (
    Law(
        name="clock rate",
        spec="2*affine(s[1]) + 2*affine(t[1]) -> 1",
        field="timing",
        sample=beside(
            QUARTZ.around(((-1.2,), (1.3,)), 0.6), COUNTER.around(((-1.0,), (1.5,)), 0.7)
        ),
        law=clocks,
        true=(
            *beyond(named("s", QUARTZ.translations()), still("t", 1)),
            *beyond(named("t", COUNTER.translations()), still("s", 1)),
            join(*named("s", QUARTZ.linear(ONE)), *named("t", COUNTER.linear(ONE))),
        ),
    ),
    Law(
        name="resistor bridge",
        spec="affine(r[2]) + affine(s[2]) + 1 -> 1",
        field="instruments",
        sample=boxes((240.0, 310.0, 2200.0, 1700.0, 5.0), (120.0, 160.0, 1100.0, 900.0, 1.5)),
        law=bridge,
        true=(
            *beyond(named("r", ARMS.linear(np.eye(2))), still("s", 2)),
            *beyond(named("s", OTHER_ARMS.linear(np.eye(2))), still("r", 2)),
            join(
                *named("r", ARMS.linear(((-1.0, -1.0), (1.0, 1.0)))),
                *named("s", OTHER_ARMS.linear(((-1.0, -1.0), (1.0, 1.0)))),
            ),
        ),
    ),
    Law(
        name="two reactions",
        spec="affine(k[2]) + affine(t[1]) -> 2",
        field="kinetics",
        sample=boxes((0.17, 0.48, 14.0), (0.09, 0.16, 4.0)),
        law=reactions,
        true=(join(*named("k", RATES.linear(np.eye(2))), *named("t", START.linear(-ONE))),),
    ),
    Law(
        name="acid charge",
        spec="shift(p[3]) -> 1",
        field="chemistry",
        sample=boxes((70.0, 4.6, 6.9), (95.0, 0.8, 0.9)),
        law=acid,
        true=(shift("p", PER_PH, 1.0, 1.0),),
    ),
    Law(
        name="smell in wind",
        spec="2*affine(x[3]) -> 1",
        field="environment",
        sample=VALLEY.around(((0.0, 0.0, 0.0), (1.1, 1.4, 0.1)), 0.45),
        law=plume,
        true=(*VALLEY.translations(), *VALLEY.linear(about(WIND))),
    ),
    Law(
        name="body clocks",
        spec="shift(p[3]) -> 3",
        field="biology",
        sample=boxes((12.0, 14.0, 9.0), (12.0, 12.0, 12.0)),
        law=rhythms,
        true=(shift("p", 1.0, 1.0, 1.0),),
    ),
    Law(
        name="cooling time",
        spec="3*affine(t[1]) -> 1",
        field="heat",
        sample=normals((85.0, 50.0, 15.0), ((5.0, 0.0, 3.0), (0.0, 5.0, 3.0), (0.0, 0.0, 4.0))),
        law=cooling(0.2),
        true=named("t", Frame((0.0,), (1.0,)).translations()),
        broken=0.2,
        intact=cooling(0.0),
        remains="the shift of the zero of temperature, of shift and scale",
    ),
    Law(
        name="wheat growth",
        spec="affine(x[3]) -> 1",
        field="agronomy",
        sample=boxes((620.0, 23.0, 0.26), (580.0, 13.0, 0.22)),
        law=growth,
    ),
)
