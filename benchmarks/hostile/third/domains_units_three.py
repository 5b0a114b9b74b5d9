"""Odd domains, very few samples, and columns of very different sizes."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    SPIN,
    Array,
    Generator,
    Inputs,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

domain = partial(make, "domains_three", "exact")
domain_learned = partial(make, "domains_three", "learned")
tiny = partial(make, "tiny_three", "learned")
units = partial(make, "units_three", "exact")
units_learned = partial(make, "units_three", "learned")

BOOST = np.array([[0.0, 1.0], [1.0, 0.0]])
ONE = np.ones((1, 1))


def _scalings(**sizes: float) -> Generator:
    """One number for each channel of one column."""
    return {name: size * ONE for name, size in sizes.items()}


def _board(count: int) -> Inputs:
    """The black squares of a board of four by four."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.uniform(-2, 2, size=(4 * count, 2))
        return x[np.floor(x).sum(axis=1) % 2 == 0][:count]

    return draw


def _black(x: torch.Tensor) -> torch.Tensor:
    """Round on the black squares, and another law on the white ones."""
    black = torch.remainder(torch.floor(x).sum(dim=1), 2) == 0
    return torch.where(black, torch.log1p(sq(x)), 3 * x[:, 0])


def _around(rng: np.random.Generator) -> Array:
    angle, radius = rng.uniform(-2.9, 2.9, 2000), rng.uniform(0.3, 3.0, 2000)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _timelike(count: int) -> Inputs:
    def draw(rng: np.random.Generator) -> Array:
        proper, rapidity = rng.uniform(0.3, 1.5, count), rng.uniform(-1, 1, count)
        return proper[:, None] * np.stack([np.cosh(rapidity), np.sinh(rapidity)], axis=1)

    return draw


def _proper(x: torch.Tensor) -> torch.Tensor:
    return (x[:, 0] ** 2 - x[:, 1] ** 2).sqrt()


CENTRES = 10.0 * np.eye(3)


def _patches(rng: np.random.Generator) -> Array:
    return CENTRES[rng.integers(0, 3, size=3000)] + rng.normal(size=(3000, 3))


def _facets(x: torch.Tensor, lift: float) -> torch.Tensor:
    """A plane over each of three patches; the third slope is the sum of the others, or nearly."""
    near = torch.cdist(x, torch.from_numpy(CENTRES)).argmin(dim=1)
    slopes = torch.tensor([[1.0, 2, 0.5], [0.5, -1, 1], [1.5, 1, 1.5 + lift]], dtype=x.dtype)
    return (x * slopes[near]).sum(dim=1)


FACETS = on("x", keeping([1.0, 2, 0.5], [0.5, -1, 1]))


def _cross(rng: np.random.Generator) -> Array:
    x = np.stack([rng.uniform(-2, 2, 1500), rng.uniform(-0.3, 0.3, 1500)], axis=1)
    return np.where(rng.uniform(size=(1500, 1)) < 0.5, x, x[:, ::-1])


def _globe(rng: np.random.Generator) -> Array:
    """Places in metres from the centre of a planet, up to ten kilometres above a radius."""
    x = rng.normal(size=(3000, 3))
    x[:, 2] = np.abs(x[:, 2])
    height = rng.uniform(0, 1e4, size=(3000, 1))
    return (6.371e6 + height) * x / np.linalg.norm(x, axis=1, keepdims=True)


def _days(rng: np.random.Generator) -> Array:
    return np.concatenate(
        [rng.normal(size=(3000, 2)), 2.45e6 + rng.uniform(0, 100, (3000, 1))], axis=1
    )


def _phase(x: torch.Tensor) -> torch.Tensor:
    return torch.sin(2 * torch.pi * (x[:, 2] - 2.45e6) / 27)


def _sizes(count: int, *sizes: float) -> Inputs:
    """Positive columns within a factor of nine, each with a size of its own."""
    n = len(sizes)
    return lambda rng: np.exp(rng.uniform(-1.1, 1.1, size=(count, n))) * np.array(sizes)


def _scaled(count: int, *sizes: float) -> Inputs:
    """Normal columns, each with a size of its own."""
    return lambda rng: rng.normal(size=(count, len(sizes))) * np.array(sizes)


def _plain(x: torch.Tensor, *sizes: float) -> torch.Tensor:
    return x / torch.tensor(sizes, dtype=x.dtype)


def _small_units(x: torch.Tensor) -> torch.Tensor:
    u = _plain(x, 1e-8, 1.5e-7)
    return torch.log1p(sq(u)) + 0.5 * torch.sin(u[:, 0])


def _small_units_learned(x: torch.Tensor) -> torch.Tensor:
    u = _plain(x, 1e5, 1e6)
    return torch.cos(sq(u).sqrt()) + 0.4 * torch.tanh(u[:, 0])


SMALL_TURN = np.array([[0.0, -1 / 15], [15.0, 0.0]])
COMMUTES = np.array([[1.0, 0.6], [-0.3, 0.5]])

