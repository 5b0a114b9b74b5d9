"""Shifts: logarithms of quantities, utilities and times of which only differences matter."""

from collections.abc import Sequence

import numpy as np
import torch

from benchmarks.curved.blind.law import Function, Generator, Law
from benchmarks.curved.blind.parts import boxes


def shifts(name: str, *directions: Sequence[float]) -> tuple[Generator, ...]:
    """Generators that move an unknown along the given directions."""
    return tuple({name: {"b": np.asarray(d, dtype=float)}} for d in directions)


def reaction(x: torch.Tensor) -> torch.Tensor:
    """The yield of A + B = 2 C, catalysed by D, by the logarithms of the concentrations."""
    a, b, c, d = (x[:, k : k + 1] for k in range(4))
    quotient, catalyst = 2.0 * c - a - b - 2.0, d - c + 1.5
    return torch.tanh(0.35 * quotient) + 0.3 * torch.sin(catalyst) * torch.exp(-0.1 * quotient)


def shares(x: torch.Tensor) -> torch.Tensor:
    """The market shares of two of four goods, by their utilities."""
    return torch.softmax(x, dim=1)[:, :2]


def cases(amount: float) -> Function:
    """How likely three cases, by place and day, are to be one outbreak; it may have a season."""

    def law(x: torch.Tensor) -> torch.Tensor:
        place, day = x[:, 0::2] / 20.0, (x[:, 1::2] - 90.0) / 30.0
        far = (place[:, 1:] - place[:, :1]) ** 2
        late = (day[:, 1:] - day[:, :1]) ** 2
        linked = torch.exp(-0.5 * far - 0.3 * late).sum(dim=1, keepdim=True)
        return linked + amount * 0.28 * torch.sin(1.3 * day).sum(dim=1, keepdim=True)

    return law


def membrane(amount: float) -> Function:
    """The voltage of a membrane, by log concentrations outside and inside, and temperature."""

    def law(x: torch.Tensor) -> torch.Tensor:
        potassium, sodium = torch.exp(x[:, 0:1]), torch.exp(x[:, 1:2])
        inner, salt = torch.exp(x[:, 2:3]), torch.exp(x[:, 3:4])
        ratio = (potassium + 0.3 * sodium) / (inner + 0.3 * salt)
        pump = amount * 0.95 * torch.tanh(x[:, 3:4] - 2.5 + 0.4 * (x[:, 0:1] - 1.5))
        return (x[:, 4:5] / 300.0) * torch.log(ratio) + pump

    return law


def friction(x: torch.Tensor) -> torch.Tensor:
    """The friction of a pipe, by logs of density, speed, diameter, viscosity and roughness."""
    density, speed, width, viscosity, rough = (x[:, k : k + 1] for k in range(5))
    reynolds = density + speed + width - viscosity - 15.0
    grain = rough - width + 5.0
    turbulent = torch.sigmoid(1.2 * reynolds)
    return turbulent * (0.5 + 0.4 * torch.tanh(grain)) + 0.4 * torch.exp(-0.5 * reynolds)


LAWS = (
    Law(
        name="reaction",
        spec="shift(s[4]) -> 1",
        field="thermodynamics",
        sample=boxes((-1.0, 0.5, 1.0, -0.3), (1.2, 0.8, 1.0, 1.0)),
        law=reaction,
        true=shifts("s", (1.0, -1.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0)),
    ),
    Law(
        name="market shares",
        spec="shift(w[4]) -> 2",
        field="economics",
        sample=boxes((11.0, 11.4, 10.7, 11.2), (1.2, 1.0, 1.3, 0.9)),
        law=shares,
        true=shifts("w", (1.0, 1.0, 1.0, 1.0)),
    ),
    Law(
        name="linked cases",
        spec="3*shift(x[2]) -> 1",
        field="epidemiology",
        sample=boxes((240.0, 90.0, 245.0, 100.0, 238.0, 85.0), (12.0, 20.0) * 3),
        law=cases(0.2),
        true=shifts("x", (1.0, 0.0)),
        broken=0.2,
        intact=cases(0.0),
        remains="the shift of places, not that of days",
    ),
    Law(
        name="membrane",
        spec="shift(c[4]) + 1 -> 1",
        field="physiology",
        sample=boxes((1.5, 4.5, 4.5, 2.5, 300.0), (0.9, 0.6, 0.5, 0.8, 15.0)),
        law=membrane(0.2),
        broken=0.2,
        intact=membrane(0.0),
        remains="nothing: the pump breaks the common dilution",
    ),
    Law(
        name="pipe friction",
        spec="shift(q[5]) -> 1",
        field="fluids",
        sample=boxes((7.0, 1.0, -1.0, -8.0, -6.0), (0.3, 0.9, 0.5, 0.6, 0.9)),
        law=friction,
        true=shifts(
            "q",
            (1.0, 0.0, 0.0, 1.0, 0.0),
            (0.0, 1.0, 0.0, 1.0, 0.0),
            (0.0, 0.0, 1.0, 1.0, 1.0),
        ),
    ),
)
