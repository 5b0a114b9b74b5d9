"""Rows that know each other: trajectories, subjects, near-duplicates, repeated and sorted rows."""

from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.hostile.case import (
    SPIN,
    Array,
    Case,
    Inputs,
    Spoil,
    make,
    on,
    rotations,
    sq,
    turn,
)

exact = partial(make, "leakage", "exact")
learned = partial(make, "leakage", "learned")
Rows = tuple[Array, NDArray[np.int64]]


def orbits(count: int, steps: int, stretch: float, shuffle: bool = False) -> Inputs:
    """Positions along the orbits of a stiffening spring, orbit after orbit."""

    def push(q: Array) -> Array:
        stiff = 1.0 + (q * q).sum(axis=1, keepdims=True)
        return np.asarray(-q * np.array([1.0, stretch]) * stiff)

    def draw(rng: np.random.Generator) -> Rows:
        q, p, h = rng.normal(size=(count, 2)), 0.7 * rng.normal(size=(count, 2)), 0.05
        path = []
        for _ in range(steps):
            path.append(q)
            p = p + 0.5 * h * push(q)
            q = q + h * p
            p = p + 0.5 * h * push(q)
        x = np.stack(path, axis=1).reshape(-1, 2)
        groups = np.repeat(np.arange(count), steps)
        order = rng.permutation(len(x)) if shuffle else np.arange(len(x))
        return x[order], groups[order]

    return draw


def spring(stretch: float) -> Callable[[torch.Tensor], torch.Tensor]:
    """The force of that spring."""

    def force(x: torch.Tensor) -> torch.Tensor:
        k = torch.tensor([1.0, stretch], dtype=x.dtype)
        return -x * k * (1.0 + sq(x))[:, None]

    return force


def subjects(count: int, each: int, spread: float, width: float, n: int = 2) -> Inputs:
    """Several rows for each of some subjects, all near the subject's own place."""

    def draw(rng: np.random.Generator) -> Rows:
        centre = spread * rng.normal(size=(count, 1, n))
        x = centre + width * rng.normal(size=(count, each, n))
        return x.reshape(-1, n), np.repeat(np.arange(count), each)

    return draw


def intercepts(each: int, scale: float) -> Spoil:
    """An offset of its own for each subject, and little noise besides."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        offsets = np.repeat(scale * rng.normal(size=len(y) // each), each)
        return x, y + offsets + 0.02 * rng.normal(size=y.shape)

    return spoil


def repeated(count: int, times: int, n: int = 2) -> Inputs:
    """A few rows, each many times over, in random order."""

    def draw(rng: np.random.Generator) -> Rows:
        order = rng.permutation(np.repeat(np.arange(count), times))
        return rng.normal(size=(count, n))[order], order

    return draw


def copied_noise(scale: float) -> Spoil:
    """Noise that is the same in all copies of a row."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        _, which = np.unique(x, axis=0, return_inverse=True)
        return x, y + scale * rng.normal(size=which.max() + 1)[which.ravel()]

    return spoil


def drift(scale: float) -> Spoil:
    """A random walk from row to row."""

    def spoil(rng: np.random.Generator, x: Array, y: Array) -> tuple[Array, Array]:
        walk = np.cumsum(rng.normal(size=len(y)))
        return x, y + scale * walk / walk.std()

    return spoil


def ordered(count: int, by: Callable[[Array], Array], n: int = 2) -> Inputs:
    """Normal rows, sorted."""

    def draw(rng: np.random.Generator) -> Array:
        x = rng.normal(size=(count, n))
        return x[np.argsort(by(x))]

    return draw


def wavy(x: torch.Tensor) -> torch.Tensor:
    """A bowl with a wave along one axis."""
    return sq(x) + 0.5 * torch.sin(2.0 * x[:, 0])


