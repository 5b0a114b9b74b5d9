"""Geometry and images: volumes, circles and points that were measured or photographed."""

import numpy as np
import torch

from benchmarks.curved.blind.law import Function, Generator, Law, Sampler
from benchmarks.curved.blind.parts import Frame, exponents, square, turn
from benchmarks.curved.second.parts import beside, cloud

TETRAHEDRON = Frame((120.0, -45.0, 8.0), (20.0, 20.0, 4.0))
CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.2, -0.1), (0.1, 1.1, 0.2), (0.3, -0.2, 0.9))


def tetrahedron(x: torch.Tensor) -> torch.Tensor:
    """The signed volume of a cell of a finite element mesh."""
    a, b, c, d = TETRAHEDRON.points(x, 4)
    return torch.linalg.det(torch.stack([b - a, c - a, d - a], dim=1))[:, None] / 6.0


def traceless(n: int) -> tuple[np.ndarray, ...]:
    """The matrices of the linear maps that keep the volume."""
    unit: np.ndarray = np.eye(n)
    mixed = [np.outer(unit[i], unit[j]) for i in range(n) for j in range(n) if i != j]
    return (*mixed, *(np.diag(unit[k] - unit[k + 1]) for k in range(n - 1)))


TOWN = Frame((3400.0, 5260.0), (250.0, 250.0))


def equidistant(x: torch.Tensor) -> torch.Tensor:
    """The place that is equally far from three villages."""
    a, b, c = TOWN.points(x, 3)
    p, q = b - a, c - a
    twice = 2.0 * (p[:, :1] * q[:, 1:] - p[:, 1:] * q[:, :1])
    pp, qq = square(p), square(q)
    first = (q[:, 1:] * pp - p[:, 1:] * qq) / twice
    second = (p[:, :1] * qq - q[:, :1] * pp) / twice
    return TOWN.place(a + torch.cat([first, second], dim=1))


TRACK = Frame((420.0,), (100.0,))


def sleepers(x: torch.Tensor) -> torch.Tensor:
    """Where the fourth of equally spaced sleepers of a railway is seen, by three."""
    a, b, c = TRACK.points(x, 3)
    return TRACK.place((3.0 * b * (c - a) - 4.0 * a * (c - b)) / (4.0 * b - 3.0 * a - c))


PHOTO = Frame((640.0, 360.0), (150.0, 150.0))
PENTAGON = ((0.1, 1.5), (-1.4, 0.5), (-0.9, -1.3), (1.0, -1.2), (1.5, 0.4))


def landmarks(x: torch.Tensor) -> torch.Tensor:
    """The two numbers by which five landmarks are known again in an aerial photograph."""
    points = PHOTO.points(x, 5)

    def bracket(i: int, j: int, k: int) -> torch.Tensor:
        p, q = points[j - 1] - points[i - 1], points[k - 1] - points[i - 1]
        return p[:, :1] * q[:, 1:] - p[:, 1:] * q[:, :1]

    first = bracket(4, 3, 1) * bracket(5, 2, 1) / (bracket(4, 2, 1) * bracket(5, 3, 1))
    second = bracket(4, 2, 1) * bracket(5, 3, 2) / (bracket(4, 3, 2) * bracket(5, 2, 1))
    return torch.cat([first, second], dim=1)


def polynomials(frame: Frame, *fields: tuple[dict[tuple[int, ...], float], ...]) -> list[Generator]:
    """Fields of second degree in the coordinates of a frame."""
    return [frame.polynomial("x", 2, *parts) for parts in fields]


def collineations(frame: Frame) -> tuple[Generator, ...]:
    """The projective maps of the plane."""
    one, u, v = (0, 0), (1, 0), (0, 1)
    fields: list[tuple[dict[tuple[int, ...], float], ...]] = []
    for e in (one, u, v):
        fields += [({e: 1.0}, {}), ({}, {e: 1.0})]
    fields += [({(2, 0): 1.0}, {(1, 1): 1.0}), ({(1, 1): 1.0}, {(0, 2): 1.0})]
    return tuple(polynomials(frame, *fields))


RINGS = Frame((15.0, -6.0, 0.0), (2.0, 2.0, 2.0))


