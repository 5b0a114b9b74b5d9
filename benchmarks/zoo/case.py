"""One animal of the zoo: a function, data, and the algebra that is known by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

Array = NDArray[np.float64]
Matrices = Mapping[str, Array]
Sample = Callable[[np.random.Generator, int], Array]
Function = Callable[[Tensor], Tensor]
HALVES = ("tune", "test")
SETS = (*HALVES, "fresh", "sealed", "unseen", "blind", "masked")


@dataclass(frozen=True, eq=False)
class Case:
    """A function with an exactly known algebra, on data of a given kind.

    The algebra is that of the function where the data is, in the units of the data. It is given
    modulo the directions that act only where the data never goes (``unseen``) and those that move
    nothing (``gauge``); of these only the numbers are given.
    """

    name: str
    family: str
    spec: str
    sample: Sample
    """(generator of random numbers, N) -> samples (N, n)."""
    function: Function
    """(N, n) -> (N, m), in torch and float64."""
    true: list[Matrices]
    """A basis; an unknown that is not named stays still."""
    unseen: int = 0
    gauge: int = 0
    broken: float | None = None
    """How far a symmetry is broken: rms of the perturbation over rms of f − mean f."""
    approximate: list[Matrices] | tuple[()] = ()
    """The directions that are broken, and would be symmetries without the perturbation."""
    unbroken: Function | None = None
    """The function without the perturbation."""
    half: str = ""
    """``"tune"`` or ``"test"`` (:func:`halve`), ``"fresh"`` (:mod:`benchmarks.zoo.fresh`),
    ``"sealed"`` (:mod:`benchmarks.zoo.sealed`), ``"unseen"`` (:mod:`benchmarks.zoo.unseen`),
    ``"blind"`` (:mod:`benchmarks.zoo.blind`), or ``"masked"`` (:mod:`benchmarks.zoo.masked`)."""


def halve(cases: Iterable[Case]) -> list[Case]:
    """Give each case its half, by a rule that knows names and nothing else.

    Within a family, in the order in which they are written, every two neighbours (which are often
    variants of each other) are parted, and a digest of the first one's name says which goes where.
    Cases that are added at the end of a family leave the others where they are.
    """
    halved: list[Case] = []
    waiting: dict[str, str] = {}
    for case in cases:
        half = waiting.pop(case.family, None)
        if half is None:
            first = hashlib.sha256(case.name.encode()).digest()[0] % 2
            half, waiting[case.family] = HALVES[first], HALVES[1 - first]
        halved.append(replace(case, half=half))
    return halved
