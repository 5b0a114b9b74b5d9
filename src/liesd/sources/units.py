"""Values and derivatives in units in which their squares neither overflow nor underflow.

Units are powers of two, so that no digit changes, and the same within a channel of a linear action,
so that the unknown matrices are the same as in the user's own units.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from torch import Tensor

from liesd.data.samples import Samples
from liesd.errors import DataError
from liesd.sources import limits
from liesd.sources.base import Pair, Request, Source, Triple
from liesd.spec import Action


class Units(NamedTuple):
    """The unit of each input and of each output: powers of two."""

    x: Tensor
    y: Tensor

    def scale(self, x: Tensor, y: Tensor, J: Tensor) -> Triple:
        """x, y and J in these units."""
        return x / self.x.to(x), y / self.y.to(y), self.scale_jacobian(J)

    def scale_jacobian(self, J: Tensor) -> Tensor:
        """J in these units: one factor at a time, since their ratio may be out of range."""
        return (J / self.y.to(J)[:, None]).mul_(self.x.to(J))


def find_units(source: Source, uniform: bool = False) -> Units:
    """Find units from a subsample; ``uniform`` ones are the same for all outputs."""
    count = source.samples.count
    step = 1 if count is None else max(1, -(-count // limits.LIMITS.unit_samples))
    x, y = _measure_sizes(source, step, stop=count is None)
    input_units, output_units = _choose(source.spec.input, x), _choose(source.spec.output, y)
    if uniform:
        output_units = torch.full_like(output_units, float(output_units.max()))
    units = Units(input_units, output_units)
    _check(source, units, x, y)
    return units


def _measure_sizes(source: Source, step: int, stop: bool) -> tuple[Tensor, Tensor]:
    """The largest finite size of each input and output; of the first batch only with ``stop``."""
    sizes: list[Pair] = []
    for pair in source.values(limits.LIMITS.unit_samples, step):
        whole = [torch.where(torch.isfinite(part), part, 0.0).double().cpu() for part in pair]
        sizes.append((whole[0].abs().amax(dim=0), whole[1].abs().amax(dim=0)))
        if stop:
            break
    x, y = (torch.stack(column).amax(dim=0) for column in zip(*sizes, strict=True))
    return x, y


def _choose(action: Action, sizes: Tensor) -> Tensor:
    """The power of two at the largest size of each channel; one where the action is not linear."""
    units = torch.ones(action.dim, dtype=torch.float64)
    if action.blocks() is None:
        return units
    for channels in (one.coordinates for one in action.channels()):
        largest = sizes.numpy()[channels].max(axis=1, keepdims=True)
        powers = np.where(largest > 0, np.ldexp(1.0, np.frexp(largest)[1] - 1), 1.0)
        units[torch.from_numpy(channels)] = torch.from_numpy(powers).expand(channels.shape)
    return units


def _check(source: Source, units: Units, x: Tensor, y: Tensor) -> None:
    """Refuse numbers, and derivatives of their size, without all their digits."""
    kinds = (source.dtype, source.samples.dtype)
    single = any(torch.finfo(kind).bits < 64 for kind in kinds)
    limit = torch.finfo(torch.float32 if single else torch.float64)
    least, most = math.log2(limit.tiny / limit.eps), math.floor(math.log2(limit.max))
    for name, sizes, unit in (("x", x, units.x), ("f(x)", y, units.y)):
        powers = unit[sizes > 0].log2()
        if len(powers) and not (least < float(powers.min()) and float(powers.max()) <= most):
            _refuse(f"{name} holds numbers of the size", powers, least, most)
    slopes = (units.y[y > 0].log2()[:, None] - units.x[x > 0].log2()).flatten()
    if len(slopes) and not (least < float(slopes.min()) and float(slopes.max()) < most):
        _refuse("the derivatives of f are of the size", slopes, least, most)


def _refuse(what: str, powers: Tensor, least: float, most: float) -> None:
    power = float(powers.min() if powers.min() <= least else powers.max())
    raise DataError(
        f"{what} 1e{power * math.log10(2):+.0f}, where small parts of them have no digits left: "
        f"floating-point numbers serve from 1e{least * math.log10(2):+.0f} to "
        f"1e{most * math.log10(2):+.0f}; measure x and f(x) in other units"
    )


class InUnits(Source):
    """Another source, its samples, values and derivatives in given units."""

    def __init__(self, source: Source, units: Units) -> None:
        super().__init__(source.samples, source.spec)
        self.source, self.units = source, units
        self.dtype, self.fit = source.dtype, source.fit
        if source.fit is not None and source.fit.heldout is not None:
            x, y = source.fit.heldout
            held = (x.flatten(1) / units.x.to(x), y.flatten(1) / units.y.to(y))
            self.fit = replace(source.fit, heldout=held)

    def __getstate__(self) -> dict[str, Any]:
        """Send everything but the samples and the fit, which stay at home."""
        return {**vars(self), "samples": None, "fit": None}

    @classmethod
    def accepts(cls, request: Request) -> bool:
        return False

    @classmethod
    def open(cls, request: Request) -> Self:
        raise DataError("units belong to a source that is open already")

    @property
    def input_units(self) -> Tensor | float:
        return self.units.x

    @property
    def floor(self) -> float:
        return self.source.floor

    @property
    def is_evaluable(self) -> bool:
        return self.source.is_evaluable

    @property
    def is_trained(self) -> bool:
        return self.source.is_trained

    @property
    def derives_values(self) -> bool:
        return self.source.derives_values

    @property
    def signs(self) -> Mapping[str, float]:
        return self.source.signs

    @property
    def output_units(self) -> Tensor:
        return self.units.y

    @property
    def callable(self) -> Any:
        return self.source.callable

    @property
    def columns(self) -> tuple[Samples, ...]:
        return self.source.columns

    def over(self, columns: Sequence[Any]) -> Self:
        other = self.twin()
        other.source = self.source.over(columns)
        other.samples = other.source.samples
        return other

    def with_function(self, f: Any) -> Source:
        return InUnits(self.source.with_function(f), self.units)

    def value(self, x: Tensor) -> Tensor:
        return self.source.value(x) / self.units.y.to(x)

    def linearize(self, x: Tensor) -> Pair:
        y, J = self.source.linearize(x)
        return y / self.units.y.to(y), self.units.scale_jacobian(J)

    def place(self, x: Tensor) -> Tensor:
        return self.source.place(x)

    def flatten(self, x: Tensor) -> Tensor:
        flat = self.source.flatten(x)
        return flat / self.units.x.to(flat)

    def restore(self, x: Tensor) -> Tensor:
        return self.source.restore(x * self.units.x.to(x))

    def function(self, x: Tensor) -> Tensor:
        y = self.source.function(x * self.units.x.to(x))
        return y / self.units.y.to(y)

    def weigh(self, x: Tensor) -> Tensor | None:
        return self.source.weigh(x * self.units.x.to(x))

    @contextmanager
    def ready(self) -> Iterator[None]:
        with self.source.ready():
            yield

    def inputs(self, size: int) -> Iterator[Tensor]:
        for x in self.source.inputs(size):
            yield x / self.units.x.to(x)

    def values(self, size: int, step: int = 1, first: int = 0) -> Iterator[Pair]:
        for x, y in self.source.values(size, step, first):
            yield x / self.units.x.to(x), y / self.units.y.to(y)

    def triples(self, size: int, step: int = 1, first: int = 0) -> Iterator[Triple]:
        for triple in self.source.triples(size, step, first):
            yield self.units.scale(*triple)
