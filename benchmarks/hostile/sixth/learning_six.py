"""Parts of networks: norms, attention, gates, features and symmetrised models."""

from functools import partial
from itertools import pairwise

import numpy as np
import torch
from torch.nn.functional import gelu, layer_norm, silu

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    Array,
    Generator,
    Law,
    Spoil,
    col,
    entry,
    keeping,
    make,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

learn = partial(make, "learning_six", "exact")
learn_learned = partial(make, "learning_six", "learned")

ONE = np.eye(1)
NIL = np.zeros((1, 1))
ONES = np.ones(4)


def relative(part: float) -> Spoil:
    """Noise that is a part of the spread of the outputs."""
    return lambda rng, x, y: (x, y + part * y.std(axis=0) * rng.normal(size=y.shape))


def weights(seed: int, *shape: int) -> torch.Tensor:
    """Weights that were drawn once."""
    return torch.from_numpy(np.random.default_rng(seed).normal(size=shape))


def mlp(seed: int, *sizes: int) -> Law:
    """A network with fixed weights and one output."""
    layers = [
        (weights(seed + k, a, b) / a**0.5, 0.5 * weights(seed + k + 50, b))
        for k, (a, b) in enumerate(pairwise(sizes))
    ]

    def run(x: torch.Tensor) -> torch.Tensor:
        for k, (w, b) in enumerate(layers):
            x = x @ w + b
            x = torch.tanh(x) if k < len(layers) - 1 else x
        return x[:, 0]

    return run


def normed(eps: float) -> Law:
    """A readout of four normalised features."""
    w = torch.tensor([0.7, -1.1, 0.4, 1.3], dtype=torch.float64)
    v = torch.tensor([1.0, 0.2, -0.9, 0.1], dtype=torch.float64)

    def run(x: torch.Tensor) -> torch.Tensor:
        h = layer_norm(x, (4,), eps=eps)
        return torch.sin(1.5 * h @ w) + torch.cos(h @ v)

    return run


def nll(x: torch.Tensor) -> torch.Tensor:
    """The loss of three logits of which the first is right."""
    return torch.logsumexp(x, dim=1) - x[:, 0]


def turned(x: torch.Tensor, angle: torch.Tensor) -> torch.Tensor:
    """Two columns, turned by an angle for each row."""
    c, s = torch.cos(angle), torch.sin(angle)
    return col(c * x[:, 0] - s * x[:, 1], s * x[:, 0] + c * x[:, 1])


def attention(x: torch.Tensor) -> torch.Tensor:
    """A query and a key with a rotary position between them."""
    return (x[:, :2] * turned(x[:, 2:4], x[:, 4])).sum(dim=1)


def neuron(x: torch.Tensor, act: Law) -> torch.Tensor:
    """A neuron of which inputs and weights are arguments."""
    return x[:, 4] * act((x[:, :2] * x[:, 2:4]).sum(dim=1))


def neuron_motions(scaled: bool) -> tuple[Generator, ...]:
    """Changes of the basis of the inputs, and perhaps a scale between the layers."""
    e = [entry(2, i, j) for i in (0, 1) for j in (0, 1)]
    out = [{"x": a, "w": -a.T, "u": NIL} for a in e]
    return (*out, *([{"x": 0.0 * EYE, "w": EYE, "u": -ONE}] if scaled else []))


def vector_neurons(x: torch.Tensor) -> torch.Tensor:
    """A small network on two vectors that mixes vectors and gates them by their lengths."""
    v = x.reshape(-1, 2, 2)
    h = torch.einsum("ij,njk->nik", weights(3, 6, 2), v)
    h = h * torch.sigmoid(h.square().sum(dim=2, keepdim=True) - 1.0)
    return torch.einsum("j,njk->nk", weights(4, 6), h) / 3.0


def fourier(count: int) -> Law:
    """A kernel of two points by random features: nearly a function of their distance."""
    w, b = weights(7, 2, count), weights(8, count)

    def run(x: torch.Tensor) -> torch.Tensor:
        one, two = torch.cos(x[:, :2] @ w + 9.0 * b), torch.cos(x[:, 2:] @ w + 9.0 * b)
        return 2.0 * (one * two).mean(dim=1)

    return run


def augmented(seed: int, times: int) -> Law:
    """A network, averaged over some turns of its input."""
    net = mlp(seed, 2, 16, 16, 1)

    def run(x: torch.Tensor) -> torch.Tensor:
        angles = 2.0 * np.pi * np.arange(times) / times
        parts = [turned(x, torch.full_like(x[:, 0], float(a))) for a in angles]
        return sum((net(p) for p in parts), torch.zeros_like(x[:, 0])) / times

    return run


