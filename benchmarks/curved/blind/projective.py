"""Projective and conformal maps: polynomial fields of second degree that move several points."""

import torch

from benchmarks.curved.blind.law import Function, Generator, Law
from benchmarks.curved.blind.parts import Frame, boxes, dot, square

ONE, X, Y = (0, 0), (1, 0), (0, 1)
XX, XY, YY = (2, 0), (1, 1), (0, 2)


def plane(frame: Frame, name: str) -> dict[str, Generator]:
    """Well-known fields of the plane, by name, in the coordinates of the data."""

    def field(*components: dict[tuple[int, ...], float]) -> Generator:
        return frame.polynomial(name, 2, *components)

    return {
        "first": field({ONE: 1.0}, {}),
        "second": field({}, {ONE: 1.0}),
        "turn": field({Y: -1.0}, {X: 1.0}),
        "grow": field({X: 1.0}, {Y: 1.0}),
        "special first": field({XX: 1.0, YY: -1.0}, {XY: 2.0}),
        "special second": field({XY: 2.0}, {YY: 1.0, XX: -1.0}),
        "project first": field({ONE: 1.0, XX: 1.0}, {XY: 1.0}),
        "project second": field({XY: 1.0}, {ONE: 1.0, YY: 1.0}),
        "boost first": field({ONE: 1.0, XX: -1.0}, {XY: -1.0}),
        "boost second": field({XY: -1.0}, {ONE: 1.0, YY: -1.0}),
        "glide": field({}, {X: 1.0}),
        "accelerate": field({}, {XX: 1.0}),
    }


RULER = Frame((14.0,), (2.0,))


def ruler(x: torch.Tensor) -> torch.Tensor:
    """The cross ratio of four marks of a ruler seen in perspective."""
    a, b, c, d = RULER.points(x, 4)
    return torch.log((c - a) * (d - b) / ((c - b) * (d - a)))


FOCUS = Frame((-2.0, 5.0), (1.0, 1.0))


def electrodes(x: torch.Tensor) -> torch.Tensor:
    """The resistance of a large sheet between two pairs of electrodes."""
    a, b, c, d = FOCUS.points(x, 4)
    ratio = square(a - c) * square(b - d) / (square(a - d) * square(b - c))
    return 0.5 * torch.log(ratio)


ROCKET = Frame((20.0, 300.0), (1.0, 50.0))


def rocket(x: torch.Tensor) -> torch.Tensor:
    """How far the last of four fixes (time, height) lies off the parabola through the others."""
    fixes = torch.stack(ROCKET.points(x, 4), dim=1)
    time, height = fixes[:, :, 0], fixes[:, :, 1]
    columns = torch.stack([torch.ones_like(time), time, time**2, height], dim=2)
    off = torch.linalg.det(columns)[:, None]
    whole, middle = time[:, 3:] - time[:, :1], time[:, 2:3] - time[:, 1:2]
    return torch.tanh(0.15 * off) + 0.4 * torch.sin(whole - 0.7 * middle)


BEAM = Frame((35.0, 0.0), (4.0, 4.0))


def beams(x: torch.Tensor) -> torch.Tensor:
    """How much of one laser beam goes into another, by their waists: place, Rayleigh range."""
    a, b = BEAM.points(x, 2)
    apart, wide = a[:, :1] - b[:, :1], a[:, 1:] + b[:, 1:]
    return 4.0 * a[:, 1:] * b[:, 1:] / (apart**2 + wide**2)


PINHOLE = Frame((3.2, 2.4), (4.0, 4.0))


def pinhole(x: torch.Tensor) -> torch.Tensor:
    """The angle between two things in a photograph, as its cosine."""
    a, b = PINHOLE.points(x, 2)
    return (1.0 + dot(a, b)) / ((1.0 + square(a)) * (1.0 + square(b))).sqrt()


LIGHT = Frame((0.0, 0.0), (2.998, 2.998))


def collider(x: torch.Tensor) -> torch.Tensor:
    """The rate of reactions of two beams, by their velocities in the plane."""
    a, b = LIGHT.points(x, 2)
    gamma = (1.0 - dot(a, b)) / ((1.0 - square(a)) * (1.0 - square(b))).sqrt()
    return torch.log(gamma) + 0.5 / gamma


TRACKER = Frame((5.1, 5.3), (4.0, 4.0))


