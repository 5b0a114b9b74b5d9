"""Hidden groups, and blocks that share or do not share what moves them."""

from functools import partial
from itertools import product

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Generator,
    Inputs,
    col,
    entry,
    keeping,
    make,
    noise,
    normal,
    on,
    rotations,
    sq,
    turn,
)

alg = partial(make, "algebra_five", "exact")
alg_learned = partial(make, "algebra_five", "learned")

ONE = np.eye(1)
ANISO = np.diag([1.0, 1.0, 1.15])
ZERO = np.zeros((2, 2))
EYE4 = np.eye(4)
# The imaginary units of the quaternions, from the left and from the right.
LEFT = [
    turn(4, 0, 1) + turn(4, 2, 3),
    turn(4, 0, 2) - turn(4, 1, 3),
    turn(4, 0, 3) + turn(4, 1, 2),
]
RIGHT = [
    turn(4, 0, 1) - turn(4, 2, 3),
    turn(4, 0, 2) + turn(4, 1, 3),
    turn(4, 0, 3) - turn(4, 1, 2),
]
# Symmetric matrices without a trace, orthonormal.
FLAT = np.array(
    [
        (entry(3, 0, 1) + entry(3, 1, 0)) / np.sqrt(2.0),
        (entry(3, 0, 2) + entry(3, 2, 0)) / np.sqrt(2.0),
        (entry(3, 1, 2) + entry(3, 2, 1)) / np.sqrt(2.0),
        np.diag([1.0, -1.0, 0.0]) / np.sqrt(2.0),
        np.diag([1.0, 1.0, -2.0]) / np.sqrt(6.0),
    ]
)
SKEW4 = np.block([[ZERO, EYE], [-EYE, ZERO]])


