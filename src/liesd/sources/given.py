"""Values and derivatives that the user brings, from a model of any other framework."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import torch
from torch import Tensor

from liesd.data.samples import Samples, open_samples
from liesd.errors import DataError
from liesd.sources import limits
from liesd.sources.base import Pair, Request, Source, Triple, register_source
from liesd.spec import Spec


@register_source
class Given(Source):
    """Arrays of values and derivatives, which cannot be evaluated anywhere else."""

    def __init__(self, data: Samples, spec: Spec, y: Samples, jacobian: Samples) -> None:
        super().__init__(data, spec)
        m, n = spec.output.dim, spec.input.dim
        if y.size != m:
            raise DataError(
                f"a sample of y has {y.size} numbers, but the output of the spec, {spec.output}, "
                f"has {m}"
            )
        if jacobian.size != m * n or (len(jacobian.shape) == 2 and jacobian.shape != (m, n)):
            raise DataError(
                f"a sample of jacobian has shape {jacobian.shape}, but {spec} needs "
                f"({m}, {n}): outputs first, then inputs"
            )
        if data.count is None:
            raise DataError("with y= and jacobian= x must be an array too, not a stream of batches")
        for name, other in (("y", y), ("jacobian", jacobian)):
            if other.count != data.count:
                raise DataError(
                    f"x has {data.count} samples and {name} has {other.count}: "
                    "they must belong together one by one"
                )
        self.y, self.jacobian = y, jacobian
        self.dtype = max((y.dtype, jacobian.dtype), key=lambda d: torch.finfo(d).eps)

    @classmethod
    def accepts(cls, request: Request) -> bool:
        return request.f is None

    @classmethod
    def open(cls, request: Request) -> Self:
        if request.y is None or request.jacobian is None:
            raise DataError("without a function f, both y= and jacobian= are needed")
        y, jacobian = open_samples(request.y, "y"), open_samples(request.jacobian, "jacobian")
        return cls(request.samples, request.spec, y, jacobian)

    @property
    def floor(self) -> float:
        return max(super().floor, limits.LIMITS.given_error)

    @property
    def is_evaluable(self) -> bool:
        return False

    def value(self, x: Tensor) -> Tensor:
        raise DataError("f is known at the samples only")

    def linearize(self, x: Tensor) -> Pair:
        raise DataError("f is known at the samples only")

    def place(self, x: Tensor) -> Tensor:
        return x

    @property
    def columns(self) -> tuple[Samples, ...]:
        return (self.samples, self.y, self.jacobian)

    def over(self, columns: Sequence[Any]) -> Self:
        other = self.twin()
        other.samples, other.y, other.jacobian = columns
        return other

    def values(self, size: int, step: int = 1, first: int = 0) -> Iterator[Pair]:
        which = (size, step, first)
        for x, y in zip(self.samples.batches(*which), self.y.batches(*which), strict=True):
            yield x.reshape(len(x), -1), y.reshape(len(y), -1)

    def triples(self, size: int, step: int = 1, first: int = 0) -> Iterator[Triple]:
        which, (m, n) = (size, step, first), (self.spec.output.dim, self.spec.input.dim)
        pairs, jacobians = self.values(*which), self.jacobian.batches(*which)
        for (x, y), jacobian in zip(pairs, jacobians, strict=True):
            yield x, y, jacobian.reshape(len(x), m, n)