CASES = (
    domain(
        "board",
        "x[2] -> 1",
        _black,
        _board(3000),
        SPIN,
        "Only the black squares of a board are seen, and on them the function is round.",
    ),
    domain(
        "around",
        "x[2] -> 1",
        lambda x: torch.atan2(x[:, 1], x[:, 0]),
        _around,
        on("x", [EYE]),
        "The angle, with a gap in the data where it would jump.",
    ),
    domain(
        "around-broken",
        "x[2] -> 1",
        lambda x: torch.atan2(x[:, 1], x[:, 0]) + 0.1 * torch.sin(3 * x[:, 0]),
        _around,
        [],
        "The angle and a weak wave along one axis.",
        decoys=on("x", [EYE]),
    ),
    domain(
        "timelike",
        "x[2] -> 1",
        _proper,
        _timelike(2000),
        on("x", [BOOST]),
        "Proper time, which is only defined within the cone of the data.",
    ),
    domain(
        "facets",
        "x[3] -> 1",
        lambda x: _facets(x, 0.0),
        _patches,
        FACETS,
        "Three patches with a slope each; the third slope is the sum of the other two.",
    ),
    domain(
        "facets-lifted",
        "x[3] -> 1",
        lambda x: _facets(x, 2.0),
        _patches,
        [],
        "Three patches with a slope each; the third slope leans out of the plane of the other two.",
        decoys=FACETS,
    ),
    domain_learned(
        "board",
        "x[2] -> 1",
        _black,
        _board(1500),
        SPIN,
        "Only the black squares of a board are seen.",
        spoil=noise(0.01),
    ),
    domain_learned(
        "cross",
        "x[2] -> 1",
        lambda x: torch.cos(1.5 * x[:, 0]) + torch.cos(1.5 * x[:, 1]),
        _cross,
        [],
        "Data along both axes, where a sum of waves looks almost round.",
        decoys=SPIN,
    ),
    domain_learned(
        "timelike",
        "x[2] -> 1",
        _proper,
        _timelike(1000),
        on("x", [BOOST]),
        "Proper time, which is only defined within the cone of the data.",
    ),
    tiny(
        "two-commuting",
        "x[2] -> x",
        lambda x: x @ torch.from_numpy(COMMUTES).T,
        normal(22, 2),
        on("x", [EYE, COMMUTES]),
        "Twenty-two vectors and their images under a matrix, which commutes with itself.",
    ),
    tiny(
        "forty-tent",
        "x[2] -> 1",
        lambda x: x.abs().sum(dim=1),
        uniform(40, 2),
        [],
        "Forty points of a tent with four sides.",
        decoys=SPIN,
    ),
    tiny(
        "eighty-bowl",
        "x[3] -> 1",
        lambda x: sq(x, 0, 2) + x[:, 2] + 0.6 * x[:, 0] ** 3,
        uniform(80, 3, -1.2, 1.2),
        [],
        "Eighty points of a bowl with a cubic term.",
        decoys=on("x", [rotations(3)[0]]),
    ),
    tiny(
        "fifteen-slope",
        "x[2] -> 1",
        lambda x: 2 * x[:, 0] - x[:, 1],
        normal(15, 2),
        on("x", keeping([2.0, -1.0])),
        "Fifteen points of a plane with noise.",
        spoil=noise(0.1),
    ),
    units(
        "quanta",
        "a[1]+b[1] -> 1",
        lambda x: torch.log(x[:, 0] * 1e4) + torch.log(x[:, 1] * 1e-4),
        _sizes(1000, 6.6e-4, 5e3),
        [_scalings(a=1, b=-1)],
        "A very small number times a very large one.",
    ),
    units(
        "altitude",
        "x[3] -> 1",
        lambda x: torch.exp(-(sq(x).sqrt() - 6.371e6) / 8e3),
        _globe,
        on("x", rotations(3)),
        "The density of air over a planet: heights are a thousandth of the coordinates.",
    ),
    units(
        "days",
        "x[2]+1 -> 1",
        lambda x: torch.cos(sq(x, 0, 2).sqrt()) * (1 + 0.5 * _phase(x)),
        _days,
        SPIN,
        "A period of 27 days in a count of days that has reached millions.",
    ),
    units(
        "days-broken",
        "x[2]+1 -> 1",
        lambda x: torch.cos(sq(x, 0, 2).sqrt()) + 0.2 * _phase(x) * x[:, 0],
        _days,
        [],
        "A tilt that comes and goes with a period of 27 days among millions.",
        decoys=SPIN,
    ),
    units(
        "small-units",
        "x[2] -> 1",
        _small_units,
        _scaled(3000, 1e-8, 1.5e-7),
        [],
        "Columns of 1e-8 and 1.5e-7, and a wave in the smaller one.",
        decoys=on("x", [SMALL_TURN]),
    ),
    units(
        "faint-output",
        "x[2] -> 1",
        lambda x: 1e-30 * (torch.cos(sq(x).sqrt()) + 0.1 * x[:, 0] ** 2),
        normal(2000, 2),
        [],
        "All outputs are smaller than any tolerance that is not relative.",
        decoys=SPIN,
    ),
    units(
        "prefixes",
        "a[1]+b[1]+c[1] -> 1",
        lambda x: torch.tanh(torch.log(1e-2 * x[:, 0] * x[:, 1] / x[:, 2]) / 3),
        _sizes(1000, 1e-2, 30.0, 3e-3),
        [_scalings(a=1, b=-1, c=0), _scalings(a=0, b=1, c=1)],
        "Three quantities from thousandths to tens in one ratio.",
    ),
    units_learned(
        "potential",
        "a[1]+b[1] -> 1",
        lambda x: torch.log(x[:, 0] / x[:, 1]),
        _sizes(800, 1e5, 300.0),
        [_scalings(a=1, b=1)],
        "The logarithm of pressure over temperature.",
        spoil=noise(0.01),
    ),
    units_learned(
        "millions",
        "x[2] -> 1",
        _small_units_learned,
        _scaled(1500, 1e5, 1e6),
        [],
        "Columns of a hundred thousand and of a million, and a tilt in the smaller one.",
        decoys=on("x", [np.array([[0.0, -0.1], [10.0, 0.0]])]),
    ),
)
