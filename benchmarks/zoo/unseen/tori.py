"""Several circles or scalings that turn on their own or in step."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.families.tori import radii, turning
from benchmarks.zoo.matrices import each, rotations
from benchmarks.zoo.samples import box, normal, shell
from benchmarks.zoo.smooth import squares

torus = partial(Case, family="tori")

KERR = np.array([[0.5, 0.3, 0.1], [0.2, -0.4, 0.3], [0.0, 0.4, 0.2]])


def spiral_arms(x: Tensor) -> Tensor:
    """How bright a galaxy with two arms is: they wind as the logarithm of the radius."""
    a, b = x.T
    size = squares(x)[:, 0]
    wound = 1.5 * torch.log(size)
    wave = ((a**2 - b**2) * torch.cos(wound) + 2 * a * b * torch.sin(wound)) / size
    return torch.exp(0.7 * wave)[:, None]


def josephson(x: Tensor) -> Tensor:
    """The energy of two superconductors with a weak link: |z|², |w|², and z w̄ in some phase."""
    a, b, c, d = x.T
    r, s = radii(x).T
    link = 0.4 * (a * c + b * d) + 0.3 * (b * c - a * d)
    return (torch.log1p(r) + torch.sqrt(1 + 2 * s) + link)[:, None]


def two_to_three(x: Tensor) -> Tensor:
    """Two planets, of which one goes round three times while the other does so twice."""
    a, b, c, d = x.T
    r, s = radii(x).T
    thrice = a**3 - 3 * a * b**2, 3 * a**2 * b - b**3
    twice = c**2 - d**2, 2 * c * d
    locked = thrice[0] * twice[0] + thrice[1] * twice[1]
    return torch.stack([torch.sqrt(1 + r) + s / 3, 0.4 * locked + r * s / 4], dim=1)


def five_modes(x: Tensor) -> Tensor:
    """The energy of five modes of light, two of which shift each other."""
    r, s, t, u, v = radii(x).T
    apart = torch.log1p(r) + torch.sqrt(1 + 2 * s) - 2 * torch.exp(-t / 3) + 0.4 * u + v**2 / 12
    return (apart + 0.1 * r * v)[:, None]


def kerr(x: Tensor) -> Tensor:
    """Three beams in glass, each of which shifts the phases of all."""
    angle = radii(x) @ torch.from_numpy(KERR).T
    re, im = x[:, ::2], x[:, 1::2]
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([re * cos - im * sin, re * sin + im * cos], dim=2).flatten(1)


def quotient(x: Tensor) -> Tensor:
    """How far the reaction of a and b to c and twice d has gone."""
    a, b, c, d = x.T
    return (c * d**2 / (a * b + c * d**2))[:, None]


CASES = [
    torus(
        name="torus-spiral-arms",
        spec="x[2] -> 1",
        sample=shell(2, 0.5),
        function=spiral_arms,
        true=each([rotations(2)[0] + np.eye(2) / 1.5], "x"),
    ),
    torus(
        name="torus-josephson",
        spec="x[4] -> 1",
        sample=normal(4),
        function=josephson,
        true=each([turning(1, 1)], "x"),
    ),
    torus(
        name="torus-two-to-three",
        spec="x[4] -> 2",
        sample=box(4, -1.2, 1.2),
        function=two_to_three,
        true=each([turning(2, 3)], "x"),
    ),
    torus(
        name="torus-five-modes",
        spec="x[10] -> 1",
        sample=normal(10),
        function=five_modes,
        true=each([A for k in range(0, 10, 2) for A in rotations(10, (k, k + 1))], "x"),
    ),
    torus(
        name="torus-kerr",
        spec="x[6] -> x",
        sample=box(6, -1.2, 1.2),
        function=kerr,
        true=each([A for k in range(0, 6, 2) for A in rotations(6, (k, k + 1))], "x"),
    ),
    torus(
        name="torus-quotient",
        spec="x[4] -> 1",
        sample=box(4, 0.5, 2.0),
        function=quotient,
        true=each([np.diag(w) for w in ([1.0, -1, 0, 0], [1.0, 0, 1, 0], [0.0, 0, 2, -1])], "x"),
    ),
]
