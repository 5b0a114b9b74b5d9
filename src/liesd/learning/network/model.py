"""A small smooth network, in float64 once it is trained.

How it is trained: :mod:`liesd.learning.network.fit`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor, nn

from liesd.learning import limits
from liesd.learning.lift import Lift
from liesd.learning.model import LearnedModel, link
from liesd.learning.network.polar import Polar

ACTIVATIONS: dict[str, type[nn.Module]] = {
    "gelu": nn.GELU,
    "silu": nn.SiLU,
    "tanh": nn.Tanh,
    "relu": nn.ReLU,
}


class NetworkModel(LearnedModel):
    """A multilayer perceptron between inputs and outputs in units of their channels.

    Regression: the values. Binary classes: the probability of class 1. Several classes: the
    probability of each. With ``residual`` the network learns how y differs from x, with
    ``products`` it sees the products of its inputs too, and with ``channels`` their lengths and
    directions, where inputs have a root mean square of ``size``.
    """

    kind: ClassVar[str] = "network"
    x_scale: Tensor
    x_shift: Tensor
    y_scale: Tensor
    y_shift: Tensor
    sketch: Tensor
    span: Tensor
    typical: Tensor

    def __init__(
        self,
        x_shape: tuple[int, ...],
        y_shape: tuple[int, ...],
        widths: list[int],
        activation: str,
        task: str,
        residual: bool,
        products: bool = False,
        channels: list[list[int]] | None = None,
        size: float = 1.0,
    ) -> None:
        super().__init__(x_shape, y_shape)
        self.widths, self.activation = list(widths), activation
        self.task, self.residual, self.products = task, residual, products
        n, m = int(np.prod(x_shape)), int(np.prod(y_shape))
        self.channels, self.size = channels, size
        self.polar = None if channels is None else Polar(n, channels, size)
        seen = Lift(torch.ones(n), products).size if self.polar is None else self.polar.features
        sizes = [seen, *self.widths]
        layers: list[nn.Module] = []
        for a, b in pairwise(sizes):
            layers += [nn.Linear(a, b), ACTIVATIONS[activation]()]
        self.hidden = nn.Sequential(*layers)
        self.last = nn.Linear(sizes[-1], m)
        for name, size in (("x", n), ("y", m)):
            self.register_buffer(f"{name}_scale", torch.ones(size))
            self.register_buffer(f"{name}_shift", torch.zeros(size))
        self.register_buffer("sketch", torch.zeros(sizes[-1], limits.LIMITS.sketch_directions))
        self.register_buffer("span", torch.eye(n))
        self.register_buffer("typical", torch.zeros(()))

    def forward(self, x: Tensor) -> Tensor:
        """(N, *x_shape) -> (N, *y_shape)."""
        flat = x.reshape(x.shape[0], -1)
        y = self.run(self.reduce(flat)) * self.y_scale + self.y_shift
        if self.residual:
            y = y + flat
        return self.link(y).reshape(x.shape[0], *self.y_shape)

    def reduce(self, x: Tensor) -> Tensor:
        """Flat inputs in the units of the network."""
        return (x - self.x_shift) / self.x_scale

    def link(self, y: Tensor) -> Tensor:
        """The probabilities of classes for their logits; values stay as they are."""
        return link(self.task, y)

    def run(self, z: Tensor) -> Tensor:
        """The network itself, from scaled inputs to scaled outputs or logits."""
        out: Tensor = self.last(self.compute_features(z))
        return out

    def compute_features(self, z: Tensor) -> Tensor:
        """Compute the inputs of the last layer."""
        lift = self.polar or Lift(torch.ones_like(self.x_scale), self.products)
        out: Tensor = self.hidden(lift(z))
        return out

    def sample_weight(self, x: ArrayLike) -> NDArray[np.float64] | None:
        """1/(1 + v/v₀), where v is the variance of the Jacobian at x and v₀ a typical one.

        The variance is that of the least squares of the last layer; None where there was none.
        """
        if not float(self.typical):
            return None
        samples = np.asarray(x)
        parts = []
        for start in range(0, len(samples), 4096):
            chunk = np.array(samples[start : start + 4096], dtype=np.float64)
            flat = torch.from_numpy(chunk).to(self.x_scale).reshape(len(chunk), -1)
            parts.append(self.estimate_variance(self.reduce(flat)))
        return (1 / (1 + torch.cat(parts) / self.typical)).double().cpu().numpy()

    def estimate_variance(self, z: Tensor) -> Tensor:
        """The variance of the Jacobian, up to a factor, along the directions that the data has."""
        with torch.enable_grad():
            z = z.detach().requires_grad_(True)
            columns = (self.compute_features(z) @ self.sketch).sum(dim=0)
            total = torch.zeros(len(z), dtype=z.dtype)
            for k, column in enumerate(columns):
                (slope,) = torch.autograd.grad(column, z, retain_graph=k + 1 < len(columns))
                total += (slope @ self.span.T).square().sum(dim=1)
        return total

    def config(self) -> dict[str, Any]:
        return {
            "widths": self.widths,
            "activation": self.activation,
            "task": self.task,
            "residual": self.residual,
            "products": self.products,
            "channels": self.channels,
            "size": self.size,
        }

    @classmethod
    def build(cls, config: dict[str, Any], arrays: dict[str, Tensor]) -> Self:
        return cls(**config).double()
