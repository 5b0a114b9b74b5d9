"""One law of the zoo: a function, data, and the algebra that is known by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

Array = NDArray[np.float64]
Matrices = Mapping[str, Array]
Sample = Callable[[np.random.Generator, int], Array]
Function = Callable[[Tensor], Tensor]
HALVES = ("tune", "test")  # of the first set
SPLITS = (*HALVES, "fresh", "sealed", "unseen", "blind", "masked")


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
    split: str = ""
    """One of ``SPLITS``, as ``splits.json`` has it."""