def invariant(seed: int) -> Law:
    """A network that only sees the length of three columns."""
    net = mlp(seed, 1, 16, 1)
    return lambda x: net(sq(x, 0, 3)[:, None])


def gated(x: torch.Tensor) -> torch.Tensor:
    """Two experts, the second of which is rarely asked; the third column is the gate."""
    gate = torch.sigmoid(12.0 * (x[:, 2] - 2.0))
    return (1.0 - gate) * torch.cos(sq(x, 0, 2)) + gate * (1.0 + x[:, 0])


def tokens(rare: float) -> partial[Array]:
    """Two numbers and a word of three, the last of which is rare."""
    return partial(_tokens, rare)


def _tokens(rare: float, rng: np.random.Generator) -> Array:
    word = rng.choice(3, p=[0.6, 0.4 - rare, rare], size=4000)
    return np.concatenate([rng.normal(size=(4000, 2)), np.eye(3)[word]], axis=1)


def embedded(x: torch.Tensor) -> torch.Tensor:
    """Each word has a form of its own, of which the last one is skew."""
    one = sq(x, 0, 2)
    skew = x[:, 0].square() + 2.0 * x[:, 1].square() + x[:, 0]
    return x[:, 2] * one + x[:, 3] * torch.tanh(one) + x[:, 4] * skew


