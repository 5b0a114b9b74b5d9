"""Chemistry, medicine and living things."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Inputs,
    Law,
    entry,
    keeping,
    make,
    noise,
    normal,
    on,
    sq,
    turn,
)

life = partial(make, "life_five", "exact")
life_learned = partial(make, "life_five", "learned")

NIL = np.zeros((1, 1))
ONE = np.eye(1)
# A turn about the middle of all mixtures of three parts.
MIX = turn(3, 0, 1) + turn(3, 1, 2) - turn(3, 0, 2)


def ranges(low: tuple[float, ...], high: tuple[float, ...], count: int) -> Inputs:
    """Each column uniform between its own bounds."""
    return lambda rng: rng.uniform(low, high, size=(count, len(low)))


def parts(count: int) -> Inputs:
    """Mixtures of three parts that add up to one."""
    return lambda rng: rng.dirichlet([1.5, 1.5, 1.5], size=count)


def whole(x: Array) -> Array:
    """No mixture has more or less than all its parts."""
    return np.repeat(np.ones((1, 1, x.shape[1])), len(x), axis=0)


def enzyme(x: torch.Tensor) -> torch.Tensor:
    """The speed of an enzyme: its most, what it works on, and what it takes for a half."""
    return x[:, 0] * x[:, 1] / (x[:, 1] + x[:, 2])


def blocked(x: torch.Tensor) -> torch.Tensor:
    """The same with an inhibitor in some of the tubes."""
    return x[:, 0] / (1.0 + 1.0 / x[:, 1] + x[:, 2] / x[:, 1].square())


def tubes(rng: np.random.Generator) -> Array:
    """Most speed, substrate, and an inhibitor in 5 % of the tubes."""
    x = rng.uniform([0.5, 0.3, 1.0], [2.0, 3.0, 3.0], size=(3000, 3))
    x[:, 2] *= rng.random(3000) < 0.05
    return x


def arrhenius(shift: float, x: torch.Tensor) -> torch.Tensor:
    """The speed of a reaction: factor, barrier and temperature."""
    return x[:, 0] * (x[:, 2] + shift) ** 2 * torch.exp(-x[:, 1] / x[:, 2])


def loewe(extra: float, x: torch.Tensor) -> torch.Tensor:
    """Two drugs that add up, or do a little more together."""
    dose = x[:, 0] + 2.0 * x[:, 1] + extra * (x[:, 0] * x[:, 1])
    return dose.square() / (1.0 + dose.square())


def centred(x: torch.Tensor) -> torch.Tensor:
    """How far a mixture is from the even one."""
    return (x - 1.0 / 3.0).square().sum(dim=1)


def corners(x: torch.Tensor) -> torch.Tensor:
    """The product of the three departures from the even mixture."""
    return (x - 1.0 / 3.0).prod(dim=1)


def absorbed(stray: float) -> Law:
    """Absorbance by extinction, concentration and path, with some stray light."""
    return lambda x: -torch.log10(10.0 ** -x.prod(dim=1) + stray)


def acid(water: float, x: torch.Tensor) -> torch.Tensor:
    """The pH of a buffer, perhaps with ions of water in the balance."""
    return 4.76 + torch.log10((x[:, 1] + water) / (x[:, 0] - water))


def hearts(rng: np.random.Generator) -> Array:
    """Three leads of which one is the sum of the others."""
    x = rng.normal(size=(2500, 2))
    return np.stack([x[:, 0], x[:, 0] + x[:, 1], x[:, 1]], axis=1)


LEADS = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
EINTHOVEN = np.array([[1.0, 0.0], [1.0 / 3.0**0.5, 2.0 / 3.0**0.5]])


def heart_axis(x: torch.Tensor) -> torch.Tensor:
    """The square of the dipole of a heart from the first and the last lead."""
    back = torch.from_numpy(EINTHOVEN.T.copy())
    return sq(x[:, ::2] @ back).sqrt()


def heart_turn() -> Array:
    """A turn of the dipole as a motion of the three leads."""
    plane = np.linalg.inv(EINTHOVEN) @ ROT @ EINTHOVEN
    return np.asarray(LEADS @ plane @ np.linalg.pinv(LEADS))


def kirchhoff(x: Array) -> Array:
    """One lead is always the sum of the others."""
    return np.repeat(np.array([[[1.0, -1.0, 1.0]]]), len(x), axis=0)


def doses(rng: np.random.Generator) -> Array:
    """Dose, weight and age, where children weigh less."""
    age = rng.uniform(2.0, 80.0, size=3000)
    weight = 70.0 * (1.0 - 0.85 * np.exp(-age / 8.0)) * rng.lognormal(0.0, 0.2, size=3000)
    return np.stack([rng.uniform(50.0, 500.0, size=3000), weight, age], axis=1)


def level_small(x: torch.Tensor) -> torch.Tensor:
    """Children get the dose by the square root of what they weigh."""
    child = torch.sigmoid((12.0 - x[:, 2]) / 2.0)
    return x[:, 0] / x[:, 1] * (1.0 + child * ((x[:, 1] / 20.0).sqrt() - 1.0))


def plumes(count: int) -> Inputs:
    """Places in a dish around a colony."""
    return lambda rng: rng.uniform(-2.0, 2.0, size=(count, 2))


def colony(x: torch.Tensor) -> torch.Tensor:
    """The density of a colony in a dish."""
    return 2.0 / (1.0 + torch.exp(3.0 * ((sq(x) + 0.01).sqrt() - 1.2)))


def petal(x: torch.Tensor) -> torch.Tensor:
    """A flower with three leaves."""
    a, b = x.T
    three = a**3 - 3.0 * a * b**2
    return torch.exp(-0.4 * sq(x)) * (1.0 + 0.25 * three)


CASES = (
    life(
        "enzyme",
        "x[3] -> y[1]",
        enzyme,
        ranges((0.5, 0.1, 0.2), (2.0, 5.0, 2.0), 2500),
        (
            {"x": np.diag([1.0, 0.0, 0.0]), "y": ONE},
            {"x": np.diag([0.0, 1.0, 1.0]), "y": NIL},
            {"x": entry(3, 2, 1) + entry(3, 2, 2), "y": -ONE},
        ),
        "The law of Michaelis and Menten: two units, and a third in the sum below the line.",
    ),
    life(
        "enzyme-free-inhibitor",
        "x[2]+1 -> y[1]",
        blocked,
        tubes,
        ({"x": np.diag([1.0, 0.0]), "y": ONE},),
        "The most that an enzyme does is a factor; 5 % of the tubes have an inhibitor.",
    ),
    life(
        "arrhenius",
        "x[3] -> y[1]",
        partial(arrhenius, 0.0),
        ranges((0.5, 0.5, 0.3), (2.0, 4.0, 2.0), 2500),
        (
            {"x": np.diag([1.0, 0.0, 0.0]), "y": ONE},
            {"x": np.diag([0.0, 1.0, 1.0]), "y": 2.0 * ONE},
            {"x": entry(3, 1, 2), "y": -ONE},
        ),
        "A barrier over a temperature, and a square in front: shifting the barrier is a factor.",
    ),
    life(
        "arrhenius-celsius",
        "x[3] -> y[1]",
        partial(arrhenius, 1.0),
        ranges((0.5, 0.5, 0.3), (2.0, 4.0, 2.0), 2500),
        (
            {"x": np.diag([1.0, 0.0, 0.0]), "y": ONE},
            {"x": entry(3, 1, 2), "y": -ONE},
        ),
        "The temperature in front is counted from another zero.",
    ),
    life(
        "drugs-with-synergy",
        "x[2] -> 1",
        partial(loewe, 0.6),
        ranges((0.0, 0.0), (1.5, 1.0), 2000),
        (),
        "Two drugs that do a little more together than each alone.",
        decoys=on("x", keeping((1.0, 2.0))),
    ),
    life(
        "mixture-linear",
        "x[3] -> 1",
        lambda x: torch.exp(x[:, 0] - 0.5 * x[:, 2]),
        parts(2000),
        on("x", keeping((1.0, 0.0, -0.5), (1.0, 1.0, 1.0))),
        "Mixtures add up to one, and one combination of their parts counts.",
        normals=whole,
    ),
    life(
        "mixture-round",
        "x[3] -> 1",
        centred,
        parts(2000),
        on("x", [MIX]),
        "How far a mixture is from the even one: round on the plane of mixtures.",
        normals=whole,
    ),
    life(
        "mixture-three-corners",
        "x[3] -> 1",
        lambda x: centred(x) + 0.6 * corners(x),
        parts(2000),
        (),
        "Round, but for a product that knows the three corners.",
        normals=whole,
        decoys=on("x", [MIX]),
    ),
    life(
        "stray-light",
        "x[3] -> 1",
        absorbed(0.02),
        ranges((0.3, 0.3, 0.3), (2.0, 2.0, 1.5), 2000),
        on("x", [np.diag([1.0, -1.0, 0.0]), np.diag([0.0, 1.0, -1.0])]),
        "Stray light bends the law of a product but still sees the product only.",
    ),
    life(
        "buffer-diluted",
        "x[2] -> 1",
        partial(acid, 0.06),
        ranges((0.2, 0.2), (2.0, 2.0), 2000),
        (),
        "In a thin buffer the acid's own ions count as well.",
        decoys=on("x", [np.eye(2)]),
    ),
    life(
        "three-leads",
        "x[3] -> 1",
        heart_axis,
        hearts,
        on("x", [heart_turn()]),
        "Three leads of a heart, of which one is a sum: round in the plane of the dipole.",
        normals=kirchhoff,
    ),
    life(
        "dose-of-children",
        "x[2]+1 -> 1",
        level_small,
        doses,
        (),
        "Dose by weight, but not for the eighth of the patients that are children.",
        decoys=on("x", [np.eye(2)]),
    ),
    life_learned(
        "enzyme",
        "a[1]+b[1]+c[1] -> y[1]",
        enzyme,
        ranges((0.5, 0.1, 0.2), (2.0, 5.0, 2.0), 3000),
        (
            {"a": ONE, "b": NIL, "c": NIL, "y": ONE},
            {"a": NIL, "b": ONE, "c": ONE, "y": NIL},
        ),
        "The law of Michaelis and Menten, measured.",
        spoil=noise(0.02),
    ),
    life_learned(
        "colony",
        "x[2] -> 1",
        colony,
        plumes(3000),
        SPIN,
        "A round colony with a soft edge in a square dish.",
        spoil=noise(0.1),
    ),
    life_learned(
        "flower",
        "x[2] -> 1",
        petal,
        plumes(4000),
        (),
        "A flower with three leaves in a square dish.",
        spoil=noise(0.04),
        decoys=SPIN,
    ),
    life_learned(
        "competing",
        "x[2] -> 1",
        lambda x: torch.tanh(2.0 * x[:, 0] * x[:, 1]) + 0.3 * x[:, 1],
        normal(4000, 2, 0.8),
        (),
        "The product of two signals, of which one also acts alone.",
        spoil=noise(0.05),
        decoys=on("x", [SQUEEZE]),
    ),
)
