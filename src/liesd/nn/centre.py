"""Affine algebras in a network: points become differences from a centre that moves along.

Let T be the translations among the symmetries, P the projector onto what they leave, and c a point
with b + Ac in T for every generator (A, b). Then o = m − P(m − c), with m the mean of all copies of
a point, moves like a point, and x − o like a vector, by A alone: x − m where all translations are
symmetries, x − c where none is. The network inside sees vectors; output points get o back.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from liesd.algebra import LieAlgebra
from liesd.errors import DataError, SpecError
from liesd.nn import limits
from liesd.spec import Action, Affine, Array, Spec
from liesd.spec.action import name_shift

Places = dict[str, np.ndarray]


class Linear(NamedTuple):
    """The same question for vectors, and how to get there."""

    spec: Spec
    algebra: LieAlgebra
    centre: Centre | None


def make_linear(spec: Spec, algebra: LieAlgebra) -> Linear:
    """Turn points into vectors; refuses fields that are not affine, with the reason."""
    if spec.is_linear and algebra.spec.is_linear:
        return Linear(spec, algebra, None)
    inputs, outputs = (_find_points(action) for action in (spec.input, spec.output))
    for action in (algebra.spec.input, algebra.spec.output):
        _find_points(action)
    if missing := [name for name in outputs if name not in inputs]:
        raise SpecError(f"an output point {missing[0]} needs points {missing[0]} among the inputs")
    names = [one for one in algebra.spec.unknowns if name_shift(one) in algebra.spec.unknowns]
    linear = [name for name, shape in algebra.spec.unknowns.items() if len(shape) == 2]
    rows = np.array([np.concatenate([one[k].ravel() for k in linear]) for one in algebra])
    least = limits.LIMITS.still_noises * max(algebra.noise, limits.LIMITS.still_size)
    left, sizes, _ = np.linalg.svd(rows)
    rank = int((sizes > least * max(sizes.max(initial=0.0), 1.0)).sum())
    moving, still = left[:, :rank].T, left[:, rank:].T
    if not rank:
        raise DataError(
            f"{algebra.name} has nothing but translations: any network of differences has them"
        )
    generators = [
        {
            name: np.einsum("k,kij->ij", mix, np.array([one[name] for one in algebra]))
            for name in linear
        }
        for mix in moving
    ]
    inner = LieAlgebra.from_generators(_strip(algebra.spec), generators, noise=algebra.noise)
    frames = {}
    for name in names:
        b = np.array([one[name_shift(name)] for one in algebra])
        A = np.array([one[name] for one in algebra])
        A = np.einsum("mk,kij->mij", moving, A)
        frames[name] = _find_frame(algebra, name, A, moving @ b, still @ b)
    for name, places in inputs.items():
        if len(places) == 1 and np.linalg.norm(frames[name][1]) < 0.5:
            raise DataError(
                f"every translation of {name} is a symmetry and there is one such point alone: "
                "nothing that depends on it is left"
            )
    return Linear(_strip(spec), inner.rectify(), Centre(inputs, outputs, frames))


class Centre(nn.Module):
    """The point o of each name; takes it from input points and adds it to output points."""

    def __init__(
        self, inputs: Places, outputs: Places, frames: dict[str, tuple[Array, Array]]
    ) -> None:
        super().__init__()
        self.inputs, self.outputs = inputs, outputs
        for name in inputs:
            for kind, value in zip(("centre", "left"), frames[name], strict=True):
                tensor = torch.as_tensor(value, dtype=torch.get_default_dtype())
                self.register_buffer(f"{kind}_{name}", tensor)

    def enter(self, x: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """The differences, and the point o of each name."""
        out, origins = x.clone(), {}
        for name, places in self.inputs.items():
            points = x[:, places]
            mean, centre = points.mean(dim=1), getattr(self, f"centre_{name}")
            origins[name] = mean - (mean - centre) @ getattr(self, f"left_{name}").T
            out[:, places] = points - origins[name][:, None]
        return out, origins

    def leave(self, y: Tensor, origins: dict[str, Tensor]) -> Tensor:
        """The outputs, with o added to points."""
        out = y.clone()
        for name, places in self.outputs.items():
            out[:, places] = y[:, places] + origins[name][:, None]
        return out


def _find_points(action: Action) -> Places:
    """The coordinates of all copies of each point; refuses what is neither linear nor affine."""
    found: dict[str, list[np.ndarray]] = {}
    for channel in action.channels():
        if isinstance(channel.kind, Affine):
            found.setdefault(channel.kind.name, []).append(channel.coordinates)
        elif isinstance(channel.kind, Action):
            raise SpecError(
                f"{channel.kind} moves by fields that are not affine maps: layers that commute "
                "with these are not known; networks take vectors and affine(...)"
            )
    return {name: np.concatenate(parts) for name, parts in found.items()}


def _strip(spec: Spec) -> Spec:
    """The spec with vectors in place of points."""
    return Spec.parse(re.sub(r"affine\(([^()]*)\)", r"\1", str(spec)))


def _find_frame(
    algebra: LieAlgebra, name: str, A: Array, b: Array, shifts: Array
) -> tuple[Array, Array]:
    """Find the centre c, and the projector P onto what the translations leave."""
    n, near = A.shape[-1], limits.LIMITS.centre_error
    _, sizes, right = np.linalg.svd(shifts) if len(shifts) else (0, np.zeros(0), np.eye(n))
    T = right[: int((sizes > near * sizes.max(initial=0.0)).sum())]
    P = np.eye(n) - T.T @ T
    slopes, target = (P @ A).reshape(-1, n), -(b @ P).ravel()
    centre = np.linalg.lstsq(slopes, target, rcond=near)[0]
    size = float(np.linalg.norm(slopes)) * (1.0 + float(np.linalg.norm(centre)))
    if np.linalg.norm(slopes @ centre - target) > near * max(size, 1e-300):
        raise DataError(
            f"the symmetries of {name} have no centre in common ({'; '.join(algebra.words)}): take "
            "a part of them, algebra.select(numbers of generators)"
        )
    if np.linalg.norm(A @ P - P @ A) > near * np.linalg.norm(A):
        raise DataError(
            f"translations along {T.round(2).tolist()} alone are mixed with what they leave by "
            f"{algebra.name}: take a part of it, algebra.select(numbers of generators)"
        )
    return np.asarray(centre), P
