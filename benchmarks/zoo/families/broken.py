"""Symmetries that are broken by 1 %, 5 % and 20 %.

The exact truth is what is left; the directions that are broken are kept as ``approximate``.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case, Function, Sample
from benchmarks.zoo.families.equivariant import cross
from benchmarks.zoo.families.flows import kepler, newton
from benchmarks.zoo.families.scaling import cubic
from benchmarks.zoo.matrices import each, number, pseudo_rotations, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow

SIZES = (0.01, 0.05, 0.2)
SPACETIME = (1.0, -1.0, -1.0, -1.0)


def perturbed(f: Function, by: Function, sample: Sample, size: float) -> Function:
    """f + c·by, where c makes the perturbation ``size`` times as large as f − mean f."""
    x = torch.from_numpy(sample(np.random.default_rng(0), 20_000))
    y, change = f(x), by(x)
    c = size * float((y - y.mean(0)).square().mean().sqrt() / change.square().mean().sqrt())
    return lambda x: f(x) + c * by(x)


def broken(
    name: str,
    f: Function,
    by: Function,
    sample: Sample,
    sizes: tuple[float, ...] = SIZES,
    **rest: object,
) -> list[Case]:
    """One breaking in some sizes."""
    make = partial(Case, family="broken", sample=sample, unbroken=f, **rest)  # type: ignore[arg-type]
    return [
        make(
            name=f"broken-{name}-{100 * size:.0f}",
            function=perturbed(f, by, sample, size),
            broken=size,
        )
        for size in sizes
    ]


def ripple(x: Tensor) -> Tensor:
    return torch.sin(x[:, :1] + 2 * x[:, 1:2] * x[:, 2:3])


def mass(p: Tensor) -> Tensor:
    return torch.atan((p.square() * torch.tensor(SPACETIME, dtype=p.dtype)).sum(1, keepdim=True))


def tide(x: Tensor) -> Tensor:
    """A kick that knows where north is."""
    kick = torch.stack([torch.sin(x[:, 0]), -0.5 * x[:, 1]], dim=1)
    return torch.cat([0.2 * kick, kick], dim=1)


def skew(x: Tensor) -> Tensor:
    a, b = x[:, :3], x[:, 3:]
    return torch.sin(a.roll(1, dims=1)) + a * b


CASES = [
    *broken(
        "rotation",
        lambda x: torch.sqrt(1 + squares(x)),
        ripple,
        normal(3),
        spec="x[3] -> 1",
        true=[],
        approximate=each(rotations(3), "x"),
    ),
    *broken(
        "boosts",
        mass,
        lambda p: torch.sin(p[:, :1]),
        normal(4),
        spec="p[4] -> 1",
        true=each(pseudo_rotations(SPACETIME, (1, 2, 3)), "p"),
        approximate=each([A for k in (1, 2, 3) for A in pseudo_rotations(SPACETIME, (0, k))], "p"),
    ),
    *broken(
        "scaling",
        cubic,
        lambda x: torch.sin(2 * x[:, :1]) + torch.cos(x[:, 1:2] - x[:, 2:]),
        box(3),
        spec="x[3] -> s[1]",
        true=[],
        approximate=[{"x": np.eye(3), "s": number(3)}],
    ),
    *broken(
        "flow",
        flow(newton(kepler), 0.5),
        tide,
        normal(4),
        spec="q[2]+p[2] -> q+p",
        true=[],
        approximate=each(rotations(2), "q", "p"),
    ),
    *broken(
        "cross",
        cross,
        skew,
        normal(6),
        spec="2*x[3] -> x",
        true=[],
        approximate=each(rotations(3), "x"),
    ),
]
