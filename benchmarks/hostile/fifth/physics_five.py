"""Laws of physics, and what they leave out."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Inputs,
    Law,
    col,
    entry,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

phys = partial(make, "physics_five", "exact")
phys_learned = partial(make, "physics_five", "learned")

NIL = np.zeros((1, 1))
ONE = np.eye(1)
NONE = np.zeros((2, 2))
BOOST = entry(2, 0, 1) + entry(2, 1, 0)


def shell(count: int, n: int, low: float, high: float) -> Inputs:
    """All directions, and lengths between two bounds."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, n))
        size = rng.uniform(low, high, size=(count, 1))
        return x / np.linalg.norm(x, axis=1, keepdims=True) * size

    return draw


def spheres(count: int) -> Inputs:
    """Two vectors of length one."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, 2, 3))
        return (x / np.linalg.norm(x, axis=2, keepdims=True)).reshape(count, 6)

    return draw


def off_spheres(x: Array) -> Array:
    """No row leaves either sphere."""
    none = np.zeros((len(x), 3))
    one = np.concatenate([x[:, :3], none], axis=1)
    two = np.concatenate([none, x[:, 3:]], axis=1)
    return np.stack([one, two], axis=1)


def oblate(x: torch.Tensor) -> torch.Tensor:
    """The potential of a body that is flattened at its poles."""
    r = sq(x).sqrt()
    return -1.0 / r + 0.06 * (3.0 * x[:, 2].square() / r.square() - 1.0) / r**3


def kepler(power: float, x: torch.Tensor) -> torch.Tensor:
    """A central force with a correction at short distances."""
    r = sq(x).sqrt()[:, None]
    return -x / r**3 * (1.0 + power / r)


def moving(count: int, fast: float) -> Inputs:
    """Times and places inside the cone of light."""

    def draw(rng: np.random.Generator) -> Array:
        t = rng.uniform(0.5, 3.0, size=count)
        return np.stack([t, t * rng.uniform(-fast, fast, size=count)], axis=1)

    return draw


def ranges(low: tuple[float, ...], high: tuple[float, ...], count: int) -> Inputs:
    """Each column uniform between its own bounds."""
    return lambda rng: rng.uniform(low, high, size=(count, len(low)))


def waals(a: float, b: float) -> Law:
    """The pressure of a gas with attraction and volume of its particles."""

    def f(x: torch.Tensor) -> torch.Tensor:
        n, t, v = x.T
        return n * t / (v - b * n) - a * (n / v).square()

    return f


def dipoles(both: float, x: torch.Tensor) -> torch.Tensor:
    """The energy of two dipoles on a plane; `both` is 2 in a plane world and 3 in ours."""
    m, n, r = x[:, :2], x[:, 2:4], x[:, 4:]
    size = sq(r).sqrt()
    one, two = (m * r).sum(dim=1) / size, (n * r).sum(dim=1) / size
    return ((m * n).sum(dim=1) - both * one * two) / size**both


def magnets(count: int) -> Inputs:
    """Two dipoles and how far one is from the other."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, 6))
        x[:, 4:] *= (rng.uniform(0.8, 2.0, size=count) / np.linalg.norm(x[:, 4:], axis=1))[:, None]
        return x

    return draw


def in_box(x: torch.Tensor) -> torch.Tensor:
    """Two particles in a box whose opposite sides are the same."""
    d = x[:, :2] - x[:, 2:]
    d = d - 4.0 * torch.round(d / 4.0).detach()
    return torch.exp(-0.5 * sq(d))


def radiance(x: torch.Tensor) -> torch.Tensor:
    """Planck's law."""
    return x[:, 0] ** 3 / torch.expm1(x[:, 0] / x[:, 1])


def scattered(lean: float, x: torch.Tensor) -> torch.Tensor:
    """Light by the angle between two directions, and by one axis of the laboratory."""
    cos = (x[:, :3] * x[:, 3:]).sum(dim=1)
    return (1.0 + cos.square()) * (1.0 + lean * x[:, 5])


def spins(x: torch.Tensor) -> torch.Tensor:
    """The energy of two spins with an easy axis."""
    return (x[:, :3] * x[:, 3:]).sum(dim=1) + 0.1 * x[:, 2] * x[:, 5]


def drag(wind: float, x: torch.Tensor) -> torch.Tensor:
    """Drag that grows with the square of the speed, in a wind along the first axis."""
    v = x - torch.tensor([wind, 0.0], dtype=x.dtype)
    return -v * (0.2 + (sq(v) + 1e-9).sqrt())[:, None]


def pendulum(x: torch.Tensor) -> torch.Tensor:
    """The period by length, gravity and swing."""
    return 2.0 * np.pi * (x[:, 0] / x[:, 1]).sqrt() * (1.0 + x[:, 2].square() / 16.0)


def diag3(a: float, b: float, c: float) -> Array:
    """A diagonal matrix."""
    return np.diag([a, b, c])


