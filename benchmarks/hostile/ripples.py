"""Small fast waves that break the symmetry, near or below the resolution of the data."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    Array,
    Case,
    Inputs,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

exact = partial(make, "ripples", "exact")
learned = partial(make, "ripples", "learned")


def lattice(count: int, half: int, step: float) -> Inputs:
    """Points of a square lattice."""

    def draw(rng: np.random.Generator) -> Array:
        return step * rng.integers(-half, half + 1, size=(count, 2)).astype(np.float64)

    return draw


def petals(x: torch.Tensor, count: int) -> torch.Tensor:
    """A wave around the origin."""
    return torch.cos(count * torch.atan2(x[:, 1], x[:, 0]))


def with_parameter(count: int) -> Inputs:
    """A normal vector of two numbers and a parameter between zero and one."""
    return lambda rng: np.concatenate(
        [rng.normal(size=(count, 2)), rng.uniform(size=(count, 1))], axis=1
    )


CASES: tuple[Case, ...] = (
    exact(
        "fine",
        "x[2] -> 1",
        lambda x: sq(x) + 0.05 * torch.sin(40.0 * x[:, 0]),
        normal(3000, 2),
        (),
        "Waves of 2 % of the values, but as steep as the rest.",
        decoys=SPIN,
    ),
    exact(
        "round",
        "x[2] -> 1",
        lambda x: sq(x) + 0.05 * torch.sin(40.0 * torch.sqrt(sq(x))),
        normal(3000, 2),
        SPIN,
        "Fine waves in the radius break nothing.",
    ),
    exact(
        "finest",
        "x[2] -> 1",
        lambda x: sq(x) + 1e-4 * torch.sin(1e3 * x[:, 0]),
        normal(3000, 2),
        (),
        "Waves far below any tolerance in the values, and not in the derivatives.",
        accepted=(0, 1),
    ),
    exact(
        "dense",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2) + 0.1 * torch.sin(100.0 * x[:, 0]),
        normal(3000, 2),
        (),
        "Waves far denser than the samples, of 10 % of the values.",
        decoys=SPIN,
    ),
    exact(
        "lattice-nodes",
        "x[2] -> 1",
        lambda x: sq(x) + 0.05 * torch.sin(2.0 * np.pi * x[:, 0] / 0.1),
        lattice(4000, 20, 0.1),
        (),
        "The waves have their nodes at all samples, where they are steepest.",
    ),
    exact(
        "lattice-crests",
        "x[2] -> 1",
        lambda x: sq(x) + 0.2 * torch.cos(2.0 * np.pi * x[:, 0] / 0.1),
        lattice(4000, 20, 0.1),
        SPIN,
        "The waves have their crests at all samples: neither values nor derivatives show them.",
        accepted=(0, 1),
    ),
    exact(
        "axis",
        "x[3] -> 1",
        lambda x: sq(x) + 0.1 * torch.sin(30.0 * x[:, 2]),
        normal(4000, 3),
        on("x", [turn(3, 0, 1)]),
        "Waves along one axis leave one rotation of three.",
        decoys=on("x", rotations(3)[1:]),
    ),
    exact(
        "petals",
        "x[2] -> 1",
        lambda x: sq(x) * (1.0 + 0.02 * petals(x, 24)),
        normal(3000, 2),
        (),
        "Turning by a twenty-fourth of a circle changes nothing, turning by less does.",
        decoys=SPIN,
    ),
    learned(
        "fine",
        "x[2] -> 1",
        lambda x: sq(x) + 0.15 * torch.sin(25.0 * x[:, 0]),
        normal(2000, 2),
        (),
        "Waves shorter than the distance of the samples look like noise.",
        decoys=SPIN,
    ),
    learned(
        "round",
        "x[2] -> 1",
        lambda x: sq(x) + 0.15 * torch.sin(25.0 * torch.sqrt(sq(x))),
        normal(2000, 2),
        SPIN,
        "Waves in the radius shorter than the distance of the samples.",
    ),
    learned(
        "resolved",
        "x[2] -> 1",
        lambda x: sq(x) + 0.2 * torch.sin(6.0 * x[:, 0]),
        normal(2000, 2),
        (),
        "Waves that a good fit resolves and a smooth one leaves out.",
        decoys=SPIN,
    ),
    learned(
        "resolved-noise",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2) + 0.05 * torch.sin(6.0 * x[:, 1]),
        normal(2500, 2),
        (),
        "Waves of the size of the noise.",
        spoil=noise(0.04),
        decoys=SPIN,
    ),
    learned(
        "parameter",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) + 0.5 * torch.sin(60.0 * x[:, 2]),
        with_parameter(2000),
        SPIN,
        "Waves in a parameter cannot be resolved and break nothing.",
    ),
    learned(
        "lattice",
        "x[2] -> 1",
        lambda x: sq(x) + 0.1 * torch.sin(2.0 * np.pi * x[:, 0] / 0.2),
        lattice(2000, 10, 0.2),
        (),
        "The waves have their nodes at all samples: no data of this kind can show them.",
        accepted=(0, 1),
    ),
    learned(
        "petals",
        "x[2] -> 1",
        lambda x: sq(x) * (1.0 + 0.1 * petals(x, 8)),
        uniform(2500, 2, -1.5, 1.5),
        (),
        "Eight petals: the symmetry is discrete.",
        decoys=SPIN,
    ),
)
