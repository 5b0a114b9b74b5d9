"""Ten functions for the question "which structure do these columns have?".

Each ``Case`` holds

- ``name``;
- ``f``: torch function of float64 tensors (N, n) -> (N, m), columns in natural order;
- ``spec``: the natural structure. ``"2*x[3]+z[1] -> x"`` reads: two vectors of three numbers
  that one matrix A_x moves together, one number that its own matrix A_z moves (zero, if the
  number stands still), and an output vector that A_x moves as well; the output ``1`` is a
  single number that nothing moves;
- ``inputs``: the columns of each channel, in the order of the spec (a factor counts channels:
  ``2*x[3]`` are two); inside a channel the order matters where channels share a letter;
- ``outputs``: the same for the columns of the result;
- ``sample(rng, count)``: a numpy array (count, n) of inputs;
- ``dimension``: dimension of the algebra for that spec, that is of the space of matrices (one
  per letter) with J(x) A x = B f(x) for all x, B the block matrix of the outputs.

The functions were written without looking at any method that is measured on them. Columns may
be shuffled, flipped in sign and rescaled by the user of this file; the channels then move along.
``python -m benchmarks.suggest.blind`` measures the dimensions from derivatives by autograd; its
last column is the dimension where one matrix may act on all inputs and one on all outputs (zero
for a single number): equal, unless the function has symmetries that its spec leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

Channels = tuple[tuple[int, ...], ...]
Sampler = Callable[[np.random.Generator, int], np.ndarray]


@dataclass(frozen=True)
class Case:
    """One function with the structure of its columns; see the module's text."""

    name: str
    f: Callable[[Tensor], Tensor]
    spec: str
    inputs: Channels
    outputs: Channels
    sample: Sampler
    dimension: int


def normal(columns: int, scale: float = 1.0) -> Sampler:
    """Independent normal numbers."""

    def sample(rng: np.random.Generator, count: int) -> np.ndarray:
        return scale * rng.normal(size=(count, columns))

    return sample


def uniform(columns: int, low: float, high: float) -> Sampler:
    """Independent uniform numbers."""

    def sample(rng: np.random.Generator, count: int) -> np.ndarray:
        return rng.uniform(low, high, size=(count, columns))

    return sample


def outside(size: int, columns: int, least: float) -> Sampler:
    """Normal numbers, the first ``size`` at least ``least`` from the origin, others in 0.5..2."""

    def sample(rng: np.random.Generator, count: int) -> np.ndarray:
        vector = rng.normal(size=(count, size))
        length = np.linalg.norm(vector, axis=1, keepdims=True)
        vector *= (least + length) / length
        return np.hstack([vector, rng.uniform(0.5, 2, size=(count, columns - size))])

    return sample


