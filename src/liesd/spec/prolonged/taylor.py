"""Truncated Taylor series in several variables, one per sample.

A series holds the coefficients of all monomials up to a total order: (monomials, N). Sums, products
and smooth functions of series are series, so that the derivatives of any composition follow from
those of its parts, without a formula.

>>> import torch
>>> x = Series.variable(torch.tensor([2.0]), 0, Layout(1, 3))
>>> (x * x).coefficients[:, 0].tolist()  # 4 + 4h + h²
[4.0, 4.0, 1.0, 0.0]
>>> call("exp", x - 2.0).coefficients[:, 0].tolist()[:3]
[1.0, 1.0, 0.5]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from liesd.errors import SpecError
from liesd.spec.polynomial import Powers, list_powers

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class Layout:
    """The monomials of a series: all up to a total order, the constant one first."""

    variables: int
    order: int

    @property
    def powers(self) -> Powers:
        """The exponents of each monomial."""
        return list_powers(self.variables, self.order)

    @cached_property
    def places(self) -> dict[tuple[int, ...], int]:
        """The place of each monomial."""
        return {power: place for place, power in enumerate(self.powers)}

    @cached_property
    def factorials(self) -> tuple[float, ...]:
        """K! of each monomial: a derivative is K! times a coefficient."""
        return tuple(float(math.prod(map(math.factorial, power))) for power in self.powers)

    @property
    def products(self) -> tuple[list[int], list[int], list[int]]:
        """All pairs of monomials with a product of at most this order: product, left, right."""
        return _list_products(self.variables, self.order)

    def raise_power(self, power: tuple[int, ...], axis: int) -> int | None:
        """The place of a monomial times a variable; None beyond the order."""
        return self.places.get(tuple(k + (i == axis) for i, k in enumerate(power)))


@cache
def _list_products(variables: int, order: int) -> tuple[list[int], list[int], list[int]]:
    powers = list_powers(variables, order)
    places = {power: place for place, power in enumerate(powers)}
    found = [
        (places[both], left, right)
        for left, one in enumerate(powers)
        for right, other in enumerate(powers)
        if (both := tuple(a + b for a, b in zip(one, other, strict=True))) in places
    ]
    made, left, right = (list(column) for column in zip(*found, strict=True))
    return made, left, right


@dataclass(frozen=True, eq=False)
class Series:
    """One truncated Taylor series per sample."""

    coefficients: Tensor
    """(monomials, N)."""
    layout: Layout

    @classmethod
    def constant(cls, value: Tensor, layout: Layout) -> Series:
        """The series of a number per sample, (N,)."""
        out = value.new_zeros((len(layout.powers), len(value)))
        out[0] = value
        return cls(out, layout)

    @classmethod
    def variable(cls, value: Tensor, axis: int, layout: Layout) -> Series:
        """The series of one of the variables, about a point per sample, (N,)."""
        out = cls.constant(value, layout)
        if layout.order:
            out.coefficients[1 + axis] = 1.0
        return out

    def _lift(self, other: Any) -> Series:
        if isinstance(other, Series):
            return other
        return Series.constant(self.coefficients.new_full((self.count,), float(other)), self.layout)

    @property
    def count(self) -> int:
        """N, the number of samples."""
        return int(self.coefficients.shape[1])

    def __add__(self, other: Any) -> Series:
        return Series(self.coefficients + self._lift(other).coefficients, self.layout)

    __radd__ = __add__

    def __neg__(self) -> Series:
        return Series(-self.coefficients, self.layout)

    def __pos__(self) -> Series:
        return self

    def __sub__(self, other: Any) -> Series:
        return self + (-self._lift(other))

    def __rsub__(self, other: Any) -> Series:
        return self._lift(other) - self

    def __mul__(self, other: Any) -> Series:
        if not isinstance(other, Series):
            return Series(self.coefficients * float(other), self.layout)
        made, left, right = self.layout.products
        terms = self.coefficients[left] * other.coefficients[right]
        out = self.coefficients.new_zeros(self.coefficients.shape)
        return Series(out.index_add_(0, terms.new_tensor(made).long(), terms), self.layout)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Series:
        return self * self._lift(other) ** -1.0

    def __rtruediv__(self, other: Any) -> Series:
        return self._lift(other) / self

    def __pow__(self, exponent: Any) -> Series:
        if isinstance(exponent, Series):
            return call("exp", call("log", self) * exponent)
        power = float(exponent)
        if power.is_integer() and 0 <= power <= self.layout.order + 1:
            out = self._lift(1.0)
            for _ in range(int(power)):
                out = out * self
            return out
        return self.compose(lambda value: _derive_power(value, power))

    def __rpow__(self, base: Any) -> Series:
        return self._lift(base) ** self

    def compose(self, derive: Callable[[Tensor], Iterator[Tensor]]) -> Series:
        """f of this series, for a function that yields f, f′, f″, ... at given numbers."""
        value = self.coefficients[0]
        rest = self - Series.constant(value, self.layout)
        derivatives = derive(value)
        out = Series.constant(next(derivatives), self.layout)
        power = self._lift(1.0)
        for k in range(1, self.layout.order + 1):
            power = power * rest
            scale = next(derivatives) / math.factorial(k)
            out = out + Series(power.coefficients * scale, self.layout)
        return out


def call(name: str, series: Any) -> Series:
    """A function of a series, by its name."""
    import torch

    if not isinstance(series, Series):
        raise SpecError(f"{name}({series}) is a number: write it as one")
    sign = torch.sign(series.coefficients[0])
    match name:
        case "sin" | "cos":
            first, second = (torch.sin, torch.cos) if name == "sin" else (torch.cos, torch.sin)
            turn = 1.0 if name == "sin" else -1.0
            return series.compose(lambda v: _cycle(first(v), turn * second(v), -1.0))
        case "sinh" | "cosh":
            first, second = (torch.sinh, torch.cosh) if name == "sinh" else (torch.cosh, torch.sinh)
            return series.compose(lambda v: _cycle(first(v), second(v), 1.0))
        case "exp":
            return series.compose(lambda v: _cycle(torch.exp(v), torch.exp(v), 1.0))
        case "log":
            return series.compose(_derive_log)
        case "sqrt":
            return series**0.5
        case "tan":
            return call("sin", series) / call("cos", series)
        case "tanh":
            return call("sinh", series) / call("cosh", series)
        case "abs":
            return Series(series.coefficients * sign, series.layout)
    raise SpecError(f"the derivatives of {name} are not known")


def _cycle(first: Tensor, second: Tensor, sign: float) -> Iterator[Tensor]:
    """f, g, ±f, ±g, ...: derivatives of functions with f″ = ±f."""
    while True:
        yield first
        yield second
        first, second = sign * first, sign * second


def _derive_power(value: Tensor, exponent: float) -> Iterator[Tensor]:
    factor = 1.0
    while True:
        yield factor * value**exponent
        factor, exponent = factor * exponent, exponent - 1.0


def _derive_log(value: Tensor) -> Iterator[Tensor]:
    yield value.log()
    yield from _derive_power(value, -1.0)
