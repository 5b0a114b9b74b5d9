"""How laws are written down: a function with the facts of its case above it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Case, Function, Matrices, Sample

SIZES = (0.01, 0.05, 0.2)
Pair = tuple[Tensor, Tensor]
"""The outputs of a law, and what is added to them to break its symmetries."""
F = TypeVar("F", bound=Callable[[Tensor], Tensor | Pair])


class Family:
    """The laws of one module, in the order in which they are written.

    The family is named after the module, or after the folder of ``laws`` that the module is in::

        law = Family(__name__)

        @law("so3-length", "x[3] -> 1", normal(3), true=each(rotations(3), "x"))
        def length(x):
            return torch.sqrt(squares(x))
    """

    def __init__(self, module: str) -> None:
        self.name = module.partition(".laws.")[2].split(".")[0]
        self.cases: list[Case] = []

    def __call__(
        self,
        name: str,
        spec: str,
        sample: Sample,
        *,
        true: Sequence[Matrices] = (),
        unseen: int = 0,
        gauge: int = 0,
    ) -> Callable[[F], F]:
        """Register the decorated function as a law."""

        def register(function: F) -> F:
            self.add(name, spec, sample, function, true=true, unseen=unseen, gauge=gauge)
            return function

        return register

    def add(
        self,
        name: str,
        spec: str,
        sample: Sample,
        function: Function,
        *,
        true: Sequence[Matrices] = (),
        unseen: int = 0,
        gauge: int = 0,
    ) -> None:
        """Register a function that is made elsewhere."""
        case = Case(name, self.name, spec, sample, function, list(true), unseen, gauge)
        self.cases.append(case)

    def broken(
        self,
        name: str,
        spec: str,
        sample: Sample,
        *,
        approximate: Sequence[Matrices],
        true: Sequence[Matrices] = (),
        by: float | Sequence[float] = SIZES,
        gauge: int = 0,
    ) -> Callable[[F], F]:
        """Register a law of which some symmetries are broken, once for each size.

        The decorated function gives the law with all its symmetries, and the perturbation.
        """

        def register(pair: F) -> F:
            for size in (by,) if isinstance(by, float) else by:
                self.cases.append(
                    Case(
                        f"broken-{name}-{100 * size:.0f}",
                        self.name,
                        spec,
                        sample,
                        perturbed(pair, sample, size),
                        list(true),
                        gauge=gauge,
                        broken=size,
                        approximate=list(approximate),
                        unbroken=lambda x: pair(x)[0],
                    )
                )
            return pair

        return register


def perturbed(pair: Callable[[Tensor], Pair], sample: Sample, size: float) -> Function:
    """f + c·by, where c makes the perturbation ``size`` times as large as f − mean f."""
    y, change = pair(torch.from_numpy(sample(np.random.default_rng(0), 20_000)))
    c = size * float((y - y.mean(0)).square().mean().sqrt() / change.square().mean().sqrt())

    def function(x: Tensor) -> Tensor:
        f, by = pair(x)
        return f + c * by

    return function
