"""Small networks with fixed weights: some equivariant by their construction, some almost."""

from functools import partial
from itertools import pairwise

import numpy as np
import torch

from benchmarks.hostile.case import (
    SPIN,
    Law,
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

net = partial(make, "networks_three", "exact")
net_learned = partial(make, "networks_three", "learned")


def _mlp(seed: int, *widths: int, gain: float = 1.0) -> torch.nn.Sequential:
    """Layers with hyperbolic tangents between them and weights that are drawn for a seed."""
    draw = torch.Generator().manual_seed(seed)
    layers: list[torch.nn.Module] = []
    for k, (m, n) in enumerate(pairwise(widths)):
        linear = torch.nn.Linear(m, n, dtype=torch.float64)
        with torch.no_grad():
            linear.weight.copy_(torch.randn(n, m, generator=draw) * gain / m**0.5)
            linear.bias.copy_(torch.randn(n, generator=draw) * 0.3)
        layers += [linear] if k == len(widths) - 2 else [linear, torch.nn.Tanh()]
    return torch.nn.Sequential(*layers).requires_grad_(False)


class _Pairs(torch.nn.Module):
    """A network that only sees the products of two vectors, and sums up vectors by them."""

    def __init__(self, seed: int, field: bool, bias: float = 0.0) -> None:
        """Draw the weights; a bias along the last axis breaks what the rest keeps."""
        super().__init__()
        self.mlp = _mlp(seed, 3, 12, 3 if field else 1, gain=1.2)
        self.field, self.bias = field, bias

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Numbers, or a vector field with a cross product in it."""
        n = x.shape[1] // 2
        a, b = x[:, :n], x[:, n:]
        shift = torch.zeros(n, dtype=x.dtype)
        shift[-1] = self.bias
        b = b + shift
        weights = self.mlp(col(sq(a), (a * b).sum(dim=1), sq(b)) / n)
        if not self.field:
            return weights[:, 0]
        cross = torch.linalg.cross(a, b)
        return weights[:, :1] * a + weights[:, 1:2] * b + weights[:, 2:] * cross


def _averaged(turns: int, seed: int) -> Law:
    """The mean of a network over some turns of its input."""
    mlp = _mlp(seed, 2, 16, 1, gain=2.0)
    angle = torch.arange(turns, dtype=torch.float64) * 2 * torch.pi / turns

    def f(x: torch.Tensor) -> torch.Tensor:
        total = torch.zeros_like(x[:, 0])
        for c, s in zip(torch.cos(angle), torch.sin(angle), strict=True):
            total = total + mlp(col(c * x[:, 0] - s * x[:, 1], s * x[:, 0] + c * x[:, 1]))[:, 0]
        return total

    return f


def _pooled(linear: bool) -> Law:
    """A network on a sum over the entries, as they are or after a bend of each."""
    mlp = _mlp(5, 1, 8, 1, gain=1.5)

    def f(x: torch.Tensor) -> torch.Tensor:
        entries = x if linear else torch.tanh(0.7 * x) / 0.7
        return mlp(entries.sum(dim=1, keepdim=True) / 2)[:, 0]

    return f


BOTTLENECK = np.array([[1.0, 0.5, -0.5, 0.2], [0.3, -1.0, 0.4, 0.8]])
THIRD = np.array([0.6, 0.1, 0.9, -0.7])


def _bottleneck(leak: float) -> Law:
    """A network behind two features, or three, of which the last one is faint."""
    mlp = _mlp(6, 3, 12, 1, gain=1.5)
    w = torch.from_numpy(np.vstack([BOTTLENECK, leak * THIRD]))
    return lambda x: mlp(x @ w.T)[:, 0]


def _normalised(eps: float) -> Law:
    """A network behind a layer norm."""
    mlp = _mlp(7, 3, 12, 1, gain=1.5)
    return lambda x: mlp(torch.nn.functional.layer_norm(x, (3,), eps=eps))[:, 0]


SHIFTS = [np.outer(np.ones(3), e) for e in np.eye(3)]


def _spectral(x: torch.Tensor) -> torch.Tensor:
    """A network that sees the strengths of the frequencies of four samples."""
    return MLP_SPECTRUM(torch.fft.rfft(x, dim=1).abs().square() / 4)[:, 0]


MLP_SPECTRUM = _mlp(8, 3, 12, 1, gain=1.2)
# The plane of the waves that fit once into four samples: (1, 0, -1, 0) and (0, 1, 0, -1).
SLOW_WAVES = np.kron(np.array([[1.0, -1], [-1, 1]]), turn(2, 0, 1))


def _steered(bias: float) -> Law:
    """Two layers of complex numbers, each bent by its length only, and a bias between them."""
    first = torch.complex(*torch.randn(2, 6, generator=torch.Generator().manual_seed(9)).double())
    second = torch.complex(*torch.randn(2, 6, generator=torch.Generator().manual_seed(10)).double())

    def f(x: torch.Tensor) -> torch.Tensor:
        z = torch.complex(x[:, 0], x[:, 1])[:, None] * first + bias
        z = z * torch.sigmoid(z.abs() - 1) * torch.exp(1j * z.abs())
        out = (z * second).sum(dim=1)
        return col(out.real, out.imag)

    return f


def _filters(count: int, smooth: bool) -> Law:
    """The strongest answer of filters in all directions, or the mean of their squares."""
    angle = torch.arange(count, dtype=torch.float64) * 2 * torch.pi / count
    directions = torch.stack([torch.cos(angle), torch.sin(angle)])

    def f(x: torch.Tensor) -> torch.Tensor:
        answers = torch.relu(x @ directions)
        return answers.square().mean(dim=1) if smooth else answers.amax(dim=1)

    return f


def _attention(x: torch.Tensor) -> torch.Tensor:
    """One of two vectors attends to both: weights from products, the answer is a vector."""
    a, b = x[:, :3], x[:, 3:]
    w = torch.softmax(col(sq(a), (a * b).sum(dim=1)), dim=1)
    return w[:, :1] * a + w[:, 1:] * b


CASES = (
    net(
        "pairs",
        "2*x[3] -> 1",
        _Pairs(1, field=False),
        normal(2000, 6),
        on("x", rotations(3)),
        "A network that only sees the products of two vectors.",
    ),
    net(
        "pairs-bias",
        "2*x[3] -> 1",
        _Pairs(1, field=False, bias=0.3),
        normal(2000, 6),
        on("x", [turn(3, 0, 1)]),
        "The same with a bias on one vector, which leaves one rotation.",
        decoys=on("x", rotations(3)[1:]),
    ),
    net(
        "pairs-field",
        "2*x[3] -> x",
        _Pairs(2, field=True),
        normal(2000, 6),
        on("x", rotations(3)),
        "A vector field with a cross product, which only mirrors would break.",
    ),
    net(
        "pairs-field-bias",
        "2*x[3] -> x",
        _Pairs(2, field=True, bias=0.2),
        normal(2000, 6),
        on("x", [turn(3, 0, 1)]),
        "The same with a bias on one vector, which leaves one rotation.",
        decoys=on("x", rotations(3)[1:]),
    ),
    net(
        "averaged-four",
        "x[2] -> 1",
        _averaged(4, 3),
        normal(3000, 2),
        [],
        "A network averaged over quarter turns has no other turns.",
        decoys=SPIN,
    ),
    net(
        "pooled-sum",
        "x[4] -> 1",
        _pooled(linear=True),
        normal(2000, 4),
        on("x", keeping([1.0, 1, 1, 1])),
        "A network on a sum keeps all that keeps the sum.",
    ),
    net(
        "pooled-bent",
        "x[4] -> 1",
        _pooled(linear=False),
        normal(2000, 4),
        [],
        "A network on a sum of bent entries only keeps exchanges.",
        decoys=on("x", keeping([1.0, 1, 1, 1])[:4]),
    ),
    net(
        "bottleneck",
        "x[4] -> 1",
        _bottleneck(0.0),
        normal(2000, 4),
        on("x", keeping(*BOTTLENECK)),
        "A network behind two features is blind for all that they do not see.",
    ),
    net(
        "bottleneck-leak",
        "x[4] -> 1",
        _bottleneck(0.15),
        normal(2000, 4),
        on("x", keeping(*BOTTLENECK, THIRD)),
        "A third feature, much fainter than the other two.",
        decoys=on("x", keeping(*BOTTLENECK)[:4]),
    ),
    net(
        "layer-norm",
        "x[3] -> 1",
        _normalised(0.0),
        normal(2000, 3),
        on("x", [np.eye(3), *SHIFTS]),
        "A layer norm takes away the mean and the size.",
    ),
    net(
        "layer-norm-soft",
        "x[3] -> 1",
        _normalised(0.3),
        normal(2000, 3),
        on("x", SHIFTS),
        "A layer norm with a large epsilon only takes away the mean.",
        decoys=on("x", [np.eye(3)]),
    ),
    net(
        "spectrum",
        "x[4] -> 1",
        _spectral,
        normal(2000, 4),
        on("x", [SLOW_WAVES]),
        "The strengths of frequencies: phases of one of them are free.",
        decoys=on("x", [turn(4, 0, 2), turn(4, 0, 1)]),
    ),
    net(
        "steered",
        "x[2] -> x",
        _steered(0.0),
        normal(2000, 2),
        SPIN,
        "Layers of complex numbers that are bent by their length only.",
    ),
    net(
        "steered-bias",
        "x[2] -> x",
        _steered(0.15),
        normal(2000, 2),
        [],
        "A bias between such layers has a direction.",
        decoys=SPIN,
    ),
    net(
        "filters-strongest",
        "x[2] -> 1",
        _filters(10, smooth=False),
        normal(3000, 2),
        [],
        "The strongest of ten filters: a polygon for a circle.",
        decoys=SPIN,
    ),
    net(
        "filters-squares",
        "x[2] -> 1",
        _filters(10, smooth=True),
        normal(3000, 2),
        SPIN,
        "Ten filters with opposite partners: kinks that cancel in a circle.",
    ),
    net(
        "attention",
        "2*x[3] -> x",
        _attention,
        normal(2000, 6),
        on("x", rotations(3)),
        "One vector attends to another and to itself.",
    ),
    net_learned(
        "pairs",
        "2*x[2] -> 1",
        _Pairs(4, field=False),
        uniform(2000, 4, -1.5, 1.5),
        SPIN,
        "Samples of a network that only sees the products of two vectors.",
        spoil=noise(0.01),
    ),
    net_learned(
        "averaged-three",
        "x[2] -> 1",
        _averaged(3, 11),
        uniform(1500, 2, -1.5, 1.5),
        [],
        "Samples of a network averaged over three turns.",
        spoil=noise(0.01),
        decoys=SPIN,
    ),
)
