"""Small and fast waves on top of a smooth law."""

from functools import partial

import torch

from benchmarks.hostile.case import (
    SPIN,
    SQUEEZE,
    Case,
    keeping,
    make,
    noise,
    normal,
    on,
    sq,
    uniform,
)
from benchmarks.hostile.second.parts_two import rel, wedge

exact = partial(make, "ripples_two", "exact")
learned = partial(make, "ripples_two", "learned")

CASES: tuple[Case, ...] = (
    exact(
        "fine",
        "x[2] -> 1",
        lambda x: sq(x) + 0.005 * torch.sin(80.0 * x[:, 0]),
        normal(4000, 2),
        (),
        "A ripple of half a per cent in the values and a fifth in the slopes.",
        decoys=(),
    ),
    exact(
        "round",
        "x[2] -> 1",
        lambda x: sq(x) + 0.05 * torch.sin(60.0 * sq(x)),
        uniform(4000, 2),
        SPIN,
        "Fast waves that are round.",
    ),
    exact(
        "product",
        "x[2] -> 1",
        lambda x: x[:, 0] * x[:, 1] + 0.1 * torch.cos(25.0 * x[:, 0] * x[:, 1]),
        normal(3000, 2),
        on("x", [SQUEEZE]),
        "Fast waves along the symmetry of a product.",
    ),
    exact(
        "spirals",
        "x[2] -> 1",
        lambda x: sq(x) + 0.05 * torch.cos(torch.atan2(x[:, 1], x[:, 0]) * 7.0 + 5.0 * sq(x)),
        wedge(4000, 0.5, 2.0, -3.0, 3.0),
        (),
        "Seven spiral arms.",
        decoys=SPIN,
    ),
    learned(
        "teeth",
        "x[2] -> 1",
        lambda x: sq(x).sqrt() + 0.15 * torch.cos(6.0 * torch.atan2(x[:, 1], x[:, 0])),
        wedge(3000, 0.6, 1.6, -3.1, 3.1),
        (),
        "The six teeth of a gear: a discrete symmetry only.",
        spoil=noise(0.02),
        decoys=SPIN,
    ),
    learned(
        "rings",
        "x[2] -> 1",
        lambda x: torch.sin(4.0 * sq(x)),
        uniform(4000, 2, -1.3, 1.3),
        SPIN,
        "The rings of Newton.",
        spoil=rel(0.05),
    ),
    learned(
        "comb",
        "x[2] -> 1",
        lambda x: sq(x) + 0.12 * torch.sin(9.0 * x[:, 0]),
        normal(4000, 2),
        (),
        "A comb along one axis.",
        spoil=noise(0.03),
        decoys=SPIN,
    ),
    learned(
        "plane-wave",
        "x[2] -> 1",
        lambda x: torch.cos(3.0 * x[:, 0] + 2.0 * x[:, 1]),
        normal(3000, 2),
        on("x", keeping([3.0, 2.0])),
        "A plane wave: whatever keeps its phase.",
        spoil=rel(0.05),
    ),
)
