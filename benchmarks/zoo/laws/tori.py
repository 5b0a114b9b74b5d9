"""Several circles, or hyperbolas, that turn on their own or in step."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import radii, squares
from benchmarks.zoo.matrices import (
    J,
    conjugate,
    each,
    generic,
    number,
    planes,
    rotations,
    turning,
    unit,
)
from benchmarks.zoo.samples import box, normal, shell

law = Family(__name__)


@law("torus-two", "x[4] -> 1", normal(4), true=each([turning(1, 0), turning(0, 1)], "x"))
def two(x: Tensor) -> Tensor:
    """A function of the radii in two planes."""
    r, s = radii(x).T
    return (torch.log1p(r) + torch.sqrt(1 + s) + 0.1 * r * s)[:, None]


@law("torus-three", "x[6] -> 2", normal(6), true=each(planes(6), "x"))
def three(x: Tensor) -> Tensor:
    """Two functions of the radii in three planes."""
    r, s, t = radii(x).T
    return torch.stack([torch.log1p(r) * torch.sqrt(1 + s), torch.exp(-t / 3) + s / 3], dim=1)


@law("torus-resonance", "x[4] -> 1", box(4), true=each([turning(1, 2)], "x"))
def resonance(x: Tensor) -> Tensor:
    """|z|², |w|² and Re(z² w̄): w turns twice as fast as z."""
    a, b, c, d = x.T
    r, s = radii(x).T
    locked = (a**2 - b**2) * c + 2 * a * b * d
    return (torch.log1p(r) + 0.3 * s + 0.4 * locked)[:, None]


SKEW = generic(31, 4)


@law(
    "torus-skew",
    "x[4] -> 2",
    normal(4),
    true=each(conjugate(np.linalg.inv(SKEW), [turning(1, 0), turning(0, 1)]), "x"),
)
def skew(x: Tensor) -> Tensor:
    """The radii in two planes of skew coordinates."""
    return radii(x @ torch.from_numpy(SKEW).T)


@law(
    "torus-hyperbolas",
    "x[4] -> 2",
    box(4),
    true=each([np.diag([1.0, -1.0, 0.0, 0.0]), np.diag([0.0, 0.0, 1.0, -1.0])], "x"),
)
def hyperbolas(x: Tensor) -> Tensor:
    """Two products, one per pair of coordinates."""
    return torch.stack([x[:, 0] * x[:, 1], x[:, 2] * x[:, 3]], dim=1)


@law(
    "torus-product",
    "x[3] -> 1",
    box(3, 0.5, 2.0),
    true=each([np.diag([1.0, -1.0, 0.0]), np.diag([0.0, 1.0, -1.0])], "x"),
)
def product(x: Tensor) -> Tensor:
    """The volume of a box."""
    return x.prod(dim=1, keepdim=True)


@law("torus-two-wheels", "x[4] -> x", normal(4), true=each([turning(1, 0), turning(0, 1)], "x"))
def two_wheels(x: Tensor) -> Tensor:
    """z -> z / (1 + |w|²/4), w -> w e^{i|z|²/4}."""
    a, b, c, d = x.T
    r, s = radii(x).T
    shrink, cos, sin = 1 / (1 + s / 4), torch.cos(r / 4), torch.sin(r / 4)
    return torch.stack([a * shrink, b * shrink, c * cos - d * sin, c * sin + d * cos], dim=1)


THIRD = np.kron(np.diag([0.0, 0.0, 1.0]), J)


@law(
    "torus-triad",
    "x[6] -> 1",
    box(6, -1.2, 1.2),
    true=each([rotations(6, (k, k + 1))[0] + THIRD for k in (0, 2)], "x"),
)
def triad(x: Tensor) -> Tensor:
    """Three waves u, v, w of which two make the third: Re(u v w̄), and the size of each."""
    a, b, c, d, e, f = x.T
    r, s, t = radii(x).T
    locked = (a * c - b * d) * e + (a * d + b * c) * f
    return (torch.log1p(r) + 0.3 * s + torch.sqrt(1 + 2 * t) + 0.5 * locked)[:, None]


@law(
    "torus-wheel-and-boost",
    "x[4] -> 2",
    box(4),
    true=each([*rotations(4, (0, 1)), np.diag([0.0, 0.0, 1.0, -1.0])], "x"),
)
def wheel_and_boost(x: Tensor) -> Tensor:
    """Two functions of a radius and of a product."""
    r, w = x[:, :2].square().sum(1), x[:, 2] * x[:, 3]
    return torch.stack([torch.log1p(r) + w / 2, w * torch.exp(-r / 4)], dim=1)


@law("torus-third-harmonic", "x[4] -> 1", box(4, -1.2, 1.2), true=each([turning(1, 3)], "x"))
def third_harmonic(x: Tensor) -> Tensor:
    """|z|², |w|² and Re(z³ w̄): light w with three times the frequency of z."""
    a, b, c, d = x.T
    r, s = radii(x).T
    locked = (a**3 - 3 * a * b**2) * c + (3 * a**2 * b - b**3) * d
    return (torch.sqrt(1 + r) + 0.4 * s + 0.3 * locked)[:, None]


@law("torus-four-rings", "x[8] -> 1", normal(8), true=each(planes(8), "x"))
def four_rings(x: Tensor) -> Tensor:
    """A function of the radii in four planes."""
    r, s, t, u = radii(x).T
    return (torch.log1p(r) + torch.sqrt(1 + 2 * s) + torch.exp(-t / 3) + (0.3 + 0.1 * r) * u)[
        :, None
    ]


@law(
    "torus-focus-and-saddle",
    "x[4] -> x",
    box(4),
    true=each([*rotations(4, (0, 1)), np.diag([0.0, 0.0, 1.0, -1.0])], "x"),
)
def focus_and_saddle(x: Tensor) -> Tensor:
    """z -> z e^{iuv/3}, u -> u e^{|z|²/6}, v -> v e^{−|z|²/6}."""
    a, b, u, v = x.T
    r, angle = x[:, :2].square().sum(1), u * v / 3
    cos, sin, grow = torch.cos(angle), torch.sin(angle), torch.exp(r / 6)
    return torch.stack([a * cos - b * sin, a * sin + b * cos, u * grow, v / grow], dim=1)


SHARES = (0.3, 0.5, 1.2, -0.4)


@law(
    "torus-cobb-douglas",
    "x[4] -> s[1]",
    box(4, 0.5, 2.0),
    true=[{"x": unit(4, k, k), "s": number(share)} for k, share in enumerate(SHARES)],
)
def cobb_douglas(x: Tensor) -> Tensor:
    """Production by the formula of Cobb and Douglas."""
    return (x ** torch.tensor(SHARES, dtype=x.dtype)).prod(dim=1, keepdim=True)


@law("torus-spiral-arms", "x[2] -> 1", shell(2, 0.5), true=each([J + np.eye(2) / 1.5], "x"))
def spiral_arms(x: Tensor) -> Tensor:
    """How bright a galaxy with two arms is: they wind as the logarithm of the radius."""
    a, b = x.T
    size = squares(x)[:, 0]
    wound = 1.5 * torch.log(size)
    wave = ((a**2 - b**2) * torch.cos(wound) + 2 * a * b * torch.sin(wound)) / size
    return torch.exp(0.7 * wave)[:, None]


@law("torus-josephson", "x[4] -> 1", normal(4), true=each([turning(1, 1)], "x"))
def josephson(x: Tensor) -> Tensor:
    """The energy of two superconductors with a weak link: |z|², |w|², and z w̄ in some phase."""
    a, b, c, d = x.T
    r, s = radii(x).T
    link = 0.4 * (a * c + b * d) + 0.3 * (b * c - a * d)
    return (torch.log1p(r) + torch.sqrt(1 + 2 * s) + link)[:, None]


@law("torus-two-to-three", "x[4] -> 2", box(4, -1.2, 1.2), true=each([turning(2, 3)], "x"))
def two_to_three(x: Tensor) -> Tensor:
    """Two planets, of which one goes round three times while the other does so twice."""
    a, b, c, d = x.T
    r, s = radii(x).T
    thrice = a**3 - 3 * a * b**2, 3 * a**2 * b - b**3
    twice = c**2 - d**2, 2 * c * d
    locked = thrice[0] * twice[0] + thrice[1] * twice[1]
    return torch.stack([torch.sqrt(1 + r) + s / 3, 0.4 * locked + r * s / 4], dim=1)


@law("torus-five-modes", "x[10] -> 1", normal(10), true=each(planes(10), "x"))
def five_modes(x: Tensor) -> Tensor:
    """The energy of five modes of light, two of which shift each other."""
    r, s, t, u, v = radii(x).T
    apart = torch.log1p(r) + torch.sqrt(1 + 2 * s) - 2 * torch.exp(-t / 3) + 0.4 * u + v**2 / 12
    return (apart + 0.1 * r * v)[:, None]


KERR = np.array([[0.5, 0.3, 0.1], [0.2, -0.4, 0.3], [0.0, 0.4, 0.2]])


@law("torus-kerr", "x[6] -> x", box(6, -1.2, 1.2), true=each(planes(6), "x"))
def kerr(x: Tensor) -> Tensor:
    """Three beams in glass, each of which shifts the phases of all."""
    angle = radii(x) @ torch.from_numpy(KERR).T
    re, im = x[:, ::2], x[:, 1::2]
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([re * cos - im * sin, re * sin + im * cos], dim=2).flatten(1)


@law(
    "torus-quotient",
    "x[4] -> 1",
    box(4, 0.5, 2.0),
    true=each([np.diag(w) for w in ([1.0, -1, 0, 0], [1.0, 0, 1, 0], [0.0, 0, 2, -1])], "x"),
)
def quotient(x: Tensor) -> Tensor:
    """How far the reaction of a and b to c and twice d has gone."""
    a, b, c, d = x.T
    return (c * d**2 / (a * b + c * d**2))[:, None]


@law("torus-twins", "x[4] -> 1", normal(4), true=each([turning(1, -1)], "x"))
def twins(x: Tensor) -> Tensor:
    """The energy of two modes z and w whose photons come in pairs: |z|², |w|² and Re(zw)."""
    a, b, c, d = x.T
    r, s = radii(x).T
    return (torch.sqrt(1 + 2 * r) + torch.log1p(s) + 0.5 * (a * c - b * d))[:, None]


@law("torus-mixer", "z[2]+w[2] -> y[2]", normal(4), true=[{"z": J, "y": J}, {"w": J, "y": -J}])
def mixer(x: Tensor) -> Tensor:
    """The difference zw̄ of two radio waves, by a mixer that saturates."""
    a, b, c, d = x.T
    r, s = radii(x).T
    mixed = torch.stack([a * c + b * d, b * c - a * d], dim=1)
    return mixed / torch.sqrt(1 + r / 2 + s)[:, None]


@law(
    "torus-reynolds",
    "x[3] -> 1",
    box(3, 0.5, 2.0),
    true=each([np.diag([1.0, -1.0, 0.0]), np.diag([1.0, 0.0, 1.0])], "x"),
)
def friction(x: Tensor) -> Tensor:
    """The friction in a pipe from speed, diameter and viscosity, by Reynolds's number."""
    speed, diameter, viscosity = x.T
    return (0.3 + 1 / (1 + speed * diameter / viscosity))[:, None]


