"""Laws of physics, chemistry and biology, some with a small term that breaks."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    Array,
    Generator,
    Inputs,
    col,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

ROT_T = torch.from_numpy(ROT.T.copy())

science = partial(make, "science_four", "exact")
science_learned = partial(make, "science_four", "learned")


def scales(names: str, *exponents: float) -> Generator:
    """Scale one number by each of the given exponents."""
    return {name: np.array([[e]]) for name, e in zip(names, exponents, strict=True)}


def box(count: int, low: tuple[float, ...], high: tuple[float, ...]) -> Inputs:
    """Uniform inputs with a range for each column."""
    return lambda rng: rng.uniform(low, high, size=(count, len(low)))


def rocket(x: torch.Tensor) -> torch.Tensor:
    """The gain in speed by the exhaust speed and the masses before and after."""
    return x[:, 0] * torch.log(x[:, 1] / x[:, 2])


def membrane(x: torch.Tensor, leak: float) -> torch.Tensor:
    """The voltage across a membrane, by temperature, charge and two concentrations."""
    return x[:, 0] / x[:, 1] * torch.log((x[:, 2] + leak) / (x[:, 3] + leak)) / 11.6


def prey(x: torch.Tensor, handling: float) -> torch.Tensor:
    """Growth of a prey and of what eats it, by their ratio."""
    eaten = x[:, 0] * x[:, 1] / (x[:, 0] + x[:, 1] + handling)
    return col(x[:, 0] - 1.5 * eaten, 0.8 * eaten - 0.3 * x[:, 1])


def image(x: torch.Tensor, strength: float) -> torch.Tensor:
    """A screened force between two charges, and their mirror images below a plate."""
    r = (x[:, :3] - x[:, 3:]).square().sum(dim=1)
    flip = torch.tensor([1.0, 1.0, -1.0], dtype=x.dtype)
    far = (x[:, :3] - flip * x[:, 3:]).square().sum(dim=1)
    soft = torch.exp(-0.3 * r) / (r + 0.3).sqrt()
    return soft - strength * torch.exp(-0.3 * far) / (far + 0.3).sqrt()


def apart(count: int) -> Inputs:
    """Two places in space."""
    return lambda rng: rng.normal(size=(count, 6))


def headwind(x: torch.Tensor, ratio: float) -> torch.Tensor:
    """Drag against the air, by the velocities of a body and of the wind."""
    v = x[:, :2] - x[:, 2:]
    speed = (v[:, 0].square() + ratio * v[:, 1].square()).sqrt()
    return -speed[:, None] * v


def double_star(x: torch.Tensor) -> torch.Tensor:
    """The period of a double star, by distance and masses."""
    return torch.sqrt(x[:, 0] ** 3 / (x[:, 1] + x[:, 2]))


def fields(rng: np.random.Generator) -> Array:
    """Directions of a magnet and of a field."""
    return rng.normal(size=(2500, 6))


def precession(x: torch.Tensor, easy: float) -> torch.Tensor:
    """A magnet turns around the field, and around an easy axis of its crystal."""
    m, h = x[:, :3], x[:, 3:]
    axis = torch.zeros_like(m)
    axis[:, 2] = easy * m[:, 2]
    return torch.linalg.cross(m, h + axis)


CASES = (
    science(
        "resistors",
        "x[2] -> y[1]",
        lambda x: x[:, 0] * x[:, 1] / (x[:, 0] + x[:, 1]),
        uniform(2000, 2, 0.5, 3.0),
        ({"x": EYE, "y": np.eye(1)},),
        "Two parallel resistors: only the unit is free.",
        decoys=({"x": np.diag([1.0, -1.0]), "y": np.zeros((1, 1))},),
    ),
    science(
        "rocket",
        "u[1]+m[1]+n[1] -> y[1]",
        rocket,
        box(2500, (2.0, 3.0, 0.5), (4.0, 10.0, 2.0)),
        (scales("umny", 1, 0, 0, 1), scales("umny", 0, 1, 1, 0)),
        "The equation of rockets: a unit of speed and a unit of mass.",
        decoys=(scales("umny", 1, 1, 0, 1),),
    ),
    science(
        "rocket-loss",
        "u[1]+m[1]+n[1] -> y[1]",
        lambda x: rocket(x) - 1.5,
        box(2500, (1.0, 3.0, 0.5), (4.0, 10.0, 2.0)),
        (scales("umny", 0, 1, 1, 0),),
        "The same with a loss to gravity that is not given.",
        decoys=(scales("umny", 1, 0, 0, 1),),
    ),
    science(
        "membrane",
        "t[1]+z[1]+c[1]+d[1] -> 1",
        lambda x: membrane(x, 0.0),
        box(2500, (280.0, 1.0, 1.0, 1.0), (320.0, 2.0, 20.0, 20.0)),
        (scales("tzcd", 1, 1, 0, 0), scales("tzcd", 0, 0, 1, 1)),
        "The equation of Nernst: a ratio of concentrations and one of energies.",
        decoys=(scales("tzcd", 1, 0, 0, 0),),
    ),
    science(
        "membrane-leak",
        "t[1]+z[1]+c[1]+d[1] -> 1",
        lambda x: membrane(x, 1.0),
        box(2500, (280.0, 1.0, 0.1, 0.1), (320.0, 2.0, 6.0, 6.0)),
        (scales("tzcd", 1, 1, 0, 0),),
        "The same with another ion of a fixed concentration on both sides.",
        decoys=(scales("tzcd", 0, 0, 1, 1),),
    ),
    science(
        "prey",
        "a[1]+b[1] -> a+b",
        lambda x: prey(x, 0.0),
        uniform(2500, 2, 0.3, 3.0),
        (scales("ab", 1, 1),),
        "A prey and its hunter whose encounters depend on their ratio: any size of the country.",
        decoys=(scales("ab", 1, 0), scales("ab", 1, -1)),
    ),
    science(
        "prey-handling",
        "a[1]+b[1] -> a+b",
        lambda x: prey(x, 0.3),
        uniform(2500, 2, 0.3, 3.0),
        (),
        "The same with a time for eating, which sets a scale.",
        decoys=(scales("ab", 1, 1),),
    ),
    science(
        "screened-charges",
        "2*x[3] -> 1",
        lambda x: image(x, 0.0),
        apart(2500),
        on("x", rotations(3)),
        "Two charges in a salty liquid.",
        decoys=on("x", [np.eye(3)]),
    ),
    science(
        "screened-charges-plate",
        "2*x[3] -> 1",
        lambda x: image(x, 0.3),
        apart(2500),
        on("x", [turn(3, 0, 1)]),
        "Two charges and a plate, which mirrors a third of their force.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
    ),
    science(
        "headwind",
        "2*x[2] -> x",
        lambda x: headwind(x, 1.0),
        normal(2500, 4),
        SPIN,
        "Drag with the square of the speed against the wind.",
        decoys=on("x", [EYE]),
    ),
    science(
        "headwind-flat",
        "2*x[2] -> x",
        lambda x: headwind(x, 1.5),
        normal(2500, 4),
        on("x", [np.array([[0.0, -1.5], [1.0, 0.0]])]),
        "Drag that is the same along ellipses still has a turn, of another kind.",
        decoys=SPIN,
    ),
    science(
        "double-star",
        "a[1]+m[1]+n[1] -> y[1]",
        double_star,
        box(2500, (1.0, 1.0, 0.05), (3.0, 3.0, 0.4)),
        (scales("amny", 1, 0, 0, 1.5), scales("amny", 0, 1, 1, -0.5)),
        "The third law of Kepler, where the mass of the companion counts as well.",
        decoys=(scales("amny", 0, 1, 0, -0.5),),
    ),
    science(
        "precession",
        "2*x[3] -> x",
        lambda x: precession(x, 0.0),
        fields,
        on("x", rotations(3)),
        "A magnet that turns around a field.",
        decoys=on("x", [np.diag([1.0, 1.0, -2.0])]),
    ),
    science(
        "precession-easy-axis",
        "2*x[3] -> x",
        lambda x: precession(x, 0.15),
        fields,
        on("x", [turn(3, 0, 1)]),
        "A magnet in a crystal that prefers an axis a little.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
    ),
    science_learned(
        "rocket",
        "u[1]+m[1]+n[1] -> 1",
        rocket,
        box(1500, (2.0, 3.0, 0.5), (4.0, 10.0, 2.0)),
        (scales("umn", 0, 1, 1),),
        "The equation of rockets: a unit of mass.",
        spoil=noise(0.1),
        decoys=(scales("umn", 0, 1, -1),),
    ),
    science_learned(
        "prey",
        "a[1]+b[1] -> a+b",
        lambda x: prey(x, 0.0),
        uniform(1500, 2, 0.3, 3.0),
        (scales("ab", 1, 1),),
        "A prey and its hunter whose encounters depend on their ratio.",
        spoil=noise(0.01),
        decoys=(scales("ab", 1, 0),),
    ),
    science_learned(
        "headwind-gusts",
        "x[2] -> x",
        lambda x: -(sq(x) + 0.2).sqrt()[:, None] * x + 0.4 * torch.sin(x[:, :1]) * (x @ ROT_T),
        normal(1500, 2),
        (),
        "Drag with a lift that depends on one component of the velocity.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
)
