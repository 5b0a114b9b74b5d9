"""Data on spheres, tori, curves and planes.

With an exact function the derivatives are known in all directions. From samples they are known
along the manifold only: there the truth counts symmetries that keep the manifold (see `normals`),
and the dimension for the law in the surrounding space is accepted as well.
"""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    EYE,
    ROT,
    SPIN,
    Array,
    Case,
    Inputs,
    col,
    entry,
    make,
    on,
    rotations,
    rows,
    sq,
    turn,
)

exact = partial(make, "manifolds", "exact")
learned = partial(make, "manifolds", "learned")


def sphere(count: int, n: int) -> Inputs:
    """Unit vectors in all directions."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, n))
        return np.asarray(x / np.linalg.norm(x, axis=1, keepdims=True))

    return draw


def torus(count: int, thickness: float = 0.0) -> Inputs:
    """Two unit vectors of the plane, or nearly so."""

    def draw(rng: np.random.Generator) -> Array:
        phi = rng.uniform(0.0, 2.0 * np.pi, size=(count, 2))
        r = 1.0 + thickness * rng.normal(size=(count, 2, 1))
        x = r * np.stack([np.cos(phi), np.sin(phi)], axis=2)
        return np.asarray(x.reshape(count, 4))

    return draw


def helix(count: int, pitch: float) -> Inputs:
    """A helix about the third axis."""

    def draw(rng: np.random.Generator) -> Array:
        t = rng.uniform(-6.0, 6.0, size=count)
        return np.stack([np.cos(t), np.sin(t), pitch * t], axis=1)

    return draw


def plane(count: int, frame: Array) -> Inputs:
    """Normal points of the plane that the columns of a frame span."""
    return lambda rng: rng.normal(size=(count, frame.shape[1])) @ frame.T


def outward(x: Array) -> Array:
    """The normals of a sphere about the origin."""
    return x[:, None, :]


def outward_pair(x: Array) -> Array:
    """The normals of a product of two circles."""
    out = np.zeros((len(x), 2, 4))
    out[:, 0, :2], out[:, 1, 2:] = x[:, :2], x[:, 2:]
    return out


def dot(x: torch.Tensor) -> torch.Tensor:
    """The product of two vectors of the plane."""
    return x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]


TILTED = np.linalg.qr(np.array([[1.0, 0.2], [-0.4, 1.0], [0.7, 0.5]]), mode="complete")[0]
FOUR = np.linalg.qr(np.array([[1.0, 0.2], [-0.4, 1.0], [0.7, 0.5], [0.1, -0.8]]), "complete")[0]
WEIGHTS = np.diag([1.0, 2.0, 3.0])
PAIRS = tuple({"a": entry(2, i, j), "b": -entry(2, j, i)} for i in range(2) for j in range(2))


CASES: tuple[Case, ...] = (
    exact(
        "sphere-height",
        "x[3] -> 1",
        lambda x: torch.exp(x[:, 2]),
        sphere(2000, 3),
        on("x", rows(3, 0, 1)),
        "Data on a sphere, a function of the height: what leaves the sphere counts as well.",
    ),
    exact(
        "sphere-weights",
        "x[3] -> 1",
        lambda x: x[:, 0] ** 2 + 2.0 * x[:, 1] ** 2 + 3.0 * x[:, 2] ** 2,
        sphere(2000, 3),
        on("x", [np.linalg.inv(WEIGHTS) @ r for r in rotations(3)]),
        "An ellipsoid has three rotations of its own, none of which keeps the sphere of the data.",
    ),
    exact(
        "sphere-cubic",
        "x[3] -> 1",
        lambda x: x[:, 0] * x[:, 1] ** 2 + torch.sin(2.0 * x[:, 2]),
        sphere(2000, 3),
        on("x", [np.diag([-2.0, 1.0, 0.0])]),
        "On a sphere there is little room to tell a scaling from a rotation.",
    ),
    exact(
        "torus-pairing",
        "a[2]+b[2] -> 1",
        dot,
        torus(2000),
        PAIRS,
        "All pairings are symmetries, though only one of four keeps the torus.",
    ),
    exact(
        "plane-tilted",
        "x[3] -> 1",
        sq,
        plane(2000, TILTED[:, :2]),
        on(
            "x",
            [
                TILTED[:, :2] @ ROT @ TILTED[:, :2].T,
                np.outer(TILTED[:, 2], TILTED[:, 0]),
                np.outer(TILTED[:, 2], TILTED[:, 1]),
            ],
        ),
        "Data in a tilted plane: one rotation within, two that lift out, three unseen.",
    ),
    exact(
        "helix",
        "x[3] -> 1",
        lambda x: torch.exp(-sq(x, 0, 2) / 2),
        helix(1500, 0.3),
        on("x", [turn(3, 0, 1), *rows(3, 2)]),
        "Data on a curve, along which the function is constant.",
    ),
    exact(
        "ray",
        "x[2] -> 1",
        sq,
        lambda rng: rng.normal(size=(1000, 1)) * np.array([[0.6, 0.8]]),
        SPIN,
        "Data on a line through the origin: half of all directions move nothing.",
    ),
    exact(
        "circle-broken",
        "x[2] -> 1",
        lambda x: 4.0 * x[:, 0] ** 3 - 3.0 * x[:, 0] + 0.3 * x[:, 1],
        sphere(1500, 2),
        (),
        "Data on a circle, and a function that turns with no matrix.",
    ),
    learned(
        "sphere-height",
        "x[3] -> 1",
        lambda x: x[:, 2] ** 2 + 0.5 * x[:, 2],
        sphere(1500, 3),
        on("x", [turn(3, 0, 1)]),
        "Nothing off the sphere is known: one rotation is, and six symmetries of the law.",
        accepted=(1, 6),
        normals=outward,
    ),
    learned(
        "sphere-broken",
        "x[3] -> 1",
        lambda x: x[:, 0] * x[:, 1] + torch.sin(2.0 * x[:, 2]) + 0.5 * x[:, 0] ** 2,
        sphere(1500, 3),
        (),
        "The law has a boost that leaves the sphere; along the sphere there is no symmetry.",
        accepted=(0, 1),
        normals=outward,
    ),
    learned(
        "circle-broken",
        "x[2] -> 1",
        lambda x: 4.0 * x[:, 0] ** 3 - 3.0 * x[:, 0] + 0.3 * x[:, 1],
        sphere(800, 2),
        (),
        "Data on a circle; a radius that never varies looks like freedom.",
        normals=outward,
    ),
    learned(
        "sphere-field",
        "x[3] -> x",
        lambda x: x * x[:, 2:] + 0.5 * col(-x[:, 1], x[:, 0], 0.0 * x[:, 0]),
        sphere(2000, 3),
        on("x", [turn(3, 0, 1)]),
        "A field on a sphere with one axis; the law has a scaling that leaves the sphere.",
        accepted=(1, 2),
        normals=outward,
    ),
    learned(
        "torus-thick",
        "2*x[2] -> 1",
        lambda x: torch.tanh(2.0 * dot(x)),
        torus(2000, 0.02),
        SPIN,
        "A thin skin about a torus: derivatives across it are all but unknown.",
    ),
    learned(
        "torus-broken",
        "2*x[2] -> 1",
        lambda x: dot(x) + 0.2 * (2.0 * x[:, 2] ** 2 - 1.0),
        torus(2000),
        (),
        "A torus, and a part that repeats twice around one circle.",
        normals=outward_pair,
        decoys=SPIN,
    ),
    learned(
        "plane-in-four",
        "x[4] -> 1",
        lambda x: torch.cos(sq(x)),
        plane(1500, FOUR[:, :2]),
        on("x", [FOUR[:, :2] @ ROT @ FOUR[:, :2].T]),
        "A plane in four dimensions: one rotation within, and four ways out that no data shows.",
        accepted=(1, 5),
        normals=lambda x: np.broadcast_to(FOUR[:, 2:].T, (len(x), 2, 4)),
    ),
    learned(
        "paraboloid-outputs",
        "x[2] -> y[3]",
        lambda x: col(x[:, 0], x[:, 1], sq(x)),
        plane(1500, EYE),
        (
            {"x": ROT, "y": np.pad(ROT, (0, 1))},
            {"x": EYE, "y": np.diag([1.0, 1.0, 2.0])},
        ),
        "The outputs lie on a paraboloid, which a turn and a scaling keep.",
    ),
    exact(
        "torus-broken",
        "2*x[2] -> 1",
        lambda x: dot(x) + 0.2 * (2.0 * x[:, 2] ** 2 - 1.0),
        torus(2000),
        (),
        "A torus, and a part that repeats twice around one circle.",
        decoys=SPIN,
    ),
    learned(
        "sphere-none",
        "x[3] -> 1",
        lambda x: torch.sin(2.0 * x[:, 0]) + x[:, 1] ** 3 + x[:, 2] ** 2,
        sphere(1500, 3),
        (),
        "A sphere whose radius never varies: a scaling cannot be told from nothing.",
        normals=outward,
    ),
    exact(
        "sphere-none",
        "x[3] -> 1",
        lambda x: torch.sin(2.0 * x[:, 0]) + x[:, 1] ** 3 + x[:, 2] ** 2,
        sphere(2000, 3),
        (),
        "On a sphere powers of the coordinates are hard to tell apart.",
    ),
    learned(
        "torus-thick-broken",
        "2*x[2] -> 1",
        lambda x: torch.tanh(2.0 * dot(x)) + 0.2 * x[:, 0],
        torus(2000, 0.02),
        (),
        "A thin skin about a torus, and a slope along one axis.",
        decoys=SPIN,
    ),
)
