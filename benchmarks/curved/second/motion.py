"""Motion: ships, clocks that travel, vortices, orbits, rubber, arms, waves and stars."""

import numpy as np
import torch

from benchmarks.curved.blind.law import Function, Law
from benchmarks.curved.blind.parts import Frame, boxes, dot, quarter, square, turn
from benchmarks.curved.second.parts import beside, beyond, cloud, join, named, normals, shift, still

DEGREES = 180.0 / np.pi
SEA = Frame((140.0, 62.0), (1.0, 1.0))
SPEED = Frame((0.0, 0.0), (10.0, 10.0))
TURN = turn(2, 0, 1)


def ships(x: torch.Tensor) -> torch.Tensor:
    """When two ships are closest: places in miles, velocities in knots, the answer in hours."""
    a, b = SEA.points(x[:, :4], 2)
    v, w = SPEED.points(x[:, 4:], 2)
    return -0.1 * dot(b - a, w - v) / square(w - v)


EVENT = Frame((82.0, 1500.0, -700.0), (1.0, 299.8, 299.8))
BOOSTS = tuple(np.abs(turn(3, 0, k)) for k in (1, 2))


def proper(x: torch.Tensor) -> torch.Tensor:
    """The time that a muon ages between two events: microseconds and metres."""
    a, b = EVENT.points(x, 2)
    d = b - a
    return (d[:, :1] ** 2 - square(d[:, 1:])).sqrt()


POND = Frame((0.6, 2.2), (0.1, 0.1))


def vortices(x: torch.Tensor) -> torch.Tensor:
    """The velocity of a float beside two vortices of unlike strength."""
    a, b, c = POND.points(x, 3)

    def swirl(p: torch.Tensor) -> torch.Tensor:
        return quarter(c - p) / (0.5 + square(c - p))

    return POND.back(swirl(a) - 0.6 * swirl(b))


ORBIT = Frame((-30.0, 55.0), (20.0, 20.0))
ORBIT_SPEED = Frame((0.0, 0.0), (7.5, 7.5))


def satellite(x: torch.Tensor) -> torch.Tensor:
    """The energy and the spin of a moon, about a planet that is somewhere."""
    (r,), (v,) = ORBIT.points(x[:, :2], 1), ORBIT_SPEED.points(x[:, 2:], 1)
    return torch.cat([0.5 * square(v) - 1.0 / square(r).sqrt(), dot(quarter(r), v)], dim=1)


def orbits(rng: np.random.Generator, n: int) -> np.ndarray:
    """Places round the planet, and velocities that go mostly round it as well."""
    angle, r = rng.uniform(0.0, 2.0 * np.pi, n), rng.uniform(0.8, 1.6, n)
    out = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    along = np.stack([-out[:, 1], out[:, 0]], axis=1)
    v = rng.uniform(0.7, 1.2, (n, 1)) * along + rng.uniform(-0.3, 0.3, (n, 1)) * out
    return np.hstack([ORBIT.origin + ORBIT.units * r[:, None] * out, ORBIT_SPEED.units * v])


REST = Frame((50.0, 50.0), (12.0, 12.0))
PRESSED = Frame((310.0, 240.0), (80.0, 80.0))
SHEET = ((-0.9, -0.6), (0.9, -0.7), (0.1, 1.0))


def rubber(x: torch.Tensor) -> torch.Tensor:
    """The elastic energy of a rubber sheet, by three marks in millimetres and then in pixels."""
    a, b, c = REST.points(x[:, :6], 3)
    p, q, r = PRESSED.points(x[:, 6:], 3)
    before = torch.stack([b - a, c - a], dim=2)
    after = torch.stack([q - p, r - p], dim=2)
    slope = after @ torch.linalg.inv(before)
    size = torch.linalg.det(slope)[:, None]
    return slope.square().sum(dim=(1, 2))[:, None] / size + 0.8 * (size - 1.0) ** 2


TABLE = Frame((0.85, -0.3), (1.0, 1.0))
LINKS = (0.7, 0.5, 0.3)
MOUNTED = (DEGREES, -DEGREES, 4.0 * DEGREES)


def arm(x: torch.Tensor) -> torch.Tensor:
    """How far a hand is from a cup: inclinations in degrees, one reversed, one geared 4 to 1."""
    angles = x[:, :3] / torch.tensor(MOUNTED, dtype=x.dtype)
    links = torch.tensor(LINKS, dtype=x.dtype)[:, None]
    hand = torch.cat([torch.cos(angles) @ links, torch.sin(angles) @ links], dim=1)
    (cup,) = TABLE.points(x[:, 3:], 1)
    return (0.05 + square(hand - cup)).sqrt()


WAVE = Frame((4.0, 11.0, 0.0), (0.5, 2.0, 3.0))


def soliton(x: torch.Tensor) -> torch.Tensor:
    """The height of a solitary wave in a canal, by place, time and speed."""
    (u,) = WAVE.points(x, 1)
    place, time, speed = u[:, :1], u[:, 1:2], u[:, 2:]
    return speed / torch.cosh(0.7 * speed.sqrt() * (place - speed * time)) ** 2


CLUSTER = Frame((7.0, -9.0), (1.5, 1.5))