def hamilton(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The product of two quaternions."""
    p, q, r, s = a.T
    t, u, v, w = b.T
    return col(
        p * t - q * u - r * v - s * w,
        p * u + q * t + r * w - s * v,
        p * v - q * w + r * t + s * u,
        p * w + q * v - r * u + s * t,
    )


def autotopies() -> tuple[Generator, ...]:
    """How both factors and the product of quaternions can move together."""
    none = np.zeros((4, 4))
    out: list[Generator] = [{"a": k, "b": none, "c": k} for k in LEFT]
    out += [{"a": none, "b": k, "c": k} for k in RIGHT]
    out += [{"a": k, "b": -j, "c": none} for k, j in zip(RIGHT, LEFT, strict=True)]
    out += [{"a": EYE4, "b": none, "c": EYE4}, {"a": none, "b": EYE4, "c": EYE4}]
    return tuple(out)


def spin_two() -> tuple[Generator, ...]:
    """The rotations of space on five numbers."""
    out = []
    for k in rotations(3):
        moved = np.einsum("ij,bjk->bik", k, FLAT) - np.einsum("bij,jk->bik", FLAT, k)
        out.append(np.einsum("aij,bij->ab", FLAT, moved))
    return on("x", out)


def tensor(x: torch.Tensor) -> torch.Tensor:
    """The symmetric matrix that five numbers stand for."""
    return torch.einsum("nb,bij->nij", x, torch.from_numpy(FLAT))


def cube(x: torch.Tensor) -> torch.Tensor:
    """The trace of the third power."""
    q = tensor(x)
    return torch.einsum("nij,njk,nki->n", q, q, q)


def preserving(form: Array) -> tuple[Generator, ...]:
    """All matrices that keep a bilinear form of two vectors."""
    n = len(form)
    rows = []
    for i, j in product(range(n), repeat=2):
        a = entry(n, i, j)
        rows.append((a.T @ form + form @ a).ravel())
    _, s, vt = np.linalg.svd(np.array(rows).T)
    return on("x", [v.reshape(n, n) for v in vt[s < 1e-9 * s[0]]])


def pairs(form: Array, x: torch.Tensor) -> torch.Tensor:
    """A bilinear form of the two halves of a row."""
    n = len(form)
    return torch.einsum("ni,ij,nj->n", x[:, :n], torch.from_numpy(form), x[:, n:])


def hopf(x: torch.Tensor) -> torch.Tensor:
    """From two complex numbers to three real ones."""
    a, b, c, d = x.T
    return col(a**2 + b**2 - c**2 - d**2, 2.0 * (a * c + b * d), 2.0 * (b * c - a * d))


def hopf_true() -> tuple[Generator, ...]:
    """The rotations of the image, one that it does not see, and growth."""
    i = turn(4, 0, 1) + turn(4, 2, 3)
    j = np.block([[ZERO, EYE], [-EYE, ZERO]])
    k = turn(4, 0, 1) - turn(4, 2, 3)
    half = 0.5 * (j @ k - k @ j)
    return (
        {"x": i, "y": np.zeros((3, 3))},
        {"x": k, "y": 2.0 * turn(3, 1, 2)},
        {"x": j, "y": -2.0 * turn(3, 0, 1)},
        {"x": half, "y": 2.0 * turn(3, 0, 2)},
        {"x": EYE4, "y": 2.0 * np.eye(3)},
    )


def resonance(strength: float) -> partial[torch.Tensor]:
    """Two oscillators, coupled as if one were twice as fast."""
    return partial(_resonance, strength)


def _resonance(strength: float, x: torch.Tensor) -> torch.Tensor:
    a, b, c, d = x.T
    two = (a**2 - b**2) * c + 2.0 * a * b * d
    return torch.sin(sq(x, 0, 2)) + 0.5 * sq(x, 2, 4) + strength * two


def ones(count: int) -> Inputs:
    """Two inputs and a column of ones."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, 3))
        x[:, 2] = 1.0
        return x

    return draw


def plane(x: Array) -> Array:
    """No row leaves the plane where the third column is one."""
    return np.repeat(np.array([[[0.0, 0.0, 1.0]]]), len(x), axis=0)


def off_centre(x: torch.Tensor) -> torch.Tensor:
    """Round about a point that is not the origin."""
    return torch.exp(-0.3 * ((x[:, 0] - 0.8).square() + (x[:, 1] + 0.5).square()))


ABOUT = np.array([[0.0, -1.0, -0.5], [1.0, 0.0, -0.8], [0.0, 0.0, 0.0]])

CASES = (
    alg(
        "cross-product-dual",
        "2*x[3] -> x.T",
        lambda x: torch.linalg.cross(x[:, :3], x[:, 3:]),
        normal(1500, 6),
        on("x", [entry(3, i, j) for i in range(3) for j in range(3) if i != j])
        + on("x", [np.diag([1.0, -1.0, 0.0]), np.diag([0.0, 1.0, -1.0])]),
        "The cross product as a covector: all matrices without a trace, not only rotations.",
    ),
    alg(
        "cross-product-leaning",
        "2*x[3] -> x",
        lambda x: torch.linalg.cross(x[:, :3], x[:, 3:]) + 0.08 * x[:, :3] * x[:, 5:],
        normal(1500, 6),
        on("x", [turn(3, 0, 1)]),
        "A cross product with a faint term along one axis.",
        decoys=on("x", rotations(3)[1:]),
    ),
    alg(
        "quaternion-product",
        "a[4]+b[4] -> c[4]",
        lambda x: hamilton(x[:, :4], x[:, 4:]),
        normal(1000, 8),
        autotopies(),
        "The product of two quaternions when all three of them may move on their own: eleven.",
    ),
    alg(
        "quaternion-shared",
        "2*x[4] -> x",
        lambda x: hamilton(x[:, :4], x[:, 4:]),
        normal(1000, 8),
        on("x", [a - b for a, b in zip(LEFT, RIGHT, strict=True)]),
        "The product of two quaternions when all three have to move alike: three.",
        decoys=on("x", LEFT[:1]),
    ),
    alg(
        "complex-product-shared",
        "2*x[2] -> x",
        lambda x: col(x[:, 0] * x[:, 2] - x[:, 1] * x[:, 3], x[:, 0] * x[:, 3] + x[:, 1] * x[:, 2]),
        normal(1500, 4),
        (),
        "The product of two complex numbers: turning both turns it twice as far.",
        decoys=SPIN,
    ),
    alg(
        "aniso-bilinear",
        "2*x[3] -> 1",
        partial(pairs, ANISO),
        normal(1500, 6),
        preserving(ANISO),
        "Two vectors and a product that weighs one axis more: stretched rotations, still three.",
        decoys=on("x", rotations(3)[1:]),
    ),
    alg(
        "symplectic-area-tilted",
        "2*x[4] -> 1",
        partial(pairs, SKEW4 + 0.1 * EYE4),
        normal(1000, 8),
        preserving(SKEW4 + 0.1 * EYE4),
        "With a tenth of a scalar product added to the area only four are left.",
    ),
    alg(
        "nematic-cube",
        "x[5] -> 1",
        lambda x: torch.einsum("nij,nij->n", tensor(x), tensor(x)) + 0.2 * cube(x),
        normal(1500, 5),
        spin_two(),
        "A small third power leaves the three rotations of space out of ten.",
        decoys=on("x", rotations(5)[:1]),
    ),
    alg(
        "hopf",
        "x[4] -> y[3]",
        hopf,
        normal(1500, 4),
        hopf_true(),
        "Two complex numbers onto a sphere: rotations, a phase that is not seen, and growth.",
    ),
    alg(
        "resonance",
        "x[4] -> 1",
        resonance(0.3),
        normal(1500, 4),
        on("x", [turn(4, 0, 1) + 2.0 * turn(4, 2, 3)]),
        "One oscillator has to turn twice as fast as the other.",
        decoys=on("x", [turn(4, 0, 1), turn(4, 0, 1) + turn(4, 2, 3)]),
    ),
    alg(
        "own-turns",
        "a[2]+b[2] -> 1",
        lambda x: torch.sin(sq(x, 0, 2)) + sq(x, 2, 4) + 0.1 * (x[:, 0] * x[:, 3]),
        normal(1500, 4),
        (),
        "Two blocks that would turn on their own, with a faint product of one axis of each.",
        decoys=({"a": ROT, "b": ZERO}, {"a": ZERO, "b": ROT}),
    ),
    alg(
        "ones-about-a-point",
        "x[3] -> 1",
        off_centre,
        ones(2000),
        on("x", [ABOUT]),
        "Round about a point; the column of ones makes that a linear motion.",
        normals=plane,
        decoys=on("x", [turn(3, 0, 1)]),
    ),
    alg_learned(
        "ones-sum",
        "x[3] -> 1",
        lambda x: torch.tanh(x[:, 0] - x[:, 1]),
        ones(2000),
        on("x", keeping((1.0, -1.0, 0.0), (0.0, 0.0, 1.0))),
        "A difference, and a column of ones that allows shifts.",
        normals=plane,
        spoil=noise(0.03),
    ),
    alg_learned(
        "contragredient",
        "2*x[2]+x.T -> 1",
        lambda x: (
            torch.sin(x[:, 0] * x[:, 4] + x[:, 1] * x[:, 5]) + x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]
        ),
        lambda rng: 0.8 * rng.normal(size=(4000, 6)),
        on("x", [ROT, SQUEEZE, entry(2, 0, 1)]),
        "Two vectors and a covector: a scalar product and an area.",
        spoil=noise(0.03),
        decoys=on("x", [EYE]),
    ),
    alg_learned(
        "areas",
        "2*x[2] -> 1",
        lambda x: x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2] + 0.25 * sq(x, 0, 2),
        normal(3000, 4),
        SPIN,
        "The area of two vectors with a quarter of the square of one of them.",
        spoil=noise(0.05),
        decoys=on("x", [SQUEEZE]),
    ),
    alg_learned(
        "scaled-together",
        "a[1]+b[1]+c[1] -> y[1]",
        lambda x: x[:, 0].square() * x[:, 1] / x[:, 2],
        lambda rng: rng.uniform(1.0, 2.0, size=(3000, 3)),
        (
            {"a": ONE, "b": 0 * ONE, "c": 0 * ONE, "y": 2.0 * ONE},
            {"a": 0 * ONE, "b": ONE, "c": 0 * ONE, "y": ONE},
            {"a": 0 * ONE, "b": 0 * ONE, "c": ONE, "y": -ONE},
        ),
        "A monomial: each column has its own power.",
        spoil=noise(0.03),
    ),
)
