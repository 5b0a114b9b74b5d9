"""What LieGAN is tried on: how the samples of a task move, and the settings of each method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.liegan.train import Bases, Settings

Array = NDArray[np.floating]
GEV = 0.01  # momenta are given to the networks in units of 100 GeV


class Samples(NamedTuple):
    """Parts that move, of shape (N, copies, k), and parts that do not, of shape (N, s)."""

    moving: Array
    still: Array


@dataclass(frozen=True, eq=False)
class Problem:
    """A task of the paper, as LieGAN sees it."""

    samples: Callable[[Array, Array], Samples]
    """of the task's x and y"""
    datasets: tuple[str, ...]
    main: tuple[str, ...]
    """the methods of the paper's table"""
    methods: Mapping[str, Settings]


def columns(bases: Bases) -> Bases:
    """Bases as columns of norm 1, the layout in which the paper compares them."""
    flat = np.asarray(bases, dtype=float).reshape(len(bases), -1)
    return (flat / np.linalg.norm(flat, axis=1, keepdims=True)).T


def pairs(x: Array, y: Array) -> Samples:
    """Equivariance: a state and the next one move alike."""
    return Samples(np.stack([x, y], axis=1), np.zeros((len(x), 0)))


def labelled(x: Array, y: Array) -> Samples:
    """Invariance: all momenta of a jet move alike, its label stays."""
    return Samples(GEV * x, y[:, None])


_ORBITS = Settings(channels=1, blocks=4)
_SEVEN = Settings(channels=7, epochs=15)
_NINE = replace(_SEVEN, channels=9)
PROBLEMS = {
    "two-body": Problem(
        pairs,
        ("uniform", "non-uniform"),
        ("liegan",),
        {
            "liegan": _ORBITS,
            "liegan-full": replace(_ORBITS, blocks=1),
            "liegan-light": replace(_ORBITS, identity_weight=0.1),
            "liegan-heavy": replace(_ORBITS, identity_weight=10.0),
        },
    ),
    "top-tagging": Problem(
        labelled,
        ("jets",),
        ("liegan-7", "liegan-9"),
        {
            "liegan-7": _SEVEN,
            "liegan-9": _NINE,
            "liegan-7-two": replace(_SEVEN, copies=2),
            "liegan-9-two": replace(_NINE, copies=2),
            "liegan-7-weak": replace(_SEVEN, channel_weight=0.1),
            "liegan-7-two-weak": replace(_SEVEN, copies=2, channel_weight=0.1),
        },
    ),
}