def cluster(amount: float) -> Function:
    """The energy of three stars, and that in the tide of a galaxy on one side."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b, c = CLUSTER.points(x, 3)

        def pull(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
            return (0.25 + square(p - q)).rsqrt()

        middle = (1.2 * a + b + 0.6 * c) / 2.8
        tide = sum(m * (p - middle)[:, :1] ** 2 for m, p in ((1.2, a), (1.0, b), (0.6, c)))
        return -1.2 * pull(a, b) - 0.72 * pull(a, c) - 0.6 * pull(b, c) - amount * 0.57 * tide

    return law


AIR = Frame((12.0, -5.0, 1.0), (4.0, 4.0, 4.0))


def drops(amount: float) -> Function:
    """How likely two drops merge, by their velocities, if the wind does not blow them apart."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b = AIR.points(x, 2)
        drag = (0.2 + square(a)) ** 1.5 + 0.5 * square(b)
        return torch.exp(-0.5 * square(a - b)) + amount * 0.087 * drag

    return law


def linkage(amount: float) -> Function:
    """The energy of three bars with springs between them, and their weight; degrees."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b, c = (x / DEGREES).split(1, dim=1)
        springs = torch.cos(a - b) + 0.7 * torch.cos(2.0 * (b - c)) + 0.5 * torch.sin(c - a)
        return springs + amount * 1.11 * (torch.sin(a) + 0.6 * torch.sin(b) + 0.3 * torch.sin(c))

    return law


LAWS = (
    Law(
        name="closest approach",
        spec="2*affine(x[2]) + 2*affine(v[2]) -> 1",
        field="navigation",
        sample=beside(
            cloud(SEA, ((0.0, 0.0), (9.0, 3.0)), 1.5, 2.0),
            cloud(SPEED, ((1.0, 0.4), (-0.5, -0.5)), 0.25),
        ),
        law=ships,
        true=(
            *beyond(SEA.translations(), still("v", 2)),
            *beyond(named("v", SPEED.translations()), still("x", 2)),
            join(*SEA.linear(TURN), *named("v", SPEED.linear(TURN))),
            join(*SEA.linear(np.eye(2)), *named("v", SPEED.linear(np.eye(2)))),
        ),
    ),
    Law(
        name="proper time",
        spec="2*affine(e[3]) -> 1",
        field="relativity",
        sample=EVENT.around(((-1.4, 0.1, 0.0), (1.4, -0.2, 0.3)), (0.6, 0.5, 0.5)),
        law=proper,
        true=named(
            "e", (*EVENT.translations(), *EVENT.linear(turn(3, 1, 2)), *EVENT.linear(*BOOSTS))
        ),
    ),
    Law(
        name="two vortices",
        spec="3*affine(x[2]) -> x",
        field="fluids",
        sample=cloud(POND, ((-0.8, 0.0), (0.9, 0.3), (0.0, 0.2)), 0.6),
        law=vortices,
        true=(*POND.translations(), *POND.rotations()),
    ),
    Law(
        name="satellite",
        spec="affine(x[2]) + affine(v[2]) -> 2",
        field="astronomy",
        sample=orbits,
        law=satellite,
        true=(join(*ORBIT.linear(TURN), *named("v", ORBIT_SPEED.linear(TURN))),),
    ),
    Law(
        name="rubber sheet",
        spec="3*affine(p[2]) + 3*affine(x[2]) -> 1",
        field="elasticity",
        sample=beside(REST.around(SHEET, 0.2), PRESSED.around(SHEET, 0.25)),
        law=rubber,
        true=(
            *beyond(named("p", (*REST.translations(), *REST.rotations())), still("x", 2)),
            *beyond((*PRESSED.translations(), *PRESSED.rotations()), still("p", 2)),
            join(*named("p", REST.linear(np.eye(2))), *PRESSED.linear(np.eye(2))),
        ),
    ),
    Law(
        name="arm and cup",
        spec="shift(q[3]) + affine(x[2]) -> 1",
        field="robotics",
        sample=beside(
            boxes((30.0, -60.0, 400.0), (50.0, 50.0, 240.0)),
            boxes((1.15, 0.3), (0.6, 0.8)),
        ),
        law=arm,
        true=(join(shift("q", *MOUNTED), *TABLE.linear(TURN)),),
    ),
    Law(
        name="solitary wave",
        spec="affine(e[3]) -> 1",
        field="water waves",
        sample=boxes((4.0, 11.0, 4.8), (1.0, 2.0, 2.4)),
        law=soliton,
        true=named("e", (WAVE.affine(((0, 0, 1), (0, 0, 0), (0, 0, 0)), (0.0, 1.0, 0.0)),)),
    ),
    Law(
        name="star cluster",
        spec="3*affine(x[2]) -> 1",
        field="astronomy",
        sample=CLUSTER.around(((-0.6, -0.4), (0.7, -0.1), (0.0, 0.8)), 0.5),
        law=cluster(0.2),
        true=CLUSTER.translations(),
        broken=0.2,
        intact=cluster(0.0),
        remains="the translations, of se(2)",
    ),
    Law(
        name="drops in wind",
        spec="2*affine(v[3]) -> 1",
        field="clouds",
        sample=cloud(AIR, ((0.3, 0.0, 0.1), (-0.2, 0.2, -0.1)), 0.6, 0.4),
        law=drops(0.05),
        true=named("v", AIR.rotations()),
        broken=0.05,
        intact=drops(0.0),
        remains="the rotations about the velocity of the wind, of se(3)",
    ),
    Law(
        name="linkage",
        spec="shift(q[3]) -> 1",
        field="mechanics",
        sample=normals((20.0, 75.0, -40.0), (30.0, 35.0, 30.0)),
        law=linkage(0.05),
        broken=0.05,
        intact=linkage(0.0),
        remains="nothing: the weight breaks the common turn",
    ),
)
