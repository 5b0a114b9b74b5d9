"""A polynomial in a few directions of the inputs: a model whose derivatives are exact.

    f(x) = Σ_α w_α Φ_α(z),    z = (φ(x) − mean) · directions

φ(x) is x in its units (:mod:`liesd.learning.lift`), Φ are products of orthogonal polynomials
(:mod:`liesd.learning.polynomial.basis`). Of class labels f gives the logits, and the model their
probabilities. How it is fitted: :mod:`liesd.learning.polynomial.fit`, and for class labels
:mod:`liesd.learning.polynomial.logistic`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from liesd.learning import limits
from liesd.learning.lift import Lift
from liesd.learning.model import LearnedModel, chain, link
from liesd.learning.polynomial.basis import Recurrence, Terms
from liesd.numerics.tiles import multiply_tiles, round_up, split_tiles

ARRAYS = (
    "scale",
    "origin",
    "mean",
    "directions",
    "costs",
    "diagonals",
    "norms",
    "powers",
    "weights",
    "sketch",
    "span",
    "typical",
)


class PolynomialModel(LearnedModel):
    """The fitted polynomial; its Jacobian is exact."""

    kind: ClassVar[str] = "polynomial"
    scale: Tensor
    origin: Tensor
    mean: Tensor
    directions: Tensor
    """(inputs, r)."""
    costs: Tensor
    """What a degree in each direction costs, relative to the cheapest."""
    diagonals: Tensor
    norms: Tensor
    """The recurrence of the polynomials in each direction."""
    powers: Tensor
    weights: Tensor
    """(terms, m)."""
    sketch: Tensor
    """Random weights whose covariance is that of the fitted ones."""
    span: Tensor
    typical: Tensor

    def __init__(
        self,
        x_shape: tuple[int, ...],
        y_shape: tuple[int, ...],
        arrays: dict[str, Tensor],
        *,
        saturated: bool = False,
        task: str = "regression",
    ) -> None:
        super().__init__(x_shape, y_shape)
        self.task = task
        self.saturated = saturated
        """Whether fewer terms do as well, so that the rest is noise."""
        for name in ARRAYS:
            self.register_buffer(name, arrays[name].clone())
        self.terms = Terms(self.powers.cpu().numpy().astype(np.int64))

    @property
    def lift(self) -> Lift:
        """φ."""
        return Lift(self.scale, False, self.origin)

    @property
    def recurrence(self) -> Recurrence:
        """The polynomials in each direction."""
        return Recurrence(self.diagonals, self.norms)

    def forward(self, x: Tensor) -> Tensor:
        """(N, *x_shape) -> (N, *y_shape)."""
        y = self._sum_up(x.reshape(x.shape[0], -1), self.weights)
        return link(self.task, y).reshape(x.shape[0], *self.y_shape)

    def linearize(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The values at flat samples (N, n), (N, m), and the Jacobians there, (N, m, n)."""
        m = self.weights.shape[1]
        slopes = self.terms.differentiate(self.recurrence, self.weights)
        joined = torch.cat([self.weights, *slopes], dim=1)
        y, J = self._sum_up(x, joined).tensor_split([m], dim=1)
        J = J.unflatten(1, (len(slopes), m)).transpose(1, 2)
        return chain(self.task, y, self.lift.pull_back(x, J @ self.directions.T))

    def sample_weight(self, x: ArrayLike) -> NDArray[np.float64] | None:
        """1/(1 + v/v₀), where v is the variance of the Jacobian at x and v₀ a typical one.

        As for the kernel (:meth:`liesd.learning.kernel.model.KernelModel.sample_weight`). None for
        class labels, and where a law is a polynomial: its derivatives are then known everywhere.
        """
        if not float(self.typical):
            return None
        samples = np.asarray(x)
        samples = samples.reshape(len(samples), -1)
        parts = []
        with torch.no_grad():
            slopes = self._differentiate_sketch()
            for start in range(0, len(samples), limits.LIMITS.chunk_rows):
                chunk = np.array(samples[start : start + limits.LIMITS.chunk_rows], np.float64)
                parts.append(self._measure(torch.from_numpy(chunk).to(self.scale), slopes))
        return (1 / (1 + torch.cat(parts) / self.typical)).double().cpu().numpy()

    def estimate_variance(self, x: Tensor) -> Tensor:
        """The variance of the Jacobian, up to a factor, along the directions that the data has."""
        return self._measure(x, self._differentiate_sketch())

    def _differentiate_sketch(self) -> Tensor:
        """The weights of derivatives of the sketch along the span of the data, side by side."""
        slopes = self.terms.differentiate(self.recurrence, self.sketch)
        ways = torch.stack([self.lift.expand(one)[0] for one in self.span]) @ self.directions
        return torch.einsum("dr,rpk->pdk", ways, slopes).flatten(1)

    def _measure(self, x: Tensor, slopes: Tensor) -> Tensor:
        return self._sum_up(x, slopes).square().sum(dim=1)

    def _sum_up(self, x: Tensor, weights: Tensor) -> Tensor:
        """Φ times weights (terms, k) at flat samples, (N, k)."""
        count, rows = weights.shape[1], limits.LIMITS.tile_rows
        weights = round_up(round_up(weights, 0), 1)
        directions = round_up(round_up(self.directions, 0), 1)
        r, parts = self.directions.shape[1], []
        together = limits.LIMITS.tile_numbers // (rows * len(self.terms))
        for tiles in split_tiles(self.lift(x) - self.mean, rows, together):
            z = multiply_tiles(tiles, directions).flatten(0, 1)[:, :r]
            table = self.terms.evaluate(self.recurrence, z).T
            table = round_up(table, 1).unflatten(0, tiles.shape[:2])
            parts.append(multiply_tiles(table, weights))
        return torch.cat(parts).flatten(0, 1)[: x.shape[0], :count]

    def named_arrays(self) -> dict[str, Tensor]:
        """What the model is built from, besides its configuration."""
        return {name: getattr(self, name) for name in ARRAYS}

    def config(self) -> dict[str, Any]:
        return {"saturated": self.saturated, "task": self.task}

    @classmethod
    def build(cls, config: dict[str, Any], arrays: dict[str, Tensor]) -> Self:
        return cls(**config, arrays=arrays)