CASES = (
    learn(
        "layer-norm",
        "x[4] -> 1",
        normed(0.0),
        normal(3000, 4),
        on("x", [np.eye(4), *(np.outer(ONES, e) for e in np.eye(4))]),
        "A norm of four features forgets shifts and scales.",
        decoys=on("x", rotations(4)[:2]),
    ),
    learn(
        "layer-norm-eps",
        "x[4] -> 1",
        normed(0.1),
        normal(3000, 4),
        on("x", [np.outer(ONES, e) for e in np.eye(4)]),
        "A generous epsilon in the norm breaks the scale.",
        decoys=on("x", [np.eye(4)]),
    ),
    learn(
        "logits",
        "x[3] -> 1",
        nll,
        normal(2000, 3, 2.0),
        on("x", [np.outer(np.ones(3), e) for e in np.eye(3)]),
        "The loss of logits does not see what is added to all of them.",
    ),
    learn(
        "logits-with-z-loss",
        "x[3] -> 1",
        lambda x: nll(x) + 0.04 * torch.logsumexp(x, dim=1).square(),
        normal(2000, 3, 2.0),
        (),
        "A small penalty on the sum of exponentials sees it.",
        decoys=on("x", [np.outer(np.ones(3), e) for e in np.eye(3)]),
    ),
    learn(
        "rotary-shared",
        "2*x[2]+1 -> 1",
        attention,
        lambda rng: np.column_stack([rng.normal(size=(2000, 4)), rng.integers(0, 9, size=2000)]),
        SPIN,
        "Query and key move alike, with a rotary position between them.",
        decoys=on("x", [EYE]),
    ),
    learn(
        "rotary-apart",
        "q[2]+k[2]+1 -> 1",
        attention,
        lambda rng: np.column_stack([rng.normal(size=(2000, 4)), rng.integers(0, 9, size=2000)]),
        ({"q": ROT, "k": ROT}, {"q": EYE, "k": -EYE}),
        "Query and key apart: a turn, and a scale that one gives to the other.",
        decoys=({"q": np.diag([1.0, -1.0]), "k": np.diag([-1.0, 1.0])},),
    ),
    learn(
        "rotary-no-distance",
        "q[2]+k[2]+1 -> 1",
        lambda x: (x[:, :2] * x[:, 2:4]).sum(dim=1) - 0.3 * x[:, 4],
        lambda rng: np.column_stack([rng.normal(size=(2000, 4)), rng.integers(0, 9, size=2000)]),
        tuple({"q": e, "k": -e.T} for e in (entry(2, i, j) for i in (0, 1) for j in (0, 1))),
        "A position that is only added leaves every change of the basis.",
    ),
    learn(
        "relu-neuron",
        "x[2]+w[2]+u[1] -> 1",
        lambda x: neuron(x, torch.relu),
        normal(3000, 5),
        neuron_motions(True),
        "A neuron with a kink: bases, and a scale between the layers.",
    ),
    learn(
        "gelu-neuron",
        "x[2]+w[2]+u[1] -> 1",
        lambda x: neuron(x, gelu),
        normal(3000, 5, 1.4),
        neuron_motions(False),
        "The same neuron with a smooth kink: far away there is a scale, near zero there is none.",
        decoys=neuron_motions(True)[-1:],
    ),
    learn(
        "vector-neurons",
        "2*x[2] -> x",
        vector_neurons,
        normal(2000, 4),
        SPIN,
        "A network that only mixes vectors and gates them by their lengths.",
        decoys=on("x", [EYE]),
    ),
    learn(
        "vector-neurons-bias",
        "2*x[2] -> x",
        lambda x: vector_neurons(x) + 0.25 * torch.tanh(x[:, :2]),
        normal(2000, 4),
        (),
        "The same network with a residual branch that works on each number.",
        decoys=SPIN,
    ),
    learn(
        "random-features",
        "2*x[2] -> 1",
        fourier(60),
        normal(3000, 4, 0.8),
        (),
        "Sixty random features give nearly a kernel of the distance.",
        decoys=SPIN,
    ),
    learn(
        "augmented-by-three",
        "x[2] -> 1",
        augmented(21, 3),
        normal(2000, 2, 1.5),
        (),
        "A network, averaged over three turns, is kept by these three only.",
        decoys=SPIN,
    ),
    learn(
        "network-of-length",
        "x[3] -> 1",
        invariant(31),
        normal(2000, 3),
        on("x", rotations(3)),
        "A network that is only fed the length.",
    ),
    learn(
        "network-of-length-and-leak",
        "x[3] -> 1",
        lambda x: invariant(31)(x) + 0.08 * mlp(41, 3, 16, 1)(x),
        normal(2000, 3),
        (),
        "Beside it a small network that sees all columns.",
        decoys=on("x", rotations(3)),
    ),
    learn(
        "rare-expert",
        "x[2]+1 -> 1",
        gated,
        normal(6000, 3),
        (),
        "The second expert, which is not round, answers one row in forty.",
        decoys=SPIN,
    ),
    learn(
        "rare-word",
        "x[2]+3 -> 1",
        embedded,
        tokens(0.01),
        (),
        "One word in a hundred has a form that is not round.",
        decoys=SPIN,
    ),
    learn(
        "swish-pair",
        "x[4] -> 1",
        lambda x: silu(x[:, 0] - x[:, 1]) * (x[:, 2] + x[:, 3]),
        normal(2000, 4),
        on("x", keeping((1.0, -1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 1.0))),
        "A gated unit sees a difference and a sum.",
        decoys=on("x", [np.diag([1.0, 1.0, -1.0, -1.0])]),
    ),
    learn_learned(
        "network-of-length",
        "x[3] -> 1",
        lambda x: torch.sin(1.5 * sq(x).sqrt()),
        normal(4000, 3),
        on("x", rotations(3)),
        "A wave of the length, read from a table.",
        spoil=relative(0.03),
    ),
    learn_learned(
        "augmented-by-three",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)) + 0.3 * (x[:, 0] ** 3 - 3.0 * x[:, 0] * x[:, 1].square()),
        uniform(3000, 2, -1.3, 1.3),
        (),
        "A round law with three corners.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
    learn_learned(
        "key-and-query",
        "q[2]+k[2] -> 1",
        lambda x: torch.sigmoid((x[:, :2] * x[:, 2:]).sum(dim=1)),
        normal(4000, 4),
        tuple({"q": e, "k": -e.T} for e in (entry(2, i, j) for i in (0, 1) for j in (0, 1))),
        "A product of query and key through a sigmoid: any basis and its dual.",
        spoil=relative(0.02),
    ),
    learn_learned(
        "key-and-query-bias",
        "q[2]+k[2] -> 1",
        lambda x: torch.sigmoid((x[:, :2] * (x[:, 2:] + 1.0)).sum(dim=1)),
        normal(4000, 4),
        tuple({"q": e, "k": -e.T} for e in (np.outer([1.0, -1.0], b) for b in EYE)),
        "The key has a bias: what remains is what the query does across it.",
        spoil=relative(0.02),
        decoys=tuple({"q": e, "k": -e.T} for e in (EYE, ROT)),
    ),
    learn_learned(
        "rare-word",
        "x[2]+3 -> 1",
        embedded,
        tokens(0.1),
        (),
        "One word in ten has a form that is not round.",
        spoil=relative(0.02),
        decoys=SPIN,
    ),
)
