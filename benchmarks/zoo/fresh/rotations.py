"""Rotations: about one axis, of two vectors, of a matrix, and of six dimensions."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case
from benchmarks.zoo.matrices import conjugate, each, generic, rotations
from benchmarks.zoo.samples import box, normal
from benchmarks.zoo.smooth import squares

rotation = partial(Case, family="rotations")

AXES = np.linalg.qr(generic(121, 3))[0]


def vase(x: Tensor) -> Tensor:
    """A surface of revolution about the third of some tilted axes."""
    z = x @ torch.from_numpy(AXES)
    height = z[:, 2:]
    return torch.sin(height) + torch.log1p(squares(z[:, :2])) * (1 + 0.3 * height)


def two_vectors(x: Tensor) -> Tensor:
    a, b = x.split(3, dim=1)
    inner = (a * b).sum(1, keepdim=True)
    return torch.cat([torch.tanh(inner / 2), torch.sqrt(1 + squares(a)), squares(b) / 3], dim=1)


def trace_and_norm(x: Tensor) -> Tensor:
    """tanh(tr X / 2) and |X|²/9 of a 3×3 matrix."""
    trace = x[:, ::4].sum(1, keepdim=True)
    return torch.cat([torch.tanh(trace / 2), squares(x) / 9], dim=1)


CASES = [
    rotation(
        name="so2-vase",
        spec="x[3] -> 1",
        sample=normal(3),
        function=vase,
        true=each(conjugate(AXES, rotations(3, (0, 1))), "x"),
    ),
    rotation(
        name="so3-two-vectors",
        spec="2*x[3] -> 3",
        sample=normal(6),
        function=two_vectors,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so3-trace-and-norm",
        spec="x[3]*x -> 2",
        sample=box(9),
        function=trace_and_norm,
        true=each(rotations(3), "x"),
    ),
    rotation(
        name="so6-rational",
        spec="x[6] -> 1",
        sample=normal(6),
        function=lambda x: 1 / (1 + squares(x) / 6),
        true=each(rotations(6), "x"),
    ),
]
