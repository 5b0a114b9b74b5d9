"""Exact functions of points: differences, centres, molecules, cross ratios, dictionaries.

Each has a list of fields that was worked out by hand: the whole algebra up to the degree asked for,
without multiples.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.curved.case import (
    Exact,
    Field,
    affine,
    conformal,
    growth,
    linear,
    matrices,
    normal,
    projective,
    rigid,
    shift,
    shifts,
    similar,
    spread,
    turns,
)

TURN = [[0.0, -1.0], [1.0, 0.0]]
SQUARE = ([0, 0], [3, 0], [3, 3], [0, 3])
CORNERS = ([0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2])
METRIC = np.diag([1.0, -1.0, -1.0, -1.0])
FIVE = ([0, 0], [4, 0], [5, 3], [2, 5], [-1, 3])


def antisymmetric(n: int) -> list[np.ndarray]:
    """A basis of the antisymmetric matrices."""
    pairs = [(i, j) for i in range(n) for j in range(i)]
    return [np.eye(n)[[i]].T @ np.eye(n)[[j]] - np.eye(n)[[j]].T @ np.eye(n)[[i]] for i, j in pairs]


def points(x: Tensor, n: int) -> tuple[Tensor, ...]:
    """The points of a sample, each (N, n)."""
    return x.reshape(len(x), -1, n).unbind(dim=1)


def length(x: Tensor) -> Tensor:
    return x.norm(dim=1)


def cross(a: Tensor, b: Tensor) -> Tensor:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def area(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    return cross(b - a, c - a)


def cosine(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(dim=1) / length(a) / length(b)


def interval(d: Tensor) -> Tensor:
    return d[:, 0] ** 2 - (d[:, 1:] ** 2).sum(dim=1)


def ratio_on_line(a: Tensor, b: Tensor, c: Tensor, d: Tensor) -> Tensor:
    return (a - c) * (b - d) / ((a - d) * (b - c))


def lengths_ratio(x: Tensor, n: int) -> Tensor:
    a, b, c, d = points(x, n)
    return length(a - c) * length(b - d) / (length(a - d) * length(b - c))


def lennard_jones(x: Tensor) -> Tensor:
    p = torch.stack(points(x, 3), dim=1)
    i, j = torch.triu_indices(p.shape[1], p.shape[1], 1)
    r6 = (p[:, i] - p[:, j]).square().sum(dim=2) ** 3
    return (1 / r6**2 - 1 / r6).sum(dim=1)


def forces(x: Tensor) -> Tensor:
    return -torch.func.vmap(torch.func.grad(lambda z: lennard_jones(z[None])[0]))(x)


def circumcentre(x: Tensor) -> Tensor:
    a, b, c = points(x, 2)
    u, v = b - a, c - a
    size = 2 * cross(u, v)[:, None]
    uu, vv = (u**2).sum(1, keepdim=True), (v**2).sum(1, keepdim=True)
    turned = torch.stack([v[:, 1], -v[:, 0]], 1) * uu + torch.stack([-u[:, 1], u[:, 0]], 1) * vv
    return a + turned / size


def mirror(x: Tensor) -> Tensor:
    p, q, r = points(x, 2)
    along = (r - q) / length(r - q)[:, None]
    d = p - q
    return q + 2 * (d * along).sum(1, keepdim=True) * along - d


def dihedral(x: Tensor) -> Tensor:
    a, b, c, d = points(x, 3)
    u, v = torch.linalg.cross(b - a, c - b), torch.linalg.cross(c - b, d - c)
    return cosine(u, v)


def half_plane(x: Tensor) -> Tensor:
    a, b = points(x, 2)
    return ((a - b) ** 2).sum(dim=1) / (a[:, 1] * b[:, 1])


def five_points(x: Tensor) -> Tensor:
    a, b, c, d, e = points(x, 2)
    return area(a, b, d) * area(a, c, e) / (area(a, b, e) * area(a, c, d))


def projective_pair(x: Tensor) -> Tensor:
    a, b, c, d, e = points(x, 2)
    other = area(b, a, d) * area(b, c, e) / (area(b, a, e) * area(b, c, d))
    return torch.stack([five_points(x), other], dim=1)


def trap(x: Tensor) -> Tensor:
    a, b = points(x, 2)
    c = x.new_tensor([0.5, -1.0])
    return ((a - c) ** 2).sum(1) + ((b - c) ** 2).sum(1) + 1 / (1 + length(a - b))


def on_circle(x: Tensor) -> Tensor:
    return ratio_on_line(*(torch.tan(part / 2) for part in x.T))


def pair(f, n):  # type: ignore[no-untyped-def]
    """A function of the difference of two points."""
    return lambda x: f(points(x, n)[0] - points(x, n)[1])


DEGREES = (0, 1, 2, 3)
CASES = [
    Exact("distance in the plane", "2*poly(x[2], {d}) -> 1", normal(2, 2),
          pair(length, 2), rigid(2), DEGREES),
    Exact("area of a triangle", "3*poly(x[2], {d}) -> 1", normal(3, 2),
          lambda x: area(*points(x, 2)), [*shifts(2), *matrices(2, traceless=True)], DEGREES),
    Exact("ratio of distances", "3*poly(x[2], {d}) -> 1", spread(*SQUARE[:3]),
          lambda x: length(points(x, 2)[0] - points(x, 2)[1])
          / length(points(x, 2)[1] - points(x, 2)[2]), similar(2), DEGREES),
    Exact("cross ratio on a line", "4*poly(x[1], {d}) -> 1", spread(0, 2, 4, 6),
          lambda x: ratio_on_line(*x.T), projective(1), DEGREES),
    Exact("absolute cross ratio in the plane", "4*poly(x[2], {d}) -> 1", spread(*SQUARE),
          lambda x: lengths_ratio(x, 2), conformal(2), DEGREES),
    Exact("absolute cross ratio in space", "4*poly(x[3], {d}) -> 1", spread(*CORNERS),
          lambda x: lengths_ratio(x, 3), conformal(3), (1, 2)),
    Exact("distance in the half-plane", "2*poly(x[2], {d}) -> 1", spread([0, 2], [2, 3]),
          half_plane, [shift(1, 0), growth(2),
          Field(2, lambda x: np.stack([x[:, 0]**2 - x[:, 1]**2, 2 * x[:, 0] * x[:, 1]], 1))],
          DEGREES),
    Exact("two cross ratios of five points on a line", "5*poly(x[1], {d}) -> 2",
          spread(0, 2, 4, 6, 8), lambda x: torch.stack(
          [ratio_on_line(*x.T[:4]), ratio_on_line(*x.T[1:])], 1), projective(1), DEGREES),
    Exact("projective ratios of five points", "5*poly(x[2], {d}) -> 2", spread(*FIVE),
          projective_pair, projective(2), (1, 2)),
    Exact("x times its squared length", "poly(x[2], {d}) -> y[2]", normal(1, 2),
          lambda x: x * (x**2).sum(1, keepdim=True), [*turns(2), growth(2)], (1, 2, 3)),
    Exact("z² in the plane", "poly(x[2], {d}) -> y[2]", normal(1, 2),
          lambda x: torch.stack([x[:, 0]**2 - x[:, 1]**2, 2 * x[:, 0] * x[:, 1]], 1),
          [*turns(2), growth(2)], (1, 2)),
    Exact("length in the plane", "poly(x[2], {d}) -> 1", normal(1, 2),
          lambda x: torch.exp(-(x**2).sum(1) / 4), turns(2), (1, 2, 3, 4, 5),
          {1: 0, 2: 2, 3: 5, 4: 9, 5: 14}),
    Exact("length in space", "poly(x[3], {d}) -> 1", normal(1, 3),
          length, turns(3), (1, 2, 3, 4), {1: 0, 2: 8, 3: 23, 4: 47}),
    Exact("length and a coordinate in space", "poly(x[3], {d}) -> 2", normal(1, 3),
          lambda x: torch.stack([(x**2).sum(1), x[:, 0]], 1),
          [linear([[0, 0, 0], [0, 0, -1], [0, 1, 0]])], (1, 2), {1: 0, 2: 3}),
    Exact("rotation about (0.7, -0.4)", "affine(x[2]) -> 1", normal(1, 2),
          lambda x: torch.sin(length(x - x.new_tensor([0.7, -0.4]))), turns(2, [0.7, -0.4])),
    Exact("bump far from the origin", "affine(x[2]) -> 1", normal(1, 2, [40, 25]),
          lambda x: torch.exp(-((x - x.new_tensor([40.5, 25.2]))**2).sum(1) / 6),
          turns(2, [40.5, 25.2])),
    Exact("ellipse about a centre", "affine(x[2]) -> 1", normal(1, 2),
          lambda x: ((x[:, 0] - 1) / 2)**2 + (x[:, 1] + 0.5)**2,
          [linear([[0, -2], [0.5, 0]], [1, -0.5])]),
    Exact("hyperbola about a centre", "affine(x[2]) -> 1", normal(1, 2),
          lambda x: (x[:, 0] - 1) * (x[:, 1] + 2), [linear([[1, 0], [0, -1]], [1, -2])]),
    Exact("angle about a centre", "affine(x[2]) -> 1", normal(1, 2, [3, 2], 0.4),
          lambda x: torch.atan2(x[:, 1] - 0.5, x[:, 0] - 1), [growth(2, [1, 0.5])]),
    Exact("spiral about a centre", "affine(x[2]) -> 1", normal(1, 2, [3, 2], 0.4),
          lambda x: torch.atan2(x[:, 1] - 0.5, x[:, 0] - 1)
          - torch.log(length(x - x.new_tensor([1, 0.5]))), [linear([[1, -1], [1, 1]], [1, 0.5])]),
    Exact("plane wave", "affine(x[2]) -> 1", normal(1, 2),
          lambda x: torch.sin(x[:, 0] + 2 * x[:, 1]), [shift(-2, 1)], multiples={1: 2}),
    Exact("cylinder off the axis", "affine(x[3]) -> 1", normal(1, 3),
          lambda x: (x[:, 0] - 1)**2 + (x[:, 1] - 2)**2,
          [shift(0, 0, 1), linear([[0, -1, 0], [1, 0, 0], [0, 0, 0]], [1, 2, 0])],
          multiples={1: 3}),
    Exact("exponential", "affine(x[2]) -> 1", normal(1, 2),
          lambda x: x[:, 1] * torch.exp(-x[:, 0]),
          [Field(1, lambda x: np.stack([np.ones(len(x)), x[:, 1]], 1))]),
    Exact("parabola", "affine(x[2]) -> 1", normal(1, 2),
          lambda x: torch.sin(x[:, 1] - x[:, 0]**2),
          [Field(1, lambda x: np.stack([np.ones(len(x)), 2 * x[:, 0]], 1))]),
    Exact("no symmetry of one point", "affine(x[2]) -> 1", normal(1, 2),
          lambda x: torch.sin(x[:, 0] * x[:, 1]) + x[:, 0]**3 + torch.exp(x[:, 1] / 2), []),
    Exact("no symmetry of two points", "2*affine(x[2]) -> 1", normal(2, 2),
          lambda x: torch.sin(x[:, 0] * x[:, 3]) + x[:, 1]**3 + x[:, 2] * x[:, 1]**2, []),
    Exact("distance in space", "2*affine(x[3]) -> 1", normal(2, 3), pair(length, 3), rigid(3)),
    Exact("volume of a tetrahedron", "4*affine(x[3]) -> 1", normal(4, 3),
          lambda x: torch.linalg.det(torch.stack(
              [one - points(x, 3)[0] for one in points(x, 3)[1:]], 1)),
          [*shifts(3), *matrices(3, traceless=True)]),
    Exact("angle at a corner", "3*affine(x[3]) -> 1", spread(*CORNERS[:3]),
          lambda x: cosine(points(x, 3)[1] - points(x, 3)[0], points(x, 3)[2] - points(x, 3)[0]),
          similar(3)),
    Exact("dihedral angle", "4*affine(x[3]) -> 1", spread(*CORNERS), dihedral, similar(3)),
    Exact("ratio of two areas", "4*affine(x[2]) -> 1", spread(*SQUARE),
          lambda x: area(*points(x, 2)[:3]) / area(*points(x, 2)[1:]), affine(2)),
    Exact("ratio of parts of a line", "3*affine(x[1]) -> 1", spread(0, 2, 4),
          lambda x: (x[:, 0] - x[:, 1]) / (x[:, 1] - x[:, 2]), affine(1)),
    Exact("Lennard-Jones energy", "4*affine(x[3]) -> 1", spread(*CORNERS), lennard_jones, rigid(3)),
    Exact("Lennard-Jones forces", "4*affine(x[3]) -> 4*x", spread(*CORNERS), forces, rigid(3)),
    Exact("centre of mass in space", "4*affine(x[3]) -> affine(x)", normal(4, 3),
          lambda x: torch.stack(points(x, 3)).mean(0), affine(3)),
    Exact("centre of a triangle", "3*affine(x[2]) -> affine(x)", normal(3, 2),
          lambda x: torch.stack(points(x, 2)).mean(0), affine(2)),
    Exact("circumcentre", "3*affine(x[2]) -> affine(x)", spread(*SQUARE[:3]), circumcentre,
          similar(2)),
    Exact("mirror image", "3*affine(x[2]) -> affine(x)", spread(*SQUARE[:3]), mirror, similar(2)),
    Exact("difference as a vector", "2*affine(x[2]) -> x", normal(2, 2), pair(lambda d: d, 2),
          affine(2)),
    Exact("central force", "2*affine(x[3]) -> x", normal(2, 3),
          pair(lambda d: d * torch.exp(-(d**2).sum(1, keepdim=True) / 4), 3), rigid(3)),
    Exact("two central forces", "2*affine(x[2]) -> 2*x", normal(2, 2),
          pair(lambda d: torch.cat([-d, d], 1) / (1 + (d**2).sum(1, keepdim=True)), 2), rigid(2)),
    Exact("interval of two events", "2*affine(x[2]) -> 1", normal(2, 2), pair(interval, 2),
          [*shifts(2), linear([[0, 1], [1, 0]])]),
    Exact("interval in space-time", "2*affine(x[4]) -> 1", normal(2, 4), pair(interval, 4),
          [*shifts(4), *(linear(METRIC @ A) for A in antisymmetric(4))]),
    Exact("time between two events", "2*affine(x[2]) -> 1", normal(2, 2),
          pair(lambda d: torch.sin(d[:, 0]), 2),
          [*shifts(2), linear([[0, 0], [1, 0]]), linear([[0, 0], [0, 1]])]),
    Exact("relative velocity", "3*affine(x[2]) -> 1", spread([0, 0], [2, 1], [4, -1]),
          lambda x: (x[:, 3] - x[:, 1]) / (x[:, 2] - x[:, 0])
          - (x[:, 5] - x[:, 1]) / (x[:, 4] - x[:, 0]),
          [*shifts(2), growth(2), linear([[0, 0], [1, 0]])]),
    Exact("two bodies in a uniform field", "2*affine(x[3]) -> 1", normal(2, 3),
          lambda x: pair(lambda d: 1 / (1 + length(d)), 3)(x) + x[:, 2] + x[:, 5],
          [shift(1, 0, 0), shift(0, 1, 0), linear([[0, -1, 0], [1, 0, 0], [0, 0, 0]])]),
    Exact("two bodies in a trap", "2*affine(x[2]) -> 1", normal(2, 2), trap,
          turns(2, [0.5, -1.0])),
    Exact("function of differences", "3*shift(x[2]) -> 1", normal(3, 2),
          lambda x: torch.sin((x[:, :2] - x[:, 2:4]).prod(1)) + (x[:, 2:4] - x[:, 4:]).norm(dim=1),
          shifts(2)),
    Exact("function of differences and height", "2*shift(x[2]) -> 1", normal(2, 2),
          lambda x: length(x[:, :2] - x[:, 2:]) + x[:, 1]**2, [shift(1, 0)]),
    Exact("mean with a tail", "2*shift(x[2]) -> shift(x)", normal(2, 2),
          lambda x: x[:, :2] / 2 + x[:, 2:] / 2 + 0.3 * torch.tanh(x[:, :2] - x[:, 2:]), shifts(2)),
    Exact("wave and ramp", "fields(x[2], trig) -> 1", normal(1, 2),
          lambda x: torch.sin(x[:, 0]) + x[:, 1],
          [Field(1, lambda x: np.stack([-np.ones(len(x)), np.cos(x[:, 0])], 1))],
          dictionary={"trig": ["1", "sin(x0)", "cos(x0)"]}),
    Exact("difference of two phases", "2*fields(x[1], waves) -> 1", spread(0, 1),
          lambda x: torch.cos(x[:, 0] - x[:, 1]), shifts(1),
          dictionary={"waves": ["1", "sin(x)", "cos(x)"]}),
    Exact("cross ratio on a circle", "4*fields(x[1], waves) -> 1",
          spread(-2, -0.6, 0.6, 2, size=0.3), on_circle,
          [*shifts(1), Field(1, np.sin), Field(1, np.cos)],
          dictionary={"waves": ["1", "sin(x)", "cos(x)", "sin(2*x)"]}),
]  # fmt: skip
