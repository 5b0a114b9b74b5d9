"""Scalings: sediments, colours, currents, ripples."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Case, Matrices
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.matrices import each, everything, rotations
from benchmarks.zoo.samples import box, normal, shell

scaling = partial(Case, family="scaling")

MIXED = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0]])
TURNS = [np.eye(2), rotations(2)[0]]


def settling(x: Tensor) -> Tensor:
    """How fast a grain sinks: densities of grain and water, gravity, diameter, viscosity."""
    grain, water, gravity, diameter, viscosity = x.T
    return ((grain - water) * gravity * diameter**2 / viscosity)[:, None]


def grains(rng: np.random.Generator, count: int) -> Array:
    low, high = [1.6, 0.6, 0.5, 0.5, 0.5], [3.0, 1.2, 1.5, 1.5, 1.5]
    return rng.uniform(low, high, (count, 5))


def chromaticity(x: Tensor) -> Tensor:
    """The hue and saturation of a light of three stimuli: the shares of the first two."""
    return x[:, :2] / x.sum(1, keepdim=True)


def chromaticity_truth() -> list[Matrices]:
    """What mixes the first two stimuli and keeps the sum of all; and more light."""
    mixed: list[Matrices] = []
    for B in everything(2):
        A = np.zeros((3, 3))
        A[:2, :2] = B
        mixed.append({"x": np.linalg.inv(MIXED) @ A @ MIXED, "y": B})
    return [*mixed, {"x": np.eye(3)}]


def phasor(x: Tensor) -> Tensor:
    """An alternating current from voltage and impedance, all of them complex."""
    a, b, c, d = x.T
    return torch.stack([a * c + b * d, b * c - a * d], dim=1) / (c**2 + d**2)[:, None]


def circuits(rng: np.random.Generator, count: int) -> Array:
    return np.hstack([normal(2)(rng, count), shell(2, 0.5)(rng, count)])


def ripples(x: Tensor) -> Tensor:
    """The frequency of waves on water: gravity, wave number, surface tension, density."""
    gravity, wave, tension, density = x.T
    return torch.sqrt(gravity * wave + tension * wave**3 / density)[:, None]


CASES = [
    scaling(
        name="scaling-settling",
        spec="p[1]+w[1]+g[1]+d[1]+m[1] -> v[1]",
        sample=grains,
        function=settling,
        true=[
            weights(p=1, w=1, v=1),
            weights(g=1, v=1),
            weights(d=1, v=2),
            weights(m=1, v=-1),
        ],
    ),
    scaling(
        name="scaling-chromaticity",
        spec="x[3] -> y[2]",
        sample=box(3, 0.3, 2.0),
        function=chromaticity,
        true=chromaticity_truth(),
    ),
    scaling(
        name="scaling-phasor",
        spec="u[2]+z[2] -> i[2]",
        sample=circuits,
        function=phasor,
        true=each(TURNS, "u", "i") + [{"z": A, "i": -A} for A in TURNS],
    ),
    scaling(
        name="scaling-ripples",
        spec="g[1]+k[1]+t[1]+r[1] -> w[1]",
        sample=box(4, 0.5, 2.0),
        function=ripples,
        true=[weights(g=1, t=1, w=0.5), weights(t=1, r=1), weights(k=1, t=-2, w=0.5)],
    ),
]