CASES = (
    phys(
        "flattened-planet",
        "x[3] -> 1",
        oblate,
        shell(2500, 3, 1.0, 2.5),
        on("x", [turn(3, 0, 1)]),
        "The potential of a planet that is a little flattened.",
        decoys=on("x", rotations(3)[1:]),
    ),
    phys(
        "kepler-short-range",
        "x[3] -> y[3]",
        partial(kepler, 0.5),
        shell(2500, 3, 0.7, 2.5),
        tuple({"x": k, "y": k} for k in rotations(3)),
        "A correction at short distances leaves the rotations, not the scaling.",
        decoys=({"x": np.eye(3), "y": -2.0 * np.eye(3)},),
    ),
    phys(
        "proper-time",
        "x[2] -> 1",
        lambda x: (x[:, 0].square() - x[:, 1].square()).sqrt(),
        moving(2000, 0.8),
        on("x", [BOOST]),
        "Proper time is the same for all who move.",
    ),
    phys(
        "proper-time-slow",
        "x[2] -> 1",
        lambda x: x[:, 0] - x[:, 1].square() / (2.0 * x[:, 0]),
        moving(2000, 0.8),
        (),
        "Proper time to the first order in the square of the speed.",
        decoys=on("x", [BOOST]),
    ),
    phys(
        "gas-with-volume",
        "x[3] -> 1",
        waals(0.4, 0.1),
        ranges((0.5, 0.5, 1.0), (2.0, 2.0, 3.0), 2500),
        on("x", [diag3(1.0, 0.0, 1.0)]),
        "A real gas: more of it in more space has the same pressure, and that is all.",
        decoys=on("x", [diag3(1.0, -1.0, 0.0)]),
    ),
    phys(
        "dipoles-of-space",
        "a[2]+b[2]+r[2] -> 1",
        partial(dipoles, 3.0),
        magnets(2000),
        (
            {"a": ROT, "b": ROT, "r": ROT},
            {"a": EYE, "b": -EYE, "r": NONE},
            {"a": 3.0 * EYE, "b": NONE, "r": EYE},
        ),
        "Two dipoles of our space that lie on a plane.",
        decoys=({"a": ROT, "b": -ROT, "r": NONE},),
    ),
    phys(
        "dipoles-of-a-plane",
        "a[2]+b[2]+r[2] -> 1",
        partial(dipoles, 2.0),
        magnets(2000),
        (
            {"a": ROT, "b": ROT, "r": ROT},
            {"a": ROT, "b": -ROT, "r": NONE},
            {"a": EYE, "b": -EYE, "r": NONE},
            {"a": 2.0 * EYE, "b": NONE, "r": EYE},
        ),
        "In a world of two dimensions dipoles may also turn against each other.",
    ),
    phys(
        "periodic-box",
        "2*x[2] -> 1",
        in_box,
        uniform(3000, 4, 0.0, 4.0),
        (),
        "The nearest image of a particle: round, but for pairs across a side of the box.",
    ),
    phys(
        "black-body",
        "x[2] -> y[1]",
        radiance,
        ranges((0.2, 0.4), (3.0, 2.0), 2500),
        ({"x": EYE, "y": 3.0 * ONE},),
        "Planck's law where the law for long waves is nearly right.",
        decoys=({"x": np.diag([1.0, -2.0]), "y": NIL},),
    ),
    phys(
        "scattering-leaning",
        "2*x[3] -> 1",
        partial(scattered, 0.05),
        spheres(2000),
        on("x", [turn(3, 0, 1)]),
        "A detector that is 5 % better above than at its side.",
        normals=off_spheres,
        decoys=on("x", rotations(3)[1:]),
    ),
    phys(
        "easy-axis-on-spheres",
        "2*x[3] -> 1",
        spins,
        spheres(2000),
        on("x", [turn(3, 0, 1)]),
        "Two spins of length one with an easy axis: turns that stretch would leave the spheres.",
        normals=off_spheres,
        decoys=on("x", rotations(3)[1:]),
    ),
    phys(
        "drag-in-a-breeze",
        "x[2] -> x",
        partial(drag, 0.12),
        normal(2000, 2, 1.5),
        (),
        "Drag in a faint breeze.",
        decoys=SPIN,
    ),
    phys(
        "stiffening-spring",
        "x[2] -> 1",
        lambda x: 0.5 * sq(x) + 0.03 * x[:, 0] ** 4,
        normal(2000, 2),
        (),
        "The energy of a spring that gets stiffer as it is stretched.",
        decoys=SPIN,
    ),
    phys_learned(
        "pendulum",
        "x[2]+1 -> y[1]",
        pendulum,
        ranges((0.2, 2.0, 0.0), (2.0, 20.0, 1.2), 3000),
        (
            {"x": EYE, "y": NIL},
            {"x": np.diag([1.0, 0.0]), "y": 0.5 * ONE},
        ),
        "The period of a pendulum by length and gravity; the swing is kept as it is.",
        spoil=noise(0.03),
    ),
    phys_learned(
        "lens",
        "x[2] -> y[1]",
        lambda x: x[:, 0] * x[:, 1] / (x[:, 0] + x[:, 1]),
        ranges((0.2, 0.2), (4.0, 4.0), 3000),
        ({"x": EYE, "y": ONE},),
        "A focal length from two distances: of the first degree.",
        spoil=noise(0.01),
    ),
    phys_learned(
        "boost",
        "x[2] -> 1",
        lambda x: x[:, 0].square() - x[:, 1].square(),
        normal(3000, 2),
        on("x", [BOOST]),
        "The interval of space and time.",
        spoil=noise(0.1),
    ),
    phys_learned(
        "magnetic-force",
        "x[2]+1 -> x",
        lambda x: col(x[:, 1] * x[:, 2], -x[:, 0] * x[:, 2]),
        normal(3000, 3),
        on("x", [ROT, EYE]),
        "The force on a charge: linear in the speed, so that growing is a symmetry too.",
        spoil=noise(0.05),
        decoys=on("x", [SQUEEZE]),
    ),
)
