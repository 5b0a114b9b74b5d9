"""Laws of physics and of the earth with approximate symmetries."""

from collections.abc import Sequence
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
    Spoil,
    col,
    entry,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

nature = partial(make, "nature_six", "exact")
nature_learned = partial(make, "nature_six", "learned")

ONE = np.eye(1)
NIL = np.zeros((1, 1))
METRIC = np.diag([1.0, -1.0, -1.0])


def powers(names: str, *weights: Sequence[float]) -> tuple[Generator, ...]:
    """Changes of the units of single columns."""
    return tuple({n: w * ONE for n, w in zip(names, row, strict=True)} for row in weights)


def relative(part: float) -> Spoil:
    """Noise that is a part of the spread of the outputs."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def shell(count: int, n: int, low: float, high: float) -> Inputs:
    """All directions, at distances in a range."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, n))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        return np.asarray(x * rng.uniform(low, high, size=(count, 1)))

    return draw


def geoid(x: torch.Tensor) -> torch.Tensor:
    """The potential of a flattened planet."""
    r2 = sq(x)
    bulge = 1.5 * x[:, 2].square() / r2 - 0.5
    return -(1.0 - 0.12 * bulge / r2) / r2.sqrt()


def cross(x: torch.Tensor) -> torch.Tensor:
    """The vector product of two vectors."""
    return torch.linalg.cross(x[:, :3], x[:, 3:])


def matrices(n: int) -> list[Array]:
    """All matrices, one entry each."""
    return [entry(n, i, j) for i in range(n) for j in range(n)]


def traceless(n: int) -> list[Array]:
    """All matrices without trace."""
    off = [entry(n, i, j) for i in range(n) for j in range(n) if i != j]
    return off + [entry(n, i, i) - entry(n, i + 1, i + 1) for i in range(n - 1)]


def interval(x: torch.Tensor) -> torch.Tensor:
    """The product of two events in a plane of space and in time."""
    return x[:, 0] * x[:, 3] - x[:, 1] * x[:, 4] - x[:, 2] * x[:, 5]


def radiation(x: torch.Tensor) -> torch.Tensor:
    """What a body at one temperature radiates to another, in units of 300 degrees."""
    return x[:, 0] ** 4 - x[:, 1] ** 4


def stress(x: torch.Tensor) -> torch.Tensor:
    """The largest shear of a plane stress: along, across, and shearing."""
    return torch.sqrt((x[:, 0] - x[:, 1]).square() + 4.0 * x[:, 2].square())


def dipole(x: torch.Tensor) -> torch.Tensor:
    """The field of a magnet in the plane with a soft core: moment and place."""
    m, r = x[:, :2], x[:, 2:]
    r2 = 0.5 + sq(r)
    along = (m * r).sum(dim=1) / r2
    return (2.0 * along[:, None] * r - m) / r2[:, None]


STRESS_TURN = np.array([[0.0, 0.0, -2.0], [0.0, 0.0, 2.0], [1.0, -1.0, 0.0]])

