"""Smooth functions that are nearly symmetric, and laws of science with small extra terms."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    Array,
    Generator,
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

smooth = partial(make, "smooth_three", "exact")
smooth_learned = partial(make, "smooth_three", "learned")
science = partial(make, "science_three", "exact")
science_learned = partial(make, "science_three", "learned")

ONE = np.ones((1, 1))


def _scalings(**sizes: float) -> Generator:
    """One number for each channel of one column."""
    return {name: size * ONE for name, size in sizes.items()}


def _beams(count: int, power: int) -> Law:
    """The mean of a power of the projections on a few directions: round if they are enough."""
    angle = torch.arange(count, dtype=torch.float64) * torch.pi / count
    directions = torch.stack([torch.cos(angle), torch.sin(angle)])
    return lambda x: torch.log1p(((x @ directions) ** power).mean(dim=1))


def _superellipse(power: float) -> Law:
    return lambda x: torch.log1p((x.square() + 1e-12).pow(power / 2).sum(dim=1))


def _discriminant(x: torch.Tensor) -> torch.Tensor:
    return x[:, 1] ** 2 - 4 * x[:, 0] * x[:, 2]


# How shifts, scalings and inversions of the unknown move the coefficients of a quadratic equation.
SHIFT = 2 * entry(3, 1, 0) + entry(3, 2, 1)
STRETCH = np.diag([1.0, 0.0, -1.0])
INVERT = entry(3, 0, 1) + 2 * entry(3, 1, 2)


def _ratio(x: torch.Tensor) -> torch.Tensor:
    return (x[:, 0] * x[:, 1] + x[:, 2] ** 2) / sq(x)


def _pendulum(x: torch.Tensor) -> torch.Tensor:
    return x[:, 1] ** 2 / 2 + 1 - torch.cos(x[:, 0])


def _orbits(rng: np.random.Generator) -> Array:
    x = rng.normal(size=(3000, 6))
    x[:, :3] *= rng.uniform(0.8, 2.0, (3000, 1)) / np.linalg.norm(x[:, :3], axis=1, keepdims=True)
    return x


def _oblate(strength: float) -> Law:
    """The energy of a satellite of a planet that is flattened at its poles."""

    def energy(x: torch.Tensor) -> torch.Tensor:
        r = sq(x, 0, 3).sqrt()
        return sq(x, 3) / 2 - (1 - strength * (1.5 * (x[:, 2] / r) ** 2 - 0.5) / r**2) / r

    return energy


def _positive(count: int, n: int) -> Inputs:
    return uniform(count, n, 0.5, 2.0)


def _waals(x: torch.Tensor) -> torch.Tensor:
    """The pressure of n moles at T in V: with their own volume and attraction."""
    n, t, v = x.T
    return n * t / (v - 0.1 * n) - 0.3 * (n / v) ** 2


def _inhibited(x: torch.Tensor) -> torch.Tensor:
    """A rate of an enzyme: substrate, its constant, inhibitor, and the constant of that."""
    s, k, i, c = x.T
    return s / (k * (1 + i / c) + s)


def _mixed_inhibition(x: torch.Tensor) -> torch.Tensor:
    """The same with a weak inhibition by the substrate itself."""
    s, k, i, c = x.T
    return s / (k * (1 + i / c) + s * (1 + 0.2 * s))


def _invariants(x: torch.Tensor) -> torch.Tensor:
    """The invariants of an electromagnetic field, given by E and B."""
    e, b = x[:, :3], x[:, 3:]
    return col(sq(e) - sq(b), (e * b).sum(dim=1))


def _bent_vacuum(x: torch.Tensor) -> torch.Tensor:
    """The first invariant with a weak term of the fourth order in E."""
    f = _invariants(x)
    return col(f[:, 0] + 0.05 * sq(x, 0, 3) ** 2, f[:, 1])


TURNS = [np.kron(np.eye(2), r) for r in rotations(3)]
BOOSTS = [np.kron(np.array([[0.0, -1], [1, 0]]), r) for r in rotations(3)]


def _epidemic(x: torch.Tensor) -> torch.Tensor:
    """Susceptible, infected, removed: how their numbers change."""
    s, i, r = x.T
    new = 0.9 * s * i / (s + i + r)
    return col(-new, new - 0.4 * i, 0.4 * i)


def _epidemic_fixed(x: torch.Tensor) -> torch.Tensor:
    """The same, with some infections from outside that do not grow with the numbers."""
    s, i, r = x.T
    new = 0.9 * s * i / (s + i + r) + 0.3 * torch.tanh(s)
    return col(-new, new - 0.4 * i, 0.4 * i)


def _lens(gap: float) -> Law:
    """The focal length of two lenses at some distance."""
    return lambda x: x[:, 0] * x[:, 1] / (x[:, 0] + x[:, 1] - gap)


def _arrhenius(x: torch.Tensor) -> torch.Tensor:
    a, e, t = x.T
    return a * t.sqrt() * torch.exp(-e / t)


LENS = [_scalings(a=1, b=1, y=1)]

CASES = (
    smooth(
        "five-beams",
        "x[2] -> 1",
        _beams(5, 4),
        normal(2000, 2),
        SPIN,
        "Fourth powers along five directions: enough of them to be round.",
    ),
    smooth(
        "three-beams",
        "x[2] -> 1",
        _beams(3, 6),
        normal(2000, 2),
        [],
        "Sixth powers along three directions: too few of them to be round.",
        decoys=SPIN,
    ),
    smooth(
        "three-beams-round",
        "x[2] -> 1",
        _beams(3, 4),
        normal(2000, 2),
        SPIN,
        "Fourth powers along three directions: just enough of them.",
    ),
    smooth(
        "superellipse",
        "x[2] -> 1",
        _superellipse(2.15),
        normal(3000, 2),
        [],
        "Powers of 2.15 where a circle has squares.",
        decoys=SPIN,
    ),
    smooth(
        "discriminant",
        "x[3] -> 1",
        lambda x: torch.tanh(_discriminant(x) / 4),
        normal(2000, 3),
        on("x", [SHIFT, STRETCH, INVERT]),
        "The discriminant of a quadratic equation: shifts, scalings, inversions.",
    ),
    smooth(
        "discriminant-leading",
        "x[3] -> 1",
        lambda x: torch.tanh(_discriminant(x) / 4) + 0.2 * torch.sin(x[:, 0]),
        normal(2000, 3),
        on("x", [SHIFT]),
        "The discriminant and a little of the leading coefficient: only shifts are left.",
        decoys=on("x", [STRETCH, INVERT]),
    ),
    smooth(
        "soft-maximum",
        "x[3] -> 1",
        lambda x: torch.logsumexp(x, dim=1),
        normal(2000, 3),
        [],
        "A soft maximum looks like a mean of its arguments, which six matrices would keep.",
        decoys=on("x", [np.outer([1.0, -1, 0], e) for e in np.eye(3)]),
    ),
    smooth(
        "degree-zero",
        "x[3] -> 1",
        _ratio,
        normal(2000, 3),
        on("x", [np.eye(3)]),
        "A ratio of two forms: only the direction counts.",
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    smooth_learned(
        "superellipse",
        "x[2] -> 1",
        lambda x: torch.exp(-(x**4).sum(dim=1)),
        uniform(1500, 2, -1.3, 1.3),
        [],
        "A bump that is almost a square.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
    smooth_learned(
        "discriminant",
        "x[3] -> 1",
        lambda x: torch.tanh(_discriminant(x) / 4),
        uniform(2500, 3, -1.2, 1.2),
        on("x", [SHIFT, STRETCH, INVERT]),
        "The discriminant of a quadratic equation: shifts, scalings, inversions.",
        spoil=noise(0.01),
    ),
    science(
        "pendulum",
        "x[2] -> 1",
        _pendulum,
        uniform(2000, 2, -1.4, 1.4),
        [],
        "The energy of a pendulum is that of a spring only as long as it swings a little.",
        decoys=SPIN,
    ),
    science(
        "satellite",
        "2*x[3] -> 1",
        _oblate(0.0),
        _orbits,
        on("x", rotations(3)),
        "The energy of a satellite of a round planet.",
    ),
    science(
        "satellite-oblate",
        "2*x[3] -> 1",
        _oblate(0.08),
        _orbits,
        on("x", [turn(3, 0, 1)]),
        "The energy of a satellite of a planet that is flattened at its poles.",
        decoys=on("x", rotations(3)[1:]),
    ),
    science(
        "gas",
        "n[1]+t[1]+v[1] -> 1",
        _waals,
        _positive(1500, 3),
        [_scalings(n=1, t=0, v=1)],
        "A gas whose molecules have a volume: what trades heat for space is gone.",
        decoys=[_scalings(n=0, t=1, v=1), _scalings(n=1, t=-1, v=0)],
    ),
    science(
        "enzyme",
        "s[1]+k[1]+i[1]+c[1] -> 1",
        _inhibited,
        _positive(1500, 4),
        [_scalings(s=1, k=1, i=0, c=0), _scalings(s=0, k=0, i=1, c=1)],
        "A substrate and an inhibitor that compete, each with a constant in its unit.",
    ),
    science(
        "enzyme-crowded",
        "s[1]+k[1]+i[1]+c[1] -> 1",
        _mixed_inhibition,
        _positive(1500, 4),
        [_scalings(s=0, k=0, i=1, c=1)],
        "The substrate hinders itself, for which no constant is given.",
        decoys=[_scalings(s=1, k=1, i=0, c=0)],
    ),
    science(
        "field",
        "x[6] -> 2",
        _invariants,
        normal(2000, 6),
        on("x", TURNS + BOOSTS),
        "Both invariants of an electromagnetic field: all rotations and boosts.",
    ),
    science(
        "field-bent",
        "x[6] -> 2",
        _bent_vacuum,
        normal(2000, 6),
        on("x", TURNS),
        "A vacuum that responds to strong fields: only rotations are left.",
        decoys=on("x", BOOSTS),
    ),
    science(
        "epidemic",
        "x[3] -> x",
        _epidemic,
        _positive(1500, 3),
        on("x", [np.eye(3)]),
        "An epidemic runs alike in towns of all sizes.",
    ),
    science(
        "epidemic-imported",
        "x[3] -> x",
        _epidemic_fixed,
        _positive(1500, 3),
        [],
        "An epidemic with infections from outside does not.",
        decoys=on("x", [np.eye(3)]),
    ),
    science(
        "lenses",
        "a[1]+b[1] -> y[1]",
        _lens(0.0),
        _positive(1000, 2),
        LENS,
        "Two thin lenses in contact: only the unit of length is free.",
    ),
    science(
        "lenses-apart",
        "a[1]+b[1] -> y[1]",
        _lens(0.2),
        _positive(1000, 2),
        [],
        "Two thin lenses at a small distance, which is not given.",
        decoys=LENS,
    ),
    science(
        "arrhenius",
        "a[1]+e[1]+t[1] -> y[1]",
        _arrhenius,
        _positive(1500, 3),
        [_scalings(a=1, e=0, t=0, y=1), _scalings(a=0, e=1, t=1, y=0.5)],
        "A rate with the root of the temperature before the exponential.",
        decoys=[_scalings(a=0, e=1, t=1, y=0)],
    ),
    science_learned(
        "pendulum-wide",
        "x[2] -> 1",
        _pendulum,
        uniform(1200, 2, -2.6, 2.6),
        [],
        "The energy of a pendulum that nearly turns over.",
        spoil=noise(0.03),
        decoys=SPIN,
    ),
    science_learned(
        "lenses",
        "a[1]+b[1] -> y[1]",
        _lens(0.0),
        _positive(800, 2),
        LENS,
        "Two thin lenses in contact: only the unit of length is free.",
        spoil=noise(0.005),
    ),
    science_learned(
        "lenses-apart",
        "a[1]+b[1] -> y[1]",
        _lens(0.3),
        _positive(800, 2),
        [],
        "Two thin lenses at a distance, which is not given.",
        spoil=noise(0.005),
        decoys=LENS,
    ),
    science_learned(
        "gas",
        "n[1]+t[1]+v[1] -> 1",
        _waals,
        _positive(1500, 3),
        [_scalings(n=1, t=0, v=1)],
        "A gas whose molecules have a volume.",
        spoil=noise(0.02),
        decoys=[_scalings(n=0, t=1, v=1)],
    ),
)
