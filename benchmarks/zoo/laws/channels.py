"""Channels that share an unknown or have one each, spectators, scalars, tensors with vectors."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import PLANE, area, form, inner, squares
from benchmarks.zoo.matrices import (
    each,
    everything,
    number,
    pseudo_rotations,
    rotations,
    traceless,
    unit,
    weights,
)
from benchmarks.zoo.samples import beside, box, normal

law = Family(__name__)


@law("channels-shared", "2*x[2] -> 1", normal(4), true=each(rotations(2), "x"))
@law(
    "channels-separate",
    "a[2]+b[2] -> 1",
    normal(4),
    true=each(rotations(2), "a") + each(rotations(2), "b"),
)
def two_lengths(x: Tensor) -> Tensor:
    """A function of the lengths of two vectors."""
    a, b = x.split(2, dim=1)
    return torch.log1p(squares(a)) + 0.5 * torch.sqrt(1 + squares(b)) * torch.sqrt(1 + squares(a))


@law(
    "channels-own",
    "a[2]+b[3] -> c[2]+d[2]",
    normal(5),
    true=[
        *each(rotations(2), "a", "c"),
        *each(rotations(3), "b"),
        {"a": np.eye(2), "c": np.eye(2), "d": 2 * unit(2, 0, 0)},
    ],
)
def own(x: Tensor) -> Tensor:
    """c = a exp(−|b|²/3), d = (|a|², |b|²)."""
    a, b = x.split([2, 3], dim=1)
    return torch.cat([a * torch.exp(-squares(b) / 3), squares(a), squares(b)], dim=1)


@law(
    "channels-spectator",
    "a[3]+b[2] -> 1",
    normal(5),
    true=each(rotations(3), "a") + each(everything(2), "b"),
)
def spectator(x: Tensor) -> Tensor:
    """The length of one vector, whatever the other one is."""
    return torch.sqrt(1 + squares(x[:, :3]))


@law("channels-scalars", "x[3]+2 -> 1", normal(5), true=each(rotations(3), "x"))
def scalars(x: Tensor) -> Tensor:
    """The length of a vector, mixed with two scalars."""
    return torch.log1p(squares(x[:, :3])) * (1 + x[:, 3:4] / 2) + x[:, 4:] ** 2 / 2


@law(
    "channels-matrix-covector",
    "x[2]*y[2]+x.T -> y",
    normal(6),
    true=each(everything(2), "x") + each(everything(2), "y"),
)
@law(
    "channels-matrix-vector",
    "x[2]*y[2]+x -> y",
    normal(6),
    true=each(rotations(2), "x") + each(everything(2), "y"),
)
def times_vector(x: Tensor) -> Tensor:
    """Xᵀ v for a 2×2 matrix X and a vector v."""
    X, v = x[:, :4].reshape(-1, 2, 2), x[:, 4:]
    return torch.einsum("bij,bi->bj", X, v)


@law(
    "channels-nested",
    "2*(a[3]+b[2])+1 -> a",
    normal(11),
    true=each(everything(3), "a") + each(rotations(2), "b"),
)
def bilinear(x: Tensor) -> Tensor:
    """a (b·b') + s a' for two pairs (a, b), (a', b') and a number s."""
    a, b, c, d, s = x.split([3, 2, 3, 2, 1], dim=1)
    return a * inner(b, d) + s * c


@law(
    "channels-three-kinds",
    "a[2]+b[2]+c[2] -> 2",
    box(6),
    true=[*each(rotations(2), "a"), {"b": np.diag([1.0, -1.0])}],
)
def three_kinds(x: Tensor) -> Tensor:
    """A circle in a, a hyperbola in b, and nothing in c."""
    a, b, c = x.split(2, dim=1)
    w = b.prod(dim=1, keepdim=True)
    bent = torch.sin(c[:, :1]) + c[:, 1:] ** 2 / 2 + c[:, :1] * c[:, 1:]
    return torch.cat([torch.log1p(squares(a)) + w / 2, bent + w / 3], dim=1)


@law("channels-clock", "2*x[2]+1 -> x+1", normal(5), true=each(rotations(2), "x"))
def with_a_clock(x: Tensor) -> Tensor:
    """a cos s + b sin s, and a·b + s²/2, for two vectors and a number."""
    a, b, s = x.split([2, 2, 1], dim=1)
    product = inner(a, b)
    return torch.cat([a * torch.cos(s) + b * torch.sin(s), product + s**2 / 2], dim=1)


@law(
    "channels-crosstalk",
    "a[3]+b[2] -> a+b",
    normal(5),
    true=each(rotations(3), "a") + each(rotations(2), "b"),
)
def crosstalk(x: Tensor) -> Tensor:
    """Two vectors, each weakened by the length of the other."""
    a, b = x.split([3, 2], dim=1)
    return torch.cat([a * torch.exp(-squares(b) / 4), b / (1 + squares(a) / 3)], dim=1)


@law(
    "channels-gram",
    "x[2]*y[3] -> x*x",
    normal(6),
    true=each(everything(2), "x") + each(rotations(3), "y"),
)
def gram(x: Tensor) -> Tensor:
    """XXᵀ of a 2×3 matrix."""
    X = x.reshape(-1, 2, 3)
    return (X @ X.mT).flatten(1)


@law(
    "channels-pairing-and-length",
    "x[2]+x.T+y[3] -> 1",
    normal(7),
    true=each(everything(2), "x") + each(rotations(3), "y"),
)
def pairing_and_length(x: Tensor) -> Tensor:
    """The product of a vector and a covector, and the length of a third."""
    a, c, b = x.split([2, 2, 3], dim=1)
    return torch.tanh(inner(a, c) / 2) + torch.sqrt(1 + squares(b))


@law("channels-charges", "2*x[3]+2 -> x+1", normal(8), true=each(rotations(3), "x"))
def charges(x: Tensor) -> Tensor:
    """The force between two charges at two places, and its energy."""
    a, b, product = x[:, :3], x[:, 3:6], x[:, 6:7] * x[:, 7:]
    size = 1 + squares(a - b)
    return torch.cat([(a - b) * product / size**1.5, product / torch.sqrt(size)], dim=1)


@law("channels-gated", "3*x[2]+3 -> x+1", normal(9), true=each(rotations(2), "x"))
def gated(x: Tensor) -> Tensor:
    """Three vectors that are let through by three gates, and how much of them is there."""
    vectors, gates = x[:, :6].reshape(-1, 3, 2), torch.sigmoid(x[:, 6:])
    through = (vectors * gates[:, :, None]).sum(1)
    return torch.cat([through, torch.tanh(squares(vectors)[:, :, 0].mean(1, keepdim=True))], dim=1)


@law(
    "channels-weighted",
    "a[1]+x[2] -> y[2]+s[1]",
    box(3),
    true=[
        *each(rotations(2), "x", "y"),
        {"a": number(1), "y": np.eye(2), "s": number(2)},
        {"x": np.eye(2), "y": 3 * np.eye(2), "s": number(2)},
    ],
)
def weighted(x: Tensor) -> Tensor:
    """a x |x|², and a² |x|²."""
    a, v = x.split([1, 2], dim=1)
    return torch.cat([a * v * squares(v), a**2 * squares(v)], dim=1)


@law(
    "channels-areas-and-angles",
    "2*a[2]+2*b[2] -> a+b",
    normal(8),
    true=each(traceless(2), "a") + each(rotations(2), "b"),
)
def areas_and_angles(x: Tensor) -> Tensor:
    """a (c·d) + b, and c / (1 + w²) for the area w of a and b."""
    a, b, c, d = x.split(2, dim=1)
    return torch.cat([a * inner(c, d) + b, c / (1 + area(a, b) ** 2)], dim=1)


def regular(rng: np.random.Generator, count: int) -> Array:
    """2×2 matrices that are not far from 3/2 of the identity."""
    return 1.5 * np.eye(2).ravel() + rng.uniform(-0.5, 0.5, (count, 4))


@law(
    "channels-inverse",
    "a[2]*b[2] -> b.T*a.T",
    regular,
    true=each(everything(2), "a") + each(traceless(2), "b"),
    gauge=1,
)
def inverse(x: Tensor) -> Tensor:
    """The inverse of a 2×2 matrix."""
    a, b, c, d = x.T
    return torch.stack([d, -b, -c, a], dim=1) / (a * d - b * c)[:, None]


@law("channels-covectors", "x[3]+2*x.T -> x.T", normal(9), true=each(everything(3), "x"))
def covectors(x: Tensor) -> Tensor:
    """b tanh(a·c) + c/2 for a vector a and two covectors."""
    a, b, c = x.split(3, dim=1)
    return b * torch.tanh(inner(a, c)) + c / 2


@law(
    "channels-induction",
    "v[3]+b[3] -> e[3]+s[1]",
    normal(6),
    true=[
        *each(rotations(3), "v", "b", "e"),
        {"v": np.eye(3), "b": np.eye(3), "e": 2 * np.eye(3), "s": number(2)},
    ],
)
def induction(x: Tensor) -> Tensor:
    """The electric field in a metal that flows through a magnetic one, and the energy in it."""
    v, B = x.split(3, dim=1)
    return torch.cat([torch.linalg.cross(B, v), (squares(v) + squares(B)) / 2], dim=1)


@law("channels-lensing", "2*x[2]+2 -> x+1", box(6), true=each(rotations(2), "x"))
def lensing(x: Tensor) -> Tensor:
    """Whence light came that is seen at one place past a mass at another, and its delay."""
    seen, lens, mass, core = x.split([2, 2, 1, 1], dim=1)
    size = 0.5 + core**2 + squares(seen - lens)
    bent = seen - mass * (seen - lens) / size
    return torch.cat([bent, mass * torch.log(size) / 2 + core / 3], dim=1)


@law(
    "channels-two-ports",
    "x[3]+x.T+y[2]+y.T -> 2",
    box(10),
    true=each(everything(3), "x") + each(rotations(2), "y"),
)
def two_ports(x: Tensor) -> Tensor:
    """Mixtures of the powers u and v through two ports, with what the second flow stores."""
    a, force, b, torque = x.split([3, 3, 2, 2], dim=1)
    u, v = inner(a, force), inner(b, torque)
    return torch.cat([torch.tanh(u / 2) + v / 3, u / 3 + v**2 / 4 + squares(b) / 4], dim=1)


@law("channels-feedback", "x[3]*x.T+x -> x", normal(12), true=each(everything(3), "x"))
def feedback(x: Tensor) -> Tensor:
    """M v + v tanh(tr M / 2) for a 3×3 matrix M and a vector v."""
    M, v = x[:, :9].reshape(-1, 3, 3), x[:, 9:]
    trace = M.diagonal(dim1=1, dim2=2).sum(1, keepdim=True)
    return torch.einsum("bij,bj->bi", M, v) + v * torch.tanh(trace / 2)


@law(
    "channels-waveguide",
    "k[2]+x[2]+s[1] -> s",
    normal(5),
    true=[*each(pseudo_rotations(PLANE), "k"), *each(rotations(2), "x"), {"s": number(1)}],
)
def waveguide(x: Tensor) -> Tensor:
    """A signal of strength s in a guide, from frequency and wave number, and place across."""
    wave, place, strength = x.split([2, 2, 1], dim=1)
    return strength * (1 + torch.tanh(form(wave, PLANE) / 2) * torch.exp(-squares(place) / 3))


@law(
    "channels-moments",
    "2*(r[2]+q[1]) -> d[2]+c[1]",
    normal(6),
    true=[*each(everything(2), "r", "d"), {"q": number(1), "d": np.eye(2), "c": number(1)}],
)
def moments(x: Tensor) -> Tensor:
    """The dipole of two charges at two places, and the charge of both."""
    r, q, s, p = x.split([2, 1, 2, 1], dim=1)
    return torch.cat([q * r + p * s, q + p], dim=1)


@law(
    "channels-radar",
    "x[3]+p[1]+s[1] -> r[1]",
    beside(normal(3), box(2, 0.5, 2.0)),
    true=[*each(rotations(3), "x"), weights(p=1, r=1), weights(s=1, r=1)],
)
def radar(x: Tensor) -> Tensor:
    """What comes back to a radar with a power, from a target at a place and of a size."""
    place, power, size = x.split([3, 1, 1], dim=1)
    return power * size / (1 + squares(place) / 2) ** 2


@law(
    "channels-faraday",
    "2*x[3]+y[2] -> y",
    normal(8),
    true=each(rotations(3), "x") + each([*rotations(2), np.eye(2)], "y"),
)
def faraday(x: Tensor) -> Tensor:
    """Light in a glass, which turns by as much as there is magnetic field along its way."""
    field, way, light = x.split([3, 3, 2], dim=1)
    angle = inner(field, way)[:, 0] / 2
    cos, sin = torch.cos(angle), torch.sin(angle)
    a, b = light.T
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=1)


def sheets(rng: np.random.Generator, count: int) -> Array:
    """Symmetric 2×2 matrices, three of four directions, and a number."""
    a, b, c, T = rng.standard_normal((count, 4)).T
    return np.column_stack([a, b, b, c, T])


@law("channels-hot-sheet", "x[2]*x+1 -> x*x", sheets, true=each(rotations(2), "x"))
def hot_sheet(x: Tensor) -> Tensor:
    """The stress in a sheet from its strain and temperature, which softens it."""
    e, T = x[:, :4], x[:, 4:]
    one = torch.eye(2, dtype=x.dtype).flatten()
    trace = e[:, :1] + e[:, 3:]
    return (1 - torch.tanh(T) / 3) * (2 * e + trace * one / 2) - T * one


@law("channels-budget", "x[3]+x.T+m[1] -> r[1]+s[1]", box(7), true=each(everything(3), "x"))
def budget(x: Tensor) -> Tensor:
    """What three goods at their prices leave of an income, and how much of it they take."""
    goods, prices, income = x.split([3, 3, 1], dim=1)
    spent = inner(goods, prices)
    return torch.cat([income - spent, torch.tanh(spent / (1 + income**2))], dim=1)


@law(
    "channels-docking",
    "x[3]+y[2] -> 1",
    normal(5),
    true=each(rotations(3), "x") + each(rotations(2), "y"),
)
def docking(x: Tensor) -> Tensor:
    """How well a capsule is in place, from where it is off and how it is tilted."""
    off, tilt = x.split([3, 2], dim=1)
    return torch.exp(-squares(off) / 5) / (1 + squares(tilt) / 2) + 0.2 * torch.log1p(squares(tilt))


@law("channels-loudspeakers", "2*x[2]+2 -> 1", normal(6), true=each(rotations(2), "x"))
def loudspeakers(x: Tensor) -> Tensor:
    """What is heard of two loudspeakers at two places, and with two levels."""
    a, b, s, t = x.split([2, 2, 1, 1], dim=1)
    return torch.exp(s / 2) / (1 + squares(a)) + torch.exp(t / 2) / (1 + squares(b) / 2)


@law("channels-sides", "2*x[3]+x.T+1 -> s[1]+1", normal(10), true=each(everything(3), "x"))
def sides(x: Tensor) -> Tensor:
    """On which sides of a plane, given by its slope and its offset, two points are."""
    a, b, slope, offset = x.split([3, 3, 3, 1], dim=1)
    u, v = inner(slope, a) - offset, inner(slope, b) - offset
    return torch.cat([torch.atan(u), u * v / 3], dim=1)


@law(
    "channels-layer",
    "x[2]*y[2]+y.T -> x",
    normal(6),
    true=each(rotations(2), "x") + each(everything(2), "y"),
)
def layer(x: Tensor) -> Tensor:
    """What two neurons with weights M make of an input, each with an eye on the other."""
    y = torch.einsum("bij,bj->bi", x[:, :4].reshape(-1, 2, 2), x[:, 4:])
    return y / torch.sqrt(1 + squares(y))