def crossing(x: torch.Tensor) -> torch.Tensor:
    """The cosine of the angle at which two circles cross; they have centres and radii."""
    a, b = RINGS.points(x, 2)
    apart = square(a[:, :2] - b[:, :2])
    return (a[:, 2:] ** 2 + b[:, 2:] ** 2 - apart) / (2.0 * a[:, 2:] * b[:, 2:])


def inversions(frame: Frame) -> tuple[Generator, ...]:
    """The conformal maps of the plane, as they move the centres and the radii of circles."""
    one, u, v, r = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)
    uu, vv, rr, uv, ur, vr = (exponents(3, 2)[k] for k in (4, 7, 9, 5, 6, 8))
    return tuple(
        polynomials(
            frame,
            ({one: 1.0}, {}, {}),
            ({}, {one: 1.0}, {}),
            ({v: -1.0}, {u: 1.0}, {}),
            ({u: 1.0}, {v: 1.0}, {r: 1.0}),
            ({uu: 1.0, vv: -1.0, rr: 1.0}, {uv: 2.0}, {ur: 2.0}),
            ({uv: 2.0}, {vv: 1.0, uu: -1.0, rr: 1.0}, {vr: 2.0}),
        )
    )


DISC = Frame((0.0, 0.0), (1.0, 1.0))


def tree(amount: float) -> Function:
    """The odds of a link of two words placed in a hyperbolic disc, and a bias by their places."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b = DISC.points(x, 2)
        far = 1.0 + 2.0 * square(a - b) / ((1.0 - square(a)) * (1.0 - square(b)))
        bias = a[:, :1] + 0.5 * b[:, 1:] + 0.7 * b[:, :1] ** 2
        return torch.sigmoid(2.0 - 1.5 * torch.log(far)) + amount * 0.486 * bias

    return law


def disc(radius: float) -> Sampler:
    """Points that are uniform in a disc."""

    def sample(rng: np.random.Generator, n: int) -> np.ndarray:
        r, turned = radius * np.sqrt(rng.uniform(size=n)), rng.uniform(0.0, 2.0 * np.pi, n)
        return np.stack([r * np.cos(turned), r * np.sin(turned)], axis=1)

    return sample


LAWS = (
    Law(
        name="tetrahedron",
        spec="4*affine(x[3]) -> 1",
        field="meshes",
        sample=cloud(TETRAHEDRON, CORNERS, 0.35, 0.5),
        law=tetrahedron,
        true=(*TETRAHEDRON.translations(), *TETRAHEDRON.linear(*traceless(3))),
    ),
    Law(
        name="equidistant point",
        spec="3*affine(x[2]) -> affine(x)",
        field="surveying",
        sample=TOWN.around(((-1.2, -0.8), (1.3, -0.6), (0.1, 1.3)), 0.4),
        law=equidistant,
        true=(
            *TOWN.translations(),
            *TOWN.linear(turn(2, 0, 1), np.eye(2)),
        ),
    ),
    Law(
        name="railway sleepers",
        spec="3*poly(x[1], 3) -> poly(x, 3)",
        field="images",
        sample=TRACK.around(((-1.5,), (0.1,), (1.3,)), 0.2),
        law=sleepers,
        true=tuple(TRACK.polynomial("x", 3, {(k,): 1.0}) for k in range(3)),
    ),
    Law(
        name="five landmarks",
        spec="5*poly(x[2], 2) -> 2",
        field="images",
        sample=PHOTO.around(PENTAGON, 0.25),
        law=landmarks,
        true=collineations(PHOTO),
    ),
    Law(
        name="crossing circles",
        spec="2*poly(x[3], 2) -> 1",
        field="soap films",
        sample=RINGS.around(((-0.5, 0.2, 1.5), (0.5, -0.1, 1.7)), (0.9, 0.9, 0.8)),
        law=crossing,
        true=inversions(RINGS),
    ),
    Law(
        name="hyperbolic words",
        spec="2*poly(x[2], 2) -> 1",
        field="machine learning",
        sample=beside(disc(0.7), disc(0.7)),
        law=tree(0.2),
        broken=0.2,
        intact=tree(0.0),
        remains="nothing: the bias breaks all motions of the disc",
    ),
)
