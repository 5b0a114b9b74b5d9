"""Shapes: areas, volumes, ratios and centres of a few points, and distances between two."""

import numpy as np
import torch
from numpy.typing import ArrayLike

from benchmarks.curved.blind.law import Function, Law
from benchmarks.curved.blind.parts import Frame, area, boxes, dot, square, turn

IDENTITY = ((1.0, 0.0), (0.0, 1.0))
UNIMODULAR = (((0.0, 1.0), (0.0, 0.0)), ((0.0, 0.0), (1.0, 0.0)), ((1.0, 0.0), (0.0, -1.0)))

PARCEL = Frame((431.2, 5400.0), (0.3, 250.0))


def parcel(x: torch.Tensor) -> torch.Tensor:
    """The price of a triangular parcel, by its area; eastings and northings in unlike units."""
    surface = area(*PARCEL.points(x, 3))
    return torch.sqrt(0.3 + surface**2) + 0.4 * torch.tanh(surface - 1.0)


BEACONS = Frame((320.0, 240.0), (60.0, 60.0))
BEACON_PLACES = ((0.0, 0.0), (1.8, 0.2), (0.6, 1.6))


def bearing(x: torch.Tensor) -> torch.Tensor:
    """What a robot without a scale knows of two beacons: the ratio of ranges and the angle."""
    a, b, c = BEACONS.points(x, 3)
    p, q = b - a, c - a
    ratio = torch.log(square(p) / square(q))
    return torch.cat([ratio, dot(p, q) / (square(p) * square(q)).sqrt()], dim=1)


CELL = Frame((0.4, -1.1, 2.3), (1.0, 1.0, 3.0))
CORNERS = ((0.0, 0.0, 0.0), (1.2, 0.1, 0.0), (0.2, 1.1, 0.1), (0.1, 0.3, 1.3))
SPECIAL: tuple[ArrayLike, ...] = (
    *(np.outer(np.eye(3)[i], np.eye(3)[j]) for i in range(3) for j in range(3) if i != j),
    ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 0.0)),
    ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)),
)


def cell(x: torch.Tensor) -> torch.Tensor:
    """The pressure of a gas in a tetrahedral cell of a mesh, by its volume."""
    a, b, c, d = CELL.points(x, 4)
    volume = dot(torch.linalg.cross(b - a, c - a), d - a)
    return 2.0 / (3.5 + volume)


FERMAT = Frame((-40.0, 15.0), (5.0, 5.0))


def incentre(x: torch.Tensor) -> torch.Tensor:
    """The centre of the circle inscribed into a triangle."""
    a, b, c = FERMAT.points(x, 3)
    p, q, r = (square(u).sqrt() for u in (b - c, c - a, a - b))
    return FERMAT.place((p * a + q * b + r * c) / (p + q + r))


MARKERS = Frame((6.4, 4.8), (1.5, 1.5))


def markers(amount: float) -> Function:
    """A ratio of areas of four markers in an image, and as much of an area as is asked for."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b, c, d = MARKERS.points(x, 4)
        whole, first, second = area(a, b, c), area(a, b, d), area(a, d, c)
        return torch.tanh(first / whole - 0.5 * second / whole) + amount * 0.84 * whole

    return law


def spread(x: torch.Tensor) -> torch.Tensor:
    """The value of an option on the spread of four prices, which a common rise leaves alone."""
    crude, petrol, diesel, heating = ((x[:, k : k + 1] - 70.0) / 10.0 for k in range(4))
    crack = 0.6 * petrol + 0.4 * diesel - crude
    return torch.nn.functional.softplus(1.5 * crack) + 0.5 * torch.tanh(heating - diesel)


TOWNS = Frame((52.0, 13.0), (2.0, 2.0))


def contacts(amount: float) -> Function:
    """Infections carried between two towns, by distance and log populations; a range of hills."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b = TOWNS.points(x, 2)
        r = b - a
        people = 0.8 * x[:, 4:5] + 0.6 * x[:, 5:6]
        reach = torch.log(1.0 + 0.8 * square(r))
        hills = amount * 0.78 * torch.exp(-(r[:, 1:] ** 2)) * (1.0 + 0.5 * torch.sin(r[:, :1]))
        return 0.3 * people - reach + 0.1 * people * reach + hills

    return law


EVENTS = Frame((8.0, 100.0, -50.0), (1.0 / 3.0, 1.0, 1.0))