CASES = (
    nature(
        "flattened-planet",
        "x[3] -> 1",
        geoid,
        shell(3000, 3, 1.0, 2.0),
        on("x", [turn(3, 0, 1)]),
        "The bulge of a planet leaves the turns about its axis.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
    ),
    nature(
        "planet-as-a-point",
        "x[3] -> y[1]",
        lambda x: -1.0 / sq(x).sqrt(),
        shell(2000, 3, 1.0, 2.0),
        (*({"x": k, "y": NIL} for k in rotations(3)), {"x": np.eye(3), "y": -ONE}),
        "Without the bulge: all turns, and growth with the power of minus one.",
    ),
    nature(
        "softened-point",
        "x[3] -> y[1]",
        lambda x: -1.0 / torch.sqrt(sq(x) + 0.2),
        shell(2000, 3, 1.0, 2.0),
        tuple({"x": k, "y": NIL} for k in rotations(3)),
        "A softened centre, as in simulations, has no power any more.",
        decoys=({"x": np.eye(3), "y": -ONE},),
    ),
    nature(
        "pendulum",
        "x[2] -> 1",
        lambda x: 0.5 * x[:, 1].square() + 1.0 - torch.cos(x[:, 0]),
        uniform(2000, 2, -1.2, 1.2),
        (),
        "The energy of a pendulum is nearly that of a spring at small angles.",
        decoys=SPIN,
    ),
    nature(
        "van-der-waals",
        "t[1]+v[1] -> y[1]",
        lambda x: x[:, 0] / (x[:, 1] - 0.3) - 2.0 / x[:, 1].square(),
        lambda rng: rng.uniform([2.0, 0.8], [5.0, 4.0], size=(2000, 2)),
        (),
        "A real gas, nearly ideal: temperature and volume as powers are both broken.",
        decoys=powers("tvy", (1, 0, 1), (0, 1, -1)),
    ),
    nature(
        "flattened-top",
        "x[3] -> x",
        lambda x: x * torch.tensor([1.0, 1.0, 1.12], dtype=x.dtype),
        normal(2000, 3),
        on("x", [entry(3, i, j) for i in (0, 1) for j in (0, 1)] + [entry(3, 2, 2)]),
        "The spin of a top with two equal moments and one that is a little larger.",
        decoys=on("x", [turn(3, 0, 2)]),
    ),
    nature(
        "cross-product-shared",
        "2*x[3] -> x",
        cross,
        normal(2000, 6),
        on("x", rotations(3)),
        "The vector product, if all three vectors move alike, is kept by turns only.",
        decoys=on("x", [np.eye(3)]),
    ),
    nature(
        "cross-product-dual",
        "2*x[3] -> x.T",
        cross,
        normal(2000, 6),
        on("x", traceless(3)),
        "As a covector the vector product is kept by all matrices without trace.",
        decoys=on("x", [np.eye(3)]),
    ),
    nature(
        "cross-product-free",
        "2*x[3] -> y[3]",
        cross,
        normal(2000, 6),
        tuple({"x": a, "y": np.trace(a) * np.eye(3) - a.T} for a in matrices(3)),
        "If the product may move in its own way, every matrix will do.",
    ),
    nature(
        "events-shared",
        "2*x[3] -> 1",
        interval,
        normal(2000, 6),
        on("x", [METRIC @ k for k in rotations(3)]),
        "The product of two events with one matrix for both: boosts and a turn.",
        decoys=on("x", rotations(3)[:1]),
    ),
    nature(
        "events-apart",
        "a[3]+b[3] -> 1",
        interval,
        normal(2000, 6),
        tuple({"a": a, "b": -METRIC @ a.T @ METRIC} for a in matrices(3)),
        "The same product with a matrix for each event: any matrix and its dual.",
        decoys=({"a": np.eye(3), "b": np.eye(3)},),
    ),
    nature(
        "events-in-glass",
        "2*x[3] -> 1",
        lambda x: interval(x) + 0.15 * x[:, 1] * x[:, 3] * x[:, 4],
        normal(2000, 6),
        (),
        "A cubic drag by the medium, in one direction of space.",
        decoys=on("x", [METRIC @ k for k in rotations(3)]),
    ),
    nature(
        "radiative-exchange",
        "x[2] -> 1",
        radiation,
        uniform(2000, 2, 0.4, 1.2),
        (),
        "The exchange of heat is nearly proportional to the difference of temperatures.",
        decoys=on("x", [np.ones((2, 2))]),
    ),
    nature(
        "radiative-power",
        "2*t[1] -> y[1]",
        radiation,
        uniform(2000, 2, 0.4, 1.2),
        powers("ty", (1, 4)),
        "Both temperatures share a unit, and the fourth power is exact.",
        decoys=powers("ty", (1, 3.5)),
    ),
    nature(
        "largest-shear",
        "x[3] -> 1",
        stress,
        normal(3000, 3),
        on("x", [STRESS_TURN, *(np.outer([1.0, 1.0, 0.0], e) for e in np.eye(3))]),
        "The largest shear of a stress ignores pressure and the direction of the axes.",
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    nature(
        "shear-with-friction",
        "x[3] -> 1",
        lambda x: stress(x) + 0.12 * (x[:, 0] + x[:, 1]),
        normal(3000, 3),
        on("x", [STRESS_TURN]),
        "Internal friction makes the pressure count a little.",
        decoys=on("x", [np.outer([1.0, 1.0, 0.0], np.eye(3)[2])]),
    ),
    nature(
        "sandwich-beam",
        "f[1]+l[1]+h[1]+e[1] -> y[1]",
        lambda x: (
            x[:, 0]
            * x[:, 1] ** 3
            / (x[:, 3] * x[:, 2] ** 3)
            * (1.0 + 15.0 * (x[:, 2] / x[:, 1]).square())
        ),
        lambda rng: rng.uniform([0.5, 3.0, 0.3, 1.0], [2.0, 6.0, 1.0, 3.0], size=(3000, 4)),
        powers("flhey", (1, 0, 0, 0, 1), (0, 1, 1, 0, 0), (0, 0, 0, 1, -1)),
        "The soft core of a beam couples length and height, which otherwise are powers apart.",
        decoys=powers("flhey", (0, 1, 0, 0, 3)),
    ),
    nature_learned(
        "drift-on-a-turning-globe",
        "x[2]+1 -> x",
        lambda x: col(
            -sq(x, 0, 2) * x[:, 0] + x[:, 2] * x[:, 1],
            -sq(x, 0, 2) * x[:, 1] - x[:, 2] * x[:, 0],
        ),
        lambda rng: rng.uniform(-1.5, 1.5, size=(3000, 3)),
        SPIN,
        "Drag and the turning of the globe; latitude is a parameter.",
        spoil=relative(0.02),
        decoys=on("x", [EYE]),
    ),
    nature_learned(
        "drift-with-east-wind",
        "x[2]+1 -> x",
        lambda x: col(
            0.5 - sq(x, 0, 2) * x[:, 0] + x[:, 2] * x[:, 1],
            -sq(x, 0, 2) * x[:, 1] - x[:, 2] * x[:, 0],
        ),
        lambda rng: rng.uniform(-1.5, 1.5, size=(3000, 3)),
        (),
        "The same drift, pushed by a steady wind.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    nature_learned(
        "magnet-in-the-plane",
        "m[2]+r[2] -> y[2]",
        dipole,
        normal(4000, 4),
        ({"m": ROT, "r": ROT, "y": ROT}, {"m": EYE, "r": 0.0 * EYE, "y": EYE}),
        "The field of a magnet: turn everything, or make the magnet stronger.",
        spoil=relative(0.01),
        decoys=({"m": ROT, "r": 0.0 * EYE, "y": ROT},),
    ),
    nature_learned(
        "range-of-a-throw",
        "v[1]+g[1]+1 -> y[1]",
        lambda x: x[:, 0].square() * torch.sin(2.0 * x[:, 2]) / x[:, 1],
        lambda rng: rng.uniform([1.0, 0.5, 0.3], [3.0, 2.0, 1.3], size=(3000, 3)),
        powers("vgy", (1, 0, 2), (0, 1, -1)),
        "Speed, gravity and angle of a throw in empty space.",
        spoil=relative(0.02),
    ),
    nature_learned(
        "range-with-drag",
        "v[1]+g[1]+1 -> y[1]",
        lambda x: (
            x[:, 0].square()
            * torch.sin(2.0 * x[:, 2])
            / (x[:, 1] + 0.25 * x[:, 0].square() * torch.sin(x[:, 2]))
        ),
        lambda rng: rng.uniform([1.0, 0.5, 0.3], [3.0, 2.0, 1.3], size=(3000, 3)),
        powers("vgy", (1, 2, 0)),
        "Drag leaves the one change of units in which speed and gravity go together.",
        spoil=relative(0.01),
        decoys=powers("vgy", (1, 0, 2), (0, 1, -1)),
    ),
)
