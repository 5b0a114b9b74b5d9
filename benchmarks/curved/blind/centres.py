"""Motion: forces about a centre that is not the origin, and of things that see one another."""

import torch

from benchmarks.curved.blind.law import Function, Law
from benchmarks.curved.blind.parts import Frame, quarter, square

VORTEX = Frame((7.3, -4.1), (2.0, 0.5))


def vortex(x: torch.Tensor) -> torch.Tensor:
    """The wind about the eye of a storm that draws air in; each axis in its own unit."""
    (u,) = VORTEX.points(x, 1)
    inflow = 0.4 / (1.0 + 0.5 * square(u))
    return VORTEX.back(torch.exp(-0.4 * square(u)) * quarter(u) - inflow * u)


FLOCK = Frame((10.0, -3.0), (1.0, 1.0))


def flock(x: torch.Tensor) -> torch.Tensor:
    """The acceleration of a bird by its own velocity and by a neighbour."""
    here, there = FLOCK.points(x, 2)
    velocity = FLOCK.vector(x[:, 4:])
    r = there - here
    follow = (torch.exp(-0.3 * square(r)) - 0.3) * r
    return FLOCK.back(follow + 0.5 * (1.0 - 0.4 * square(velocity)) * velocity + 0.3 * quarter(r))


ORBIT = Frame((-3.5, 1.2), (1.0, 1.0))


def orbit(amount: float) -> Function:
    """The acceleration of a tethered drone: a pull to the mast, drag, and wind."""

    def law(x: torch.Tensor) -> torch.Tensor:
        (u,) = ORBIT.points(x, 1)
        wind = amount * torch.tensor([2.4, -1.8], dtype=x.dtype)
        relative = ORBIT.vector(x[:, 2:]) - wind
        drag = 0.6 * torch.sqrt(0.4 + square(relative)) * relative
        return ORBIT.back(-u / torch.sqrt(1.0 + 0.6 * square(u)) - drag)

    return law


SITE = Frame((1.7, 0.9, -2.2), (1.0, 1.0, 1.0))


def site(amount: float) -> Function:
    """The force on an ion at a site of a crystal, with a cubic part of the given strength."""

    def law(x: torch.Tensor) -> torch.Tensor:
        (u,) = SITE.points(x, 1)
        radial = u * (0.4 - torch.exp(-0.5 * square(u)))
        return SITE.back(-radial - amount * 0.31 * (u**3 - 0.6 * square(u) * u))

    return law


LAWS = (
    Law(
        name="vortex",
        spec="affine(x[2]) -> x",
        field="weather",
        sample=VORTEX.around(((0.3, 0.2),), 1.6),
        law=vortex,
        true=VORTEX.rotations(),
    ),
    Law(
        name="flock",
        spec="2*affine(x[2]) + x -> x",
        field="biology",
        sample=FLOCK.around(((0.0, 0.0), (0.4, 0.5), (-9.6, 3.2)), 0.75),
        law=flock,
        true=(*FLOCK.translations(), *FLOCK.rotations()),
    ),
    Law(
        name="tethered drone",
        spec="affine(x[2]) + x -> x",
        field="robotics",
        sample=ORBIT.around(((0.3, -0.2), (3.8, -1.0)), 1.4),
        law=orbit(0.2),
        broken=0.2,
        intact=orbit(0.0),
        remains="nothing: the wind breaks the rotation about the mast",
    ),
    Law(
        name="cubic site",
        spec="affine(x[3]) -> x",
        field="crystal fields",
        sample=SITE.around(((0.2, -0.1, 0.1),), 1.2),
        law=site(0.2),
        broken=0.2,
        intact=site(0.0),
        remains="nothing: the cubic part breaks so(3) about the site",
    ),
)
