"""A sum of Gaussians and a linear map: a model whose derivatives are exact.

    f(x) = Σ_c α_c k(z, c) + A z + b,    z = W φ(x),    k(z, c) = g·(exp(−|z − c|²/2l²) − 1)

φ(x) is x in its units, or also the products of its coordinates (:mod:`liesd.learning.lift`).
Subtracting one changes nothing that a constant could not do, and keeps the digits of long kernels.
How it is fitted: :mod:`liesd.learning.kernel.fit`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor, nn

from liesd.learning import limits
from liesd.learning.lift import Lift
from liesd.learning.model import LearnedModel


class KernelModel(LearnedModel):
    """The fitted kernel expansion; its Jacobian is exact."""

    kind: ClassVar[str] = "kernel"
    metric: Tensor
    scale: Tensor
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
        """The ridge of the fit, relative to the largest singular value."""
        self.products = products
        """Whether products of inputs are inputs too."""
        self.saturated = saturated
        """Whether fewer samples and centres do as well, so that the rest is noise."""
        self.gain, self.width = find_gain(length), length * unit
        for name in ("metric", "scale", "centres", "weights", "sketch", "span", "typical"):
            self.register_buffer(name, arrays[name].clone())

    @property
    def lift(self) -> Lift:
        """φ."""
        return Lift(self.scale, self.products)

    def forward(self, x: Tensor) -> Tensor:
        """(N, *x_shape) -> (N, *y_shape)."""
        # Large weights magnify the rounding of matrix products, which differs with their shape and
        # alignment. In tiles of one round shape a sample has the same value in whatever batch.
        flat = _round_up(self.lift(x.reshape(x.shape[0], -1)), 1)
        rows = _round_up(flat, 0, limits.LIMITS.tile_rows).unflatten(
            0, (-1, limits.LIMITS.tile_rows)
        )
        tiles = _multiply_tiles(rows, _round_up(_round_up(self.metric, 0), 1))
        centres, weights = _round_up(self.centres, 1), _round_up(self.weights, 1)
        b, A, alpha = self._split(weights)
        squares = tiles.square().sum(dim=2, keepdim=True) + centres.square().sum(dim=1)
        cross = _multiply_tiles(tiles, _round_up(centres.T, 1))[:, :, : len(centres)]
        k = self.gain * torch.expm1((2 * cross - squares).clamp_max(0.0) / (2 * self.width**2))
        y = (
            _multiply_tiles(_round_up(k, 2), _round_up(alpha, 0))
            + _multiply_tiles(tiles, _round_up(A, 0))
            + b
        )
        y = y.flatten(0, 1)[: x.shape[0], : self.weights.shape[1]]
        return y.reshape(x.shape[0], *self.y_shape)

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
        z, (_, A, alpha) = self.lift(x) @ self.metric, self._split(self.sketch)
        e, total = self._compute_bells(z), torch.zeros(len(x), dtype=x.dtype)
        plain = e @ alpha
        for direction in self.span:
            v = self.lift.differentiate(x, direction) @ self.metric
            toward = (e * (v @ self.centres.T)) @ alpha
            along = toward - (z * v).sum(dim=1, keepdim=True) * plain + v @ A
            total += along.square().sum(dim=1)
        return total

    def differentiate_bells(self, z: Tensor) -> Tensor:
        """The Jacobian with respect to z, without its constant part A, (samples, outputs, n)."""
        e, alpha = self._compute_bells(z), self._split(self.weights)[2]
        toward = [(e * column) @ self.centres for column in alpha.T]
        return torch.stack(toward, dim=1) - (e @ alpha)[:, :, None] * z[:, None, :]

    def _compute_bells(self, z: Tensor) -> Tensor:
        e = torch.exp(-square_distances(z, self.centres) / (2 * self.width**2))
        return e * (self.gain / self.width**2)

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


def _round_up(tensor: Tensor, axis: int, multiple: int = 8) -> Tensor:
    """Zeros at the end of an axis, up to a multiple of its length."""
    missing = -tensor.shape[axis] % multiple
    if not torch._C._get_tracing_state() and missing == 0:  # a trace must serve batches of any size
        return tensor
    return nn.functional.pad(tensor, (0, 0) * (tensor.ndim - 1 - axis) + (0, missing))


def _multiply_tiles(tiles: Tensor, matrix: Tensor) -> Tensor:
    return torch.bmm(tiles, matrix.expand(tiles.shape[0], -1, -1))


def find_gain(length: float) -> float:
    """g, which keeps the bells of long kernels from vanishing."""
    return max(length**2, 1.0)


def square_distances(a: Tensor, b: Tensor) -> Tensor:
    """|a_i − b_j|²."""
    squares = a.square().sum(dim=1)[:, None] + b.square().sum(dim=1)
    return torch.addmm(squares, a, b.T, alpha=-2.0).clamp_min(0.0)