CASES: tuple[Case, ...] = (
    *(
        learned(
            f"orbits-stretched{'-grouped' * grouped}",
            "x[2] -> x",
            spring(1.1),
            orbits(14, 110, 1.1),
            (),
            "A spring that is 10 % stiffer along one axis, along 14 orbits of close steps.",
            grouped=grouped,
            decoys=SPIN,
        )
        for grouped in (False, True)
    ),
    *(
        learned(
            f"orbits-round{'-grouped' * grouped}",
            "x[2] -> x",
            spring(1.0),
            orbits(20, 100, 1.0),
            SPIN,
            "A round spring seen along 20 orbits: few of the rows are independent.",
            grouped=grouped,
        )
        for grouped in (False, True)
    ),
    *(
        learned(
            f"orbits-shuffled{'-grouped' * grouped}",
            "x[2] -> x",
            spring(1.15),
            orbits(8, 200, 1.15, shuffle=True),
            (),
            "Orbits whose rows were shuffled: the order no longer shows the dependence.",
            grouped=grouped,
            decoys=SPIN,
        )
        for grouped in (False, True)
    ),
    *(
        learned(
            f"subjects{'-grouped' * grouped}",
            "x[2] -> 1",
            sq,
            subjects(60, 30, 1.0, 0.15),
            SPIN,
            "Each subject has its own offset, which a fit takes for a bumpy law.",
            spoil=intercepts(30, 0.3),
            grouped=grouped,
            accepted=(1,) if grouped else (0, 1),
        )
        for grouped in (False, True)
    ),
    *(
        learned(
            f"near-duplicates{'-grouped' * grouped}",
            "x[2] -> 1",
            wavy,
            subjects(60, 30, 1.0, 1e-6),
            (),
            "Sixty places, thirty nearly equal rows at each: held-out rows are known ones.",
            grouped=grouped,
            decoys=SPIN,
        )
        for grouped in (False, True)
    ),
    *(
        learned(
            f"repeated-rows{'-grouped' * grouped}",
            "x[2] -> 1",
            sq,
            repeated(90, 20),
            SPIN,
            "Ninety rows copied twenty times with their noise: memory looks like skill.",
            spoil=copied_noise(0.2),
            grouped=grouped,
        )
        for grouped in (False, True)
    ),
    learned(
        "sorted-drift",
        "x[2] -> 1",
        lambda x: torch.exp(-sq(x) / 2),
        ordered(2000, lambda x: x[:, 0]),
        SPIN,
        "Rows sorted by one input while the instrument drifts: the drift is a function of it.",
        spoil=drift(0.02),
        accepted=(0, 1),
    ),
    learned(
        "sorted-broken",
        "x[2] -> 1",
        wavy,
        ordered(1500, lambda x: x[:, 0]),
        (),
        "Rows sorted along the very axis that breaks: a block left out is never seen.",
        decoys=SPIN,
    ),
    learned(
        "sorted-round",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)),
        ordered(1500, lambda x: np.arctan2(x[:, 1], x[:, 0])),
        SPIN,
        "Rows sorted by angle: every block left out is a sector of its own.",
    ),
    learned(
        "sorted-output",
        "2*x[2] -> 1",
        lambda x: torch.tanh(x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]),
        ordered(2000, lambda x: (x[:, :2] * x[:, 2:]).sum(axis=1), n=4),
        SPIN,
        "Rows sorted by the output.",
    ),
    exact(
        "orbits",
        "x[2] -> x",
        spring(1.0),
        orbits(3, 400, 1.0),
        SPIN,
        "Twelve hundred rows, but three curves only.",
    ),
    exact(
        "orbits-broken",
        "x[2] -> x",
        spring(1.1),
        orbits(3, 400, 1.1),
        (),
        "Three curves, on which the two stiffnesses differ by 10 %.",
        decoys=SPIN,
    ),
    exact(
        "repeated-rows",
        "x[3] -> 1",
        sq,
        repeated(40, 100, n=3),
        on("x", rotations(3)),
        "Four thousand rows, of which forty are different.",
    ),
    exact(
        "sorted-rare",
        "x[3] -> 1",
        lambda x: sq(x) + torch.relu(x[:, 2] - 2.0).square(),
        ordered(20000, lambda x: x[:, 2], n=3),
        on("x", [turn(3, 0, 1)]),
        "Two rotations break in the last 2 % of the rows only.",
        decoys=on("x", [turn(3, 0, 2), turn(3, 1, 2)]),
    ),
    exact(
        "time-order",
        "x[2]+1 -> 1",
        lambda x: sq(x, 0, 2) + torch.relu(x[:, 2] - 0.96) * 60.0 * x[:, 0],
        lambda rng: np.concatenate(
            [rng.normal(size=(10000, 2)), np.linspace(0.0, 1.0, 10000)[:, None]], axis=1
        ),
        (),
        "The law starts to break in the last 4 % of the time, at the end of the file.",
        decoys=SPIN,
    ),
    *(
        learned(
            f"subjects-broken{'-grouped' * grouped}",
            "x[2] -> 1",
            wavy,
            subjects(60, 30, 1.0, 0.3),
            (),
            "Each subject has its own offset, and the law is not round.",
            spoil=intercepts(30, 0.15),
            grouped=grouped,
            decoys=SPIN,
        )
        for grouped in (False, True)
    ),
)
