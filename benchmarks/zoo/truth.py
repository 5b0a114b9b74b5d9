"""The exact answer by plain linear algebra, without the library that the zoo judges.

At every sample Theorem 1 gives m linear equations in the p unknown numbers θ,

    B_θ f(x) − J(x) P A_θ x = 0,

with the dense matrices A_θ and B_θ of the action and P the projector onto the span of the inputs.
All of them together are one matrix, and its null space is found by a singular value decomposition
in float64. Units must not matter: rows are divided by the size of their output, and each unknown
number by the size of what it does to the data.

* *gauge*: A_θ = 0 and B_θ = 0;
* *unseen*: P A_θ x = 0 and B_θ y = 0 for all the data, beyond gauge;
* *genuine*: the rest of the null space, which must be spanned by what a case says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg
import torch

from benchmarks.zoo.action import Action, channels, read
from benchmarks.zoo.case import Array, Case, Function

ZERO = 1e-9  # relative singular values below this are zeros; exact ones come out at 1e-15
SPAN = 1e-8  # the largest sine of an angle between two spaces that are the same
GAP = 1e-3  # the smallest singular value that is not zero must be at least this


@dataclass(frozen=True, eq=False)
class Solution:
    """What the exact equations say.

    Spaces are columns in coordinates in which each unknown number has been multiplied by its
    ``size``, the root mean square of what it does to the data in units of the data.
    """

    action: Action
    factor: Array
    """R with RᵀR = CᵀC, relative to the largest singular value of both sides of the equations."""
    values: Array
    """The p singular values of R, ascending."""
    null: Array
    gauge: Array
    hidden: Array
    """Gauge and unseen directions together."""
    size: Array

    @property
    def unseen(self) -> int:
        """How many directions act only where the data never goes."""
        return self.hidden.shape[1] - self.gauge.shape[1]

    @property
    def dimension(self) -> int:
        """How many genuine symmetries there are."""
        return self.null.shape[1] - self.hidden.shape[1]

    @property
    def gap(self) -> float:
        """The smallest singular value that is not zero; 1 where all are."""
        rest = self.values[self.null.shape[1] :]
        return float(rest[0]) if len(rest) else 1.0

    def defects(self, thetas: Array) -> Array:
        """‖Rθ‖/‖θ‖ of columns θ."""
        scaled = thetas * self.size[:, None]
        return np.linalg.norm(self.factor @ scaled, axis=0) / np.linalg.norm(scaled, axis=0)

    def space(self, thetas: Array) -> Array:
        """The span of columns θ and of all that is hidden, as orthonormal columns."""
        scaled = thetas * self.size[:, None]
        scaled = scaled / np.linalg.norm(scaled, axis=0)
        return scipy.linalg.orth(np.hstack([scaled, self.hidden]), rcond=1e-10)

    @property
    def counts(self) -> dict[str, int]:
        """How many directions there are of each kind."""
        return {
            "genuine": self.dimension,
            "unseen": self.unseen,
            "gauge": self.gauge.shape[1],
        }


def solve(spec: str, function: Function, x: Array) -> Solution:
    """The null space of the equations at the samples ``x``."""
    action = read(spec)
    y, J = linearize(function, x)
    P = projector(x, channels(action.inputs))
    x_unit, y_unit = _units(x, action.inputs), _units(y, action.outputs)
    moved_x = np.einsum("kij,bj->bik", np.einsum("ij,kjl->kil", P, action.inputs), x)
    moved_y = np.einsum("kij,bj->bik", action.outputs, y) / y_unit[:, None]
    pushed = np.einsum("bmi,bik->bmk", J, moved_x) / y_unit[:, None]
    moved_x /= x_unit[:, None]
    size = np.sqrt((moved_x**2).sum(axis=1).mean(axis=0) + (moved_y**2).sum(axis=1).mean(axis=0))
    size = np.where(size > 0, size, 1.0)
    flat = [part.reshape(-1, action.size) / size for part in (moved_y, pushed, moved_x)]
    reference = float(np.linalg.norm(np.vstack(flat[:2]), 2)) or 1.0
    factor = np.linalg.qr((flat[0] - flat[1]) / reference, mode="r")
    values, null = _null_space(factor, 1.0)
    gauge = scipy.linalg.orth(_null_space(_table(action))[1] * size[:, None])
    _, hidden = _null_space(np.vstack([flat[2], flat[0]]))
    return Solution(action, factor, values, null, gauge, hidden, size)


def linearize(function: Function, x: Array) -> tuple[Array, Array]:
    """f(x) and its Jacobian (N, m, n), by automatic differentiation sample by sample."""
    points = torch.from_numpy(x)
    J = torch.func.vmap(torch.func.jacrev(lambda point: function(point[None])[0]))(points)
    return function(points).numpy(), J.numpy()


def projector(x: Array, blocks: list[Array]) -> Array:
    """P onto the span of the samples, orthogonal once each channel has unit size."""
    scale = np.ones(x.shape[1])
    for block in blocks:
        scale[block] = _rms(x[:, block].ravel()) or 1.0
    unit = _units_of(x, blocks)
    values = np.linalg.svd(x / unit, compute_uv=False)
    rank = int((values > ZERO * values[0]).sum())
    if rank == x.shape[1]:
        return np.eye(rank)
    basis = np.linalg.svd(x / scale, full_matrices=False)[2][:rank]
    return (scale[:, None] * basis.T) @ (basis / scale)


def angle(U: Array, V: Array) -> float:
    """The sine of the largest principal angle between two spaces of orthonormal columns.

    1 if they have different dimensions.
    """
    if U.shape[1] != V.shape[1]:
        return 1.0
    if U.shape[1] == 0:
        return 0.0
    return min(float(np.linalg.norm(V - U @ (U.T @ V), 2)), 1.0)


def complaints(case: Case, count: int = 400, seed: int = 0) -> list[str]:
    """What is wrong with what a case says of itself; nothing, if all is well."""
    found = solve(case.spec, case.function, case.sample(np.random.default_rng(seed), count))
    said = {"genuine": len(case.true), "unseen": case.unseen, "gauge": case.gauge}
    wrong = []
    if found.counts != said:
        wrong.append(f"says {said}, has {found.counts}")
    if (sine := angle(found.null, found.space(found.action.columns(case.true)))) > SPAN:
        wrong.append(f"another space: the sine of the largest angle is {sine:.1e}")
    if found.gap < GAP:
        wrong.append(f"no clear gap: the smallest singular value is {found.gap:.1e}")
    return wrong


def _null_space(matrix: Array, reference: float | None = None) -> tuple[Array, Array]:
    """Singular values, ascending and relative, and the null space as columns."""
    if len(matrix) > matrix.shape[1]:
        matrix = np.linalg.qr(matrix, mode="r")
    _, values, right = np.linalg.svd(matrix)
    largest = values[0] if reference is None else reference
    values = np.append(values, np.zeros(len(right) - len(values))) / (largest or 1.0)
    return values[::-1], right[values < ZERO][::-1].T


def _table(action: Action) -> Array:
    """All entries of both matrices as linear functions of θ: (n² + m², p)."""
    return np.hstack([part.reshape(action.size, -1) for part in (action.inputs, action.outputs)]).T


def _units(data: Array, matrices: Array) -> Array:
    return _units_of(data, channels(matrices))


def _units_of(data: Array, blocks: list[Array]) -> Array:
    """The root mean square of each coordinate; of its channel, or 1, where that is zero."""
    unit = np.ones(data.shape[1])
    for block in blocks:
        whole = _rms(data[:, block].ravel()) or 1.0
        for k in block:
            own = _rms(data[:, k])
            unit[k] = own if own > 1e-12 * whole else whole
    return unit


def _rms(values: Array) -> float:
    return float(np.sqrt(np.mean(values**2)))
