"""Many outputs, and fast oscillations."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    Array,
    col,
    entry,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    uniform,
)

out = partial(make, "outputs_four", "exact")
out_learned = partial(make, "outputs_four", "learned")
ripples = partial(make, "ripples_four", "exact")
ripples_learned = partial(make, "ripples_four", "learned")

METRIC = np.array([[1.0, 0.2, 0.0], [0.2, 1.5, 0.1], [0.0, 0.1, 0.7]])
NIL = np.zeros((2, 2))


def complex_square(x: torch.Tensor) -> torch.Tensor:
    """The square of a complex number."""
    return col(x[:, 0].square() - x[:, 1].square(), 2.0 * x[:, 0] * x[:, 1])


def cusp(x: torch.Tensor) -> torch.Tensor:
    """The square of a complex number and a little of its conjugate."""
    return complex_square(x) + 0.15 * x * torch.tensor([1.0, -1.0], dtype=x.dtype)


def vector_and_dual(x: torch.Tensor) -> torch.Tensor:
    """A vector and its dual in a skew metric."""
    return torch.cat([x, x @ torch.from_numpy(METRIC)], dim=1)


def swirl(x: torch.Tensor, angle: torch.Tensor) -> torch.Tensor:
    """Turn each vector by an angle of its own."""
    c, s = torch.cos(angle), torch.sin(angle)
    return col(c * x[:, 0] - s * x[:, 1], s * x[:, 0] + c * x[:, 1])


def ring(rng: np.random.Generator) -> Array:
    """All directions at distances from one to two."""
    angle = rng.uniform(0.0, 2.0 * np.pi, size=4000)
    radius = rng.uniform(1.0, 2.0, size=4000)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def drum(x: torch.Tensor, part: float) -> torch.Tensor:
    """A round mode of a drum and one with four sectors."""
    r2 = sq(x)
    four = x[:, 0] ** 4 - 6.0 * x[:, 0] ** 2 * x[:, 1] ** 2 + x[:, 1] ** 4
    return torch.cos(1.5 * r2.sqrt()) + part * four * torch.exp(-r2)


CASES = (
    out(
        "squares-alone",
        "x[2] -> y[2]",
        lambda x: x.square(),
        normal(2000, 2),
        (
            {"x": np.diag([1.0, 0.0]), "y": np.diag([2.0, 0.0])},
            {"x": np.diag([0.0, 1.0]), "y": np.diag([0.0, 2.0])},
        ),
        "Two squares whose sum is round, but each of them is an output of its own.",
        decoys=({"x": ROT, "y": NIL}, {"x": ROT, "y": ROT}),
    ),
    out(
        "complex-square-lean",
        "x[2] -> y[2]",
        cusp,
        normal(2000, 2),
        (),
        "A complex square turns twice as fast; a little of the conjugate turns the other way.",
        decoys=({"x": ROT, "y": 2.0 * ROT}, {"x": EYE, "y": 2.0 * EYE}),
    ),
    out(
        "skew-dual",
        "x[3] -> x+x.T",
        vector_and_dual,
        normal(2000, 3),
        on("x", [np.linalg.inv(METRIC) @ k for k in rotations(3)]),
        "A vector and its dual in a skew metric: turns of that metric, not of the plain one.",
        decoys=on("x", rotations(3)),
    ),
    out(
        "silent-output",
        "x[2] -> y[2]",
        lambda x: col(sq(x), 0.0 * x[:, 0]),
        normal(2000, 2),
        ({"x": ROT, "y": NIL}, {"x": EYE, "y": 2.0 * np.diag([1.0, 0.0])}),
        "One output is silent: whatever would act on it moves nothing.",
        decoys=({"x": ROT, "y": ROT},),
    ),
    out(
        "nearly-copied",
        "x[2] -> y[2]",
        lambda x: col(x[:, 0] + 0.1 * torch.sin(3.0 * x[:, 1]), x[:, 1]),
        normal(2000, 2),
        ({"x": entry(2, 0, 1), "y": entry(2, 0, 1)},),
        "The output is nearly the input; a small wave leaves one shear of all matrices.",
        decoys=({"x": EYE, "y": EYE}, {"x": ROT, "y": ROT}),
    ),
    out(
        "three-axes",
        "x[3] -> 3",
        lambda x: x.square() + x.square().roll(1, dims=1) + 0.2 * x.roll(2, dims=1),
        normal(2000, 3),
        (),
        "Each output is round about an axis of its own, so that no turn serves all three.",
        decoys=on("x", rotations(3)),
    ),
    out_learned(
        "complex-square",
        "x[2] -> y[2]",
        complex_square,
        uniform(1200, 2),
        ({"x": ROT, "y": 2.0 * ROT}, {"x": EYE, "y": 2.0 * EYE}),
        "A complex square with noise: turning and growing, both twice as fast.",
        spoil=noise(0.03),
        decoys=({"x": ROT, "y": ROT},),
    ),
    out_learned(
        "three-stripes",
        "x[2] -> 3",
        lambda x: torch.stack(
            [torch.sin((k + 1.0) * (x[:, 0] + 2.0 * x[:, 1]) / 2.0) for k in range(3)], dim=1
        ),
        normal(1200, 2),
        on("x", keeping((1.0, 2.0))),
        "Three outputs that see the same direction.",
        spoil=noise(0.05),
    ),
    out_learned(
        "three-stripes-broken",
        "x[2] -> 3",
        lambda x: col(
            torch.sin(x[:, 0] + x[:, 1]),
            (x[:, 0] + x[:, 1]).square() / 4.0,
            torch.sin(0.7 * x[:, 0] + 1.3 * x[:, 1]),
        ),
        normal(1200, 2),
        (),
        "Three outputs that see almost the same direction.",
        spoil=noise(0.05),
        decoys=on("x", keeping((1.0, 1.0))),
    ),
    ripples(
        "angle-of-swirl",
        "x[2] -> x",
        lambda x: swirl(x, 0.5 + 0.01 * torch.sin(30.0 * x[:, 0])) / (1.0 + sq(x))[:, None],
        normal(4000, 2),
        (),
        "A swirl whose angle trembles along one axis.",
        decoys=SPIN,
    ),
    ripples(
        "angle-of-swirl-round",
        "x[2] -> x",
        lambda x: swirl(x, 0.5 + 0.3 * torch.sin(30.0 * sq(x))),
        normal(4000, 2),
        SPIN,
        "A swirl whose angle trembles with the distance: it can turn, not grow.",
        decoys=on("x", [EYE]),
    ),
    ripples(
        "egg-box",
        "x[2] -> 1",
        lambda x: sq(x) + 0.03 * torch.sin(25.0 * x[:, 0]) * torch.sin(25.0 * x[:, 1]),
        normal(4000, 2),
        (),
        "A fine egg box on a bowl.",
        decoys=SPIN,
    ),
    ripples(
        "many-petals",
        "x[2] -> 1",
        lambda x: torch.sin(30.0 * torch.atan2(x[:, 1], x[:, 0])),
        ring,
        on("x", [EYE]),
        "Thirty petals that reach from the centre to infinity: they grow, but do not turn.",
        decoys=SPIN,
    ),
    ripples(
        "many-petals-curled",
        "x[2] -> 1",
        lambda x: torch.sin(30.0 * torch.atan2(x[:, 1], x[:, 0]) + 3.0 * sq(x)),
        ring,
        (),
        "Thirty petals that curl: neither growing nor turning nor both.",
        decoys=on("x", [EYE, ROT]),
    ),
    ripples_learned(
        "drum",
        "x[2] -> 1",
        lambda x: drum(x, 0.0),
        normal(1500, 2, 1.3),
        SPIN,
        "A round mode of a drum.",
        spoil=noise(0.03),
    ),
    ripples_learned(
        "drum-broken",
        "x[2] -> 1",
        lambda x: drum(x, 0.4),
        normal(1500, 2, 1.3),
        (),
        "A round mode of a drum and a fainter one with four sectors.",
        spoil=noise(0.03),
        decoys=SPIN,
    ),
)
