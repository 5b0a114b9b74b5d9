"""Symmetries that are broken by 1 %, 5 % and 20 %."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.families.broken import broken
from benchmarks.zoo.families.flows import newton
from benchmarks.zoo.families.scaling import weights
from benchmarks.zoo.families.volumes import area
from benchmarks.zoo.matrices import each, number, rotations, unit
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares
from benchmarks.zoo.steps import flow
from benchmarks.zoo.unseen.maps import inner

STRAINS = [np.diag([1.0, -1.0]), 1 - np.eye(2)]


def geoid(x: Tensor) -> Tensor:
    """What a planet adds to its potential that has a little of the shape of a pear."""
    height = x[:, 2:]
    return height * (5 * height**2 - 3 * squares(x)) / (1 + squares(x)) ** 2


def spiral(q: Tensor) -> Tensor:
    """The pull of a galaxy on a star in its plane."""
    return -1.5 * q / (0.6 + squares(q))


def bar(x: Tensor) -> Tensor:
    """A kick by the bar in the middle of a galaxy, which lies along one axis."""
    q = x[:, :2]
    kick = q * torch.tensor([-0.4, 1.0], dtype=x.dtype) / (1 + squares(q) / 2)
    return torch.cat([0.25 * kick, kick], dim=1)


def lift(x: Tensor) -> Tensor:
    """What carries a wing: the density of the air, the speed and the area."""
    density, speed, wing = x.T
    return (density * speed**2 * wing)[:, None]


def compressed(x: Tensor) -> Tensor:
    """What is added near the speed of sound."""
    density, speed, wing = x.T
    return (density * wing * torch.sin(3 * speed))[:, None]


def drift(x: Tensor) -> Tensor:
    """How a plasma drifts in an electric field and a magnetic one."""
    E, B = x.split(3, dim=1)
    return torch.linalg.cross(E, B) / (0.5 + squares(B))


def falling(x: Tensor) -> Tensor:
    """The drift by a weight along the third axis."""
    down = torch.tensor([0.0, 0.0, -1.0], dtype=x.dtype).expand(len(x), 3)
    return torch.linalg.cross(down, x[:, 3:]) / (0.5 + squares(x[:, 3:]))


def photometer(x: Tensor) -> Tensor:
    """What a meter says that should only see the last of three lamps."""
    return torch.tanh(x[:, 2:]) + 0.2 * x[:, 2:] ** 2


def elastic(x: Tensor) -> Tensor:
    """What a fluid adds that takes some time to flow: its lengths matter, not only its area."""
    return squares(x) / (3 + squares(x)) - 0.5


def substitutes(x: Tensor) -> Tensor:
    """What machines and people make together, who replace each other badly."""
    return (x**-0.5).mean(1, keepdim=True) ** -2


def overheads(x: Tensor) -> Tensor:
    """What an office costs, which is cheap for some numbers of machines and people."""
    return torch.sin(4 * x[:, :1]) + torch.cos(3 * x[:, 1:])


def spinning(x: Tensor) -> Tensor:
    """A gyroscope that turns the faster the further it is out, and slows down."""
    turned = torch.stack([-x[:, 1], x[:, 0]], dim=1)
    return turned * (1 + squares(x) / 5) - 0.3 * x


def breeze(x: Tensor) -> Tensor:
    """A push towards one side, and less of it on the other."""
    return torch.sigmoid(x[:, :1]) * torch.tensor([1.0, 0.4], dtype=x.dtype)


CASES = [
    *broken(
        "geoid",
        lambda x: -1 / torch.sqrt(0.5 + squares(x)),
        geoid,
        normal(3),
        (0.01,),
        spec="x[3] -> 1",
        true=each(rotations(3, (0, 1)), "x"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "x"),
    ),
    *broken(
        "bar",
        flow(newton(spiral), 0.5),
        bar,
        normal(4),
        (0.01,),
        spec="q[2]+p[2] -> q+p",
        true=[],
        approximate=each(rotations(2), "q", "p"),
    ),
    *broken(
        "lift",
        lift,
        compressed,
        box(3, 0.5, 2.0),
        (0.01,),
        spec="r[1]+v[1]+a[1] -> f[1]",
        true=[weights(r=1, f=1), weights(a=1, f=1)],
        approximate=[weights(v=1, f=2)],
    ),
    *broken(
        "drift",
        drift,
        falling,
        normal(6),
        (0.01,),
        spec="2*x[3] -> x",
        true=each(rotations(3, (0, 1)), "x"),
        approximate=each([*rotations(3, (0, 2)), *rotations(3, (1, 2))], "x"),
    ),
    *broken(
        "stray-light",
        photometer,
        lambda x: torch.sin(2 * x[:, :1]),
        normal(3),
        (0.05,),
        spec="x[3] -> 1",
        true=each([unit(3, 1, j) for j in range(3)], "x"),
        approximate=each([unit(3, 0, j) for j in range(3)], "x"),
    ),
    *broken(
        "overheads",
        substitutes,
        overheads,
        box(2, 0.4, 2.0),
        (0.05,),
        spec="x[2] -> s[1]",
        true=[],
        approximate=[{"x": np.eye(2), "s": number(1)}],
    ),
    *broken(
        "elastic",
        lambda x: torch.log1p(area(x[:, :2], x[:, 2:]) ** 2),
        elastic,
        normal(4),
        (0.05,),
        spec="a[2]*b[2] -> 1",
        gauge=1,
        true=each(rotations(2), "a") + each(rotations(2), "b"),
        approximate=each(STRAINS, "a") + each(STRAINS, "b"),
    ),
    *broken(
        "lapse",
        lambda x: torch.exp(-squares(x) / 6),
        lambda x: torch.tanh(x[:, :1]),
        normal(4),
        (0.2,),
        spec="x[4] -> 1",
        true=each(rotations(4, (1, 2, 3)), "x"),
        approximate=each([A for k in (1, 2, 3) for A in rotations(4, (0, k))], "x"),
    ),
    *broken(
        "breeze",
        flow(spinning, 0.6),
        breeze,
        normal(2),
        (0.2,),
        spec="x[2] -> x",
        true=[],
        approximate=each(rotations(2), "x"),
    ),
    *broken(
        "storage",
        lambda x: torch.tanh(inner(x[:, :3], x[:, 3:]) / 2),
        lambda x: squares(x[:, :3]) / (3 + squares(x[:, :3])) - 0.45,
        normal(6),
        (0.2,),
        spec="x[3]+x.T -> s[1]",
        true=each(rotations(3), "x"),
        approximate=each(
            [unit(3, i, j) + unit(3, j, i) for i in range(3) for j in range(i + 1)], "x"
        ),
    ),
]
