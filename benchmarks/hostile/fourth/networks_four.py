"""Small networks with fixed weights."""

from functools import partial
from itertools import pairwise

import numpy as np
import torch
from torch import nn

from benchmarks.hostile.case import (
    ROT,
    Array,
    col,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
    uniform,
)

net = partial(make, "networks_four", "exact")
net_learned = partial(make, "networks_four", "learned")

MIX = np.array([[1.0, 0.4, 0.0], [0.0, 1.1, 0.3], [-0.2, 0.0, 0.9]])
BOOSTS = [
    turn(3, 1, 2),
    np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]),
    np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]),
]
PHASE = np.kron(np.eye(2), ROT)


def dense(seed: int, *sizes: int, bias: bool = True) -> nn.Sequential:
    """A plain network with weights drawn once."""
    rng = torch.Generator().manual_seed(seed)
    layers: list[nn.Module] = []
    for n, m in pairwise(sizes):
        layer = nn.Linear(n, m, bias=bias, dtype=torch.float64)
        with torch.no_grad():
            layer.weight.copy_(torch.randn(m, n, generator=rng) * (1.4 / n**0.5))
            if bias:
                layer.bias.copy_(0.5 * torch.randn(m, generator=rng))
        layers += [layer, nn.Tanh() if bias else nn.ReLU()]
    return nn.Sequential(*layers[:-1])


class OnForms(nn.Module):
    """A network that only sees some quadratic forms of its input."""

    forms: torch.Tensor

    def __init__(self, seed: int, *forms: Array) -> None:
        """Keep the forms as they are, and draw the rest."""
        super().__init__()
        self.register_buffer("forms", torch.from_numpy(np.stack(forms)))
        self.rest = dense(seed, len(forms), 12, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """One number per row."""
        seen = torch.einsum("ni,kij,nj->nk", x, self.forms, x)
        return torch.as_tensor(self.rest(0.5 * seen)[:, 0])


class Gated(nn.Module):
    """A vector field whose strength is a network of the length."""

    def __init__(self, seed: int, axis: float = 0.0) -> None:
        """An axis may be mixed into the gate."""
        super().__init__()
        self.gate = dense(seed, 1, 12, 1)
        self.axis = axis

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """One vector per row."""
        seen = sq(x) + self.axis * x[:, 2]
        return x * self.gate(seen[:, None])


class Differences(nn.Module):
    """A network that only sees the difference of two halves of its input."""

    def __init__(self, seed: int) -> None:
        """Draw the network."""
        super().__init__()
        self.rest = dense(seed, 2, 16, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """One number per row."""
        return torch.as_tensor(self.rest(x[:, :2] - x[:, 2:])[:, 0])


class Waves(nn.Module):
    """The sizes of complex mixtures of two complex numbers, and a network on them."""

    def __init__(self, seed: int) -> None:
        """Draw the mixtures and the network."""
        super().__init__()
        rng = torch.Generator().manual_seed(seed)
        self.mix = nn.Parameter(torch.randn(4, 2, dtype=torch.complex128, generator=rng))
        self.rest = dense(seed, 4, 12, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """One number per row."""
        z = torch.view_as_complex(x.reshape(-1, 2, 2).contiguous()) @ self.mix.T
        return torch.as_tensor(self.rest(z.real.square() + z.imag.square())[:, 0])


RELU = dense(11, 3, 16, 16, 1, bias=False).requires_grad_(False)
HIDDEN = dense(12, 2, 10, 1).requires_grad_(False)
ROUND = dense(13, 1, 12, 1).requires_grad_(False)


def circular(x: torch.Tensor) -> torch.Tensor:
    """A layer that slides around a ring of four, and a sum over the ring."""
    return torch.tanh(1.2 * x - 0.7 * x.roll(1, 1) + 0.3 * x.roll(2, 1) + 0.2).sum(dim=1)


CASES = (
    net(
        "gated",
        "x[3] -> x",
        Gated(1),
        normal(1500, 3, 0.8),
        on("x", rotations(3)),
        "A vector times a network of its length.",
    ),
    net(
        "gated-axis",
        "x[3] -> x",
        Gated(1, axis=1.5),
        normal(1500, 3, 0.8),
        on("x", [turn(3, 0, 1)]),
        "The same where the network also sees one component.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
    ),
    net(
        "skew-length",
        "x[3] -> 1",
        OnForms(2, MIX.T @ MIX),
        normal(1500, 3, 0.8),
        on("x", [np.linalg.inv(MIX) @ k @ MIX for k in rotations(3)]),
        "A network of a length in skew coordinates.",
    ),
    net(
        "two-forms",
        "x[3] -> 1",
        OnForms(6, np.eye(3), np.diag([0.0, 0.0, 3.0])),
        normal(1500, 3, 0.8),
        on("x", [turn(3, 0, 1)]),
        "A network of a length and of one component.",
    ),
    net(
        "interval",
        "x[3] -> 1",
        OnForms(4, np.diag([1.0, -1.0, -1.0])),
        normal(1500, 3, 0.8),
        on("x", BOOSTS),
        "A network of the interval: one turn and two boosts.",
    ),
    net(
        "no-biases",
        "x[3] -> y[1]",
        lambda x: RELU(x)[:, 0],
        normal(3000, 3),
        ({"x": np.eye(3), "y": np.eye(1)},),
        "A network without biases grows with its input.",
    ),
    net(
        "faint-bias",
        "x[3] -> y[1]",
        lambda x: RELU(torch.cat([x[:, :2], x[:, 2:] + 0.3], dim=1))[:, 0],
        normal(3000, 3),
        (),
        "The same with a small offset at one input.",
        decoys=({"x": np.eye(3), "y": np.eye(1)},),
    ),
    net(
        "complex-mixtures",
        "x[4] -> 1",
        Waves(7),
        normal(2000, 4, 0.5),
        on("x", [PHASE]),
        "The sizes of complex mixtures: one common phase is free.",
    ),
    net(
        "differences",
        "x[4] -> 1",
        Differences(6),
        normal(2000, 4),
        on("x", keeping((1.0, 0.0, -1.0, 0.0), (0.0, 1.0, 0.0, -1.0))),
        "A network of a difference of two points.",
    ),
    net(
        "ring-of-four",
        "x[4] -> 1",
        circular,
        normal(2000, 4),
        (),
        "A layer that slides around a ring: exchanges around the ring, but nothing continuous.",
        decoys=on("x", [np.roll(np.eye(4), 1, axis=0) - np.roll(np.eye(4), -1, axis=0)]),
    ),
    net_learned(
        "skew-length",
        "x[2] -> 1",
        lambda x: (
            3.0 * ROUND(col(x[:, 0] + 0.5 * x[:, 1], 1.2 * x[:, 1]).square().sum(1)[:, None])[:, 0]
        ),
        normal(1500, 2),
        on("x", [np.linalg.inv(np.array([[1.0, 0.5], [0.0, 1.2]])) @ ROT @ [[1.0, 0.5], [0, 1.2]]]),
        "Samples of a network of a length in skew coordinates.",
        spoil=noise(0.02),
    ),
    net_learned(
        "plain",
        "x[2] -> 1",
        lambda x: HIDDEN(x)[:, 0],
        uniform(1500, 2, -2.0, 2.0),
        (),
        "Samples of a plain network.",
        spoil=noise(0.02),
    ),
)