def tracker(amount: float) -> Function:
    """How alike two stars look to a fisheye lens that is dark at the rim."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b = TRACKER.points(x, 2)
        chord = square(a - b) / ((1.0 + square(a)) * (1.0 + square(b)))
        dark = torch.exp(-square(a)) + 0.6 * square(b)
        return torch.exp(-2.0 * chord) - amount * 1.3 * dark

    return law


def odds(amount: float) -> Function:
    """The benefit of a treatment, by two risks: of their odds ratio, and of the risks as well."""

    def law(x: torch.Tensor) -> torch.Tensor:
        p, q = x[:, :1], x[:, 1:]
        ratio = torch.log(p * (1.0 - q) / (q * (1.0 - p)))
        return torch.tanh(0.6 * ratio) + amount * 2.6 * (p**2 + 0.5 * p * q)

    return law


BUOYS = Frame((54.2, 7.9), (0.2, 0.5))


def buoys(x: torch.Tensor) -> torch.Tensor:
    """The coherence of the waves at two buoys; degrees of latitude and longitude differ."""
    a, b = BUOYS.points(x, 2)
    gap = square(a - b)
    return torch.exp(-0.25 * gap) * torch.cos(0.5 * gap)


def pick(frame: Frame, name: str, *words: str) -> tuple[Generator, ...]:
    """Some of the well-known fields of the plane."""
    fields = plane(frame, name)
    return tuple(fields[word] for word in words)


LAWS = (
    Law(
        name="ruler",
        spec="4*poly(x[1], 3) -> 1",
        field="images",
        sample=RULER.around(((-1.6,), (-0.4,), (0.7,), (2.0,)), 0.3),
        law=ruler,
        true=tuple(RULER.polynomial("x", 3, {(k,): 1.0}) for k in range(3)),
    ),
    Law(
        name="electrodes",
        spec="4*poly(x[2], 2) -> 1",
        field="electrical measurement",
        sample=FOCUS.around(((-1.2, -0.9), (1.1, -1.1), (1.0, 1.2), (-0.9, 1.0)), 0.25),
        law=electrodes,
        true=pick(FOCUS, "x", "first", "second", "turn", "grow", "special first", "special second"),
    ),
    Law(
        name="rocket",
        spec="4*poly(x[2], 2) -> 1",
        field="tracking",
        sample=ROCKET.around(((-1.5, 0.0), (-0.5, 0.6), (0.5, 0.8), (1.4, 0.4)), (0.25, 0.6)),
        law=rocket,
        true=pick(ROCKET, "x", "first", "second", "glide", "accelerate"),
    ),
    Law(
        name="beam coupling",
        spec="2*poly(x[2], 2) -> 1",
        field="optics",
        sample=boxes((35.0, 6.0, 37.0, 7.0), (4.0, 2.5, 4.0, 2.5)),
        law=beams,
        true=pick(BEAM, "x", "first", "grow", "special first"),
    ),
    Law(
        name="pinhole camera",
        spec="2*poly(x[2], 2) -> 1",
        field="images",
        sample=PINHOLE.around(((0.1, 0.2), (-0.2, 0.0)), 0.8),
        law=pinhole,
        true=pick(PINHOLE, "x", "turn", "project first", "project second"),
    ),
    Law(
        name="colliding beams",
        spec="2*poly(v[2], 2) -> 1",
        field="relativity",
        sample=LIGHT.around(((0.15, -0.1), (-0.1, 0.1)), 0.45),
        law=collider,
        true=pick(LIGHT, "v", "turn", "boost first", "boost second"),
    ),
    Law(
        name="star tracker",
        spec="2*poly(x[2], 2) -> 1",
        field="images",
        sample=TRACKER.around(((0.2, 0.1), (-0.3, 0.2)), 0.5),
        law=tracker(0.2),
        true=pick(TRACKER, "x", "turn"),
        broken=0.2,
        intact=tracker(0.0),
        remains="the rotation about the axis of the lens, of so(3)",
    ),
    Law(
        name="odds ratio",
        spec="2*poly(p[1], 2) -> 1",
        field="epidemiology",
        sample=boxes((0.45, 0.5), (0.3, 0.3)),
        law=odds(0.05),
        broken=0.05,
        intact=odds(0.0),
        remains="nothing: the risks themselves break the flow of the odds",
    ),
    Law(
        name="wave buoys",
        spec="2*poly(x[2], 2) -> 1",
        field="oceanography",
        sample=BUOYS.around(((0.0, 0.0), (0.7, -0.5)), 0.75),
        law=buoys,
        true=pick(BUOYS, "x", "first", "second", "turn"),
    ),
)
