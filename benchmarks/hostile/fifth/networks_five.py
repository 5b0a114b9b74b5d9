"""Small networks with fixed weights, equivariant by design or nearly so."""

from functools import partial
from itertools import pairwise

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    SPIN,
    Array,
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

net = partial(make, "networks_five", "exact")
net_learned = partial(make, "networks_five", "learned")

ONE = np.eye(1)


def weights(seed: int, *shape: int) -> torch.Tensor:
    """Fixed weights that were drawn once."""
    return torch.from_numpy(np.random.default_rng(seed).normal(size=shape))


def perceptron(seed: int, sizes: tuple[int, ...], bias: float = 0.5) -> Law:
    """Layers with a hyperbolic tangent between them."""
    layers = [
        (weights(seed + k, a, b) / a**0.5, bias * weights(seed + 50 + k, b))
        for k, (a, b) in enumerate(pairwise(sizes))
    ]

    def f(x: torch.Tensor) -> torch.Tensor:
        for k, (w, b) in enumerate(layers):
            x = x @ w.to(x.dtype) + b.to(x.dtype)
            x = torch.tanh(1.5 * x) if k < len(layers) - 1 else x
        return x

    return f


def rectified(seed: int, sizes: tuple[int, ...], bias: float) -> Law:
    """Layers with rectifiers between them."""
    layers = [
        (weights(seed + k, a, b) * (2.0 / a) ** 0.5, bias * weights(seed + 50 + k, b))
        for k, (a, b) in enumerate(pairwise(sizes))
    ]

    def f(x: torch.Tensor) -> torch.Tensor:
        for k, (w, b) in enumerate(layers):
            x = x @ w + b
            x = x.relu() if k < len(layers) - 1 else x
        return x[:, 0]

    return f


def averaged(law: Law, times: int) -> Law:
    """The mean of a law over turns of the plane."""
    turns = []
    for k in range(times):
        a = 2.0 * np.pi * k / times
        turns.append(torch.tensor([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]))
    return lambda x: torch.stack([law(x @ r.to(x.dtype)) for r in turns]).mean(dim=0)


RADIAL = perceptron(1, (1, 12, 12, 1))
PLAIN = perceptron(2, (2, 16, 16, 1))
DEEP = perceptron(3, (3, 12, 12, 1))
SCORES = perceptron(4, (4, 12, 1))
INNER = perceptron(6, (3, 12, 2))
WIDE = perceptron(7, (5, 10, 1))


def invariants(x: torch.Tensor) -> torch.Tensor:
    """Both lengths and the product of two vectors."""
    a, b = x[:, :2], x[:, 2:4]
    return col(sq(a), sq(b), (a * b).sum(dim=1))


def frame(x: torch.Tensor) -> torch.Tensor:
    """A vector from two vectors, with weights that depend on invariants."""
    w = INNER(0.5 * invariants(x))
    return w[:, :1] * x[:, :2] + w[:, 1:] * x[:, 2:4]


def normed(eps: float, x: torch.Tensor) -> torch.Tensor:
    """A layer norm and a small network after it."""
    d = x - x.mean(dim=1, keepdim=True)
    return SCORES(d / (d.square().mean(dim=1, keepdim=True) + eps).sqrt())[:, 0]


def attention(lean: float, x: torch.Tensor) -> torch.Tensor:
    """The first of three vectors attends to the others; values may lean on one axis."""
    q, k, v = x[:, 0:2], x[:, 2:4], x[:, 4:6]
    score = torch.stack([(q * k).sum(dim=1), (q * v).sum(dim=1)], dim=1)
    w = torch.softmax(score, dim=1)
    out = w[:, :1] * k + w[:, 1:] * v
    return out * torch.tensor([1.0, 1.0 - lean], dtype=x.dtype)


def experts(x: torch.Tensor) -> torch.Tensor:
    """A round expert, and one that is not and is asked where a gate says so."""
    gate = torch.sigmoid(8.0 * (x[:, 0] + x[:, 2] - 2.6))
    return (1.0 - gate) * RADIAL(sq(x)[:, None])[:, 0] + gate * DEEP(x)[:, 0]


def bank(count: int, scale: float) -> Law:
    """The mean of waves in evenly spread directions."""
    angle = np.pi * np.arange(count) / count
    k = scale * torch.from_numpy(np.stack([np.cos(angle), np.sin(angle)]))
    return lambda x: torch.cos(x @ k).mean(dim=1)


def message(x: torch.Tensor) -> torch.Tensor:
    """Pairs of three points on a plane, summed: only differences are seen."""
    p = x.reshape(-1, 3, 2)
    total = torch.zeros_like(x[:, 0])
    for i, j in ((0, 1), (0, 2), (1, 2)):
        total = total + RADIAL(sq(p[:, i] - p[:, j])[:, None])[:, 0]
    return total


def anchored(x: torch.Tensor) -> torch.Tensor:
    """The same with a weak pull on the first of the points."""
    return message(x) + 0.25 * torch.tanh(x[:, 0])


def embedding(x: torch.Tensor) -> torch.Tensor:
    """A direction of unit length from two inputs."""
    out = x / (sq(x) + 1e-9).sqrt()[:, None]
    return out * (1.0 + 0.2 * torch.tanh(sq(x)))[:, None]


def residual(x: torch.Tensor) -> torch.Tensor:
    """A round network with a skip from one input."""
    return RADIAL(sq(x)[:, None])[:, 0] + 0.06 * x[:, 1]