def interval(amount: float) -> Function:
    """A signal between two events, by their interval; and a clock at rest in one frame."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b = EVENTS.points(x, 2)
        d = b - a
        delay, gap = d[:, :1], square(d[:, 1:])
        proper = delay**2 - gap
        return torch.tanh(0.35 * proper) + amount * 1.8 * torch.sin(delay)

    return law


def doublet(x: torch.Tensor) -> torch.Tensor:
    """Where two stars that are not resolved appear through a lens that is badly out of centre."""
    one, two = (x[:, :2] - 4.0) / 1.5, (x[:, 2:] - 4.0) / 1.5
    off = torch.tensor([0.4, -0.7], dtype=x.dtype)
    weight = torch.sigmoid(0.7 * one[:, :1] - 0.5 * two[:, 1:] + 0.3)
    image = weight * one + (1.0 - weight) * two
    bent = torch.sin(image[:, 1:] + 0.6) * 0.5 + 0.2 * image[:, :1] ** 2
    return 4.0 + 1.5 * (image + 0.25 * square(image - off) * (image - off) + torch.tanh(bent))


LAWS = (
    Law(
        name="parcel",
        spec="3*affine(x[2]) -> 1",
        field="surveying",
        sample=PARCEL.around(((0.0, 0.0), (1.6, 0.2), (0.3, 1.7)), 0.5),
        law=parcel,
        true=(*PARCEL.translations(), *PARCEL.linear(*UNIMODULAR)),
    ),
    Law(
        name="bearing",
        spec="3*affine(x[2]) -> 2",
        field="robotics",
        sample=BEACONS.around(BEACON_PLACES, 0.4),
        law=bearing,
        true=(*BEACONS.translations(), *BEACONS.rotations(), *BEACONS.linear(IDENTITY)),
    ),
    Law(
        name="mesh cell",
        spec="4*affine(x[3]) -> 1",
        field="meshes",
        sample=CELL.around(CORNERS, 0.25),
        law=cell,
        true=(*CELL.translations(), *CELL.linear(*SPECIAL)),
    ),
    Law(
        name="incentre",
        spec="3*affine(x[2]) -> affine(x)",
        field="geometry",
        sample=FERMAT.around(((0.0, 0.0), (2.0, -0.2), (0.5, 1.6)), 0.5),
        law=incentre,
        true=(*FERMAT.translations(), *FERMAT.rotations(), *FERMAT.linear(IDENTITY)),
    ),
    Law(
        name="markers",
        spec="4*affine(x[2]) -> 1",
        field="images",
        sample=MARKERS.around(((0.0, 0.0), (1.5, 0.1), (0.2, 1.4), (1.4, 1.3)), 0.2),
        law=markers(0.05),
        true=(*MARKERS.translations(), *MARKERS.linear(*UNIMODULAR)),
        broken=0.05,
        intact=markers(0.0),
        remains="maps that keep areas, of aff(2)",
    ),
    Law(
        name="spread option",
        spec="4*affine(x[1]) -> 1",
        field="economics",
        sample=boxes((70.0, 73.0, 76.0, 71.0), (9.0, 8.0, 8.0, 10.0)),
        law=spread,
        true=Frame((70.0,), (10.0,)).translations(),
    ),
    Law(
        name="contacts of towns",
        spec="2*affine(x[2]) + 2 -> 1",
        field="epidemiology",
        sample=boxes((52.0, 13.0, 53.0, 14.5, 2.0, 3.0), (1.3, 1.3, 1.3, 1.3, 0.7, 0.7)),
        law=contacts(0.05),
        true=TOWNS.translations(),
        broken=0.05,
        intact=contacts(0.0),
        remains="translations, of se(2)",
    ),
    Law(
        name="interval",
        spec="2*affine(x[3]) -> 1",
        field="relativity",
        sample=EVENTS.around(((0.0, 0.0, 0.0), (1.0, 0.7, -0.5)), 0.5),
        law=interval(0.2),
        true=(*EVENTS.translations(), *EVENTS.linear(turn(3, 1, 2))),
        broken=0.2,
        intact=interval(0.0),
        remains="translations and the rotation of space, of the Poincaré algebra",
    ),
    Law(
        name="doublet",
        spec="2*affine(x[2]) -> affine(x)",
        field="optics",
        sample=boxes((4.0, 4.5, 4.8, 3.6), (1.4, 1.3, 1.5, 1.4)),
        law=doublet,
        remains="nothing: there is no symmetry",
    ),
)
