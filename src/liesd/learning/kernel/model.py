"""A sum of Gaussians and a linear map: a model whose derivatives are exact.

    f(x) = Σ_c α_c k(z, c) + A z + b,    z = W φ(x),    k(z, c) = g·(exp(−|z − c|²/2l²) − 1)

φ(x) is x in its units, or also the products of its coordinates (:mod:`liesd.learning.lift`).
Subtracting one changes nothing that a constant could not do, and keeps the digits of long kernels.
How it is fitted: :mod:`liesd.learning.kernel.fit`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from liesd.learning import limits
from liesd.learning.lift import Lift
from liesd.learning.model import LearnedModel
from liesd.numerics.tiles import multiply_tiles, round_up, split_tiles

_ARRAYS = ("metric", "scale", "origin", "centres", "weights", "sketch", "span", "typical")


class KernelModel(LearnedModel):
    """The fitted kernel expansion; its Jacobian is exact."""

    kind: ClassVar[str] = "kernel"
    metric: Tensor
    scale: Tensor
    origin: Tensor
    centres: Tensor
    weights: Tensor
    sketch: Tensor
    span: Tensor
    typical: Tensor

    def __init__(
        self,
        x_shape: tuple[int, ...],
        y_shape: tuple[int, ...],
        arrays: dict[str, Tensor],
        *,
        length: float,
        unit: float,
        ridge: float,
        products: bool = False,
        saturated: bool = False,
    ) -> None:
        super().__init__(x_shape, y_shape)
        self.length, self.unit = length, unit
        """l is ``length`` times ``unit``, the median distance of centres."""
        self.ridge = ridge
        """The ridge of the fit, relative to the size of all kernels at all samples."""
        self.products = products
        """Whether products of inputs are inputs too."""
        self.saturated = saturated
        """Whether fewer samples and centres do as well, so that the rest is noise."""
        self.gain, self.width = find_gain(length), length * unit
        for name in _ARRAYS:
            self.register_buffer(name, arrays[name].clone())

    @property
    def lift(self) -> Lift:
        """φ."""
        return Lift(self.scale, self.products, self.origin)

    def forward(self, x: Tensor) -> Tensor:
        """(N, *x_shape) -> (N, *y_shape)."""
        flat, weights = x.reshape(x.shape[0], -1), round_up(self.weights, 1)
        parts = [self._evaluate(z, k, weights) for z, k in self._look(self.lift(flat))]
        y = torch.cat(parts).flatten(0, 1)[: x.shape[0], : self.weights.shape[1]]
        return y.reshape(x.shape[0], *self.y_shape)

    def linearize(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The values at flat samples (N, n), (N, m), and the Jacobians there, (N, m, n)."""
        y, J = self._linearize_bells(self.lift(x))
        return y, self.lift.pull_back(x, (J + self._split(self.weights)[1].T) @ self.metric.T)

    def differentiate_bells(self, x: Tensor) -> Tensor:
        """The Jacobian with respect to z, without its constant part A, (N, m, size of z)."""
        return self._linearize_bells(self.lift(x))[1]

    def sample_weight(self, x: ArrayLike) -> NDArray[np.float64]:
        """1/(1 + v/v₀), where v is the variance of the Jacobian at x and v₀ a typical one.

        The equations of a sample are as uncertain as its Jacobian, and least squares weighs
        equations by the inverse of their variance. Here it is what the fit itself says of it (the
        leverage of the derivatives), which is largest where samples are rare.
        """
        samples = np.asarray(x)
        samples = samples.reshape(len(samples), -1)
        parts = []
        with torch.no_grad():
            for start in range(0, len(samples), 4096):
                chunk = np.array(samples[start : start + 4096], dtype=np.float64)
                parts.append(self.estimate_variance(torch.from_numpy(chunk).to(self.metric)))
        return (1 / (1 + torch.cat(parts) / self.typical)).double().cpu().numpy()

    def estimate_variance(self, x: Tensor) -> Tensor:
        """The variance of the Jacobian, up to a factor, along the directions that the data has."""
        n, (_, A, alpha) = self.centres.shape[1], self._split(self.sketch)
        ways = torch.stack([self.lift.expand(one) for one in self.span], dim=1)
        terms, A, alpha = self.lift.list_terms(x), self.metric @ A, round_up(alpha, 0)
        across = self.metric @ round_up(self.centres, 0).T
        shape, (along, level) = ways.shape[:2], (ways @ across, (ways @ A).flatten(1))
        turned = ways.movedim(2, 0).flatten(1)
        # Where a direction is the same for all samples, one product serves all directions.
        table = alpha
        if shape[0] == 1:
            pushes = along[0, :, :, None] * alpha
            table = torch.cat([alpha, pushes.movedim(0, 1).flatten(1)], dim=1)
        parts, start, along = [], 0, along.flatten(1)
        for tiles, k in self._look(self.lift(x)):
            rows = terms[start : start + tiles.shape[0] * tiles.shape[1]]
            start += len(rows)
            z, e = (part[: len(rows)] for part in (tiles.flatten(0, 1)[:, :n], self._ring(k)))
            plain, push = (e @ table).tensor_split([alpha.shape[1]], dim=1)
            if shape[0] > 1:
                push = (rows @ along).unflatten(1, (shape[1], -1)) * e[:, None, :] @ alpha
            towards = ((z @ self.metric.T) @ turned).unflatten(1, shape)
            inwards = torch.einsum("bwd,bw->bd", towards, rows)
            change = (rows @ level).unflatten(1, (shape[1], -1)) + push.reshape(
                len(rows), shape[1], -1
            )
            change -= inwards[:, :, None] * plain[:, None, :]
            parts.append(change.square().sum(dim=(1, 2)))
        return torch.cat(parts)

    def _linearize_bells(self, lifted: Tensor) -> tuple[Tensor, Tensor]:
        """Values, and the Jacobian with respect to z without its constant part.

        It is Σ α e c − z Σ α e, where e are the bells: one product gives both sums.
        """
        n, m, weights = self.centres.shape[1], self.weights.shape[1], round_up(self.weights, 1)
        alpha = self._split(self.weights)[2]
        table = torch.cat([alpha, (alpha[:, :, None] * self.centres[:, None, :]).flatten(1)], dim=1)
        table, values, jacobians = round_up(round_up(table, 0), 1), [], []
        for tiles, k in self._look(lifted):
            values.append(self._evaluate(tiles, k, weights).flatten(0, 1)[:, :m])
            sums, z = self._ring(k) @ table, tiles.flatten(0, 1)[:, :n]
            toward = sums[:, m : m + m * n].unflatten(1, (m, n))
            jacobians.append(toward - sums[:, :m, None] * z[:, None, :])
        return torch.cat(values)[: len(lifted)], torch.cat(jacobians)[: len(lifted)]

    def _look(self, lifted: Tensor) -> Iterator[tuple[Tensor, Tensor]]:
        """z and exp(−|z − c|²/2l²) − 1, in tiles: (tiles, rows, ...), with zeros at their rims."""
        rows = limits.LIMITS.tile_rows
        metric, centres = round_up(round_up(self.metric, 0), 1), round_up(self.centres, 1)
        across = round_up(centres.T, 1)
        sizes = across.square().sum(dim=0)
        for tiles in split_tiles(lifted, rows):
            z = multiply_tiles(tiles, metric)
            squares = z.square().sum(dim=2, keepdim=True) + sizes
            near = torch.baddbmm(squares, z, across.expand(z.shape[0], -1, -1), beta=-1.0, alpha=2)
            yield z, torch.expm1(near.clamp_max(0.0) / (2 * self.width**2))

    def _evaluate(self, z: Tensor, k: Tensor, weights: Tensor) -> Tensor:
        """The values of tiles, for weights of round shape."""
        b, A, alpha = self._split(weights)
        bells = multiply_tiles(k, round_up(alpha, 0) * self.gain)
        return bells + multiply_tiles(z, round_up(A, 0)) + b

    def _ring(self, k: Tensor) -> Tensor:
        """The bells whose products with z − c are the derivatives of kernels, as rows."""
        return (k.flatten(0, 1) + 1.0) * (self.gain / self.width**2)

    def _split(self, table: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """b, A and α."""
        n = self.centres.shape[1]
        return table[:1], table[1 : 1 + n], table[1 + n :]

    def config(self) -> dict[str, Any]:
        names = ("length", "unit", "ridge", "products", "saturated")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def build(cls, config: dict[str, Any], arrays: dict[str, Tensor]) -> Self:
        return cls(**config, arrays=arrays)


def find_gain(length: float) -> float:
    """g, which keeps the bells of long kernels from vanishing."""
    return max(length**2, 1.0)


def square_distances(a: Tensor, b: Tensor) -> Tensor:
    """|a_i − b_j|²."""
    squares = a.square().sum(dim=1)[:, None] + b.square().sum(dim=1)
    return torch.addmm(squares, a, b.T, alpha=-2.0).clamp_min(0.0)
