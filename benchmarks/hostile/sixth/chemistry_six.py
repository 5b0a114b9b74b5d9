"""Rates, equilibria, spectra and doses: powers and ratios with small corrections."""

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
    col,
    entry,
    keeping,
    make,
    normal,
    on,
    uniform,
)

chem = partial(make, "chemistry_six", "exact")
chem_learned = partial(make, "chemistry_six", "learned")

ONE = np.eye(1)
NIL = np.zeros((1, 1))
DYES = np.array([[1.0, 0.3, 0.1], [0.2, 0.9, 0.3], [0.05, 0.4, 1.1]])
CHARGES = np.array([[1.0, 1.0, -1.0, -1.0]]) / 2.0
IONS = np.eye(4) - CHARGES.T @ CHARGES
BASIS = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, -1.0]])


def powers(names: str, *weights: Sequence[float]) -> tuple[Generator, ...]:
    """Changes of the units of single columns."""
    return tuple({n: w * ONE for n, w in zip(names, row, strict=True)} for row in weights)


def relative(part: float) -> Spoil:
    """Noise that is a part of the spread of the outputs."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def lognormal(count: int, n: int, width: float) -> Inputs:
    """Positive inputs with long tails."""
    return lambda rng: np.exp(width * rng.normal(size=(count, n)))


def spectrum_of(x: torch.Tensor) -> torch.Tensor:
    """The absorbance of a mixture of three dyes at three wavelengths."""
    return x @ torch.from_numpy(DYES.T.copy())


def occupancy(x: torch.Tensor) -> torch.Tensor:
    """The part of receptors that is bound: two alike ligands and a blocker."""
    bound = x[:, 0] + 2.0 * x[:, 1]
    return bound / (1.0 + bound + 0.7 * x[:, 2])


def salts(rng: np.random.Generator) -> Array:
    """Two positive and two negative ions, whose charges add up to zero."""
    x = rng.uniform(0.1, 2.0, size=(2000, 4))
    x[:, 2] = (x[:, 0] + x[:, 1]) * rng.uniform(0.1, 0.9, size=2000)
    x[:, 3] = x[:, 0] + x[:, 1] - x[:, 2]
    return x


def carried(a: Array) -> Array:
    """A motion of the three free ions as one of all four."""
    return np.asarray(BASIS @ a @ np.linalg.pinv(BASIS))


def neutral(x: Array) -> Array:
    """The direction in which the charges would not add up."""
    return np.repeat(CHARGES[None], len(x), axis=0)


def plate(rng: np.random.Generator) -> Array:
    """Doses of two drugs on a plate with wells, in steps of two."""
    return np.asarray(2.0 ** rng.integers(-3, 4, size=(2000, 2)))


CASES = (
    chem(
        "third-order",
        "a[1]+b[1]+k[1] -> y[1]",
        lambda x: x[:, 2] * x[:, 0].square() * x[:, 1],
        lognormal(2000, 3, 0.5),
        powers("abky", (1, 0, 0, 2), (0, 1, 0, 1), (0, 0, 1, 1)),
        "A rate of third order has a power for every column.",
    ),
    chem(
        "slow-way-back",
        "a[1]+b[1]+c[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 1] - 0.08 * x[:, 2],
        lognormal(3000, 3, 0.4),
        powers("abcy", (1, 0, 1, 1), (0, 1, 1, 1)),
        "A slow way back ties the unit of the product to those of what reacts.",
        decoys=powers("abcy", (0, 0, 1, 0)),
    ),
    chem(
        "enzyme",
        "v[1]+k[1]+s[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 2] / (x[:, 1] + x[:, 2]),
        uniform(2000, 3, 0.5, 3.0),
        powers("vksy", (1, 0, 0, 1), (0, 1, 1, 0)),
        "An enzyme: the speed, and the two concentrations together.",
    ),
    chem(
        "enzyme-choked",
        "v[1]+k[1]+s[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 2] / (x[:, 1] + x[:, 2] * (1.0 + x[:, 2] / 1.5)),
        uniform(2000, 3, 0.5, 3.0),
        powers("vksy", (1, 0, 0, 1)),
        "Too much of the substrate chokes the enzyme.",
        decoys=powers("vksy", (0, 1, 1, 0)),
    ),
    chem(
        "enzyme-nearly-full",
        "k[1]+s[1] -> 1",
        lambda x: x[:, 1] / (x[:, 0] + x[:, 1]),
        lambda rng: rng.uniform([0.5, 5.0], [1.5, 25.0], size=(2000, 2)),
        powers("ks", (1, 1)),
        "Nearly full: neither concentration seems to matter much, but their ratio does.",
        decoys=powers("ks", (0, 1)),
    ),
    chem(
        "activation",
        "a[1]+e[1]+t[1] -> y[1]",
        lambda x: x[:, 0] * torch.exp(-x[:, 1] / x[:, 2]),
        lambda rng: rng.uniform([0.5, 2.0, 0.8], [2.0, 6.0, 1.4], size=(2000, 3)),
        powers("aety", (1, 0, 0, 1), (0, 1, 1, 0)),
        "Energy and temperature of a rate share their unit.",
        decoys=powers("aety", (0, 0, 1, 4)),
    ),
    chem(
        "activation-with-collisions",
        "a[1]+e[1]+t[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 2].sqrt() * torch.exp(-x[:, 1] / x[:, 2]),
        lambda rng: rng.uniform([0.5, 2.0, 0.8], [2.0, 6.0, 1.4], size=(2000, 3)),
        powers("aety", (1, 0, 0, 1), (0, 1, 1, 0.5)),
        "Collisions give the rate a root of the temperature: it moves along by a half.",
        decoys=powers("aety", (0, 1, 1, 0)),
    ),
    chem(
        "electrode",
        "t[1]+x[2] -> y[1]",
        lambda x: x[:, 0] * torch.log(x[:, 1] / x[:, 2]),
        lambda rng: rng.uniform([0.8, 0.2, 0.2], [1.2, 3.0, 3.0], size=(2000, 3)),
        (
            {"t": ONE, "x": 0.0 * EYE, "y": ONE},
            {"t": NIL, "x": EYE, "y": NIL},
        ),
        "The voltage of two concentrations: their ratio and the temperature.",
    ),
    chem(
        "electrode-with-offset",
        "t[1]+x[2] -> y[1]",
        lambda x: 0.7 + x[:, 0] * torch.log(x[:, 1] / x[:, 2]),
        lambda rng: rng.uniform([0.8, 0.2, 0.2], [1.2, 3.0, 3.0], size=(2000, 3)),
        ({"t": NIL, "x": EYE, "y": NIL},),
        "A standard voltage that does not follow the temperature.",
        decoys=({"t": ONE, "x": 0.0 * EYE, "y": ONE},),
    ),
    chem(
        "three-dyes",
        "x[3] -> y[3]",
        spectrum_of,
        uniform(2000, 3, 0.0, 1.0),
        tuple(
            {"x": e, "y": DYES @ e @ np.linalg.inv(DYES)}
            for e in (entry(3, i, j) for i in range(3) for j in range(3))
        ),
        "Absorbances are linear in the dyes, so every mixing of dyes is allowed.",
    ),
    chem(
        "three-dyes-stray-light",
        "x[3] -> y[3]",
        lambda x: -torch.log(0.9 * torch.exp(-spectrum_of(x)) + 0.1),
        uniform(2000, 3, 0.0, 2.0),
        (),
        "Ten per cent of stray light bends every absorbance.",
        decoys=({"x": np.eye(3), "y": np.eye(3)},),
    ),
    chem(
        "neutral-salts",
        "x[4] -> 1",
        lambda x: torch.exp(-0.5 * (x.sum(dim=1) * 0.5).sqrt()),
        salts,
        on("x", [carried(a) for a in keeping((1.0, 1.0, 0.0))]),
        "Charges add up to zero, so the ionic strength is the sum of the positive ones.",
        normals=neutral,
    ),
    chem(
        "neutral-salts-heavier",
        "x[4] -> 1",
        lambda x: x[:, 3] * torch.exp(-(x.sum(dim=1) * 0.5).square() / 3.0),
        salts,
        on("x", [carried(a) for a in keeping((1.0, 1.0, 0.0), (1.0, 1.0, -1.0))]),
        "The last ion, which is fixed by the charges of the others, is what is measured.",
        normals=neutral,
        decoys=on("x", [carried(np.outer([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]))]),
    ),
    chem_learned(
        "enzyme",
        "v[1]+k[1]+s[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 2] / (x[:, 1] + x[:, 2]),
        uniform(3000, 3, 0.3, 3.0),
        powers("vksy", (1, 0, 0, 1), (0, 1, 1, 0)),
        "An enzyme: the speed, and the two concentrations together.",
        spoil=relative(0.02),
    ),
    chem_learned(
        "enzyme-and-leak",
        "v[1]+k[1]+s[1] -> y[1]",
        lambda x: x[:, 0] * x[:, 2] / (x[:, 1] + x[:, 2]) + 0.5 * x[:, 2],
        uniform(4000, 3, 0.1, 4.0),
        powers("vksy", (1, 1, 1, 1)),
        "Beside the enzyme the substrate decays by itself: all units go together or not at all.",
        spoil=relative(0.01),
        decoys=powers("vksy", (0, 1, 1, 0), (1, 0, 0, 1)),
    ),
    chem_learned(
        "receptor",
        "x[3] -> 1",
        occupancy,
        uniform(3000, 3, 0.0, 3.0),
        on("x", keeping((1.0, 2.0, 0.0), (0.0, 0.0, 1.0))),
        "Two ligands that add up and a blocker: two sums count, not one ratio.",
        spoil=relative(0.02),
        decoys=on("x", [np.diag([0.0, 0.0, 1.0])]),
    ),
    chem_learned(
        "wells-of-two-drugs",
        "x[2] -> 1",
        lambda x: torch.tanh(0.5 * x[:, 0] * x[:, 1]),
        plate,
        on("x", [SQUEEZE]),
        "Doses in steps of two; only their product works.",
        spoil=relative(0.03),
    ),
    chem_learned(
        "two-isotopes",
        "x[2] -> 2",
        lambda x: col(torch.tanh(x[:, 0] + x[:, 1]), torch.sin(x[:, 0] + 1.5 * x[:, 1])),
        normal(3000, 2),
        (),
        "Two signals that almost see the same sum of two isotopes.",
        spoil=relative(0.02),
        decoys=on("x", [np.outer([1.0, -1.0], [0.0, 1.0])]),
    ),
)