def _dot(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(1, keepdim=True)


def _area(a: Tensor, b: Tensor) -> Tensor:
    return a[:, :1] * b[:, 1:] - a[:, 1:] * b[:, :1]


def _minkowski(a: Tensor, b: Tensor) -> Tensor:
    return a[:, :1] * b[:, :1] - _dot(a[:, 1:], b[:, 1:])


def plane_pair(x: Tensor) -> Tensor:
    """An energy of two points in the plane around a centre: turns of the plane."""
    p, q = x[:, :2], x[:, 2:]
    return torch.exp(-_dot(p - q, p - q) / 2) + torch.sin(_dot(p, p)) + 0.3 * _dot(q, q)


def lifting_force(x: Tensor) -> Tensor:
    """A force on a spinning ball from velocity and spin: turns of space."""
    v, w = x[:, :3], x[:, 3:]
    return torch.linalg.cross(w, v, dim=1) - 0.5 * v * torch.sqrt(1 + _dot(v, v)) + 0.2 * w


def four_sphere(x: Tensor) -> Tensor:
    """A profile over four equal coordinates and one still number."""
    r, z = x[:, :4], x[:, 4:]
    return torch.cos(_dot(r, r) / 2 + z) + 0.5 * torch.tanh(z)


def invariant_masses(x: Tensor) -> Tensor:
    """A rate of two four-momenta: boosts and turns of space and time."""
    p, q = x[:, :4], x[:, 4:]
    s = _minkowski(p + q, p + q)
    return torch.tanh(s / 4) + 0.5 * torch.sin(_minkowski(p, p)) - 0.2 * _minkowski(q, q)


def triangle_areas(x: Tensor) -> Tensor:
    """Three plane vectors seen only through their areas: shears, squeezes and turns."""
    a, b, c = x[:, :2], x[:, 2:4], x[:, 4:]
    return _area(a, b) + torch.sin(_area(b, c)) * torch.tanh(_area(a, c))


def area_steering(x: Tensor) -> Tensor:
    """Two plane vectors made of three, with areas as weights."""
    a, b, c = x[:, :2], x[:, 2:4], x[:, 4:]
    first = a + torch.tanh(_area(b, c)) * b
    second = c - 0.5 * torch.sin(_area(a, b)) * a
    return torch.cat([first, second], 1)


def two_planes(x: Tensor) -> Tensor:
    """Two planes that turn independently of each other."""
    p, q = _dot(x[:, :2], x[:, :2]), _dot(x[:, 2:], x[:, 2:])
    return torch.tanh(p - 1) / (1 + q) + 0.3 * torch.sin(q)


def lens(x: Tensor) -> Tensor:
    """A vector stretched by a gain that sees another plane's length and a still number."""
    v, p, z = x[:, :3], x[:, 3:5], x[:, 5:]
    gain = torch.sin(z) + _dot(p, p) / (1 + _dot(v, v))
    return v * gain


def similarity_number(x: Tensor) -> Tensor:
    """A function of one dimensionless product of four positive numbers: three scalings."""
    number = x[:, :1] * x[:, 1:2] * x[:, 2:3] / x[:, 3:] ** 2
    return number / (1 + number)


def attraction(x: Tensor) -> Tensor:
    """The inverse square law with its strength: turns, and Kepler's third law as a scaling."""
    r, m = x[:, :3], x[:, 3:]
    return -m * r / _dot(r, r) ** 1.5


CASES: tuple[Case, ...] = (
    Case("plane_pair", plane_pair, "2*p[2] -> 1", ((0, 1), (2, 3)), ((0,),), normal(4), 1),
    Case(
        "lifting_force",
        lifting_force,
        "2*x[3] -> x",
        ((0, 1, 2), (3, 4, 5)),
        ((0, 1, 2),),
        normal(6),
        3,
    ),
    Case(
        "four_sphere",
        four_sphere,
        "x[4]+z[1] -> 1",
        ((0, 1, 2, 3), (4,)),
        ((0,),),
        uniform(5, -1.5, 1.5),
        6,
    ),
    Case(
        "invariant_masses",
        invariant_masses,
        "2*p[4] -> 1",
        ((0, 1, 2, 3), (4, 5, 6, 7)),
        ((0,),),
        normal(8),
        6,
    ),
    Case(
        "triangle_areas",
        triangle_areas,
        "3*p[2] -> 1",
        ((0, 1), (2, 3), (4, 5)),
        ((0,),),
        normal(6),
        3,
    ),
    Case(
        "area_steering",
        area_steering,
        "3*p[2] -> 2*p",
        ((0, 1), (2, 3), (4, 5)),
        ((0, 1), (2, 3)),
        normal(6),
        3,
    ),
    Case(
        "two_planes",
        two_planes,
        "x[2]+y[2] -> 1",
        ((0, 1), (2, 3)),
        ((0,),),
        uniform(4, -2, 2),
        2,
    ),
    Case(
        "lens",
        lens,
        "x[3]+y[2]+z[1] -> x",
        ((0, 1, 2), (3, 4), (5,)),
        ((0, 1, 2),),
        normal(6),
        4,
    ),
    Case(
        "similarity_number",
        similarity_number,
        "x[1]+y[1]+z[1]+w[1] -> 1",
        ((0,), (1,), (2,), (3,)),
        ((0,),),
        uniform(4, 0.5, 2),
        3,
    ),
    Case(
        "attraction",
        attraction,
        "x[3]+m[1] -> x",
        ((0, 1, 2), (3,)),
        ((0, 1, 2),),
        outside(3, 4, 0.5),
        4,
    ),
)


def letters(spec: str) -> tuple[list[str], list[str]]:
    """Letter of each input channel and of each output channel, "1" for a still number."""
    left, right = (side.strip() for side in spec.split("->"))
    sides = []
    for side in (left, right):
        found = []
        for term in side.split("+"):
            match = re.fullmatch(r"\s*(?:(\d+)\*)?([a-z1])(?:\[\d+\])?\s*", term)
            if match is None:
                raise ValueError(f"cannot read {term!r} in {spec!r}")
            found += [match[2]] * int(match[1] or 1)
        sides.append(found)
    return sides[0], sides[1]


def singular_values(case: Case, count: int = 400, free: bool = False) -> np.ndarray:
    """Singular values of the linear system for the matrices, relative to the largest.

    With ``free`` one matrix acts on all inputs and another on all outputs that are not a still
    number, whatever the spec says.
    """
    x = torch.tensor(case.sample(np.random.default_rng(0), count), requires_grad=True)
    y = case.f(x)
    slopes = [
        torch.autograd.grad(y[:, i].sum(), x, retain_graph=True)[0] for i in range(y.shape[1])
    ]
    jacobian = torch.stack(slopes, 1).numpy()
    points, values = x.detach().numpy(), y.detach().numpy()
    inward, outward = letters(case.spec)
    groups = list(zip(inward, case.inputs, strict=True))
    results = list(zip(outward, case.outputs, strict=True))
    if free:
        groups = [("in", tuple(range(points.shape[1])))]
        results = [("1", ())] if outward == ["1"] else [("out", tuple(range(values.shape[1])))]
    sizes = {name: len(columns) for name, columns in groups + results if name != "1"}
    columns_of = []
    for name, size in sizes.items():
        for i in range(size):
            for j in range(size):
                moved = np.zeros_like(values)
                for other, places in groups:
                    if other == name:
                        moved += jacobian[:, :, places[i]] * points[:, places[j], None]
                for other, places in results:
                    if other == name:
                        moved[:, places[i]] -= values[:, places[j]]
                columns_of.append(moved.ravel())
    found = np.linalg.svd(np.array(columns_of).T, compute_uv=False)
    return found / found[0]


def main() -> None:
    """Print the measured dimension of every case beside the stated one."""
    for case in CASES:
        found = singular_values(case)
        measured = int((found < 1e-10).sum())
        least = found[found >= 1e-10].min()
        free = int((singular_values(case, free=True) < 1e-10).sum())
        print(
            f"{case.name:18s} {case.spec:26s} stated {case.dimension} measured {measured} "
            f"(next {least:.1e}) free {free}"
        )


if __name__ == "__main__":
    main()
