"""Functions of data that is given in other units."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array, Function
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import SPACE, bent_area, form, inner, squares
from benchmarks.zoo.laws.channels import two_lengths
from benchmarks.zoo.laws.rotations import length, logarithm
from benchmarks.zoo.maps import bumps, experts, layers, resonances, smooth_map, soft_maxima
from benchmarks.zoo.matrices import J, conjugate, each, pseudo_rotations, rotations, traceless
from benchmarks.zoo.motion import after, duffing, flow, kepler, newton, trap
from benchmarks.zoo.samples import box, normal, through

law = Family(__name__)

MILLION = 1e6
SECOND = np.diag([1.0, 1.0, MILLION, MILLION])


def measured(into: Array, out: Array | None = None) -> Callable[[Function], Function]:
    """Turn a function of z into one of x = ``into`` z, with outputs ``out`` times its own."""
    back = torch.from_numpy(np.linalg.inv(into))
    forth = torch.eye(1, dtype=torch.float64) if out is None else torch.from_numpy(out)
    return lambda f: lambda x: f(x @ back.T) @ forth.T


law.add(
    "units-channels",
    "a[2]+b[2] -> 1",
    through(SECOND, normal(4)),
    measured(SECOND)(two_lengths),
    true=each(rotations(2), "a") + each(rotations(2), "b"),
)

law.add(
    "units-channels-none",
    "a[2]+b[2] -> 1",
    through(SECOND, normal(4)),
    measured(SECOND)(smooth_map(61, 4, 1)),
)

INSIDE = np.diag([1.0, MILLION])
law.add(
    "units-inside",
    "x[2] -> 1",
    through(INSIDE, normal(2)),
    measured(INSIDE)(logarithm),
    true=each(conjugate(INSIDE, rotations(2)), "x"),
)

law.add(
    "units-inside-none",
    "x[2] -> 1",
    through(INSIDE, normal(2)),
    measured(INSIDE)(smooth_map(62, 2, 1)),
)

THREE = np.diag([1e-3, 1.0, 1e3])
law.add(
    "units-inside-three",
    "x[3] -> 1",
    through(THREE, normal(3)),
    measured(THREE)(length),
    true=each(conjugate(THREE, rotations(3)), "x"),
)

law.add(
    "units-flow",
    "q[2]+p[2] -> q+p",
    through(SECOND, normal(4)),
    measured(SECOND, SECOND)(flow(newton(kepler), 0.5)),
    true=each(rotations(2), "q", "p"),
)


@law(
    "units-outputs",
    "x[2] -> y[2]",
    normal(2),
    true=[{"x": J, "y": conjugate(INSIDE, rotations(2))[0]}, {"x": np.eye(2), "y": 3 * np.eye(2)}],
)
@measured(np.eye(2), INSIDE)
def outputs(x: Tensor) -> Tensor:
    """A radial vector of degree three."""
    return x * squares(x)


BOTH = np.kron(np.eye(2), np.diag([1.0, 1.0, MILLION]))


@law(
    "units-shared",
    "2*x[3] -> 1",
    through(BOTH, normal(6)),
    true=each(conjugate(BOTH[:3, :3], rotations(3)), "x"),
)
@measured(BOTH)
def shared(x: Tensor) -> Tensor:
    """The product of two vectors."""
    return inner(x[:, :3], x[:, 3:])


FAR = np.diag([MILLION, MILLION, MILLION, 1.0])


@law("units-lamp", "x[3]+w[1] -> b[1]", through(FAR, normal(4)), true=each(rotations(3), "x"))
@measured(FAR, np.diag([1e-3]))
def glow(x: Tensor) -> Tensor:
    """What is seen of a lamp at a place and with a power."""
    return (1 + x[:, 3:] ** 2) / (1 + squares(x[:, :3]) / 3) + x[:, 3:]


SMALL = np.diag([1e-3, 1e3])


@law(
    "units-inside-boost",
    "x[2] -> 1",
    through(SMALL, box(2)),
    true=each(conjugate(SMALL, pseudo_rotations((1.0, -1.0))), "x"),
)
@measured(SMALL)
def inside_boost(x: Tensor) -> Tensor:
    """The arctangent of an interval."""
    return torch.atan(x[:, :1] ** 2 - x[:, 1:] ** 2)


law.add("units-outputs-none", "x[2] -> y[2]", box(2), measured(np.eye(2), INSIDE)(bumps(161, 2, 2)))

TINY = np.diag([1e-6, 1.0])
law.add(
    "units-duffing-none",
    "q[1]+p[1] -> q+p",
    through(TINY, normal(2, 0.8)),
    measured(TINY, TINY)(flow(newton(duffing), 0.5)),
)

SECONDS = np.diag([1e-6, 1.0, 1.0])


@law(
    "units-interval",
    "x[3] -> 1",
    through(SECONDS, box(3)),
    true=each(conjugate(SECONDS, pseudo_rotations(SPACE)), "x"),
)
@measured(SECONDS)
def interval(x: Tensor) -> Tensor:
    """The arctangent of an interval in two dimensions of space."""
    return torch.atan(form(x, SPACE))


PHASE = np.diag([1.0] * 3 + [MILLION] * 3)
law.add(
    "units-trap",
    "q[3]+v[3] -> q+v",
    through(PHASE, normal(6, 0.8)),
    measured(PHASE, PHASE)(flow(trap, 0.4)),
    true=each(rotations(3), "q", "v"),
)

WEAK = np.diag([1e-6, 1.0, 1.0])


@law("units-potential-and-field", "x[2] -> u[1]+e[2]", normal(2), true=each(rotations(2), "x", "e"))
@measured(np.eye(2), WEAK)
def potential_and_field(x: Tensor) -> Tensor:
    """A logarithmic potential and its field."""
    size = 1 + squares(x) / 2
    return torch.cat([torch.log(size), x / size], dim=1)


law.add(
    "units-layers-none",
    "x[3] -> y[2]",
    through(THREE, normal(3)),
    measured(THREE, np.eye(2))(layers(261, 3, 2)),
)

MICRONS = np.kron(np.eye(2), np.diag([1e-6, 1e-3]))
law.add(
    "units-emittance",
    "2*x[2] -> 1",
    through(MICRONS, box(4)),
    measured(MICRONS)(bent_area),
    true=each(conjugate(MICRONS[:2, :2], traceless(2)), "x"),
)

PLANT = np.diag([1e4, 20.0, 1e-3])
METERS = np.diag([1.0, 1e5])
law.add(
    "units-experts-none",
    "a[2]+b[1] -> y[2]",
    through(PLANT, normal(3)),
    measured(PLANT, METERS)(experts(371, 3, 2)),
)

TANK = np.diag([1e3, 1e-3])  # volt and ampere


@law(
    "units-tank-circuit",
    "x[2] -> x",
    through(TANK, normal(2)),
    true=each(conjugate(TANK, rotations(2)), "x"),
)
@measured(TANK, TANK)
def tank(x: Tensor) -> Tensor:
    """Voltage and current of a circuit some time later, that swings slower and fades."""
    a, b = x.T
    size = squares(x)
    angle = 0.9 - size[:, 0] / 6
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([a * cos + b * sin, b * cos - a * sin], dim=1) / (1 + size / 8)


PRESS = np.diag([1e5, 1e5, 1e-2])  # pascal, pascal and metre
law.add(
    "units-soft-maxima-none",
    "p[2]+h[1] -> f[1]",
    through(PRESS, normal(3)),
    measured(PRESS)(soft_maxima(461, 3, 1)),
)

BUNCH = np.diag([1e-4, 1e-4, 1e3])  # metres across, and volts


@law(
    "units-bunch",
    "x[3] -> 1",
    through(BUNCH, normal(3)),
    true=each(conjugate(BUNCH, rotations(3)), "x"),
)
@measured(BUNCH)
def bunch(x: Tensor) -> Tensor:
    """The density of a bunch of particles."""
    return torch.exp(-squares(x) / 4)


CHAMBER = np.diag([1e-3, 1e-3, 1e4, 1e4])  # metres, and metres per second


@law(
    "units-cyclotron",
    "q[2]+v[2] -> q+v",
    through(CHAMBER, normal(4)),
    true=each(rotations(2), "q", "v"),
)
@measured(CHAMBER, CHAMBER)
@after(0.6)
def cyclotron(x: Tensor) -> Tensor:
    """A charge in a magnetic field, and in a gas that slows it down more the faster it is."""
    v = x[:, 2:]
    turn = torch.stack([v[:, 1], -v[:, 0]], dim=1)
    return torch.cat([v, 1.3 * turn - 0.4 * v * torch.sqrt(1 + squares(v))], dim=1)


GAUGES = np.diag([1e6, 1e6, 1.0, 1.0])  # pascal and bar
law.add(
    "units-resonances-none",
    "a[2]+b[2] -> 1",
    through(GAUGES, normal(4)),
    measured(GAUGES)(resonances(561, 4, 1)),
)