@law("torus-overlap", "x[4] -> 1", normal(4), true=each([turning(1, 0), turning(0, 1)], "x"))
def overlap(x: Tensor) -> Tensor:
    """How much of a beam gets into a fibre, from a bell and a saturating absorber."""
    r, s = radii(x).T
    return (torch.exp(-r / 4) * (0.5 + s / (1 + s)))[:, None]


@law(
    "torus-four-waves",
    "x[6] -> 1",
    box(6, -1.2, 1.2),
    true=each([np.kron(np.diag(speeds), J) for speeds in ([1, 2, 0], [0, 1, -1])], "x"),
)
def four_waves(x: Tensor) -> Tensor:
    """Two photons of u make one of v and one of w: Re(u² v̄ w̄), and the size of each."""
    a, b, c, d, e, f = x.T
    r, s, t = radii(x).T
    mixed = (a**2 - b**2) * (c * e - d * f) + 2 * a * b * (c * f + d * e)
    return (torch.log1p(r) + 0.3 * s + 0.5 * torch.sqrt(1 + 2 * t) + 0.4 * mixed)[:, None]


@law(
    "torus-froude",
    "x[3] -> 1",
    box(3, 0.5, 2.0),
    true=each([np.diag([1.0, 2.0, 0.0]), np.diag([0.0, 1.0, -1.0])], "x"),
)
def wake(x: Tensor) -> Tensor:
    """How much of a ship's drag goes into waves: speed, gravity, length, by Froude's number."""
    speed, gravity, length = x.T
    froude = speed**2 / (gravity * length)
    return (froude / (1 + froude))[:, None]
