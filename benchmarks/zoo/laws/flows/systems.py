"""Reactions, populations, circuits, magnets, vortices, flocks."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import squares
from benchmarks.zoo.maps import apply
from benchmarks.zoo.matrices import each, number, rotations, weights
from benchmarks.zoo.motion import after, flow
from benchmarks.zoo.samples import box, normal

law = Family(__name__)


@law("flow-hopf", "x[2] -> x", normal(2, 0.8), true=each(rotations(2), "x"))
@after(0.3)
def hopf(x: Tensor) -> Tensor:
    """A spiral towards a circle."""
    turned = torch.stack([-x[:, 1], x[:, 0]], dim=1)
    return x * (1 - squares(x)) + 2 * turned


@law("flow-sharing", "x[2] -> x", box(2, 0.3, 2.0), true=each([np.eye(2)], "x"))
@after(1.0)
def sharing(x: Tensor) -> Tensor:
    """Growth at rates that only depend on who has which share."""
    share = x / x.sum(1, keepdim=True)
    return x * torch.stack([share[:, 1] - 0.3, 0.8 * share[:, 0] ** 2], dim=1)


@law("flow-lotka-volterra", "x[1]+y[1] -> x+y", box(2, 0.3, 3.0))
@after(0.5)
def lotka_volterra(x: Tensor) -> Tensor:
    """Prey and hunters, by Lotka and Volterra."""
    prey, hunters = x.T
    return torch.stack([prey * (1 - 0.5 * hunters), hunters * (-0.7 + 0.6 * prey)], dim=1)


@law("flow-lorenz", "x[3] -> x", normal(3))
@after(0.3)
def lorenz(x: Tensor) -> Tensor:
    """Convection, in units in which everything is of size 1."""
    a, b, c = x.T
    return torch.stack([2 * (b - a), a * (3 - c) - b, a * b - c], dim=1)


@law("flow-two-lasers", "2*x[2] -> 2*x", normal(4, 0.8), true=each(rotations(2), "x"))
@after(0.4)
def two_lasers(x: Tensor) -> Tensor:
    """z' = z − (1 + i/2)|z|² z, w' = w/2 − |w|² w, and each leaks into the other."""
    z, w = x.split(2, dim=1)
    turned = torch.stack([-z[:, 1], z[:, 0]], dim=1)
    first = z - squares(z) * (z + turned / 2) + 0.7 * (w - z)
    second = w / 2 - squares(w) * w + 0.4 * (z - w)
    return torch.cat([first, second], dim=1)


@law(
    "flow-epidemic",
    "s[1]+i[1]+r[1] -> s+i+r",
    box(3, 0.2, 1.5),
    true=each([number(1)], "s", "i", "r"),
)
@after(0.8)
def epidemic(x: Tensor) -> Tensor:
    """The healthy, the ill and the immune, who meet by chance and forget in time."""
    healthy, ill, immune = x.T
    caught = 2 * healthy * ill / x.sum(1)
    return torch.stack([0.3 * immune - caught, caught - 0.8 * ill, 0.8 * ill - 0.3 * immune], dim=1)


@law("flow-brusselator", "x[1]+y[1] -> x+y", box(2, 0.3, 2.0))
@after(0.5)
def brusselator(x: Tensor) -> Tensor:
    """A chemical clock."""
    a, b = x.T
    return torch.stack([1 - 3 * a + a**2 * b, 2 * a - a**2 * b], dim=1)


@law("flow-fitzhugh-nagumo", "x[2] -> x", box(2, -2.0, 2.0))
@after(0.4)
def fitzhugh_nagumo(x: Tensor) -> Tensor:
    """The voltage of a nerve, and its recovery."""
    v, w = x.T
    return torch.stack([v - v**3 / 3 - w + 0.5, 0.5 * (v + 0.7 - 0.8 * w)], dim=1)


@law("flow-michaelis-menten", "s[1]+e[1]+c[1] -> s+e+c", box(3, 0.2, 1.5))
@after(0.8)
def michaelis_menten(x: Tensor) -> Tensor:
    """A substrate and an enzyme that bind, part again, or part with the substrate changed."""
    substrate, enzyme, both = x.T
    bound, freed = substrate * enzyme, 0.4 * both
    return torch.stack(
        [freed - bound, freed + 0.6 * both - bound, bound - freed - 0.6 * both], dim=1
    )


CIRCULATION = (1.0, 1.5, -0.7)


@law("flow-vortices", "3*x[2] -> 3*x", normal(6), true=each(rotations(2), "x"))
@after(0.3)
def vortices(x: Tensor) -> Tensor:
    """Three vortices that carry each other round."""
    places = x.split(2, dim=1)
    moves = []
    for place in places:
        move = torch.zeros_like(place)
        for strength, other in zip(CIRCULATION, places, strict=True):
            gap = place - other
            turned = torch.stack([-gap[:, 1], gap[:, 0]], dim=1)
            move = move + strength * turned / (0.5 + squares(gap))
        moves.append(move)
    return torch.cat(moves, dim=1)


@law(
    "flow-bloch",
    "m[3] -> m",
    normal(3),
    true=each([*rotations(3, (0, 1)), np.diag([1.0, 1.0, 0.0])], "m"),
)
@after(0.6)
def bloch(x: Tensor) -> Tensor:
    """A magnetisation that turns about the third axis and comes to rest along it."""
    a, b, c = x.T
    return torch.stack([2 * b - 0.5 * a, -2 * a - 0.5 * b, 0.3 * (1 - c)], dim=1)


RATES = np.array([[-0.9, 0.4, 0.0], [0.9, -1.1, 0.3], [0.0, 0.7, -0.3]])
law.add(
    "flow-first-order-kinetics",
    "x[3] -> x",
    box(3, 0.0, 2.0),
    flow(apply(RATES), 0.8),
    true=each([np.eye(3), RATES, RATES @ RATES], "x"),
)


@law("flow-two-spins", "2*s[3] -> 2*s", normal(6), true=each(rotations(3), "s"))
@after(0.4)
def two_spins(x: Tensor) -> Tensor:
    """Two magnets of different strengths that turn about each other."""
    a, b = x.split(3, dim=1)
    turn = torch.linalg.cross(a, b)
    return torch.cat([turn, -0.6 * turn], dim=1)


@law("flow-van-der-pol", "x[2] -> x", box(2, -2.0, 2.0))
@after(0.4)
def van_der_pol(x: Tensor) -> Tensor:
    """A circuit with a valve, which swings by itself."""
    a, b = x.T
    return torch.stack([b, 0.8 * (1 - a**2) * b - a], dim=1)


@law("flow-easy-axis", "m[3] -> m", normal(3), true=each(rotations(3, (0, 1)), "m"))
@after(0.4)
def easy_axis(m: Tensor) -> Tensor:
    """A magnet that turns about its easy axis and is damped towards it."""
    up = torch.zeros_like(m[:, :2])
    field = torch.cat([up, 1.5 * m[:, 2:] + 0.5], dim=1)
    turn = torch.linalg.cross(m, field)
    return -turn - 0.3 * torch.linalg.cross(m, turn)


CHARGES = (1.0, 0.6, 1.5)


@law("flow-colloids", "3*x[3] -> 3*x", normal(9), true=each(rotations(3), "x"))
@after(0.4)
def colloids(x: Tensor) -> Tensor:
    """Three charged grains in honey, in a trap and screened from each other."""
    places = x.split(3, dim=1)
    moves = []
    for charge, place in zip(CHARGES, places, strict=True):
        move = -place / 2
        for other_charge, other in zip(CHARGES, places, strict=True):
            gap = place - other
            move = move + charge * other_charge * gap * torch.exp(-squares(gap) / 3)
        moves.append(move)
    return torch.cat(moves, dim=1)


@law("flow-k-epsilon", "k[1]+e[1] -> k+e", box(2, 0.5, 2.0), true=[weights(k=1, e=1)])
@after(0.5)
def k_epsilon(x: Tensor) -> Tensor:
    """The energy of a turbulence that decays, and the rate at which it does."""
    k, rate = x.T
    return torch.stack([-rate, -1.9 * rate**2 / k], dim=1)


@law("flow-selkov", "x[1]+y[1] -> x+y", box(2, 0.2, 2.0))
@after(0.4)
def selkov(x: Tensor) -> Tensor:
    """Sugar that is split in a cell: what comes of it speeds up its own making."""
    made, fuel = x.T
    rate = (0.2 + made**2) * fuel
    return torch.stack([rate - made, 0.7 - rate], dim=1)


@law("flow-rossler", "x[3] -> x", normal(3))
@after(0.4)
def rossler(x: Tensor) -> Tensor:
    """A spiral that folds back on itself, in units in which everything is of size 1."""
    a, b, c = x.T
    return torch.stack([-b - c, a + 0.3 * b, 0.4 + c * (a - 1.5)], dim=1)


@law("flow-hunters", "x[1]+y[1] -> x+y", box(2, 0.3, 2.5), true=[weights(x=1, y=1)])
@after(0.6)
def hunters(x: Tensor) -> Tensor:
    """Prey and hunters, who eat by how much prey there is for each of them."""
    prey, hunting = x.T
    eaten = prey * hunting / (prey + hunting)
    return torch.stack([0.8 * prey - 1.5 * eaten, eaten - 0.4 * hunting], dim=1)


@law("flow-chemostat", "s[1]+y[1] -> s+y", box(2, 0.2, 2.0))
@after(0.6)
def chemostat(x: Tensor) -> Tensor:
    """Sugar and the yeast that lives on it, in a tank through which fresh sugar flows."""
    sugar, yeast = x.T
    growth = sugar / (0.5 + sugar)
    return torch.stack([0.6 * (1.5 - sugar) - growth * yeast, (growth - 0.6) * yeast], dim=1)


@law("flow-chua", "x[3] -> x", normal(3))
@after(0.4)
def chua(x: Tensor) -> Tensor:
    """Two voltages and a current of a chaotic circuit, in units of size 1."""
    a, b, c = x.T
    return torch.stack([1.5 * (b + 0.4 * a - a**3 / 6), a - b + c, -1.8 * b], dim=1)


@law("flow-starlings", "2*(q[2]+v[2]) -> 2*(q+v)", normal(8), true=each(rotations(2), "q", "v"))
@after(0.6)
def starlings(x: Tensor) -> Tensor:
    """Two birds that take on each other's velocity, the less the further they are apart."""
    q, v, r, w = x.split(2, dim=1)
    match = (w - v) / (1 + squares(r - q)) ** 0.5
    return torch.cat([v, match, w, -match / 2], dim=1)


@law("flow-pursuit", "2*x[2] -> 2*x", normal(4), true=each(rotations(2), "x"))
@after(0.5)
def pursuit(x: Tensor) -> Tensor:
    """A dog that runs towards its master, who walks in a circle."""
    dog, master = x.split(2, dim=1)
    way = master - dog
    circle = torch.stack([-master[:, 1], master[:, 0]], dim=1)
    return torch.cat([1.5 * way / torch.sqrt(0.5 + squares(way)), circle], dim=1)
