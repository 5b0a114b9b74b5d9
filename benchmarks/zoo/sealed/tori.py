"""Several circles or scalings that turn on their own or in step."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.tori import radii, turning
from benchmarks.zoo.matrices import each, number, rotations, unit
from benchmarks.zoo.samples import box, normal

torus = partial(Case, family="tori")

SHARES = (0.3, 0.5, 1.2, -0.4)


def third_harmonic(x: Tensor) -> Tensor:
    """|z|², |w|² and Re(z³ w̄): light w with three times the frequency of z."""
    a, b, c, d = x.T
    r, s = radii(x).T
    locked = (a**3 - 3 * a * b**2) * c + (3 * a**2 * b - b**3) * d
    return (torch.sqrt(1 + r) + 0.4 * s + 0.3 * locked)[:, None]


def four_rings(x: Tensor) -> Tensor:
    r, s, t, u = radii(x).T
    return (torch.log1p(r) + torch.sqrt(1 + 2 * s) + torch.exp(-t / 3) + (0.3 + 0.1 * r) * u)[
        :, None
    ]


def focus_and_saddle(x: Tensor) -> Tensor:
    """z -> z e^{iuv/3}, u -> u e^{|z|²/6}, v -> v e^{−|z|²/6}."""
    a, b, u, v = x.T
    r, angle = x[:, :2].square().sum(1), u * v / 3
    cos, sin, grow = torch.cos(angle), torch.sin(angle), torch.exp(r / 6)
    return torch.stack([a * cos - b * sin, a * sin + b * cos, u * grow, v / grow], dim=1)


CASES = [
    torus(
        name="torus-third-harmonic",
        spec="x[4] -> 1",
        sample=box(4, -1.2, 1.2),
        function=third_harmonic,
        true=each([turning(1, 3)], "x"),
    ),
    torus(
        name="torus-four-rings",
        spec="x[8] -> 1",
        sample=normal(8),
        function=four_rings,
        true=each([A for k in (0, 2, 4, 6) for A in rotations(8, (k, k + 1))], "x"),
    ),
    torus(
        name="torus-focus-and-saddle",
        spec="x[4] -> x",
        sample=box(4),
        function=focus_and_saddle,
        true=each([*rotations(4, (0, 1)), np.diag([0.0, 0.0, 1.0, -1.0])], "x"),
    ),
    torus(
        name="torus-cobb-douglas",
        spec="x[4] -> s[1]",
        sample=box(4, 0.5, 2.0),
        function=lambda x: (x ** torch.tensor(SHARES, dtype=x.dtype)).prod(dim=1, keepdim=True),
        true=[{"x": unit(4, k, k), "s": number(share)} for k, share in enumerate(SHARES)],
    ),
]