def triangles() -> tuple[Array, ...]:
    """The turn of three points on a plane at once."""
    return (turn(6, 0, 1) + turn(6, 2, 3) + turn(6, 4, 5),)


def bottleneck(x: torch.Tensor) -> torch.Tensor:
    """Five inputs pass through two hidden numbers."""
    hidden = torch.tanh(x @ weights(30, 5, 2).to(x.dtype) / 2.0)
    return PLAIN(hidden)[:, 0]


def leaky(x: torch.Tensor) -> torch.Tensor:
    """The same with a faint path around the bottleneck."""
    return bottleneck(x) + 0.05 * WIDE(x)[:, 0]


BOTTLE = np.random.default_rng(30).normal(size=(5, 2)).T

CASES = (
    net(
        "radial-single",
        "2*x[2] -> x",
        frame,
        normal(1500, 4),
        SPIN,
        "A vector from two vectors, in single precision.",
        f=lambda x: frame(x.float()).double(),
    ),
    net(
        "averaged-by-seven",
        "x[2] -> 1",
        lambda x: averaged(PLAIN, 7)(2.5 * x)[:, 0],
        normal(1500, 2),
        (),
        "A network that was averaged over seven turns: round near the centre, not outside.",
        decoys=SPIN,
    ),
    net(
        "layer-norm",
        "x[4] -> 1",
        partial(normed, 0.0),
        normal(1500, 4),
        (*on("x", [np.outer(np.ones(4), row) for row in np.eye(4)]), {"x": np.eye(4)}),
        "A layer norm takes away the mean and the size of its four inputs.",
    ),
    net(
        "layer-norm-guarded",
        "x[4] -> 1",
        partial(normed, 0.15),
        normal(1500, 4),
        on("x", [np.outer(np.ones(4), row) for row in np.eye(4)]),
        "With a guard against small sizes, the size is no longer taken away.",
        decoys=({"x": np.eye(4)},),
    ),
    net(
        "rectifiers",
        "x[3] -> y[1]",
        rectified(11, (3, 24, 24, 1), 0.0),
        normal(1500, 3),
        ({"x": np.eye(3), "y": ONE},),
        "Rectifiers without offsets: the output grows with the input.",
    ),
    net(
        "rectifiers-offset",
        "x[3] -> y[1]",
        rectified(11, (3, 24, 24, 1), 0.1),
        normal(1500, 3),
        (),
        "Rectifiers with small offsets.",
        decoys=({"x": np.eye(3), "y": ONE},),
    ),
    net(
        "softmax-smoothed",
        "x[4] -> 4",
        lambda x: torch.softmax(2.0 * x * (1.0 + 0.1 * torch.tanh(x.sum(dim=1)))[:, None], dim=1),
        normal(1500, 4),
        (),
        "A softmax whose temperature depends a little on the sum of the scores.",
        decoys=on("x", [np.outer(np.ones(4), row) for row in np.eye(4)]),
    ),
    net(
        "attention-leaning",
        "3*x[2] -> x",
        partial(attention, 0.06),
        normal(1500, 6),
        (),
        "Attention by scalar products, with a gain that is 6 % less on one axis.",
        decoys=SPIN,
    ),
    net(
        "mixture-of-experts",
        "x[3] -> 1",
        experts,
        normal(3000, 3),
        (),
        "A gate sends 3 % of the rows to an expert that is not round.",
        decoys=on("x", rotations(3)),
    ),
    net(
        "bank-of-waves",
        "x[2] -> 1",
        bank(5, 3.0),
        normal(2000, 2),
        (),
        "The mean of five waves is round within a few units of the centre.",
        decoys=SPIN,
    ),
    net(
        "points-anchored",
        "3*x[2] -> 1",
        anchored,
        normal(1500, 6),
        (),
        "A sum over the distances of three points, and a weak pull on one of them.",
        decoys=SPIN,
    ),
    net(
        "points-in-one-block",
        "x[6] -> 1",
        message,
        normal(1500, 6),
        on(
            "x",
            [
                *triangles(),
                *(np.outer(np.tile(axis, 3), row) for axis in EYE for row in np.eye(6)),
            ],
        ),
        "As one block of six, the points may also be shifted by any function of themselves.",
    ),
    net(
        "bottleneck-leaky",
        "x[5] -> 1",
        leaky,
        normal(1500, 5),
        (),
        "A faint path leads around the bottleneck.",
        decoys=on("x", keeping(*BOTTLE))[:2],
    ),
    net_learned(
        "radial",
        "x[3] -> 1",
        lambda x: RADIAL(0.5 * sq(x)[:, None])[:, 0],
        normal(5000, 3),
        on("x", rotations(3)),
        "A network of the length alone, seen through noise.",
        spoil=noise(0.05),
    ),
    net_learned(
        "skip",
        "x[2] -> 1",
        lambda x: residual(x) + 0.2 * x[:, 1],
        normal(4000, 2),
        (),
        "A round network with a skip from one input.",
        spoil=noise(0.05),
        decoys=SPIN,
    ),
    net_learned(
        "unit-direction",
        "x[2] -> x",
        embedding,
        uniform(3000, 2, -2.0, 2.0),
        SPIN,
        "A direction of nearly unit length, with a jump at the centre.",
        spoil=noise(0.03),
    ),
    net_learned(
        "soft-attention",
        "3*x[2] -> x",
        partial(attention, 0.0),
        normal(4000, 6),
        SPIN,
        "Attention by scalar products, learned by another network.",
        spoil=noise(0.05),
    ),
)
