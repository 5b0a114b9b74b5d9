"""Data on one side, in a wedge, on a cone, in crowds."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import SPACETIME, form, inner, squares
from benchmarks.zoo.laws.rotations import length, logarithm
from benchmarks.zoo.maps import smooth_map
from benchmarks.zoo.matrices import each, generic, number, pseudo_rotations, rotations
from benchmarks.zoo.samples import clusters, crowded, forward, half_space, normal, through, wedge

law = Family(__name__)


def octant(rng: np.random.Generator, count: int) -> Array:
    """Positive, and crowded near the corner."""
    return np.abs(rng.standard_normal((count, 3))) ** 1.5


law.add("data-half-space", "x[3] -> 1", half_space(3), length, true=each(rotations(3), "x"))

law.add("data-octant", "x[3] -> 1", octant, logarithm, true=each(rotations(3), "x"))

law.add("data-wedge", "x[2] -> 1", wedge(0.15, 0.4), logarithm, true=each(rotations(2), "x"))

law.add("data-wedge-none", "x[2] -> 1", wedge(0.15, 0.4), smooth_map(55, 2, 1))


@law("data-crowded", "x[2] -> x", crowded(4.0), true=each(rotations(2), "x"))
def towards_the_middle(x: Tensor) -> Tensor:
    """A pull towards the middle that fades far out."""
    return x / (1 + squares(x) / 4)


law.add("data-crowded-none", "x[2] -> x", crowded(4.0), smooth_map(56, 2, 2))


@law("data-half-plane", "x[2] -> x", half_space(2), true=each(rotations(2), "x"))
def spiral(x: Tensor) -> Tensor:
    """Turned by an angle that falls off outwards."""
    a, b = x.T
    angle = 1 / (1 + squares(x)[:, 0] / 2)
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=1)


@law("data-forward-cone", "p[4] -> 1", forward, true=each(pseudo_rotations(SPACETIME), "p"))
def forward_cone(p: Tensor) -> Tensor:
    """A logarithm of the squared mass of a particle."""
    return torch.log1p(form(p, SPACETIME))


@law("data-half-space-glow", "x[3] -> 1", half_space(3), true=each(rotations(3), "x"))
@law(
    "data-clusters",
    "x[3] -> 1",
    clusters((1.0, 0.5, 0.0), (-0.5, 1.0, 0.7), (0.0, -1.0, 1.0), spread=0.4),
    true=each(rotations(3), "x"),
)
def glow(x: Tensor) -> Tensor:
    """The glow of a lamp, by the square of the distance."""
    return 1 / (1 + squares(x) / 2)


@law("data-clusters-none", "x[2] -> 1", clusters((1.0, 0.5), (-1.0, 0.5), (0.3, -1.2), spread=0.4))
def hills(x: Tensor) -> Tensor:
    """Hills without symmetry."""
    a, b = x.T
    return (torch.exp(-(a**2) / 2) * (1 + b) + torch.sin(2 * b - a))[:, None]


AXIS = np.array([0.6, -0.48, 0.64])


def cap(rng: np.random.Generator, count: int) -> Array:
    """At any distance between 1/2 and 2, within about 30° of an axis."""
    across = rng.uniform(-0.35, 0.35, (count, 3))
    x = AXIS + across - (across @ AXIS)[:, None] * AXIS
    r = rng.uniform(0.5, 2.0, (count, 1))
    return r * x / np.linalg.norm(x, axis=1, keepdims=True)


@law("data-cap", "x[3] -> 1", cap, true=each(rotations(3), "x"))
def arctangent(x: Tensor) -> Tensor:
    """The arctangent of a squared radius."""
    return torch.atan(squares(x) / 2)


def orbits(rng: np.random.Generator, count: int) -> Array:
    """Places and momenta of planets whose orbits are not far from circles."""
    phi, r = rng.uniform(0, 2 * np.pi, count), rng.uniform(0.7, 1.6, count)
    out = np.stack([np.cos(phi), np.sin(phi)], axis=1)
    along = np.stack([-out[:, 1], out[:, 0]], axis=1) / np.sqrt(r)[:, None]
    return np.hstack([r[:, None] * out, along + 0.25 * rng.standard_normal((count, 2))])


@law(
    "data-orbits", "q[2]+p[2] -> 1", orbits, true=each(rotations(2), "q") + each(rotations(2), "p")
)
def orbital_energy(x: Tensor) -> Tensor:
    """The energy of a planet."""
    q, p = x.split(2, dim=1)
    return squares(p) / 2 - 1 / torch.sqrt(squares(q))


@law(
    "data-lumps",
    "x[2] -> x",
    clusters((1.2, 0.4), (-0.6, 0.9), spread=0.35),
    true=each(rotations(2), "x"),
)
def lumps(x: Tensor) -> Tensor:
    """A push outwards that fades far out."""
    return x * torch.exp(-squares(x) / 3)


@law("data-half-space-dipole", "2*x[3] -> x", half_space(6), true=each(rotations(3), "x"))
def dipole_field(x: Tensor) -> Tensor:
    """The field at a place r of a dipole m at the origin, softened there."""
    r, m = x.split(3, dim=1)
    size = 0.7 + squares(r)
    return 3 * r * inner(r, m) / size**2.5 - m / size**1.5


NEEDLE = np.linalg.qr(generic(362, 3))[0] * np.array([1.6, 0.5, 0.16])


@law("data-needle", "x[3] -> 1", through(NEEDLE, normal(3)), true=each(rotations(3), "x"))
def needle(x: Tensor) -> Tensor:
    """A bell curve, seen along a needle."""
    return torch.exp(-squares(x) / 3)


@law(
    "data-quadrant-impedance",
    "x[2] -> z[1]",
    lambda rng, count: 0.1 + rng.gamma(2.0, 0.5, (count, 2)),
    true=[*each(rotations(2), "x"), {"x": np.eye(2), "z": number(1)}],
)
def quadrant_impedance(x: Tensor) -> Tensor:
    """The impedance of a resistance and a reactance."""
    return torch.sqrt(squares(x))


@law("data-half-space-plume-none", "x[3] -> 1", half_space(3))
def plume(x: Tensor) -> Tensor:
    """How much smoke there is downwind of a chimney, which is neither level nor straight."""
    down, across, height = x.T
    width = 1 + down
    return (torch.exp(-((across - 0.2) ** 2) / width - (height - 0.5) ** 2 / 2) / width)[:, None]


@law("data-sector-sonar", "x[2] -> x", wedge(0.3, -0.8), true=each(rotations(2), "x"))
def sector_sonar(x: Tensor) -> Tensor:
    """An echo that fades with the distance."""
    return x * torch.exp(-squares(x) / 6)
