"""The part of a function that commutes with every choice of the unknowns.

A linear map T with B_θ T = T A_θ for *all* θ (a multiple of the identity in a channel, a mixing of
channels that share an unknown, a trace) adds nothing to the rows C. Left in, it would make every
function that is close to it look symmetric, so the scale of the defect is taken without it.

For linear actions all such maps are known beforehand: by the first fundamental theorem for the
general linear group they are products of identities that join each upper index of a block with a
lower one. For other actions they are the null space of a small matrix for each pair of channels,
up to what is constant in x. The constants must cancel over all channels: of the affine maps of
several points to a vector those commute that are made of differences, and to a point those whose
weights add up to one.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.spec import limits
from liesd.spec.action import Action, Array, Block, Channel, Index
from liesd.spec.linear import block_rep
from liesd.spec.spec import Spec


class CommutingMaps:
    """An orthonormal basis of the commuting maps of a spec, channel by channel.

    ``units`` (m, n) are the units of the maps' entries, the same within a pair of channels.
    """

    def __init__(self, spec: Spec, units: Tensor | None = None) -> None:
        self.shape = (spec.output.dim, spec.input.dim)
        self.blocks: list[tuple[Index, Index, Array]] = []
        self.outputs = torch.ones(spec.output.dim, dtype=torch.bool)
        """The outputs from which the commuting part can be subtracted."""
        self._constraint: tuple[Tensor, Tensor, Tensor] | None = None
        sources = [one for one in spec.input.channels() if one.kind is not None]
        targets = spec.output.channels()
        if spec.is_linear:
            for source in sources:
                for target in targets:
                    self._add(source, target, _find_intertwiners(source.kind, target.kind))
        else:
            self._find_curved(spec, sources, targets, units)

    def _add(self, source: Channel, target: Channel, basis: Array) -> None:
        if len(basis):
            self.blocks.append((target.coordinates, source.coordinates, basis))

    def _find_curved(
        self, spec: Spec, sources: list[Channel], targets: list[Channel], units: Tensor | None
    ) -> None:
        """Find the maps of each pair up to constants, and the constraint on these."""
        scale = np.ones(self.shape) if units is None else 1 / units.numpy()
        constraints: list[tuple[Index, Array, Array]] = []
        start = 0
        for target in targets:
            eta, copies = _as_action(target.kind), len(target.coordinates)
            goal = _take_constants(spec, eta, np.eye(eta.dim)).ravel()
            places, constants, pairs = [], [], []
            for source in sources if _is_affine(eta) else ():
                xi = _as_action(source.kind)
                basis = _find_up_to_constants(xi, eta)
                own = np.array([_take_constants(spec, xi, T).ravel() for T in basis])
                sizes = scale[target.coordinates[:, :1], source.coordinates[:, 0]]
                both = np.einsum("tc,kq->tckq", sizes, own.reshape(len(basis), len(goal)))
                constants.append(both.reshape(copies, -1, len(goal)))
                count = constants[-1].shape[1]
                places.append(start + np.arange(copies * count).reshape(copies, count))
                start += copies * count
                pairs.append((source, basis))
            matrix = np.concatenate(constants, axis=1) if constants else np.zeros((copies, 0, 1))
            if not pairs or not all(_is_solvable(one.T, goal) for one in matrix):
                self.outputs[target.coordinates.ravel()] = False
                start -= sum(one.size for one in places)
                continue
            for source, basis in pairs:
                self._add(source, target, basis)
            constraints += [
                (index, one.T, goal)
                for index, one in zip(np.concatenate(places, axis=1), matrix, strict=True)
            ]
        self._constraint = _join_constraints(constraints, start)

    def coefficients(self, J: Tensor) -> Tensor:
        """⟨J, T_k⟩ for every map of the basis: (batch, m, n) -> (batch, k)."""
        parts = [
            torch.einsum("boaid,kad->boik", self._gather(J, rows, columns), J.new_tensor(basis))
            for rows, columns, basis in self.blocks
        ]
        found = torch.cat([part.reshape(len(J), -1) for part in parts], dim=1)
        if self._constraint is None:
            return found
        C, inverse, goal = (one.to(J) for one in self._constraint)
        return found - (found @ C.T - goal) @ inverse.T

    def combine(self, coefficients: Tensor) -> Tensor:
        """Σ_k c_k T_k: (batch, k) -> (batch, m, n)."""
        out = coefficients.new_zeros((len(coefficients), *self.shape))
        start = 0
        for rows, columns, basis in self.blocks:
            end = start + len(rows) * len(columns) * len(basis)
            block = coefficients[:, start:end].reshape(-1, len(rows), len(columns), len(basis))
            maps = torch.einsum("boik,kad->boaid", block, block.new_tensor(basis))
            out[:, rows[:, :, None, None], columns] = maps
            start = end
        return out

    @staticmethod
    def _gather(J: Tensor, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Tensor:
        return J[:, rows[:, :, None, None], columns]

    def basis(self) -> tuple[Tensor, Tensor]:
        """One commuting map (m, n), and a basis (k, m, n) of the differences to any other."""
        zero = torch.zeros((1, *self.shape), dtype=torch.float64)
        first = self.coefficients(zero)
        every = torch.eye(first.shape[1], dtype=torch.float64)
        if self._constraint is not None:
            C, inverse, _ = self._constraint
            left, values, _ = torch.linalg.svd(every - (inverse @ C).T)
            every = left[:, values > 0.5].T
        return self.combine(first)[0], self.combine(every)

    def __bool__(self) -> bool:
        return bool(self.blocks)


def _find_intertwiners(source: Block, target: Block) -> NDArray[np.float64]:
    """Orthonormal basis, (k, dim target, dim source), of the maps that commute with everything.

    T carries the indices of the target and, lowered, those of the source; every upper index of an
    unknown must meet a lower one of the same unknown.
    """
    leaves = [*target, *(leaf._replace(dual=not leaf.dual) for leaf in source)]
    upper = [axis for axis, leaf in enumerate(leaves) if not leaf.dual]
    lower = [axis for axis, leaf in enumerate(leaves) if leaf.dual]
    shape = (
        int(np.prod([leaf.size for leaf in target], dtype=int)),
        int(np.prod([leaf.size for leaf in source], dtype=int)),
    )
    names = [leaf.name for leaf in leaves]
    if sorted(names[a] for a in upper) != sorted(names[a] for a in lower):
        return np.zeros((0, *shape))
    maps = [
        _build_pairing([leaf.size for leaf in leaves], upper, order).reshape(-1)
        for order in permutations(lower)
        if all(names[a] == names[b] for a, b in zip(upper, order, strict=True))
    ]
    _, singular, basis = np.linalg.svd(np.array(maps), full_matrices=False)
    return np.asarray(basis[singular > 1e-9 * singular[0]].reshape(-1, *shape))


def _build_pairing(
    sizes: list[int], upper: list[int], lower: tuple[int, ...]
) -> NDArray[np.float64]:
    """The tensor of Kronecker deltas that joins upper[i] with lower[i]."""
    grid = np.indices(sizes) if sizes else np.zeros((0,))
    result = np.ones(sizes)
    for a, b in zip(upper, lower, strict=True):
        result = result * (grid[a] == grid[b])
    return result


def _as_action(kind: Block | Action) -> Action:
    return kind if isinstance(kind, Action) else block_rep(kind)


def _is_affine(action: Action) -> bool:
    """Tell whether the field is affine in its coordinates."""
    rng = np.random.default_rng(0)
    theta = {name: rng.standard_normal(shape) for name, shape in action.unknowns.items()}
    x, y = rng.standard_normal((2, 3, action.dim))
    o = action.origin
    a, b, c, d = (action.field(theta, o + part) for part in (x + y, x, y, 0 * x))
    return bool(np.allclose(a + d, b + c, atol=1e-9 * (1 + np.abs(a).max())))


def _find_up_to_constants(xi: Action, eta: Action) -> Array:
    """Orthonormal maps T with T ξ_θ(x) − η_θ(Tx) constant in x, (k, m, n)."""
    m, n = eta.dim, xi.dim
    if m * n > limits.LIMITS.commuting_entries:
        return np.zeros((0, m, n))
    rng, count = np.random.default_rng(0), 2 * n + 4
    shapes = {**xi.unknowns, **eta.unknowns}
    theta = {name: rng.standard_normal((count, *shape)) for name, shape in shapes.items()}
    each = {name: np.repeat(value, m, axis=0) for name, value in theta.items()}
    u = rng.standard_normal((count, n))
    moved = xi.field(theta, xi.origin + u) - xi.field(theta, xi.origin + 0 * u)
    units = np.tile(np.eye(m), (count, 1))
    B = eta.field(each, units + eta.origin) - eta.field(each, 0 * units + eta.origin)
    B = B.reshape(count, m, m).swapaxes(1, 2)
    rows = np.eye(m)[:, :, None] * moved[:, None, None] - B[..., None] * u[:, None, None]
    triangle = np.linalg.qr(rows.reshape(count * m, m * n), mode="r")
    _, values, right = np.linalg.svd(triangle)
    rank = int((values > limits.LIMITS.at_rest * max(values[0], 1e-300)).sum())
    return np.asarray(right[rank:].reshape(-1, m, n))


def _take_constants(spec: Spec, action: Action, T: Array) -> Array:
    """T ξ_θ at the origin as coefficients of θ: (m, p)."""
    origin = torch.from_numpy(action.origin)[None]
    out = torch.zeros((len(T), spec.size), dtype=torch.float64)
    J = torch.from_numpy(np.ascontiguousarray(T))[None, ..., None]
    for name, part in action.coefficients(J, action.lift(origin)[..., None]):
        out[:, spec.slices[name]] += part[0].flatten(1)
    return out.numpy()


def _is_solvable(matrix: Array, goal: Array) -> bool:
    """Tell whether matrix·c = goal has a solution."""
    if not goal.any():
        return True
    if not matrix.any():
        return False
    rest = matrix @ np.linalg.lstsq(matrix, goal, rcond=None)[0] - goal
    return bool(np.linalg.norm(rest) <= limits.LIMITS.at_rest * np.linalg.norm(goal))


def _join_constraints(
    constraints: list[tuple[Index, Array, Array]], count: int
) -> tuple[Tensor, Tensor, Tensor] | None:
    """C, its pseudo-inverse and d of all constraints C·c = d; None if there are none."""
    rows, goals = [], []
    for places, matrix, goal in constraints:
        own = np.zeros((len(matrix), count))
        own[:, places] = matrix
        keep = own.any(axis=1)
        rows.append(own[keep])
        goals.append(goal[keep])
    if not rows or not sum(map(len, rows)):
        return None
    C = np.concatenate(rows)
    inverse = np.linalg.pinv(C, rcond=limits.LIMITS.at_rest)
    return tuple(torch.from_numpy(one) for one in (C, inverse, np.concatenate(goals)))  # type: ignore[return-value]
